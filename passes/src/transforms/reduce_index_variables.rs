//! `sloop-reduce-index-variables`: decide in which order the loops over the terms of compound subscripts run.
//!
//! Of the variables in `I(i + p, j + q)`, the innermost of `i` and `p` resolves the outer level, and the innermost of `j` and `q`
//! the inner one; the loops over the others reduce the subscripts (CONV, section 4). Where `p` and `q` resolve them, the result is
//! gathered: for each of its points, windows of the operand are walked. Where `i` and `j` do, entries are scattered: for each point
//! of the filter, all of the operand is walked. Which costs less depends on how many windows there are, and how many entries each
//! has (section 6): every choice of resolving variables is planned, with the loops as near to their order as it allows, and the
//! cheapest is taken.
//!
//! One more way changes the variables: with loops over the coordinates `r` and `s` of the operand, `i = r - p` and `j = s - q` are
//! derived, and rounds in which they lie outside of the result are left out. Then entries are walked once for all points of the
//! filter: `O(r - p, s - q) += I(r, s) * F(p, q)`.
//!
//! Example: `test/passes/reduce_index_variables.mlir`. Not done here: stored results, whose points come in order
//! (`sloop-insert-workspaces`); variables that resolve subscripts where no loop does (`sloop-loop-once`).

use super::{insert_conversions::for_statement, rewrite_planned, search::PlanSearch};
use crate::{
    analysis::iteration_graph::{Edge, is_random_access, level_subscripts, loop_order},
    choices::planning_options,
    diagnostic::Reported,
    index::{
        Access, Directives, Nest, Stmt, VarId,
        build::{loops, perfect_loops},
        statement::change_writes,
        writes,
    },
    pass::Pass,
    plan::cost::Cost,
};
use lacuna_dialects::ir::Op;
use std::collections::BTreeMap;

/// The most choices of resolving variables that are tried for a statement.
const MOST_CHOICES: usize = 64;

planning_options! {
    /// Options of `sloop-reduce-index-variables`.
    pub struct ReduceIndexVariables {}
}

impl Pass for ReduceIndexVariables {
    const ARGUMENT: &'static str = "sloop-reduce-index-variables";
    const SUMMARY: &'static str = "Order the loops over the terms of compound subscripts of stored operands";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_planned(root, self.choices(), |nest| Ok(reduce(nest)))
    }
}

/// Orders the loops of each statement that reads compound subscripts; says whether some run in another order.
pub(super) fn reduce(nest: &mut Nest) -> bool {
    if nest.keep_order {
        return false;
    }
    let search = PlanSearch::default();
    let mut changed = false;
    for index in 0..nest.body.len() {
        if let Some(cheaper) = cheaper(nest, index, &search) {
            *nest = cheaper;
            changed = true;
        }
    }
    changed
}

/// The nest with the loops of a statement in another order, or over other variables, if that costs less.
fn cheaper(nest: &Nest, index: usize, search: &PlanSearch) -> Option<Nest> {
    let statement = &nest.body[index];
    let (around, inside) = perfect_loops(statement);
    let all = writes(std::slice::from_ref(statement));
    let is_stored = |access: &Access| nest.tensor(access.tensor).is_stored();
    if all.iter().any(|(_, write)| is_stored(&write.target) || write.combiner.is_none()) {
        return None;
    }
    let given: Vec<(VarId, Directives)> = around.iter().map(|inner| (inner.var, inner.how)).collect();
    let reads: Vec<_> = all.iter().flat_map(|(_, write)| nest.reads(write.value)).collect();
    let in_order = |order: &Vec<VarId>| {
        let how = |var: &VarId| given.iter().find(|(other, _)| other == var).map(|(_, how)| (*var, *how));
        let ordered: Vec<_> = order.iter().filter_map(how).collect();
        let mut trial = nest.clone();
        trial.body[index] = loops(&ordered, inside.to_vec()).pop()?;
        Some(trial)
    };
    let orders = orders(nest, &given, &reads);
    let scattered = (!orders.is_empty()).then(|| over_coordinates(nest, index, (&given, inside), &reads)).flatten();
    let mut best: Option<(Cost, Nest)> = None;
    for trial in orders.iter().filter_map(in_order).chain(scattered) {
        if best.is_some() && search.ends() {
            break;
        }
        let Ok(chosen) = for_statement(&trial, index, search) else { continue };
        if best.as_ref().is_none_or(|(least, _)| chosen.cost.is_less_than(least)) {
            best = Some((chosen.cost, trial));
        }
    }
    best.map(|(_, best)| best).filter(|best| best.body[index] != *statement)
}

/// The nest in which loops over coordinates of an operand take the place of those over variables of the result that occur in its
/// compound subscripts, one in each.
fn over_coordinates(
    nest: &Nest,
    index: usize,
    (given, inside): (&[(VarId, Directives)], &[Stmt]),
    reads: &[Access],
) -> Option<Nest> {
    let mut trial = nest.clone();
    let mut replaced: BTreeMap<VarId, VarId> = BTreeMap::new();
    let targets: Vec<Access> = writes(inside).into_iter().map(|(_, write)| write.target.clone()).collect();
    let walked = reads.iter().find(|read| {
        !is_random_access(nest, read.tensor) && !compound_terms(nest, &vars_of(given), &[*read]).is_empty()
    })?;
    for (dimension, subscript) in walked.subscripts.iter().enumerate() {
        let is_of_result = |var: &VarId| {
            subscript.coefficient(*var) == 1
                && given.iter().any(|(other, _)| other == var)
                && nest.var(*var).has_range()
                && !replaced.contains_key(var)
                && targets.iter().all(|target| target.mentions(*var))
        };
        if subscript.vars().count() < 2 {
            continue;
        }
        let place = |var: VarId| given.iter().position(|(other, _)| *other == var);
        let var = subscript.vars().map(|(var, _)| var).find(is_of_result)?;
        // Where it stands inside of the other terms, its loop walks the level already.
        if subscript.vars().all(|(other, _)| place(other) <= place(var)) {
            return None;
        }
        // Two subscripts may ask for one another's variables.
        replaced.insert(var, trial.loop_over_coordinate(var, subscript, (walked.tensor, dimension))?);
    }
    let own = |(var, how): &(VarId, Directives)| (replaced.get(var).copied().unwrap_or(*var), *how);
    let mut statements = loops(&given.iter().map(own).collect::<Vec<_>>(), inside.to_vec());
    change_writes(&mut statements, &mut |write| trial.write_in_loops(write));
    trial.body[index] = statements.pop()?;
    (!replaced.is_empty()).then_some(trial)
}

fn vars_of(loops: &[(VarId, Directives)]) -> Vec<VarId> {
    loops.iter().map(|(var, _)| *var).collect()
}

/// The loop orders to try: the given order, and for each choice of resolving variables the order nearest to it. Loops over
/// variables of no stored operand are tried both in their given places and innermost.
fn orders(nest: &Nest, given: &[(VarId, Directives)], reads: &[Access]) -> Vec<Vec<VarId>> {
    let given = vars_of(given);
    let walked: Vec<_> = reads.iter().filter(|read| !is_random_access(nest, read.tensor)).collect();
    let compound = compound_terms(nest, &given, &walked);
    if compound.is_empty() {
        return Vec::new();
    }
    let is_walked = |var: &VarId| walked.iter().any(|read| read.mentions(*var));
    let (asked, free): (Vec<_>, Vec<_>) = given.iter().copied().partition(is_walked);
    let innermost = [asked, free].concat();
    let mut orders = vec![given.clone()];
    for choice in choices(&compound) {
        for near in [&given, &innermost] {
            let order = loop_order(nest, near, reads, &choice);
            orders.extend(order.ok().filter(|order| !orders.contains(order)));
        }
    }
    orders
}

/// The terms of each compound subscript, without loops that run once.
fn compound_terms(nest: &Nest, given: &[VarId], walked: &[&Access]) -> Vec<Vec<VarId>> {
    let mut all: Vec<Vec<VarId>> = Vec::new();
    for read in walked {
        for level in level_subscripts(nest, read).unwrap_or_default() {
            let is_term = |var: &VarId| given.contains(var) && !nest.runs_once(*var);
            let terms: Vec<_> = level.vars.iter().copied().filter(is_term).collect();
            if terms.len() > 1 && !all.contains(&terms) {
                all.push(terms);
            }
        }
    }
    all
}

/// For each choice of a resolving variable of each subscript: which loops stand around which.
fn choices(compound: &[Vec<VarId>]) -> Vec<Vec<Edge>> {
    let mut choices: Vec<Vec<Edge>> = vec![Vec::new()];
    for terms in compound {
        let with = |choice: &Vec<Edge>, resolving: VarId| {
            let others = terms.iter().filter(|other| **other != resolving).map(|other| (*other, resolving));
            choice.iter().copied().chain(others).collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(|choice| terms.iter().map(|var| with(choice, *var))).collect();
        choices.truncate(MOST_CHOICES);
    }
    choices
}
