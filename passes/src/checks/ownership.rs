//! `verify-ownership`: who makes a buffer frees it once, on each path, or gives it away; nobody uses it afterwards.
//!
//! Stored tensors are the buffers that they are stored in. An operation that makes some (`sloop.grow`, `stensor.build`, a call
//! of a conversion, ...) has the function free them, by `stensor.release` or as the source of a sort, or give them to its
//! caller. What a workspace collects is the workspace's, until it takes points or collects again. With `allocated`, the same holds of what
//! `memref.alloc` makes, as it does when everything is loops over arrays; before, dense buffers are freed by nobody yet.
//!
//! What the functions of a program make and hand over is their caller's to free ([`crate::ownership`]), which is asked for with
//! `allocated`: until then, dense results are among it.
//!
//! The check goes through functions in the order of the program, follows calls, and knows of branches, loops, and cells of the
//! stack that hold a buffer. Every path counts: conditions are not compared. Where it cannot know, it is silent: of functions
//! without a body, of recursion, of buffers that an unknown operation takes, that are chosen between,
//! or that are stored in memory other than cells.
//!
//! Example: `test/passes/verify_ownership.mlir`. Not done here: what the outside does with what the program gives it.

use crate::{
    diagnostic::{Reported, error_with_notes},
    options,
    ownership::{Fault, Summaries},
    pass::Pass,
};
use lacuna_dialects::ir::{Op, op_name};
use melior::ir::operation::OperationLike;

options! {
    /// Options of `verify-ownership`.
    pub struct VerifyOwnership {
        /// what memref.alloc makes is to be freed, too
        pub allocated: bool = "false",
    }
}

impl Pass for VerifyOwnership {
    const ARGUMENT: &'static str = "verify-ownership";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const SUMMARY: &'static str = "Check that who makes a buffer frees it once, and that nobody uses it afterwards";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let faults = Summaries::faults(root, self.allocated);
        faults.into_iter().map(report).reduce(|_, last| last).map_or(Ok(()), Err)
    }
}

fn report(fault: Fault<'_>) -> Reported {
    let maker = fault.maker.map(|maker| (maker.location(), format!("{} makes it", op_name(maker))));
    let notes: Vec<_> = maker.into_iter().collect();
    error_with_notes(fault.op.location(), &fault.message, &notes)
}
