//! `free-local-buffers`: free the buffers that only the block which made them accesses.
//!
//! Bufferization makes a buffer for each dense tensor that a function computes for its own use, and frees none. Here each
//! is freed after its last access, where it can be seen that nobody keeps it: it is only loaded from, stored to, copied,
//! looked at through views, or passed to functions that do no more. So is a buffer that a function called made and handed over
//! ([`crate::ownership`]).
//!
//! Runs when everything is loops over buffers. Example: `test/conversions/free_local_buffers.mlir`. Not done here: buffers
//! that are returned, passed on, resized or yielded, whose owner is elsewhere, those that are freed already, and those of
//! which it is not known that a function called made them: they may be arguments.

use crate::{
    diagnostic::Reported,
    options,
    ownership::{Callees, Summaries, end_of_use},
    pass::Pass,
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, blocks, collect_ops, is_memref, is_op, ops_in, results},
};
use melior::ir::ValueLike;

options! {
    /// Options of `free-local-buffers`.
    pub struct FreeLocalBuffers {}
}

impl Pass for FreeLocalBuffers {
    const ARGUMENT: &'static str = "free-local-buffers";
    const SUMMARY: &'static str = "Free buffers that only the block which made them accesses";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let mut functions = Summaries::new(root, true);
        let mut freed = Vec::new();
        // Decide everything first: what a function makes is told from its body.
        for block in collect_ops(root, |op| !blocks(op).is_empty()).into_iter().flat_map(blocks) {
            let ops = ops_in(block);
            for op in &ops {
                for buffer in made(*op, &mut functions) {
                    freed.extend(end_of_use(buffer, &ops, &mut functions).map(|end| (buffer, end)));
                }
            }
        }
        for (buffer, end) in freed {
            Builder::before(end).create("memref.dealloc", &[buffer], &[], &[], Vec::new());
        }
        Ok(())
    }
}

/// The buffers that an operation makes for the block that it stands in.
fn made<'c>(op: Op<'c>, functions: &mut Summaries<'c>) -> Vec<Value<'c>> {
    let is_buffer = |value: &Value<'c>| is_memref(value.r#type());
    if is_op(op, "memref.alloc") {
        results(op)
    } else if is_op(op, "func.call") && results(op).iter().any(is_buffer) {
        let made = functions.callee(op).map_or_else(Vec::new, |callee| callee.made(op));
        made.into_iter().filter(is_buffer).collect()
    } else {
        Vec::new()
    }
}
