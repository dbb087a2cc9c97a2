//! `sloop-insert-workspaces`: let the terms of a stored result come in another order than its points.
//!
//! `C(i,j) = A(i,k) * B(k,j)` with rows in both operands gives the terms of a row of `C` in the order `k, j`: those of a point come
//! apart, and its points out of order. A stored result takes neither. So the sums of a row are collected in a workspace first
//! (WORKSPACES, 6.2), and the row is taken from there:
//!
//! ```text
//! forall i { where w(j) { forall k, j: w(j) += A(i,k) * B(k,j) } { forall j: C(i,j) = w(j) } }
//! ```
//!
//! The loops that the points and the terms have in common stand around both. Which order of the points this is, and whether a
//! point is better computed at once, is decided by cost: each [`candidate`](candidates) is planned, with the conversions that
//! `sloop-insert-conversions` would make for it, and the cheapest is taken. A remark says what was chosen, and why.
//!
//! What is summed need not be the value of a point: `C(i,j) = f(sum)` reads the sum where it stood. Several sums share a workspace
//! where their sum is the value, unless floating point must not be reassociated ([`sums`]).
//!
//! Where an order of the loops was asked for, in which terms scatter, the workspace has the dimensions that this order leaves
//! ([`asked`]). A schedule may ask for the workspace, too: for its dimensions, and for the way in which it keeps its points
//! (`precompute`). If there cannot be such a workspace, the nest is refused.
//!
//! Example: `test/passes/insert_workspaces.mlir`. Not done here: results that grow in loops that they share; sums of which each
//! operand can be located, which cost least where they stand.

mod asked;
mod candidates;
mod collected;
mod sums;

use super::search::PlanSearch;
use crate::{
    bridge::{read::read_nests, write::replace_all},
    choices::planning_options,
    diagnostic::{Reported, remark},
    index::{Nest, TensorId, problem::Problem, writes},
    pass::Pass,
};
pub(super) use asked::scatters_as_asked;
use asked::{AskedOrder, asked_order};
use candidates::{Candidate, cheapest};
use collected::collect;
use lacuna_dialects::{ir::Op, sloop::schedule::Precompute};

planning_options! {
    /// Options of `sloop-insert-workspaces`.
    pub struct InsertWorkspaces {}
}

impl Pass for InsertWorkspaces {
    const ARGUMENT: &'static str = "sloop-insert-workspaces";
    const SUMMARY: &'static str = "Collect the sums of stored results in workspaces where that costs least";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let (nests, mut binding) = read_nests(root)?;
        let mut changed = Vec::new();
        for mut nest in nests {
            nest.choices = self.choices();
            let search = PlanSearch::default();
            let inserted = insert(&mut nest, &search).map_err(|problem| binding.report(problem))?;
            search.remark().iter().for_each(|fact| remark(binding.location(nest.place), fact));
            inserted.iter().for_each(|fact| remark(binding.location(nest.place), fact));
            if !inserted.is_empty() {
                changed.push(nest);
            }
        }
        replace_all(changed, &mut binding);
        Ok(())
    }
}

/// Collects sums in workspaces; says which, and why.
///
/// # Errors
/// If a workspace was asked for that there cannot be.
pub(super) fn insert(nest: &mut Nest, search: &PlanSearch) -> Result<Vec<String>, Problem> {
    let asked = nest.precompute.clone();
    let (mut facts, mut unfit) = (Vec::new(), None);
    let mut statement = 0;
    while statement < nest.body.len() {
        let candidate = match nest.keep_order {
            true => as_asked(nest, statement, asked.as_ref()),
            false => cheapest(nest, statement, asked.as_ref(), search),
        };
        match candidate {
            Ok(Some(candidate)) => {
                facts.push(fact(&candidate));
                *nest = candidate.nest;
            }
            Ok(None) => {}
            Err(why) => unfit = Some(why),
        }
        statement += 1;
    }
    nest.precompute = None;
    if let Some(asked) = asked.filter(|_| facts.is_empty()) {
        facts.push(no_workspace(nest, &asked, unfit)?);
    }
    Ok(facts)
}

/// What is said where a workspace was asked for that nothing needs.
///
/// # Errors
/// If there cannot be one.
fn no_workspace(nest: &Nest, asked: &Precompute, unfit: Option<String>) -> Result<String, Problem> {
    let over = asked.over.join(", ");
    let is_result = |tensor: TensorId| nest.tensor(tensor).is_output && nest.tensor(tensor).is_stored();
    let all = writes(&nest.body);
    let mut stored = all.iter().filter(|(_, write)| is_result(write.target.tensor)).peekable();
    let why = match (unfit, stored.peek()) {
        (Some(why), _) => why,
        (None, None) => "no result is stored, and a dense one takes terms in any order".to_owned(),
        (None, Some(_)) => {
            if !stored.any(|(_, write)| write.combiner.is_some() || !nest.folded_vars(write.value).is_empty()) {
                return Ok(format!(
                    "a workspace over {over} was asked for, and none is needed: each point of the result has one term"
                ));
            }
            "no stored result has sums over stored operands whose terms come out of order".to_owned()
        }
    };
    Err(Problem::new(nest.place, format!("a workspace over {over} was asked for: {why}")))
}

/// The statements of a result with workspaces for the order that was asked for, if their terms scatter in it.
fn as_asked(nest: &Nest, statement: usize, asked: Option<&Precompute>) -> Result<Option<Candidate>, String> {
    let mut trial = nest.clone();
    let Some(AskedOrder { statements, write, division, collection }) = asked_order(&mut trial, statement, asked)?
    else {
        return Ok(None);
    };
    let body = collect(&mut trial, &write, &division, &collection);
    trial.body.splice(statements, body);
    // Terms without sums, such as what an updated result held, may come in order.
    let scattered = division.sums[0].terms.iter().max_by_key(|term| term.vars.len());
    let inner = scattered.map_or(&[][..], |term| &term.order);
    let order: Vec<_> = collection.around.iter().chain(inner).copied().collect();
    let why = format!("in the order that was asked for, {}, they scatter", nest.loop_names(&order));
    Ok(Some(Candidate { nest: trial, result: write.target.tensor, collection, why }))
}

/// What is done for a candidate.
fn fact(Candidate { nest, result, collection, why }: &Candidate) -> String {
    let around = match collection.around.as_slice() {
        [] => "once".to_owned(),
        around => format!("for each {}", nest.var_names(around, ", ")),
    };
    format!(
        "the sums of result {} are collected in a workspace over {}, {around}: {why}",
        nest.name(*result),
        nest.var_names(&collection.inside, ", ")
    )
}
