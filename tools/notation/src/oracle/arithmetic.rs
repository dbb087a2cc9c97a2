//! The arithmetics that the oracle computes in: floats with their magnitude, and wrapping integers of two widths.

use lacuna_runtime::value::Dtype;

/// What an element can do. Subtraction is the addition of the negated.
pub(super) trait Arithmetic: Copy + Send + Sync {
    /// The neutral element of addition.
    const ZERO: Self;

    /// The element of type `dtype` for a float, unless it is outside that type.
    fn from_float(value: f64, dtype: Dtype) -> Option<Self>;
    /// The element of type `dtype` for an integer, unless it is outside that type.
    fn from_integer(value: i64, dtype: Dtype) -> Option<Self>;

    /// Whether it is zero, of either sign.
    fn is_zero(self) -> bool;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn negated(self) -> Self;
    /// The quotient, unless it is an integer division by zero.
    fn over(self, divisor: Self) -> Option<Self>;
}

/// A float and the sum of the absolute values of the summands that made it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measured {
    pub(super) value: f64,
    pub(super) magnitude: f64,
}

impl Arithmetic for Measured {
    const ZERO: Self = Measured { value: 0.0, magnitude: 0.0 };

    fn from_float(value: f64, dtype: Dtype) -> Option<Self> {
        let value = if dtype == Dtype::F32 { f64::from(value as f32) } else { value };
        Some(Measured { value, magnitude: value.abs() })
    }

    fn from_integer(value: i64, dtype: Dtype) -> Option<Self> {
        Self::from_float(value as f64, dtype)
    }

    fn is_zero(self) -> bool {
        self.value == 0.0
    }

    fn plus(self, other: Self) -> Self {
        Measured { value: self.value + other.value, magnitude: self.magnitude + other.magnitude }
    }

    fn times(self, other: Self) -> Self {
        Measured { value: self.value * other.value, magnitude: self.magnitude * other.magnitude }
    }

    fn negated(self) -> Self {
        Measured { value: -self.value, ..self }
    }

    /// A divisor that was made by cancellation passes its own relative error on to the quotient.
    fn over(self, divisor: Self) -> Option<Self> {
        let size = divisor.value.abs();
        let cancellation = (divisor.magnitude / size).max(1.0);
        Some(Measured { value: self.value / divisor.value, magnitude: self.magnitude / size * cancellation })
    }
}

impl Arithmetic for i64 {
    const ZERO: Self = 0;

    fn from_float(value: f64, _: Dtype) -> Option<Self> {
        // Both bounds are exact as floats; the upper one is excluded.
        let in_range = value >= i64::MIN as f64 && value < -(i64::MIN as f64);
        (in_range && value.fract() == 0.0).then_some(value as i64)
    }

    fn from_integer(value: i64, _: Dtype) -> Option<Self> {
        Some(value)
    }

    fn is_zero(self) -> bool {
        self == 0
    }

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn times(self, other: Self) -> Self {
        self.wrapping_mul(other)
    }

    fn negated(self) -> Self {
        self.wrapping_neg()
    }

    fn over(self, divisor: Self) -> Option<Self> {
        (divisor != 0).then(|| self.wrapping_div(divisor))
    }
}

impl Arithmetic for i32 {
    const ZERO: Self = 0;

    fn from_float(value: f64, dtype: Dtype) -> Option<Self> {
        i64::from_float(value, dtype)?.try_into().ok()
    }

    fn from_integer(value: i64, _: Dtype) -> Option<Self> {
        value.try_into().ok()
    }

    fn is_zero(self) -> bool {
        self == 0
    }

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn times(self, other: Self) -> Self {
        self.wrapping_mul(other)
    }

    fn negated(self) -> Self {
        self.wrapping_neg()
    }

    fn over(self, divisor: Self) -> Option<Self> {
        (divisor != 0).then(|| self.wrapping_div(divisor))
    }
}
