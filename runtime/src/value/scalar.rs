//! One value of an element type known at run time.

use std::fmt;

use super::Dtype;

/// One value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// IEEE binary64.
    F64(f64),
    /// IEEE binary32.
    F32(f32),
    /// Signed 64-bit integer.
    I64(i64),
    /// Signed 32-bit integer.
    I32(i32),
}

impl Scalar {
    /// Its element type.
    pub fn dtype(self) -> Dtype {
        match self {
            Scalar::F64(_) => Dtype::F64,
            Scalar::F32(_) => Dtype::F32,
            Scalar::I64(_) => Dtype::I64,
            Scalar::I32(_) => Dtype::I32,
        }
    }

    /// The nearest binary64 value; exact but for 64-bit integers past 2^53.
    pub fn to_f64(self) -> f64 {
        match self {
            Scalar::F64(value) => value,
            Scalar::F32(value) => value.into(),
            Scalar::I64(value) => value as f64,
            Scalar::I32(value) => value.into(),
        }
    }

    /// The value of an element type with these bits; narrow types take the lower half.
    pub fn from_bits(bits: u64, dtype: Dtype) -> Scalar {
        match dtype {
            Dtype::F64 => Scalar::F64(f64::from_bits(bits)),
            Dtype::F32 => Scalar::F32(f32::from_bits(bits as u32)),
            Dtype::I64 => Scalar::I64(bits as i64),
            Dtype::I32 => Scalar::I32(bits as i32),
        }
    }

    /// Its bits, zeros above those of narrow types.
    pub fn to_bits(self) -> u64 {
        match self {
            Scalar::F64(value) => value.to_bits(),
            Scalar::F32(value) => value.to_bits().into(),
            Scalar::I64(value) => value as u64,
            Scalar::I32(value) => (value as u32).into(),
        }
    }

    /// Whether it equals zero (negative zero too).
    pub fn is_zero(self) -> bool {
        self.to_f64() == 0.0
    }
}

/// The shortest text that reads back as the same value.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // `Debug` is the form of floats that turns to exponents rather than write hundreds of
            // digits.
            Scalar::F64(value) => write!(f, "{value:?}"),
            Scalar::F32(value) => write!(f, "{value:?}"),
            Scalar::I64(value) => write!(f, "{value}"),
            Scalar::I32(value) => write!(f, "{value}"),
        }
    }
}
