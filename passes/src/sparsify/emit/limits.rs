//! Tests of the bounds that several loops over one dimension keep together ([`crate::plan::Body`]).

use super::Emitter;
use crate::{
    index::Limit,
    plan::{Body, Inside, WholeBlock},
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
        builder.compare(ComparePredicate::UnsignedLess, place, self.limit_extent(builder, limit))
    }

    /// The body of a case: once, or for whole blocks and for others.
    pub(super) fn body(
        &mut self,
        builder: &Builder<'c>,
        body: &'a Body,
        carried: &[Value<'c>],
        mut emit: impl FnMut(&mut Self, &Builder<'c>, &'a Inside) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let (kept, whole, edge) = match body {
            Body::Once(inside) => return emit(self, builder, inside),
            Body::ByWholes { kept, whole, edge } => (kept, whole, edge),
        };
        let tests = kept.iter().map(|whole| self.all_is_within(builder, whole));
        let is_whole = tests.reduce(|left, right| builder.binary("arith.andi", left, right));
        let is_whole = is_whole.expect("there are bounds to test");
        let types: Vec<_> = carried.iter().map(ValueLike::r#type).collect();
        let both = std::cell::RefCell::new((self, &mut emit));
        let part = |builder: &Builder<'c>, inside: &'a Inside| {
            let (emitter, emit) = &mut *both.borrow_mut();
            emitter.in_region(|emitter| emit(emitter, builder, inside))
        };
        builder.if_else(is_whole, &types, |builder| part(builder, whole), |builder| part(builder, edge))
    }

    /// Whether all values that a limited subscript can still take are inside.
    fn all_is_within(&self, builder: &Builder<'c>, whole: &WholeBlock) -> Value<'c> {
        let extent = self.limit_extent(builder, &whole.limit);
        let nearest = self.index(builder, &whole.nearest);
        // One comparison for both ends: what is negative is large.
        let is_within = |place| builder.compare(ComparePredicate::UnsignedLess, place, extent);
        let farthest = is_within(builder.binary("arith.addi", nearest, builder.index(whole.further)));
        if whole.may_be_negative { builder.binary("arith.andi", is_within(nearest), farthest) } else { farthest }
    }
}
