//! `sloop.iterate`: a loop over what one cursor gives, as code.

use super::{
    SloopToScf,
    abreast::Abreast,
    bodies::{adopt_body, child},
    cursors::{self, Bounds, OpenCursor},
    entries, open_runs,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value, collect_ops, erase, replace_uses, results},
    sloop::cursors::{Iterate, Walk},
};
use melior::ir::ValueLike;

/// Lowers a level loop; gives the operations of its body that were erased with it.
pub fn lower<'c>(r#loop: Iterate<'c>, options: &SloopToScf) -> Vec<Op<'c>> {
    let builder = Builder::before(r#loop.op());
    if r#loop.how().abreast.is_some() {
        let finals = Abreast::of(r#loop).expect("the check asks for rows that lie interleaved").lower();
        let gone = collect_ops(r#loop.op(), |inner| inner != r#loop.op());
        finish(r#loop.op(), finals);
        return gone;
    }
    let cursor = cursors::open(&builder, r#loop.cursor(), options);
    let inits = r#loop.inits();
    let in_subsections = cursor.walk_subsections(&builder, &inits, &mut |builder, [value, begin], carried| {
        let given: Vec<_> = [value, begin].into_iter().chain(carried.iter().copied()).collect();
        adopt_body(r#loop.op(), builder, &given)
    });
    let finals = if let Some(finals) = in_subsections {
        finals
    } else if Walk::of(r#loop.cursor()).gives_open_runs() {
        without_end(r#loop, open_runs::walk_runs(r#loop, &builder, &*cursor, &inits))
    } else if cursor.ends_by_test() {
        without_end(r#loop, open_runs::walk_entries(r#loop, &builder, &*cursor))
    } else if cursor.gives_runs() {
        loop_over_runs(r#loop, &builder, &*cursor, &inits)
    } else if cursor.is_one() {
        child(r#loop, &builder, &*cursor, cursor.bounds().low, &inits)
    } else {
        entries::walk(r#loop, &builder, &*cursor)
    };
    cursor.close(&builder);
    finish(r#loop.op(), finals);
    Vec::new()
}

/// The results of a loop, given where it ended and what it carried: the end is a result of a loop in an open run alone.
fn without_end<'c>(r#loop: Iterate<'c>, mut finals: Vec<Value<'c>>) -> Vec<Value<'c>> {
    if !Walk::of(r#loop.cursor()).is_in_run() {
        finals.remove(0);
    }
    finals
}

/// Puts what a loop carried to its end in the place of a level loop.
fn finish<'c>(op: Op<'c>, finals: Vec<Value<'c>>) {
    for (old, new) in results(op).into_iter().zip(finals) {
        replace_uses(old, new);
    }
    erase(op);
}

/// A loop over runs of equal coordinates: find the end of a run, run the body on it, go on there.
fn loop_over_runs<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    cursor: &dyn OpenCursor<'c>,
    inits: &[Value<'c>],
) -> Vec<Value<'c>> {
    let Bounds { low, high } = cursor.bounds();
    let start: Vec<_> = std::iter::once(low).chain(inits.iter().copied()).collect();
    let finals = builder.while_loop(
        &start,
        |inner, state| inner.compare(ComparePredicate::UnsignedLess, state[0], high),
        |inner, state| {
            let coordinate = cursor.coordinate(inner, state[0]);
            let end = cursor.end_of_run(inner, state[0], coordinate).expect("it gives runs");
            let body = |inner: &Builder<'c>| {
                let [first, last] = cursor.run_positions(inner, state[0], end);
                let given: Vec<_> = [coordinate, first, last].into_iter().chain(state[1..].iter().copied()).collect();
                adopt_body(r#loop.op(), inner, &given)
            };
            let carried = match cursor.is_there(inner, state[0]) {
                None => body(inner),
                Some(there) => {
                    let types: Vec<_> = state[1..].iter().map(|value| value.r#type()).collect();
                    inner.if_else(there, &types, body, |_| state[1..].to_vec())
                }
            };
            std::iter::once(end).chain(carried).collect()
        },
    );
    finals[1..].to_vec()
}
