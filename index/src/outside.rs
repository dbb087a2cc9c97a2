//! Scalars from outside of a nest.

use super::{ValueId, constant::Constant};

/// A scalar from outside of a nest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outside {
    /// The value; none of a constant that the compiler made.
    pub value: Option<ValueId>,
    /// The constant that it is, if it is one.
    pub constant: Option<Constant>,
}

impl Outside {
    /// A constant that the compiler makes.
    pub fn constant(constant: Constant) -> Self {
        Self { value: None, constant: Some(constant) }
    }

    /// Whether it is certainly the same as another.
    pub fn is_same(self, other: Self) -> bool {
        self.value.is_some() && self.value == other.value || self.constant.is_some() && self.constant == other.constant
    }

    /// The number that it is, if it is known.
    pub fn number(self) -> Option<f64> {
        self.constant.and_then(Constant::as_number)
    }
}
