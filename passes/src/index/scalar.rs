//! The types of scalars, as data.

use super::intern::intern;
use lacuna_dialects::builder::{bit_width, is_float};
use melior::{
    Context,
    ir::{Type, TypeLike, r#type::IntegerType},
};
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
    fn of(r#type: Type<'_>) -> Option<Self> {
        if !is_float(r#type) {
            return None;
        }
        let raw = r#type.to_raw();
        // SAFETY: the type is alive.
        let is = |kind: unsafe extern "C" fn(mlir_sys::MlirType) -> bool| unsafe { kind(raw) };
        Some(match () {
            () if is(mlir_sys::mlirTypeIsAF64) => Self::F64,
            () if is(mlir_sys::mlirTypeIsAF32) => Self::F32,
            () if is(mlir_sys::mlirTypeIsAF16) => Self::F16,
            () if is(mlir_sys::mlirTypeIsABF16) => Self::Bf16,
            () => Self::Other(intern(&r#type.to_string()), bit_width(r#type).unwrap_or(64) as u32),
        })
    }

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

    /// A type as data.
    pub fn of(r#type: Type<'_>) -> Self {
        if r#type.is_index() {
            return Self::Index;
        }
        // Asked first: a conversion that fails prints the type.
        if r#type.is_integer()
            && let Ok(integer) = IntegerType::try_from(r#type)
        {
            let sign = match (integer.is_signed(), integer.is_unsigned()) {
                (true, _) => Sign::Signed,
                (_, true) => Sign::Unsigned,
                _ => Sign::Signless,
            };
            return Self::Integer(integer.width(), sign);
        }
        if let Some(float) = Float::of(r#type) {
            return Self::Float(float);
        }
        match part_of(r#type) {
            Some(part) => Float::of(part).map_or_else(|| Self::ComplexOf(intern(&part.to_string())), Self::Complex),
            None => Self::Opaque(intern(&r#type.to_string())),
        }
    }

    /// The type that this stands for.
    pub fn r#type(self, context: &Context) -> Type<'_> {
        let parse = |text: &str| Type::parse(context, text).unwrap_or_else(|| panic!("not a type: {text}"));
        match self {
            Self::Index => Type::index(context),
            Self::Integer(width, Sign::Signless) => IntegerType::new(context, width).into(),
            Self::Integer(width, Sign::Signed) => IntegerType::signed(context, width).into(),
            Self::Integer(width, Sign::Unsigned) => IntegerType::unsigned(context, width).into(),
            Self::Float(Float::F64) => Type::float64(context),
            Self::Float(Float::F32) => Type::float32(context),
            _ => parse(&self.to_string()),
        }
    }

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

/// The type of the parts of a complex type.
fn part_of(r#type: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: the type is alive, and only a complex one is asked for its parts.
    unsafe {
        mlir_sys::mlirTypeIsAComplex(r#type.to_raw())
            .then(|| Type::from_raw(mlir_sys::mlirComplexTypeGetElementType(r#type.to_raw())))
    }
}
