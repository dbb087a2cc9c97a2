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
    code::{WorkspaceCode, not_stored},
    components::Components,
    keys::Keys,
    merging::combine_neighbours,
    policy::{Accumulation, PolicyCode, WhenFull},
};
use crate::{
    function::{Called, Signature, define_noted, spelled},
    scf::{
        arrays::{allocate, fill, length, narrow, renewed},
        capacity_checks::places_of,
        cell::Cell,
        reallocate::reallocate,
        span::level_spans,
    },
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::{Op, Value, results},
    sloop::{Combiner, grow::Workspace},
    stensor::storage::Pack,
};
use lacuna_layout::order::{is_random_access, is_walked_in_order};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// So many components have room at first, unless a capacity is asked for: what a row of a product has fits.
const USUAL_CAPACITY: i64 = 1024;

/// Beside up to so many components that came before, there is room for three times as many: they are merged seldom.
const FEW: i64 = 1 << 16;

/// Beside further components up to so many, there is room for as many; beside all others, for half as many, so that most of the
/// memory is theirs (a piecewise linear function of three stages: WORKSPACES, 5.1).
const MANY: i64 = 1 << 20;

/// A workspace.
pub struct InsertSortMerge<'c> {
    code: &'static dyn PolicyCode,
    /// The operation that owns it.
    op: Op<'c>,
    combiner: Option<Combiner>,
    /// What is collected.
    r#type: Type<'c>,
    format: Format<'c>,
    keys: Keys<'c>,
    /// The size of each level.
    sizes: Vec<Value<'c>>,
    /// The sizes of the dynamic dimensions.
    dynamic: Vec<Value<'c>>,
    /// What points hold first.
    before: Value<'c>,
    /// The arrays, in the order of [`Arrays`].
    arrays: Vec<Cell<'c>>,
    /// How many components there are.
    count: Cell<'c>,
    /// How many of them came before: where the accumulation array begins.
    all_count: Cell<'c>,
    /// What was collected last: the ends of a list and the coordinates of its levels, but for the last ones that arrays of keys
    /// hold; or the value of every point.
    collected: Vec<Cell<'c>>,
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
    pub fn start(op: Op<'c>, builder: &Builder<'c>, workspace: Workspace<'c>, code: &'static dyn PolicyCode) -> Self {
        let Workspace { keeping, combiner, list: r#type, sizes: dynamic } = workspace;
        let format = Format::of(r#type).expect("the verifier asks for a format");
        let sizes: Vec<_> = level_spans(builder, r#type, format, &dynamic).into_iter().map(|span| span.size).collect();
        let keys = Keys::below(builder, &sizes);
        let element = builder.scalar_type(r#type);
        let room = builder.index(keeping.capacity.unwrap_or(USUAL_CAPACITY));
        let pair = |length| Components {
            keys: allocate(builder, builder.buffer_type(keys.r#type), length),
            values: allocate(builder, builder.buffer_type(element), length),
        };
        let none = builder.index(0);
        let aids = new_aids(builder, code, room);
        let arrays = Arrays { own: pair(room), other: pair(room), aids };
        let cell = |value: Value<'c>| Cell::holding(builder, value);
        let integer = |width| builder.buffer_type(IntegerType::new(builder.context(), width).into());
        let collected = if is_random_access(format.description()) {
            let places = places_of(builder, &sizes).expect("the verifier asks for a level");
            vec![cell(allocate(builder, builder.buffer_type(element), places))]
        } else {
            let ends = allocate(builder, integer(format.position_width()), builder.index(2));
            let lent = lent_arrays(&keys, format).min(sizes.len());
            let levels = (lent..sizes.len()).map(|_| allocate(builder, integer(format.coordinate_width()), none));
            std::iter::once(ends).chain(levels).map(cell).collect()
        };
        Self {
            code,
            op,
            combiner,
            r#type,
            format,
            sizes,
            dynamic,
            before: not_stored(builder, format, element),
            arrays: arrays.to_vec().into_iter().map(cell).collect(),
            count: cell(none),
            all_count: cell(none),
            collected,
            keys,
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
        let cells = || self.arrays.iter().chain([&self.count, &self.all_count]);
        let mut arguments: Vec<_> = cells().map(|cell| cell.get(builder)).collect();
        let mut given: Vec<_> = arguments.iter().map(|value| value.r#type()).collect();
        given.extend_from_slice(others);
        arguments.extend([self.before, self.keys.bits]);
        let types: Vec<_> = arguments.iter().map(|value| value.r#type()).collect();
        let word = self.code.properties().word;
        let combiner = self.combiner.map_or("last", Combiner::word);
        let spelled = [self.keys.r#type, self.before.r#type()].map(spelled).join(".");
        let name = format!("lacuna.workspace.{name}.{word}.{combiner}.{spelled}");
        let signature = Signature { name: &name, arguments: &types, results: &given, notes: &[], called };
        let name = define_noted(builder, self.op, signature, |builder, arguments| {
            let (state, others) = body(builder, WorkspaceState::of(arguments));
            state.to_vec().into_iter().chain(others).collect()
        });
        let callee = builder.parse_attribute(&format!("@{name}"));
        let given = results(builder.create("func.call", &arguments, &given, &[("callee", callee)], Vec::new()));
        let (state, others) = given.split_at(given.len() - others.len());
        cells().zip(state).for_each(|(cell, value)| cell.set(builder, *value));
        others.to_vec()
    }

    /// Has there be room for further components.
    fn make_room(&self, builder: &Builder<'c>) {
        match self.code.when_full() {
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
            let range = (state.all_count, state.count);
            let count = self.code.merge(builder, (own, sorted), range, other, how);
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
        if !aids.is_empty() {
            // What a policy keeps numbers components by 32 bits.
            let fits = builder.compare(ComparePredicate::UnsignedLess, room, builder.index(1 << 32));
            let word = self.code.properties().word;
            builder.assert_that(fits, &format!("a workspace has more points than {word} can number: choose radix"));
        }
        let own = Components::of(&own.arrays().map(|array| reallocate(builder, self.op, array, room)));
        let other = Components::of(&own.types().map(|r#type| allocate(builder, r#type, room)));
        let aids = new_aids(builder, self.code, room);
        WorkspaceState { arrays: Arrays { own, other, aids }, ..state }
    }

    /// All components, in order if that is asked for, each key once; and how many they are. None are in the workspace then.
    fn take_all(&self, builder: &Builder<'c>) -> (Components<'c>, Value<'c>) {
        let in_order = is_walked_in_order(&self.format) || self.code.when_full() == WhenFull::Merged;
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
        let key = self.keys.pack(builder, coordinates);
        let state = WorkspaceState {
            arrays: self.arrays(builder),
            count: self.count.get(builder),
            all_count: self.all_count.get(builder),
            before: self.before,
            bits: self.keys.bits,
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
        let buffers = if is_random_access(self.format.description()) {
            vec![self.collect_in_full(builder, self.collected[0].get(builder), (list, count))]
        } else {
            self.collect_list(builder, &self.collected, (list, count))
        };
        Pack::build(builder, &buffers, &self.dynamic, self.r#type)
    }

    fn free(&self, builder: &Builder<'c>) {
        for cell in self.arrays.iter().chain(&self.collected) {
            builder.create("memref.dealloc", &[cell.get(builder)], &[], &[], Vec::new());
        }
    }
}

impl<'c> InsertSortMerge<'c> {
    /// The points one after the other: their ends, the coordinates of each level, the values.
    fn collect_list(
        &self,
        builder: &Builder<'c>,
        cells: &[Cell<'c>],
        (list, count): (Components<'c>, Value<'c>),
    ) -> Vec<Value<'c>> {
        let (ends, levels) = (cells[0].get(builder), &cells[1..]);
        let position = builder.scalar_type(ends.r#type());
        builder.store(builder.number(0.0, position), ends, &[builder.index(0)]);
        builder.store(narrow(builder, count, position), ends, &[builder.index(1)]);
        for level in levels {
            let array = level.get(builder);
            let is_short = builder.compare(ComparePredicate::UnsignedLess, length(builder, array), count);
            let longer = |builder: &Builder<'c>| {
                let half = builder.binary("arith.shrui", count, builder.index(1));
                vec![renewed(builder, array, builder.binary("arith.addi", count, half))]
            };
            level.set(builder, builder.if_else(is_short, &[array.r#type()], longer, |_| vec![array])[0]);
        }
        // The last level is where the keys are, which are read first; the one before where nothing is.
        let lent = [self.arrays(builder).other.keys, list.keys];
        let lent = &lent[lent.len() - lent_arrays(&self.keys, self.format).min(self.sizes.len())..];
        let levels: Vec<_> = levels.iter().map(|level| level.get(builder)).chain(lent.iter().copied()).collect();
        builder.for_loop((builder.index(0), count, builder.index(1)), &[], |builder, at, _| {
            let coordinates = self.keys.unpack(builder, builder.load(list.keys, &[at]));
            for (coordinate, array) in coordinates.into_iter().zip(&levels) {
                builder.store(narrow(builder, coordinate, builder.scalar_type(array.r#type())), *array, &[at]);
            }
            Vec::new()
        });
        std::iter::once(ends).chain(levels).chain([list.values]).collect()
    }

    /// The value of each point, at its place.
    fn collect_in_full(
        &self,
        builder: &Builder<'c>,
        values: Value<'c>,
        (list, count): (Components<'c>, Value<'c>),
    ) -> Value<'c> {
        fill(builder, values, (builder.index(0), length(builder, values)), self.before);
        builder.for_loop((builder.index(0), count, builder.index(1)), &[], |builder, at, _| {
            let (key, value) = list.load(builder, at);
            let coordinates = self.keys.unpack(builder, key);
            let rest = coordinates.iter().zip(&self.sizes).skip(1);
            let place = rest.fold(coordinates[0], |place, (coordinate, size)| {
                builder.binary("arith.addi", builder.binary("arith.muli", place, *size), *coordinate)
            });
            builder.store(value, values, &[place]);
            Vec::new()
        });
        values
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
    fn of(arguments: &[Value<'c>]) -> Self {
        let [arrays @ .., count, all_count, before, bits] = arguments else { unreachable!("there are all arguments") };
        Self { arrays: Arrays::of(arrays), count: *count, all_count: *all_count, before: *before, bits: *bits }
    }

    /// The arrays and counts.
    fn to_vec(&self) -> Vec<Value<'c>> {
        self.arrays.to_vec().into_iter().chain([self.count, self.all_count]).collect()
    }
}

/// How many of the last levels have their coordinates in arrays of keys: those of both arrays, where keys are as wide.
fn lent_arrays(keys: &Keys<'_>, format: Format<'_>) -> usize {
    let width = IntegerType::try_from(keys.r#type).map(|number| number.width());
    if width.is_ok_and(|width| width == format.coordinate_width()) { 2 } else { 0 }
}

/// What a policy keeps besides so many components, as it is at first.
fn new_aids<'c>(builder: &Builder<'c>, code: &dyn PolicyCode, room: Value<'c>) -> Vec<Value<'c>> {
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
fn room_beside<'c>(builder: &Builder<'c>, all: Value<'c>) -> Value<'c> {
    let part = |low: i64, high: i64| {
        let high = builder.binary("arith.minui", all, builder.index(high));
        builder.binary("arith.subi", high, builder.binary("arith.minui", high, builder.index(low)))
    };
    let first = builder.binary("arith.muli", part(0, FEW), builder.index(3));
    let rest = builder.binary("arith.shrui", part(MANY, i64::MAX), builder.index(1));
    builder.binary("arith.addi", builder.binary("arith.addi", first, part(FEW, MANY)), rest)
}
