//! Merging sorted components, and combining those of one key.
//!
//! Values of a key are combined one after the other, beginning with what a point holds first: sums are what they would be at a
//! place of the point.

use super::components::{Components, combined};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
    sloop::Combiner,
};
use melior::ir::ValueLike;

/// Where merging stands: how many keys were given, and the last of them with its value.
struct MergedSoFar<'c> {
    count: Value<'c>,
    key: Value<'c>,
    value: Value<'c>,
}

/// Combining values of a key combine, and what a point holds first.
#[derive(Clone, Copy)]
struct Combining<'c> {
    combiner: Option<Combiner>,
    before: Value<'c>,
}

impl<'c> MergedSoFar<'c> {
    fn nothing(builder: &Builder<'c>, to: Components<'c>, how: Combining<'c>) -> Self {
        let key = builder.integer(0, builder.scalar_type(to.keys.r#type()));
        Self { count: builder.index(0), key, value: how.before }
    }

    fn of(state: &[Value<'c>]) -> Self {
        Self { count: state[0], key: state[1], value: state[2] }
    }

    fn state(&self) -> [Value<'c>; 3] {
        [self.count, self.key, self.value]
    }

    /// Gives a new component, or combines it with the last one if that has the same key.
    fn take(
        &self,
        builder: &Builder<'c>,
        (key, value): (Value<'c>, Value<'c>),
        to: Components<'c>,
        how: Combining<'c>,
    ) -> Self {
        let other = builder.compare(ComparePredicate::NotEqual, key, self.key);
        let none = builder.compare(ComparePredicate::Equal, self.count, builder.index(0));
        let is_new = builder.binary("arith.ori", other, none);
        let before = builder.value("arith.select", &[is_new, how.before, self.value], value.r#type(), &[]);
        self.give(builder, (key, combined(builder, how.combiner, before, value)), to, is_new)
    }

    /// Gives a component, as a new one or in the place of the last one.
    fn give(
        &self,
        builder: &Builder<'c>,
        (key, value): (Value<'c>, Value<'c>),
        to: Components<'c>,
        is_new: Value<'c>,
    ) -> Self {
        let more = builder.value("arith.index_castui", &[is_new], builder.index_type(), &[]);
        let count = builder.binary("arith.addi", self.count, more);
        to.store(builder, builder.binary("arith.subi", count, builder.index(1)), (key, value));
        Self { count, key, value }
    }
}

/// Has sorted components of one key be one, where they are; gives how many they are then.
pub fn combine_neighbours<'c>(
    builder: &Builder<'c>,
    components: Components<'c>,
    count: Value<'c>,
    (combiner, before): (Option<Combiner>, Value<'c>),
) -> Value<'c> {
    let (range, how) = ((builder.index(0), count), Combining { combiner, before });
    take_each(builder, (components, range), components, &MergedSoFar::nothing(builder, components, how), how).count
}

fn take_each<'c>(
    builder: &Builder<'c>,
    (from, (low, high)): (Components<'c>, (Value<'c>, Value<'c>)),
    to: Components<'c>,
    given: &MergedSoFar<'c>,
    how: Combining<'c>,
) -> MergedSoFar<'c> {
    let last = builder.for_loop((low, high, builder.index(1)), &given.state(), |builder, at, state| {
        let component = from.load(builder, at);
        MergedSoFar::of(state).take(builder, component, to, how).state().to_vec()
    });
    MergedSoFar::of(&last)
}

/// Merges a range of sorted components with so many others, which are sorted and have different keys; gives how many they are
/// together. They may go where the range is, if that begins behind so many places: a component is read before another takes its
/// place.
pub fn merge<'c>(
    builder: &Builder<'c>,
    (all, all_count): (Components<'c>, Value<'c>),
    (new, (low, high)): (Components<'c>, (Value<'c>, Value<'c>)),
    to: Components<'c>,
    (combiner, before): (Option<Combiner>, Value<'c>),
) -> Value<'c> {
    let how = Combining { combiner, before };
    let (zero, one) = (builder.index(0), builder.index(1));
    let is_less = |builder: &Builder<'c>, left, right| builder.compare(ComparePredicate::UnsignedLess, left, right);
    let start: Vec<_> = [zero, low].into_iter().chain(MergedSoFar::nothing(builder, to, how).state()).collect();
    let finals = builder.while_loop(
        &start,
        |builder, state| {
            let more = (is_less(builder, state[0], all_count), is_less(builder, state[1], high));
            builder.binary("arith.andi", more.0, more.1)
        },
        |builder, state| {
            let given = MergedSoFar::of(&state[2..]);
            let (old, own) = (all.load(builder, state[0]), new.load(builder, state[1]));
            // What came before comes first.
            let takes_new = is_less(builder, own.0, old.0);
            let select = |condition, yes: Value<'c>, no: Value<'c>| {
                builder.value("arith.select", &[condition, yes, no], no.r#type(), &[])
            };
            let key = select(takes_new, own.0, old.0);
            let other = builder.compare(ComparePredicate::NotEqual, key, given.key);
            let none = builder.compare(ComparePredicate::Equal, given.count, zero);
            let is_new = builder.binary("arith.ori", other, none);
            let before = select(is_new, how.before, given.value);
            let met = combined(builder, how.combiner, before, own.1);
            let next = given.give(builder, (key, select(takes_new, met, old.1)), to, is_new);
            let step = builder.value("arith.index_castui", &[takes_new], builder.index_type(), &[]);
            let other = builder.binary("arith.subi", one, step);
            let at = [builder.binary("arith.addi", state[0], other), builder.binary("arith.addi", state[1], step)];
            at.into_iter().chain(next.state()).collect()
        },
    );
    let given = take_each(builder, (new, (finals[1], high)), to, &MergedSoFar::of(&finals[2..]), how);
    // The keys of the rest are larger than all that were given.
    builder.for_loop((finals[0], all_count, one), &[given.count], |builder, at, count| {
        all.copy(builder, at, to, count[0]);
        vec![builder.binary("arith.addi", count[0], one)]
    })[0]
}
