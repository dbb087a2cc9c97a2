//! Combiners as IR: two values combined, and the value from which a fold starts.

use super::{constants::complex_number, types::scalar_of};
use crate::index::{
    algebra,
    combiners::{operation, vector_kind},
    constant::Constant,
};
use lacuna_dialects::{
    builder::{Builder, is_float},
    ir::Value,
    sloop::Combiner,
};
use melior::ir::{Type, ValueLike};

/// The value that changes nothing when combined, of a scalar or vector type.
pub fn neutral<'c>(builder: &Builder<'c>, combiner: Combiner, r#type: Type<'c>) -> Value<'c> {
    let scalar = scalar_of(builder.scalar_type(r#type));
    if scalar.is_complex() {
        return complex_number(builder, r#type, if combiner == Combiner::Mul { 1.0 } else { 0.0 }, 0.0);
    }
    let constant = algebra::neutral(combiner, scalar).unwrap_or_else(|| panic!("{} of {scalar}", combiner.word()));
    match constant {
        Constant::Integer(number) => builder.integer(number, r#type),
        Constant::Float(number) => builder.number(number, r#type),
        Constant::Complex(..) | Constant::Zero | Constant::Absent => builder.number(0.0, r#type),
    }
}

/// Combines two values of one scalar or vector type.
pub fn combine<'c>(
    builder: &Builder<'c>,
    combiner: Combiner,
    left: Value<'c>,
    right: Value<'c>,
    flags: &str,
) -> Value<'c> {
    let r#type = left.r#type();
    let scalar = scalar_of(builder.scalar_type(r#type));
    let name = operation(combiner, scalar).unwrap_or_else(|| panic!("{} of {scalar}", combiner.word()));
    let attributes: Vec<_> = if scalar.is_float() || scalar.is_complex() {
        vec![("fastmath", builder.parse_attribute(flags))]
    } else {
        vec![]
    };
    builder.value(name, &[left, right], r#type, &attributes)
}

/// All lanes of a vector combined into one scalar.
pub fn reduce<'c>(builder: &Builder<'c>, combiner: Combiner, vector: Value<'c>, flags: &str) -> Value<'c> {
    let scalar: Type = builder.scalar_type(vector.r#type());
    let kind = vector_kind(combiner, is_float(scalar));
    let mut attributes = vec![("kind", builder.parse_attribute(&format!("#vector.kind<{kind}>")))];
    if is_float(scalar) {
        attributes.push(("fastmath", builder.parse_attribute(flags)));
    }
    builder.value("vector.reduction", &[vector], scalar, &attributes)
}
