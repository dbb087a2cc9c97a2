//! Constants, from the IR and back.

use super::types::{is_complex, part_of, scalar_of};
use crate::index::constant::Constant;
use lacuna_dialects::{
    builder::{Builder, is_float},
    ir::Value,
};
use melior::ir::{
    Attribute, AttributeLike, Type, TypeLike,
    attribute::{ArrayAttribute, FloatAttribute, IntegerAttribute},
    r#type::IntegerType,
};

/// Reads a typed attribute, if it is a number that fits.
pub fn constant_of(attribute: Attribute<'_>) -> Option<Constant> {
    // Asked first: a conversion that fails prints the attribute.
    if attribute.is_float()
        && let Ok(float) = FloatAttribute::try_from(attribute)
    {
        return Some(Constant::Float(float.value()));
    }
    // SAFETY: the attribute is alive; its parts are asked of a complex number only.
    unsafe {
        let raw = attribute.to_raw();
        if mlir_sys::mlirAttributeIsAComplex(raw) {
            let (re, im) = (mlir_sys::mlirComplexAttrGetRealDouble(raw), mlir_sys::mlirComplexAttrGetImagDouble(raw));
            return Some(Constant::complex(re, im));
        }
    }
    let integer = IntegerAttribute::try_from(attribute).ok()?;
    let r#type = integer.r#type();
    let fits = r#type.is_index() || IntegerType::try_from(r#type).is_ok_and(|r#type| r#type.width() <= 64);
    fits.then(|| Constant::Integer(integer.value()))
}

/// A constant as a typed attribute, where the type has one.
pub fn attribute_of<'c>(builder: &Builder<'c>, constant: Constant, r#type: Type<'c>) -> Option<Attribute<'c>> {
    match constant {
        Constant::Integer(number) => Some(IntegerAttribute::new(r#type, number).into()),
        Constant::Float(number) => Some(FloatAttribute::new(builder.context(), r#type, number).into()),
        Constant::Zero if is_complex(r#type) => complex_attribute(builder, r#type, 0.0, 0.0),
        Constant::Complex(re, im) => complex_attribute(builder, r#type, re, im),
        Constant::Zero | Constant::Absent => None,
    }
}

/// A constant as a value. No value has none: where it is written is decided before.
pub fn emit_constant<'c>(builder: &Builder<'c>, constant: Constant, r#type: Type<'c>) -> Value<'c> {
    if is_complex(r#type) {
        let (re, im) = if let Constant::Complex(re, im) = constant { (re, im) } else { (0.0, 0.0) };
        return complex_number(builder, r#type, re, im);
    }
    match attribute_of(builder, constant, r#type) {
        Some(attribute) => builder.constant(attribute, r#type),
        None => builder.number(0.0, r#type),
    }
}

/// A number as an attribute of a complex type. MLIR has none where the parts are integers.
fn complex_attribute<'c>(builder: &Builder<'c>, r#type: Type<'c>, re: f64, im: f64) -> Option<Attribute<'c>> {
    // SAFETY: the type is complex, and its parts are floating-point numbers.
    let attribute = |of: Type<'c>| unsafe {
        let raw = mlir_sys::mlirComplexAttrDoubleGet(builder.context().to_raw(), of.to_raw(), re, im);
        Attribute::from_raw(raw)
    };
    is_float(part_of(r#type)).then(|| attribute(r#type))
}

/// A number as a constant of a complex type.
pub fn complex_number<'c>(builder: &Builder<'c>, r#type: Type<'c>, re: f64, im: f64) -> Value<'c> {
    let part = part_of(r#type);
    let number = |number: f64| {
        let is_float = scalar_of(part).is_float();
        let constant = if is_float { Constant::Float(number) } else { Constant::Integer(number as i64) };
        attribute_of(builder, constant, part)
    };
    let parts: Vec<_> = [re, im].into_iter().filter_map(number).collect();
    let value = ArrayAttribute::new(builder.context(), &parts).into();
    builder.value("complex.constant", &[], r#type, &[("value", value)])
}
