//! `limit-unrolling`: loops of large functions are not unrolled.
//!
//! LLVM unrolls each loop without a look at how large its function has become. Where there are many loops, such as one for each
//! case of a merge, most of them seldom run, and most of the time of compilation goes into copies of their bodies. Functions
//! with more than `loops` loops have theirs marked, so that each is compiled once; lanes stay, as they are there already. So do
//! functions that convert a tensor for others, whatever they have: what they do is bound by memory, and no faster in copies.
//!
//! Runs when everything is loops. Example: `test/conversions/limit_unrolling.mlir`. Not done here: `scf.while`, whose rounds
//! LLVM cannot count.

use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    hints::{LOOP_ANNOTATION, annotate_loop, copies},
    ir::{Op, collect_ops, is_op},
    stensor::conversion::CONVERSION,
};
use melior::ir::operation::OperationLike;

options! {
    /// Options of `limit-unrolling`.
    pub struct LimitUnrolling {
        /// the most loops of a function whose loops may be unrolled: most kernels have less than 20
        pub loops: usize = "40",
        /// the same of functions that convert tensors for others
        pub conversion_loops: usize = "0",
    }
}

impl Pass for LimitUnrolling {
    const ARGUMENT: &'static str = "limit-unrolling";
    const SUMMARY: &'static str = "Keep LLVM from unrolling the loops of large functions";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for function in collect_ops(root, |op| is_op(op, "func.func")) {
            let loops = collect_ops(function, |op| is_op(op, "scf.for") || is_op(op, "scf.while"));
            let most = if function.has_attribute(CONVERSION) { self.conversion_loops } else { self.loops };
            if loops.len() <= most {
                continue;
            }
            for counted in loops.into_iter().filter(|op| is_op(*op, "scf.for") && !op.has_attribute(LOOP_ANNOTATION)) {
                annotate_loop(counted, &copies(1));
            }
        }
        Ok(())
    }
}
