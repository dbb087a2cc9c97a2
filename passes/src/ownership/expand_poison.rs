//! `expand-poison`: `ub.poison` of tensor type becomes `tensor.empty`.
//!
//! Upstream's `lift-cf-to-scf` turns branches between blocks into loops. A tensor that such a loop carries, and that has no value
//! before the first round, starts as `ub.poison`, which has no buffer. No operation reads it. Its dynamic sizes become zero;
//! static ones stay.
//!
//! Runs first, so that every pass sees a `tensor.empty`. Example: `test/conversions/expand_poison.mlir`. Not done here: scalars
//! and buffers, which `convert-ub-to-llvm` converts.

use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, collect_ops, erase, is_op, replace_uses, results, shape},
};
use melior::ir::{TypeLike, ValueLike, operation::OperationLike};

options! {
    /// Options of `expand-poison`.
    pub struct ExpandPoison {}
}

impl Pass for ExpandPoison {
    const ARGUMENT: &'static str = "expand-poison";
    const SUMMARY: &'static str = "Replace ub.poison of tensor type by tensor.empty";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for poison in collect_ops(root, |op| is_op(op, "ub.poison")) {
            let r#type = results(poison)[0].r#type();
            let Some(sizes) = shape(r#type).filter(|_| r#type.is_ranked_tensor()) else { continue };
            let builder = Builder::before(poison).located(poison.location());
            let zero_sizes: Vec<_> = sizes.iter().filter(|size| size.is_none()).map(|_| builder.index(0)).collect();
            replace_uses(results(poison)[0], builder.value("tensor.empty", &zero_sizes, r#type, &[]));
            erase(poison);
        }
        Ok(())
    }
}
