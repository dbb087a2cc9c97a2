//! Loops that test at each position whether they go on: over open runs, over the entries of one, and over a subsection.
//!
//! Only ordered levels have runs, so four entries belong to one run if the first and the last do: sums take four entries at a
//! time as long as the run has so many.

use super::{
    bodies::{adopt_body, child, copy_body},
    cursors::OpenCursor,
    sums::{carried_sums, combine, tree},
};
use crate::fp::flags_in_order;
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, results},
    sloop::cursors::Iterate,
};
use melior::ir::ValueLike;

/// A loop over open runs, whose body finds where each ends; gives where the walk ended, and the carried values.
pub fn walk_runs<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    cursor: &dyn OpenCursor<'c>,
    inits: &[Value<'c>],
) -> Vec<Value<'c>> {
    let start: Vec<_> = std::iter::once(cursor.bounds().low).chain(inits.iter().copied()).collect();
    builder.while_loop(
        &start,
        |builder, state| cursor.is_inside(builder, state),
        |builder, state| {
            let coordinate = cursor.coordinate(builder, state[0]);
            let given = [coordinate, state[0], cursor.bounds().high];
            let given: Vec<_> = given.into_iter().chain(state[1..].iter().copied()).collect();
            adopt_body(r#loop.op(), builder, &given)
        },
    )
}

/// A loop over entries that tests at each whether it goes on; gives where it ended, and the carried values.
pub fn walk_entries<'c>(r#loop: Iterate<'c>, builder: &Builder<'c>, cursor: &dyn OpenCursor<'c>) -> Vec<Value<'c>> {
    let mut state: Vec<_> = std::iter::once(cursor.bounds().low).chain(r#loop.inits()).collect();
    if let Some(block) = r#loop.how().blocks {
        state = walk_blocks(r#loop, builder, cursor, block, &state);
    }
    builder.while_loop(
        &state,
        |builder, state| cursor.is_inside(builder, state),
        |builder, state| {
            let carried = child(r#loop, builder, cursor, state[0], &state[1..]);
            let next = builder.binary("arith.addi", state[0], builder.index(1));
            std::iter::once(next).chain(carried).collect()
        },
    )
}

/// Walks entries in blocks, as long as there are that many; the body stays where it is, for those that are left.
///
/// The terms of a block are summed as a tree, so that one addition for each block waits for the block before. Its order is
/// fixed: free to choose, LLVM would gather four values at a time, which takes longer on many processors than loading
/// them.
fn walk_blocks<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    cursor: &dyn OpenCursor<'c>,
    block: i64,
    state: &[Value<'c>],
) -> Vec<Value<'c>> {
    let carried_sums = carried_sums(r#loop);
    builder.while_loop(
        state,
        |builder, state| {
            let last = builder.binary("arith.addi", state[0], builder.index(block - 1));
            cursor.is_inside(builder, &[last])
        },
        |builder, state| {
            let entry = |lane: i64, carried: &[Value<'c>]| {
                let position = builder.binary("arith.addi", state[0], builder.index(lane));
                let coordinate = cursor.coordinate(builder, position);
                let given: Vec<_> = [coordinate, position].into_iter().chain(carried.iter().copied()).collect();
                copy_body(r#loop, builder, &given, |inner, moved| Some(in_order(builder, inner, moved)))
            };
            let carried = match &carried_sums {
                None => (0..block).fold(state[1..].to_vec(), |carried, lane| entry(lane, &carried)),
                Some(carried_sums) => {
                    let nothing: Vec<_> = carried_sums.iter().map(|own| own.neutral(builder)).collect();
                    let terms = (0..block).map(|lane| entry(lane, &nothing)).collect();
                    let combine =
                        |left, right| combine(carried_sums, left, right, |op, pair| in_order(builder, op, &pair));
                    combine(state[1..].to_vec(), tree(terms, combine))
                }
            };
            let next = builder.binary("arith.addi", state[0], builder.index(block));
            std::iter::once(next).chain(carried).collect()
        },
    )
}

/// An operation on other operands, which LLVM leaves where it is.
fn in_order<'c>(builder: &Builder<'c>, op: Op<'c>, operands: &[Value<'c>]) -> Vec<Value<'c>> {
    let types: Vec<_> = results(op).iter().map(|value| value.r#type()).collect();
    let flags: Vec<_> = flags_in_order(builder, op).into_iter().map(|flags| ("fastmath", flags)).collect();
    builder.clone_op(op, operands, &types, &flags)
}
