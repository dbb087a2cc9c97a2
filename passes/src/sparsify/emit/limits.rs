//! Limits: bounds that several loops over one dimension keep together, such as those over blocks and inside them.
//!
//! Only the last block of a dimension reaches over its edge. So if the size of the remaining loops is known, one test tells
//! whole blocks from partial ones, and the inside of a whole block is not tested.

use super::Emitter;
use crate::{
    index::{Limit, VarId},
    levels::Parents,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use melior::ir::ValueLike;

impl<'c> Emitter<'_, 'c> {
    /// The limits that say something once the loop over `var` is open: those of whose variables it is the last, but for
    /// those that a cursor that drives it keeps by itself.
    pub(super) fn limits_at(&self, var: VarId, entered: &[(usize, Parents<'c>)]) -> Vec<Limit> {
        let is_kept = |limit: &&Limit| {
            let mut cursors = entered.iter().map(|(index, _)| &self.cursors[*index]);
            cursors.any(|cursor| cursor.level_that_keeps(limit) == Some(cursor.depth))
        };
        let said = |limit: &&Limit| {
            limit.subscript.mentions(var)
                && limit.subscript.terms().iter().all(|(other, _)| *other == var || self.is_open(*other))
        };
        self.limits.iter().filter(said).filter(|limit| !is_kept(limit)).cloned().collect()
    }

    pub(super) fn is_within(&self, builder: &Builder<'c>, limit: &Limit) -> Value<'c> {
        // One comparison for both ends: what is negative is large.
        let place = self.index(builder, &limit.subscript);
        builder.compare(ComparePredicate::UnsignedLess, place, self.limit_extent(limit))
    }

    fn is_open(&self, var: VarId) -> bool {
        self.vars[var.0].is_some()
    }

    /// Inside of the loop over `var`: emits `body` twice, without the limits for where nothing reaches over them and with
    /// them for elsewhere, if that can be told here and spares tests further inside.
    pub(super) fn by_wholes(
        &mut self,
        builder: &Builder<'c>,
        var: VarId,
        carried: &[Value<'c>],
        mut body: impl FnMut(&mut Self, &Builder<'c>) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let Some(whole) = self.is_whole(builder, var) else { return body(self, builder) };
        let types: Vec<_> = carried.iter().map(ValueLike::r#type).collect();
        let depth = self.known.len();
        let inside = std::cell::RefCell::new((self, &mut body));
        builder.if_else(
            whole,
            &types,
            |builder| {
                let (emitter, body) = &mut *inside.borrow_mut();
                let said = emitter.limits.iter().filter(|limit| !emitter.is_tested(limit)).cloned().collect();
                let all = std::mem::replace(&mut emitter.limits, said);
                let next = body(emitter, builder);
                emitter.limits = all;
                // What is known there is not known elsewhere.
                emitter.known.truncate(depth);
                next
            },
            |builder| {
                let (emitter, body) = &mut *inside.borrow_mut();
                let next = body(emitter, builder);
                emitter.known.truncate(depth);
                next
            },
        )
    }

    /// Whether a limit is about variables whose loops are still to open, and will be tested there: no cursor may keep it.
    fn is_tested(&self, limit: &Limit) -> bool {
        limit.subscript.terms().iter().any(|(var, _)| !self.is_open(*var))
            && self.cursors.iter().all(|cursor| cursor.level_that_keeps(limit).is_none())
    }

    /// Whether no limit is reached, whatever the values of the variables whose loops are still to open. `None` where that
    /// is not known here, or was known further outside.
    fn is_whole(&self, builder: &Builder<'c>, var: VarId) -> Option<Value<'c>> {
        if self.lanes.is_some() || self.blended.is_some() {
            return None;
        }
        let pending: Vec<_> = self.limits.iter().filter(|limit| self.is_tested(limit)).collect();
        let is_said_here = pending.iter().any(|limit| limit.subscript.mentions(var));
        if !is_said_here || !pending.iter().all(|limit| self.has_farthest(limit)) {
            return None;
        }
        let tests = pending.into_iter().map(|limit| self.farthest_is_within(builder, limit));
        tests.reduce(|left, right| builder.binary("arith.andi", left, right))
    }

    /// Whether the largest value that a limited subscript can still take is known, and its smallest is that where what is
    /// still to open is zero.
    fn has_farthest(&self, limit: &Limit) -> bool {
        let is_known = |var: VarId| self.is_open(var) || self.nest.var(var).size().is_some();
        limit.subscript.constant() >= 0
            && limit.subscript.terms().iter().all(|(var, factor)| *factor > 0 && is_known(*var))
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
