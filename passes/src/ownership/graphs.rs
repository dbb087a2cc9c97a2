//! Blocks that branch to one another, which run until nothing new is known.
//!
//! An argument of a block is one buffer inside of it, to which what branches give is passed, as in loops ([`super::loops`]).

use super::{
    flow::Flow,
    handles::key,
    makers::Role,
    slots::{successor_count, successor_operands, target, terminator},
    state::{Buffer, Held, State},
};
use crate::buffer_effects::buffer_count;
use lacuna_dialects::ir::{Block, Op, arguments, operands, ops_in};
use melior::ir::ValueLike;

impl<'c> Flow<'_, 'c> {
    /// Goes through the blocks of a function; gives what is known at its end.
    pub(super) fn graph(&mut self, blocks: &[Block<'c>], first: State) -> State {
        let mut before = vec![None; blocks.len()];
        before[0] = Some(first);
        loop {
            let known = self.found.len();
            self.returned.clear();
            let mut next = before.clone();
            let mut end: Option<State> = None;
            for (block, state) in blocks.iter().zip(&before) {
                let Some(mut state) = state.clone() else { continue };
                for op in ops_in(*block).into_iter().filter(|op| successor_count(*op) == 0) {
                    self.visit(op, &mut state);
                }
                let Some(last) = terminator(*block) else { continue };
                for successor in 0..successor_count(last) {
                    let to = target(last, successor);
                    let mut way = state.clone();
                    self.branch(last, successor, &mut way);
                    if let Some(number) = blocks.iter().position(|block| *block == to) {
                        meet(&mut next[number], way);
                    }
                }
                if successor_count(last) == 0 {
                    meet(&mut end, state);
                }
            }
            if next == before {
                return end.unwrap_or_default();
            }
            self.found.truncate(known);
            before = next;
        }
    }

    /// What a branch gives is passed to the arguments of the block.
    fn branch(&mut self, op: Op<'c>, successor: usize, state: &mut State) {
        let (all, block) = (operands(op), target(op, successor));
        let places = successor_operands(op).into_iter().nth(successor).unwrap_or_default();
        let mut passed: Vec<(Buffer, Buffer)> = Vec::new();
        let mut number = 0;
        let given: Vec<_> = places.iter().flat_map(|place| self.of(all[*place])).collect();
        for (argument, place) in arguments(block).into_iter().zip(places) {
            if self.slots.only_source(argument).is_some_and(|source| source == all[place] || all[place] == argument) {
                if all[place] != argument {
                    let buffers = self.of(all[place]);
                    self.give(&[argument], &buffers);
                }
                number += buffer_count(argument.r#type());
                continue;
            }
            self.access(op, all[place], state, "gives away");
            let mut own = Vec::new();
            for buffer in self.of(all[place]) {
                let is_alone = given.iter().filter(|other| **other == buffer).count() == 1;
                own.push(match buffer {
                    Some(buffer) if is_alone && state.of(buffer) == Held::Owned => {
                        let own = self.makers.pass((key(argument), Role::Loop, number), buffer);
                        passed.push((buffer, own));
                        Some(own)
                    }
                    _ => {
                        self.forget_all(vec![buffer], state);
                        None
                    }
                });
                number += 1;
            }
            self.give_or_forget(argument, own, state);
        }
        // What an argument held before is held no more, unless it is passed on.
        let is_replaced =
            |(buffer, own): &&(Buffer, Buffer)| buffer != own && !passed.iter().any(|(other, _)| other == own);
        let left: Vec<_> = passed.iter().filter(is_replaced).map(|(_, own)| (*own, state.of(*own))).collect();
        self.leak(left.into_iter().filter(|(own, held)| state.held.contains_key(own) && held.is_left()).collect());
        for (buffer, _) in &passed {
            state.forget(*buffer);
        }
        state.held.extend(passed.iter().map(|(_, own)| (*own, Held::Owned)));
    }
}

/// What is known where a path meets those before.
fn meet(known: &mut Option<State>, path: State) {
    match known {
        Some(known) => known.join(&path),
        None => *known = Some(path),
    }
}
