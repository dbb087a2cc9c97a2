//! Operations on scalars, as data: what decides which value they give.

use super::{OpId, constant::Constant, intern::intern};

/// An operation on scalars, and which of its results is meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operation {
    /// The name, and the number of the result where that is not the first: `math.sincos#1`.
    key: &'static str,
    /// The number of the result.
    pub result: usize,
    /// What decides its value besides operands.
    pub detail: Detail,
    /// The operation in the IR whose attributes a new one gets; none of one that the compiler makes.
    pub source: Option<OpId>,
}

/// An attribute that decides the value of an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Detail {
    /// There is none.
    None,
    /// The predicate of a comparison.
    Predicate(i64),
    /// The value of a constant.
    Number(Constant),
    /// The value of a complex constant: real and imaginary part.
    Complex(f64, f64),
}

impl Operation {
    /// A result of an operation with this name.
    pub fn new(name: &str, result: usize, detail: Detail, source: Option<OpId>) -> Self {
        let key = if result == 0 { intern(name) } else { intern(&format!("{name}#{result}")) };
        Self { key, result, detail, source }
    }

    /// An operation that the compiler makes, with one result of the type of its operands.
    pub fn made(name: &'static str) -> Self {
        Self { key: name, result: 0, detail: Detail::None, source: None }
    }

    /// The name, and the number of the result where that is not the first: `math.sincos#1`.
    pub fn name(self) -> &'static str {
        self.key
    }

    /// The name as it is written in the IR.
    pub fn op_name(self) -> &'static str {
        self.key.split('#').next().unwrap_or(self.key)
    }

    /// Whether it gives the same value on the same operands.
    pub fn is_same(self, other: Self) -> bool {
        (self.key, self.result, self.detail) == (other.key, other.result, other.detail)
    }

    /// The constant that the operation is; of complex numbers, zero only.
    pub fn constant(self) -> Option<Constant> {
        match self.detail {
            Detail::Number(constant) => Some(constant),
            Detail::Complex(re, im) => Some(Constant::complex(re, im)),
            _ => None,
        }
    }
}
