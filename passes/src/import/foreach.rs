//! `sparse_tensor.foreach`: code that runs for each entry, as a loop over the list of entries.
//!
//! The entries come in the order of storage, or in the order that the operation asks for. Values that the loop carries are
//! carried by `scf.for`; a stored tensor that is inserted into is a list by then ([`super::inserting`]).

use super::{
    constants,
    entries::{Entries, Filling},
};
use crate::values::affine_map;
use lacuna_dialects::{
    builder::Builder,
    format::expressions,
    ir::{Op, Value, arguments, body, erase, operands, ops_in, replace_uses},
};
use lacuna_layout::DimExpr;
use melior::ir::{AttributeLike, operation::OperationLike};

/// The results of an operation that runs code for each entry.
pub fn walk<'c>(builder: &Builder<'c>, op: Op<'c>) -> Vec<Value<'c>> {
    let all = operands(op);
    let (tensor, carried) = (all[0], &all[1..]);
    let block = body(op, 0).expect("the operation has a body");
    let parameters = arguments(block);
    let source = constants::list(builder, tensor).unwrap_or(tensor);
    let entries = Entries::of(builder, source, Filling::Kept, order(op));
    let bounds = (builder.index(0), entries.count, builder.index(1));
    let given = builder.for_loop(bounds, carried, |builder, entry, carried| {
        let (mut arguments, value) = entries.at(builder, entry);
        arguments.push(value);
        arguments.extend(carried);
        parameters.iter().zip(arguments).for_each(|(old, new)| replace_uses(*old, new));
        let mut inner = ops_in(block);
        let last = inner.pop().expect("the body ends with a yield");
        inner.into_iter().for_each(|op| builder.adopt(op));
        let next = operands(last);
        erase(last);
        next
    });
    entries.release(builder);
    given
}

/// The dimensions in the order in which entries are to come.
fn order(op: Op<'_>) -> Option<Vec<usize>> {
    let order = affine_map(op.attribute("order").ok().filter(AttributeLike::is_affine_map)?);
    let dimension = |expression: DimExpr| match expression {
        DimExpr::Dim(dimension) => Some(dimension),
        _ => None,
    };
    expressions(order).into_iter().map(dimension).collect()
}
