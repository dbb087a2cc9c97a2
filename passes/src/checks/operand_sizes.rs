//! `check-operand-sizes`: operands that disagree on the size of an index variable are found when a kernel starts.
//!
//! All dimensions that a variable of a `linalg.generic` subscripts alone have one size. Where types do not say so, they
//! are compared, and a `cf.assert` names two that differ. A dimension that is subscripted by a sum (`i + k`) has to hold
//! the smallest and the largest value of it. Sizes of what comes from outside are compared at the start of the function,
//! each pair once for all operations; others before the operation. Sizes that are known to be the same need no check.
//!
//! A `sloop.nest` names the extents of its loops. They are compared with the dimensions that the loops are taken to run over,
//! and all other subscripts have to be inside.
//!
//! Where a `tensor.cast` or a conversion of a stored tensor promises sizes, these are compared, too.
//!
//! Examples: `test/passes/check_operand_sizes.mlir`, of nests `test/passes/check_extents.mlir`. Not done here: static sizes, which
//! verifiers judge; operations of `linalg` on dense tensors alone, unless `all` is set.

mod check;
mod of_linalg;
mod of_nest;
mod traced_size;

use crate::{diagnostic::Reported, linalg::linalg_to_sloop::has_stored_operand, options, pass::Pass};
use lacuna_dialects::{
    ir::{Op, body, collect_ops, is_op},
    sloop::index::Nest,
};
use of_linalg::{checks_of_cast, checks_of_generic, is_cast};
use of_nest::checks_of_nest;

options! {
    /// Options of `check-operand-sizes`.
    pub struct CheckOperandSizes {
        /// also check operations of linalg on dense tensors only
        pub all: bool = "false",
    }
}

impl Pass for CheckOperandSizes {
    const ARGUMENT: &'static str = "check-operand-sizes";
    const SUMMARY: &'static str = "Assert at entry that operands agree on the size of each index variable";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for function in collect_ops(root, |op| is_op(op, "func.func")) {
            let Some(entry) = body(function, 0) else { continue };
            let mut checks = Vec::new();
            let generics = collect_ops(function, |op| is_op(op, "linalg.generic"));
            for op in generics.into_iter().filter(|op| self.all || has_stored_operand(*op)) {
                checks.extend(checks_of_generic(op).into_iter().map(|check| (op, check)));
            }
            for op in collect_ops(function, is_cast) {
                checks.extend(checks_of_cast(op).into_iter().map(|check| (op, check)));
            }
            for nest in collect_ops(function, Nest::is).into_iter().filter_map(Nest::of) {
                checks.extend(checks_of_nest(nest).into_iter().map(|check| (nest.op(), check)));
            }
            check::emit(entry, &checks);
        }
        Ok(())
    }
}
