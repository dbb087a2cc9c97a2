//! Buffers on the way through a function: operation by operation, region by region.
//!
//! How regions run is said in [`super::regions`] and [`super::loops`]. All paths count: conditions are not compared.

use super::{
    control::{Control, control},
    handles::{id, key},
    makers::{Maker, MakerKind, Makers, Role},
    slots::ControlSlots,
    state::{Buffer, Cell, Held, State},
    summary::{Argument, Callees, Fault, ResultOrigin, Summary},
};
use crate::buffer_effects::{Effects, View, buffer_count};
use lacuna_dialects::{
    ir::{
        Block, Op, Value, arguments, blocks, defining_op, element_type, is_memref, is_op, op_name, operands, ops_in,
        results, shape, users,
    },
    sloop::assembly_ops::{AssemblyOp, Family},
    stensor::{conversion::CONVERSION, storage::Empty},
};
use melior::ir::{ValueLike, operation::OperationLike};
use std::collections::{BTreeMap, BTreeSet};

/// A function under way.
pub struct Flow<'a, 'c> {
    pub(super) functions: &'a mut dyn Callees<'c>,
    pub(super) makers: Makers<'c>,
    /// The buffers of each value that has some: those that are known.
    buffers: BTreeMap<usize, Vec<Option<Buffer>>>,
    /// The buffers of which a value may be any.
    pub(super) chosen: BTreeMap<usize, Vec<Buffer>>,
    /// What each workspace has collected, by its handle.
    collected: BTreeMap<usize, BTreeSet<Buffer>>,
    /// What the function gives back, at each place where it does.
    pub(super) returned: Vec<Vec<Option<Buffer>>>,
    pub(super) slots: ControlSlots<'c>,
    pub(super) found: Vec<Found<'c>>,
}

/// What may be wrong.
pub struct Found<'c> {
    op: Op<'c>,
    buffer: Buffer,
    message: String,
    /// Whether it is that nobody frees the buffer.
    is_leak: bool,
}

impl<'a, 'c> Flow<'a, 'c> {
    /// Goes through a function; gives what its callers see, and what is wrong.
    pub fn check(functions: &'a mut dyn Callees<'c>, function: Op<'c>) -> (Summary, Vec<Fault<'c>>) {
        let body = blocks(function);
        let mut flow = Self {
            functions,
            makers: Makers::default(),
            buffers: BTreeMap::new(),
            chosen: BTreeMap::new(),
            collected: BTreeMap::new(),
            returned: Vec::new(),
            slots: ControlSlots::of(function, |r#type| buffer_count(r#type) > 0),
            found: Vec::new(),
        };
        let mut state = State::default();
        let mut given = Vec::new();
        for argument in arguments(body[0]) {
            let own: Vec<_> = (0..buffer_count(argument.r#type())).map(|_| flow.makers.argument()).collect();
            state.held.extend(own.iter().map(|buffer| (*buffer, Held::Owned)));
            given.extend(own.iter().copied());
            flow.buffers.insert(key(argument), own.into_iter().map(Some).collect());
        }
        let state = flow.graph(&body, state);
        let summary = flow.summarize(&state, &given);
        (summary, flow.faults())
    }

    fn summarize(&self, state: &State, given: &[Buffer]) -> Summary {
        let times_of = |all: &Vec<Option<Buffer>>, buffer| all.iter().filter(|other| **other == Some(buffer)).count();
        let times = |buffer: Buffer| self.returned.iter().map(|all| times_of(all, buffer)).max().unwrap_or(0);
        let argument = |buffer: &Buffer| match state.of(*buffer) {
            Held::Owned if times(*buffer) <= 1 => Argument::Kept,
            Held::Freed => Argument::Freed,
            Held::Owned | Held::Sometimes | Held::Unknown => Argument::Unknown,
        };
        let is_alone = |buffer: Buffer| times(buffer) == 1;
        let origin = |buffer: &Option<Buffer>| {
            let buffer = (*buffer).filter(|buffer| is_alone(*buffer) && !self.makers.is_shared(*buffer))?;
            match given.iter().position(|argument| *argument == buffer) {
                Some(argument) => Some(ResultOrigin::Argument(argument)),
                None => (self.makers.of(buffer).kind == MakerKind::Own).then_some(ResultOrigin::Made),
            }
        };
        // A result comes from there on every way out.
        let on_all = |number: usize| {
            let mut origins = self.returned.iter().map(|all| all.get(number).and_then(&origin));
            let first = origins.next().flatten()?;
            origins.all(|other| other == Some(first)).then_some(first)
        };
        let count = self.returned.first().map_or(0, Vec::len);
        Summary { arguments: given.iter().map(argument).collect(), results: (0..count).map(on_all).collect() }
    }

    /// What is wrong: of buffers that nobody frees only those that nothing else may have.
    fn faults(self) -> Vec<Fault<'c>> {
        let (mut faults, mut told) = (Vec::new(), BTreeSet::new());
        for Found { op, buffer, message, is_leak } in self.found {
            let maker = self.makers.of(buffer);
            let is_known = !is_leak || maker.is_obliged && !self.makers.is_shared(buffer);
            if is_known && told.insert((id(op), maker.op.map(id), is_leak)) {
                faults.push(Fault { op, message, maker: maker.op.filter(|_| !is_leak) });
            }
        }
        faults
    }

    /// The operations of a block but for the last, which gives its operands away.
    pub(super) fn run(&mut self, block: Block<'c>, state: &mut State) -> Vec<Value<'c>> {
        let ops = ops_in(block);
        let Some((last, rest)) = ops.split_last() else { return Vec::new() };
        for op in rest {
            self.visit(*op, state);
        }
        self.use_choices(*last, state);
        operands(*last)
    }

    pub(super) fn visit(&mut self, op: Op<'c>, state: &mut State) {
        self.use_choices(op, state);
        match control(op) {
            None if self.chooses(op) => {}
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
        let effects = Effects::of(op, self.functions.owns_allocated());
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
        let of_workspace = AssemblyOp::of(op).filter(|(operation, _)| operation.family() == Family::Workspace);
        let collects = of_workspace.clone().filter(|(operation, _)| matches!(operation, AssemblyOp::Collect(_)));
        if let Some((_, handle)) = of_workspace {
            // What was collected before is gone: points take its place.
            for buffer in self.collected.get(&key(handle)).into_iter().flatten() {
                state.held.entry(*buffer).and_modify(|held| *held = Held::Freed);
            }
        }
        for made in effects.makes {
            let kind = if collects.is_some() { MakerKind::Collected } else { MakerKind::Own };
            let buffers = self.make(op, made, state, (kind, kind == MakerKind::Own));
            if let Some((_, handle)) = collects {
                self.collected.entry(key(handle)).or_default().extend(buffers);
            }
        }
        if is_op(op, Empty::NAME) {
            // Arrays are made for it if it is more than the start of a result: then they are somebody's to free.
            self.make(op, results(op)[0], state, (MakerKind::Own, false));
        }
    }

    pub(super) fn make(
        &mut self,
        op: Op<'c>,
        made: Value<'c>,
        state: &mut State,
        (kind, is_obliged): (MakerKind, bool),
    ) -> Vec<Buffer> {
        let number = results(op).iter().position(|result| *result == made).unwrap_or(0);
        let maker = Maker { op: Some(op), kind, is_obliged };
        let make = |part| self.makers.at((id(op), Role::Result(number), part), maker);
        let buffers: Vec<_> = (0..buffer_count(made.r#type())).map(make).collect();
        // Made again in a later round, it is another: the one before is out of reach.
        let left = buffers.iter().filter_map(|buffer| Some((*buffer, *state.held.get(buffer)?)));
        self.leak(left.filter(|(_, held)| held.is_left()).collect());
        state.held.extend(buffers.iter().map(|buffer| (*buffer, Held::Owned)));
        self.buffers.insert(key(made), buffers.iter().copied().map(Some).collect());
        buffers
    }

    pub(super) fn access(&mut self, op: Op<'c>, value: Value<'c>, state: &State, verb: &str) {
        for buffer in self.of(value).into_iter().flatten() {
            let when = match state.of(buffer) {
                Held::Freed if self.makers.of(buffer).kind == MakerKind::Collected => {
                    "after its workspace takes points or collects again"
                }
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
                _ if self.makers.of(buffer).kind == MakerKind::Collected => {
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
        let mut returned = Vec::new();
        for value in operands(op) {
            self.access(op, value, state, "gives away");
            let buffers = self.of(value);
            for buffer in buffers.iter().flatten() {
                if state.of(*buffer) != Held::Owned {
                    self.makers.share(*buffer, state);
                }
            }
            returned.extend(buffers);
        }
        for buffer in returned.iter().flatten() {
            // Arguments are not its own to give.
            if self.makers.of(*buffer).op.is_some() {
                state.forget(*buffer);
            }
        }
        self.returned.push(returned);
        let left = state.clone().end_region(&State::default(), &BTreeSet::new());
        self.leak(left);
    }

    fn call(&mut self, op: Op<'c>, state: &mut State) {
        let Some(summary) = self.functions.callee(op) else {
            return operands(op).into_iter().for_each(|value| self.forget_all(self.of(value), state));
        };
        let mut given = Vec::new();
        for value in operands(op) {
            self.access(op, value, state, "passes on");
            given.extend(self.of(value));
        }
        for (buffer, argument) in given.iter().zip(&summary.arguments) {
            match (buffer, argument) {
                (None, _) | (_, Argument::Kept) => {}
                (Some(buffer), Argument::Freed) if state.of(*buffer) == Held::Owned => {
                    state.held.insert(*buffer, Held::Freed);
                }
                (Some(buffer), Argument::Freed | Argument::Unknown) => self.makers.share(*buffer, state),
            }
        }
        // Buffers that calls give are freed by `free-local-buffers`, unless they are tensors that are freed before.
        let is_obliged = self.functions.owns_allocated() || op.has_attribute(CONVERSION);
        let mut origins = summary.results.into_iter();
        for result in results(op) {
            let made = self.make(op, result, state, (MakerKind::Own, is_obliged));
            let own = made.into_iter().zip(origins.by_ref()).map(|(made, origin)| match origin {
                Some(ResultOrigin::Made) => Some(made),
                other => {
                    state.held.remove(&made);
                    let argument = other.and_then(ResultOrigin::argument);
                    argument.and_then(|argument| given.get(argument).copied().flatten())
                }
            });
            let own = own.collect();
            self.buffers.insert(key(result), own);
        }
    }

    /// What a variable is that paths give buffers to, which know of it or do not.
    pub(super) fn give_or_forget(&mut self, value: Value<'c>, buffers: Vec<Option<Buffer>>, state: &mut State) {
        let known = self.buffers.get(&key(value)).cloned();
        let met = |(number, buffer): (usize, Option<Buffer>)| match known.as_ref().map(|known| known[number]) {
            Some(other) if other != buffer => Err([other, buffer]),
            _ => Ok(buffer),
        };
        let met: Vec<_> = buffers.into_iter().enumerate().map(met).collect();
        for pair in met.iter().filter_map(|met| met.err()) {
            self.forget_all(pair.to_vec(), state);
        }
        self.buffers.insert(key(value), met.into_iter().map(|met| met.unwrap_or(None)).collect());
    }

    pub(super) fn give(&mut self, values: &[Value<'c>], buffers: &[Option<Buffer>]) {
        let mut buffers = buffers.iter().copied();
        for value in values {
            let own = buffers.by_ref().take(buffer_count(value.r#type())).collect();
            self.buffers.insert(key(*value), own);
        }
    }

    /// The buffers of a value.
    pub(super) fn of(&self, value: Value<'c>) -> Vec<Option<Buffer>> {
        let none = || vec![None; buffer_count(value.r#type())];
        self.buffers.get(&key(value)).cloned().unwrap_or_else(none)
    }

    pub(super) fn forget_all(&mut self, buffers: Vec<Option<Buffer>>, state: &mut State) {
        for buffer in buffers.into_iter().flatten() {
            self.makers.share(buffer, state);
        }
    }

    pub(super) fn fault(&mut self, op: Op<'c>, buffer: Buffer, message: String) {
        let message = format!("{} {message}", op_name(op));
        self.found.push(Found { op, buffer, message, is_leak: false });
    }

    pub(super) fn leak(&mut self, left: Vec<(Buffer, Held)>) {
        for (buffer, held) in left {
            // Arguments are the caller's.
            let Some(op) = self.makers.of(buffer).op else { continue };
            let name = self.makers.name(buffer);
            let message = match held {
                Held::Sometimes => format!("{name} is freed on some paths only"),
                _ => format!("{name} is never freed"),
            };
            self.found.push(Found { op, buffer, message, is_leak: true });
        }
    }
}

/// The cell that an operation accesses, and what it stores.
pub fn cell_access<'c>(op: Op<'c>) -> Option<(Cell, Option<Value<'c>>)> {
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
