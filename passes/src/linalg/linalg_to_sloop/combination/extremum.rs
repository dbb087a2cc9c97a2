//! Minima and maxima that are chosen by a comparison: `select(value > old, value, old)`.
//!
//! Of integers that is what it looks like. A comparison of floating-point numbers does not hold where one is NaN, so that a
//! value that is NaN is passed over and an old value that is stays: a maximum of numbers, if the old value starts as one.
//! Where the comparison holds for NaN, what remains depends on the order of the values.

use super::{super::refusal::Unconvertible, dependence::Dependence};
use crate::fp::{FpMode, has_flag};
use lacuna_dialects::{
    ir::{Op, Value, defining_op, integer_attribute, op_name, operands},
    sloop::Combiner,
};

/// A comparison: whether it is true of larger or of smaller left sides, and of what.
#[derive(Clone, Copy)]
struct Comparison {
    is_greater: bool,
    kind: ComparedAs,
}

#[derive(Clone, Copy, PartialEq)]
enum ComparedAs {
    Signed,
    Unsigned,
    /// Of floating-point numbers, false if one is NaN.
    Ordered,
    /// Of floating-point numbers, true if one is NaN.
    Unordered,
}

impl Comparison {
    /// The order that a predicate of `arith.cmpi` or `arith.cmpf` asks for; equality has none.
    fn of(name: &str, predicate: i64) -> Option<Self> {
        let (is_greater, kind) = match (name, predicate) {
            ("arith.cmpi", 2 | 3) => (false, ComparedAs::Signed),
            ("arith.cmpi", 4 | 5) => (true, ComparedAs::Signed),
            ("arith.cmpi", 6 | 7) => (false, ComparedAs::Unsigned),
            ("arith.cmpi", 8 | 9) => (true, ComparedAs::Unsigned),
            ("arith.cmpf", 2 | 3) => (true, ComparedAs::Ordered),
            ("arith.cmpf", 4 | 5) => (false, ComparedAs::Ordered),
            ("arith.cmpf", 9 | 10) => (true, ComparedAs::Unordered),
            ("arith.cmpf", 11 | 12) => (false, ComparedAs::Unordered),
            _ => return None,
        };
        Some(Self { is_greater, kind })
    }

    /// The order where this one does not hold.
    fn negated(self) -> Self {
        let kind = match self.kind {
            ComparedAs::Ordered => ComparedAs::Unordered,
            ComparedAs::Unordered => ComparedAs::Ordered,
            integers => integers,
        };
        Self { is_greater: !self.is_greater, kind }
    }

    /// The same order of the sides in each other's place.
    fn swapped(self) -> Self {
        Self { is_greater: !self.is_greater, ..self }
    }
}

/// The combiner of a choice between the old value and another one by comparing the two, and that other value.
pub(super) fn find<'c>(body: &Dependence<'_, 'c>, select: Op<'c>) -> Result<(Combiner, Value<'c>), Unconvertible<'c>> {
    let own = body.around.own;
    let choice = operands(select);
    let remedy = "write a minimum or maximum of arith, or choose by what does not depend on the old value";
    let unknown = || body.refused(select, "chooses by the old value", remedy);
    let comparison = defining_op(choice[0]).ok_or_else(unknown)?;
    let sides = operands(comparison);
    let order = integer_attribute(comparison, "predicate")
        .and_then(|predicate| Comparison::of(&op_name(comparison), predicate));
    let (Some(order), [left, right]) = (order, sides.as_slice()) else { return Err(unknown()) };
    // When the other value is chosen, going by how it compares to the old one.
    let order = if (choice[1], choice[2]) == (*left, *right) {
        order
    } else if (choice[1], choice[2]) == (*right, *left) {
        order.negated()
    } else {
        return Err(unknown());
    };
    // Now the left side is chosen where the order holds.
    let (order, other) = match (*left == own, *right == own) {
        (false, true) => (order, *left),
        (true, false) => (order.negated().swapped(), *right),
        _ => return Err(unknown()),
    };
    if body.on(other) {
        return Err(unknown());
    }
    let has_no_nan = [comparison, select].into_iter().any(|op| has_flag(op, "nnan"));
    let why = match order.kind {
        ComparedAs::Signed | ComparedAs::Unsigned => None,
        _ if body.around.fp == FpMode::Strict => Some("may choose another zero than a minimum or maximum does"),
        _ if has_no_nan => None,
        ComparedAs::Unordered => Some("chooses a NaN, and then what comes after it"),
        ComparedAs::Ordered if !body.around.starts_from_numbers => Some("keeps an old value that is NaN"),
        ComparedAs::Ordered => None,
    };
    if let Some(why) = why {
        let remedy = if order.kind == ComparedAs::Ordered && body.around.fp == FpMode::Fast {
            "fill the result with a number first, or write arith.maxnumf or arith.minnumf"
        } else {
            "write a minimum or maximum of arith"
        };
        return Err(body.refused(select, why, remedy));
    }
    let combiner = match (order.kind, order.is_greater) {
        (ComparedAs::Signed, true) => Combiner::Max,
        (ComparedAs::Signed, false) => Combiner::Min,
        (ComparedAs::Unsigned, true) => Combiner::MaxUnsigned,
        (ComparedAs::Unsigned, false) => Combiner::MinUnsigned,
        (_, true) => Combiner::MaxNumber,
        (_, false) => Combiner::MinNumber,
    };
    Ok((combiner, other))
}
