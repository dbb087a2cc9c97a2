//! How long what a function owns lives: what uses it under any name, through which blocks it lives, and who takes it.

use super::{
    owners::{Holding, Owners, block_of, op_around},
    places::{ProgramPlaces, region_of},
};
use crate::{
    buffer_effects::Effects,
    ownership::{
        control::{Control, control, is_choice},
        handles::key,
        slots::{Edge, successor_count, target, terminator},
        summary::Callees,
    },
};
use lacuna_dialects::ir::{Block, Op, Value, body, is_op, results, users};
use melior::ir::operation::OperationLike;
use std::collections::BTreeSet;

/// What uses a value under any name, up to where somebody else takes it.
pub struct Uses<'c> {
    pub ops: Vec<Op<'c>>,
    /// Whether somebody may keep it of whom nothing is known.
    pub is_kept: bool,
    /// Whether it is freed already.
    pub is_freed: bool,
}

impl<'c> Uses<'c> {
    pub fn of(value: Value<'c>, owners: &Owners<'c>, functions: &mut dyn Callees<'c>) -> Self {
        let mut found = Self { ops: Vec::new(), is_kept: false, is_freed: false };
        let (mut names, mut seen) = (vec![value], BTreeSet::new());
        while let Some(name) = names.pop() {
            if !seen.insert(key(name)) {
                continue;
            }
            for user in users(name) {
                found.ops.push(user);
                let slots = owners.slots.taking(user, name);
                if !slots.is_empty() {
                    for slot in slots {
                        match owners.holding[slot] {
                            Holding::Names => names.extend(owners.slots.all[slot].values.iter().copied()),
                            Holding::Owns => {}
                            Holding::Unknown => found.is_kept = true,
                        }
                    }
                } else if is_op(user, "func.call") {
                    match functions.callee(user).and_then(|callee| callee.views_of(user, name)) {
                        Some(views) => names.extend(views),
                        None => found.is_kept = true,
                    }
                } else if is_choice(user) {
                    names.extend(results(user));
                } else {
                    let effects = Effects::of(user, false);
                    found.is_freed |= effects.frees.contains(&name);
                    found.is_kept |= effects.passes.contains(&name);
                    names.extend(effects.views_of(name));
                }
            }
        }
        found
    }
}

/// The blocks of a region through which a value lives.
pub struct LifeSpan<'c> {
    pub blocks: Vec<Block<'c>>,
    /// The place of the last use in each block.
    pub last_use: Vec<Option<usize>>,
    /// Whether it is used in the block or later, by those who come from blocks before.
    pub is_live_in: Vec<bool>,
}

impl<'c> LifeSpan<'c> {
    /// That of a value which comes to be in the block of the number `start`.
    pub fn of(uses: &[Op<'c>], blocks: Vec<Block<'c>>, start: usize, places: &ProgramPlaces<'c>) -> Self {
        let mut last_use = vec![None; blocks.len()];
        for standing in uses.iter().filter_map(|op| places.within(&blocks, *op)) {
            last_use[standing.block] = last_use[standing.block].max(Some(standing.place));
        }
        let is_live_in = (0..blocks.len()).map(|block| block != start && last_use[block].is_some()).collect();
        let mut span = Self { blocks, last_use, is_live_in };
        loop {
            let lives = |block: &usize| !span.is_live_in[*block] && *block != start && span.lives_on(*block);
            match (0..span.blocks.len()).find(lives) {
                Some(block) => span.is_live_in[block] = true,
                None => return span,
            }
        }
    }

    /// Whether it lives on in each block that another may branch to.
    pub fn successors(&self, block: usize) -> Vec<bool> {
        let end = terminator(self.blocks[block]);
        let lives = |end: Op<'c>, number| {
            let next = target(end, number);
            self.blocks.iter().position(|block| *block == next).is_some_and(|next| self.is_live_in[next])
        };
        end.map_or_else(Vec::new, |end| (0..successor_count(end)).map(|number| lives(end, number)).collect())
    }

    fn lives_on(&self, block: usize) -> bool {
        self.successors(block).contains(&true)
    }
}

/// Whether an edge can take what it hands on: the function is to free it, and nobody uses it afterwards on this path.
pub fn can_take<'c>(
    edge: Edge<'c>,
    owners: &Owners<'c>,
    places: &ProgramPlaces<'c>,
    functions: &mut dyn Callees<'c>,
) -> bool {
    let Some(root) = owners.owned_root(edge.value(), functions) else { return false };
    let goes_twice = owners.owning_edges().into_iter().any(|other| {
        other.op == edge.op
            && other.successor == edge.successor
            && other.operand < edge.operand
            && owners.owned_root(other.value(), functions) == Some(root)
    });
    let uses = Uses::of(root, owners, functions);
    let is_used_inside = |op: &Op<'c>| *op != edge.op && is_within(*op, edge.op);
    !goes_twice
        && !uses.is_kept
        && !uses.ops.iter().any(is_used_inside)
        && dies_after(root, &uses.ops, (edge.op, edge.successor), places)
}

/// Whether nobody uses a value after an operation, on the way to one of its successors.
pub fn dies_after<'c>(
    root: Value<'c>,
    uses: &[Op<'c>],
    (op, successor): (Op<'c>, Option<usize>),
    places: &ProgramPlaces<'c>,
) -> bool {
    let Some(home) = block_of(root) else { return false };
    let region = region_of(home);
    let start = region.iter().position(|block| *block == home).unwrap_or(0);
    let mut current = op;
    loop {
        let (block, place) = places.place(current);
        if let Some(number) = region.iter().position(|other| *other == block) {
            let span = LifeSpan::of(uses, region, start, places);
            let next = span.successors(number);
            let lives_on = match successor.filter(|_| current == op) {
                Some(successor) => next[successor],
                None => next.contains(&true),
            };
            return !lives_on && span.last_use[number] <= Some(place);
        }
        // Inside of a branch: nobody may use it there any more, and on other branches it can be freed.
        let is_later = |use_: &Op<'c>| places.within(&[block], *use_).is_some_and(|standing| standing.place > place);
        let Some(around) = op_around(block) else { return false };
        let is_branch = matches!(control(around), Some(Control::Branches | Control::Once))
            && (0..around.region_count()).all(|region| body(around, region).is_some());
        if !is_branch || uses.iter().any(is_later) {
            return false;
        }
        current = around;
    }
}

fn is_within<'c>(inner: Op<'c>, outer: Op<'c>) -> bool {
    let mut around = Some(inner);
    while let Some(op) = around {
        if op == outer {
            return true;
        }
        around = op.block().and_then(|block| {
            // SAFETY: the block lives as long as the operation in it.
            op_around(unsafe { Block::from_raw(block.to_raw()) })
        });
    }
    false
}
