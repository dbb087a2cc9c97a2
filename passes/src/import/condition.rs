//! Conditions under which a value is present, simplified as they are built.

use lacuna_dialects::{builder::Builder, ir::Value};
use melior::ir::ValueLike;

/// Where something holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Condition<'c> {
    /// Nowhere.
    Never,
    /// Where this `i1` is true.
    Where(Value<'c>),
    /// Everywhere.
    Always,
}

impl<'c> Condition<'c> {
    pub fn and(self, builder: &Builder<'c>, other: Self) -> Self {
        match (self, other) {
            (Self::Never, _) | (_, Self::Never) => Self::Never,
            (Self::Always, other) | (other, Self::Always) => other,
            (one, other) if one == other => one,
            (Self::Where(one), Self::Where(other)) => Self::Where(builder.binary("arith.andi", one, other)),
        }
    }

    pub fn or(self, builder: &Builder<'c>, other: Self) -> Self {
        match (self, other) {
            (Self::Always, _) | (_, Self::Always) => Self::Always,
            (Self::Never, other) | (other, Self::Never) => other,
            (one, other) if one == other => one,
            (Self::Where(one), Self::Where(other)) => Self::Where(builder.binary("arith.ori", one, other)),
        }
    }

    /// What holds where `inside` does here, and where `outside` does elsewhere.
    pub fn split(self, builder: &Builder<'c>, inside: Self, outside: Self) -> Self {
        match (self, inside, outside) {
            (Self::Always, inside, _) => inside,
            (Self::Never, _, outside) => outside,
            _ if inside == outside => inside,
            (_, Self::Always, outside) => self.or(builder, outside),
            (_, inside, Self::Never) => self.and(builder, inside),
            (Self::Where(here), _, _) => {
                let (inside, outside) = (inside.truth(builder), outside.truth(builder));
                Self::Where(builder.value("arith.select", &[here, inside, outside], builder.bool_type(), &[]))
            }
        }
    }

    /// One value here, another elsewhere.
    pub fn choose(self, builder: &Builder<'c>, inside: Value<'c>, outside: Value<'c>) -> Value<'c> {
        match self {
            Self::Always => inside,
            Self::Never => outside,
            _ if inside == outside => inside,
            Self::Where(here) => builder.value("arith.select", &[here, inside, outside], inside.r#type(), &[]),
        }
    }

    fn truth(self, builder: &Builder<'c>) -> Value<'c> {
        match self {
            Self::Never => builder.number(0.0, builder.bool_type()),
            Self::Where(condition) => condition,
            Self::Always => builder.number(-1.0, builder.bool_type()),
        }
    }
}
