//! `sloop-release-intermediates`: free stored tensors that a function computes for its own use.
//!
//! A stored result has arrays of its own, whatever its nest starts from, and so has what a list is built into, and what a
//! function converts. One that the function only reads, itself or its arrays, has no owner outside, so the function frees it
//! after the last read. Runs when the nests are final, before bufferization, which frees nothing that is stored.
//!
//! Example: `test/passes/release_intermediates.mlir`. Not done here: tensors that something else may keep, such as a function of
//! the program (what a conversion is made of is freed by who makes the conversion), and tensors that nothing reads but for
//! their sizes, which are not computed at all.

use crate::{buffer_effects::end_of_use, diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, blocks, collect_ops, is_op, ops_in, results, users},
    sloop::index::Nest,
    stensor::{
        conversion::{Build, CONVERSION, Sort},
        storage::Release,
    },
};
use melior::ir::{ValueLike, operation::OperationLike};

options! {
    /// Options of `sloop-release-intermediates`.
    pub struct ReleaseIntermediates {}
}

/// Operations whose stored results have arrays of their own.
const MAKERS: [&str; 3] = [Nest::NAME, Build::NAME, Sort::NAME];

impl Pass for ReleaseIntermediates {
    const ARGUMENT: &'static str = "sloop-release-intermediates";
    const SUMMARY: &'static str = "Free stored tensors that only their function reads";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for function in collect_ops(root, |op| is_op(op, "func.func")) {
            for block in blocks(function) {
                let ops = ops_in(block);
                let makes = |op: &&Op<'_>| is_conversion(**op) || MAKERS.iter().any(|name| is_op(**op, name));
                let made = ops.iter().filter(makes).flat_map(|op| results(*op));
                let freed: Vec<_> = made.filter_map(|tensor| Some((tensor, end_of_tensor(tensor, &ops)?))).collect();
                for (tensor, end) in freed {
                    Release::build(&Builder::before(end), tensor);
                }
            }
        }
        Ok(())
    }
}

/// Whether an operation has a function convert a tensor.
fn is_conversion(op: Op<'_>) -> bool {
    is_op(op, "func.call") && op.has_attribute(CONVERSION)
}

/// The operation before which a tensor can be freed, if somebody makes it and nobody keeps it.
fn end_of_tensor<'c>(tensor: Value<'c>, block: &[Op<'c>]) -> Option<Op<'c>> {
    Format::of(tensor.r#type())?;
    let is_made = !users(tensor).iter().all(|user| is_op(*user, "tensor.dim"));
    is_made.then(|| end_of_use(tensor, block))?
}
