//! Where operations stand: in which block, and at which place in it.

use super::owners::op_around;
use crate::ownership::handles::id;
use lacuna_dialects::ir::{Block, Op, blocks, collect_ops, ops_in};
use melior::ir::{BlockLike, RegionLike};
use std::collections::BTreeMap;

/// The places of the operations of a function, as long as nothing moves.
pub struct ProgramPlaces<'c> {
    places: BTreeMap<usize, (Block<'c>, usize)>,
}

impl<'c> ProgramPlaces<'c> {
    pub fn of(function: Op<'c>) -> Self {
        let mut places = BTreeMap::new();
        for block in collect_ops(function, |op| !blocks(op).is_empty()).into_iter().flat_map(blocks) {
            places.extend(ops_in(block).into_iter().enumerate().map(|(place, op)| (id(op), (block, place))));
        }
        Self { places }
    }

    /// The block of an operation, and its place there.
    pub fn place(&self, op: Op<'c>) -> (Block<'c>, usize) {
        self.places[&id(op)]
    }

    /// The operation of one of some blocks that is this one, or stands around it.
    pub fn within(&self, blocks: &[Block<'c>], inner: Op<'c>) -> Option<Standing<'c>> {
        let mut around = Some(inner);
        while let Some(op) = around {
            let (block, place) = *self.places.get(&id(op))?;
            if let Some(number) = blocks.iter().position(|other| *other == block) {
                return Some(Standing { op, block: number, place });
            }
            around = op_around(block);
        }
        None
    }
}

/// An operation in one of some blocks.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'c> {
    pub op: Op<'c>,
    /// The number of the block.
    pub block: usize,
    pub place: usize,
}

/// The blocks of the region that a block belongs to.
pub fn region_of(block: Block<'_>) -> Vec<Block<'_>> {
    let Some(region) = block.parent_region() else { return vec![block] };
    let mut all = Vec::new();
    let mut next = region.first_block();
    while let Some(current) = next {
        next = current.next_in_region();
        // SAFETY: the block belongs to a region that lives for 'c.
        all.push(unsafe { Block::from_raw(current.to_raw()) });
    }
    all
}
