//! The coordinates of one node, sorted: a function, the same for all levels of a width.
//!
//! They were found in the order in which they came: in a few increasing runs, one for each row of a block. Few of them are
//! inserted one after the other; of more, neighbouring runs are merged until one is left.

use crate::function::define;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value},
};
use melior::ir::ValueLike;

/// Sorts the coordinates of `array` from `low` to `high`; up to `inserted` of them by insertion. `spare` has room for as many as the longest segment.
pub fn sort_segment<'c>(
    builder: &Builder<'c>,
    anchor: Op<'c>,
    (array, spare): (Value<'c>, Value<'c>),
    (low, high): (Value<'c>, Value<'c>),
    (is_signed, inserted): (bool, i64),
) {
    let (index, r#type) = (builder.index_type(), array.r#type());
    let sign = if is_signed { "s" } else { "u" };
    let name = format!("lacuna.sort.{sign}{}", builder.scalar_type(r#type));
    let name = define(builder, anchor, &name, &[r#type, r#type, index, index], &[], |builder, arguments| {
        let less = if is_signed { ComparePredicate::SignedLess } else { ComparePredicate::UnsignedLess };
        let segment =
            SortedSegment { array: arguments[0], spare: arguments[1], low: arguments[2], high: arguments[3], less };
        segment.sort(builder, inserted);
        Vec::new()
    });
    let callee = builder.parse_attribute(&format!("@{name}"));
    builder.create("func.call", &[array, spare, low, high], &[], &[("callee", callee)], Vec::new());
}

/// What is sorted.
struct SortedSegment<'c> {
    array: Value<'c>,
    spare: Value<'c>,
    low: Value<'c>,
    high: Value<'c>,
    less: ComparePredicate,
}

impl<'c> SortedSegment<'c> {
    fn sort(&self, builder: &Builder<'c>, inserted: i64) {
        let count = builder.binary("arith.subi", self.high, self.low);
        let is_few = builder.compare(ComparePredicate::UnsignedLess, count, builder.index(inserted + 1));
        let few = |builder: &Builder<'c>| {
            insert_each(builder, self.array, (self.low, self.high), self.less);
            Vec::new()
        };
        builder.if_else(is_few, &[], few, |builder| {
            self.merge_all(builder);
            Vec::new()
        });
    }

    fn load(&self, builder: &Builder<'c>, at: Value<'c>) -> Value<'c> {
        builder.load(self.array, &[at])
    }

    /// Whether the coordinate at a place is less than the one before it.
    fn falls(&self, builder: &Builder<'c>, at: Value<'c>) -> Value<'c> {
        let before = builder.binary("arith.subi", at, builder.index(1));
        builder.compare(self.less, self.load(builder, at), self.load(builder, before))
    }

    /// Where the run ends that begins at a place.
    fn run_end(&self, builder: &Builder<'c>, first: Value<'c>) -> Value<'c> {
        let one = builder.index(1);
        let next = builder.binary("arith.minui", builder.binary("arith.addi", first, one), self.high);
        builder.while_loop(
            &[next],
            |builder, state| {
                let is_inside = builder.compare(ComparePredicate::UnsignedLess, state[0], self.high);
                let grows = |builder: &Builder<'c>| {
                    let falls = self.falls(builder, state[0]);
                    vec![builder.binary("arith.xori", falls, builder.number(-1.0, builder.bool_type()))]
                };
                let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
                builder.if_else(is_inside, &[builder.bool_type()], grows, no)[0]
            },
            |builder, state| vec![builder.binary("arith.addi", state[0], one)],
        )[0]
    }

    /// Merges pairs of runs until the first run is all.
    fn merge_all(&self, builder: &Builder<'c>) {
        let is_inside =
            |builder: &Builder<'c>, at: Value<'c>| builder.compare(ComparePredicate::UnsignedLess, at, self.high);
        builder.while_loop(
            &[self.run_end(builder, self.low)],
            |builder, first_end| is_inside(builder, first_end[0]),
            |builder, _| {
                builder.while_loop(
                    &[self.low],
                    |builder, state| is_inside(builder, state[0]),
                    |builder, state| {
                        let middle = self.run_end(builder, state[0]);
                        let high = self.run_end(builder, middle);
                        self.merge(builder, state[0], middle, high);
                        vec![high]
                    },
                );
                vec![self.run_end(builder, self.low)]
            },
        );
    }

    /// Merges neighbouring runs: the first is moved out of the way, and what is left of the second stays where it is.
    fn merge(&self, builder: &Builder<'c>, low: Value<'c>, middle: Value<'c>, high: Value<'c>) {
        let (zero, one) = (builder.index(0), builder.index(1));
        let moved = builder.binary("arith.subi", middle, low);
        builder.for_loop((zero, moved, one), &[], |builder, at, _| {
            let from = builder.binary("arith.addi", low, at);
            builder.store(self.load(builder, from), self.spare, &[at]);
            Vec::new()
        });
        let is_less = |builder: &Builder<'c>, left, right| builder.compare(ComparePredicate::UnsignedLess, left, right);
        let finals = builder.while_loop(
            &[zero, middle],
            |builder, state| {
                builder.binary("arith.andi", is_less(builder, state[0], moved), is_less(builder, state[1], high))
            },
            |builder, state| {
                let (left, right) = (builder.load(self.spare, &[state[0]]), self.load(builder, state[1]));
                let takes_right = builder.compare(self.less, right, left);
                let taken = builder.value("arith.select", &[takes_right, right, left], left.r#type(), &[]);
                // What was taken is as much as what was moved out and what was passed of the second run.
                let done = builder.binary("arith.subi", state[1], moved);
                builder.store(taken, self.array, &[builder.binary("arith.addi", done, state[0])]);
                let step = builder.value("arith.index_castui", &[takes_right], builder.index_type(), &[]);
                let other = builder.binary("arith.subi", one, step);
                vec![builder.binary("arith.addi", state[0], other), builder.binary("arith.addi", state[1], step)]
            },
        );
        let shift = builder.binary("arith.subi", finals[1], moved);
        builder.for_loop((finals[0], moved, one), &[], |builder, at, _| {
            let to = builder.binary("arith.addi", shift, at);
            builder.store(builder.load(self.spare, &[at]), self.array, &[to]);
            Vec::new()
        });
    }
}

/// Sorts the elements of an array from `low` to `high` by insertion.
pub fn insert_each<'c>(
    builder: &Builder<'c>,
    array: Value<'c>,
    (low, high): (Value<'c>, Value<'c>),
    less: ComparePredicate,
) {
    let one = builder.index(1);
    let second = builder.binary("arith.addi", low, one);
    builder.for_loop((second, high, one), &[], |builder, next, _| {
        let coordinate = builder.load(array, &[next]);
        let place = builder.while_loop(
            &[next],
            |builder, state| {
                let is_inside = builder.compare(ComparePredicate::UnsignedLess, low, state[0]);
                let is_less = |builder: &Builder<'c>| {
                    let before = builder.binary("arith.subi", state[0], one);
                    vec![builder.compare(less, coordinate, builder.load(array, &[before]))]
                };
                let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
                builder.if_else(is_inside, &[builder.bool_type()], is_less, no)[0]
            },
            |builder, state| {
                let before = builder.binary("arith.subi", state[0], one);
                builder.store(builder.load(array, &[before]), array, &[state[0]]);
                vec![before]
            },
        )[0];
        builder.store(coordinate, array, &[place]);
        Vec::new()
    });
}
