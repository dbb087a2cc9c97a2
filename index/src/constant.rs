//! Scalar constants that are known while compiling.

use super::Scalar;
use lacuna_layout::{Description, Fill};

/// A scalar. Integers are kept sign-extended from the width of their type.
#[derive(Clone, Copy, Debug)]
pub enum Constant {
    /// Of an integer type or `index`.
    Integer(i64),
    /// Of a floating-point type.
    Float(f64),
    /// Of a complex type: real and imaginary part, not both zero, unless their signs matter.
    Complex(f64, f64),
    /// Zero of a complex type, or of one of which nothing else is known.
    Zero,
    /// No value: no entry where it would be written, nothing where it would be combined.
    Absent,
}

/// Numbers are equal by value, zeros of either sign too; NaN is NaN.
impl PartialEq for Constant {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(one), Self::Integer(other)) => one == other,
            (Self::Float(one), Self::Float(other)) => is_same(*one, *other),
            (Self::Complex(re, im), Self::Complex(other_re, other_im)) => {
                is_same(*re, *other_re) && is_same(*im, *other_im)
            }
            (Self::Zero, Self::Zero) | (Self::Absent, Self::Absent) => true,
            _ => false,
        }
    }
}

/// Whether numbers are equal, or both are none.
fn is_same(one: f64, other: f64) -> bool {
    one == other || one.is_nan() && other.is_nan()
}

impl Constant {
    /// A complex number.
    pub fn complex(re: f64, im: f64) -> Self {
        if re == 0.0 && im == 0.0 { Self::Zero } else { Self::Complex(re, im) }
    }

    /// The value of the points that a tensor of this format does not store.
    pub fn fill(format: Option<&Description>, element: Scalar) -> Self {
        let of_fill = |fill: Fill| match fill.as_float() {
            Some(number) => Self::Float(number),
            None => Self::Integer(fill.as_integer()),
        };
        let given = format.and_then(|format| format.value.fill).map(of_fill);
        given.or_else(|| Self::number(0, element)).unwrap_or(Self::Zero)
    }

    /// The number 0, 1, ... in a scalar type; `None` where the type has no such number.
    pub fn number(number: i64, r#type: Scalar) -> Option<Self> {
        if r#type.is_float() {
            Some(Self::Float(number as f64))
        } else if r#type.is_integer() {
            Some(Self::integer(number, r#type))
        } else {
            (number == 0).then_some(Self::Zero)
        }
    }

    /// An integer of a type: wrapped to its width.
    pub fn integer(number: i64, r#type: Scalar) -> Self {
        let width = r#type.integer_bits().unwrap_or(64).min(64);
        Self::Integer(if width == 0 { 0 } else { number << (64 - width) >> (64 - width) })
    }

    /// Whether it is zero of its type; minus zero is.
    pub fn is_zero(self) -> bool {
        matches!(self, Self::Integer(0) | Self::Zero) || matches!(self, Self::Float(number) if number == 0.0)
    }

    /// Whether it is one of its type.
    pub fn is_one(self, r#type: Scalar) -> bool {
        Self::number(1, r#type) == Some(self)
    }

    /// Whether it is a number, and no infinity.
    pub fn is_finite(self) -> bool {
        match self {
            Self::Integer(_) | Self::Zero => true,
            Self::Float(number) => number.is_finite(),
            Self::Complex(re, im) => re.is_finite() && im.is_finite(),
            Self::Absent => false,
        }
    }

    /// Whether all its bits are set.
    pub fn is_all_ones(self) -> bool {
        self == Self::Integer(-1)
    }

    /// Whether it is the same to the last bit, the sign of a zero too.
    pub fn is_identical(self, other: Self) -> bool {
        match (self, other) {
            (Self::Float(one), Self::Float(other)) => one.to_bits() == other.to_bits(),
            (Self::Complex(re, im), Self::Complex(other_re, other_im)) => {
                re.to_bits() == other_re.to_bits() && im.to_bits() == other_im.to_bits()
            }
            _ => self == other,
        }
    }

    /// The number that it is; of complex ones, none.
    pub fn as_number(self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(number as f64),
            Self::Float(number) => Some(number),
            Self::Complex(..) | Self::Zero | Self::Absent => None,
        }
    }
}
