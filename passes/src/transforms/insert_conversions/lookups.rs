//! Operands that are looked up instead of being merged again and again.

use super::{
    asks_stored::asks_what_fills_up, conversion::Conversion, cost::conversion, formats::table, trial::store_as,
};
use crate::{
    index::{Access, Expr, Nest},
    plan::{cost::Cost, estimates::entries},
    transforms::search::PlanSearch,
};

/// Conversions of operands to tables.
pub(super) struct Lookups {
    pub conversions: Vec<Conversion>,
    /// What they cost, and the walk of the nest that is fed with the tables.
    pub cost: Cost,
}

/// Conversions of operands that would be merged in each round of a loop that does not concern them: a row with a sparse
/// vector, say. With a first level that is hashed, coordinates of the others are looked up in it. `None` where that costs no
/// less than the walk of the nest as it is.
pub(super) fn choose_lookups(
    search: &PlanSearch,
    alone: &Nest,
    statement: usize,
    merged_again: &[Access],
    walk: Cost,
) -> Option<Lookups> {
    if alone.keep_order {
        return None;
    }
    let mut conversions: Vec<Conversion> = Vec::new();
    let mut cost = Cost::default();
    let mut trial = alone.clone();
    for access in merged_again {
        let is_done =
            |conversion: &Conversion| matches!(conversion, Conversion::Operand { access: done, .. } if done == access);
        let bound = alone.tensor(access.tensor);
        let is_read = alone.nodes.iter().any(|node| matches!(&node.expr, Expr::Read(read) if read == access));
        if !is_read
            || !bound.is_stored()
            || bound.order() != 1
            || asks_what_fills_up(alone, access)
            || conversions.iter().any(is_done)
        {
            continue;
        }
        let to = table(bound);
        store_as(&mut trial, access.tensor, to);
        cost += bound.format().map_or(Cost::default(), |from| conversion(bound, entries(bound), from, to));
        let why = "it would be merged again in each round of another loop, and is looked up instead".to_owned();
        conversions.push(Conversion::Operand {
            statement,
            access: access.clone(),
            to,
            for_lookups: true,
            known: Vec::new(),
            why,
        });
    }
    if conversions.is_empty() {
        return None;
    }
    let cost = cost + search.attempt(&trial).ok()?.estimate.cost;
    cost.is_less_than(&walk).then_some(Lookups { conversions, cost })
}
