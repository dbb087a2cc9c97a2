//! The arithmetics that the oracle computes in: floats and complex numbers with their magnitude, and wrapping integers
//! of each width.

use std::cmp::Ordering;

use lacuna_runtime::value::{Complex, Dtype};

use crate::ast::Function;

/// What an element can do. Subtraction is the addition of the negated.
pub(super) trait Arithmetic: Copy + Send + Sync {
    /// The neutral element of addition.
    const ZERO: Self;
    /// Whether of two elements one is larger.
    const IS_ORDERED: bool;
    /// Whether what is computed from numbers of the program alone is known; else only the zeros that it adds are.
    const KNOWS_NUMBERS: bool;

    /// The element of type `dtype` for a float, unless it is outside that type.
    fn from_float(value: f64, dtype: Dtype) -> Option<Self>;
    /// The element of type `dtype` for an integer, unless it is outside that type.
    fn from_integer(value: i64, dtype: Dtype) -> Option<Self>;
    /// The element of type `dtype` for a complex number, unless it is outside that type.
    fn from_complex(_value: Complex<f64>, _dtype: Dtype) -> Option<Self> {
        None
    }

    /// The element as an entry of an operand.
    fn as_entry(self) -> Self {
        self
    }
    /// The element as one of those that a sum over variables adds up.
    fn as_summand(self) -> Self {
        self
    }
    /// Whether it is zero, of either sign.
    fn is_zero(self) -> bool;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn negated(self) -> Self;
    /// The quotient, unless it is an integer division by zero.
    fn over(self, divisor: Self) -> Option<Self>;
    /// The larger or the smaller one, of elements that are ordered.
    fn extremum(self, other: Self, function: Function) -> Self;
}

/// A number with rounding errors.
pub(super) trait Inexact: Copy + PartialEq + Send + Sync {
    const ZERO: Self;
    const IS_ORDERED: bool;
    const KNOWS_NUMBERS: bool;

    /// The nearest number of type `dtype`.
    fn rounded(self, dtype: Dtype) -> Self;
    fn from_real(value: f64) -> Self;
    fn from_complex(value: Complex<f64>) -> Option<Self>;
    /// The absolute value.
    fn size(self) -> f64;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn negated(self) -> Self;
    fn over(self, divisor: Self) -> Self;
    /// Which one is larger, where neither is nan. Of zeros it is the one without a sign.
    fn order(self, other: Self) -> Option<Ordering>;
}

impl Inexact for f64 {
    const ZERO: Self = 0.0;
    const IS_ORDERED: bool = true;
    const KNOWS_NUMBERS: bool = true;

    fn rounded(self, dtype: Dtype) -> Self {
        if dtype == Dtype::F32 { f64::from(self as f32) } else { self }
    }

    fn from_real(value: f64) -> Self {
        value
    }

    fn from_complex(_value: Complex<f64>) -> Option<Self> {
        None
    }

    fn size(self) -> f64 {
        self.abs()
    }

    fn plus(self, other: Self) -> Self {
        self + other
    }

    fn times(self, other: Self) -> Self {
        self * other
    }

    fn negated(self) -> Self {
        -self
    }

    fn over(self, divisor: Self) -> Self {
        self / divisor
    }

    fn order(self, other: Self) -> Option<Ordering> {
        (!self.is_nan() && !other.is_nan()).then(|| self.total_cmp(&other))
    }
}

impl Inexact for Complex<f64> {
    const ZERO: Self = Complex::new(0.0, 0.0);
    const IS_ORDERED: bool = false;
    const KNOWS_NUMBERS: bool = false;

    fn rounded(self, dtype: Dtype) -> Self {
        let round = |part: f64| if dtype == Dtype::Complex64 { f64::from(part as f32) } else { part };
        Complex::new(round(self.re), round(self.im))
    }

    fn from_real(value: f64) -> Self {
        Complex::new(value, 0.0)
    }

    fn from_complex(value: Complex<f64>) -> Option<Self> {
        Some(value)
    }

    fn size(self) -> f64 {
        self.re.hypot(self.im)
    }

    fn plus(self, other: Self) -> Self {
        Complex::new(self.re + other.re, self.im + other.im)
    }

    fn times(self, other: Self) -> Self {
        Complex::new(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)
    }

    fn negated(self) -> Self {
        Complex::new(-self.re, -self.im)
    }

    /// By the larger part of the divisor, so that nothing overflows (Smith, CACM 5(8), 1962).
    fn over(self, divisor: Self) -> Self {
        if divisor.re.abs() >= divisor.im.abs() {
            let ratio = divisor.im / divisor.re;
            let scale = divisor.re + divisor.im * ratio;
            Complex::new((self.re + self.im * ratio) / scale, (self.im - self.re * ratio) / scale)
        } else {
            let ratio = divisor.re / divisor.im;
            let scale = divisor.re * ratio + divisor.im;
            Complex::new((self.re * ratio + self.im) / scale, (self.im * ratio - self.re) / scale)
        }
    }

    fn order(self, _other: Self) -> Option<Ordering> {
        None
    }
}

/// A number and the sum of the absolute values of the summands that made it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measured<V> {
    pub(super) value: V,
    pub(super) magnitude: f64,
}

impl<V: Inexact> Measured<V> {
    fn new(value: V, dtype: Dtype) -> Self {
        let value = value.rounded(dtype);
        Measured { value, magnitude: value.size() }
    }
}

impl<V: Inexact> Arithmetic for Measured<V> {
    const ZERO: Self = Measured { value: V::ZERO, magnitude: 0.0 };
    const IS_ORDERED: bool = V::IS_ORDERED;
    const KNOWS_NUMBERS: bool = V::KNOWS_NUMBERS;

    fn from_float(value: f64, dtype: Dtype) -> Option<Self> {
        Some(Self::new(V::from_real(value), dtype))
    }

    fn from_integer(value: i64, dtype: Dtype) -> Option<Self> {
        Self::from_float(value as f64, dtype)
    }

    fn from_complex(value: Complex<f64>, dtype: Dtype) -> Option<Self> {
        Some(Self::new(V::from_complex(value)?, dtype))
    }

    fn is_zero(self) -> bool {
        self.value == V::ZERO
    }

    fn plus(self, other: Self) -> Self {
        Measured { value: self.value.plus(other.value), magnitude: self.magnitude + other.magnitude }
    }

    fn times(self, other: Self) -> Self {
        Measured { value: self.value.times(other.value), magnitude: self.magnitude * other.magnitude }
    }

    fn negated(self) -> Self {
        Measured { value: self.value.negated(), ..self }
    }

    /// A divisor that was made by cancellation passes its own relative error on to the quotient.
    fn over(self, divisor: Self) -> Option<Self> {
        let size = divisor.value.size();
        let cancellation = (divisor.magnitude / size).max(1.0);
        Some(Measured { value: self.value.over(divisor.value), magnitude: self.magnitude / size * cancellation })
    }

    /// An error of either one may decide which it is, but is then all that the result is off by. What is nan stays nan.
    fn extremum(self, other: Self, function: Function) -> Self {
        let value = match self.value.order(other.value) {
            Some(order) if is_chosen(order, function) => self.value,
            Some(_) => other.value,
            None => self.value.plus(other.value),
        };
        Measured { value, magnitude: self.magnitude.max(other.magnitude) }
    }
}

/// Whether a function chooses the left one of two, given how it compares with the right one.
fn is_chosen(left_to_right: Ordering, function: Function) -> bool {
    match function {
        Function::Max => left_to_right.is_gt(),
        Function::Min => left_to_right.is_lt(),
    }
}

macro_rules! wrapping_arithmetic {
    ($integer:ident) => {
        impl Arithmetic for $integer {
            const ZERO: Self = 0;
            const IS_ORDERED: bool = true;
            const KNOWS_NUMBERS: bool = true;

            fn from_float(value: f64, _: Dtype) -> Option<Self> {
                // Both bounds are exact as floats; the upper one is excluded.
                let in_range = value >= i64::MIN as f64 && value < -(i64::MIN as f64);
                (in_range && value.fract() == 0.0).then_some(value as i64)?.try_into().ok()
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

            fn extremum(self, other: Self, function: Function) -> Self {
                if is_chosen(self.cmp(&other), function) { self } else { other }
            }
        }
    };
}

wrapping_arithmetic!(i64);
wrapping_arithmetic!(i32);
wrapping_arithmetic!(i16);
wrapping_arithmetic!(i8);
