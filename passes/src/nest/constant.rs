//! Scalar constants that are known while compiling.

use lacuna_dialects::{
    builder::{Builder, is_float},
    format::Format,
    ir::Value,
};
use melior::ir::{
    Attribute, AttributeLike, Type, TypeLike,
    attribute::{FloatAttribute, IntegerAttribute},
    r#type::IntegerType,
};

/// A scalar. Integers are kept sign-extended from the width of their type.
#[derive(Clone, Copy, Debug)]
pub enum Constant {
    /// Of an integer type or `index`.
    Integer(i64),
    /// Of a floating-point type.
    Float(f64),
    /// Zero of a type that is neither, such as a complex one.
    Zero,
    /// No value: no entry where it would be written, nothing where it would be combined.
    Absent,
}

/// Numbers are equal by value, zeros of either sign too; NaN is NaN.
impl PartialEq for Constant {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(one), Self::Integer(other)) => one == other,
            (Self::Float(one), Self::Float(other)) => one == other || one.is_nan() && other.is_nan(),
            (Self::Zero, Self::Zero) | (Self::Absent, Self::Absent) => true,
            _ => false,
        }
    }
}

impl Constant {
    /// The value of the points that a tensor of this format does not store.
    pub fn fill(format: Option<Format<'_>>, element: Type<'_>) -> Self {
        let given = format.and_then(Format::fill).and_then(Self::from_attribute);
        given.or_else(|| Self::number(0, element)).unwrap_or(Self::Zero)
    }

    /// The number 0, 1, ... in a scalar type; `None` where the type has no such number.
    pub fn number(number: i64, r#type: Type<'_>) -> Option<Self> {
        if is_float(r#type) {
            Some(Self::Float(number as f64))
        } else if is_integer(r#type) {
            Some(Self::integer(number, r#type))
        } else {
            (number == 0).then_some(Self::Zero)
        }
    }

    /// An integer of a type: wrapped to its width.
    pub fn integer(number: i64, r#type: Type<'_>) -> Self {
        let width = IntegerType::try_from(r#type).map_or(64, |integer| integer.width()).min(64);
        Self::Integer(if width == 0 { 0 } else { number << (64 - width) >> (64 - width) })
    }

    /// Reads a typed attribute, if it is a number that fits.
    pub fn from_attribute(attribute: Attribute<'_>) -> Option<Self> {
        if let Ok(float) = FloatAttribute::try_from(attribute) {
            return Some(Self::Float(float.value()));
        }
        if is_complex_zero(attribute) {
            return Some(Self::Zero);
        }
        let integer = IntegerAttribute::try_from(attribute).ok()?;
        let r#type = integer.r#type();
        let fits = r#type.is_index() || IntegerType::try_from(r#type).is_ok_and(|r#type| r#type.width() <= 64);
        fits.then(|| Self::Integer(integer.value()))
    }

    /// The constant as a typed attribute, where the type has one.
    pub fn attribute<'c>(self, builder: &Builder<'c>, r#type: Type<'c>) -> Option<Attribute<'c>> {
        match self {
            Self::Integer(number) => Some(IntegerAttribute::new(r#type, number).into()),
            Self::Float(number) => Some(FloatAttribute::new(builder.context(), r#type, number).into()),
            // MLIR crashes where such an attribute is spelled with parts of another type.
            Self::Zero if is_complex(r#type) && is_float(part_of(r#type)) => {
                let part = part_of(r#type);
                Some(builder.parse_attribute(&format!("#complex.number<:{part} 0.0, 0.0>")))
            }
            Self::Zero | Self::Absent => None,
        }
    }

    /// The constant as a value. No value has none: where it is written is decided before.
    pub fn emit<'c>(self, builder: &Builder<'c>, r#type: Type<'c>) -> Value<'c> {
        if is_complex(r#type) {
            return complex_number(builder, r#type, 0.0);
        }
        match self.attribute(builder, r#type) {
            Some(attribute) => builder.constant(attribute, r#type),
            None => builder.number(0.0, r#type),
        }
    }

    /// Whether it is zero of its type; minus zero is.
    pub fn is_zero(self) -> bool {
        matches!(self, Self::Integer(0) | Self::Zero) || matches!(self, Self::Float(number) if number == 0.0)
    }

    /// Whether it is one of its type.
    pub fn is_one(self, r#type: Type<'_>) -> bool {
        Self::number(1, r#type) == Some(self)
    }

    /// Whether all its bits are set.
    pub fn is_all_ones(self) -> bool {
        self == Self::Integer(-1)
    }
}

/// Whether a type is one of complex numbers.
pub fn is_complex(r#type: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { mlir_sys::mlirTypeIsAComplex(r#type.to_raw()) }
}

/// The type of the parts of a complex type.
fn part_of(r#type: Type<'_>) -> Type<'_> {
    // SAFETY: the type is complex.
    unsafe { Type::from_raw(mlir_sys::mlirComplexTypeGetElementType(r#type.to_raw())) }
}

/// Whether an attribute is the complex number zero, `#complex.number<:f64 0.0, 0.0>`.
fn is_complex_zero(attribute: Attribute<'_>) -> bool {
    let text = attribute.to_string();
    let parts = text.strip_prefix("#complex.number<:").and_then(|rest| rest.split('>').next()?.split_once(' '));
    parts.is_some_and(|(_, parts)| {
        parts.split(',').count() == 2 && parts.split(',').all(|part| part.trim().parse::<f64>() == Ok(0.0))
    })
}

/// Whether an attribute has the parts of the complex number zero, as `complex.constant` has them: `[0.0 : f64, 0.0 : f64]`.
pub fn has_zero_parts(attribute: Attribute<'_>) -> bool {
    let text = attribute.to_string();
    let parts = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_zero = |part: &str| part.split(':').next().is_some_and(|number| number.trim().parse::<f64>() == Ok(0.0));
    parts.is_some_and(|parts| parts.split(',').count() == 2 && parts.split(',').all(is_zero))
}

/// A real number as a constant of a complex type.
pub fn complex_number<'c>(builder: &Builder<'c>, r#type: Type<'c>, real: f64) -> Value<'c> {
    let part = part_of(r#type);
    let number = |number: f64| match Constant::number(number as i64, part).and_then(|c| c.attribute(builder, part)) {
        Some(attribute) => attribute.to_string(),
        None => format!("{number:?} : {part}"),
    };
    let value = builder.parse_attribute(&format!("[{}, {}]", number(real), number(0.0)));
    builder.value("complex.constant", &[], r#type, &[("value", value)])
}

/// Whether a type is an integer type or `index`.
pub fn is_integer(r#type: Type<'_>) -> bool {
    r#type.is_integer() || r#type.is_index()
}
