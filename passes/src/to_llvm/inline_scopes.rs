//! `inline-scopes`: put the bodies of `memref.alloca_scope` in its place, and what they allocate on the stack at the entry of
//! the function.
//!
//! What grows keeps its state in cells of a scope that ends with its operation. LLVM turns cells into registers only at the
//! entry of a function; left in loops, they would take more of the stack in each round, too. A scope is inlined if the
//! operations around it, up to the function, run one round after the other, so that one cell serves all rounds. A scope in a
//! parallel loop stays: each thread has cells of its own.
//!
//! Runs when everything is loops. Example: `test/conversions/inline_scopes.mlir`. Not done here: scopes with allocations
//! whose size is not known, or in loops and branches of their own.

use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Block, Op, body, collect_ops, context, erase, is_op, op, op_name, operands, ops_in, replace_uses, results},
};
use melior::ir::operation::OperationLike;

options! {
    /// Options of `inline-scopes`.
    pub struct InlineScopes {}
}

/// Operations that run their regions on the thread that comes to them, one round after the other.
const SEQUENTIAL: [&str; 6] =
    ["scf.for", "scf.while", "scf.if", "scf.index_switch", "scf.execute_region", "memref.alloca_scope"];

impl Pass for InlineScopes {
    const ARGUMENT: &'static str = "inline-scopes";
    const SUMMARY: &'static str = "Put scopes of the stack into their functions, where nothing runs in parallel";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        // Inner ones first: what they allocate leaves those around.
        for scope in collect_ops(root, |op| is_op(op, "memref.alloca_scope")).into_iter().rev() {
            if let (Some(entry), Some(block)) = (entry_for(scope), body(scope, 0))
                && collect_ops(scope, allocates).into_iter().all(|cell| operands(cell).is_empty() && is_in(cell, scope))
            {
                inline(scope, block, entry);
            }
        }
        Ok(())
    }
}

fn allocates(op: Op<'_>) -> bool {
    is_op(op, "memref.alloca")
}

/// Whether an operation stands in the body of another itself.
fn is_in(op: Op<'_>, around: Op<'_>) -> bool {
    parent(op) == Some(around)
}

fn parent<'c>(inner: Op<'c>) -> Option<Op<'c>> {
    inner.parent_operation().map(|around| op(&around))
}

/// The first block of the function that has a scope, if one cell there serves all its rounds.
fn entry_for(scope: Op<'_>) -> Option<Block<'_>> {
    let mut around = parent(scope)?;
    while SEQUENTIAL.contains(&op_name(around).as_str()) {
        around = parent(around)?;
    }
    body(around, 0).filter(|_| is_op(around, "func.func"))
}

fn inline<'c>(scope: Op<'c>, block: Block<'c>, entry: Block<'c>) {
    let before = Builder::before(scope);
    for inner in ops_in(block) {
        if allocates(inner) {
            Builder::at_start(context(scope), entry, inner.location()).adopt(inner);
        } else if is_op(inner, "memref.alloca_scope.return") {
            for (old, new) in results(scope).into_iter().zip(operands(inner)) {
                replace_uses(old, new);
            }
            erase(inner);
        } else {
            before.adopt(inner);
        }
    }
    erase(scope);
}
