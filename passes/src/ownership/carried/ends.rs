//! Where a function frees what it owns: on each path once, after the last use, unless somebody takes it.

use super::{
    lifetimes::{LifeSpan, Uses},
    owners::{Owners, block_of},
    places::{ProgramPlaces, region_of},
};
use crate::ownership::{
    slots::{Edge, terminator},
    summary::Callees,
};
use lacuna_dialects::ir::{Block, Op, Value, body, defining_op, ops_in};
use melior::ir::operation::OperationLike;
use std::collections::BTreeSet;

/// Where something is to be freed.
#[derive(Clone, Copy, Debug)]
pub enum End<'c> {
    Before(Op<'c>),
    /// On the way from a block, by the operation that ends it, to its successor of this number.
    On(Op<'c>, usize),
}

/// Where each value that a function owns is to be freed.
pub fn ends<'c>(
    owners: &Owners<'c>,
    places: &ProgramPlaces<'c>,
    functions: &mut dyn Callees<'c>,
) -> Vec<(Value<'c>, End<'c>)> {
    let mut taken = Vec::new();
    for edge in owners.owning_edges() {
        taken.extend(owners.owned_root(edge.value(), functions).map(|root| (root, edge)));
    }
    let mut found = Vec::new();
    for value in owners.owned() {
        let uses = Uses::of(value, owners, functions);
        let Some(home) = block_of(value).filter(|_| !uses.is_kept && !uses.is_freed) else { continue };
        let by: Vec<_> = taken.iter().filter(|(root, _)| *root == value).map(|(_, edge)| *edge).collect();
        let made = defining_op(value).map(|op| places.place(op).1);
        let life = Life { uses: &uses.ops, taken_by: &by, places };
        life.end(region_of(home), (home, made), &mut |end| found.push((value, end)));
    }
    found
}

/// What happens to a value.
struct Life<'a, 'c> {
    uses: &'a [Op<'c>],
    taken_by: &'a [Edge<'c>],
    places: &'a ProgramPlaces<'c>,
}

impl<'c> Life<'_, 'c> {
    /// Finds its ends in a region, where it is there from the operation `made` of a block on, or from the start of the block.
    fn end(&self, region: Vec<Block<'c>>, (home, made): (Block<'c>, Option<usize>), found: &mut dyn FnMut(End<'c>)) {
        let start = region.iter().position(|block| *block == home).unwrap_or(0);
        let span = LifeSpan::of(self.uses, region, start, self.places);
        let there = (0..span.blocks.len()).filter(|block| *block == start || span.is_live_in[*block]);
        for number in there {
            let made = made.filter(|_| number == start);
            self.end_in(&span, number, made, found);
        }
    }

    fn end_in(&self, span: &LifeSpan<'c>, number: usize, made: Option<usize>, found: &mut dyn FnMut(End<'c>)) {
        let block = span.blocks[number];
        let Some(last) = terminator(block) else { return };
        let standing = |edge: &Edge<'c>| Some((*edge, self.places.within(&[block], edge.op)?.op));
        let takers: Vec<_> = self.taken_by.iter().filter_map(standing).collect();
        let mut given_to = BTreeSet::new();
        for (edge, op) in &takers {
            match edge.successor {
                Some(successor) if *op == edge.op => {
                    given_to.insert(successor);
                }
                _ if *op == edge.op => return,
                // A branch takes it: what does not is to free it.
                _ => {
                    for inner in (0..op.region_count()).filter_map(|region| body(*op, region)) {
                        self.end(vec![inner], (inner, None), found);
                    }
                    return;
                }
            }
        }
        let lives_in = span.successors(number);
        let goes_on = |successor: &usize| lives_in[*successor] || given_to.contains(successor);
        let (on, over): (Vec<_>, Vec<_>) = (0..lives_in.len()).partition(goes_on);
        if !on.is_empty() {
            over.into_iter().for_each(|successor| found(End::On(last, successor)));
            return;
        }
        let ops = ops_in(block);
        let next = span.last_use[number].max(made).map_or(0, |place| place + 1);
        // What ends the block hands it to nobody.
        found(End::Before(ops.get(next).copied().unwrap_or(last)));
    }
}
