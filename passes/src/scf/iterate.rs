//! `sloop.iterate`: a loop over what one cursor gives, as code.

use super::{
    SloopToScf,
    bodies::{adopt_body, child},
    cursors::{self, Bounds, OpenCursor},
    open_runs,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate, is_float},
    ir::{Op, Value, collect_ops, defining_op, element_type, erase, op_name, replace_uses, results, set_attribute},
    sloop::{
        cursors::{Coiterate, Iterate},
        lookups::Locate,
    },
};
use melior::ir::ValueLike;

/// Lowers a level loop; gives the operations in it that went with it.
pub fn lower<'c>(r#loop: Iterate<'c>, options: &SloopToScf) -> Vec<Op<'c>> {
    let builder = Builder::before(r#loop.op());
    if open_runs::takes_open_runs(r#loop) {
        let (finals, gone) = open_runs::lower(r#loop, &builder, options);
        finish(r#loop.op(), finals);
        return gone;
    }
    let cursor = cursors::open(&builder, r#loop.cursor(), options);
    let (Bounds { low, high }, inits) = (cursor.bounds(), r#loop.inits());
    let finals = if cursor.gives_runs() {
        loop_over_runs(r#loop, &builder, &*cursor, &inits)
    } else if cursor.is_one() {
        child(r#loop, &builder, &*cursor, low, &inits)
    } else {
        let finals = builder.for_loop((low, high, builder.index(1)), &inits, |inner, counter, carried| {
            child(r#loop, inner, &*cursor, counter, carried)
        });
        annotate_innermost(&finals, options);
        finals
    };
    cursor.close(&builder);
    finish(r#loop.op(), finals);
    Vec::new()
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
            let given: Vec<_> = [coordinate, state[0], end].into_iter().chain(state[1..].iter().copied()).collect();
            let mut next = vec![end];
            next.extend(adopt_body(r#loop.op(), inner, &given));
            next
        },
    );
    finals[1..].to_vec()
}

/// Tells LLVM what it cannot know of an innermost loop that carries a sum.
///
/// One that carries vectors is not unrolled: a body of several vector operations fills the machine as it is, and short
/// fibres would pay for the tests of an unrolled loop. One that carries scalars gathers by stored coordinates, some blocks
/// of entries at a time: what is shorter than these is faster entry by entry, for adding up the lanes and gathering
/// at all cost more on many processors than they save.
fn annotate_innermost(finals: &[Value<'_>], options: &SloopToScf) {
    let Some(first) = finals.first().copied() else { return };
    let Some(r#loop) = defining_op(first) else { return };
    let inner_loops =
        |inner| matches!(op_name(inner).as_str(), "scf.for" | "scf.while" | Iterate::NAME | Coiterate::NAME);
    // What is looked up in a table is looked for in a loop.
    let searches = |inner| Locate::of(inner).is_some_and(|locate| locate.found().is_some());
    if collect_ops(r#loop, inner_loops).len() != 1 || !collect_ops(r#loop, searches).is_empty() {
        return;
    }
    let carries_vectors = finals.iter().any(|value| element_type(value.r#type()).is_some());
    let annotation = if carries_vectors {
        "unroll = <disable = true>".to_owned()
    } else if finals.iter().all(|value| is_float(value.r#type())) {
        let (width, count) = (options.gathered_entries.get(), options.interleaved_blocks.get());
        format!("vectorize = <disable = false, width = {width} : i32>, interleave = <count = {count} : i32>")
    } else {
        return;
    };
    let annotation = Builder::before(r#loop).parse_attribute(&format!("#llvm.loop_annotation<{annotation}>"));
    set_attribute(r#loop, "loop_annotation", annotation);
}
