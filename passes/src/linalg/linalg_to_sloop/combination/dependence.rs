//! Which values of a body depend on the old value of its result.

use super::super::refusal::{Unconvertible, refuse};
use crate::fp::FpMode;
use lacuna_dialects::ir::{Block, Op, Value, op_name, operands, ops_in, results};
use melior::ir::operation::OperationLike;

/// What is known around a body.
pub struct BodyFacts<'c> {
    /// The operation whose body it is.
    pub op: Op<'c>,
    /// The body.
    pub block: Block<'c>,
    /// The old value of the result.
    pub own: Value<'c>,
    /// What floating point may be turned into.
    pub fp: FpMode,
    /// Whether a point is combined with many values, so that the result cannot be computed from the old value at once.
    pub is_reduction: bool,
    /// Whether the result is stored in levels.
    pub is_stored: bool,
    /// Whether the result starts from numbers, none of which is NaN.
    pub starts_from_numbers: bool,
}

/// The values of a body that depend on the old one.
pub struct Dependence<'a, 'c> {
    pub around: &'a BodyFacts<'c>,
    dependent: Vec<Value<'c>>,
}

impl<'a, 'c> Dependence<'a, 'c> {
    pub fn of(around: &'a BodyFacts<'c>) -> Self {
        let mut dependent = vec![around.own];
        for op in ops_in(around.block) {
            if operands(op).iter().any(|operand| dependent.contains(operand)) {
                dependent.extend(results(op));
            }
        }
        Self { around, dependent }
    }

    /// Whether a value is the old one or computed from it.
    pub fn on(&self, value: Value<'c>) -> bool {
        self.dependent.contains(&value)
    }

    /// Why an operation is in the way, and what the user can do.
    pub fn refused(&self, op: Op<'c>, why: &str, remedy: &str) -> Unconvertible<'c> {
        refuse(
            op.location(),
            format!(
                "the body of a reduction must combine the old value of its result with others, by an operation that adds, \
                 multiplies, or takes the minimum, maximum, and, or, xor: {} {why}; {remedy}",
                op_name(op)
            ),
        )
    }
}
