//! Workspaces that take memory for the points that come alone (WORKSPACES, section 4).
//!
//! A component is inserted into the *accumulation array*. When this is full, it is sorted, and merged with *all* components that
//! came before into the *next* array, which is all then: two arrays take turns, so merging needs no other (5.3). How components
//! are inserted, sorted and merged, the policy says ([`super::policy`]).
//!
//! What is hot is inline: a component is stored, and there is a test of room. All else is two functions, which are given the
//! arrays and give those that take their place: one makes room, the other has all components be in one sorted array.

use super::{
    Keeps,
    components::Components,
    keys::Keys,
    merging::combine_neighbours,
    not_stored,
    policy::{Accumulation, PolicyCode, WhenFull},
};
use crate::{
    function::{Called, Signature, define_noted, spelled},
    scf::{
        arrays::{allocate, fill, length, narrow},
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
use lacuna_layout::order::{is_ordered, is_random_access};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// So many components have room at first, unless a capacity is asked for: what a row of a product has fits.
const USUAL_CAPACITY: i64 = 1024;

/// Beside up to so many components that came before, there is room for twice as many: they are merged seldom.
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
    /// How many components the accumulation array has.
    count: Cell<'c>,
    /// How many there are that came before.
    all_count: Cell<'c>,
    /// What was collected last: the ends of a list and the coordinates of its levels; or the value of every point.
    collected: Vec<Cell<'c>>,
}

/// The arrays of a workspace.
struct Arrays<'c> {
    new: Components<'c>,
    spare: Components<'c>,
    all: Components<'c>,
    next: Components<'c>,
    aids: Vec<Value<'c>>,
}

impl<'c> Arrays<'c> {
    fn of(arrays: &[Value<'c>]) -> Self {
        let pair = |at: usize| Components::of(&arrays[at..at + 2]);
        Self { new: pair(0), spare: pair(2), all: pair(4), next: pair(6), aids: arrays[8..].to_vec() }
    }

    fn to_vec(&self) -> Vec<Value<'c>> {
        let pairs = [self.new, self.spare, self.all, self.next].into_iter().flat_map(Components::arrays);
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
        let arrays = Arrays { new: pair(room), spare: pair(room), all: pair(none), next: pair(none), aids };
        let cell = |value: Value<'c>| {
            let cell = Cell::new(builder, value.r#type());
            cell.set(builder, value);
            cell
        };
        let integer = |width| builder.buffer_type(IntegerType::new(builder.context(), width).into());
        let collected = if is_random_access(format.description()) {
            let places = places_of(builder, &sizes).expect("the verifier asks for a level");
            vec![cell(allocate(builder, builder.buffer_type(element), places))]
        } else {
            let ends = allocate(builder, integer(format.position_width()), builder.index(2));
            let levels = sizes.iter().map(|_| allocate(builder, integer(format.coordinate_width()), none));
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
    fn accumulation(&self, arrays: &Arrays<'c>, count: Value<'c>, bits: Value<'c>) -> Accumulation<'c> {
        Accumulation {
            op: self.op,
            components: arrays.new,
            spare: arrays.spare,
            count,
            aids: arrays.aids.clone(),
            bits,
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
        body: impl FnOnce(&Builder<'c>, State<'c>) -> (State<'c>, Vec<Value<'c>>),
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
            let (state, others) = body(builder, State::of(arguments));
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
                    let twice = builder.binary("arith.shli", state.arrays.new.room(builder), builder.index(1));
                    (self.move_to(builder, state, twice), Vec::new())
                });
            }
        }
    }

    /// Sorts what is new, and merges it into all.
    fn merge(&self, builder: &Builder<'c>, state: State<'c>) -> State<'c> {
        let array = self.accumulation(&state.arrays, state.count, state.bits);
        let sorted = self.code.sort(builder, &array);
        let Arrays { all, next, .. } = state.arrays;
        let wanted = builder.binary("arith.addi", state.count, state.all_count);
        let next = with_room(builder, next, wanted);
        let how = (self.combiner, state.before);
        let all_count = self.code.merge(builder, ((all, state.all_count), (sorted, state.count)), next, how);
        let arrays = Arrays { all: next, next: all, ..state.arrays };
        State { arrays, count: builder.index(0), all_count, ..state }
    }

    /// Has the accumulation array, which is empty, grow with all that came before.
    fn widen(&self, builder: &Builder<'c>, state: State<'c>) -> State<'c> {
        let wanted = room_beside(builder, state.all_count);
        let is_narrow = builder.compare(ComparePredicate::UnsignedLess, state.arrays.new.room(builder), wanted);
        let types: Vec<_> = state.arrays.to_vec().iter().map(|array| array.r#type()).collect();
        let wide = |builder: &Builder<'c>| {
            let [new, spare] = [state.arrays.new, state.arrays.spare].map(|array| renewed(builder, array, wanted));
            for aid in &state.arrays.aids {
                builder.create("memref.dealloc", &[*aid], &[], &[], Vec::new());
            }
            let aids = new_aids(builder, self.code, wanted);
            Arrays { new, spare, aids, ..Arrays::of(&state.arrays.to_vec()) }.to_vec()
        };
        let same = |_: &Builder<'c>| state.arrays.to_vec();
        let arrays = Arrays::of(&builder.if_else(is_narrow, &types, wide, same));
        State { arrays, ..state }
    }

    /// Has the components move to arrays with more room.
    fn move_to(&self, builder: &Builder<'c>, state: State<'c>, room: Value<'c>) -> State<'c> {
        let moved = |array: Value<'c>| reallocate(builder, self.op, array, room);
        let new = Components::of(&state.arrays.new.arrays().map(moved));
        let spare = renewed(builder, state.arrays.spare, room);
        for aid in &state.arrays.aids {
            builder.create("memref.dealloc", &[*aid], &[], &[], Vec::new());
        }
        let aids = new_aids(builder, self.code, room);
        let arrays = Arrays { new, spare, aids, ..state.arrays };
        self.code.note_again(builder, &self.accumulation(&arrays, state.count, state.bits));
        State { arrays, ..state }
    }

    /// All components, in order if that is asked for, each key once; and how many they are. None are in the workspace then.
    fn take_all(&self, builder: &Builder<'c>) -> (Components<'c>, Value<'c>) {
        let in_order = is_ordered(&self.format) || self.code.when_full() == WhenFull::Merged;
        let arrays = self.arrays(builder);
        let [keys, values] = arrays.new.types();
        let others = [keys, values, builder.index_type()];
        let name = if in_order { "sort" } else { "take" };
        let given = self.call(builder, (name, Called::Always), &others, |builder, state| {
            let how = (self.combiner, state.before);
            let none = builder.index(0);
            let alone = |builder: &Builder<'c>| {
                let array = self.accumulation(&state.arrays, state.count, state.bits);
                let sorted = if in_order {
                    self.code.sort(builder, &array)
                } else {
                    self.code.clear(builder, &array);
                    array.components
                };
                let count = combine_neighbours(builder, (sorted, sorted), state.count, how);
                let list = sorted.arrays().into_iter().chain([count]);
                state.arrays.to_vec().into_iter().chain(list).collect()
            };
            let types: Vec<_> = state.arrays.to_vec().iter().map(|array| array.r#type()).chain(others).collect();
            let is_alone = builder.compare(ComparePredicate::Equal, state.all_count, none);
            let with_others = |builder: &Builder<'c>| {
                let merged = self.merge(builder, state.again());
                let list = merged.arrays.all.arrays().into_iter().chain([merged.all_count]);
                merged.arrays.to_vec().into_iter().chain(list).collect()
            };
            let given = match self.code.when_full() {
                WhenFull::Merged => builder.if_else(is_alone, &types, alone, with_others),
                WhenFull::Grown => alone(builder),
            };
            let (arrays, list) = given.split_at(given.len() - 3);
            let state = State { arrays: Arrays::of(arrays), count: none, all_count: none, ..state };
            (state, list.to_vec())
        });
        (Components::of(&given[..2]), given[2])
    }
}

impl<'c> Keeps<'c> for InsertSortMerge<'c> {
    fn scatter(&self, builder: &Builder<'c>, value: Value<'c>, coordinates: &[Value<'c>], _: Option<Combiner>) {
        let key = self.keys.pack(builder, coordinates);
        let arrays = self.arrays(builder);
        let array = self.accumulation(&arrays, self.count.get(builder), self.keys.bits);
        let count = self.code.insert(builder, &array, key, value);
        self.count.set(builder, count);
        let is_full = builder.compare(ComparePredicate::Equal, count, arrays.new.room(builder));
        let make_room = |builder: &Builder<'c>| {
            self.make_room(builder);
            Vec::new()
        };
        builder.if_else(is_full, &[], make_room, |_| Vec::new());
    }

    fn collect(&self, builder: &Builder<'c>) -> Value<'c> {
        let (list, count) = self.take_all(builder);
        let buffers = match self.collected.as_slice() {
            [values] => vec![self.collect_in_full(builder, values.get(builder), (list, count))],
            cells => self.collect_list(builder, cells, (list, count)),
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
            let longer = |builder: &Builder<'c>| vec![renewed_array(builder, array, count)];
            level.set(builder, builder.if_else(is_short, &[array.r#type()], longer, |_| vec![array])[0]);
        }
        let levels: Vec<_> = levels.iter().map(|level| level.get(builder)).collect();
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
struct State<'c> {
    arrays: Arrays<'c>,
    count: Value<'c>,
    all_count: Value<'c>,
    before: Value<'c>,
    bits: Value<'c>,
}

impl<'c> State<'c> {
    fn of(arguments: &[Value<'c>]) -> Self {
        let [arrays @ .., count, all_count, before, bits] = arguments else { unreachable!("there are all arguments") };
        Self { arrays: Arrays::of(arrays), count: *count, all_count: *all_count, before: *before, bits: *bits }
    }

    /// The arrays and counts.
    fn to_vec(&self) -> Vec<Value<'c>> {
        self.arrays.to_vec().into_iter().chain([self.count, self.all_count]).collect()
    }

    fn again(&self) -> Self {
        Self { arrays: Arrays::of(&self.arrays.to_vec()), ..*self }
    }
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

/// Another array in the place of one whose elements are not needed any more.
fn renewed_array<'c>(builder: &Builder<'c>, array: Value<'c>, length: Value<'c>) -> Value<'c> {
    builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
    allocate(builder, array.r#type(), length)
}

fn renewed<'c>(builder: &Builder<'c>, components: Components<'c>, room: Value<'c>) -> Components<'c> {
    Components::of(&components.arrays().map(|array| renewed_array(builder, array, room)))
}

/// The same arrays, or others if they have less room: then a half more than is needed, since more will be.
fn with_room<'c>(builder: &Builder<'c>, components: Components<'c>, wanted: Value<'c>) -> Components<'c> {
    let is_short = builder.compare(ComparePredicate::UnsignedLess, components.room(builder), wanted);
    let longer = |builder: &Builder<'c>| {
        let half = builder.binary("arith.shrui", wanted, builder.index(1));
        renewed(builder, components, builder.binary("arith.addi", wanted, half)).arrays().to_vec()
    };
    let same = |_: &Builder<'c>| components.arrays().to_vec();
    Components::of(&builder.if_else(is_short, &components.types(), longer, same))
}

/// For how many components there is to be room beside so many.
fn room_beside<'c>(builder: &Builder<'c>, all: Value<'c>) -> Value<'c> {
    let part = |low: i64, high: i64| {
        let high = builder.binary("arith.minui", all, builder.index(high));
        builder.binary("arith.subi", high, builder.binary("arith.minui", high, builder.index(low)))
    };
    let first = builder.binary("arith.shli", part(0, FEW), builder.index(1));
    let rest = builder.binary("arith.shrui", part(MANY, i64::MAX), builder.index(1));
    builder.binary("arith.addi", builder.binary("arith.addi", first, part(FEW, MANY)), rest)
}
