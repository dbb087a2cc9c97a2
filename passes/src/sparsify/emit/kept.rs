//! A value that may be missing: the condition under which there is one.

use crate::values::constant_number;
use lacuna_dialects::{builder::Builder, ir::Value};
use melior::ir::ValueLike;

/// A value, where there is one.
#[derive(Clone, Copy)]
pub enum Kept<'c> {
    /// There is none.
    Never,
    /// Everywhere.
    Always(Value<'c>),
    /// Where the first is true.
    Where(Value<'c>, Value<'c>),
}

impl<'c> Kept<'c> {
    /// The value, if there may be one.
    pub fn value(self) -> Option<Value<'c>> {
        match self {
            Self::Never => None,
            Self::Always(value) | Self::Where(_, value) => Some(value),
        }
    }

    /// Another value under the same condition.
    pub fn with_value(self, other: Value<'c>) -> Self {
        match self {
            Self::Never => Self::Never,
            Self::Always(_) => Self::Always(other),
            Self::Where(condition, _) => Self::Where(condition, other),
        }
    }
}

pub fn select<'c>(builder: &Builder<'c>, condition: Value<'c>, left: Kept<'c>, right: Kept<'c>) -> Kept<'c> {
    let truth = |number: f64| builder.number(number, builder.bool_type());
    let parts = |kept| match kept {
        Kept::Never => None,
        Kept::Always(value) => Some((truth(-1.0), value)),
        Kept::Where(condition, value) => Some((condition, value)),
    };
    match (left, right) {
        (Kept::Never, Kept::Never) => Kept::Never,
        (Kept::Always(left), Kept::Always(right)) => Kept::Always(choose(builder, condition, left, right)),
        (Kept::Always(left), Kept::Never) => Kept::Where(condition, left),
        _ => {
            let (left, right) = (parts(left), parts(right));
            let condition_of = |part: Option<(Value<'c>, Value<'c>)>| part.map_or_else(|| truth(0.0), |part| part.0);
            let kept = choose(builder, condition, condition_of(left), condition_of(right));
            let value = match (left, right) {
                (Some((_, left)), Some((_, right))) => choose(builder, condition, left, right),
                (Some((_, value)), None) | (None, Some((_, value))) => value,
                (None, None) => unreachable!("one of them is a value"),
            };
            Kept::Where(kept, value)
        }
    }
}

/// A value, where there is one and another condition holds.
pub fn only_where<'c>(builder: &Builder<'c>, condition: Option<Value<'c>>, kept: Kept<'c>) -> Kept<'c> {
    match (condition, kept) {
        (None, kept) | (_, kept @ Kept::Never) => kept,
        (Some(condition), Kept::Always(value)) => Kept::Where(condition, value),
        (Some(condition), Kept::Where(also, value)) => {
            Kept::Where(builder.binary("arith.andi", condition, also), value)
        }
    }
}

/// One of two values.
pub fn choose<'c>(builder: &Builder<'c>, condition: Value<'c>, left: Value<'c>, right: Value<'c>) -> Value<'c> {
    builder.value("arith.select", &[condition, left, right], left.r#type(), &[])
}

/// Whether a value is the constant true.
pub fn is_true(value: Value<'_>) -> bool {
    constant_number(value).is_some_and(|number| number != 0.0)
}
