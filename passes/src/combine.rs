//! Combiners as operations: which `arith` operation combines, and from which value a fold starts.

use crate::nest::constant::{complex_number, is_complex};
use lacuna_dialects::{
    builder::{Builder, is_float},
    ir::Value,
    sloop::Combiner,
};
use melior::ir::{Type, ValueLike};

/// The `arith` operation that combines two values of a scalar type. Minimum and maximum are signed and keep NaN.
pub fn operation(combiner: Combiner, scalar: Type<'_>) -> Option<&'static str> {
    if is_complex(scalar) {
        return match combiner {
            Combiner::Add => Some("complex.add"),
            Combiner::Mul => Some("complex.mul"),
            _ => None,
        };
    }
    Some(match (combiner, is_float(scalar)) {
        (Combiner::Add, true) => "arith.addf",
        (Combiner::Add, false) => "arith.addi",
        (Combiner::Mul, true) => "arith.mulf",
        (Combiner::Mul, false) => "arith.muli",
        (Combiner::Min, true) => "arith.minimumf",
        (Combiner::Min, false) => "arith.minsi",
        (Combiner::Max, true) => "arith.maximumf",
        (Combiner::Max, false) => "arith.maxsi",
        (Combiner::And, false) => "arith.andi",
        (Combiner::Or, false) => "arith.ori",
        (Combiner::Xor, false) => "arith.xori",
        (Combiner::And | Combiner::Or | Combiner::Xor, true) => return None,
    })
}

/// The combiner that an operation with this name stands for.
pub fn from_operation(name: &str) -> Option<Combiner> {
    Some(match name {
        "arith.addf" | "arith.addi" | "complex.add" => Combiner::Add,
        "arith.mulf" | "arith.muli" | "complex.mul" => Combiner::Mul,
        "arith.minimumf" | "arith.minsi" => Combiner::Min,
        "arith.maximumf" | "arith.maxsi" => Combiner::Max,
        "arith.andi" => Combiner::And,
        "arith.ori" => Combiner::Or,
        "arith.xori" => Combiner::Xor,
        _ => return None,
    })
}

/// The value that changes nothing when combined, of a scalar or vector type.
pub fn neutral<'c>(builder: &Builder<'c>, combiner: Combiner, r#type: Type<'c>) -> Value<'c> {
    let scalar = builder.scalar_type(r#type);
    if is_complex(scalar) {
        return complex_number(builder, r#type, if combiner == Combiner::Mul { 1.0 } else { 0.0 });
    }
    match (combiner, is_float(scalar)) {
        (Combiner::Add | Combiner::Or | Combiner::Xor, _) => builder.number(0.0, r#type),
        (Combiner::Mul, _) => builder.number(1.0, r#type),
        (Combiner::And, _) => builder.number(-1.0, r#type),
        (Combiner::Min, true) => builder.number(f64::INFINITY, r#type),
        (Combiner::Max, true) => builder.number(f64::NEG_INFINITY, r#type),
        (Combiner::Min | Combiner::Max, false) => {
            let width = integer_width(scalar).unwrap_or(64).min(64);
            let largest = (1i128 << (width - 1)) - 1;
            let bound = if combiner == Combiner::Min { largest } else { -largest - 1 };
            let text =
                if scalar == r#type { format!("{bound} : {scalar}") } else { format!("dense<{bound}> : {type}") };
            builder.constant(builder.parse_attribute(&text), r#type)
        }
    }
}

fn integer_width(scalar: Type<'_>) -> Option<u32> {
    melior::ir::r#type::IntegerType::try_from(scalar).ok().map(|integer| integer.width())
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
    let scalar = builder.scalar_type(r#type);
    let name = operation(combiner, scalar).unwrap_or_else(|| panic!("{} of {scalar}", combiner.word()));
    let attributes: Vec<_> = if is_float(scalar) || is_complex(scalar) {
        vec![("fastmath", builder.parse_attribute(flags))]
    } else {
        vec![]
    };
    builder.value(name, &[left, right], r#type, &attributes)
}
