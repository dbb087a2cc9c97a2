//! The loops of a function of the `llvm` dialect, whose loops are branches.
//!
//! Functions may have thousands of blocks, so the graph is read once, and blocks are numbers in it.
//! Not done here: loops that are entered at several blocks. LLVM does not take these for loops either.

use lacuna_dialects::ir::{Block, Op, Value, argument_block, blocks, defining_op, op, ops_in};
use melior::ir::{BlockLike, operation::OperationLike};
use std::collections::{HashMap, HashSet};

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
    /// The blocks from which the loop is left.
    pub exiting: Vec<Block<'c>>,
    members: HashSet<usize>,
}

impl<'c> NaturalLoop<'c> {
    /// The loops of a function, in the order of their headers.
    pub fn all_of(function: Op<'c>) -> Vec<Self> {
        let graph = Graph::of(function);
        let mut latches = vec![Vec::new(); graph.blocks.len()];
        for (latch, header) in graph.edges_back() {
            latches[header].push(latch);
        }
        let is_header = |header: &usize| !latches[*header].is_empty();
        (0..latches.len()).filter(is_header).map(|header| graph.natural_loop(header, &latches[header])).collect()
    }

    /// The operations of the loop.
    pub fn body(&self) -> impl Iterator<Item = Op<'c>> {
        self.blocks.iter().copied().flat_map(ops_in)
    }

    /// Whether a value is made in the loop.
    pub fn makes(&self, value: Value<'c>) -> bool {
        let block = match defining_op(value) {
            Some(op) => op.block().map(|block| block.to_raw()),
            None => argument_block(value).map(|block| block.to_raw()),
        };
        block.is_some_and(|block| self.members.contains(&(block.ptr as usize)))
    }
}

/// The blocks of a function, by number, and the edges between them.
struct Graph<'c> {
    blocks: Vec<Block<'c>>,
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
}

impl<'c> Graph<'c> {
    fn of(function: Op<'c>) -> Self {
        let blocks = blocks(function);
        let numbers: HashMap<usize, usize> =
            blocks.iter().enumerate().map(|(number, block)| (id(*block), number)).collect();
        let successors: Vec<Vec<usize>> = blocks
            .iter()
            .map(|block| {
                branch(*block).map_or_else(Vec::new, |op| op.successors().map(|next| numbers[&id(next)]).collect())
            })
            .collect();
        let mut predecessors = vec![Vec::new(); blocks.len()];
        for (block, next) in
            successors.iter().enumerate().flat_map(|(block, all)| all.iter().map(move |next| (block, *next)))
        {
            predecessors[next].push(block);
        }
        Self { blocks, successors, predecessors }
    }

    /// The edges to a block through which the search for them came: a search in depth from the first block.
    fn edges_back(&self) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let (mut is_seen, mut is_open) = (vec![false; self.blocks.len()], vec![false; self.blocks.len()]);
        // Blocks on the way, each with how many of its successors were looked at.
        let mut way: Vec<(usize, usize)> = Vec::new();
        if !self.blocks.is_empty() {
            (is_seen[0], is_open[0]) = (true, true);
            way.push((0, 0));
        }
        while let Some((block, looked_at)) = way.last_mut() {
            let Some(next) = self.successors[*block].get(*looked_at).copied() else {
                is_open[*block] = false;
                way.pop();
                continue;
            };
            *looked_at += 1;
            if is_open[next] {
                found.push((*block, next));
            } else if !is_seen[next] {
                (is_seen[next], is_open[next]) = (true, true);
                way.push((next, 0));
            }
        }
        found
    }

    fn natural_loop(&self, header: usize, latches: &[usize]) -> NaturalLoop<'c> {
        let mut is_inside = vec![false; self.blocks.len()];
        is_inside[header] = true;
        let (mut inside, mut waiting) = (vec![header], latches.to_vec());
        while let Some(block) = waiting.pop() {
            if !is_inside[block] {
                is_inside[block] = true;
                inside.push(block);
                waiting.extend(&self.predecessors[block]);
            }
        }
        let leaves = |block: &&usize| self.successors[**block].iter().any(|next| !is_inside[*next]);
        NaturalLoop {
            header: self.blocks[header],
            branches_back: latches.iter().filter_map(|latch| branch(self.blocks[*latch])).collect(),
            members: inside.iter().map(|block| id(self.blocks[*block])).collect(),
            exiting: inside.iter().filter(leaves).map(|block| self.blocks[*block]).collect(),
            blocks: inside.into_iter().map(|block| self.blocks[block]).collect(),
        }
    }
}

/// What tells a block from all others.
fn id(block: Block<'_>) -> usize {
    block.to_raw().ptr as usize
}

fn branch(block: Block<'_>) -> Option<Op<'_>> {
    block.terminator().map(|branch| op(&branch))
}
