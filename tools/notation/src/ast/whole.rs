//! Whole numbers that index variables make.

use super::{Expr, ExprKind, Number, Operator};

/// A whole number made of index variables, which are `V`, and of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whole<V> {
    /// A number.
    Number(i64),
    /// The value of an index variable.
    Index(V),
    /// `-operand`.
    Negate(Box<Whole<V>>),
    /// `left + right`.
    Add(Box<[Whole<V>; 2]>),
    /// `left - right`.
    Subtract(Box<[Whole<V>; 2]>),
    /// `left * right`.
    Multiply(Box<[Whole<V>; 2]>),
}

impl<'a> Whole<&'a str> {
    /// The whole number that an expression is; `None` if it has anything else in it.
    pub(super) fn of(expr: &'a Expr) -> Option<Self> {
        Some(match &expr.kind {
            ExprKind::Number(Number::Integer(number)) => Self::Number(*number),
            ExprKind::Index(variable) => Self::Index(variable),
            ExprKind::Negate(operand) => Self::Negate(Box::new(Self::of(operand)?)),
            ExprKind::Binary { operator, left, right } => {
                let sides = Box::new([Self::of(left)?, Self::of(right)?]);
                match operator {
                    Operator::Add => Self::Add(sides),
                    Operator::Subtract => Self::Subtract(sides),
                    Operator::Multiply => Self::Multiply(sides),
                    Operator::Divide => return None,
                }
            }
            _ => return None,
        })
    }
}

impl<V> Whole<V> {
    /// The same number, with its variables named otherwise.
    ///
    /// # Errors
    /// The first of `name`.
    pub fn renamed<W, E>(&self, name: &mut dyn FnMut(&V) -> Result<W, E>) -> Result<Whole<W>, E> {
        let mut both = |[left, right]: &[Self; 2]| Ok(Box::new([left.renamed(name)?, right.renamed(name)?]));
        Ok(match self {
            Self::Add(sides) => Whole::Add(both(sides)?),
            Self::Subtract(sides) => Whole::Subtract(both(sides)?),
            Self::Multiply(sides) => Whole::Multiply(both(sides)?),
            Self::Number(number) => Whole::Number(*number),
            Self::Index(variable) => Whole::Index(name(variable)?),
            Self::Negate(operand) => Whole::Negate(Box::new(operand.renamed(name)?)),
        })
    }
}
