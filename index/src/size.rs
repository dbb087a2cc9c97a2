//! Sizes of index variables, as data: what they are is known, when the program runs, from operands and values from outside.

use super::ValueId;
use lacuna_layout::algebra::Form;

/// A number of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// None: the variable has no range of its own, such as the offset of a diagonal. The levels of operands say which
    /// values it takes.
    Unranged,
    /// A number.
    Number(u64),
    /// A value from outside of the nest.
    Outside(ValueId),
    /// A dimension of a tensor or buffer.
    Dimension(ValueId, usize),
    /// The slots of a level of a stored tensor.
    Slots(ValueId, usize),
    /// The values of a form of dimensions of these sizes, such as a quotient, rounded up.
    Form(Form, Vec<Size>),
}

impl Size {
    /// The number, where it is known while compiling.
    pub fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether the variable takes the values from 0 up to the size.
    pub fn is_range(&self) -> bool {
        *self != Self::Unranged
    }
}
