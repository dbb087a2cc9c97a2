//! The same template, with a second thread: what is full is sorted and merged there, while more comes (WORKSPACES, 5.3).
//!
//! So there are two accumulation arrays: one takes components, the other is sorted. All that came before has two arrays, too, into
//! which the thread merges by turns. The arrays of the second thread are its own until the first one waits for it; only then is
//! it known how many components there are. The second thread allocates nothing, and checks nothing: what it needs is there before
//! it starts, so that only the first one can stop the program.

use super::{
    code::{WorkspaceCode, call_on_cells},
    collector::Collector,
    components::Components,
    insert_sort_merge::{USUAL_CAPACITY, new_aids, refuse_many, room_beside},
    keys::Keys,
    merging::combine_neighbours,
    policy::{Accumulation, PolicyCode},
};
use crate::{
    function::{Called, Signature, define_noted},
    scf::{
        arrays::{allocate, renewed, with_room},
        cell::Cell,
    },
    threads::new_context,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value},
    sloop::{Combiner, grow::Workspace},
    stensor::{Start, Wait},
};
use melior::ir::{Type, ValueLike, r#type::MemRefType};

/// A workspace that is sorted and merged by a second thread.
pub struct SortedAside<'c> {
    code: &'static dyn PolicyCode,
    /// The operation that owns it.
    op: Op<'c>,
    combiner: Option<Combiner>,
    collector: Collector<'c>,
    /// The state: the arrays in the order of [`AsideState`], and the counts.
    arrays: Vec<Cell<'c>>,
    all_count: Cell<'c>,
    count: Cell<'c>,
    pending: Cell<'c>,
    thread: Thread<'c>,
}

/// What both threads know.
#[derive(Clone, Copy)]
struct Thread<'c> {
    /// What the second thread is given.
    context: Value<'c>,
    /// How many components there are when it is done: an array of one element.
    merged: Value<'c>,
}

/// The arrays and counts.
#[derive(Clone)]
struct AsideState<'c> {
    /// All that came before, and the arrays into which it is merged next. The second thread has both while it runs.
    all: Components<'c>,
    other: Components<'c>,
    /// What comes now.
    new: Components<'c>,
    /// What the second thread sorts.
    handed: Components<'c>,
    /// For what sorting puts elsewhere: that of the second thread, and that of the first.
    spare: Components<'c>,
    own_spare: Components<'c>,
    /// What the policy keeps of what comes now, and what it keeps of what the second thread sorts.
    aids: Vec<Value<'c>>,
    handed_aids: Vec<Value<'c>>,
    /// How many components came before, without those that the second thread sorts.
    all_count: Value<'c>,
    /// How many are new.
    count: Value<'c>,
    /// How many the second thread sorts: none where it does not run.
    pending: Value<'c>,
}

impl<'c> AsideState<'c> {
    fn of(values: &[Value<'c>]) -> Self {
        let [arrays @ .., all_count, count, pending] = values else { unreachable!("there are all values") };
        let pair = |at| Components::of(&arrays[at..at + 2]);
        let (aids, handed_aids) = arrays[12..].split_at(arrays[12..].len() / 2);
        Self {
            all: pair(0),
            other: pair(2),
            new: pair(4),
            handed: pair(6),
            spare: pair(8),
            own_spare: pair(10),
            aids: aids.to_vec(),
            handed_aids: handed_aids.to_vec(),
            all_count: *all_count,
            count: *count,
            pending: *pending,
        }
    }

    fn arrays(&self) -> impl Iterator<Item = Value<'c>> + use<'c> {
        let pairs = [self.all, self.other, self.new, self.handed, self.spare, self.own_spare];
        let pairs = pairs.into_iter().flat_map(Components::arrays);
        pairs.chain(self.aids.clone()).chain(self.handed_aids.clone())
    }

    fn to_vec(&self) -> Vec<Value<'c>> {
        self.arrays().chain([self.all_count, self.count, self.pending]).collect()
    }

    /// All that came before is where a thread merged it.
    fn merged(self, count: Value<'c>) -> Self {
        Self { all: self.other, other: self.all, all_count: count, ..self }
    }
}

/// What does not change.
#[derive(Clone, Copy)]
struct Fixed<'c> {
    before: Value<'c>,
    bits: Value<'c>,
    thread: Thread<'c>,
}

impl<'c> Fixed<'c> {
    fn of(values: &[Value<'c>]) -> Self {
        let &[before, bits, context, merged] = values else { unreachable!("there are all values") };
        Self { before, bits, thread: Thread { context, merged } }
    }

    fn to_vec(self) -> Vec<Value<'c>> {
        vec![self.before, self.bits, self.thread.context, self.thread.merged]
    }
}

impl<'c> SortedAside<'c> {
    /// Starts a workspace.
    pub fn start(op: Op<'c>, builder: &Builder<'c>, workspace: Workspace<'c>, code: &'static dyn PolicyCode) -> Self {
        let Workspace { keeping, combiner, .. } = workspace;
        // The other arrays of keys may be too short.
        let collector = Collector::start(builder, &workspace, 1, Keys::below);
        let (none, room) = (builder.index(0), builder.index(keeping.capacity.unwrap_or(USUAL_CAPACITY)));
        let types = collector.component_types(builder);
        let pair = |room| Components::of(&types.map(|r#type| allocate(builder, r#type, room)));
        let aids = || new_aids(builder, code, room);
        let state = AsideState {
            all: pair(none),
            other: pair(none),
            new: pair(room),
            handed: pair(room),
            spare: pair(none),
            own_spare: pair(none),
            aids: aids(),
            handed_aids: aids(),
            all_count: none,
            count: none,
            pending: none,
        };
        let one = MemRefType::new(builder.index_type(), &[1], None, None).into();
        let merged = builder.value("memref.alloc", &[], one, &[builder.segments(&[0, 0])]);
        let handed = handed_over(&state, (collector.before, collector.keys.bits), merged);
        let types: Vec<_> = handed.iter().map(|value| value.r#type()).collect();
        let thread = Thread { context: new_context(builder, &types), merged };
        let cell = |value| Cell::holding(builder, value);
        Self {
            code,
            op,
            combiner,
            collector,
            arrays: state.arrays().map(cell).collect(),
            all_count: cell(none),
            count: cell(none),
            pending: cell(none),
            thread,
        }
    }

    fn cells(&self) -> impl Iterator<Item = Cell<'c>> + use<'_, 'c> {
        self.arrays.iter().copied().chain([self.all_count, self.count, self.pending])
    }

    fn state(&self, builder: &Builder<'c>) -> AsideState<'c> {
        AsideState::of(&self.cells().map(|cell| cell.get(builder)).collect::<Vec<_>>())
    }

    fn fixed(&self) -> Fixed<'c> {
        Fixed { before: self.collector.before, bits: self.collector.keys.bits, thread: self.thread }
    }

    /// What the policy is given: components from the first on.
    fn accumulation(
        &self,
        builder: &Builder<'c>,
        (components, aids, high): (Components<'c>, &[Value<'c>], Value<'c>),
        spare: Components<'c>,
        bits: Value<'c>,
    ) -> Accumulation<'c> {
        Accumulation {
            op: self.op,
            components,
            spare,
            low: builder.index(0),
            high,
            aids: aids.to_vec(),
            bits,
            combiner: self.combiner,
        }
    }

    /// Calls a function of the state, which gives the next one, and what else it gives.
    fn call(
        &self,
        builder: &Builder<'c>,
        (name, called): (&str, Called),
        others: &[Type<'c>],
        body: impl FnOnce(&Builder<'c>, AsideState<'c>, Fixed<'c>) -> (AsideState<'c>, Vec<Value<'c>>),
    ) -> Vec<Value<'c>> {
        let name = self.collector.function_name(name, self.code, self.combiner);
        let cells: Vec<_> = self.cells().collect();
        let fixed = self.fixed().to_vec();
        call_on_cells(builder, self.op, (&name, called), (&cells, &fixed, others), |builder, state, fixed| {
            let (state, others) = body(builder, AsideState::of(state), Fixed::of(fixed));
            (state.to_vec(), others)
        })
    }

    /// Waits for the second thread, if it runs.
    fn wait(&self, builder: &Builder<'c>, state: AsideState<'c>, thread: Thread<'c>) -> AsideState<'c> {
        let none = builder.index(0);
        let is_idle = builder.compare(ComparePredicate::Equal, state.pending, none);
        let types: Vec<_> = state.to_vec().iter().map(|value| value.r#type()).collect();
        let waits = |builder: &Builder<'c>| {
            Wait::build(builder, thread.context);
            let count = builder.load(thread.merged, &[none]);
            AsideState { pending: none, ..state.clone().merged(count) }.to_vec()
        };
        AsideState::of(&builder.if_else(is_idle, &types, |_| state.to_vec(), waits))
    }

    /// Has the second thread take what came; what comes then goes to the arrays that it sorted before.
    fn hand_over(&self, builder: &Builder<'c>, state: AsideState<'c>, fixed: &Fixed<'c>) -> AsideState<'c> {
        let state = self.wait(builder, state, fixed.thread);
        let together = builder.binary("arith.addi", state.all_count, state.count);
        let other = pair_with_room(builder, state.other, together);
        let spare = pair_with_room(builder, state.spare, state.count);
        let state = AsideState { other, spare, ..state };
        let arguments = handed_over(&state, (fixed.before, fixed.bits), fixed.thread.merged);
        let types: Vec<_> = arguments.iter().map(|value| value.r#type()).collect();
        let name = self.collector.function_name("aside", self.code, self.combiner);
        let signature = Signature { name: &name, arguments: &types, results: &[], notes: &[], called: Called::Always };
        let name = define_noted(builder, self.op, signature, |builder, arguments| {
            let (all, [all_count, count, before, bits, merged]) = arguments.split_at(arguments.len() - 5) else {
                unreachable!("there are all arguments")
            };
            let pair = |at: usize| Components::of(&all[at..at + 2]);
            let new = self.sort(builder, (pair(4), &all[8..], *count), pair(6), *bits);
            let range = (builder.index(0), *count);
            let how = (self.combiner, *before);
            let count = self.code.merge(builder, (pair(0), *all_count), (new, range), pair(2), how);
            builder.store(count, *merged, &[builder.index(0)]);
            Vec::new()
        });
        Start::build(builder, &name, &arguments, fixed.thread.context);
        let wanted = room_beside(builder, state.all_count);
        let is_narrow = builder.compare(ComparePredicate::UnsignedLess, state.handed.room(builder), wanted);
        let next: Vec<_> = state.handed.arrays().into_iter().chain(state.handed_aids.iter().copied()).collect();
        let types: Vec<_> = next.iter().map(|array| array.r#type()).collect();
        let wider = |builder: &Builder<'c>| {
            refuse_many(builder, self.code, wanted);
            let pair = state.handed.arrays().map(|array| renewed(builder, array, wanted));
            for aid in &state.handed_aids {
                builder.create("memref.dealloc", &[*aid], &[], &[], Vec::new());
            }
            pair.into_iter().chain(new_aids(builder, self.code, wanted)).collect()
        };
        let next = builder.if_else(is_narrow, &types, wider, |_| next.clone());
        AsideState {
            new: Components::of(&next[..2]),
            aids: next[2..].to_vec(),
            handed: state.new,
            handed_aids: state.aids,
            pending: state.count,
            count: builder.index(0),
            ..state
        }
    }

    /// Components in order: where they are, or in the spare arrays.
    fn sort(
        &self,
        builder: &Builder<'c>,
        (components, aids, count): (Components<'c>, &[Value<'c>], Value<'c>),
        spare: Components<'c>,
        bits: Value<'c>,
    ) -> Components<'c> {
        let accumulation = self.accumulation(builder, (components, aids, count), spare, bits);
        let is_moved = self.code.sort(builder, &accumulation);
        Components::select(builder, is_moved, spare, components)
    }

    /// All components in order, each key once: their arrays, and how many they are. None are in the workspace then.
    fn take_all(&self, builder: &Builder<'c>) -> (Components<'c>, Value<'c>) {
        let [keys, values] = self.collector.component_types(builder);
        let others = [keys, values, builder.index_type()];
        let taken = self.call(builder, ("take_all", Called::Always), &others, |builder, state, fixed| {
            let state = AsideState { own_spare: pair_with_room(builder, state.own_spare, state.count), ..state };
            let new = self.sort(builder, (state.new, &state.aids, state.count), state.own_spare, fixed.bits);
            let state = self.wait(builder, state, fixed.thread);
            let how = (self.combiner, fixed.before);
            let none = builder.index(0);
            let is_first = builder.compare(ComparePredicate::Equal, state.all_count, none);
            let types: Vec<_> = state.to_vec().iter().map(|value| value.r#type()).chain(others).collect();
            let with = |state: AsideState<'c>, list: Components<'c>, count| {
                state.to_vec().into_iter().chain(list.arrays()).chain([count]).collect::<Vec<_>>()
            };
            let alone = |builder: &Builder<'c>| {
                let count = combine_neighbours(builder, new, state.count, how);
                with(state.clone(), new, count)
            };
            let together = |builder: &Builder<'c>| {
                let room = builder.binary("arith.addi", state.all_count, state.count);
                let state = AsideState { other: pair_with_room(builder, state.other, room), ..state.clone() };
                let (all, range) = ((state.all, state.all_count), (none, state.count));
                let count = self.code.merge(builder, all, (new, range), state.other, how);
                let state = state.merged(count);
                let list = state.all;
                with(state, list, count)
            };
            let made = builder.if_else(is_first, &types, alone, together);
            let (state, taken) = made.split_at(made.len() - others.len());
            (AsideState { all_count: none, count: none, ..AsideState::of(state) }, taken.to_vec())
        });
        (Components::of(&taken[..2]), taken[2])
    }
}

impl<'c> WorkspaceCode<'c> for SortedAside<'c> {
    fn scatter(&self, builder: &Builder<'c>, value: Value<'c>, coordinates: &[Value<'c>], _: Option<Combiner>) {
        let key = self.collector.keys.pack(builder, coordinates);
        let state = self.state(builder);
        let bits = self.collector.keys.bits;
        let new = self.accumulation(builder, (state.new, &state.aids, state.count), state.own_spare, bits);
        let count = self.code.insert(builder, &new, key, value);
        self.count.set(builder, count);
        let is_full = builder.compare(ComparePredicate::Equal, count, state.new.room(builder));
        let hand_over = |builder: &Builder<'c>| {
            self.call(builder, ("start", Called::Seldom), &[], |builder, state, fixed| {
                (self.hand_over(builder, state, &fixed), Vec::new())
            });
            Vec::new()
        };
        builder.if_else(is_full, &[], hand_over, |_| Vec::new());
    }

    fn collect(&self, builder: &Builder<'c>) -> Value<'c> {
        let (list, count) = self.take_all(builder);
        self.collector.pack(builder, (list, count), &[list.keys])
    }

    fn free(&self, builder: &Builder<'c>) {
        Wait::build(builder, self.thread.context);
        for array in self.state(builder).arrays().chain([self.thread.context, self.thread.merged]) {
            builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
        }
        self.collector.free(builder);
    }
}

/// What the second thread is given: arrays and counts, what points hold first, the bits of keys, and where it says how many
/// components there are then.
fn handed_over<'c>(
    state: &AsideState<'c>,
    (before, bits): (Value<'c>, Value<'c>),
    merged: Value<'c>,
) -> Vec<Value<'c>> {
    let pairs = [state.all, state.other, state.new, state.spare].into_iter().flat_map(Components::arrays);
    let others = [state.all_count, state.count, before, bits, merged];
    pairs.chain(state.aids.iter().copied()).chain(others).collect()
}

/// Arrays with room for so many components, whose elements are not needed any more.
fn pair_with_room<'c>(builder: &Builder<'c>, pair: Components<'c>, room: Value<'c>) -> Components<'c> {
    Components::of(&pair.arrays().map(|array| with_room(builder, array, room)))
}
