//! `buckets`: the first bits of a key say in which bucket it is, and each bucket is sorted (WORKSPACES, 5.2).
//!
//! A bucket is a chain of components, the last one first. A component looks for its key among a few of them: what a long chain
//! has further on meets when buckets are merged.

use crate::{
    levels::hashing::power_of_two,
    scf::{
        arrays::length,
        workspaces::{
            components::{component_of, sort_in_place},
            policy::{Accumulation, Aid, PolicyCode},
        },
    },
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use lacuna_layout::policy::{Policy, Properties};
use melior::ir::{ValueLike, r#type::IntegerType};

/// The policy.
pub struct Buckets;

/// Up to the part two to the minus this of the buckets is emptied one by one.
const FEW_SHIFT: i64 = 4;

/// A key is looked for among so many components of its bucket.
const MOST_LOOKS: i64 = 8;

impl PolicyCode for Buckets {
    fn properties(&self) -> &'static Properties {
        Policy::BUCKETS.properties()
    }

    /// The last component of each bucket, and the one before each: one more than its number, or zero if there is none.
    fn aids<'c>(&self, builder: &Builder<'c>, room: Value<'c>) -> Vec<Aid<'c>> {
        let element = IntegerType::new(builder.context(), 32).into();
        // Two at least: no key is moved by all of its bits then.
        let buckets = power_of_two(builder, builder.binary("arith.maxui", room, builder.index(2)));
        let none = Some(builder.integer(0, element));
        vec![Aid { element, length: buckets, initially: none }, Aid { element, length: room, initially: None }]
    }

    fn insert<'c>(
        &self,
        builder: &Builder<'c>,
        array: &Accumulation<'c>,
        key: Value<'c>,
        value: Value<'c>,
    ) -> Value<'c> {
        let bucket = bucket_of(builder, array, key);
        let last = builder.load(array.aids[0], &[bucket]);
        let nothing = builder.integer(0, last.r#type());
        let found = builder.while_loop(
            &[last, builder.index(0)],
            |builder, state| {
                let is_there = builder.compare(ComparePredicate::NotEqual, state[0], nothing);
                let is_another = |builder: &Builder<'c>| {
                    let other = builder.load(array.components.keys, &[component_of(builder, state[0])]);
                    vec![builder.compare(ComparePredicate::NotEqual, other, key)]
                };
                let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
                builder.if_else(is_there, &[builder.bool_type()], is_another, no)[0]
            },
            |builder, state| {
                let before = builder.load(array.aids[1], &[component_of(builder, state[0])]);
                let looks = builder.binary("arith.addi", state[1], builder.index(1));
                let may_look = builder.compare(ComparePredicate::UnsignedLess, looks, builder.index(MOST_LOOKS));
                vec![builder.value("arith.select", &[may_look, before, nothing], before.r#type(), &[]), looks]
            },
        )[0];
        array.meet_or_append(builder, found, (key, value), |builder, end| {
            builder.store(last, array.aids[1], &[array.high]);
            let number = builder.value("arith.index_cast", &[end], last.r#type(), &[]);
            builder.store(number, array.aids[0], &[bucket]);
        })
    }

    fn sort<'c>(&self, builder: &Builder<'c>, array: &Accumulation<'c>) -> Value<'c> {
        let buckets = length(builder, array.aids[0]);
        let count = builder.binary("arith.subi", array.high, array.low);
        let part = builder.binary("arith.shrui", buckets, builder.index(FEW_SHIFT));
        let is_few = builder.compare(ComparePredicate::UnsignedLess, count, part);
        let few = |builder: &Builder<'c>| {
            self.clear(builder, array);
            let pair = (array.components, array.spare);
            sort_in_place(builder, array.op, pair, (array.low, array.high));
            vec![builder.number(0.0, builder.bool_type())]
        };
        let many = |builder: &Builder<'c>| vec![sort_each(builder, array, buckets)];
        builder.if_else(is_few, &[builder.bool_type()], few, many)[0]
    }

    /// Empties the buckets of all components.
    fn clear<'c>(&self, builder: &Builder<'c>, array: &Accumulation<'c>) {
        builder.for_loop((array.low, array.high, builder.index(1)), &[], |builder, at, _| {
            let bucket = bucket_of(builder, array, builder.load(array.components.keys, &[at]));
            let nothing = builder.integer(0, builder.scalar_type(array.aids[0].r#type()));
            builder.store(nothing, array.aids[0], &[bucket]);
            Vec::new()
        });
    }
}

/// Takes the chains of all buckets, and sorts each; gives that they are in the spare arrays then.
fn sort_each<'c>(builder: &Builder<'c>, array: &Accumulation<'c>, buckets: Value<'c>) -> Value<'c> {
    let one = builder.index(1);
    // From the last bucket to the first: chains begin with what came last.
    let range = (builder.index(0), buckets, one);
    builder.for_loop(range, &[array.high], |builder, at, high| {
        let bucket = builder.binary("arith.subi", builder.binary("arith.subi", buckets, one), at);
        let last = builder.load(array.aids[0], &[bucket]);
        let nothing = builder.integer(0, last.r#type());
        builder.store(nothing, array.aids[0], &[bucket]);
        let low = builder.while_loop(
            &[last, high[0]],
            |builder, state| builder.compare(ComparePredicate::NotEqual, state[0], nothing),
            |builder, state| {
                let (from, to) = (component_of(builder, state[0]), builder.binary("arith.subi", state[1], one));
                array.components.copy(builder, from, array.spare, to);
                vec![builder.load(array.aids[1], &[from]), to]
            },
        )[1];
        vec![low]
    });
    // Where each bucket ends: where its first bits do.
    builder.while_loop(
        &[array.low],
        |builder, low| builder.compare(ComparePredicate::UnsignedLess, low[0], array.high),
        |builder, low| {
            let bucket = bucket_of(builder, array, builder.load(array.spare.keys, &[low[0]]));
            let high = builder.while_loop(
                &[low[0]],
                |builder, high| {
                    let is_inside = builder.compare(ComparePredicate::UnsignedLess, high[0], array.high);
                    let is_same = |builder: &Builder<'c>| {
                        let other = bucket_of(builder, array, builder.load(array.spare.keys, &[high[0]]));
                        vec![builder.compare(ComparePredicate::Equal, bucket, other)]
                    };
                    let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
                    builder.if_else(is_inside, &[builder.bool_type()], is_same, no)[0]
                },
                |builder, high| vec![builder.binary("arith.addi", high[0], one)],
            )[0];
            sort_in_place(builder, array.op, (array.spare, array.components), (low[0], high));
            vec![high]
        },
    );
    builder.number(1.0, builder.bool_type())
}

/// The bucket of a key: its first bits, so that buckets are in the order of keys.
fn bucket_of<'c>(builder: &Builder<'c>, array: &Accumulation<'c>, key: Value<'c>) -> Value<'c> {
    let buckets = length(builder, array.aids[0]);
    let own = builder.value("math.cttz", &[buckets], builder.index_type(), &[]);
    let rest = builder.binary("arith.subi", builder.binary("arith.maxui", array.bits, own), own);
    // Of keys without any bits there is one.
    let shift = builder.value("arith.index_cast", &[rest], key.r#type(), &[]);
    builder.value("arith.index_cast", &[builder.binary("arith.shrui", key, shift)], builder.index_type(), &[])
}
