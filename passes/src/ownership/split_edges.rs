//! `split-edges`: no branch hands values to one block along two edges.
//!
//! Canonicalization merges blocks until a branch hands different tensors to one block: `cf.cond_br %c, ^h(%a), ^h(%b)`.
//! Bufferization converts what is handed over along one of these edges, then fails. Here each further edge goes to a new block,
//! which hands the tensors over. This block takes no arguments: bufferization cannot infer the buffer of an argument that only a
//! loop feeds.
//!
//! Runs just before bufferization: canonicalization puts the edges together again. Example: `test/conversions/split_edges.mlir`.
//! Not done here: edges that hand nothing over.

use super::slots::{successor_count, successor_operands, target};
use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Block, Op, collect_ops, context, counts, is_op, operands, segments, set_attribute, set_operands},
};
use melior::ir::{BlockLike, RegionLike, attribute::DenseI32ArrayAttribute, operation::OperationLike};

options! {
    /// Options of `split-edges`.
    pub struct SplitEdges {}
}

impl Pass for SplitEdges {
    const ARGUMENT: &'static str = "split-edges";
    const SUMMARY: &'static str =
        "Where a branch hands values to one block along several edges, pass all but the first through new blocks";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for branch in collect_ops(root, |op| is_op(op, "cf.cond_br") || is_op(op, "cf.switch")) {
            for successor in 1..successor_count(branch) {
                let next = target(branch, successor);
                let is_repeated = (0..successor).any(|other| target(branch, other) == next);
                if is_repeated && !successor_operands(branch)[successor].is_empty() {
                    pass_through_block(branch, successor);
                }
            }
        }
        Ok(())
    }
}

/// Moves what a branch hands to its successor of this number into a new block that branches on.
fn pass_through_block(branch: Op<'_>, successor: usize) {
    let (next, all) = (target(branch, successor), operands(branch));
    let handed = &successor_operands(branch)[successor];
    let region = next.parent_region().expect("a block that is branched to stands in a region");
    let way = region.insert_block_before(next, melior::ir::Block::new(&[]));
    // SAFETY: the new block belongs to the region, which lives as long as the branch, which has a successor of this number.
    let way = unsafe {
        mlir_sys::mlirOperationSetSuccessor(branch.to_raw(), successor as isize, way.to_raw());
        Block::from_raw(way.to_raw())
    };
    let values: Vec<_> = handed.iter().map(|place| all[*place]).collect();
    Builder::at_end(context(branch), way, branch.location()).branch(next, &values);
    let left = all.iter().enumerate().filter(|(place, _)| !handed.contains(place)).map(|(_, value)| *value);
    set_operands(branch, &left.collect::<Vec<_>>());
    update_groups(branch, successor, handed.len());
}

/// Updates the groups of operands after the `count` operands of a successor are gone.
fn update_groups(branch: Op<'_>, successor: usize, count: usize) {
    let (builder, mut groups) = (Builder::before(branch), segments(branch));
    if is_op(branch, "cf.switch") {
        let mut cases = counts(branch, "case_operand_segments");
        cases[successor - 1] = 0;
        let cases: Vec<_> = cases.into_iter().map(|count| count as i32).collect();
        set_attribute(branch, "case_operand_segments", DenseI32ArrayAttribute::new(builder.context(), &cases).into());
        // The operands of all cases are one group.
        groups[2] -= count;
    } else {
        groups[1 + successor] = 0;
    }
    let (name, groups) = builder.segments(&groups);
    set_attribute(branch, name, groups);
}
