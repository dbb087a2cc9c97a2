//! `sloop.reorder`: what an unordered cursor gives, sorted by coordinate in scratch arrays (LEVELS, figure 4-3).
//!
//! Few children are inserted one after the other, many merged in runs of twice the length each time. The sort is a
//! function, the same for all levels.

use super::{Bounds, OpenCursor};
use crate::{function::define, scf::arrays::allocate};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Value, defining_op},
};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// Sorted coordinates, and the position of each.
pub struct Reordered<'c> {
    coordinates: Value<'c>,
    positions: Value<'c>,
    bounds: Bounds<'c>,
    is_signed: bool,
}

impl<'c> Reordered<'c> {
    /// Walks the source and sorts what it gives; by insertion, if that is less than `inserted`.
    pub fn open(builder: &Builder<'c>, source: Box<dyn OpenCursor<'c> + 'c>, inserted: i64) -> Self {
        let Bounds { low, high } = source.bounds();
        let (zero, one) = (builder.index(0), builder.index(1));
        let most = builder.binary("arith.subi", high, low);
        let most = builder.binary("arith.maxsi", most, zero);
        let wide = wide(builder);
        let coordinates = allocate(builder, builder.buffer_type(wide), most);
        let positions = allocate(builder, builder.buffer_type(builder.index_type()), most);
        let count = builder.for_loop((low, high, one), &[zero], |builder, counter, count| {
            let store = |builder: &Builder<'c>| {
                let coordinate = source.coordinate(builder, counter);
                let coordinate = builder.value("arith.index_cast", &[coordinate], wide, &[]);
                builder.store(coordinate, coordinates, &[count[0]]);
                builder.store(source.position(builder, counter), positions, &[count[0]]);
                vec![builder.binary("arith.addi", count[0], builder.index(1))]
            };
            match source.is_there(builder, counter) {
                None => store(builder),
                Some(there) => builder.if_else(there, &[builder.index_type()], store, |_| vec![count[0]]),
            }
        })[0];
        let anchor = defining_op(positions).expect("an array is made by an operation");
        let arguments = [coordinates.r#type(), positions.r#type(), builder.index_type()];
        let name = define(builder, anchor, "lacuna.sort.positions", &arguments, &[], |builder, arguments| {
            sort(builder, Pairs { keys: arguments[0], values: arguments[1] }, arguments[2], inserted);
            Vec::new()
        });
        let callee = builder.parse_attribute(&format!("@{name}"));
        builder.create("func.call", &[coordinates, positions, count], &[], &[("callee", callee)], Vec::new());
        source.close(builder);
        Self { coordinates, positions, bounds: Bounds { low: zero, high: count }, is_signed: source.is_signed() }
    }
}

impl<'c> OpenCursor<'c> for Reordered<'c> {
    /// What it was made of is walked no more.
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        None
    }

    fn bounds(&self) -> Bounds<'c> {
        self.bounds
    }

    fn coordinate(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        let stored = builder.load(self.coordinates, &[counter]);
        builder.value("arith.index_cast", &[stored], builder.index_type(), &[])
    }

    fn position(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        builder.load(self.positions, &[counter])
    }

    fn position_if(&self, builder: &Builder<'c>, here: Value<'c>, counter: Value<'c>) -> Value<'c> {
        let node = |builder: &Builder<'c>| vec![self.position(builder, counter)];
        builder.if_else(here, &[builder.index_type()], node, |builder| vec![builder.index(0)])[0]
    }

    fn is_signed(&self) -> bool {
        self.is_signed
    }

    fn close(&self, builder: &Builder<'c>) {
        for array in [self.coordinates, self.positions] {
            builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
        }
    }
}

fn wide<'c>(builder: &Builder<'c>) -> Type<'c> {
    IntegerType::new(builder.context(), 64).into()
}

/// Two arrays that are sorted together, by the first.
#[derive(Clone, Copy)]
struct Pairs<'c> {
    keys: Value<'c>,
    values: Value<'c>,
}

impl<'c> Pairs<'c> {
    fn key(self, builder: &Builder<'c>, at: Value<'c>) -> Value<'c> {
        builder.load(self.keys, &[at])
    }

    /// Copies the pair at `from` of another.
    fn take(self, builder: &Builder<'c>, at: Value<'c>, other: Self, from: Value<'c>) {
        builder.store(builder.load(other.keys, &[from]), self.keys, &[at]);
        builder.store(builder.load(other.values, &[from]), self.values, &[at]);
    }
}

fn sort<'c>(builder: &Builder<'c>, pairs: Pairs<'c>, count: Value<'c>, inserted: i64) {
    let is_few = builder.compare(ComparePredicate::UnsignedLess, count, builder.index(inserted));
    let few = |builder: &Builder<'c>| {
        insert_all(builder, pairs, count);
        Vec::new()
    };
    builder.if_else(is_few, &[], few, |builder| {
        merge_all(builder, pairs, count);
        Vec::new()
    });
}

/// Sorts by insertion.
fn insert_all<'c>(builder: &Builder<'c>, pairs: Pairs<'c>, count: Value<'c>) {
    let one = builder.index(1);
    builder.for_loop((one, count, one), &[], |builder, next, _| {
        let key = pairs.key(builder, next);
        let value = builder.load(pairs.values, &[next]);
        let place = builder.while_loop(
            &[next],
            |builder, state| {
                let is_inside = builder.compare(ComparePredicate::NotEqual, state[0], builder.index(0));
                builder.if_else(
                    is_inside,
                    &[builder.bool_type()],
                    |builder| {
                        let before = builder.binary("arith.subi", state[0], builder.index(1));
                        vec![builder.compare(ComparePredicate::SignedLess, key, pairs.key(builder, before))]
                    },
                    |builder| vec![builder.number(0.0, builder.bool_type())],
                )[0]
            },
            |builder, state| {
                let before = builder.binary("arith.subi", state[0], builder.index(1));
                pairs.take(builder, state[0], pairs, before);
                vec![before]
            },
        )[0];
        builder.store(key, pairs.keys, &[place]);
        builder.store(value, pairs.values, &[place]);
        Vec::new()
    });
}

/// Merges sorted runs, of one pair at first, until there is one.
fn merge_all<'c>(builder: &Builder<'c>, pairs: Pairs<'c>, count: Value<'c>) {
    let spare = Pairs {
        keys: allocate(builder, pairs.keys.r#type(), count),
        values: allocate(builder, pairs.values.r#type(), count),
    };
    let (zero, one) = (builder.index(0), builder.index(1));
    builder.while_loop(
        &[one],
        |builder, state| builder.compare(ComparePredicate::UnsignedLess, state[0], count),
        |builder, state| {
            let twice = builder.binary("arith.addi", state[0], state[0]);
            builder.for_loop((zero, count, twice), &[], |builder, low, _| {
                let end = |length| {
                    let end = builder.binary("arith.addi", low, length);
                    builder.binary("arith.minui", end, count)
                };
                merge(builder, pairs, spare, (low, end(state[0]), end(twice)));
                Vec::new()
            });
            builder.for_loop((zero, count, one), &[], |builder, at, _| {
                pairs.take(builder, at, spare, at);
                Vec::new()
            });
            vec![twice]
        },
    );
    for array in [spare.keys, spare.values] {
        builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
    }
}

/// Merges two neighbouring runs into the same place of the spare arrays.
fn merge<'c>(
    builder: &Builder<'c>,
    from: Pairs<'c>,
    to: Pairs<'c>,
    (low, middle, high): (Value<'c>, Value<'c>, Value<'c>),
) {
    let bool_type = builder.bool_type();
    builder.for_loop((low, high, builder.index(1)), &[low, middle], |builder, at, state| {
        let (left, right) = (state[0], state[1]);
        let has_left = builder.compare(ComparePredicate::UnsignedLess, left, middle);
        let takes_left = builder.if_else(
            has_left,
            &[bool_type],
            |builder| {
                let has_right = builder.compare(ComparePredicate::UnsignedLess, right, high);
                builder.if_else(
                    has_right,
                    &[bool_type],
                    |builder| {
                        let (left, right) = (from.key(builder, left), from.key(builder, right));
                        let after = builder.compare(ComparePredicate::SignedLess, right, left);
                        vec![builder.binary("arith.xori", after, builder.number(-1.0, bool_type))]
                    },
                    |builder| vec![builder.number(-1.0, bool_type)],
                )
            },
            |builder| vec![builder.number(0.0, bool_type)],
        )[0];
        let source = builder.value("arith.select", &[takes_left, left, right], builder.index_type(), &[]);
        to.take(builder, at, from, source);
        let step = builder.value("arith.index_castui", &[takes_left], builder.index_type(), &[]);
        let other = builder.binary("arith.subi", builder.index(1), step);
        vec![builder.binary("arith.addi", left, step), builder.binary("arith.addi", right, other)]
    });
}
