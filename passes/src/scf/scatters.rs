//! Loops that add to the points which the coordinates of a segment choose, such as `y[i] += ...` for the entries of a column.
//!
//! No two entries of a segment have one coordinate, so a loop over a segment may add to all of its points side by side: gather,
//! add, scatter. LLVM cannot know that, and is told. How segments have to be for this to pay, [`super::sampled`] asks.

use super::bodies::{can_be_copied, stores};
use lacuna_dialects::{
    ir::{Op, Value, collect_ops, defining_op, is_made_in, op_name, operands},
    sloop::{cursors::Iterate, index::Yield, lookups::ValueAt},
};

/// Whether each round of a loop writes, or adds to, points that its coordinate tells from those of other rounds, and does nothing else
/// that another round could see.
pub fn writes_own_points(r#loop: Iterate<'_>) -> bool {
    let inside = collect_ops(r#loop.op(), |inner| inner != r#loop.op());
    let stores = stores(r#loop.op());
    let is_known = |inner: &Op<'_>| {
        let name = op_name(*inner);
        let is_plain = name.starts_with("arith.") || name.starts_with("math.");
        is_plain || ["memref.load", "memref.store"].contains(&name.as_str()) || ValueAt::is(*inner) || Yield::is(*inner)
    };
    r#loop.inits().is_empty()
        && can_be_copied(r#loop)
        && !stores.is_empty()
        && inside.iter().all(is_known)
        && stores.iter().all(|store| is_own_point(r#loop, *store, &inside))
}

/// Whether a value is the same in all rounds of a loop: it is made outside, or computed of such values alone.
fn is_same_in_rounds(r#loop: Iterate<'_>, value: Value<'_>) -> bool {
    if !is_made_in(value, r#loop.op()) {
        return true;
    }
    defining_op(value).is_some_and(|op| {
        op_name(op).starts_with("arith.") && operands(op).into_iter().all(|value| is_same_in_rounds(r#loop, value))
    })
}

/// Whether a store is to a point of this round, to which nothing else in the loop has access but the load of what it is added to.
fn is_own_point(r#loop: Iterate<'_>, store: Op<'_>, inside: &[Op<'_>]) -> bool {
    let coordinate = r#loop.arguments()[0];
    let [_, array, indices @ ..] = &operands(store)[..] else { return false };
    let is_outside = |value| !is_made_in(value, r#loop.op());
    let tells = indices.iter().filter(|index| **index == coordinate).count() == 1
        && indices.iter().all(|index| *index == coordinate || is_same_in_rounds(r#loop, *index));
    let mut others = inside.iter().filter(|other| **other != store && operands(**other).contains(array));
    let is_its_load = |other: &Op<'_>| op_name(*other) == "memref.load" && operands(*other)[1..] == *indices;
    op_name(store) == "memref.store" && is_outside(*array) && tells && others.all(is_its_load)
}
