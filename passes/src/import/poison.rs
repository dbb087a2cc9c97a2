//! `expand-poison`: tensors without a value become empty ones.
//!
//! Upstream's `lift-cf-to-scf` makes loops of blocks. What such a loop carries and does not have yet is `ub.poison`, which has no
//! buffer. Nobody reads such a tensor. Its unknown sizes become zero; known ones stay, as the type asks for them.
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
    const SUMMARY: &'static str = "Make tensors without a value empty ones";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for poison in collect_ops(root, |op| is_op(op, "ub.poison")) {
            let r#type = results(poison)[0].r#type();
            let Some(sizes) = shape(r#type).filter(|_| r#type.is_ranked_tensor()) else { continue };
            let builder = Builder::before(poison).located(poison.location());
            let unknown: Vec<_> = sizes.iter().filter(|size| size.is_none()).map(|_| builder.index(0)).collect();
            replace_uses(results(poison)[0], builder.value("tensor.empty", &unknown, r#type, &[]));
            erase(poison);
        }
        Ok(())
    }
}
