//! `sloop-plain-targets`: let stored results that are written at compound subscripts be written at variables.
//!
//! Nodes of a stored result are appended in the order of its coordinates, by loops over these. `A(i + 1, j) = B(i, j)` has no loop over
//! the first coordinate `r` of `A`. There are two ways to one:
//!
//! * The variables change: the loop over `i` becomes one over `r`, `i = r - 1` is derived, and rounds in which `i` is out of its range are
//!   left out. That is done where each compound subscript has a variable with factor 1 or -1 which no other has, and which spans most
//!   of the dimension: then the loops do not run longer. Operands are read at compound subscripts then, and walked like those of any
//!   convolution.
//! * The values are collected in a workspace, at compound subscripts, and the result is taken from there ([`collect`]): for
//!   `K(2*i + p, 2*j + q)`, whose points come in the order of the operands, for `L(i, i)`, and where several statements write the result, or
//!   it holds something already. A remark says so. The pass also collects a result if a variable takes only a part of a dimension
//!   and other statements write the rest.
//!
//! Example: `test/passes/plain_targets.mlir`. Not done here: dense results, which are written in any order.

mod collect;
mod coverage;

use super::form_results::writes_to;
use crate::{
    analysis::iteration_graph::level_subscripts,
    bridge::{read::read_nests, write::replace_all},
    diagnostic::{Reported, remark},
    index::{
        Access, Directives, Nest, Stmt, TensorId, VarId,
        build::{loops, perfect_loops},
        problem::Problem,
        statement::change_writes,
        subscript::Subscript,
        writes,
    },
    options,
    pass::Pass,
};
use collect::collect;
use coverage::Coverage;
use lacuna_dialects::ir::Op;
use std::collections::BTreeMap;

options! {
    /// Options of `sloop-plain-targets`.
    pub struct PlainTargets {}
}

impl Pass for PlainTargets {
    const ARGUMENT: &'static str = "sloop-plain-targets";
    const SUMMARY: &'static str = "Let stored results with compound subscripts be written at variables";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let (nests, mut binding) = read_nests(root)?;
        let mut changed = Vec::new();
        for mut nest in nests {
            let mut facts = Vec::new();
            if make_plain(&mut nest, &mut facts).map_err(|problem| binding.report(problem))? {
                facts.iter().for_each(|fact| remark(binding.location(nest.place), fact));
                changed.push(nest);
            }
        }
        replace_all(changed, &mut binding);
        Ok(())
    }
}

/// Gives the stored results of a nest plain subscripts; says whether something changed, and adds to `facts` what is dear.
///
/// # Errors
/// If the writes of a result do not combine in one way.
pub(super) fn make_plain(nest: &mut Nest, facts: &mut Vec<String>) -> Result<bool, Problem> {
    let all = writes(&nest.body);
    let mut results: Vec<TensorId> = all
        .iter()
        .map(|(_, write)| write.target.tensor)
        .filter(|result| has_to_change(nest, *result, Coverage::Whole))
        .collect();
    // A later one moves no number of those before it.
    results.sort_unstable_by_key(|result| std::cmp::Reverse(result.0));
    results.dedup();
    for result in &results {
        let mut coverage = Coverage::Whole;
        for index in 0..nest.body.len() {
            if drop_single_values(nest, index, *result) {
                coverage = Coverage::MaybePart;
            }
        }
        if has_to_change(nest, *result, coverage) && !derive(nest, *result, coverage) {
            collect(nest, *result, coverage, facts)?;
        }
    }
    Ok(!results.is_empty())
}

/// Whether each subscript is a single variable, and no variable occurs twice.
fn is_plain(target: &Access) -> bool {
    target.plain_vars().is_some_and(|vars| (0..vars.len()).all(|index| !vars[..index].contains(&vars[index])))
}

/// Whether a stored result is written at compound subscripts, or in part, where others write it, too, or it holds something.
fn has_to_change(nest: &Nest, result: TensorId, coverage: Coverage) -> bool {
    let all = writes(&nest.body);
    let own: Vec<_> = all.iter().map(|(_, write)| &write.target).filter(|target| target.tensor == result).collect();
    // One term may leave out the last coordinates, where it is known how many.
    let is_only = nest.tensor(result).starts_empty && own.len() == 1 && coverage == Coverage::Whole;
    let reaches_part = |target: &Access| {
        let vars = target.subscripts.iter().map(Subscript::as_var).enumerate();
        let mut vars = vars.filter_map(|(dimension, var)| Some((dimension, var?)));
        vars.any(|(dimension, var)| coverage.may_cover_part(nest, result, dimension, var))
    };
    nest.tensor(result).is_stored() && own.iter().any(|target| !is_plain(target) || !is_only && reaches_part(target))
}

/// Removes variables of size 1 that occur only in subscripts of the result, and their loops: their value 0 adds nothing, but such a
/// loop might be chosen to walk a level. Says whether it removed one: then the other variables may cover only a part of a
/// dimension.
fn drop_single_values(nest: &mut Nest, index: usize, result: TensorId) -> bool {
    let (around, [Stmt::Write(write)]) = perfect_loops(&nest.body[index]) else { return false };
    let is_single =
        |var: VarId| write.target.mentions(var) && nest.runs_once(var) && !nest.depends_on(write.value, var);
    let (single, kept): (Vec<_>, Vec<_>) =
        around.iter().map(|inner| (inner.var, inner.how)).partition(|(var, _)| is_single(*var));
    let single: Vec<VarId> = single.into_iter().map(|(var, _)| var).collect();
    if write.target.tensor != result || single.is_empty() || single.iter().any(|var| nest.is_in_relation(*var)) {
        return false;
    }
    let mut write = write.clone();
    write.target.subscripts = write.target.subscripts.iter().map(|subscript| subscript.without(&single)).collect();
    if let Some(statement) = loops(&kept, vec![Stmt::Write(write)]).pop() {
        nest.body[index] = statement;
    }
    true
}

/// Replaces the loops by loops over the coordinates of a result, if only one statement writes it and its variables can be derived
/// from these coordinates; says whether it did.
fn derive(nest: &mut Nest, result: TensorId, coverage: Coverage) -> bool {
    let writing: Vec<_> = (0..nest.body.len()).filter(|index| writes_to(&nest.body[*index], result)).collect();
    let [index] = writing[..] else { return false };
    let (around, inside) = perfect_loops(&nest.body[index]);
    let [Stmt::Write(write)] = inside else { return false };
    if nest.keep_order || !nest.tensor(result).starts_empty {
        return false;
    }
    let given: Vec<(VarId, Directives)> = around.iter().map(|inner| (inner.var, inner.how)).collect();
    let target = write.target.clone();
    let reads = nest.reads(write.value);
    let Some(resolved) = resolved_by(nest, &target, &given, &reads) else { return false };
    let mut statement = nest.body[index].clone();
    let mut replaced: BTreeMap<VarId, VarId> = BTreeMap::new();
    for (dimension, var) in resolved.iter().enumerate() {
        let subscript = &target.subscripts[dimension];
        if subscript.as_var().is_some() && !coverage.may_cover_part(nest, result, dimension, *var) {
            continue;
        }
        let coordinate = nest.loop_over_coordinate(*var, subscript, (result, dimension));
        replaced.insert(*var, coordinate.expect("it occurs in no other dimension, with factor 1 or -1"));
    }
    let own = |(var, how): &(VarId, Directives)| (replaced.get(var).copied().unwrap_or(*var), *how);
    let around: Vec<_> = given.iter().map(own).collect();
    change_writes(std::slice::from_mut(&mut statement), &mut |write| nest.write_in_loops(write));
    let inside = perfect_loops(&statement).1.to_vec();
    nest.body[index] = loops(&around, inside).remove(0);
    true
}

/// For each dimension of a target the variable that its coordinate tells, if there is one. Of several, that of the innermost levels of what
/// is read: the others are known there.
fn resolved_by(nest: &Nest, target: &Access, given: &[(VarId, Directives)], reads: &[Access]) -> Option<Vec<VarId>> {
    let has_loop = |var: VarId| given.iter().any(|(other, _)| *other == var);
    let levels: Vec<_> = reads
        .iter()
        .flat_map(|read| level_subscripts(nest, read).unwrap_or_default().into_iter().enumerate())
        .collect();
    let innermost = |var: VarId| {
        let own = levels.iter().filter(|(_, level)| level.vars.contains(&var));
        own.map(|(place, _)| *place).max()
    };
    let span = |subscript: &Subscript, var: VarId| nest.bounds(&subscript.terms_of(|own| own == var)).span();
    let resolving = |(dimension, subscript): (usize, &Subscript)| {
        let is_elsewhere = |var: VarId| {
            let mut others = target.subscripts.iter().enumerate().filter(|(other, _)| *other != dimension);
            others.any(|(_, other)| other.mentions(var))
        };
        let own = subscript.vars().filter(|(var, factor)| {
            let spans_most = |(other, _): (VarId, i64)| {
                other == *var
                    || span(subscript, *var).zip(span(subscript, other)).is_some_and(|(own, other)| own >= other)
            };
            factor.unsigned_abs() == 1
                && has_loop(*var)
                && !is_elsewhere(*var)
                && nest.var(*var).has_range()
                && !nest.is_in_relation(*var)
                && subscript.vars().all(spans_most)
        });
        // The first of those that are as good.
        own.map(|(var, _)| var).rev().max_by_key(|var| innermost(*var))
    };
    target.subscripts.iter().enumerate().map(resolving).collect()
}
