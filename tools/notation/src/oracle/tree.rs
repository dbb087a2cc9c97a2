//! One additive term, ready to be evaluated at points.

use lacuna_runtime::value::Dtype;

use super::affine::{Affine, Space};
use super::arithmetic::Arithmetic;
use super::error::OracleError;
use super::operand::Operand;
use super::value::Found;
use crate::ast::{Access, Expr, ExprKind, Function, Number, Operator};
use crate::terms::{Sign, Term};

/// A term as a tree whose leaves are numbered from left to right.
pub(super) struct Tree<'a, E> {
    /// The term as the user wrote it.
    pub(super) source: &'a Expr,
    pub(super) root: Node<E>,
    pub(super) leaves: Vec<Leaf<'a, E>>,
}

/// What is computed at a point.
pub(super) enum Node<E> {
    Number(E),
    /// A leaf by its number.
    Leaf(usize),
    Negate(Box<Node<E>>),
    Add(Box<Node<E>>, Box<Node<E>>),
    Multiply(Box<Node<E>>, Box<Node<E>>),
    Divide(Box<Node<E>>, Box<Node<E>>),
    /// The largest or the smallest of several.
    Extremum(Function, Vec<Node<E>>),
}

/// An access.
pub(super) struct Leaf<'a, E> {
    pub(super) operand: &'a Operand<E>,
    pub(super) subscripts: Vec<Affine>,
    /// Position of the entry, if the operand is full.
    pub(super) position: Option<Affine>,
}

/// What an access reads.
pub(super) enum Source<'a, E> {
    /// The entries of an operand.
    Operand(&'a Operand<E>),
    /// This, at every point.
    Everywhere(E),
}

/// A computation that divided an integer by zero.
pub(super) struct DividedByZero;

impl<'a, E: Arithmetic> Tree<'a, E> {
    /// `operands` gives what an access reads, by the name of its tensor and its number.
    pub(super) fn new(
        term: &Term<'a>,
        space: &Space,
        operands: &dyn Fn(&str, usize) -> Option<Source<'a, E>>,
        dtype: Dtype,
    ) -> Result<Self, OracleError> {
        let mut builder = Builder { space, operands, dtype, accesses: 0, leaves: Vec::new() };
        let value = builder.node(term.expr)?;
        let root = match term.sign {
            Sign::Plus => value,
            Sign::Minus => Node::Negate(Box::new(value)),
        };
        Ok(Tree { source: term.expr, root, leaves: builder.leaves })
    }
}

struct Builder<'a, 's, E> {
    space: &'s Space<'s>,
    operands: &'s dyn Fn(&str, usize) -> Option<Source<'a, E>>,
    dtype: Dtype,
    /// How many accesses have been seen.
    accesses: usize,
    leaves: Vec<Leaf<'a, E>>,
}

impl<E: Arithmetic> Builder<'_, '_, E> {
    fn node(&mut self, expr: &Expr) -> Result<Node<E>, OracleError> {
        Ok(match &expr.kind {
            ExprKind::Number(number) => Node::Number(self.number(number)?),
            ExprKind::Access(access) => self.leaf(access)?,
            ExprKind::Negate(operand) => Node::Negate(Box::new(self.node(operand)?)),
            ExprKind::Binary { operator, left, right } => {
                let (left, right) = (Box::new(self.node(left)?), Box::new(self.node(right)?));
                match operator {
                    Operator::Add => Node::Add(left, right),
                    Operator::Subtract => Node::Add(left, Box::new(Node::Negate(right))),
                    Operator::Multiply => Node::Multiply(left, right),
                    Operator::Divide => Node::Divide(left, right),
                }
            }
            &ExprKind::Call { function, .. } if !E::IS_ORDERED => {
                return Err(OracleError::NoOrder { function, dtype: self.dtype });
            }
            ExprKind::Call { function, arguments } => {
                let arguments = arguments.iter().map(|argument| self.node(argument)).collect::<Result<_, _>>()?;
                Node::Extremum(*function, arguments)
            }
        })
    }

    fn number(&self, number: &Number) -> Result<E, OracleError> {
        let element = match *number {
            Number::Integer(value) => E::from_integer(value, self.dtype),
            Number::Float(value) => E::from_float(value, self.dtype),
        };
        element.ok_or_else(|| OracleError::NumberOutOfType { number: number.to_string(), dtype: self.dtype })
    }

    fn leaf(&mut self, access: &Access) -> Result<Node<E>, OracleError> {
        let tensor = &access.tensor;
        let source = (self.operands)(tensor, self.accesses)
            .ok_or_else(|| OracleError::MissingOperand { tensor: tensor.clone() })?;
        self.accesses += 1;
        let operand = match source {
            Source::Operand(operand) => operand,
            Source::Everywhere(value) => return Ok(Node::Number(value)),
        };
        let subscripts = access
            .subscripts
            .iter()
            .map(|subscript| Affine::of_subscript(access, subscript, self.space))
            .collect::<Result<Vec<_>, _>>()?;
        let position = match operand.is_full {
            true => Some(
                Affine::of_position(&subscripts, &operand.strides, self.space)
                    .ok_or_else(|| OracleError::SubscriptTooLarge { tensor: tensor.clone() })?,
            ),
            false => None,
        };
        self.leaves.push(Leaf { operand, subscripts, position });
        Ok(Node::Leaf(self.leaves.len() - 1))
    }
}

impl<E: Arithmetic> Node<E> {
    /// The value when each leaf has the value that `leaf` says, where it has one.
    pub(super) fn value(&self, leaf: &impl Fn(usize) -> Option<E>) -> Result<Found<E>, DividedByZero> {
        Ok(match self {
            Node::Number(number) => Found::number(*number),
            Node::Leaf(number) => leaf(*number).map_or(Found::ABSENT, Found::stored),
            Node::Negate(operand) => operand.value(leaf)?.negated(),
            Node::Add(left, right) => left.value(leaf)?.plus(right.value(leaf)?),
            // What is absent annihilates a division by zero, too.
            Node::Multiply(left, right) => match (left.value(leaf), right.value(leaf)) {
                (Ok(one), _) | (_, Ok(one)) if one.is_absent() => Found::ABSENT,
                (left, right) => left?.times(right?),
            },
            Node::Divide(left, right) => match left.value(leaf)? {
                left if left.is_absent() => left,
                left => left.over(right.value(leaf)?).ok_or(DividedByZero)?,
            },
            Node::Extremum(function, arguments) => {
                let mut best: Option<Found<E>> = None;
                for argument in arguments {
                    let next = argument.value(leaf)?;
                    best = Some(best.map_or(next, |best| best.extremum(next, *function)));
                }
                best.unwrap_or(Found::ABSENT)
            }
        })
    }

    /// Appends the numbers of the leaves below.
    pub(super) fn collect_leaves(&self, found: &mut Vec<usize>) {
        match self {
            Node::Number(_) => {}
            Node::Leaf(number) => found.push(*number),
            Node::Negate(operand) => operand.collect_leaves(found),
            Node::Add(left, right) | Node::Multiply(left, right) | Node::Divide(left, right) => {
                left.collect_leaves(found);
                right.collect_leaves(found);
            }
            Node::Extremum(_, arguments) => arguments.iter().for_each(|argument| argument.collect_leaves(found)),
        }
    }
}
