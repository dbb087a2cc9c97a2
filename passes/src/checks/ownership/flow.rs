//! Buffers on the way through a function: operation by operation, region by region.
//!
//! Branches meet at their end; loops run until nothing new is known. Each variable of a loop, a carried value or a cell, is
//! one buffer inside of it: what it holds at first is passed to it, and so is what it holds at the end of a round. All paths
//! count: conditions are not compared.

use super::{
    Argument, Callee, Checker, Origin, Summary,
    makers::{Kind, Maker, Makers, Role},
    state::{Buffer, Cell, Held, Meeting, State},
};
use crate::buffer_effects::{Effects, View, buffer_count};
use lacuna_dialects::{
    ir::{
        Block, Op, Value, arguments, blocks, collect_ops, defining_op, element_type, is_memref, is_op, op_name,
        operands, ops_in, results, shape, users,
    },
    sloop::{
        assembly_ops::AssemblyOp,
        cursors::{Coiterate, Iterate},
        grow::is_owner,
    },
};
use melior::ir::{BlockLike, RegionLike, ValueLike, operation::OperationLike};
use std::collections::{BTreeMap, BTreeSet};

/// A function under way.
pub struct Flow<'a, 'c> {
    checker: &'a mut Checker<'c>,
    makers: Makers<'c>,
    /// The buffers of each value that has some: those that are known.
    buffers: BTreeMap<usize, Vec<Option<Buffer>>>,
    /// What each workspace has collected, by its handle.
    collected: BTreeMap<usize, BTreeSet<Buffer>>,
    /// What the function gives back.
    returned: Vec<Option<Buffer>>,
    faults: Vec<Fault<'c>>,
}

/// What is wrong.
struct Fault<'c> {
    /// The operation that does it.
    op: Op<'c>,
    buffer: Buffer,
    message: String,
    /// Whether it is that nobody frees the buffer.
    is_leak: bool,
}

/// How the regions of an operation run.
enum Control {
    /// One of them, or none.
    Branches,
    /// One, once.
    Once,
    /// One of them, again and again.
    Loop,
    /// Both in turns, until the first one ends.
    While,
}

fn control(op: Op<'_>) -> Option<Control> {
    if op.regions().any(|region| region.first_block().is_some_and(|block| block.next_in_region().is_some())) {
        return None;
    }
    match op_name(op).as_str() {
        "scf.if" | "scf.index_switch" => Some(Control::Branches),
        "memref.alloca_scope" | "scf.execute_region" => Some(Control::Once),
        "scf.for" | "scf.parallel" | "scf.forall" | "affine.for" | Iterate::NAME | Coiterate::NAME => {
            Some(Control::Loop)
        }
        "scf.while" => Some(Control::While),
        _ => is_owner(op).then_some(Control::Once),
    }
}

/// What a loop changes.
struct Slot {
    place: Place,
    /// What it is inside of the loop, if that is known.
    buffer: Option<Buffer>,
}

enum Place {
    /// The carried buffer of this number.
    Carried(usize),
    Cell(Cell),
}

impl<'a, 'c> Flow<'a, 'c> {
    /// Goes through a function of one block; reports what is wrong, and says what its callers see.
    pub fn check(checker: &'a mut Checker<'c>, body: Block<'c>) -> Summary {
        let mut flow = Self {
            checker,
            makers: Makers::default(),
            buffers: BTreeMap::new(),
            collected: BTreeMap::new(),
            returned: Vec::new(),
            faults: Vec::new(),
        };
        let mut state = State::default();
        let mut given = Vec::new();
        for argument in arguments(body) {
            let own: Vec<_> = (0..buffer_count(argument.r#type())).map(|_| flow.makers.argument()).collect();
            state.held.extend(own.iter().map(|buffer| (*buffer, Held::Owned)));
            given.extend(own.iter().copied());
            flow.buffers.insert(key(argument), own.into_iter().map(Some).collect());
        }
        for op in ops_in(body) {
            flow.visit(op, &mut state);
        }
        let summary = flow.summarize(&state, &given);
        let left = state.end_region(&State::default(), &BTreeSet::new());
        flow.leak(left);
        flow.report();
        summary
    }

    fn summarize(&self, state: &State, given: &[Buffer]) -> Summary {
        let argument = |buffer: &Buffer| match state.of(*buffer) {
            _ if self.returned.contains(&Some(*buffer)) => Argument::Kept,
            Held::Owned => Argument::Kept,
            Held::Freed => Argument::Freed,
            Held::Sometimes | Held::Unknown => Argument::Unknown,
        };
        let is_alone = |buffer: Buffer| self.returned.iter().filter(|other| **other == Some(buffer)).count() == 1;
        let origin = |buffer: &Option<Buffer>| {
            let buffer = (*buffer).filter(|buffer| is_alone(*buffer) && !self.makers.is_shared(*buffer))?;
            match given.iter().position(|argument| *argument == buffer) {
                Some(argument) => Some(Origin::Argument(argument)),
                None => (self.makers.of(buffer).kind == Kind::Own).then_some(Origin::Made),
            }
        };
        Summary { arguments: given.iter().map(argument).collect(), results: self.returned.iter().map(origin).collect() }
    }

    /// Reports what is wrong: of buffers that nobody frees only those that nothing else may have.
    fn report(self) {
        let mut told = BTreeSet::new();
        for fault in &self.faults {
            let maker = self.makers.of(fault.buffer);
            let is_known = !fault.is_leak || maker.is_obliged && !self.makers.is_shared(fault.buffer);
            if is_known && told.insert((id(fault.op), maker.op.map(id), fault.is_leak)) {
                self.checker.report(fault.op, &fault.message, maker.op.filter(|_| !fault.is_leak));
            }
        }
    }

    /// The operations of a block but for the last, which gives its operands away.
    fn run(&mut self, block: Block<'c>, state: &mut State) -> Vec<Value<'c>> {
        let ops = ops_in(block);
        let Some((last, rest)) = ops.split_last() else { return Vec::new() };
        for op in rest {
            self.visit(*op, state);
        }
        operands(*last)
    }

    fn visit(&mut self, op: Op<'c>, state: &mut State) {
        match control(op) {
            Some(Control::Branches) => self.branches(op, state),
            Some(Control::Once) => self.once(op, state),
            Some(Control::Loop) => self.r#loop(op, state),
            Some(Control::While) => self.r#while(op, state),
            None if is_op(op, "func.return") => self.r#return(op, state),
            None if is_op(op, "func.call") => self.call(op, state),
            None if is_op(op, "memref.alloca") => {
                state.cells.remove(&key(results(op)[0]));
            }
            None => match cell_access(op) {
                Some((cell, Some(stored))) => {
                    state.cells.insert(cell, self.of(stored)[0]);
                }
                Some((cell, None)) => {
                    let held = state.cells.get(&cell).copied().flatten();
                    self.buffers.insert(key(results(op)[0]), vec![held]);
                }
                None => self.effects(op, state),
            },
        }
    }

    /// What an operation without control flow does.
    fn effects(&mut self, op: Op<'c>, state: &mut State) {
        let effects = Effects::of(op, self.checker.owns_allocated);
        for value in effects.accesses {
            self.access(op, value, state, "accesses");
        }
        for value in effects.frees {
            self.free(op, value, state);
        }
        for value in effects.passes {
            self.forget_all(self.of(value), state);
        }
        for View { result, sources, first } in effects.views {
            let all: Vec<_> = sources.iter().flat_map(|source| self.of(*source)).collect();
            let is_part = is_memref(result.r#type());
            let parts = all.into_iter().skip(first);
            let parts = if is_part { parts.take(1).collect() } else { parts.collect() };
            self.buffers.insert(key(result), parts);
        }
        let collects = AssemblyOp::of(op).filter(|(operation, _)| matches!(operation, AssemblyOp::Collect(_)));
        if let Some((_, handle)) = collects {
            // What was collected before is gone.
            for buffer in self.collected.get(&key(handle)).into_iter().flatten() {
                state.held.entry(*buffer).and_modify(|held| *held = Held::Freed);
            }
        }
        for made in effects.makes {
            let kind = if collects.is_some() { Kind::Collected } else { Kind::Own };
            let buffers = self.make(op, made, state, (kind, kind == Kind::Own));
            if let Some((_, handle)) = collects {
                self.collected.entry(key(handle)).or_default().extend(buffers);
            }
        }
    }

    fn make(
        &mut self,
        op: Op<'c>,
        made: Value<'c>,
        state: &mut State,
        (kind, is_obliged): (Kind, bool),
    ) -> Vec<Buffer> {
        let number = results(op).iter().position(|result| *result == made).unwrap_or(0);
        let maker = Maker { op: Some(op), kind, is_obliged };
        let make = |part| self.makers.at((id(op), Role::Result(number), part), maker);
        let buffers: Vec<_> = (0..buffer_count(made.r#type())).map(make).collect();
        state.held.extend(buffers.iter().map(|buffer| (*buffer, Held::Owned)));
        self.buffers.insert(key(made), buffers.iter().copied().map(Some).collect());
        buffers
    }

    fn access(&mut self, op: Op<'c>, value: Value<'c>, state: &State, verb: &str) {
        for buffer in self.of(value).into_iter().flatten() {
            let when = match state.of(buffer) {
                Held::Freed if self.makers.of(buffer).kind == Kind::Collected => "after its workspace collects again",
                Held::Freed => "after it is freed",
                Held::Sometimes => "which is freed on some paths before",
                Held::Owned | Held::Unknown => continue,
            };
            self.fault(op, buffer, format!("{verb} {}, {when}", self.makers.name(buffer)));
        }
    }

    fn free(&mut self, op: Op<'c>, value: Value<'c>, state: &mut State) {
        for buffer in self.of(value).into_iter().flatten() {
            let name = self.makers.name(buffer);
            match state.of(buffer) {
                _ if self.makers.of(buffer).kind == Kind::Collected => {
                    self.fault(op, buffer, format!("frees {name}, which is its workspace's"));
                }
                Held::Owned => {}
                Held::Freed => self.fault(op, buffer, format!("frees {name} a second time")),
                Held::Sometimes => {
                    let why = "which is freed before, on another path or in an earlier round of a loop";
                    self.fault(op, buffer, format!("frees {name}, {why}"));
                }
                Held::Unknown => {
                    self.makers.share(buffer, state);
                    continue;
                }
            }
            state.held.insert(buffer, Held::Freed);
        }
    }

    fn r#return(&mut self, op: Op<'c>, state: &mut State) {
        for value in operands(op) {
            self.access(op, value, state, "gives away");
            self.returned.extend(self.of(value));
        }
        for buffer in self.returned.iter().flatten() {
            // Arguments are not its own to give.
            if self.makers.of(*buffer).op.is_some() {
                state.forget(*buffer);
            }
        }
    }

    fn call(&mut self, op: Op<'c>, state: &mut State) {
        let Some(Callee { summary, is_own }) = self.checker.callee(op) else {
            return operands(op).into_iter().for_each(|value| self.forget_all(self.of(value), state));
        };
        let given: Vec<_> =
            operands(op).into_iter().flat_map(|value| std::iter::repeat_n(value, self.of(value).len())).collect();
        let flat: Vec<_> = operands(op).into_iter().flat_map(|value| self.of(value)).collect();
        let mut told = BTreeSet::new();
        for value in given {
            if told.insert(key(value)) {
                self.access(op, value, state, "passes on");
            }
        }
        if !is_own {
            flat.iter().flatten().for_each(|buffer| self.makers.excuse(*buffer));
        }
        for (buffer, argument) in flat.iter().zip(&summary.arguments) {
            match (buffer, argument) {
                (None, _) | (_, Argument::Kept) => {}
                (Some(buffer), Argument::Freed) if state.of(*buffer) == Held::Owned => {
                    state.held.insert(*buffer, Held::Freed);
                }
                (Some(buffer), Argument::Freed | Argument::Unknown) => self.makers.share(*buffer, state),
            }
        }
        let mut next = 0;
        for result in results(op) {
            let count = buffer_count(result.r#type());
            let origins: Vec<_> = summary.results.iter().skip(next).take(count).copied().collect();
            next += count;
            let made = self.make(op, result, state, (Kind::Own, is_own));
            let own = made.into_iter().zip(origins).map(|(made, origin)| match origin {
                Some(Origin::Made) => Some(made),
                Some(Origin::Argument(argument)) => {
                    state.held.remove(&made);
                    flat.get(argument).copied().flatten()
                }
                None => {
                    state.held.remove(&made);
                    None
                }
            });
            let own = own.collect();
            self.buffers.insert(key(result), own);
        }
    }

    fn once(&mut self, op: Op<'c>, state: &mut State) {
        let given = blocks(op).first().map_or_else(Vec::new, |block| self.run(*block, state));
        let all = results(op);
        // What grows is its own, before what its region yields.
        let made = all.len().saturating_sub(given.len());
        for made in &all[..made] {
            self.make(op, *made, state, (Kind::Own, true));
        }
        for (result, given) in all[made..].iter().zip(given) {
            self.buffers.insert(key(*result), self.of(given));
        }
    }

    fn branches(&mut self, op: Op<'c>, state: &mut State) {
        let before = state.clone();
        let (after, values, united) = self.alternatives(op, state);
        *state = after;
        let left = state.end_region(&before, &united);
        self.leak(left);
        self.give(&results(op), &values);
    }

    /// Runs one of the regions; gives what their ends give, and the buffers that only here became one.
    fn alternatives(&mut self, op: Op<'c>, before: &State) -> (State, Vec<Option<Buffer>>, BTreeSet<Buffer>) {
        let mut paths = Vec::new();
        for region in op.regions() {
            let mut state = before.clone();
            let block = region.first_block();
            let block =
                block.and_then(|block| blocks(op).into_iter().find(|own| own.to_raw().ptr == block.to_raw().ptr));
            let given = block.map_or_else(Vec::new, |block| self.run(block, &mut state));
            let given: Vec<_> = given.into_iter().flat_map(|value| self.of(value)).collect();
            paths.push((state, given));
        }
        let mut united = BTreeSet::new();
        let mut paths = paths.into_iter();
        let (mut state, mut values) = paths.next().unwrap_or((before.clone(), Vec::new()));
        for (step, (other, given)) in paths.enumerate() {
            let pairs: Vec<_> = values.iter().zip(given).map(|(left, right)| [*left, right]).collect();
            let mut left_behind = Vec::new();
            let makers = std::cell::RefCell::new(&mut self.makers);
            let meeting = Meeting {
                paths: [state, other],
                unite: &mut |place, pair| {
                    let one = makers.borrow_mut().unite((id(op), Role::Meeting(step), place), pair);
                    united.insert(one);
                    one
                },
                forget: &mut |state, buffer| makers.borrow_mut().share(buffer, state),
                leave: &mut |buffer| left_behind.push((buffer, Held::Owned)),
            };
            (state, values) = meeting.meet(&pairs);
            self.leak(left_behind);
        }
        (state, values, united)
    }

    fn r#loop(&mut self, op: Op<'c>, state: &mut State) {
        let mut walked = operands(op);
        let inits = walked.split_off(walked.len().saturating_sub(results(op).len()));
        for cursor in walked {
            self.access(op, cursor, state, "accesses");
        }
        let slots = self.enter(op, &inits, state);
        for block in blocks(op) {
            let carried = tail(arguments(block), inits.len());
            self.give(&carried, &carried_buffers(&slots));
        }
        self.rounds(&slots, state, |flow, state| {
            let (after, values, _) = flow.alternatives(op, state);
            *state = after;
            values
        });
        self.give(&results(op), &carried_buffers(&slots));
    }

    fn r#while(&mut self, op: Op<'c>, state: &mut State) {
        let slots = self.enter(op, &operands(op), state);
        let [before, after] = blocks(op)[..] else { return };
        self.give(&arguments(before), &carried_buffers(&slots));
        let mut exit = state.clone();
        self.rounds(&slots, state, |flow, state| {
            let given = flow.run(before, state);
            let passed: Vec<_> = given.into_iter().skip(1).flat_map(|value| flow.of(value)).collect();
            flow.give(&results(op), &passed);
            flow.give(&arguments(after), &passed);
            exit = state.clone();
            flow.run(after, state).into_iter().flat_map(|value| flow.of(value)).collect()
        });
        *state = exit;
    }

    /// What a loop changes, with what it holds at first passed to a buffer of the loop.
    fn enter(&mut self, op: Op<'c>, inits: &[Value<'c>], state: &mut State) -> Vec<Slot> {
        let inits: Vec<_> = inits.iter().flat_map(|value| self.of(*value)).collect();
        let stores = collect_ops(op, |inner| matches!(cell_access(inner), Some((_, Some(_)))));
        let cells: BTreeSet<_> = stores.into_iter().filter_map(cell_access).map(|(cell, _)| cell).collect();
        let cells = cells.into_iter().filter_map(|cell| Some((Place::Cell(cell), *state.cells.get(&cell)?)));
        let carried = inits.into_iter().enumerate().map(|(number, buffer)| (Place::Carried(number), buffer));
        let places: Vec<_> = carried.chain(cells).collect();
        let mut slots = Vec::new();
        for (number, (place, first)) in places.iter().enumerate() {
            let is_alone = places.iter().filter(|(_, other)| other == first).count() == 1;
            let buffer = match first {
                Some(first) if is_alone => {
                    let own = self.makers.pass((id(op), Role::Loop, number), *first);
                    state.held.insert(own, state.of(*first));
                    state.forget(*first);
                    Some(own)
                }
                _ => {
                    self.forget_all(vec![*first], state);
                    None
                }
            };
            slots.push((place, buffer));
        }
        let slots: Vec<_> = slots
            .into_iter()
            .map(|(place, buffer)| match place {
                Place::Carried(number) => Slot { place: Place::Carried(*number), buffer },
                Place::Cell(cell) => {
                    state.cells.insert(*cell, buffer);
                    Slot { place: Place::Cell(*cell), buffer }
                }
            })
            .collect();
        slots
    }

    /// Runs the rounds of a loop until nothing new is known. A round gives what it carries to the next.
    fn rounds(
        &mut self,
        slots: &[Slot],
        state: &mut State,
        mut round: impl FnMut(&mut Self, &mut State) -> Vec<Option<Buffer>>,
    ) {
        loop {
            let known = self.faults.len();
            let mut after = state.clone();
            let carried = round(self, &mut after);
            self.end_round(slots, &carried, &mut after);
            let left = after.end_region(state, &BTreeSet::new());
            self.leak(left);
            let mut next = state.clone();
            next.join(&after);
            if next == *state {
                return;
            }
            self.faults.truncate(known);
            *state = next;
        }
    }

    /// What the variables of a loop hold at the end of a round is passed to the next.
    fn end_round(&mut self, slots: &[Slot], carried: &[Option<Buffer>], state: &mut State) {
        let last: Vec<_> = slots
            .iter()
            .map(|slot| match slot.place {
                Place::Carried(number) => carried.get(number).copied().flatten(),
                Place::Cell(cell) => state.cells.get(&cell).copied().flatten(),
            })
            .collect();
        let mut passed = Vec::new();
        for (slot, last) in slots.iter().zip(&last) {
            match (slot.buffer, *last) {
                (Some(own), Some(last)) if own == last => {}
                (Some(own), Some(buffer)) if state.of(buffer) == Held::Owned => passed.push((own, buffer)),
                (own, last) => self.forget_all(vec![own, last], state),
            }
        }
        let is_twice = |buffer: Buffer| last.iter().filter(|other| **other == Some(buffer)).count() > 1;
        let twice: Vec<_> = passed.iter().copied().filter(|(_, buffer)| is_twice(*buffer)).collect();
        for (own, buffer) in twice {
            self.forget_all(vec![Some(own), Some(buffer)], state);
        }
        // What is held no more.
        let replaced = passed.iter().map(|(own, _)| *own).filter(|own| !last.contains(&Some(*own)));
        let left: Vec<_> = replaced.map(|own| (own, state.of(own))).filter(|(_, held)| held.is_left()).collect();
        self.leak(left);
        let held: Vec<_> = passed.iter().map(|(own, buffer)| (*own, state.of(*buffer))).collect();
        for (own, buffer) in &passed {
            self.makers.link(*buffer, *own);
            state.forget(*buffer);
        }
        state.held.extend(held);
    }

    fn give(&mut self, values: &[Value<'c>], buffers: &[Option<Buffer>]) {
        let mut buffers = buffers.iter().copied();
        for value in values {
            let own = buffers.by_ref().take(buffer_count(value.r#type())).collect();
            self.buffers.insert(key(*value), own);
        }
    }

    /// The buffers of a value.
    fn of(&self, value: Value<'c>) -> Vec<Option<Buffer>> {
        let none = || vec![None; buffer_count(value.r#type())];
        self.buffers.get(&key(value)).cloned().unwrap_or_else(none)
    }

    fn forget_all(&mut self, buffers: Vec<Option<Buffer>>, state: &mut State) {
        for buffer in buffers.into_iter().flatten() {
            self.makers.share(buffer, state);
        }
    }

    fn fault(&mut self, op: Op<'c>, buffer: Buffer, message: String) {
        let message = format!("{} {message}", op_name(op));
        self.faults.push(Fault { op, buffer, message, is_leak: false });
    }

    fn leak(&mut self, left: Vec<(Buffer, Held)>) {
        for (buffer, held) in left {
            // Arguments are the caller's.
            let Some(op) = self.makers.of(buffer).op else { continue };
            let name = self.makers.name(buffer);
            let message = match held {
                Held::Sometimes => format!("{name} is freed on some paths only"),
                _ => format!("{name} is never freed"),
            };
            self.faults.push(Fault { op, buffer, message, is_leak: true });
        }
    }
}

fn carried_buffers(slots: &[Slot]) -> Vec<Option<Buffer>> {
    slots.iter().filter(|slot| matches!(slot.place, Place::Carried(_))).map(|slot| slot.buffer).collect()
}

/// The last `count` values.
fn tail(mut values: Vec<Value<'_>>, count: usize) -> Vec<Value<'_>> {
    values.split_off(values.len().saturating_sub(count))
}

/// The cell that an operation accesses, and what it stores.
fn cell_access<'c>(op: Op<'c>) -> Option<(Cell, Option<Value<'c>>)> {
    let (cell, stored) = match (op_name(op).as_str(), operands(op)[..].as_ref()) {
        ("memref.load", [cell, ..]) => (*cell, None),
        ("memref.store", [stored, cell, ..]) => (*cell, Some(*stored)),
        _ => return None,
    };
    is_cell(cell).then(|| (key(cell), stored))
}

/// Whether a value is one buffer on the stack, and only loaded from and stored to.
fn is_cell(value: Value<'_>) -> bool {
    let only_accessed =
        |user: &Op<'_>| is_op(*user, "memref.load") || is_op(*user, "memref.store") && operands(*user)[0] != value;
    defining_op(value).is_some_and(|op| is_op(op, "memref.alloca"))
        && element_type(value.r#type()).is_some_and(is_memref)
        && shape(value.r#type()).is_some_and(|shape| shape.iter().all(|size| *size == Some(1)))
        && users(value).iter().all(only_accessed)
}

fn key(value: Value<'_>) -> usize {
    value.to_raw().ptr as usize
}

fn id(op: Op<'_>) -> usize {
    op.to_raw().ptr as usize
}
