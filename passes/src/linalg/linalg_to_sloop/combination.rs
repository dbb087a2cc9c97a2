//! What the body of an operation combines with the old value of its result.
//!
//! A reduction is written `old ⊕ value` in many ways: the old value stands deep inside a chain of one combiner, something
//! is subtracted from it, added by `math.fma`, or combined only where a condition holds. All are brought to the one form
//! that a `sloop.write` has. What is not equal bit by bit is done only where `fp` allows it; of minimum and maximum any
//! order is equal.
//!
//! Example: `test/conversions/linalg_to_sloop_combinations.mlir`.

mod dependence;
mod emit;
mod extremum;
mod finder;
mod terms;

use super::refusal::{Unconvertible, refuse};
use crate::{bridge::types::is_complex, fp::FpMode};
pub use dependence::BodyFacts;
use dependence::Dependence;
use emit::TermEmitter;
use finder::OldValueFinder;
use lacuna_dialects::{
    builder::{Builder, is_float},
    ir::{Op, Value, defining_op, ops_in},
    sloop::Combiner,
};
use melior::ir::{ValueLike, operation::OperationLike};
use terms::{CombinedTerm, Derivation};

/// How to bring a body to the form `old ⊕ value`.
pub struct Combination<'c> {
    /// How values are combined.
    pub combiner: Combiner,
    /// The operation that combines last.
    pub last: Op<'c>,
    terms: Vec<CombinedTerm<'c>>,
    /// Whether the old value meets one value after the other.
    keeps_order: bool,
}

/// How a body yields `value`; why that is no combination, in words and with the operation that is in the way.
pub fn find<'c>(around: &BodyFacts<'c>, value: Value<'c>) -> Result<Combination<'c>, Unconvertible<'c>> {
    let body = Dependence::of(around);
    let last = defining_op(value).filter(|_| body.on(value));
    let Some(last) = last else {
        let location = defining_op(value).map_or(around.own.location(), |op| op.location());
        return Err(refuse(
            location,
            "the body of a reduction does not use the old value of its result, so that only the last value would stay: \
             combine the two by an operation that adds, multiplies, or takes the minimum, maximum, and, or, xor",
        ));
    };
    let Derivation { combiner, terms } = OldValueFinder::new(&body).chain(value)?;
    let combiner = combiner.expect("a value other than the old one is combined from something");
    let keeps_order = (is_float(value.r#type()) || is_complex(value.r#type()))
        && matches!(combiner, Combiner::Add | Combiner::Mul)
        && around.fp == FpMode::Strict;
    // Several writes, one after the other, keep the order. Those of a stored result become one.
    let can_keep_order =
        !terms.iter().any(is_regrouped) && (terms.len() == 1 || around.is_reduction && !around.is_stored);
    if keeps_order && !can_keep_order {
        return Err(body.refused(
            last,
            "is one of several that combine with the old value, and floating point rounds in another order when they are \
             taken together",
            "set fp=fast, or combine one value with the old one",
        ));
    }
    Ok(Combination { combiner, last, terms, keeps_order })
}

/// Whether several values are combined before they meet the old one.
fn is_regrouped(term: &CombinedTerm<'_>) -> bool {
    matches!(term, CombinedTerm::Chosen(left, right, _)
        if left.len() > 1 || right.len() > 1 || left.iter().chain(right).any(is_regrouped))
}

impl<'c> Combination<'c> {
    /// Emits what is combined with the old value at the end of the body: one value, or, where the order of combining
    /// matters, several.
    pub fn emit(&self, around: &BodyFacts<'c>) -> Vec<Value<'c>> {
        let end = ops_in(around.block).pop().expect("a body ends with what it yields");
        let emitter = TermEmitter { around, combiner: self.combiner, builder: Builder::before(end) };
        let together = if self.keeps_order { 1 } else { self.terms.len().max(1) };
        self.terms.chunks(together).map(|terms| emitter.group(terms)).collect()
    }
}
