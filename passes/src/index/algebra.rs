//! What is known of scalar operations: annihilators, identities, and what they make of constants.
//!
//! Here the rules know operations by name. From them follows which operands of an expression may be absent
//! (LEVELS, section 4.1): an absent entry is a constant, the fill value of its tensor, and the expression is what the
//! rules here make of it. An operation that is not listed keeps all its operands, so that nothing may be absent.

mod arithmetic;
pub mod comparison;

pub(super) use arithmetic::{compute, round};

use super::{Scalar, constant::Constant};
use lacuna_dialects::sloop::Combiner;

/// What is known of an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// Its value.
    pub value: Constant,
    /// Whether it is so because an entry is not stored. Only then does zero annihilate: what is not stored does not turn
    /// infinity into NaN; and a number of the program takes no entry away, whatever its type: a product with zero is stored
    /// where its other factor is. What an operation makes of an absent operand and of numbers is absent, too.
    pub absent: bool,
}

/// What an operation amounts to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// A constant.
    Constant(Known),
    /// One of its operands.
    Operand(usize),
    /// Nothing simpler.
    Itself,
}

/// Simplifies the operation `name` with a result of type `result`, given the types and what is known of its operands.
pub fn simplify(name: &str, operands: &[Option<Known>], types: &[Scalar], result: Scalar) -> Outcome {
    match by_rule(name, operands, result) {
        Outcome::Itself => by_computing(name, operands, types, result).unwrap_or(Outcome::Itself),
        outcome => outcome,
    }
}

/// What an operation makes of operands all of which are known.
fn by_computing(name: &str, operands: &[Option<Known>], types: &[Scalar], result: Scalar) -> Option<Outcome> {
    let known = operands.iter().copied().collect::<Option<Vec<_>>>()?;
    let values: Vec<_> = known.iter().map(|known| known.value).collect();
    let value = arithmetic::compute(name, &values, types, result)?;
    Some(Outcome::Constant(Known { value, absent: known.iter().any(|known| known.absent) }))
}

/// What follows from single operands.
fn by_rule(name: &str, operands: &[Option<Known>], result: Scalar) -> Outcome {
    let rule = Rule { operands, result };
    if name != "arith.select" && operands.len() != 2 && rule.has_absent() {
        return Outcome::Constant(Known { value: Constant::Absent, absent: true });
    }
    if let Some(combiner) = super::combiners::from_operation(name) {
        return match rule.combine(combiner) {
            Outcome::Itself => rule.leave_out_infinity(combiner),
            outcome => outcome,
        };
    }
    match name {
        "complex.mul" => rule.combine(Combiner::Mul),
        "complex.add" => rule.combine(Combiner::Add),
        "arith.subf" | "arith.subi" | "complex.sub" => rule.subtract(),
        "arith.divf" | "arith.divsi" | "arith.divui" | "arith.floordivsi" | "arith.ceildivsi" | "arith.ceildivui"
        | "complex.div" => rule.divide(),
        "arith.remsi" | "arith.remui" | "arith.remf" => rule.keep_zero_of_left(),
        "arith.shli" | "arith.shrsi" | "arith.shrui" => rule.shift(),
        "arith.select" => rule.select(),
        "math.fma" => rule.multiply_add(),
        "math.exp" | "math.exp2" | "math.cos" | "math.cosh" | "math.erfc" | "complex.exp" => rule.zero_to_one(),
        "math.log" | "math.log2" | "math.log10" | "math.acos" | "math.acosh" => rule.one_to_zero(),
        "math.powf" | "math.fpowi" | "math.ipowi" => rule.power(),
        "math.copysign" => rule.copy_sign(),
        "math.atan2" => rule.angle(),
        "arith.mulsi_extended" | "arith.mulsi_extended#1" | "arith.mului_extended" | "arith.mului_extended#1" => {
            rule.extended_product()
        }
        "arith.addui_extended" => rule.combine(Combiner::Add),
        "arith.addui_extended#1" => rule.carry(),
        "math.sincos" => rule.keep_zero(),
        "math.sincos#1" => rule.zero_to_one(),
        "arith.negf" => rule.negate_zero(),
        "math.absf" => rule.keep_no_sign(),
        _ if KEEPS_ZERO.contains(&name) => rule.keep_zero(),
        _ => Outcome::Itself,
    }
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

/// Whether an operation adds or subtracts floating-point numbers.
pub fn adds_floats(name: &str) -> bool {
    matches!(name, "arith.addf" | "arith.subf")
}

/// Whether computing an operation with the values of absent operands gives what [`simplify`] says of them; `is_exact`
/// asks for the signs of zeros, too.
pub fn takes_absent_values(name: &str, is_exact: bool) -> bool {
    // Zero times infinity is no number, but a product with what is not stored is zero.
    let is_rule = matches!(name, "arith.mulf" | "arith.select");
    is_cheap(name) && !is_rule && !(is_exact && adds_floats(name))
}

/// What a combiner makes of two values, as [`simplify`].
pub fn simplify_combine(combiner: Combiner, operands: &[Option<Known>], result: Scalar) -> Outcome {
    match (Rule { operands, result }.combine(combiner), super::combiners::operation(combiner, result)) {
        (Outcome::Itself, Some(name)) => {
            by_computing(name, operands, &[result, result], result).unwrap_or(Outcome::Itself)
        }
        (outcome, _) => outcome,
    }
}

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

/// Whether combining with a value changes nothing that is of interest: the sign of a zero is not, nor whether the
/// minimum of NaN and an infinity that is not stored is a number.
pub fn is_neutral(combiner: Combiner, known: Known, r#type: Scalar) -> bool {
    let neutral = neutral(combiner, r#type);
    neutral == Some(known.value)
        || known.value.is_zero() && neutral.is_some_and(Constant::is_zero)
        || known.absent && Some(known.value) == bound_of_numbers(combiner)
}

/// What changes no number when combined, where the neutral value is none.
fn bound_of_numbers(combiner: Combiner) -> Option<Constant> {
    match combiner {
        Combiner::MinNumber => Some(Constant::Float(f64::INFINITY)),
        Combiner::MaxNumber => Some(Constant::Float(f64::NEG_INFINITY)),
        _ => None,
    }
}

fn largest(r#type: Scalar) -> Option<Constant> {
    if r#type.is_float() {
        return Some(Constant::Float(f64::INFINITY));
    }
    smallest(r#type).map(|smallest| match smallest {
        Constant::Integer(number) => Constant::Integer(!number),
        other => other,
    })
}

fn smallest(r#type: Scalar) -> Option<Constant> {
    if r#type.is_float() {
        return Some(Constant::Float(f64::NEG_INFINITY));
    }
    if !r#type.is_integer() {
        return None;
    }
    let width = r#type.integer_bits().unwrap_or(64).clamp(1, 64);
    Some(Constant::Integer(-1 << (width - 1)))
}

struct Rule<'a> {
    operands: &'a [Option<Known>],
    result: Scalar,
}

impl Rule<'_> {
    fn known(&self, index: usize) -> Option<Known> {
        self.operands.get(index).copied().flatten()
    }

    fn is(&self, index: usize, holds: impl Fn(Constant) -> bool) -> bool {
        self.known(index).is_some_and(|known| holds(known.value))
    }

    /// The zero of the result type, absent where an operand is.
    fn zero(&self) -> Outcome {
        self.constant(0)
    }

    fn constant(&self, number: i64) -> Outcome {
        let absent = self.operands.iter().flatten().any(|known| known.absent);
        match Constant::number(number, self.result) {
            Some(value) => Outcome::Constant(Known { value, absent }),
            None => Outcome::Itself,
        }
    }

    /// Whether operand `index` is a zero that annihilates what it is multiplied with.
    fn annihilates(&self, index: usize) -> bool {
        self.known(index).is_some_and(|known| known.value.is_zero() && known.absent)
    }

    /// Whether combining with operand `index` changes nothing. Zero, added by the program, does: 0 + -0 is 0.
    fn is_neutral(&self, index: usize, neutral: Option<Constant>) -> bool {
        let Some(known) = self.known(index) else { return false };
        let is_same = Some(known.value) == neutral && (known.absent || !known.value.is_zero());
        is_same || known.absent && known.value.is_zero() && neutral.is_some_and(Constant::is_zero)
    }

    fn has_absent(&self) -> bool {
        (0..self.operands.len()).any(|index| self.is(index, |value| value == Constant::Absent))
    }

    fn combine(&self, combiner: Combiner) -> Outcome {
        for (one, other) in [(0, 1), (1, 0)] {
            if self.is(one, |value| value == Constant::Absent) {
                return self.operand(other);
            }
        }
        let neutral = neutral(combiner, self.result);
        for (one, other) in [(0, 1), (1, 0)] {
            if self.is_neutral(one, neutral) {
                return self.operand(other);
            }
        }
        for one in [0, 1] {
            let Some(known) = self.known(one) else { continue };
            let annihilates = match combiner {
                Combiner::Mul | Combiner::And | Combiner::MinUnsigned => self.annihilates(one),
                Combiner::Or => known.absent && known.value.is_all_ones(),
                // An absent distance stays absent, however far one goes on from there.
                Combiner::Add => known.absent && matches!(known.value, Constant::Float(number) if number.is_infinite()),
                Combiner::Min => known.absent && Some(known.value) == smallest(self.result) && self.result.is_integer(),
                Combiner::Max => known.absent && Some(known.value) == largest(self.result) && self.result.is_integer(),
                Combiner::MaxUnsigned => known.absent && known.value.is_all_ones(),
                Combiner::Xor | Combiner::MinNumber | Combiner::MaxNumber => false,
            };
            if annihilates {
                return Outcome::Constant(known);
            }
        }
        match (combiner, self.known(0), self.known(1)) {
            (
                Combiner::Min
                | Combiner::Max
                | Combiner::MinUnsigned
                | Combiner::MaxUnsigned
                | Combiner::MinNumber
                | Combiner::MaxNumber,
                Some(left),
                Some(right),
            ) => {
                let is_unsigned = matches!(combiner, Combiner::MinUnsigned | Combiner::MaxUnsigned);
                let left_wins = match (left.value, right.value) {
                    (Constant::Integer(left), Constant::Integer(right)) if is_unsigned => {
                        left.cast_unsigned() <= right.cast_unsigned()
                    }
                    (Constant::Integer(left), Constant::Integer(right)) => left <= right,
                    (Constant::Float(left), Constant::Float(right)) if !left.is_nan() && !right.is_nan() => {
                        left <= right
                    }
                    _ => return Outcome::Itself,
                } == matches!(combiner, Combiner::Min | Combiner::MinUnsigned | Combiner::MinNumber);
                let value = if left_wins { left.value } else { right.value };
                Outcome::Constant(Known { value, absent: left.absent || right.absent })
            }
            _ => Outcome::Itself,
        }
    }

    /// Whether operand `index` is a number of the program below zero, or the zero with a sign.
    fn has_sign(&self, index: usize) -> bool {
        let Some(known) = self.known(index) else { return false };
        !known.absent && matches!(known.value, Constant::Float(number) if number.is_sign_negative())
    }

    /// The other operand, where one is an infinity that is not stored: the operation is the program's, and its other
    /// operand no fold that found nothing, whose neutral value would stay.
    fn leave_out_infinity(&self, combiner: Combiner) -> Outcome {
        let is_left_out = |index| {
            self.known(index).is_some_and(|known| known.absent && Some(known.value) == bound_of_numbers(combiner))
        };
        match (is_left_out(0), is_left_out(1)) {
            (true, _) => self.operand(1),
            (_, true) => self.operand(0),
            _ => Outcome::Itself,
        }
    }

    /// The operand, which is a constant of its own where it is known.
    fn operand(&self, index: usize) -> Outcome {
        match self.known(index) {
            Some(known) => {
                let absent = self.operands.iter().flatten().any(|known| known.absent);
                Outcome::Constant(Known { absent, ..known })
            }
            None => Outcome::Operand(index),
        }
    }

    fn subtract(&self) -> Outcome {
        if self.is(1, Constant::is_zero) { self.operand(0) } else { Outcome::Itself }
    }

    fn divide(&self) -> Outcome {
        if self.annihilates(0) {
            self.zero()
        } else if self.is(1, |value| value.is_one(self.result)) {
            self.operand(0)
        } else {
            Outcome::Itself
        }
    }

    fn shift(&self) -> Outcome {
        if self.annihilates(0) {
            self.zero()
        } else if self.is(1, Constant::is_zero) {
            self.operand(0)
        } else {
            Outcome::Itself
        }
    }

    /// Where both choices are the same, or zeros one of which is absent, the condition does not matter: whether a point
    /// is absent must not depend on the values of entries. Else the choice that is not taken does not matter.
    fn select(&self) -> Outcome {
        if let (Some(left), Some(right)) = (self.known(1), self.known(2)) {
            let absent = left.absent || right.absent;
            if left.value.is_identical(right.value) {
                return Outcome::Constant(Known { absent, ..left });
            }
            if left.value.is_zero() && right.value.is_zero() && absent {
                return self.zero();
            }
        }
        let Some(condition) = self.known(0) else { return Outcome::Itself };
        let chosen = if condition.value.is_zero() { 2 } else { 1 };
        match self.known(chosen) {
            Some(known) => Outcome::Constant(Known { absent: known.absent || condition.absent, ..known }),
            None => Outcome::Operand(chosen),
        }
    }

    fn multiply_add(&self) -> Outcome {
        if self.annihilates(0) || self.annihilates(1) { self.operand(2) } else { Outcome::Itself }
    }

    fn keep_zero_of_left(&self) -> Outcome {
        if self.annihilates(0) { self.zero() } else { Outcome::Itself }
    }

    /// Zero where all operands are; of a floating-point operand alone it has the sign.
    fn keep_zero(&self) -> Outcome {
        match (self.keep_no_sign(), self.operands) {
            (Outcome::Constant(Known { value: Constant::Float(_), absent }), [Some(operand)]) => match operand.value {
                Constant::Float(_) => Outcome::Constant(Known { value: operand.value, absent }),
                _ => self.zero(),
            },
            (outcome, _) => outcome,
        }
    }

    fn negate_zero(&self) -> Outcome {
        match self.keep_zero() {
            Outcome::Constant(Known { value: Constant::Float(zero), absent }) => {
                Outcome::Constant(Known { value: Constant::Float(-zero), absent })
            }
            outcome => outcome,
        }
    }

    fn keep_no_sign(&self) -> Outcome {
        let all_zero =
            !self.operands.is_empty() && (0..self.operands.len()).all(|index| self.is(index, Constant::is_zero));
        if all_zero { self.zero() } else { Outcome::Itself }
    }

    fn zero_to_one(&self) -> Outcome {
        if self.is(0, Constant::is_zero) && self.result.is_float() { self.constant(1) } else { Outcome::Itself }
    }

    /// Every known number to the power of zero is one, any to that of one itself; zero to that of a larger one is zero.
    fn power(&self) -> Outcome {
        let Some(exponent) = self.known(1) else { return Outcome::Itself };
        let is_positive = match exponent.value {
            Constant::Integer(number) => number > 0,
            Constant::Float(number) => number > 0.0,
            Constant::Complex(..) | Constant::Zero | Constant::Absent => false,
        };
        if exponent.value.is_zero() && self.known(0).is_some() {
            self.constant(1)
        } else if matches!(exponent.value, Constant::Integer(1)) || exponent.value == Constant::Float(1.0) {
            self.operand(0)
        } else if is_positive && self.is(0, Constant::is_zero) && !self.has_sign(0) {
            self.zero()
        } else {
            Outcome::Itself
        }
    }

    fn extended_product(&self) -> Outcome {
        if self.annihilates(0) || self.annihilates(1) { self.zero() } else { Outcome::Itself }
    }

    /// Adding zero carries nothing.
    fn carry(&self) -> Outcome {
        let is_zero = |index| self.is(index, Constant::is_zero);
        if is_zero(0) || is_zero(1) { self.zero() } else { Outcome::Itself }
    }

    /// A zero that is not stored has no sign of interest.
    fn copy_sign(&self) -> Outcome {
        if self.annihilates(0) { self.zero() } else { Outcome::Itself }
    }

    /// The angle of the origin is zero; along the axis it depends on the side.
    fn angle(&self) -> Outcome {
        let is_plus_zero =
            |value| matches!(value, Constant::Float(number) if number == 0.0 && number.is_sign_positive());
        if self.is(0, is_plus_zero) && self.is(1, is_plus_zero) { self.zero() } else { Outcome::Itself }
    }

    fn one_to_zero(&self) -> Outcome {
        if self.is(0, |value| value == Constant::Float(1.0)) { self.zero() } else { Outcome::Itself }
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

/// Operations that give zero where all their operands are zero, and, of a floating-point number, one of the same sign.
const KEEPS_ZERO: [&str; 44] = [
    "arith.extf",
    "arith.truncf",
    "arith.extsi",
    "arith.extui",
    "arith.trunci",
    "arith.sitofp",
    "arith.uitofp",
    "arith.fptosi",
    "arith.fptoui",
    "arith.index_cast",
    "arith.index_castui",
    "complex.neg",
    "complex.conj",
    "complex.abs",
    "complex.re",
    "complex.im",
    "complex.create",
    "complex.sqrt",
    "complex.sin",
    "complex.tan",
    "complex.tanh",
    "complex.expm1",
    "complex.log1p",
    "complex.sign",
    "math.absi",
    "math.sqrt",
    "math.cbrt",
    "math.sin",
    "math.tan",
    "math.sinh",
    "math.tanh",
    "math.asin",
    "math.atan",
    "math.asinh",
    "math.atanh",
    "math.erf",
    "math.expm1",
    "math.log1p",
    "math.ceil",
    "math.floor",
    "math.round",
    "math.roundeven",
    "math.trunc",
    "math.ctpop",
];
