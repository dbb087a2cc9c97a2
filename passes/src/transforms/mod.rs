//! Rewrites of the index form, one pass a module.

mod attempt;
pub mod check_formats;
pub mod check_operand_sizes;
pub mod check_storage;
pub mod densify_operands;
pub mod densify_results;
pub mod form_folds;
pub mod form_results;
pub mod fuse_nests;
pub mod insert_conversions;
pub mod merge_terms;
mod parts;
pub mod release_intermediates;
pub mod schedule;
pub mod sink_initializations;
pub mod split_variables;
pub mod vectorize;

use crate::{
    diagnostic::Reported,
    nest::{Nest, read::read_nests, write::replace_all},
};
use lacuna_dialects::ir::{Op, Value};

/// Rewrites every nest under `root` for which `rewrite` says that it changed it.
fn rewrite_nests<'c>(root: Op<'c>, rewrite: impl Fn(&mut Nest<'c>) -> Result<bool, Reported>) -> Result<(), Reported> {
    // Decide everything first: a refused nest leaves the IR alone.
    let mut changed = Vec::new();
    for mut nest in read_nests(root)? {
        if rewrite(&mut nest)? {
            changed.push(nest);
        }
    }
    replace_all(changed);
    Ok(())
}

/// Puts what `apply` makes of each nest and its plan in the place of the nest. It gives the results, old and new: a nest
/// may take what an earlier one gives, and knows it by the name of a result that is about to go.
fn replace_in_order<'c, P>(
    plans: Vec<(Nest<'c>, P)>,
    mut apply: impl FnMut(Nest<'c>, P) -> Vec<(Value<'c>, Value<'c>)>,
) {
    let mut replaced: Vec<(Value, Value)> = Vec::new();
    for (mut nest, plan) in plans {
        for tensor in &mut nest.tensors {
            if let Some((_, new)) = replaced.iter().find(|(old, _)| *old == tensor.operand) {
                tensor.operand = *new;
            }
        }
        replaced.extend(apply(nest, plan));
    }
}
