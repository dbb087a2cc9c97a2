//! Rewrites of the index form, one pass a module.

pub mod densify_results;
pub mod fold_pads;
pub mod fold_slices;
pub mod form_folds;
pub mod form_results;
pub mod fuse_nests;
pub mod hold_sums;
pub mod inline_intermediates;
pub mod insert_conversions;
pub mod insert_workspaces;
mod join_nests;
mod join_parts;
mod known_subscripts;
pub mod loop_once;
pub mod merge_terms;
#[cfg(test)]
mod nest_tests;
pub mod plain_levels;
pub mod plain_targets;
#[cfg(test)]
mod random_nests;
pub mod reduce_index_variables;
pub mod release_intermediates;
pub mod schedule;
mod search;
pub mod sharing;
pub mod sink_initializations;
mod size_one_loops;
pub mod split_variables;
pub mod vectorize;
pub mod walk_once;

use crate::{
    bridge::{Binding, read::read_nests, write::replace_all},
    choices::Choices,
    diagnostic::Reported,
    index::{Directives, Nest, distribute::loop_vars, problem::Problem, writes},
};
use lacuna_dialects::{
    ir::{Op, Value},
    sloop::form_name,
};
use std::{collections::BTreeSet, rc::Rc};

/// Rewrites every nest under `root` for which `rewrite` says that it changed it.
fn rewrite_nests<'c>(root: Op<'c>, rewrite: impl Fn(&mut Nest) -> Result<bool, Problem>) -> Result<(), Reported> {
    rewrite_planned(root, Choices::default(), rewrite)
}

/// The same where `rewrite` plans the nests, with these choices.
fn rewrite_planned<'c>(
    root: Op<'c>,
    choices: Choices,
    rewrite: impl Fn(&mut Nest) -> Result<bool, Problem>,
) -> Result<(), Reported> {
    // Decide everything first: a refused nest leaves the IR alone.
    let (nests, mut binding) = read_nests(root)?;
    let mut changed = Vec::new();
    for mut nest in nests {
        nest.choices = choices;
        let asked = asked_forms(&nest);
        let rewritten = rewrite(&mut nest).and_then(|is_new| keep_asked_forms(&nest, asked).map(|()| is_new));
        if rewritten.map_err(|problem| binding.report(problem))? {
            changed.push(nest);
        }
    }
    replace_all(changed, &mut binding);
    Ok(())
}

/// The name of a variable, if it has one, and the innermost form that is asked for of its loop.
type AskedForm = (Option<Rc<str>>, Directives);

/// The innermost forms that are asked for.
fn asked_forms(nest: &Nest) -> BTreeSet<AskedForm> {
    let mut vars = Vec::new();
    nest.body.iter().for_each(|statement| loop_vars(statement, &mut vars));
    vars.extend(writes(&nest.body).iter().flat_map(|(_, write)| nest.folded_vars(write.value)));
    let asked = vars.into_iter().map(|var| (nest.var(var).name.clone(), nest.var(var).inner));
    asked.filter(|(_, inner)| *inner != Directives::default()).collect()
}

/// Refuses to put other loops in the place of those that are to have a form.
fn keep_asked_forms(nest: &Nest, asked: BTreeSet<AskedForm>) -> Result<(), Problem> {
    let kept = if asked.is_empty() { return Ok(()) } else { asked_forms(nest) };
    let Some((var, inner)) = asked.into_iter().find(|own| !kept.contains(own)) else { return Ok(()) };
    let over = var.map_or_else(String::new, |name| format!(" over {name}"));
    let cannot = match (form_name(inner), inner.unroll) {
        (Some(form), _) => format!("take its entries in the form {form}"),
        (None, Some(copies)) => format!("be unrolled to {copies} copies"),
        (None, None) => "run in vector lanes".to_owned(),
    };
    let why = "other loops stand in its place, as an operand is stored by other coordinates";
    Err(Problem::new(nest.place, format!("the loop{over} cannot {cannot}: {why}")))
}

/// Puts what `apply` makes of each nest and its plan in the place of the nest. It gives the results, old and new.
fn replace_in_order<'c, P>(
    plans: Vec<(Nest, P)>,
    binding: &mut Binding<'c>,
    mut apply: impl FnMut(Nest, P, &mut Binding<'c>) -> Vec<(Value<'c>, Value<'c>)>,
) {
    for (nest, plan) in plans {
        // A nest may take what an earlier one gives.
        for (old, new) in apply(nest, plan, binding) {
            binding.replace(old, new);
        }
    }
}
