//! `generalize-named-ops`: named operations of `linalg` become `linalg.generic`, and nothing else changes.
//!
//! Upstream's `linalg-generalize-named-ops` folds what it comes across. What a result stores would then hang on the type of
//! its elements: a product with the integer 0 becomes a constant, which stands at every point, while one with 0.0 has the
//! points of the other factor.
//!
//! Example: `test/conversions/generalize_named_ops.mlir`.

use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    ir::{Op, collect_ops, op_name},
    linalg::generalize,
};

options! {
    /// Options of `generalize-named-ops`.
    pub struct GeneralizeNamedOps {}
}

impl Pass for GeneralizeNamedOps {
    const ARGUMENT: &'static str = "generalize-named-ops";
    const SUMMARY: &'static str = "Convert named operations of linalg to linalg.generic, without folding";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for op in collect_ops(root, |op| op_name(op).starts_with("linalg.")) {
            generalize(op);
        }
        Ok(())
    }
}
