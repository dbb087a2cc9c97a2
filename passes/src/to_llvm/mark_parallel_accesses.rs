//! `mark-parallel-accesses`: tell LLVM which loads and stores the rounds of a loop may make side by side.
//!
//! A loop annotation names groups of accesses for this (`parallelAccesses`), and each load and store of the loop has to say that it
//! is in one. Loads and stores of buffers cannot say so. So whoever annotates a loop with a group of its own means all accesses in
//! the loop, and this pass puts them into the group when buffers are pointers.
//!
//! Example: `test/conversions/mark_parallel_accesses.mlir`. Not done here: finding out what may run side by side
//! (`scf/scatters.rs`).

use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::ir::{Op, blocks, collect_ops, is_op, op, ops_in, parallel_accesses, set_attribute};
use melior::ir::{BlockLike, BlockRef, operation::OperationLike};

options! {
    /// Options of `mark-parallel-accesses`.
    pub struct MarkParallelAccesses {}
}

impl Pass for MarkParallelAccesses {
    const ARGUMENT: &'static str = "mark-parallel-accesses";
    const SUMMARY: &'static str = "Put the loads and stores of a loop into the group that its annotation names";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for function in collect_ops(root, |op| is_op(op, "llvm.func")) {
            let blocks = blocks(function);
            for latch in blocks.iter().copied() {
                let Some(branch) = latch.terminator().map(|branch| op(&branch)) else { continue };
                let groups = branch.attribute("loop_annotation").ok().and_then(parallel_accesses);
                let (Some(groups), Ok(header)) = (groups, branch.successor(0)) else { continue };
                for access in in_loop(&blocks, header, latch).into_iter().flat_map(ops_in) {
                    if is_op(access, "llvm.load") || is_op(access, "llvm.store") {
                        set_attribute(access, "access_groups", groups);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The blocks of a loop: those from which its latch is reached without its header.
fn in_loop<'c>(
    blocks: &[BlockRef<'c, 'c>],
    header: BlockRef<'c, 'c>,
    latch: BlockRef<'c, 'c>,
) -> Vec<BlockRef<'c, 'c>> {
    let mut inside = vec![header];
    let mut waiting = vec![latch];
    while let Some(block) = waiting.pop() {
        if inside.contains(&block) {
            continue;
        }
        inside.push(block);
        let leads_here = |other: &&BlockRef<'c, 'c>| {
            other.terminator().is_some_and(|branch| branch.successors().any(|successor| successor == block))
        };
        waiting.extend(blocks.iter().filter(leads_here).copied());
    }
    inside
}
