//! Numbers with rounding errors, and what an error of a result is to be measured against.

use std::cmp::Ordering;

use lacuna_runtime::value::{Complex, Dtype};

use super::{Arithmetic, functions, holds, is_chosen};
use crate::ast::{Function, Relation};

/// Whole numbers below this are exact in each type, and so are their sums and products.
const EXACT: f64 = 16_777_216.0;
/// An error of this part of the magnitude may come from rounding, in any type.
const ROUNDING: f64 = 1e-4;

/// A number with rounding errors.
pub(in crate::oracle) trait Inexact: Copy + PartialEq + Send + Sync {
    const ZERO: Self;
    const LEAST: Self;
    const GREATEST: Self;
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
    /// Which one is larger, where neither is nan; zeros are equal.
    fn relation(self, other: Self) -> Option<Ordering>;
    /// Whether they have the same bits.
    fn is_same(self, other: Self) -> bool;
    /// Whether it is a whole number so small that sums and products with others are exact.
    fn is_whole(self) -> bool;
    /// How far it is from the nearest whole number; complex numbers have no such distance.
    fn distance_to_whole(self) -> f64;
    /// A function of one argument, or a power.
    fn call(function: Function, arguments: &[Self]) -> Self;
}

macro_rules! real_numbers {
    ($real:ident) => {
        impl Inexact for $real {
            const ZERO: Self = 0.0;
            const LEAST: Self = $real::NEG_INFINITY;
            const GREATEST: Self = $real::INFINITY;
            const KNOWS_NUMBERS: bool = true;

            fn rounded(self, dtype: Dtype) -> Self {
                if dtype == Dtype::F32 { self as f32 as $real } else { self }
            }

            fn from_real(value: f64) -> Self {
                value as $real
            }

            fn from_complex(_value: Complex<f64>) -> Option<Self> {
                None
            }

            fn size(self) -> f64 {
                f64::from(self.abs())
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

            fn relation(self, other: Self) -> Option<Ordering> {
                self.partial_cmp(&other)
            }

            fn is_same(self, other: Self) -> bool {
                self.to_bits() == other.to_bits()
            }

            fn is_whole(self) -> bool {
                self.fract() == 0.0 && f64::from(self.abs()) < EXACT
            }

            fn distance_to_whole(self) -> f64 {
                f64::from((self - self.round()).abs())
            }

            fn call(function: Function, arguments: &[Self]) -> Self {
                let arguments: Vec<f64> = arguments.iter().copied().map(f64::from).collect();
                functions::of_reals(function, &arguments) as $real
            }
        }
    };
}

real_numbers!(f64);
real_numbers!(f32);

impl Inexact for Complex<f64> {
    const ZERO: Self = Complex::new(0.0, 0.0);
    // Complex numbers have no order; nothing asks for these.
    const LEAST: Self = Complex::new(f64::NEG_INFINITY, 0.0);
    const GREATEST: Self = Complex::new(f64::INFINITY, 0.0);
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

    /// Complex numbers are compared for equality only.
    fn relation(self, other: Self) -> Option<Ordering> {
        (self == other).then_some(Ordering::Equal)
    }

    fn is_same(self, other: Self) -> bool {
        self.re.is_same(other.re) && self.im.is_same(other.im)
    }

    fn is_whole(self) -> bool {
        self.re.is_whole() && self.im.is_whole()
    }

    fn distance_to_whole(self) -> f64 {
        0.0
    }

    fn call(function: Function, arguments: &[Self]) -> Self {
        functions::of_complex(function, arguments)
    }
}

/// A number and the sum of the absolute values of the summands that made it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::oracle) struct Measured<V> {
    pub(in crate::oracle) value: V,
    pub(in crate::oracle) magnitude: f64,
    certainty: Certainty,
}

/// What rounding may have done to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Certainty {
    /// Nothing: the kernel has the same number.
    Exact,
    /// The kernel's number differs by a small part of the magnitude.
    Rounded,
    /// Rounding decided between two numbers that are not near one another: the sign of a sum that is zero but for rounding,
    /// say. Any number is right.
    Doubtful,
}

impl<V: Inexact> Measured<V> {
    fn new(value: V, dtype: Dtype) -> Self {
        let value = value.rounded(dtype);
        Measured { value, magnitude: value.size(), certainty: Certainty::Exact }
    }

    /// A number that was computed from these.
    fn computed(value: V, magnitude: f64, from: &[Self]) -> Self {
        let worst = from.iter().map(|one| one.certainty).max().unwrap_or(Certainty::Exact);
        let is_exact = worst == Certainty::Exact && value.is_whole() && from.iter().all(|one| one.value.is_whole());
        let certainty = if is_exact { worst } else { worst.max(Certainty::Rounded) };
        Measured { value, magnitude, certainty }
    }

    /// A number that jumps where one that it is computed from is at this distance.
    fn jumping(value: V, distance: f64, from: &[Self]) -> Self {
        let worst = from.iter().map(|one| one.certainty).max().unwrap_or(Certainty::Exact);
        let reach = from.iter().map(|one| one.magnitude).fold(0.0, f64::max) * ROUNDING;
        let certainty = match worst {
            Certainty::Rounded if distance <= reach => Certainty::Doubtful,
            Certainty::Rounded => Certainty::Exact,
            certainty => certainty,
        };
        Measured { value, magnitude: value.size(), certainty }
    }
}

impl<V: Inexact> Arithmetic for Measured<V> {
    const ZERO: Self = Measured { value: V::ZERO, magnitude: 0.0, certainty: Certainty::Exact };
    const LEAST: Self = Measured { value: V::LEAST, magnitude: f64::INFINITY, certainty: Certainty::Exact };
    const GREATEST: Self = Measured { value: V::GREATEST, magnitude: f64::INFINITY, certainty: Certainty::Exact };
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

    fn from_index(value: i64, dtype: Dtype) -> Self {
        Self::new(V::from_real(value as f64), dtype)
    }

    fn is_zero(self) -> bool {
        self.value == V::ZERO
    }

    fn is_doubtful(self) -> bool {
        self.certainty == Certainty::Doubtful
    }

    fn is_same(self, other: Self) -> bool {
        self.value.is_same(other.value)
    }

    fn plus(self, other: Self) -> Self {
        Self::computed(self.value.plus(other.value), self.magnitude + other.magnitude, &[self, other])
    }

    fn times(self, other: Self) -> Self {
        Self::computed(self.value.times(other.value), self.magnitude * other.magnitude, &[self, other])
    }

    fn negated(self) -> Self {
        Measured { value: self.value.negated(), ..self }
    }

    /// A divisor that was made by cancellation passes its own relative error on to the quotient.
    fn over(self, divisor: Self) -> Option<Self> {
        let size = divisor.value.size();
        let cancellation = (divisor.magnitude / size).max(1.0);
        let magnitude = self.magnitude / size * cancellation;
        Some(Self::computed(self.value.over(divisor.value), magnitude, &[self, divisor]))
    }

    /// An error of either one may decide which it is, but is then all that the result is off by. What is nan stays nan.
    fn extremum(self, other: Self, function: Function) -> Self {
        let value = match self.value.order(other.value) {
            Some(order) if is_chosen(order, function) => self.value,
            Some(_) => other.value,
            None => self.value.plus(other.value),
        };
        let certainty = self.certainty.max(other.certainty);
        Measured { value, magnitude: self.magnitude.max(other.magnitude), certainty }
    }

    fn call(function: Function, arguments: &[Self]) -> Self {
        let values: Vec<V> = arguments.iter().map(|argument| argument.value).collect();
        let value = V::call(function, &values);
        match functions::distance_to_jump(function, &values) {
            Some(distance) => Self::jumping(value, distance, arguments),
            None => {
                let magnitudes: Vec<f64> = arguments.iter().map(|argument| argument.magnitude).collect();
                let error = functions::amplified(function, &values, &magnitudes);
                Self::computed(value, error.max(value.size()), arguments)
            }
        }
    }

    fn compare(self, relation: Relation, other: Self) -> Self {
        let holds = holds(relation, self.value.relation(other.value));
        let distance = self.value.plus(other.value.negated()).size();
        Self::jumping(V::from_real(f64::from(u8::from(holds))), distance, &[self, other])
    }

    fn chosen_by(self, condition: Self) -> Self {
        // A condition that is zero but for rounding was not compared.
        let is_doubtful = match condition.certainty {
            Certainty::Exact => false,
            Certainty::Rounded => condition.value.size() <= condition.magnitude * ROUNDING,
            Certainty::Doubtful => true,
        };
        if is_doubtful { Measured { certainty: Certainty::Doubtful, ..self } } else { self }
    }
}
