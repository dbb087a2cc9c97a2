//! What follows of operations from single operands: what annihilates, what changes nothing, what keeps zero.

use super::{
    known::{Known, Simplified},
    neutral::{bound_of_numbers, largest, neutral, smallest},
};
use crate::{Combiner, Scalar, combiners, constant::Constant};

/// What follows from single operands.
pub fn by_rule(name: &str, operands: &[Option<Known>], result: Scalar) -> Simplified {
    let rule = Rule { operands, result };
    if name != "arith.select" && operands.len() != 2 && rule.has_absent() {
        return Simplified::Constant(Known { value: Constant::Absent, absent: true });
    }
    if let Some(combiner) = combiners::from_operation(name) {
        return match rule.combine(combiner) {
            Simplified::Itself => rule.leave_out_infinity(combiner),
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
        _ => Simplified::Itself,
    }
}

/// An operation by rule: what is known of its operands, and the type of its result.
pub struct Rule<'a> {
    pub operands: &'a [Option<Known>],
    pub result: Scalar,
}

impl Rule<'_> {
    fn known(&self, index: usize) -> Option<Known> {
        self.operands.get(index).copied().flatten()
    }

    fn is(&self, index: usize, holds: impl Fn(Constant) -> bool) -> bool {
        self.known(index).is_some_and(|known| holds(known.value))
    }

    /// The zero of the result type, absent where an operand is.
    fn zero(&self) -> Simplified {
        self.constant(0)
    }

    fn constant(&self, number: i64) -> Simplified {
        let absent = self.operands.iter().flatten().any(|known| known.absent);
        match Constant::number(number, self.result) {
            Some(value) => Simplified::Constant(Known { value, absent }),
            None => Simplified::Itself,
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

    /// What a combiner makes of two operands.
    pub fn combine(&self, combiner: Combiner) -> Simplified {
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
                return Simplified::Constant(known);
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
                        left.total_cmp(&right).is_le()
                    }
                    _ => return Simplified::Itself,
                } == matches!(combiner, Combiner::Min | Combiner::MinUnsigned | Combiner::MinNumber);
                let value = if left_wins { left.value } else { right.value };
                Simplified::Constant(Known { value, absent: left.absent || right.absent })
            }
            _ => Simplified::Itself,
        }
    }

    /// Whether operand `index` is a number of the program below zero, or the zero with a sign.
    fn has_sign(&self, index: usize) -> bool {
        let Some(known) = self.known(index) else { return false };
        !known.absent && matches!(known.value, Constant::Float(number) if number.is_sign_negative())
    }

    /// The other operand, where one is an infinity that is not stored: the operation is the program's, and its other
    /// operand no fold that found nothing, whose neutral value would stay.
    fn leave_out_infinity(&self, combiner: Combiner) -> Simplified {
        let is_left_out = |index| {
            self.known(index).is_some_and(|known| known.absent && Some(known.value) == bound_of_numbers(combiner))
        };
        match (is_left_out(0), is_left_out(1)) {
            (true, _) => self.operand(1),
            (_, true) => self.operand(0),
            _ => Simplified::Itself,
        }
    }

    /// The operand, which is a constant of its own where it is known.
    fn operand(&self, index: usize) -> Simplified {
        match self.known(index) {
            Some(known) => {
                let absent = self.operands.iter().flatten().any(|known| known.absent);
                Simplified::Constant(Known { absent, ..known })
            }
            None => Simplified::Operand(index),
        }
    }

    fn subtract(&self) -> Simplified {
        if self.is(1, Constant::is_zero) { self.operand(0) } else { Simplified::Itself }
    }

    fn divide(&self) -> Simplified {
        if self.annihilates(0) {
            self.zero()
        } else if self.is(1, |value| value.is_one(self.result)) {
            self.operand(0)
        } else {
            Simplified::Itself
        }
    }

    fn shift(&self) -> Simplified {
        if self.annihilates(0) {
            self.zero()
        } else if self.is(1, Constant::is_zero) {
            self.operand(0)
        } else {
            Simplified::Itself
        }
    }

    /// Where both choices are the same, or zeros one of which is absent, the condition does not matter: whether a point
    /// is absent must not depend on the values of entries. Else the choice that is not taken does not matter.
    fn select(&self) -> Simplified {
        if let (Some(left), Some(right)) = (self.known(1), self.known(2)) {
            let absent = left.absent || right.absent;
            if left.value.is_identical(right.value) {
                return Simplified::Constant(Known { absent, ..left });
            }
            if left.value.is_zero() && right.value.is_zero() && absent {
                return self.zero();
            }
        }
        let Some(condition) = self.known(0) else { return Simplified::Itself };
        let chosen = if condition.value.is_zero() { 2 } else { 1 };
        match self.known(chosen) {
            Some(known) => Simplified::Constant(Known { absent: known.absent || condition.absent, ..known }),
            None => Simplified::Operand(chosen),
        }
    }

    fn multiply_add(&self) -> Simplified {
        if self.annihilates(0) || self.annihilates(1) { self.operand(2) } else { Simplified::Itself }
    }

    fn keep_zero_of_left(&self) -> Simplified {
        if self.annihilates(0) { self.zero() } else { Simplified::Itself }
    }

    /// Zero where all operands are; of a floating-point operand alone it has the sign.
    fn keep_zero(&self) -> Simplified {
        match (self.keep_no_sign(), self.operands) {
            (Simplified::Constant(Known { value: Constant::Float(_), absent }), [Some(operand)]) => match operand.value
            {
                Constant::Float(_) => Simplified::Constant(Known { value: operand.value, absent }),
                _ => self.zero(),
            },
            (outcome, _) => outcome,
        }
    }

    fn negate_zero(&self) -> Simplified {
        match self.keep_zero() {
            Simplified::Constant(Known { value: Constant::Float(zero), absent }) => {
                Simplified::Constant(Known { value: Constant::Float(-zero), absent })
            }
            outcome => outcome,
        }
    }

    fn keep_no_sign(&self) -> Simplified {
        let all_zero =
            !self.operands.is_empty() && (0..self.operands.len()).all(|index| self.is(index, Constant::is_zero));
        if all_zero { self.zero() } else { Simplified::Itself }
    }

    fn zero_to_one(&self) -> Simplified {
        if self.is(0, Constant::is_zero) && self.result.is_float() { self.constant(1) } else { Simplified::Itself }
    }

    /// Every known number to the power of zero is one, any to that of one itself; zero to that of a larger one is zero.
    fn power(&self) -> Simplified {
        let Some(exponent) = self.known(1) else { return Simplified::Itself };
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
            Simplified::Itself
        }
    }

    fn extended_product(&self) -> Simplified {
        if self.annihilates(0) || self.annihilates(1) { self.zero() } else { Simplified::Itself }
    }

    /// Adding zero carries nothing.
    fn carry(&self) -> Simplified {
        let is_zero = |index| self.is(index, Constant::is_zero);
        if is_zero(0) || is_zero(1) { self.zero() } else { Simplified::Itself }
    }

    /// A zero that is not stored has no sign of interest.
    fn copy_sign(&self) -> Simplified {
        if self.annihilates(0) { self.zero() } else { Simplified::Itself }
    }

    /// The angle of the origin is zero; along the axis it depends on the side.
    fn angle(&self) -> Simplified {
        let is_plus_zero =
            |value| matches!(value, Constant::Float(number) if number == 0.0 && number.is_sign_positive());
        if self.is(0, is_plus_zero) && self.is(1, is_plus_zero) { self.zero() } else { Simplified::Itself }
    }

    fn one_to_zero(&self) -> Simplified {
        if self.is(0, |value| value == Constant::Float(1.0)) { self.zero() } else { Simplified::Itself }
    }
}

/// Operations that give zero where all their operands are zero, and, of a floating-point number, one of the same sign.
pub const KEEPS_ZERO: [&str; 44] = [
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
