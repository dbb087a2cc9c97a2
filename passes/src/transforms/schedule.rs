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

mod chain;
mod folds;
mod replaced;
mod statement;

use super::{
    rewrite_planned,
    sharing::{Apart, share_loops},
};
use crate::{
    choices::planning_options,
    diagnostic::Reported,
    index::{
        Nest, Stmt,
        distribute::{distribute, units},
        problem::Problem,
        statement::first_where,
    },
    pass::Pass,
    plan::Plan,
};
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

/// The parts of a statement whose operands cannot be walked in the loops that they share, if they can be walked apart.
fn walk_apart(nest: &mut Nest, statement: &Stmt) -> Option<Vec<Stmt>> {
    let is_one_loop = units(statement).len() == 1 || first_where(std::slice::from_ref(statement)).is_some();
    if is_one_loop || can_be_walked(nest, std::slice::from_ref(statement)).is_ok() {
        return None;
    }
    let mut trial = nest.clone();
    let sharing = share_loops(statement, &mut |group| {
        let (mut own, mut alone) = (trial.clone(), Vec::new());
        let found = schedule_statement(&mut own, group.clone(), None, &mut alone);
        let walked = found.and_then(|_| can_be_walked(&own, &alone));
        walked.map_err(|problem| Apart::Walks(problem.message().to_owned()))
    });
    if !sharing.is_apart() {
        return None;
    }
    let mut parts = Vec::new();
    for part in distribute(&mut trial, statement, &sharing.groups).ok()? {
        schedule_statement(&mut trial, part, None, &mut parts).ok()?;
    }
    can_be_walked(&trial, &parts).ok()?;
    *nest = trial;
    Some(parts)
}

/// Whether there is a plan for statements.
fn can_be_walked(nest: &Nest, body: &[Stmt]) -> Result<(), Problem> {
    Plan::new(&Nest { body: body.to_vec(), ..nest.clone() }).map(|_| ())
}
