//! Types of scalars, from the IR and back.

use crate::index::{
    Scalar,
    intern::intern,
    scalar::{Float, Sign},
};
use lacuna_dialects::builder::{bit_width, is_float};
use melior::{
    Context,
    ir::{Type, TypeLike, r#type::IntegerType},
};

/// A type as data.
pub fn scalar_of(r#type: Type<'_>) -> Scalar {
    if r#type.is_index() {
        return Scalar::Index;
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
        return Scalar::Integer(integer.width(), sign);
    }
    if let Some(float) = float_of(r#type) {
        return Scalar::Float(float);
    }
    if !is_complex(r#type) {
        return Scalar::Opaque(intern(&r#type.to_string()));
    }
    let part = part_of(r#type);
    float_of(part).map_or_else(|| Scalar::ComplexOf(intern(&part.to_string())), Scalar::Complex)
}

fn float_of(r#type: Type<'_>) -> Option<Float> {
    if !is_float(r#type) {
        return None;
    }
    let raw = r#type.to_raw();
    // SAFETY: the type is alive.
    let is = |kind: unsafe extern "C" fn(mlir_sys::MlirType) -> bool| unsafe { kind(raw) };
    Some(match () {
        () if is(mlir_sys::mlirTypeIsAF64) => Float::F64,
        () if is(mlir_sys::mlirTypeIsAF32) => Float::F32,
        () if is(mlir_sys::mlirTypeIsAF16) => Float::F16,
        () if is(mlir_sys::mlirTypeIsABF16) => Float::Bf16,
        () => Float::Other(intern(&r#type.to_string()), bit_width(r#type).unwrap_or(64) as u32),
    })
}

/// The type that data stands for.
pub fn type_of(scalar: Scalar, context: &Context) -> Type<'_> {
    let parse = |text: &str| Type::parse(context, text).unwrap_or_else(|| panic!("not a type: {text}"));
    match scalar {
        Scalar::Index => Type::index(context),
        Scalar::Integer(width, Sign::Signless) => IntegerType::new(context, width).into(),
        Scalar::Integer(width, Sign::Signed) => IntegerType::signed(context, width).into(),
        Scalar::Integer(width, Sign::Unsigned) => IntegerType::unsigned(context, width).into(),
        Scalar::Float(Float::F64) => Type::float64(context),
        Scalar::Float(Float::F32) => Type::float32(context),
        _ => parse(&scalar.to_string()),
    }
}

/// Whether a type is one of complex numbers.
pub fn is_complex(r#type: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { mlir_sys::mlirTypeIsAComplex(r#type.to_raw()) }
}

/// The type of the parts of a complex type.
pub fn part_of(r#type: Type<'_>) -> Type<'_> {
    // SAFETY: the type is complex.
    unsafe { Type::from_raw(mlir_sys::mlirComplexTypeGetElementType(r#type.to_raw())) }
}
