//! The Rust types that a tensor can hold, and how each is read from text.

use std::fmt::Debug;

use super::{Complex, Dtype, Scalar, Values};

/// Why a field is not a value of the wanted element type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// It is no number at all.
    NotANumber,
    /// It is a number with a fraction where an integer belongs.
    Fractional,
    /// It is a number beyond the range of the type.
    OutOfRange,
    /// It is an integer that the type would round.
    Inexact,
}

mod sealed {
    /// The element types are a closed set: [`super::Values`] has one variant each.
    pub trait Sealed {}
    impl Sealed for f64 {}
    impl Sealed for f32 {}
    impl Sealed for i64 {}
    impl Sealed for i32 {}
    impl Sealed for i16 {}
    impl Sealed for i8 {}
    impl Sealed for super::Complex<f64> {}
    impl Sealed for super::Complex<f32> {}
}

/// A Rust type that tensors hold.
pub trait Element: sealed::Sealed + Copy + Debug + Default + PartialEq + Send + Sync + 'static {
    /// The name of this type at run time.
    const DTYPE: Dtype;
    /// The neutral element of addition.
    const ZERO: Self;
    /// The neutral element of multiplication.
    const ONE: Self;
    /// Values that arithmetic treats in ways of their own.
    const SPECIAL: &'static [Self];

    /// The sum; integers wrap around.
    fn add(self, other: Self) -> Self;
    /// The additive inverse; the least integer is its own.
    fn negate(self) -> Self;
    /// The value of an integer, in a type that holds the sums of as many as memory does; none of other numbers.
    fn as_integer(self) -> Option<i128> {
        None
    }
    /// The complex conjugate; a real number is its own.
    fn conjugate(self) -> Self {
        self
    }
    /// The nearest binary64 value; the absolute value of a complex number.
    fn to_f64(self) -> f64;
    /// Its bits, zeros above them.
    fn bits(self) -> u128;
    /// The value with these bits; what is above them does not matter.
    fn of_bits(bits: u128) -> Self;
    /// The same value, typed at run time.
    fn to_scalar(self) -> Scalar;
    /// Whether it is the same value, no number being the same as no number.
    fn is_same(self, other: Self) -> bool;
    /// The value typed at run time as this type, when it is of this type.
    fn from_scalar(scalar: Scalar) -> Option<Self>;
    /// A small whole number as this type, or `None` when it does not fit (floats round).
    fn from_integer(value: u64) -> Option<Self>;
    /// Reads a field of a text file: decimal, signed, with an optional exponent; integers accept
    /// `3.0` and `1e3`.
    fn parse(field: &[u8]) -> Result<Self, NumberError>;
    /// The number that a text begins with, and how many bytes it takes; nothing where [`Element::parse`] has to look at the whole
    /// field.
    fn parse_prefix(_text: &[u8]) -> Option<(Self, usize)> {
        None
    }
    /// Reads a field that is written as an integer ([`is_integer_text`]): floats refuse one that they would round.
    fn parse_integer(field: &[u8]) -> Result<Self, NumberError> {
        Self::parse(field)
    }
    /// A binary64 number as this type: floats round, integers refuse fractions.
    fn from_real(value: f64) -> Result<Self, NumberError>;
    /// A whole number as this type, exactly.
    fn from_whole(value: i128) -> Result<Self, NumberError>;
    /// A complex number as this type; real types have none.
    fn from_parts(_real: f64, _imaginary: f64) -> Result<Self, NumberError> {
        Err(NumberError::NotANumber)
    }
    /// Reads the two fields of a complex number; real types have none.
    fn parse_complex(_real: &[u8], _imaginary: &[u8]) -> Result<Self, NumberError> {
        Err(NumberError::NotANumber)
    }
    /// A vector as run-time typed values.
    fn wrap(values: Vec<Self>) -> Values;
    /// The vector inside run-time typed values, when they are of this type.
    fn slice_of(values: &Values) -> Option<&[Self]>;
}

/// Parses a number as the given float type, telling overflow from a written infinity.
macro_rules! parse_float {
    ($field:expr, $float:ty) => {{
        let text = std::str::from_utf8($field).map_err(|_| NumberError::NotANumber)?;
        // Fortran writes the exponent of a double as `1.5D+02`.
        let of_fortran = || text.replacen(['d', 'D'], "e", 1).parse();
        let value: $float = text.parse().or_else(|_| of_fortran()).map_err(|_| NumberError::NotANumber)?;
        if value.is_infinite() && $field.iter().any(u8::is_ascii_digit) {
            return Err(NumberError::OutOfRange);
        }
        Ok(value)
    }};
}

/// How a type stands among those known at run time.
macro_rules! in_variant {
    ($variant:ident) => {
        const DTYPE: Dtype = Dtype::$variant;

        fn to_scalar(self) -> Scalar {
            Scalar::$variant(self)
        }

        fn from_scalar(scalar: Scalar) -> Option<Self> {
            match scalar {
                Scalar::$variant(value) => Some(value),
                _ => None,
            }
        }

        fn wrap(values: Vec<Self>) -> Values {
            Values::$variant(values)
        }

        fn slice_of(values: &Values) -> Option<&[Self]> {
            match values {
                Values::$variant(values) => Some(values),
                _ => None,
            }
        }
    };
}

macro_rules! float_element {
    ($float:ident, $bits:ident, $variant:ident) => {
        impl Element for $float {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const SPECIAL: &'static [Self] = &[$float::INFINITY, $float::NEG_INFINITY, $float::NAN, 0.0, -0.0];

            fn is_same(self, other: Self) -> bool {
                self == other || (self.is_nan() && other.is_nan())
            }

            fn add(self, other: Self) -> Self {
                self + other
            }

            fn negate(self) -> Self {
                -self
            }

            in_variant!($variant);

            fn to_f64(self) -> f64 {
                self.into()
            }

            fn bits(self) -> u128 {
                self.to_bits().into()
            }

            fn of_bits(bits: u128) -> Self {
                $float::from_bits(bits as $bits)
            }

            fn from_integer(value: u64) -> Option<Self> {
                Some(value as $float)
            }

            fn parse(field: &[u8]) -> Result<Self, NumberError> {
                parse_float!(field, $float)
            }

            fn parse_prefix(text: &[u8]) -> Option<(Self, usize)> {
                fast_float2::parse_partial(text).ok().filter(|(value, _): &($float, usize)| value.is_finite())
            }

            fn parse_integer(field: &[u8]) -> Result<Self, NumberError> {
                let value = Self::parse(field)?;
                let digits = field.strip_prefix(b"-").or(field.strip_prefix(b"+")).unwrap_or(field);
                let first = digits.iter().position(|&digit| digit != b'0').unwrap_or(digits.len());
                // Every integer of that many digits is exact; longer ones are compared with what was read.
                let digits = &digits[first..];
                if digits.len() <= $float::DIGITS as usize || format!("{:.0}", value.abs()).as_bytes() == digits {
                    Ok(value)
                } else {
                    Err(NumberError::Inexact)
                }
            }

            fn from_real(value: f64) -> Result<Self, NumberError> {
                let rounded = value as $float;
                if rounded.is_infinite() && value.is_finite() { Err(NumberError::OutOfRange) } else { Ok(rounded) }
            }

            fn from_whole(value: i128) -> Result<Self, NumberError> {
                let rounded = value as $float;
                if rounded as i128 == value { Ok(rounded) } else { Err(NumberError::Inexact) }
            }
        }
    };
}

macro_rules! integer_element {
    ($integer:ident, $bits:ident, $variant:ident) => {
        impl Element for $integer {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const SPECIAL: &'static [Self] = &[0, $integer::MIN, $integer::MAX];

            fn is_same(self, other: Self) -> bool {
                self == other
            }

            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            fn negate(self) -> Self {
                self.wrapping_neg()
            }

            fn as_integer(self) -> Option<i128> {
                Some(self.into())
            }

            in_variant!($variant);

            fn to_f64(self) -> f64 {
                self as f64
            }

            fn bits(self) -> u128 {
                (self as $bits).into()
            }

            fn of_bits(bits: u128) -> Self {
                bits as $integer
            }

            fn from_integer(value: u64) -> Option<Self> {
                value.try_into().ok()
            }

            fn parse(field: &[u8]) -> Result<Self, NumberError> {
                $integer::try_from(parse_integer(field)?).map_err(|_| NumberError::OutOfRange)
            }

            fn from_real(value: f64) -> Result<Self, NumberError> {
                $integer::try_from(whole(value)?).map_err(|_| NumberError::OutOfRange)
            }

            fn from_whole(value: i128) -> Result<Self, NumberError> {
                $integer::try_from(value).map_err(|_| NumberError::OutOfRange)
            }
        }
    };
}

macro_rules! complex_element {
    ($part:ident, $bits:ident, $variant:ident) => {
        impl Element for Complex<$part> {
            const ZERO: Self = Complex::new(0.0, 0.0);
            const ONE: Self = Complex::new(1.0, 0.0);
            const SPECIAL: &'static [Self] = &[
                Complex::new($part::INFINITY, 1.0),
                Complex::new(0.0, $part::NEG_INFINITY),
                Complex::new($part::NAN, $part::NAN),
                Complex::new(0.0, 0.0),
                Complex::new(0.0, -0.0),
            ];

            in_variant!($variant);

            fn is_same(self, other: Self) -> bool {
                self.re.is_same(other.re) && self.im.is_same(other.im)
            }

            fn add(self, other: Self) -> Self {
                Complex::new(self.re + other.re, self.im + other.im)
            }

            fn negate(self) -> Self {
                Complex::new(-self.re, -self.im)
            }

            fn conjugate(self) -> Self {
                Complex::new(self.re, -self.im)
            }

            fn to_f64(self) -> f64 {
                Element::to_f64(self.re).hypot(self.im.into())
            }

            fn bits(self) -> u128 {
                u128::from(self.im.to_bits()) << $bits::BITS | u128::from(self.re.to_bits())
            }

            fn of_bits(bits: u128) -> Self {
                Complex::new($part::from_bits(bits as $bits), $part::from_bits((bits >> $bits::BITS) as $bits))
            }

            fn from_integer(value: u64) -> Option<Self> {
                Some(Complex::new(value as $part, 0.0))
            }

            fn parse(field: &[u8]) -> Result<Self, NumberError> {
                Ok(Complex::new($part::parse(field)?, 0.0))
            }

            fn parse_integer(field: &[u8]) -> Result<Self, NumberError> {
                Ok(Complex::new($part::parse_integer(field)?, 0.0))
            }

            fn from_real(value: f64) -> Result<Self, NumberError> {
                Ok(Complex::new($part::from_real(value)?, 0.0))
            }

            fn from_whole(value: i128) -> Result<Self, NumberError> {
                Ok(Complex::new($part::from_whole(value)?, 0.0))
            }

            fn from_parts(real: f64, imaginary: f64) -> Result<Self, NumberError> {
                Ok(Complex::new($part::from_real(real)?, $part::from_real(imaginary)?))
            }

            fn parse_complex(real: &[u8], imaginary: &[u8]) -> Result<Self, NumberError> {
                Ok(Complex::new($part::parse(real)?, $part::parse(imaginary)?))
            }
        }
    };
}

float_element!(f64, u64, F64);
float_element!(f32, u32, F32);
integer_element!(i64, u64, I64);
integer_element!(i32, u32, I32);
integer_element!(i16, u16, I16);
integer_element!(i8, u8, I8);
complex_element!(f64, u64, Complex128);
complex_element!(f32, u32, Complex64);

/// Whether a field is written as an integer: an optional sign, then digits only.
pub(crate) fn is_integer_text(field: &[u8]) -> bool {
    let digits = field.strip_prefix(b"-").or_else(|| field.strip_prefix(b"+")).unwrap_or(field);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

fn parse_integer(field: &[u8]) -> Result<i64, NumberError> {
    if is_integer_text(field) {
        let text = std::str::from_utf8(field).map_err(|_| NumberError::NotANumber)?;
        return text.parse().map_err(|_| NumberError::OutOfRange);
    }
    whole(f64::parse(field)?)
}

/// A binary64 number without a fraction.
fn whole(value: f64) -> Result<i64, NumberError> {
    // 2^63 is exact in binary64, the largest 64-bit integer is not.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    match value {
        _ if !value.is_finite() => Err(NumberError::OutOfRange),
        _ if value.fract() != 0.0 => Err(NumberError::Fractional),
        _ if (-LIMIT..LIMIT).contains(&value) => Ok(value as i64),
        _ => Err(NumberError::OutOfRange),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_keep_written_infinities_and_refuse_overflow() {
        assert_eq!(f64::parse(b"-inf"), Ok(f64::NEG_INFINITY));
        assert_eq!(f64::parse(b"1e400"), Err(NumberError::OutOfRange));
        assert_eq!(f32::parse(b"1e39"), Err(NumberError::OutOfRange));
        assert_eq!(f32::parse(b"+2.5E-1"), Ok(0.25));
        assert_eq!(f64::parse(b"1.5x"), Err(NumberError::NotANumber));
        assert_eq!(f64::parse(b"\xff"), Err(NumberError::NotANumber));
    }

    #[test]
    fn exponents_of_fortran_are_read() {
        assert_eq!(f64::parse(b"1.5D+02"), Ok(150.0));
        assert_eq!(f32::parse(b"-2d-1"), Ok(-0.2));
        assert_eq!(i32::parse(b"1.5D+02"), Ok(150));
        assert_eq!(f64::parse(b"1D2D3"), Err(NumberError::NotANumber));
        assert_eq!(f64::parse(b"D"), Err(NumberError::NotANumber));
        assert_eq!(f64::parse(b"1D999"), Err(NumberError::OutOfRange));
    }

    #[test]
    fn integers_that_a_float_would_round_are_told() {
        assert_eq!(f64::parse_integer(b"9007199254740992"), Ok(9007199254740992.0));
        assert_eq!(f64::parse_integer(b"-9007199254740993"), Err(NumberError::Inexact));
        assert_eq!(f64::parse_integer(b"+0000000000000000000000012"), Ok(12.0));
        assert_eq!(f32::parse_integer(b"16777216"), Ok(16777216.0));
        assert_eq!(f32::parse_integer(b"16777217"), Err(NumberError::Inexact));
        assert_eq!(<Complex<f32>>::parse_integer(b"16777217"), Err(NumberError::Inexact));
        assert_eq!(f64::parse_integer(b"100000000000000000000000"), Err(NumberError::Inexact));
        assert_eq!(f64::parse_integer(b"99999999999999991611392"), Ok(1e23));
        assert_eq!(
            (f32::from_whole(1 << 40), f32::from_whole((1 << 40) + 1)),
            (Ok((1u64 << 40) as f32), Err(NumberError::Inexact))
        );
    }

    #[test]
    fn numbers_of_one_type_become_those_of_another() {
        assert_eq!((f32::from_real(0.1), f32::from_real(1e39)), (Ok(0.1), Err(NumberError::OutOfRange)));
        assert_eq!(f32::from_real(f64::INFINITY), Ok(f32::INFINITY));
        assert_eq!((i8::from_real(-128.0), i8::from_real(128.0)), (Ok(-128), Err(NumberError::OutOfRange)));
        assert_eq!(i64::from_real(2.5), Err(NumberError::Fractional));
        assert_eq!(i64::from_whole(i128::from(u64::MAX)), Err(NumberError::OutOfRange));
        assert_eq!(f64::from_parts(1.0, 2.0), Err(NumberError::NotANumber));
    }

    #[test]
    fn integers_read_whole_reals_only() {
        assert_eq!(i32::parse(b"3.0"), Ok(3));
        assert_eq!(i64::parse(b"-1e3"), Ok(-1000));
        assert_eq!(i64::parse(b"2.5"), Err(NumberError::Fractional));
        assert_eq!(i32::parse(b"2147483648"), Err(NumberError::OutOfRange));
        assert_eq!(i64::parse(b"9223372036854775808"), Err(NumberError::OutOfRange));
        assert_eq!(i64::parse(b"9223372036854775807"), Ok(i64::MAX));
        assert_eq!(i64::parse(b"1e19"), Err(NumberError::OutOfRange));
        assert_eq!(i64::parse(b"nan"), Err(NumberError::OutOfRange));
        assert_eq!(i64::parse(b""), Err(NumberError::NotANumber));
    }
}
