//! `hash`: a table says which component has a key, so there is one for each. They are sorted only if they are asked for in order.
//!
//! Keys are spread over the whole table. To have neighbours stand in one line of a cache was tried: lines overflow into each other,
//! and the search takes longer than it gains.

use crate::{
    levels::hashing::{hash, power_of_two},
    scf::{
        arrays::{fill, length},
        workspaces::{
            components::{component_of, sort_by_digits},
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
pub struct Hash;

/// Up to the part two to the minus this of a table is emptied slot by slot.
const FEW_SHIFT: i64 = 4;

impl PolicyCode for Hash {
    fn properties(&self) -> &'static Properties {
        Policy::HASH.properties()
    }

    fn aids<'c>(&self, builder: &Builder<'c>, room: Value<'c>) -> Vec<Aid<'c>> {
        let element = IntegerType::new(builder.context(), 32).into();
        // Half of it is empty at least.
        let twice = builder.binary("arith.shli", room, builder.index(1));
        let length = power_of_two(builder, twice);
        vec![Aid { element, length, initially: Some(builder.integer(0, element)) }]
    }

    fn insert<'c>(
        &self,
        builder: &Builder<'c>,
        array: &Accumulation<'c>,
        key: Value<'c>,
        value: Value<'c>,
    ) -> Value<'c> {
        let (slot, number) = find(builder, array, key);
        array.meet_or_append(builder, number, (key, value), |builder, end| note(builder, array, slot, end))
    }

    fn sort<'c>(&self, builder: &Builder<'c>, array: &Accumulation<'c>) -> Value<'c> {
        self.clear(builder, array);
        sort_by_digits(builder, array.op, (array.components, array.spare), (array.low, array.high))
    }

    fn clear<'c>(&self, builder: &Builder<'c>, array: &Accumulation<'c>) {
        let table = array.aids[0];
        let (zero, all) = (builder.index(0), length(builder, table));
        let nothing = builder.integer(0, builder.scalar_type(table.r#type()));
        let part = builder.binary("arith.shrui", all, builder.index(FEW_SHIFT));
        let is_few = builder.compare(ComparePredicate::UnsignedLess, array.high, part);
        let few = |builder: &Builder<'c>| {
            // From where a key stands at first up to an empty slot. It may be further on, but not behind such a slot: whoever
            // emptied one in between went on to the end.
            builder.for_loop((array.low, array.high, builder.index(1)), &[], |builder, at, _| {
                let key = builder.load(array.components.keys, &[at]);
                probe(builder, array, key, |builder, slot, number| {
                    builder.store(nothing, table, &[slot]);
                    builder.compare(ComparePredicate::NotEqual, number, nothing)
                });
                Vec::new()
            });
            Vec::new()
        };
        let many = |builder: &Builder<'c>| {
            fill(builder, table, (zero, all), nothing);
            Vec::new()
        };
        builder.if_else(is_few, &[], few, many);
    }

    fn note_again<'c>(&self, builder: &Builder<'c>, array: &Accumulation<'c>) {
        let range = (array.low, array.high, builder.index(1));
        builder.for_loop(range, &[], |builder, at, _| {
            let key = builder.load(array.components.keys, &[at]);
            let slot = probe(builder, array, key, |builder, _, number| {
                builder.compare(ComparePredicate::NotEqual, number, builder.integer(0, number.r#type()))
            });
            note(builder, array, slot, builder.binary("arith.addi", at, builder.index(1)));
            Vec::new()
        });
    }
}

/// The slot of a key, and what stands there: one more than the number of its component, or zero if there is none.
fn find<'c>(builder: &Builder<'c>, array: &Accumulation<'c>, key: Value<'c>) -> (Value<'c>, Value<'c>) {
    let slot = probe(builder, array, key, |builder, _, number| {
        let is_taken = builder.compare(ComparePredicate::NotEqual, number, builder.integer(0, number.r#type()));
        let is_another = |builder: &Builder<'c>| {
            let other = builder.load(array.components.keys, &[component_of(builder, number)]);
            vec![builder.compare(ComparePredicate::NotEqual, other, key)]
        };
        let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
        builder.if_else(is_taken, &[builder.bool_type()], is_another, no)[0]
    });
    (slot, builder.load(array.aids[0], &[slot]))
}

/// The first slot for a key where the search does not go on.
fn probe<'c>(
    builder: &Builder<'c>,
    array: &Accumulation<'c>,
    key: Value<'c>,
    goes_on: impl Fn(&Builder<'c>, Value<'c>, Value<'c>) -> Value<'c>,
) -> Value<'c> {
    let table = array.aids[0];
    let slots = length(builder, table);
    let mask = builder.binary("arith.subi", slots, builder.index(1));
    let first = first_slot(builder, key, slots);
    builder.while_loop(
        &[first],
        |builder, state| {
            let number = builder.load(table, &[state[0]]);
            goes_on(builder, state[0], number)
        },
        |builder, state| {
            let next = builder.binary("arith.addi", state[0], builder.index(1));
            vec![builder.binary("arith.andi", next, mask)]
        },
    )[0]
}

/// Where the search for a key begins.
fn first_slot<'c>(builder: &Builder<'c>, key: Value<'c>, slots: Value<'c>) -> Value<'c> {
    let number = IntegerType::new(builder.context(), 64).into();
    // Keys of more than 64 bits: both halves count.
    let folded = if key.r#type() == number {
        key
    } else {
        let high = builder.binary("arith.shrui", key, builder.integer(53, key.r#type()));
        let [low, high] = [key, high].map(|part| builder.value("arith.trunci", &[part], number, &[]));
        builder.binary("arith.xori", low, high)
    };
    hash(builder, builder.value("arith.index_cast", &[folded], builder.index_type(), &[]), slots)
}

/// Writes into a slot that it stands for the component before an end.
fn note<'c>(builder: &Builder<'c>, array: &Accumulation<'c>, slot: Value<'c>, end: Value<'c>) {
    let table = array.aids[0];
    let number = builder.value("arith.index_cast", &[end], builder.scalar_type(table.r#type()), &[]);
    builder.store(number, table, &[slot]);
}
