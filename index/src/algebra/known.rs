//! What is known of a value, and what is found out of it.

use crate::constant::Constant;

/// What is known of an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// Its value.
    pub value: Constant,
    /// Whether it is so because an entry is not stored. Only then does zero annihilate: what is not stored does not turn
    /// infinity into NaN; and a number of the program takes no entry away, whatever its type: a product with zero is stored
    /// where its other factor is. What an operation makes of an absent operand and of numbers is absent, too.
    pub absent: bool,
}

/// What an operation amounts to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Simplified {
    /// A constant.
    Constant(Known),
    /// One of its operands.
    Operand(usize),
    /// Nothing simpler.
    Itself,
}
