//! Operands that are looked up instead of being merged again and again.

use super::{Conversion, choice::asks_what_fills_up, formats::table, trial::store_as};
use crate::{
    index::{Access, Expr, Nest},
    transforms::attempt::attempt,
};

/// Conversions of operands that would be merged in each round of a loop that does not concern them: a row with a sparse
/// vector, say. With a first level that is hashed, coordinates of the others are looked up in it.
pub(super) fn plan_lookups(alone: &Nest, statement: usize, merged_again: &[Access]) -> Vec<Conversion> {
    let mut conversions: Vec<Conversion> = Vec::new();
    if alone.keep_order {
        return conversions;
    }
    let mut trial = alone.clone();
    for access in merged_again {
        let is_done =
            |conversion: &Conversion| matches!(conversion, Conversion::Operand { access: done, .. } if done == access);
        let bound = alone.tensor(access.tensor);
        let is_read = alone.nodes.iter().any(|node| matches!(&node.expr, Expr::Read(read) if read == access));
        if !is_read || bound.order() != 1 || asks_what_fills_up(alone, access) || conversions.iter().any(is_done) {
            continue;
        }
        let to = table(bound);
        store_as(&mut trial, access.tensor, to);
        let why = "it would be merged again in each round of another loop, and is looked up instead".to_owned();
        conversions.push(Conversion::Operand { statement, access: access.clone(), to, for_lookups: true, why });
    }
    if attempt(&trial).is_ok() { conversions } else { Vec::new() }
}
