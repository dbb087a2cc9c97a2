//! `sloop-schedule`: put the loops of each nest into an order in which stored tensors can be walked.
//!
//! The order follows the levels of every stored tensor (see [`crate::analysis::iteration_graph`]) and otherwise stays
//! as it is. Where the operands contradict a stored result, it may be enough that the loops follow its lower levels: its
//! nodes are counted by parent before they are placed. A write that *replaces* a point, under loops that a stored tensor will drive, would miss the points that
//! the tensor does not store: it becomes a loop that writes everywhere what the value is where nothing is stored, and a
//! write that adds to that (zero) or replaces it. Where that is no constant, every point will be visited.
//!
//! A nest (or `linalg.generic`) with the attribute `sloop.keep_order` keeps the order it has, or is refused.
//!
//! Loops that stand directly inside one another are put into order together, with all that is inside of them; then those further
//! inside. Statements that share loops go on sharing them, as many as there is an order for all ([`super::sharing`]). Around a
//! `sloop.where` there has to be one.
//!
//! Example: `test/passes/schedule.mlir`. Not done here: choosing lanes (`sloop-vectorize`); conversions where the
//! orders contradict one another.

mod apart;
mod chain;
mod folds;
mod replaced;
mod statement;

use super::rewrite_planned;
use crate::{
    choices::planning_options,
    diagnostic::Reported,
    index::{Nest, problem::Problem},
    pass::Pass,
};
use apart::walk_apart;
use lacuna_dialects::ir::Op;
use statement::schedule_statement;

planning_options! {
    /// Options of `sloop-schedule`.
    pub struct Schedule {}
}

impl Pass for Schedule {
    const ARGUMENT: &'static str = "sloop-schedule";
    const SUMMARY: &'static str = "Order the loops of each nest so that stored tensors can be walked level by level";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_planned(root, self.choices(), schedule_nest)
    }
}

/// Puts the loops of every statement into order; says whether something changed.
pub fn schedule_nest(nest: &mut Nest) -> Result<bool, Problem> {
    let mut changed = false;
    let mut after = Vec::new();
    for statement in nest.body.clone() {
        let mut ordered = Vec::new();
        changed |= schedule_statement(nest, statement, None, &mut ordered)?;
        for statement in ordered {
            let apart = walk_apart(nest, &statement);
            changed |= apart.is_some();
            after.extend(apart.unwrap_or_else(|| vec![statement]));
        }
    }
    nest.body = after;
    Ok(changed)
}
