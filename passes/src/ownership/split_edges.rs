//! `split-edges`: no branch has two edges to one block.
//!
//! Canonicalization merges blocks until a branch hands different tensors to one block: `cf.cond_br %c, ^h(%a), ^h(%b)`.
//! Bufferization changes what a branch hands to a block once, for one edge, and refuses the other. Each further edge goes to a block
//! of its own, which hands the tensors over. It has no arguments: the buffer of an argument that only its own loop gives it is not
//! inferred.
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
    const SUMMARY: &'static str = "Give each of several edges of a branch to one block a block of its own";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for branch in collect_ops(root, |op| is_op(op, "cf.cond_br") || is_op(op, "cf.switch")) {
            for successor in 1..successor_count(branch) {
                let next = target(branch, successor);
                let is_again = (0..successor).any(|other| target(branch, other) == next);
                if is_again && !successor_operands(branch)[successor].is_empty() {
                    give_own_block(branch, successor);
                }
            }
        }
        Ok(())
    }
}

/// Has a block of its own hand over what a branch hands to its successor of this number.
fn give_own_block(branch: Op<'_>, successor: usize) {
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
    leave_out(branch, successor, handed.len());
}

/// Keeps the groups of operands of a branch that hands nothing to a successor any more, where it handed over so many values.
fn leave_out(branch: Op<'_>, successor: usize, count: usize) {
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
