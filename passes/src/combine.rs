//! Combiners as operations: which `arith` operation combines, and from which value a fold starts.

use crate::index::{Scalar, algebra, constant::Constant, emission::complex_number};
use lacuna_dialects::{builder::Builder, ir::Value, sloop::Combiner};
use melior::ir::{Type, ValueLike};

/// The `arith` operation that combines two values of a scalar type.
pub fn operation(combiner: Combiner, scalar: Scalar) -> Option<&'static str> {
    if scalar.is_complex() {
        return match combiner {
            Combiner::Add => Some("complex.add"),
            Combiner::Mul => Some("complex.mul"),
            _ => None,
        };
    }
    Some(match (combiner, scalar.is_float()) {
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
        (Combiner::MinUnsigned, false) => "arith.minui",
        (Combiner::MaxUnsigned, false) => "arith.maxui",
        (Combiner::MinNumber, true) => "arith.minnumf",
        (Combiner::MaxNumber, true) => "arith.maxnumf",
        (Combiner::And | Combiner::Or | Combiner::Xor | Combiner::MinUnsigned | Combiner::MaxUnsigned, true)
        | (Combiner::MinNumber | Combiner::MaxNumber, false) => return None,
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
        "arith.minui" => Combiner::MinUnsigned,
        "arith.maxui" => Combiner::MaxUnsigned,
        "arith.minnumf" => Combiner::MinNumber,
        "arith.maxnumf" => Combiner::MaxNumber,
        _ => return None,
    })
}

/// The value that changes nothing when combined, of a scalar or vector type.
pub fn neutral<'c>(builder: &Builder<'c>, combiner: Combiner, r#type: Type<'c>) -> Value<'c> {
    let scalar = Scalar::of(builder.scalar_type(r#type));
    if scalar.is_complex() {
        return complex_number(builder, r#type, if combiner == Combiner::Mul { 1.0 } else { 0.0 });
    }
    let constant = algebra::neutral(combiner, scalar).unwrap_or_else(|| panic!("{} of {scalar}", combiner.word()));
    match constant {
        Constant::Integer(number) => builder.integer(number, r#type),
        Constant::Float(number) => builder.number(number, r#type),
        Constant::Zero | Constant::Absent => builder.number(0.0, r#type),
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
    let scalar = Scalar::of(builder.scalar_type(r#type));
    let name = operation(combiner, scalar).unwrap_or_else(|| panic!("{} of {scalar}", combiner.word()));
    let attributes: Vec<_> = if scalar.is_float() || scalar.is_complex() {
        vec![("fastmath", builder.parse_attribute(flags))]
    } else {
        vec![]
    };
    builder.value(name, &[left, right], r#type, &attributes)
}
