//! `mark-parallel-accesses`: tell LLVM which loads and stores the rounds of a loop may make side by side.
//!
//! A loop annotation names groups of accesses for this (`parallelAccesses`), and each load and store of the loop has to say that it
//! is in one. Loads and stores of buffers cannot say so. So whoever annotates a loop with a group of its own means all accesses in
//! the loop, and this pass puts them into the group when buffers are pointers.
//!
//! Example: `test/conversions/mark_parallel_accesses.mlir`. Not done here: finding out what may run side by side
//! (`scf/scatters.rs`).

use super::loops::{ANNOTATION, NaturalLoop};
use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::ir::{Op, collect_ops, is_op, parallel_accesses, set_attribute};
use melior::ir::operation::OperationLike;

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
            for natural in NaturalLoop::all_of(function) {
                let annotations = natural.branches_back.iter().filter_map(|branch| branch.attribute(ANNOTATION).ok());
                let Some(groups) = annotations.into_iter().find_map(parallel_accesses) else { continue };
                for access in natural.body() {
                    if is_op(access, "llvm.load") || is_op(access, "llvm.store") {
                        set_attribute(access, "access_groups", groups);
                    }
                }
            }
        }
        Ok(())
    }
}
