//! Loops, which run until nothing new is known.
//!
//! Each variable of a loop, a carried value or a cell, is one buffer inside of it: what it holds at first is passed to it, and so
//! is what it holds at the end of a round.

use super::{
    flow::{Flow, cell_access},
    handles::id,
    makers::Role,
    state::{Buffer, Cell, Held, State},
};
use crate::buffer_effects::buffer_count;
use lacuna_dialects::ir::{Op, Value, arguments, blocks, collect_ops, operands, results};
use melior::ir::ValueLike;
use std::collections::BTreeSet;

/// What a loop changes.
struct LoopSlot {
    place: SlotPlace,
    /// What it is inside of the loop, if that is known.
    buffer: Option<Buffer>,
}

enum SlotPlace {
    /// The carried buffer of this number.
    Carried(usize),
    Cell(Cell),
}

impl<'c> Flow<'_, 'c> {
    pub(super) fn r#loop(&mut self, op: Op<'c>, state: &mut State) {
        let mut walked = operands(op);
        let inits = walked.split_off(walked.len().saturating_sub(results(op).len()));
        for cursor in walked {
            self.access(op, cursor, state, "accesses");
        }
        let inside = blocks(op).first().map_or_else(Vec::new, |block| tail(arguments(*block), inits.len()));
        let slots = self.enter(op, (&inits, &inside), state);
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

    pub(super) fn r#while(&mut self, op: Op<'c>, state: &mut State) {
        let [before, after] = blocks(op)[..] else { return };
        let slots = self.enter(op, (&operands(op), &arguments(before)), state);
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

    /// What a loop changes, with what it holds at first passed to a buffer of the loop, unless it never holds anything else.
    fn enter(&mut self, op: Op<'c>, (inits, inside): (&[Value<'c>], &[Value<'c>]), state: &mut State) -> Vec<LoopSlot> {
        let is_fixed = |(init, inside): (&Value<'c>, &Value<'c>)| {
            vec![self.slots.only_source(*inside) == Some(*init); buffer_count(init.r#type())]
        };
        let is_fixed: Vec<_> = inits.iter().zip(inside).flat_map(is_fixed).collect();
        let inits: Vec<_> = inits.iter().flat_map(|value| self.of(*value)).collect();
        let stores = collect_ops(op, |inner| matches!(cell_access(inner), Some((_, Some(_)))));
        let cells: BTreeSet<_> = stores.into_iter().filter_map(cell_access).map(|(cell, _)| cell).collect();
        let cells = cells.into_iter().filter_map(|cell| Some((SlotPlace::Cell(cell), *state.cells.get(&cell)?)));
        let carried = inits.into_iter().enumerate().map(|(number, buffer)| (SlotPlace::Carried(number), buffer));
        let places: Vec<_> = carried.chain(cells).collect();
        let holders = |first: &Option<Buffer>| places.iter().filter(|(_, other)| other == first).count();
        let is_alone: Vec<_> = places.iter().map(|(_, first)| holders(first) == 1).collect();
        let mut slots = Vec::new();
        for (number, ((place, first), is_alone)) in places.into_iter().zip(is_alone).enumerate() {
            if matches!(place, SlotPlace::Carried(_)) && is_fixed.get(number) == Some(&true) {
                slots.push(LoopSlot { place, buffer: first });
                continue;
            }
            let first = first.filter(|first| {
                if !is_alone {
                    self.makers.share(*first, state);
                }
                is_alone
            });
            let buffer = first.map(|first| {
                let own = self.makers.pass((id(op), Role::Loop, number), first);
                state.held.insert(own, state.of(first));
                state.forget(first);
                own
            });
            if let SlotPlace::Cell(cell) = place {
                state.cells.insert(cell, buffer);
            }
            slots.push(LoopSlot { place, buffer });
        }
        slots
    }

    /// Runs the rounds of a loop until nothing new is known. A round gives what it carries to the next.
    fn rounds(
        &mut self,
        slots: &[LoopSlot],
        state: &mut State,
        mut round: impl FnMut(&mut Self, &mut State) -> Vec<Option<Buffer>>,
    ) {
        loop {
            let known = self.found.len();
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
            self.found.truncate(known);
            *state = next;
        }
    }

    /// What the variables of a loop hold at the end of a round is passed to the next.
    fn end_round(&mut self, slots: &[LoopSlot], carried: &[Option<Buffer>], state: &mut State) {
        let last: Vec<_> = slots
            .iter()
            .map(|slot| match slot.place {
                SlotPlace::Carried(number) => carried.get(number).copied().flatten(),
                SlotPlace::Cell(cell) => state.cells.get(&cell).copied().flatten(),
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
}

fn carried_buffers(slots: &[LoopSlot]) -> Vec<Option<Buffer>> {
    slots.iter().filter(|slot| matches!(slot.place, SlotPlace::Carried(_))).map(|slot| slot.buffer).collect()
}

/// The last `count` values.
fn tail(mut values: Vec<Value<'_>>, count: usize) -> Vec<Value<'_>> {
    values.split_off(values.len().saturating_sub(count))
}
