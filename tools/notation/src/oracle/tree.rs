//! One additive term without its sign, ready to be evaluated at points.

use lacuna_runtime::value::{Complex, Dtype};

use super::affine::{Affine, Space};
use super::arithmetic::{Arithmetic, holds};
use super::error::OracleError;
use super::inner::Inner;
use super::operand::Operand;
use super::value::Found;
use crate::ast::{Access, Expr, ExprKind, Function, Number, Operator, Relation, Whole};
use crate::terms::Term;

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
    /// The value of a variable by its number, as an element.
    Index(usize, Dtype),
    Negate(Box<Node<E>>),
    Add(Box<Node<E>>, Box<Node<E>>),
    Multiply(Box<Node<E>>, Box<Node<E>>),
    Divide(Box<Node<E>>, Box<Node<E>>),
    /// The largest or the smallest of several.
    Extremum(Function, Vec<Node<E>>),
    /// Another function.
    Call(Function, Vec<Node<E>>),
    /// The second where the first is not zero, else the third.
    Where(Box<[Node<E>; 3]>),
    Compare(Relation, Box<Node<E>>, Box<Node<E>>),
    /// A relation of whole numbers, as an element.
    CompareIndices(Relation, [Whole<usize>; 2], Dtype),
}

/// The value of a whole number, which wraps around, when each variable has that of `index`.
fn whole(number: &Whole<usize>, index: &impl Fn(usize) -> i64) -> i64 {
    let both = |sides: &[Whole<usize>; 2]| [0, 1].map(|side| whole(&sides[side], index));
    match number {
        Whole::Number(number) => *number,
        Whole::Index(variable) => index(*variable),
        Whole::Negate(operand) => whole(operand, index).wrapping_neg(),
        Whole::Add(sides) => both(sides).into_iter().fold(0, i64::wrapping_add),
        Whole::Subtract(sides) => {
            let [left, right] = both(sides);
            left.wrapping_sub(right)
        }
        Whole::Multiply(sides) => both(sides).into_iter().fold(1, i64::wrapping_mul),
    }
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
    /// `operands` gives what an access reads, by the name of its tensor and its number within the term; `inner` are the
    /// reductions within the term, from left to right, with their values.
    pub(super) fn new(
        term: &Term<'a>,
        space: &Space,
        operands: &dyn Fn(&str, usize) -> Option<Source<'a, E>>,
        inner: &'a [Inner<'_, E>],
        dtype: Dtype,
    ) -> Result<Self, OracleError> {
        let mut builder = Builder { space, operands, inner: inner.iter(), dtype, accesses: 0, leaves: Vec::new() };
        let root = builder.node(term.expr)?;
        Ok(Tree { source: term.expr, root, leaves: builder.leaves })
    }

    /// The accesses that are factors of the whole term and whose operands store some points more than once: a sum takes each of
    /// these apart.
    pub(super) fn repeated_factors(&self) -> Vec<usize> {
        let mut factors = Vec::new();
        self.root.factors(&mut factors);
        factors.retain(|leaf| !self.leaves[*leaf].operand.repeated.is_empty());
        factors
    }
}

impl<E> Node<E> {
    /// The leaves that the value is a multiple of.
    fn factors(&self, found: &mut Vec<usize>) {
        match self {
            Node::Leaf(leaf) => found.push(*leaf),
            Node::Negate(of) | Node::Divide(of, _) => of.factors(found),
            Node::Multiply(left, right) => {
                left.factors(found);
                right.factors(found);
            }
            _ => {}
        }
    }
}

struct Builder<'a, 's, E> {
    space: &'s Space<'s>,
    operands: &'s dyn Fn(&str, usize) -> Option<Source<'a, E>>,
    inner: std::slice::Iter<'a, Inner<'a, E>>,
    dtype: Dtype,
    /// How many accesses have been seen.
    accesses: usize,
    leaves: Vec<Leaf<'a, E>>,
}

impl<'a, E: Arithmetic> Builder<'a, '_, E> {
    fn node(&mut self, expr: &Expr) -> Result<Node<E>, OracleError> {
        if let Some((relation, [left, right])) = expr.as_comparison_of_indices() {
            let mut number = |variable: &&str| self.variable(variable);
            let sides = [left.renamed(&mut number)?, right.renamed(&mut number)?];
            return Ok(Node::CompareIndices(relation, sides, self.dtype));
        }
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
            ExprKind::Index(variable) => Node::Index(self.variable(variable)?, self.dtype),
            ExprKind::Compare { relation, left, right } => {
                Node::Compare(*relation, Box::new(self.node(left)?), Box::new(self.node(right)?))
            }
            ExprKind::Reduce { body, .. } => {
                self.accesses += body.accesses().len();
                let inner = self.inner.next().expect("every reduction has been evaluated");
                let known = inner.variables.iter().map(|variable| Affine::of_variable(variable, self.space));
                self.leaf_of(&inner.values, known.collect(), "a reduction")?
            }
            ExprKind::Call { function, arguments } => {
                let arguments: Vec<_> =
                    arguments.iter().map(|argument| self.node(argument)).collect::<Result<_, _>>()?;
                match function {
                    Function::Max | Function::Min => Node::Extremum(*function, arguments),
                    Function::Where => match <[Node<E>; 3]>::try_from(arguments) {
                        Ok(parts) => Node::Where(Box::new(parts)),
                        Err(arguments) => Node::Call(*function, arguments),
                    },
                    _ => Node::Call(*function, arguments),
                }
            }
        })
    }

    fn variable(&self, variable: &str) -> Result<usize, OracleError> {
        // Every variable of a term is one of its space.
        let number = self.space.variables.iter().position(|other| *other == variable);
        number.ok_or_else(|| OracleError::UnknownVariable { variable: variable.to_owned() })
    }

    fn number(&self, number: &Number) -> Result<E, OracleError> {
        let element = match *number {
            Number::Integer(value) => E::from_integer(value, self.dtype),
            Number::Float(value) => E::from_float(value, self.dtype),
            Number::Imaginary(value) => E::from_complex(Complex::new(0.0, value), self.dtype),
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
        self.leaf_of(operand, subscripts, tensor)
    }

    fn leaf_of(
        &mut self,
        operand: &'a Operand<E>,
        subscripts: Vec<Affine>,
        tensor: &str,
    ) -> Result<Node<E>, OracleError> {
        let too_large = || OracleError::SubscriptTooLarge { tensor: tensor.to_owned() };
        let position = match operand.is_full {
            true => Some(Affine::of_position(&subscripts, &operand.strides, self.space).ok_or_else(too_large)?),
            false => None,
        };
        self.leaves.push(Leaf { operand, subscripts, position });
        Ok(Node::Leaf(self.leaves.len() - 1))
    }
}

impl<E: Arithmetic> Node<E> {
    /// The value when each leaf has the value that `leaf` says, where it has one, and each variable that of `index`.
    pub(super) fn value(
        &self,
        leaf: &impl Fn(usize) -> Option<E>,
        index: &impl Fn(usize) -> i64,
    ) -> Result<Found<E>, DividedByZero> {
        Ok(match self {
            Node::Number(number) => Found::number(*number),
            Node::Leaf(number) => leaf(*number).map_or(Found::ABSENT, Found::stored),
            Node::Index(number, dtype) => Found::stored(E::from_index(index(*number), *dtype)),
            Node::CompareIndices(relation, [left, right], dtype) => {
                let holds = holds(*relation, Some(whole(left, index).cmp(&whole(right, index))));
                Found::stored(E::from_index(i64::from(holds), *dtype))
            }
            Node::Negate(operand) => operand.value(leaf, index)?.negated(),
            Node::Add(left, right) => left.value(leaf, index)?.plus(right.value(leaf, index)?),
            // What is absent annihilates a division by zero, too.
            Node::Multiply(left, right) => match (left.value(leaf, index), right.value(leaf, index)) {
                (Ok(one), _) | (_, Ok(one)) if one.is_absent() => Found::ABSENT,
                (left, right) => left?.times(right?),
            },
            Node::Divide(left, right) => match left.value(leaf, index)? {
                left if left.is_absent() => left,
                left => left.over(right.value(leaf, index)?).ok_or(DividedByZero)?,
            },
            Node::Extremum(function, arguments) => {
                let mut best: Option<Found<E>> = None;
                for argument in arguments {
                    let next = argument.value(leaf, index)?;
                    best = Some(best.map_or(next, |best| best.extremum(next, *function)));
                }
                best.unwrap_or(Found::ABSENT)
            }
            Node::Call(function, arguments) => {
                let values: Vec<_> =
                    arguments.iter().map(|argument| argument.value(leaf, index)).collect::<Result<_, _>>()?;
                Found::call(*function, &values)
            }
            Node::Where(parts) => {
                let [condition, then, otherwise] = &**parts;
                let condition = condition.value(leaf, index)?;
                // Which one is not chosen may divide by zero.
                let (then, otherwise) = (then.value(leaf, index), otherwise.value(leaf, index));
                if let (Ok(then), Ok(otherwise)) = (&then, &otherwise)
                    && let Some(either) = then.either(*otherwise)
                {
                    return Ok(either);
                }
                if condition.holds() { then?.chosen_by(condition) } else { otherwise?.chosen_by(condition) }
            }
            Node::Compare(relation, left, right) => {
                left.value(leaf, index)?.compare(*relation, right.value(leaf, index)?)
            }
        })
    }

    /// Appends the numbers of the leaves below.
    pub(super) fn collect_leaves(&self, found: &mut Vec<usize>) {
        match self {
            Node::Number(_) | Node::Index(..) | Node::CompareIndices(..) => {}
            Node::Leaf(number) => found.push(*number),
            Node::Negate(operand) => operand.collect_leaves(found),
            Node::Add(left, right) | Node::Multiply(left, right) | Node::Divide(left, right) => {
                left.collect_leaves(found);
                right.collect_leaves(found);
            }
            Node::Compare(_, left, right) => {
                left.collect_leaves(found);
                right.collect_leaves(found);
            }
            Node::Where(parts) => parts.iter().for_each(|part| part.collect_leaves(found)),
            Node::Extremum(_, arguments) | Node::Call(_, arguments) => {
                arguments.iter().for_each(|argument| argument.collect_leaves(found));
            }
        }
    }

    /// Whether the value of a variable is part of it.
    pub(super) fn has_index(&self) -> bool {
        match self {
            Node::Index(..) | Node::CompareIndices(..) => true,
            Node::Number(_) | Node::Leaf(_) => false,
            Node::Negate(operand) => operand.has_index(),
            Node::Add(left, right)
            | Node::Multiply(left, right)
            | Node::Divide(left, right)
            | Node::Compare(_, left, right) => left.has_index() || right.has_index(),
            Node::Where(parts) => parts.iter().any(Node::has_index),
            Node::Extremum(_, arguments) | Node::Call(_, arguments) => arguments.iter().any(Node::has_index),
        }
    }
}
