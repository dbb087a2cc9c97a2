//! Reductions: loops with an accumulator, which lives in registers.

use super::{
    Emitter,
    kept::{Kept, choose, is_true, only_where},
};
use crate::{
    bridge::combine::{combine, neutral},
    index::ExprId,
    plan::{Accumulator, FoldCondition, FoldEvidence, LoopKind, PlannedLoop, sums_in},
    sparsify::lanes::is_vector,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
    sloop::Combiner,
};
use melior::ir::ValueLike;

impl<'a, 'c> Emitter<'a, 'c> {
    /// The value of a fold, whose loop is emitted here.
    pub(super) fn reduce(&mut self, builder: &Builder<'c>, fold: ExprId) -> Value<'c> {
        let inner = *self
            .here
            .reductions
            .get(&fold)
            .expect("the plan comes to the loop of a fold before it comes to its value");
        let accumulator = inner.accumulator.as_ref().expect("a fold has an accumulator");
        let asked = std::mem::replace(&mut self.here.asks_found, false);
        let (value, found) = match &inner.kind {
            LoopKind::Lanes(strips, case) => {
                // Dense operands have every point, so any round takes something; but a reduction inside may find nothing.
                let asks = asked && case.body.general().found.is_some();
                let [value, found @ ..] = &self.lanes(builder, inner, (*strips, case), asks)[..] else {
                    unreachable!("an accumulator has a value")
                };
                let has_rounds =
                    || builder.compare(ComparePredicate::NotEqual, self.extent(inner.var), builder.index(0));
                let found = found.first().copied().or_else(|| self.found(builder, inner));
                (*value, asked.then(|| found.unwrap_or_else(has_rounds)))
            }
            _ => self.round_by_round(builder, inner, accumulator, asked || accumulator.is_asked),
        };
        self.here.found_by.extend(found.map(|found| (fold, found)));
        self.here.asks_found = asked;
        value
    }

    /// The value of a fold that takes one value at a time, and whether it takes something, if that `is_asked`; a vector of folds
    /// where its body runs in lanes.
    fn round_by_round(
        &mut self,
        builder: &Builder<'c>,
        inner: &'a PlannedLoop,
        accumulator: &Accumulator,
        is_asked: bool,
    ) -> (Value<'c>, Option<Value<'c>>) {
        let r#type = self.type_in_lanes(builder, accumulator.fold).emitted(builder);
        let known = if is_asked { self.found(builder, inner) } else { None };
        let asks_rounds = is_asked && known.is_none();
        let start = neutral(builder, accumulator.combiner, r#type);
        self.here.asks_found = asks_rounds;
        let mut carried = vec![start];
        carried.extend(asks_rounds.then(|| builder.number(0.0, builder.bool_type())));
        let finals = self.walk(builder, inner, &carried);
        (finals[0], known.or(finals.get(1).copied()))
    }

    /// What an accumulator is after it took a value, and whether it took one so far, if that is asked.
    pub(super) fn take(
        &mut self,
        builder: &Builder<'c>,
        combiner: Combiner,
        (value, found): (ExprId, &Option<FoldCondition>),
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let kept = self.kept(builder, value);
        let (mut value, kept) = match only_where(builder, self.here.counts_where, kept) {
            Kept::Never => return carried.to_vec(),
            Kept::Always(value) => (value, None),
            Kept::Where(condition, value) => {
                let nothing = neutral(builder, combiner, value.r#type());
                (choose(builder, condition, value, nothing), Some(condition))
            }
        };
        if let Some(lanes) = self.here.lanes.filter(|_| is_vector(carried[0])) {
            value = lanes.spread(builder, value);
        }
        let mut next = vec![combine(builder, combiner, carried[0], value, self.computed.fp.flags())];
        if let [_, before] = carried {
            // Reductions inside found something, or, where they are not asked, there is this value.
            let here = found.as_ref().and_then(|found| self.holds(builder, found));
            let here = here.or(kept).unwrap_or_else(|| builder.number(-1.0, builder.bool_type()));
            next.push(if is_true(here) { here } else { builder.binary("arith.ori", *before, here) });
        }
        next
    }

    /// Whether folds found what was asked of them, as far as they were emitted.
    pub(super) fn holds(&self, builder: &Builder<'c>, found: &FoldCondition) -> Option<Value<'c>> {
        let joined = |parts: &[FoldCondition], join| {
            let parts = parts.iter().filter_map(|part| self.holds(builder, part));
            parts.reduce(|left, right| builder.binary(join, left, right))
        };
        match found {
            FoldCondition::Fold(fold) => self.here.found_by.get(fold).copied(),
            FoldCondition::All(parts) => joined(parts, "arith.andi"),
            FoldCondition::Any(parts) => joined(parts, "arith.ori"),
        }
    }

    /// Whether a fold takes something, if that is known without its rounds.
    fn found(&self, builder: &Builder<'c>, inner: &PlannedLoop) -> Option<Value<'c>> {
        match (inner.accumulator.as_ref()?.found, &inner.kind) {
            (FoldEvidence::Certain, _) => Some(builder.number(-1.0, builder.bool_type())),
            (FoldEvidence::BySegment, LoopKind::Walks(driver, _)) => {
                let count = self.count_nodes(builder, driver.entered());
                Some(builder.compare(ComparePredicate::NotEqual, count, builder.index(0)))
            }
            _ => None,
        }
    }

    /// The value of a product: zero where a sum that is a factor of it had nothing to take.
    pub(super) fn guard_product(&self, builder: &Builder<'c>, id: ExprId, value: Value<'c>) -> Value<'c> {
        let is_asked = |sum: &ExprId| {
            let accumulator = self.here.reductions.get(sum).and_then(|planned| planned.accumulator.as_ref());
            accumulator.is_some_and(|accumulator| accumulator.is_asked)
        };
        let asked = sums_in(self.nest, id).into_iter().filter(is_asked);
        let found = asked.filter_map(|sum| self.here.found_by.get(&sum).copied());
        match found.reduce(|left, right| builder.binary("arith.andi", left, right)) {
            Some(found) => choose(builder, found, value, neutral(builder, Combiner::Add, value.r#type())),
            None => value,
        }
    }
}
