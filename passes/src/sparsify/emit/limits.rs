//! Tests of the bounds that several loops over one dimension keep together ([`crate::plan::Body`]).

use super::Emitter;
use crate::{
    index::{Limit, VarId},
    plan::{Body, Inside},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use melior::ir::ValueLike;

impl<'a, 'c> Emitter<'a, 'c> {
    pub(super) fn is_within(&self, builder: &Builder<'c>, limit: &Limit) -> Value<'c> {
        // One comparison for both ends: what is negative is large.
        let place = self.index(builder, &limit.subscript);
        builder.compare(ComparePredicate::UnsignedLess, place, self.limit_extent(limit))
    }

    fn is_open(&self, var: VarId) -> bool {
        self.vars[var.0].is_some()
    }

    /// The body of a case: once, or for whole blocks and for others.
    pub(super) fn body(
        &mut self,
        builder: &Builder<'c>,
        body: &'a Body,
        carried: &[Value<'c>],
        mut emit: impl FnMut(&mut Self, &Builder<'c>, &'a Inside) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let (limits, whole, edge) = match body {
            Body::Once(inside) => return emit(self, builder, inside),
            Body::ByWholes { limits, whole, edge } => (limits, whole, edge),
        };
        let tests = limits.iter().map(|limit| self.farthest_is_within(builder, limit));
        let is_whole = tests.reduce(|left, right| builder.binary("arith.andi", left, right));
        let is_whole = is_whole.expect("there are bounds to test");
        let types: Vec<_> = carried.iter().map(ValueLike::r#type).collect();
        let depth = self.known.len();
        let both = std::cell::RefCell::new((self, &mut emit));
        let part = |builder: &Builder<'c>, inside: &'a Inside| {
            let (emitter, emit) = &mut *both.borrow_mut();
            let next = emit(emitter, builder, inside);
            // What is known there is not known elsewhere.
            emitter.known.truncate(depth);
            next
        };
        builder.if_else(is_whole, &types, |builder| part(builder, whole), |builder| part(builder, edge))
    }

    /// Whether the largest value that a limited subscript can still take is inside, and the smallest, if it may be negative.
    fn farthest_is_within(&self, builder: &Builder<'c>, limit: &Limit) -> Value<'c> {
        let (open, rest): (Vec<_>, Vec<_>) = limit.subscript.terms().iter().partition(|(var, _)| self.is_open(*var));
        let last = |var: VarId| self.nest.var(var).size().map_or(0, |size| size as i64 - 1);
        let further: i64 = rest.into_iter().map(|(var, factor)| last(var) * factor).sum();
        let is_ranged = open.iter().all(|(var, _)| self.nest.var(*var).has_range());
        let mut nearest = builder.index(limit.subscript.constant());
        for (var, factor) in open {
            let mut term = self.vars[var.0].expect("the loop is open");
            if factor != 1 {
                term = builder.binary("arith.muli", term, builder.index(factor));
            }
            nearest = builder.binary("arith.addi", term, nearest);
        }
        // One comparison for both ends: what is negative is large.
        let is_within = |place| builder.compare(ComparePredicate::UnsignedLess, place, self.limit_extent(limit));
        let farthest = is_within(builder.binary("arith.addi", nearest, builder.index(further)));
        if is_ranged { farthest } else { builder.binary("arith.andi", is_within(nearest), farthest) }
    }
}
