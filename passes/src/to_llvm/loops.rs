//! The loops of a function of the `llvm` dialect, whose loops are branches.
//!
//! Not done here: loops that are entered at several blocks. LLVM does not take these for loops either.

use lacuna_dialects::ir::{Block, Op, blocks, op};
use melior::ir::{BlockLike, operation::OperationLike};

/// Where the annotation of a loop stands on the branch back to its header.
pub const ANNOTATION: &str = "loop_annotation";

/// A loop: the blocks from which a latch is reached without the header.
pub struct NaturalLoop<'c> {
    /// The block at which each round begins.
    pub header: Block<'c>,
    /// The branches back to the header.
    pub branches_back: Vec<Op<'c>>,
    /// All blocks of the loop; the header is the first.
    pub blocks: Vec<Block<'c>>,
}

impl<'c> NaturalLoop<'c> {
    /// The loops of a function, in the order of their headers.
    pub fn all_of(function: Op<'c>) -> Vec<Self> {
        let all = blocks(function);
        let mut latches: Vec<(Block<'c>, Vec<Block<'c>>)> = Vec::new();
        for (latch, header) in edges_back(&all) {
            match latches.iter_mut().find(|(other, _)| *other == header) {
                Some((_, found)) => found.push(latch),
                None => latches.push((header, vec![latch])),
            }
        }
        let place = |block: Block<'c>| all.iter().position(|other| *other == block);
        latches.sort_by_key(|(header, _)| place(*header));
        let of = |(header, latches): (Block<'c>, Vec<Block<'c>>)| Self {
            header,
            branches_back: latches.iter().filter_map(|latch| branch(*latch)).collect(),
            blocks: reaching(&all, header, latches),
        };
        latches.into_iter().map(of).collect()
    }

    /// The blocks from which the loop is left.
    pub fn exiting(&self) -> Vec<Block<'c>> {
        let leaves = |block: &Block<'c>| successors(*block).iter().any(|next| !self.blocks.contains(next));
        self.blocks.iter().copied().filter(leaves).collect()
    }
}

fn branch(block: Block<'_>) -> Option<Op<'_>> {
    block.terminator().map(|branch| op(&branch))
}

fn successors(block: Block<'_>) -> Vec<Block<'_>> {
    branch(block).map(|branch| branch.successors().collect()).unwrap_or_default()
}

/// The edges to a block through which the search for them came, by a search in depth from the first block.
fn edges_back<'c>(all: &[Block<'c>]) -> Vec<(Block<'c>, Block<'c>)> {
    let mut found = Vec::new();
    let (mut seen, mut open): (Vec<Block<'c>>, Vec<(Block<'c>, Vec<Block<'c>>)>) = (Vec::new(), Vec::new());
    let Some(first) = all.first().copied() else { return found };
    let mut entered = Some(first);
    loop {
        if let Some(block) = entered.take() {
            seen.push(block);
            open.push((block, successors(block)));
        }
        let Some((block, waiting)) = open.last_mut() else { return found };
        match waiting.pop() {
            None => {
                open.pop();
            }
            Some(next) => {
                let block = *block;
                if open.iter().any(|(other, _)| *other == next) {
                    found.push((block, next));
                } else if !seen.contains(&next) {
                    entered = Some(next);
                }
            }
        }
    }
}

/// The blocks from which one of the latches is reached without the header.
fn reaching<'c>(all: &[Block<'c>], header: Block<'c>, latches: Vec<Block<'c>>) -> Vec<Block<'c>> {
    let mut inside = vec![header];
    let mut waiting = latches;
    while let Some(block) = waiting.pop() {
        if inside.contains(&block) {
            continue;
        }
        inside.push(block);
        waiting.extend(all.iter().filter(|other| successors(**other).contains(&block)).copied());
    }
    inside
}
