//! `sloop-release-intermediates`: free stored tensors that a function computes for its own use.
//!
//! A stored result has arrays of its own, whatever its nest starts from, and so has what a list is built into, and what a
//! function converts. One that the function only reads, itself or its arrays, has no owner outside, so the function frees it
//! after the last read. The same holds of what a function called made and handed over
//! ([`crate::ownership`]). Runs when the nests are final, before bufferization, which frees nothing that is stored.
//!
//! Example: `test/passes/release_intermediates.mlir`. Not done here: tensors that something else may keep, or
//! of which it is not known that a function called made them (they may be arguments); what a conversion is made of, which is
//! freed by who makes the conversion; and results of nests that nothing reads but for their sizes, which are not
//! computed at all.

use crate::{
    buffer_effects::Effects,
    diagnostic::Reported,
    options,
    ownership::{Callees, Summaries, end_of_use},
    pass::Pass,
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, blocks, collect_ops, is_op, ops_in, users},
    sloop,
    stensor::storage::Release,
};
use melior::ir::ValueLike;

options! {
    /// Options of `sloop-release-intermediates`.
    pub struct ReleaseIntermediates {}
}

impl Pass for ReleaseIntermediates {
    const ARGUMENT: &'static str = "sloop-release-intermediates";
    const SUMMARY: &'static str = "Free stored tensors that only their function reads";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let mut functions = Summaries::new(root, false);
        let mut freed = Vec::new();
        // Decide everything first: what a function makes is told from its body.
        let is_around = |op: Op<'_>| !blocks(op).is_empty() && !sloop::owns(op);
        for block in collect_ops(root, is_around).into_iter().flat_map(blocks) {
            let ops = ops_in(block);
            for op in &ops {
                for value in made(*op, &mut functions) {
                    freed.extend(end_of_use(value, &ops, &mut functions).map(|end| (value, end)));
                }
            }
        }
        for (value, end) in freed {
            Release::build(&Builder::before(end), value);
        }
        Ok(())
    }
}

/// The stored tensors that an operation makes for the block that it stands in.
fn made<'c>(op: Op<'c>, functions: &mut Summaries<'c>) -> Vec<Value<'c>> {
    let made = if is_op(op, "func.call") {
        functions.callee(op).map_or_else(Vec::new, |callee| callee.made(op))
    } else {
        let is_computed = |tensor: &Value<'c>| !users(*tensor).iter().all(|user| is_op(*user, "tensor.dim"));
        Effects::of(op, false).makes.into_iter().filter(is_computed).collect()
    };
    let is_stored = |result: &Value<'c>| Format::of(result.r#type()).is_some();
    made.into_iter().filter(is_stored).collect()
}
