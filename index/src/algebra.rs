//! What is known of scalar operations: annihilators, identities, and what they make of constants.
//!
//! Here the rules know operations by name. From them follows which operands of an expression may be absent
//! (LEVELS, section 4.1): an absent entry is a constant, the fill value of its tensor, and the expression is what the
//! rules here make of it. An operation that is not listed keeps all its operands, so that nothing may be absent.

mod arithmetic;
pub mod comparison;
mod known;
mod neutral;
mod rules;

pub(super) use arithmetic::{compute, round};
pub use known::{Known, Simplified};
pub use neutral::{is_neutral, is_neutral_constant, neutral};

use super::{Combiner, Scalar, constant::Constant};
use rules::{Rule, by_rule};

/// Simplifies the operation `name` with a result of type `result`, given the types and what is known of its operands.
pub fn simplify(name: &str, operands: &[Option<Known>], types: &[Scalar], result: Scalar) -> Simplified {
    match by_rule(name, operands, result) {
        Simplified::Itself => by_computing(name, operands, types, result).unwrap_or(Simplified::Itself),
        outcome => outcome,
    }
}

/// What an operation makes of operands all of which are known.
fn by_computing(name: &str, operands: &[Option<Known>], types: &[Scalar], result: Scalar) -> Option<Simplified> {
    let known = operands.iter().copied().collect::<Option<Vec<_>>>()?;
    let values: Vec<_> = known.iter().map(|known| known.value).collect();
    let value = arithmetic::compute(name, &values, types, result)?;
    Some(Simplified::Constant(Known { value, absent: known.iter().any(|known| known.absent) }))
}

/// Whether an operation is cheaper than a branch that is hard to predict, and can be computed where its value is not
/// wanted.
pub fn is_cheap(name: &str) -> bool {
    CHEAP.contains(&name)
}

/// Whether an operation tells zeros of either sign apart in an operand of this type, and makes something else than a zero of
/// them: there the sign of a zero matters also where it is that of an entry which is not stored.
pub fn reads_sign_of_zero(name: &str, operand: usize, r#type: Scalar) -> bool {
    match name {
        "math.copysign" => operand == 1,
        "arith.bitcast" => r#type.is_float(),
        _ => false,
    }
}

/// Whether some rule of [`simplify`] tells an absent constant from the same number of the program.
pub fn tells_absence(value: Constant, r#type: Scalar) -> bool {
    let bounds = [neutral::smallest(r#type), neutral::largest(r#type)];
    value == Constant::Absent
        || value.is_zero()
        || value.is_all_ones()
        || !value.is_finite()
        || bounds.contains(&Some(value))
}

/// Whether an operation stops the program on some divisors.
pub fn can_trap(name: &str) -> bool {
    matches!(
        name,
        "arith.divsi"
            | "arith.divui"
            | "arith.floordivsi"
            | "arith.ceildivsi"
            | "arith.ceildivui"
            | "arith.remsi"
            | "arith.remui"
            | "index.divs"
            | "index.divu"
            | "index.floordivs"
            | "index.ceildivs"
            | "index.ceildivu"
            | "index.rems"
            | "index.remu"
    )
}

/// Whether an operation of one operand gives zero of zero.
pub fn gives_zero_of_zero(name: &str) -> bool {
    matches!(name, "arith.negf" | "math.absf") || rules::KEEPS_ZERO.contains(&name)
}

/// Whether an operation adds or subtracts floating-point numbers, of which complex ones are two.
pub fn adds_floats(name: &str) -> bool {
    matches!(name, "arith.addf" | "arith.subf" | "complex.add" | "complex.sub")
}

/// Whether an operation must not be computed with absent infinities, because [`simplify`] gives another value: an absent infinity
/// plus minus infinity is infinity, not NaN; `minnumf` of an absent infinity and NaN is NaN, not infinity.
pub fn needs_finite(name: &str) -> bool {
    adds_floats(name) || matches!(name, "arith.minnumf" | "arith.maxnumf")
}

/// Whether [`simplify`] says of absent operands of an operation something else than computing it with their values.
pub fn is_ruled(name: &str) -> bool {
    // Zero times infinity is no number, but a product with what is not stored is zero.
    matches!(name, "arith.mulf" | "complex.mul" | "arith.select") || drops_product(name)
}

/// Whether [`simplify`] may replace an operation by its addend where computing with the absent factor gives another value.
pub fn drops_product(name: &str) -> bool {
    // If a factor is an absent zero, the addend is left, even if the other factor is infinite.
    name == "math.fma"
}

/// What a combiner makes of two values, as [`simplify`].
pub fn simplify_combine(combiner: Combiner, operands: &[Option<Known>], result: Scalar) -> Simplified {
    match (Rule { operands, result }.combine(combiner), super::combiners::operation(combiner, result)) {
        (Simplified::Itself, Some(name)) => {
            by_computing(name, operands, &[result, result], result).unwrap_or(Simplified::Itself)
        }
        (outcome, _) => outcome,
    }
}

const CHEAP: [&str; 26] = [
    "arith.addf",
    "arith.subf",
    "arith.mulf",
    "arith.negf",
    "arith.maximumf",
    "arith.minimumf",
    "arith.maxnumf",
    "arith.minnumf",
    "arith.addi",
    "arith.subi",
    "arith.muli",
    "arith.maxsi",
    "arith.maxui",
    "arith.minsi",
    "arith.minui",
    "arith.andi",
    "arith.ori",
    "arith.xori",
    "arith.select",
    "arith.extf",
    "arith.truncf",
    "arith.extsi",
    "arith.extui",
    "arith.trunci",
    "math.absf",
    "math.absi",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::{Float, Sign};

    /// Names that [`simplify`] decides by rule. Those of one or two operands that it does not know stay as they are.
    const RULED: [&str; 40] = [
        "arith.mulf",
        "arith.addf",
        "arith.subf",
        "arith.divf",
        "arith.remf",
        "arith.negf",
        "arith.maximumf",
        "arith.minimumf",
        "arith.maxnumf",
        "arith.minnumf",
        "arith.muli",
        "arith.addi",
        "arith.subi",
        "arith.divsi",
        "arith.divui",
        "arith.remsi",
        "arith.maxsi",
        "arith.minsi",
        "arith.maxui",
        "arith.minui",
        "arith.andi",
        "arith.ori",
        "arith.xori",
        "arith.shli",
        "arith.shrsi",
        "arith.select",
        "math.exp",
        "math.cos",
        "math.log",
        "math.sqrt",
        "math.absf",
        "math.powf",
        "math.copysign",
        "math.atan2",
        "math.fma",
        "math.tanh",
        "complex.mul",
        "complex.add",
        "complex.sub",
        "complex.div",
    ];

    /// Where no rule tells an absent constant from a number, one may stand for the other beside operands that are not known.
    #[test]
    fn rules_tell_absent_constants_only_where_it_is_said() {
        let types = [
            Scalar::Float(Float::F64),
            Scalar::Float(Float::F32),
            Scalar::Integer(64, Sign::Signless),
            Scalar::Integer(8, Sign::Signless),
            Scalar::Complex(Float::F64),
        ];
        let numbers = |r#type: Scalar| -> Vec<Constant> {
            if r#type.is_complex() {
                vec![Constant::Complex(1.0, 0.0), Constant::Complex(2.0, -1.0), Constant::Zero]
            } else if r#type.is_float() {
                [0.0, -0.0, 1.0, -1.0, 2.5, f64::INFINITY, f64::NEG_INFINITY].map(Constant::Float).to_vec()
            } else {
                [0, 1, -1, 2, i64::MIN, i64::MAX, -128, 127].map(Constant::Integer).to_vec()
            }
        };
        for r#type in types {
            for name in RULED {
                for count in 1..=3 {
                    for (place, value) in
                        (0..count).flat_map(|place| numbers(r#type).into_iter().map(move |value| (place, value)))
                    {
                        let simplified = |absent: bool| {
                            let mut operands = vec![None; count];
                            operands[place] = Some(Known { value, absent });
                            // Whether what comes out is absent is asked of it in turn.
                            match simplify(name, &operands, &vec![r#type; count], r#type) {
                                Simplified::Constant(known) => format!("{:?}", known.value),
                                other => format!("{other:?}"),
                            }
                        };
                        let is_told = simplified(true) != simplified(false);
                        assert!(
                            !is_told || tells_absence(value, r#type),
                            "{name} of {count} operands tells an absent {value:?} at {place}"
                        );
                    }
                }
            }
        }
    }
}
