//! The types of scalars, as data.

use std::fmt;

/// The type of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    /// `index`.
    Index,
    /// An integer type of so many bits.
    Integer(u32, Sign),
    /// A floating-point type.
    Float(Float),
    /// Complex numbers of floating-point parts.
    Complex(Float),
    /// Complex numbers of other parts.
    ComplexOf(&'static str),
    /// Any other type, by its text.
    Opaque(&'static str),
}

/// What an integer type says of signs. Operations of `arith` take signless integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Sign {
    Signless,
    Signed,
    Unsigned,
}

/// A floating-point type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Float {
    F64,
    F32,
    F16,
    Bf16,
    /// One whose arithmetic the compiler does not know to the last digit, by its text and bits.
    Other(&'static str, u32),
}

impl Float {
    /// The bits of a value.
    pub fn bits(self) -> u32 {
        match self {
            Self::F64 => 64,
            Self::F32 => 32,
            Self::F16 | Self::Bf16 => 16,
            Self::Other(_, bits) => bits,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::Other(text, _) => text,
        }
    }
}

impl Scalar {
    /// `f64`.
    pub const F64: Self = Self::Float(Float::F64);

    /// Whether it is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Self::Float(_))
    }

    /// Whether sums of it are rounded, so that the order of additions matters.
    pub fn rounds(self) -> bool {
        self.is_float() || self.is_complex()
    }

    /// Whether it is an integer type or `index`.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Integer(..) | Self::Index)
    }

    /// Whether it is a number that a lane of a vector holds.
    pub fn fills_lanes(self) -> bool {
        matches!(self, Self::Float(_) | Self::Integer(..))
    }

    /// Whether it is a type of complex numbers.
    pub fn is_complex(self) -> bool {
        matches!(self, Self::Complex(_) | Self::ComplexOf(_))
    }

    /// The type of the parts of complex numbers, if these are floating-point numbers.
    pub fn part(self) -> Option<Self> {
        match self {
            Self::Complex(part) => Some(Self::Float(part)),
            _ => None,
        }
    }

    /// The bits of an integer or floating-point number.
    pub fn bits(self) -> Option<u64> {
        match self {
            Self::Integer(width, _) => Some(u64::from(width)),
            Self::Float(float) => Some(u64::from(float.bits())),
            _ => None,
        }
    }

    /// The bits of an integer that the compiler computes with; of `index`, 64.
    pub fn integer_bits(self) -> Option<u32> {
        match self {
            Self::Index => Some(64),
            Self::Integer(width, _) => Some(width),
            _ => None,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index => formatter.write_str("index"),
            Self::Integer(width, Sign::Signless) => write!(formatter, "i{width}"),
            Self::Integer(width, Sign::Signed) => write!(formatter, "si{width}"),
            Self::Integer(width, Sign::Unsigned) => write!(formatter, "ui{width}"),
            Self::Float(float) => formatter.write_str(float.text()),
            Self::Complex(part) => write!(formatter, "complex<{}>", part.text()),
            Self::ComplexOf(part) => write!(formatter, "complex<{part}>"),
            Self::Opaque(text) => formatter.write_str(text),
        }
    }
}
