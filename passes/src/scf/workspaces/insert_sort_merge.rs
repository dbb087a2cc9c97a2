//! Workspaces that take memory for the points that come alone (WORKSPACES, section 4).
//!
//! Components stand in two arrays that take turns. In the first places are *all* that came before, sorted, each key once; behind
//! them is the *accumulation array*, into which components are inserted. When there is no more room, it is sorted, and merged with
//! all into the other array (5.3 calls this double buffering): that is the next first one. So merging needs no further array. How
//! components are inserted, sorted and merged, the policy says ([`super::policy`]).
//!
//! What is hot is inline: a component is stored, and there is a test of room. All else is two functions, which are given the
//! arrays and give those that take their place: one makes room, the other has all components be in one sorted array.

use super::{
    code::{WorkspaceCode, call_on_cells},
    collector::Collector,
    components::Components,
    keys::Keys,
    merging::combine_neighbours,
    policy::{Accumulation, PolicyCode},
};
use crate::{
    function::Called,
    scf::{
        arrays::{allocate, fill},
        cell::Cell,
        reallocate::reallocate,
    },
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value},
    sloop::{Combiner, grow::Workspace},
};
use lacuna_layout::policy::WhenFull;
use melior::ir::{Type, ValueLike};

/// So many components have room at first, unless a capacity is asked for: what a row of a product has fits.
pub(super) const USUAL_CAPACITY: i64 = 1024;

/// Beside up to so many components that came before, there is room for three times as many: they are merged seldom.
const FEW: i64 = 1 << 16;

/// Beside further components up to so many, there is room for as many; beside all others, for half as many, so that most of the
/// memory is theirs (a piecewise linear function of three stages: WORKSPACES, 5.1).
const MANY: i64 = 1 << 20;

/// A workspace.
pub struct InsertSortMerge<'c> {
    code: &'static dyn PolicyCode,
    when_full: WhenFull,
    /// The operation that owns it.
    op: Op<'c>,
    combiner: Option<Combiner>,
    collector: Collector<'c>,
    /// The arrays, in the order of [`Arrays`].
    arrays: Vec<Cell<'c>>,
    /// How many components there are.
    count: Cell<'c>,
    /// How many of them came before: where the accumulation array begins.
    all_count: Cell<'c>,
}

/// The arrays of a workspace.
#[derive(Clone)]
struct Arrays<'c> {
    /// Those that have the components.
    own: Components<'c>,
    /// Those that take turns with them, with as much room.
    other: Components<'c>,
    /// What the policy keeps.
    aids: Vec<Value<'c>>,
}

impl<'c> Arrays<'c> {
    fn of(arrays: &[Value<'c>]) -> Self {
        Self { own: Components::of(&arrays[..2]), other: Components::of(&arrays[2..4]), aids: arrays[4..].to_vec() }
    }

    fn to_vec(&self) -> Vec<Value<'c>> {
        let pairs = [self.own, self.other].into_iter().flat_map(Components::arrays);
        pairs.chain(self.aids.iter().copied()).collect()
    }
}

impl<'c> InsertSortMerge<'c> {
    /// Starts a workspace.
    pub fn start(
        op: Op<'c>,
        builder: &Builder<'c>,
        workspace: Workspace<'c>,
        (code, when_full): (&'static dyn PolicyCode, WhenFull),
    ) -> Self {
        let Workspace { keeping, combiner, .. } = workspace;
        // Two arrays of keys have nothing but what is collected then.
        let collector = Collector::start(builder, &workspace, 2, Keys::below);
        let room = builder.index(keeping.capacity.unwrap_or(USUAL_CAPACITY));
        let pair = || Components::of(&collector.component_types(builder).map(|r#type| allocate(builder, r#type, room)));
        let arrays = Arrays { own: pair(), other: pair(), aids: new_aids(builder, code, room) };
        let cell = |value: Value<'c>| Cell::holding(builder, value);
        let none = builder.index(0);
        Self {
            code,
            when_full,
            op,
            combiner,
            arrays: arrays.to_vec().into_iter().map(cell).collect(),
            count: cell(none),
            all_count: cell(none),
            collector,
        }
    }

    fn arrays(&self, builder: &Builder<'c>) -> Arrays<'c> {
        Arrays::of(&self.arrays.iter().map(|cell| cell.get(builder)).collect::<Vec<_>>())
    }

    /// What the policy is given.
    fn accumulation(&self, state: &WorkspaceState<'c>) -> Accumulation<'c> {
        Accumulation {
            op: self.op,
            components: state.arrays.own,
            spare: state.arrays.other,
            low: state.all_count,
            high: state.count,
            aids: state.arrays.aids.clone(),
            bits: state.bits,
            combiner: self.combiner,
        }
    }

    /// Calls a function of all arrays and counts, which gives arrays that take their place, the numbers of components, and what
    /// else it gives.
    fn call(
        &self,
        builder: &Builder<'c>,
        (name, called): (&str, Called),
        others: &[Type<'c>],
        body: impl FnOnce(&Builder<'c>, WorkspaceState<'c>) -> (WorkspaceState<'c>, Vec<Value<'c>>),
    ) -> Vec<Value<'c>> {
        let name = self.collector.function_name(name, self.code, self.combiner);
        let cells: Vec<_> = self.arrays.iter().chain([&self.count, &self.all_count]).copied().collect();
        let fixed = [self.collector.before, self.collector.keys.bits];
        call_on_cells(builder, self.op, (&name, called), (&cells, &fixed, others), |builder, state, fixed| {
            let (state, others) = body(builder, WorkspaceState::of(state, fixed));
            (state.to_vec(), others)
        })
    }

    /// Has there be room for further components.
    fn make_room(&self, builder: &Builder<'c>) {
        match self.when_full {
            WhenFull::Merged => {
                self.call(builder, ("merge", Called::Seldom), &[], |builder, state| {
                    let merged = self.merge(builder, state);
                    (self.widen(builder, merged), Vec::new())
                });
            }
            WhenFull::Grown => {
                self.call(builder, ("grow", Called::Seldom), &[], |builder, state| {
                    let twice = builder.binary("arith.shli", state.arrays.own.room(builder), builder.index(1));
                    let state = self.move_to(builder, state, twice);
                    self.code.note_again(builder, &self.accumulation(&state));
                    (state, Vec::new())
                });
            }
        }
    }

    /// Sorts what is new, and merges it with all: that is all then.
    fn merge(&self, builder: &Builder<'c>, state: WorkspaceState<'c>) -> WorkspaceState<'c> {
        let is_moved = self.code.sort(builder, &self.accumulation(&state));
        let how = (self.combiner, state.before);
        let Arrays { own, other, .. } = state.arrays;
        let is_first = builder.compare(ComparePredicate::Equal, state.all_count, builder.index(0));
        let types: Vec<_> = own.types().into_iter().chain(other.types()).chain([builder.index_type()]).collect();
        let given = |own: Components<'c>, other: Components<'c>, count| {
            own.arrays().into_iter().chain(other.arrays()).chain([count]).collect::<Vec<_>>()
        };
        let alone = |builder: &Builder<'c>| {
            let (sorted, rest) =
                (Components::select(builder, is_moved, other, own), Components::select(builder, is_moved, own, other));
            let count = combine_neighbours(builder, sorted, state.count, how);
            given(sorted, rest, count)
        };
        let with_others = |builder: &Builder<'c>| {
            let sorted = Components::select(builder, is_moved, other, own);
            let new = (sorted, (state.all_count, state.count));
            let count = self.code.merge(builder, (own, state.all_count), new, other, how);
            given(other, own, count)
        };
        let given = builder.if_else(is_first, &types, alone, with_others);
        let arrays = Arrays { own: Components::of(&given[..2]), other: Components::of(&given[2..4]), ..state.arrays };
        WorkspaceState { arrays, count: given[4], all_count: given[4], ..state }
    }

    /// Has the arrays grow where too little room is left behind all that came before.
    fn widen(&self, builder: &Builder<'c>, state: WorkspaceState<'c>) -> WorkspaceState<'c> {
        let wanted = builder.binary("arith.addi", state.all_count, room_beside(builder, state.all_count));
        let is_narrow = builder.compare(ComparePredicate::UnsignedLess, state.arrays.own.room(builder), wanted);
        let types: Vec<_> = state.arrays.to_vec().iter().map(|array| array.r#type()).collect();
        let wide = |builder: &Builder<'c>| self.move_to(builder, state.clone(), wanted).arrays.to_vec();
        let same = |_: &Builder<'c>| state.arrays.to_vec();
        let arrays = Arrays::of(&builder.if_else(is_narrow, &types, wide, same));
        WorkspaceState { arrays, ..state }
    }

    /// Has the components move to arrays with more room. What the policy keeps knows nothing of them.
    fn move_to(&self, builder: &Builder<'c>, state: WorkspaceState<'c>, room: Value<'c>) -> WorkspaceState<'c> {
        let Arrays { own, other, aids } = state.arrays;
        // What is not needed goes first, so that less memory is held at a time.
        for array in other.arrays().into_iter().chain(aids.iter().copied()) {
            builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
        }
        refuse_many(builder, self.code, room);
        let own = Components::of(&own.arrays().map(|array| reallocate(builder, self.op, array, room)));
        let other = Components::of(&own.types().map(|r#type| allocate(builder, r#type, room)));
        let aids = new_aids(builder, self.code, room);
        WorkspaceState { arrays: Arrays { own, other, aids }, ..state }
    }

    /// All components, in order if that is asked for, each key once; and how many they are. None are in the workspace then.
    fn take_all(&self, builder: &Builder<'c>) -> (Components<'c>, Value<'c>) {
        let in_order = self.collector.is_in_order() || self.when_full == WhenFull::Merged;
        let name = if in_order { "sort" } else { "take" };
        let count = self.call(builder, (name, Called::Always), &[builder.index_type()], |builder, state| {
            let none = builder.index(0);
            let taken = if in_order {
                self.merge(builder, state)
            } else {
                self.code.clear(builder, &self.accumulation(&state));
                let count = combine_neighbours(builder, state.arrays.own, state.count, (self.combiner, state.before));
                WorkspaceState { count, ..state }
            };
            let count = taken.count;
            (WorkspaceState { count: none, all_count: none, ..taken }, vec![count])
        });
        (self.arrays(builder).own, count[0])
    }
}

impl<'c> WorkspaceCode<'c> for InsertSortMerge<'c> {
    fn scatter(&self, builder: &Builder<'c>, value: Value<'c>, coordinates: &[Value<'c>], _: Option<Combiner>) {
        let key = self.collector.keys.pack(builder, coordinates);
        let state = WorkspaceState {
            arrays: self.arrays(builder),
            count: self.count.get(builder),
            all_count: self.all_count.get(builder),
            before: self.collector.before,
            bits: self.collector.keys.bits,
        };
        let count = self.code.insert(builder, &self.accumulation(&state), key, value);
        self.count.set(builder, count);
        let is_full = builder.compare(ComparePredicate::Equal, count, state.arrays.own.room(builder));
        let make_room = |builder: &Builder<'c>| {
            self.make_room(builder);
            Vec::new()
        };
        builder.if_else(is_full, &[], make_room, |_| Vec::new());
    }

    fn collect(&self, builder: &Builder<'c>) -> Value<'c> {
        let (list, count) = self.take_all(builder);
        self.collector.pack(builder, (list, count), &[self.arrays(builder).other.keys, list.keys])
    }

    fn free(&self, builder: &Builder<'c>) {
        for cell in &self.arrays {
            builder.create("memref.dealloc", &[cell.get(builder)], &[], &[], Vec::new());
        }
        self.collector.free(builder);
    }
}

/// What the functions of a workspace are given, and give.
#[derive(Clone)]
struct WorkspaceState<'c> {
    arrays: Arrays<'c>,
    count: Value<'c>,
    all_count: Value<'c>,
    before: Value<'c>,
    bits: Value<'c>,
}

impl<'c> WorkspaceState<'c> {
    fn of(state: &[Value<'c>], fixed: &[Value<'c>]) -> Self {
        let ([arrays @ .., count, all_count], &[before, bits]) = (state, fixed) else {
            unreachable!("there are all values")
        };
        Self { arrays: Arrays::of(arrays), count: *count, all_count: *all_count, before, bits }
    }

    /// The arrays and counts.
    fn to_vec(&self) -> Vec<Value<'c>> {
        self.arrays.to_vec().into_iter().chain([self.count, self.all_count]).collect()
    }
}

/// Stops the program where a policy cannot number so many components.
pub(super) fn refuse_many<'c>(builder: &Builder<'c>, code: &dyn PolicyCode, room: Value<'c>) {
    if !code.aids(builder, room).is_empty() {
        // What a policy keeps numbers components by 32 bits.
        let fits = builder.compare(ComparePredicate::UnsignedLess, room, builder.index(1 << 32));
        let word = code.properties().word;
        builder.assert_that(fits, &format!("a workspace has more points than {word} can number: choose radix"));
    }
}

/// What a policy keeps besides so many components, as it is at first.
pub(super) fn new_aids<'c>(builder: &Builder<'c>, code: &dyn PolicyCode, room: Value<'c>) -> Vec<Value<'c>> {
    let aids = code.aids(builder, room).into_iter();
    aids.map(|aid| {
        let array = allocate(builder, builder.buffer_type(aid.element), aid.length);
        if let Some(initially) = aid.initially {
            fill(builder, array, (builder.index(0), aid.length), initially);
        }
        array
    })
    .collect()
}

/// For how many components there is to be room beside so many.
pub(super) fn room_beside<'c>(builder: &Builder<'c>, all: Value<'c>) -> Value<'c> {
    let part = |low: i64, high: i64| {
        let high = builder.binary("arith.minui", all, builder.index(high));
        builder.binary("arith.subi", high, builder.binary("arith.minui", high, builder.index(low)))
    };
    let first = builder.binary("arith.muli", part(0, FEW), builder.index(3));
    let rest = builder.binary("arith.shrui", part(MANY, i64::MAX), builder.index(1));
    builder.binary("arith.addi", builder.binary("arith.addi", first, part(FEW, MANY)), rest)
}
