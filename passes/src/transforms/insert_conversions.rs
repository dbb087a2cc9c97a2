//! `sloop-insert-conversions`: convert what stands in the way of a loop order.
//!
//! Some statements cannot be walked as their operands are stored: the levels of CSR and CSC ask for contradicting loop
//! orders, an unordered level would have to be merged, blocks meet rows, or a result would have to be put together in
//! another order than the operands give. Then operands are converted (`stensor.convert`): to a hierarchy of compressed
//! levels in the order in which the others are walked; or the result is computed as a list of coordinates in that order and
//! converted, or takes points as such a list has them, in groups of its parents ([`conversion`]). What costs least is converted
//! ([`choice`], [`cost`]); each conversion is a remark.
//!
//! A sparse vector that would be merged with every row of a matrix is converted, too: to a hash table, in which the
//! coordinates of the rows are looked up ([`lookups`]).
//!
//! A dense operand that loops read with strides again and again is stored in another order of its dimensions ([`layouts`]).
//!
//! Whether a choice is enough is found by trying: the statement is split, ordered and checked on a copy of the nest
//! ([`trial`]). What can be walked as it is has operands converted where that makes the walk cost less than half as much.
//!
//! What a producer or a consumer of a `sloop.where` reads is converted alike. Where no conversion helps one, the statement stays:
//! `sloop-schedule` says what is in the way of its loops, and `sloop-sparsify` what is in the way of its walk.
//!
//! Example: `test/passes/insert_conversions.mlir`, with `sloop.where`: `test/passes/insert_conversions_where.mlir`. Not done
//! here: tensors that the nest writes and reads, and those that live inside of it.

mod asks_stored;
mod choice;
#[cfg(test)]
mod choice_tests;
mod conversion;
mod cost;
mod formats;
mod layouts;
mod lookups;
mod orders;
mod rewrite;
mod statement;
mod subsets;
mod trial;

pub(super) use choice::for_statement;
pub(super) use formats::{First, hierarchy};
pub(super) use orders::list_orders;
pub(super) use trial::replace_access;

use super::{replace_in_order, search::PlanSearch};
use crate::{
    bridge::read::read_nests,
    choices::planning_options,
    diagnostic::{Reported, remark},
    index::{Nest, problem::Problem, statement::first_where},
    pass::Pass,
};
use conversion::Conversion;
use lacuna_dialects::ir::Op;

planning_options! {
    /// Options of `sloop-insert-conversions`.
    pub struct InsertConversions {}
}

impl Pass for InsertConversions {
    const ARGUMENT: &'static str = "sloop-insert-conversions";
    const SUMMARY: &'static str = "Convert operands and results until some loop order follows all of them";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let (nests, mut binding) = read_nests(root)?;
        let mut conversions = Vec::new();
        for mut nest in nests {
            nest.choices = self.choices();
            let search = PlanSearch::default();
            let chosen = choose(&nest, &search).map_err(|problem| binding.report(problem))?;
            search.remark().iter().for_each(|fact| remark(binding.location(nest.place), fact));
            if !chosen.is_empty() {
                conversions.push((nest, chosen));
            }
        }
        replace_in_order(conversions, &mut binding, |nest, chosen, binding| rewrite::apply(nest, &chosen, binding));
        Ok(())
    }
}

fn choose(nest: &Nest, search: &PlanSearch) -> Result<Vec<Conversion>, Problem> {
    let mut conversions = Vec::new();
    for (index, statement) in nest.body.iter().enumerate() {
        match choice::for_statement(nest, index, search) {
            Ok(chosen) => conversions.extend(chosen.conversions),
            Err(_) if first_where(std::slice::from_ref(statement)).is_some() => {}
            Err(problem) => return Err(problem),
        }
    }
    Ok(conversions)
}
