//! Loops over the entries of a segment, in the form that they ask for.

use super::{
    bodies::{child, copied_child},
    cursors::{Bounds, OpenCursor},
    hints::{ONE_BY_ONE, annotate, interleaved, masked_lanes, rolled, scalar, side_by_side},
    packed,
    sums::{carried_sums, combine, tree},
};
use lacuna_dialects::{
    builder::Builder,
    hints::{annotate_loop, copies},
    ir::{Value, element_type, results},
    sloop::cursors::Iterate,
};
use melior::ir::ValueLike;

/// A loop from one bound of a cursor to the other; gives the carried values at the end.
pub fn walk<'c>(r#loop: Iterate<'c>, builder: &Builder<'c>, cursor: &dyn OpenCursor<'c>) -> Vec<Value<'c>> {
    let how = r#loop.how();
    let carries_vectors = r#loop.inits().iter().any(|value| element_type(value.r#type()).is_some());
    if let Some(lanes) = how.scatters {
        return scatter(r#loop, builder, cursor, lanes);
    }
    if let Some(lanes) = how.packed {
        return packed::walk(r#loop, builder, cursor, (lanes, how.chains.unwrap_or(1)));
    }
    match how.chains {
        Some(chains) if carries_vectors && chains > 1 => return in_chains(r#loop, builder, cursor, chains),
        _ => {}
    }
    let Bounds { low, high } = cursor.bounds();
    let range = (low, high, builder.index(1));
    let inits = r#loop.inits();
    let entries =
        builder.for_op(range, &inits, |inner, counter, carried| child(r#loop, inner, cursor, counter, carried));
    // One that carries vectors is not unrolled: a body of several vector operations fills the machine as it is, and short fibres
    // would pay for the tests of an unrolled loop.
    let hint = match (how.gathers, how.chains) {
        (None, chains) if how.unroll.is_some() => {
            let chains = chains.filter(|chains| *chains > 1);
            let rounds = chains.map_or_else(|| ONE_BY_ONE.to_owned(), interleaved);
            how.unroll.map(|count| format!("{rounds}, {}", copies(count)))
        }
        (Some(lanes), _) => Some(masked_lanes(lanes)),
        (None, Some(_)) if carries_vectors => Some(rolled()),
        (None, Some(1)) => Some(scalar()),
        (None, Some(chains)) => Some(interleaved(chains)),
        (None, None) => None,
    };
    if let Some(hint) = hint {
        annotate_loop(entries, &hint);
    }
    results(entries)
}

/// A loop whose rounds add to points of their own, so many side by side.
fn scatter<'c>(r#loop: Iterate<'c>, builder: &Builder<'c>, cursor: &dyn OpenCursor<'c>, lanes: i64) -> Vec<Value<'c>> {
    let Bounds { low, high } = cursor.bounds();
    let range = (low, high, builder.index(1));
    let rounds = builder.for_op(range, &[], |inner, counter, _| child(r#loop, inner, cursor, counter, &[]));
    annotate_loop(rounds, &side_by_side(lanes));
    Vec::new()
}

/// A walk whose sums are vectors, `chains` entries at a time, each with an accumulator of its own; what is left of the entries
/// follows one by one.
fn in_chains<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    cursor: &dyn OpenCursor<'c>,
    count: i64,
) -> Vec<Value<'c>> {
    let carried_sums = carried_sums(r#loop).expect("the check asks for sums");
    let Bounds { low, high } = cursor.bounds();
    let each = builder.index(count);
    let entries = builder.binary("arith.subi", high, low);
    let blocks = builder.binary("arith.divsi", entries, each);
    let end = builder.binary("arith.addi", low, builder.binary("arith.muli", blocks, each));
    let first = r#loop.inits();
    let width = first.len();
    let others = (1..count).flat_map(|_| carried_sums.iter().map(|own| own.neutral(builder)));
    let inits: Vec<_> = first.iter().copied().chain(others).collect();
    let sums = builder.for_loop((low, end, each), &inits, |builder, counter, carried| {
        let chains = carried.chunks(width).enumerate();
        let step = |(chain, carried): (usize, &[Value<'c>])| {
            let at = builder.binary("arith.addi", counter, builder.index(chain as i64));
            copied_child(r#loop, builder, cursor, at, carried)
        };
        chains.flat_map(step).collect()
    });
    annotate(&sums, Some(rolled()));
    let chains = sums.chunks(width).map(<[Value]>::to_vec).collect();
    let sums = tree(chains, |left, right| {
        combine(&carried_sums, left, right, |op, pair| builder.clone_op(op, &pair, &[pair[0].r#type()], &[]))
    });
    let range = (end, high, builder.index(1));
    let finals =
        builder.for_loop(range, &sums, |inner, counter, carried| child(r#loop, inner, cursor, counter, carried));
    annotate(&finals, Some(rolled()));
    finals
}
