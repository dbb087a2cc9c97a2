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
    index::{Nest, problem::Problem},
};
use lacuna_dialects::ir::{Op, Value};

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
        if rewrite(&mut nest).map_err(|problem| binding.report(problem))? {
            changed.push(nest);
        }
    }
    replace_all(changed, &mut binding);
    Ok(())
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
