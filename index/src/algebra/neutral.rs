//! Values that change nothing when combined.

use super::known::Known;
use crate::{Combiner, Scalar, constant::Constant};

/// The value that changes nothing when combined.
pub fn neutral(combiner: Combiner, r#type: Scalar) -> Option<Constant> {
    match combiner {
        Combiner::Add | Combiner::Or | Combiner::Xor => Constant::number(0, r#type),
        Combiner::Mul => Constant::number(1, r#type),
        Combiner::And => r#type.is_integer().then_some(Constant::Integer(-1)),
        Combiner::Min => largest(r#type),
        Combiner::Max => smallest(r#type),
        Combiner::MinUnsigned => r#type.is_integer().then_some(Constant::Integer(-1)),
        Combiner::MaxUnsigned => r#type.is_integer().then_some(Constant::Integer(0)),
        Combiner::MinNumber | Combiner::MaxNumber => r#type.is_float().then_some(Constant::Float(f64::NAN)),
    }
}

/// Whether combining with a constant changes nothing but the signs of zeros.
pub fn is_neutral_constant(combiner: Combiner, constant: Constant, r#type: Scalar) -> bool {
    neutral(combiner, r#type).is_some_and(|neutral| neutral == constant || neutral.is_zero() && constant.is_zero())
}

/// Whether combining with a value changes nothing that is of interest: the sign of a zero is not, nor whether the
/// minimum of NaN and an infinity that is not stored is a number.
pub fn is_neutral(combiner: Combiner, known: Known, r#type: Scalar) -> bool {
    let neutral = neutral(combiner, r#type);
    neutral == Some(known.value)
        || known.value.is_zero() && neutral.is_some_and(Constant::is_zero)
        || known.absent && Some(known.value) == bound_of_numbers(combiner)
}

/// What changes no number when combined, where the neutral value is none.
pub fn bound_of_numbers(combiner: Combiner) -> Option<Constant> {
    match combiner {
        Combiner::MinNumber => Some(Constant::Float(f64::INFINITY)),
        Combiner::MaxNumber => Some(Constant::Float(f64::NEG_INFINITY)),
        _ => None,
    }
}

/// The largest value of a type.
pub fn largest(r#type: Scalar) -> Option<Constant> {
    if r#type.is_float() {
        return Some(Constant::Float(f64::INFINITY));
    }
    smallest(r#type).map(|smallest| match smallest {
        Constant::Integer(number) => Constant::Integer(!number),
        other => other,
    })
}

/// The smallest value of a type.
pub fn smallest(r#type: Scalar) -> Option<Constant> {
    if r#type.is_float() {
        return Some(Constant::Float(f64::NEG_INFINITY));
    }
    if !r#type.is_integer() {
        return None;
    }
    let width = r#type.integer_bits().unwrap_or(64).clamp(1, 64);
    Some(Constant::Integer(-1 << (width - 1)))
}
