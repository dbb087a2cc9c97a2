//! Workspaces that list few points, and have a place for every one where more come.
//!
//! It is decided each time a workspace is filled, unless all places are in a cache: of rows of very different lengths, short ones are
//! sorted where they are listed, in the fastest cache, and long ones go to places, of which only those are gone through that were
//! touched. Keys are places, so both give the same.
//!
//! What is fast depends on where the points lie, too. Those of a row of a web graph lie close together, so that their places are in a cache
//! although most are not. So the first points of a list are looked at: if most lie close to the one before, all go to places.

use super::{
    code::WorkspaceCode,
    collector::Collector,
    components::{Components, sort_by_digits},
    keys::Keys,
    merging::combine_neighbours,
    spread::Spread,
};
use crate::scf::{arrays::allocate, capacity_checks::places_of, cell::Cell};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value},
    sloop::{Combiner, grow::Workspace},
};
use lacuna_layout::policy::CACHED_PLACES;
use melior::ir::ValueLike;

/// One point in so many places is few, unless a capacity is asked for: to sort them takes less than to touch as many lines of the
/// memory.
const FEW_SHIFT: i64 = 6;

/// So many points are looked at.
const LOOKED_AT: i64 = 64;

/// A point lies close to the one before if both are in one block of so many places, 512 bytes of numbers of 64 bits.
const CLOSE_SHIFT: i64 = 6;

/// A workspace.
pub struct Mixed<'c> {
    op: Op<'c>,
    combiner: Option<Combiner>,
    collector: Collector<'c>,
    /// The points while they are few, with as much room to sort them.
    few: Components<'c>,
    spare: Components<'c>,
    /// How many they are.
    count: Cell<'c>,
    /// How many they may be before it is asked whether points go to their places: so many as are looked at, and then as there is room for.
    limit: Cell<'c>,
    first_limit: Value<'c>,
    /// Whether points go to their places, and whether the first ones do.
    is_spread: Cell<'c>,
    is_spread_first: Value<'c>,
    /// The places.
    spread: Spread<'c>,
}

impl<'c> Mixed<'c> {
    /// Starts a workspace.
    pub fn start(op: Op<'c>, builder: &Builder<'c>, workspace: Workspace<'c>) -> Self {
        let collector = Collector::start(builder, &workspace, 1, Keys::places);
        let places = places_of(builder, &collector.sizes).expect("the verifier asks for a level");
        let no = builder.number(0.0, builder.bool_type());
        let (room, is_spread_first) = match workspace.keeping.capacity {
            Some(capacity) => (builder.index(capacity), no),
            None => {
                let few = builder.binary("arith.shrui", places, builder.index(FEW_SHIFT));
                let room = builder.binary("arith.maxui", few, builder.index(1));
                let cached = builder.index(CACHED_PLACES as i64 + 1);
                (room, builder.compare(ComparePredicate::UnsignedLess, places, cached))
            }
        };
        let types = collector.component_types(builder);
        let pair = |room| types.map(|r#type| allocate(builder, r#type, room));
        // A capacity that was asked for is one.
        let first_limit = match workspace.keeping.capacity {
            Some(_) => room,
            None => builder.binary("arith.minui", room, builder.index(LOOKED_AT)),
        };
        Self {
            op,
            combiner: workspace.combiner,
            few: Components::of(&pair(room)),
            spare: Components::of(&pair(room)),
            count: Cell::holding(builder, builder.index(0)),
            limit: Cell::holding(builder, first_limit),
            first_limit,
            is_spread: Cell::holding(builder, is_spread_first),
            is_spread_first,
            spread: Spread::start(builder, op, (places, collector.before), collector.is_in_order()),
            collector,
        }
    }

    /// Has the points that were few go to their places.
    fn spread_few(&self, builder: &Builder<'c>) {
        let range = (builder.index(0), self.count.get(builder), builder.index(1));
        builder.for_loop(range, &[], |builder, at, _| {
            self.spread.add(builder, self.combiner, self.few.load(builder, at));
            Vec::new()
        });
        self.count.set(builder, builder.index(0));
        self.is_spread.set(builder, builder.number(1.0, builder.bool_type()));
    }

    /// Decides whether the points that were few go to their places: there is no room for more, or they lie close together.
    fn spread_or_go_on(&self, builder: &Builder<'c>) {
        let (count, room) = (self.count.get(builder), self.few.room(builder));
        let is_full = builder.compare(ComparePredicate::Equal, count, room);
        let are_close = |builder: &Builder<'c>| {
            let start = builder.index(0);
            let close =
                builder.for_loop((builder.index(1), count, builder.index(1)), &[start], |builder, at, close| {
                    let before = builder.binary("arith.subi", at, builder.index(1));
                    let [key, last] = [at, before].map(|at| self.few.load(builder, at).0);
                    let apart = builder.binary("arith.xori", key, last);
                    let block = builder.number((1u32 << CLOSE_SHIFT).into(), key.r#type());
                    let is_close = builder.compare(ComparePredicate::UnsignedLess, apart, block);
                    let one = builder.value("arith.index_castui", &[is_close], builder.index_type(), &[]);
                    vec![builder.binary("arith.addi", close[0], one)]
                });
            let half = builder.binary("arith.shrui", count, builder.index(1));
            vec![builder.compare(ComparePredicate::UnsignedLess, half, close[0])]
        };
        let yes = |builder: &Builder<'c>| vec![builder.number(1.0, builder.bool_type())];
        let spreads = builder.if_else(is_full, &[builder.bool_type()], yes, are_close)[0];
        let go_on = |builder: &Builder<'c>| {
            self.limit.set(builder, room);
            Vec::new()
        };
        let spread = |builder: &Builder<'c>| {
            self.spread_few(builder);
            Vec::new()
        };
        builder.if_else(spreads, &[], spread, go_on);
    }

    /// What has places, one after the other; nothing has any more then.
    fn take(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        let (taken, count) = self.spread.take(builder);
        self.is_spread.set(builder, self.is_spread_first);
        self.limit.set(builder, self.first_limit);
        taken.arrays().into_iter().chain([count]).collect()
    }

    /// What is listed, in order, each point once.
    fn sort(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        let (none, count) = (builder.index(0), self.count.get(builder));
        let is_moved = sort_by_digits(builder, self.op, (self.few, self.spare), (none, count));
        let list = Components::select(builder, is_moved, self.spare, self.few);
        let count = combine_neighbours(builder, list, count, (self.combiner, self.collector.before));
        self.count.set(builder, none);
        self.limit.set(builder, self.first_limit);
        list.arrays().into_iter().chain([count]).collect()
    }
}

impl<'c> WorkspaceCode<'c> for Mixed<'c> {
    fn scatter(&self, builder: &Builder<'c>, value: Value<'c>, coordinates: &[Value<'c>], _: Option<Combiner>) {
        let key = self.collector.keys.pack(builder, coordinates);
        let to_place = |builder: &Builder<'c>| {
            self.spread.add(builder, self.combiner, (key, value));
            Vec::new()
        };
        let to_list = |builder: &Builder<'c>| {
            let count = self.count.get(builder);
            self.few.store(builder, count, (key, value));
            let count = builder.binary("arith.addi", count, builder.index(1));
            self.count.set(builder, count);
            let is_asked = builder.compare(ComparePredicate::Equal, count, self.limit.get(builder));
            let ask = |builder: &Builder<'c>| {
                self.spread_or_go_on(builder);
                Vec::new()
            };
            builder.if_else(is_asked, &[], ask, |_| Vec::new());
            Vec::new()
        };
        let either = |builder: &Builder<'c>| {
            builder.if_else(self.is_spread.get(builder), &[], to_place, to_list);
            Vec::new()
        };
        // This does not change, so LLVM has loops in which there is no list.
        builder.if_else(self.is_spread_first, &[], to_place, either);
    }

    fn collect(&self, builder: &Builder<'c>) -> Value<'c> {
        let types: Vec<_> = self.few.types().into_iter().chain([builder.index_type()]).collect();
        let is_spread = self.is_spread.get(builder);
        let list = builder.if_else(is_spread, &types, |builder| self.take(builder), |builder| self.sort(builder));
        let (list, count) = (Components::of(&list[..2]), list[2]);
        self.collector.pack(builder, (list, count), &[list.keys])
    }

    fn free(&self, builder: &Builder<'c>) {
        self.spread.free(builder);
        for array in self.few.arrays().into_iter().chain(self.spare.arrays()) {
            builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
        }
        self.collector.free(builder);
    }
}
