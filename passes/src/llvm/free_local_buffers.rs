//! `free-local-buffers`: free the buffers that only the block which made them accesses.
//!
//! Bufferization makes a buffer for each dense tensor that a function computes for its own use, and frees none. Here each
//! is freed after its last access, where it can be seen that nobody keeps it: it is only loaded from, stored to, copied,
//! looked at through views, or passed to functions that do no more.
//!
//! Runs when everything is loops over buffers. Example: `test/conversions/free_local_buffers.mlir`. Not done here: buffers
//! that are returned, passed on, resized or yielded, whose owner is elsewhere, and those that are freed already.

use crate::{
    buffer_effects::Effects,
    diagnostic::Reported,
    options,
    pass::Pass,
    symbols::{callee, symbol},
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, arguments, blocks, body, collect_ops, is_op, operands, ops_in, place_in, results, users},
};
use std::collections::BTreeMap;

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
        let functions = collect_ops(root, |op| is_op(op, "func.func"));
        let functions: Functions<'_> = functions.into_iter().map(|function| (symbol(function), function)).collect();
        let with_blocks = collect_ops(root, |op| !blocks(op).is_empty());
        for block in with_blocks.into_iter().flat_map(blocks) {
            let ops = ops_in(block);
            let made = ops.iter().filter(|op| is_op(**op, "memref.alloc")).map(|op| results(*op)[0]);
            let freed: Vec<_> =
                made.filter_map(|buffer| Some((buffer, end_of_use(buffer, &ops, &functions)?))).collect();
            for (buffer, end) in freed {
                Builder::before(end).create("memref.dealloc", &[buffer], &[], &[], Vec::new());
            }
        }
        Ok(())
    }
}

/// The functions of a module by name.
type Functions<'c> = BTreeMap<String, Op<'c>>;

/// How deep calls are followed.
const DEEPEST: usize = 4;

/// The operation of the block before which a buffer can be freed, if nobody keeps it.
fn end_of_use<'c>(buffer: Value<'c>, block: &[Op<'c>], functions: &Functions<'c>) -> Option<Op<'c>> {
    let made = block.iter().position(|op| results(*op).contains(&buffer))?;
    let places = accesses(buffer, functions, 0)?.into_iter().map(|access| place_in(block, access));
    let last = places.collect::<Option<Vec<_>>>()?.into_iter().max().unwrap_or(made);
    // Something follows: blocks end with what leaves them.
    block.get(last.max(made) + 1).copied()
}

/// The operations that access a buffer, itself or through views, if none of them keeps it.
fn accesses<'c>(buffer: Value<'c>, functions: &Functions<'c>, depth: usize) -> Option<Vec<Op<'c>>> {
    let (mut found, mut aliases) = (Vec::new(), vec![buffer]);
    while let Some(alias) = aliases.pop() {
        for user in users(alias) {
            let effects = Effects::of(user, true);
            if is_op(user, "func.call") {
                let callee = functions.get(&callee(user)).filter(|_| depth < DEEPEST)?;
                let parameters = arguments(body(*callee, 0)?);
                for (operand, parameter) in operands(user).into_iter().zip(parameters) {
                    if operand == alias {
                        accesses(parameter, functions, depth + 1)?;
                    }
                }
            } else if effects.keeps(alias) {
                aliases.extend(effects.views_of(alias));
            } else {
                return None;
            }
            found.push(user);
        }
    }
    Some(found)
}
