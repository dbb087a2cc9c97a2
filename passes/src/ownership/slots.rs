//! Where control flow hands values on: each variable that it carries is a *slot*, into which *edges* lead.
//!
//! A slot is an argument of a loop and its result, a result of a branch, an argument of a block, or a result of a function.

use super::{
    control::{Control, control},
    handles::{id, key},
};
use lacuna_dialects::{
    ir::{
        Block, Op, Value, arguments, blocks, body, collect_ops, counts, is_op, op_name, operands, ops_in, results,
        segments,
    },
    sloop,
};
use melior::ir::{Type, ValueLike};
use std::collections::{BTreeMap, BTreeSet};

/// An operand that control flow hands on.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'c> {
    pub op: Op<'c>,
    pub operand: usize,
    /// The number of the successor that gets it, where it goes to a block.
    pub successor: Option<usize>,
}

impl<'c> Edge<'c> {
    pub fn value(&self) -> Value<'c> {
        operands(self.op)[self.operand]
    }
}

/// A variable of control flow.
#[derive(Clone, Debug)]
pub struct Slot<'c> {
    /// What the program knows it as.
    pub values: Vec<Value<'c>>,
    pub incoming: Vec<Edge<'c>>,
    /// The operation whose regions run for it, unless it belongs to a graph of blocks or to a function.
    pub scope: Option<Op<'c>>,
}

/// The slots of a function for values of some types.
pub struct ControlSlots<'c> {
    pub all: Vec<Slot<'c>>,
    by_value: BTreeMap<usize, usize>,
    /// By operation and operand; an operand may go to several.
    by_edge: BTreeMap<(usize, usize), Vec<usize>>,
}

impl<'c> ControlSlots<'c> {
    pub fn of(function: Op<'c>, wanted: impl Fn(Type<'c>) -> bool) -> Self {
        let mut found = Vec::new();
        for op in collect_ops(function, |_| true) {
            found.extend(slots_of(op));
            found.extend(blocks(op).into_iter().flat_map(|block| arguments_of(op, block)));
        }
        found.extend(results_of(function));
        found.retain(|slot| slot.incoming.first().is_some_and(|edge| wanted(edge.value().r#type())));
        let (mut by_value, mut by_edge) = (BTreeMap::new(), BTreeMap::<_, Vec<_>>::new());
        for (number, slot) in found.iter().enumerate() {
            by_value.extend(slot.values.iter().map(|value| (key(*value), number)));
            for edge in &slot.incoming {
                by_edge.entry((id(edge.op), edge.operand)).or_default().push(number);
            }
        }
        Self { all: found, by_value, by_edge }
    }

    /// The slot that a value stands for.
    pub fn of_value(&self, value: Value<'c>) -> Option<usize> {
        self.by_value.get(&key(value)).copied()
    }

    /// The one value that a slot ever holds, if it gets no other from outside of its scope and makes none.
    pub fn only_source(&self, value: Value<'c>) -> Option<Value<'c>> {
        let (mut rest, mut seen, mut sources) = (vec![self.of_value(value)?], BTreeSet::new(), Vec::new());
        let scope = self.all[rest[0]].scope;
        while let Some(slot) = rest.pop() {
            if !seen.insert(slot) {
                continue;
            }
            for edge in &self.all[slot].incoming {
                match self.of_value(edge.value()).filter(|other| self.all[*other].scope == scope) {
                    Some(other) => rest.push(other),
                    None if sources.contains(&edge.value()) => {}
                    None => sources.push(edge.value()),
                }
            }
        }
        match sources[..] {
            [source] => Some(source),
            _ => None,
        }
    }

    /// The slots that an operation hands a value to, by its operands.
    pub fn taking(&self, op: Op<'c>, value: Value<'c>) -> Vec<usize> {
        let places = operands(op).into_iter().enumerate().filter(|(_, operand)| *operand == value);
        places.flat_map(|(place, _)| self.by_edge.get(&(id(op), place)).cloned().unwrap_or_default()).collect()
    }
}

/// The variables of a loop or branch.
fn slots_of(op: Op<'_>) -> Vec<Slot<'_>> {
    let edge = |op, operand| Edge { op, operand, successor: None };
    match control(op) {
        Some(Control::Loop) if is_op(op, "scf.for") => {
            const BOUNDS: usize = 3;
            let Some((block, end)) = body(op, 0).and_then(|block| Some((block, terminator(block)?))) else {
                return Vec::new();
            };
            let carried = arguments(block).split_off(1).into_iter().zip(results(op)).enumerate();
            let slot = |(number, (inside, after))| Slot {
                values: vec![inside, after],
                incoming: vec![edge(op, BOUNDS + number), edge(end, number)],
                scope: Some(op),
            };
            carried.map(slot).collect()
        }
        Some(Control::While) => {
            let [before, after] = blocks(op)[..] else { return Vec::new() };
            let (Some(condition), Some(end)) = (terminator(before), terminator(after)) else { return Vec::new() };
            let first = arguments(before).into_iter().enumerate().map(|(number, value)| Slot {
                values: vec![value],
                incoming: vec![edge(op, number), edge(end, number)],
                scope: Some(op),
            });
            let passed = arguments(after).into_iter().zip(results(op)).enumerate();
            let second = passed.map(|(number, (inside, result))| Slot {
                values: vec![inside, result],
                incoming: vec![edge(condition, 1 + number)],
                scope: Some(op),
            });
            first.chain(second).collect()
        }
        Some(Control::Branches | Control::Once) if !sloop::owns(op) => {
            let ends: Vec<_> = blocks(op).into_iter().filter_map(terminator).collect();
            let slot = |(number, result)| Slot {
                values: vec![result],
                incoming: ends.iter().map(|end| edge(*end, number)).collect(),
                scope: Some(op),
            };
            results(op).into_iter().enumerate().map(slot).collect()
        }
        _ => Vec::new(),
    }
}

/// The arguments of a block that others branch to.
fn arguments_of<'c>(around: Op<'c>, block: Block<'c>) -> Vec<Slot<'c>> {
    let mut slots: Vec<_> = arguments(block)
        .into_iter()
        .map(|argument| Slot { values: vec![argument], incoming: Vec::new(), scope: None })
        .collect();
    for end in blocks(around).into_iter().filter_map(terminator) {
        for (successor, operands) in successor_operands(end).into_iter().enumerate() {
            if target(end, successor) == block {
                for (slot, operand) in slots.iter_mut().zip(operands) {
                    slot.incoming.push(Edge { op: end, operand, successor: Some(successor) });
                }
            }
        }
    }
    slots
}

/// What a function gives back.
fn results_of(function: Op<'_>) -> Vec<Slot<'_>> {
    let returns: Vec<_> =
        blocks(function).into_iter().filter_map(terminator).filter(|op| is_op(*op, "func.return")).collect();
    let count = returns.first().map_or(0, |op| operands(*op).len());
    let slot = |number| Slot {
        values: Vec::new(),
        incoming: returns.iter().map(|op| Edge { op: *op, operand: number, successor: None }).collect(),
        scope: None,
    };
    (0..count).map(slot).collect()
}

/// The operation that ends a block.
pub fn terminator(block: Block<'_>) -> Option<Op<'_>> {
    ops_in(block).last().copied()
}

/// The number of blocks that an operation may branch to.
pub fn successor_count(op: Op<'_>) -> usize {
    // SAFETY: the operation is alive.
    unsafe { mlir_sys::mlirOperationGetNumSuccessors(op.to_raw()) as usize }
}

/// A block that an operation may branch to.
pub fn target(op: Op<'_>, successor: usize) -> Block<'_> {
    // SAFETY: the operation is alive and has a successor of this number.
    unsafe { Block::from_raw(mlir_sys::mlirOperationGetSuccessor(op.to_raw(), successor as isize)) }
}

/// The places of the operands that each successor of a branch gets.
pub fn successor_operands(op: Op<'_>) -> Vec<Vec<usize>> {
    let mut next = 0;
    let mut take = |count: usize| {
        next += count;
        (next - count..next).collect::<Vec<_>>()
    };
    match op_name(op).as_str() {
        "cf.br" => vec![take(operands(op).len())],
        "cf.cond_br" => {
            let sizes = segments(op);
            take(1);
            sizes[1..].iter().map(|size| take(*size)).collect()
        }
        "cf.switch" => {
            let sizes = segments(op);
            take(1);
            let default = take(sizes[1]);
            let cases = counts(op, "case_operand_segments");
            [default].into_iter().chain(cases.into_iter().map(take)).collect()
        }
        _ => vec![Vec::new(); successor_count(op)],
    }
}
