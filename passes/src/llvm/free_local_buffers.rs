//! `free-local-buffers`: free the buffers that only the block which made them accesses.
//!
//! Bufferization makes a buffer for each dense tensor that a function computes for its own use, and frees none. Here each
//! is freed after its last access, where it can be seen that nobody keeps it: it is only loaded from, stored to, copied,
//! looked at through views, or passed to functions that do no more.
//!
//! Runs when everything is loops over buffers. Example: `test/conversions/free_local_buffers.mlir`. Not done here: buffers
//! that are returned, passed on, resized or yielded, whose owner is elsewhere, and those that are freed already.

use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, arguments, blocks, body, collect_ops, is_op, op_name, operands, ops_in, results, users},
};
use melior::ir::operation::OperationLike;
use std::collections::BTreeMap;

options! {
    /// Options of `free-local-buffers`.
    pub struct FreeLocalBuffers {}
}

/// Operations that access a buffer and keep nothing of it.
const ACCESSES: [&str; 13] = [
    "memref.load",
    "memref.store",
    "memref.dim",
    "memref.copy",
    "memref.prefetch",
    "memref.atomic_rmw",
    "vector.load",
    "vector.store",
    "vector.maskedload",
    "vector.maskedstore",
    "vector.gather",
    "vector.transfer_read",
    "vector.transfer_write",
];

/// Operations whose result is a view of their first operand.
const VIEWS: [&str; 5] =
    ["memref.cast", "memref.subview", "memref.reinterpret_cast", "memref.collapse_shape", "memref.expand_shape"];

impl Pass for FreeLocalBuffers {
    const ARGUMENT: &'static str = "free-local-buffers";
    const SUMMARY: &'static str = "Free buffers that only the block which made them accesses";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let functions = collect_ops(root, |op| is_op(op, "func.func"));
        let functions = functions.into_iter().filter_map(|function| Some((symbol(function, "sym_name")?, function)));
        let functions: Functions<'_> = functions.collect();
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

/// The name in an attribute of an operation, without quotes or `@`.
fn symbol(op: Op<'_>, attribute: &str) -> Option<String> {
    let name = op.attribute(attribute).ok()?.to_string();
    Some(name.trim_matches(['"', '@']).to_owned())
}

/// The operation of the block before which a buffer can be freed, if nobody keeps it.
fn end_of_use<'c>(buffer: Value<'c>, block: &[Op<'c>], functions: &Functions<'c>) -> Option<Op<'c>> {
    let made = block.iter().position(|op| results(*op).contains(&buffer))?;
    let places = accesses(buffer, functions, 0)?.into_iter().map(|access| place(access, block));
    let last = places.collect::<Option<Vec<_>>>()?.into_iter().max().unwrap_or(made);
    // Something follows: blocks end with what leaves them.
    block.get(last.max(made) + 1).copied()
}

/// The operations that access a buffer, itself or through views, if none of them keeps it.
fn accesses<'c>(buffer: Value<'c>, functions: &Functions<'c>, depth: usize) -> Option<Vec<Op<'c>>> {
    let (mut found, mut aliases) = (Vec::new(), vec![buffer]);
    while let Some(alias) = aliases.pop() {
        for user in users(alias) {
            let name = op_name(user);
            if VIEWS.contains(&name.as_str()) {
                aliases.push(results(user)[0]);
            } else if name == "func.call" {
                let callee = functions.get(&symbol(user, "callee")?).filter(|_| depth < DEEPEST)?;
                let parameters = arguments(body(*callee, 0)?);
                for (operand, parameter) in operands(user).into_iter().zip(parameters) {
                    if operand == alias {
                        accesses(parameter, functions, depth + 1)?;
                    }
                }
            } else if name == "memref.store" && operands(user)[0] == alias
                || !ACCESSES.contains(&name.as_str()) && !name.starts_with("linalg.")
            {
                return None;
            }
            found.push(user);
        }
    }
    Some(found)
}

/// The place in the block of an operation that stands in it, or inside of one that does.
fn place(op: Op<'_>, block: &[Op<'_>]) -> Option<usize> {
    let mut around = Some(op);
    while let Some(op) = around {
        if let Some(place) = block.iter().position(|other| *other == op) {
            return Some(place);
        }
        around = op.parent_operation();
    }
    None
}
