//! One value of an element type known at run time.

use std::fmt;

use lacuna_layout::{Fill, FillType};

use super::{Dtype, Element, Kind, Scalar, with_element, with_scalar};

impl Dtype {
    /// The type of fill values of tensors of this type; complex numbers have none.
    pub const fn fill_type(self) -> Option<FillType> {
        match (self.kind(), self.size_in_bytes()) {
            (Kind::Float, 8) => Some(FillType::F64),
            (Kind::Float, _) => Some(FillType::F32),
            (Kind::Integer, bytes) => Some(FillType::Int(bytes as u32 * u8::BITS)),
            (Kind::Complex, _) => None,
        }
    }
}

impl Scalar {
    /// Its element type.
    pub fn dtype(self) -> Dtype {
        fn of<T: Element>(_: T) -> Dtype {
            T::DTYPE
        }
        with_scalar!(self, value => of(value))
    }

    /// The nearest binary64 value, exact but for 64-bit integers past 2^53; the absolute value of a
    /// complex number.
    pub fn to_f64(self) -> f64 {
        with_scalar!(self, value => Element::to_f64(value))
    }

    /// The value of an element type with these bits; narrow types take the lower part.
    pub fn from_bits(bits: u128, dtype: Dtype) -> Scalar {
        with_element!(dtype, T => T::of_bits(bits).to_scalar())
    }

    /// Its bits, zeros above those of narrow types.
    pub fn to_bits(self) -> u128 {
        with_scalar!(self, value => value.bits())
    }

    /// The value of a fill value; `None` where its type is no element type here.
    pub fn of_fill(fill: Fill) -> Option<Scalar> {
        let dtype = Dtype::ALL.into_iter().find(|dtype| dtype.fill_type() == Some(fill.element()))?;
        Some(Scalar::from_bits(fill.bits().into(), dtype))
    }

    /// The value as one for what is not stored; complex numbers are none.
    pub fn to_fill(self) -> Option<Fill> {
        Some(Fill::new(self.to_bits() as u64, self.dtype().fill_type()?))
    }

    /// Whether it equals zero (negative zero too).
    pub fn is_zero(self) -> bool {
        with_scalar!(self, value => value == Element::ZERO)
    }

    /// Its text as fields of a line of a file: the parts of a complex number stand side by side.
    pub fn in_fields(self) -> impl fmt::Display {
        InFields(self)
    }
}

/// The shortest text that reads back as the same value.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Complex128(value) => value.fmt(f),
            Scalar::Complex64(value) => value.fmt(f),
            // `Debug` is the form of floats that turns to exponents rather than write hundreds of
            // digits.
            real => with_scalar!(real, value => write!(f, "{value:?}")),
        }
    }
}

struct InFields(Scalar);

impl fmt::Display for InFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Scalar::Complex128(value) => write!(f, "{:?} {:?}", value.re, value.im),
            Scalar::Complex64(value) => write!(f, "{:?} {:?}", value.re, value.im),
            real => real.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Complex;

    #[test]
    fn bits_make_the_same_value() {
        let complex = Scalar::Complex128(Complex::new(-1.5, f64::INFINITY));
        for scalar in [complex, Scalar::Complex64(Complex::new(0.1, -0.0)), Scalar::I8(-1), Scalar::I64(i64::MIN)] {
            assert_eq!(Scalar::from_bits(scalar.to_bits(), scalar.dtype()), scalar);
        }
        assert_eq!(Scalar::I8(-1).to_bits(), 0xFF);
    }

    #[test]
    fn fill_values_are_scalars() {
        for scalar in [Scalar::F64(-0.5), Scalar::F32(f32::INFINITY), Scalar::I8(-1), Scalar::I64(i64::MIN)] {
            assert_eq!(scalar.to_fill().and_then(Scalar::of_fill), Some(scalar));
        }
        assert_eq!(Scalar::Complex64(Complex::new(1.0, 0.0)).to_fill(), None);
        assert_eq!(Scalar::of_fill(Fill::new(1, FillType::F16)), None);
    }

    #[test]
    fn complex_numbers_are_one_text_or_two_fields() {
        let value = Scalar::Complex128(Complex::new(1.0, -1e300));
        assert_eq!(value.to_string(), "1.0-1e300i");
        assert_eq!(value.in_fields().to_string(), "1.0 -1e300");
        assert!(!value.is_zero() && Scalar::Complex64(Complex::new(-0.0, 0.0)).is_zero());
        assert_eq!(Scalar::Complex128(Complex::new(3.0, -4.0)).to_f64(), 5.0);
    }
}
