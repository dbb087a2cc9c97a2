//! How the entries of a segment are walked: counted loops, and what innermost sums take at a time.
//!
//! What is best for a sum depends on the processor and on the segments. Where gathers are fast, a vector takes
//! `gathered-entries` at a time, and the last ones under a mask: segments of any length cost one iteration each so many
//! entries, and no branch that depends on the length is mispredicted. Where gathers are slow, scalar code has several chains of
//! additions side by side. Entry by entry is faster than either on segments that are short and alike, as those of stencils
//! and of constraints, whose ends are predicted; that is found out when the function starts. So is whether segments are long
//! enough to scatter in vectors what is added to the points that they choose.

use super::{
    SloopToScf,
    bodies::{can_be_copied, child, copied_child, stores},
    cursors::{Bounds, OpenCursor},
    hints::{ROLLED, SCALAR, annotate, annotate_loop, side_by_side},
    sampled::SampledLevel,
    scatters::adds_to_own_points,
    sums::{carried_sums, combine, is_sum, tree},
};
use lacuna_dialects::{
    builder::{Builder, bit_width},
    ir::{Value, collect_ops, element_type, op_name, shape},
    sloop::{
        cursors::{Coiterate, Iterate},
        lookups::Locate,
    },
};
use melior::ir::ValueLike;

/// A loop from one bound of a cursor to the other; gives the carried values at the end.
pub fn walk<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    cursor: &dyn OpenCursor<'c>,
    options: &SloopToScf,
) -> Vec<Value<'c>> {
    let (Bounds { low, high }, inits) = (cursor.bounds(), r#loop.inits());
    let range = (low, high, builder.index(1));
    let carries = Carries::of(r#loop);
    let whole = |builder: &Builder<'c>| {
        let finals =
            builder.for_loop(range, &inits, |inner, counter, carried| child(r#loop, inner, cursor, counter, carried));
        annotate(&finals, carries.annotation(options));
        finals
    };
    if carries == Carries::Vectors && has_room_for_chains(r#loop) && can_be_copied(r#loop) && !writes(r#loop) {
        return in_chains(r#loop, builder, cursor, options);
    }
    let Some(level) = SampledLevel::of(r#loop) else { return whole(builder) };
    if options.gathers.are_fast() && level.site.properties().unique && adds_to_own_points(r#loop) {
        let fill_lanes = level.are_long_or_apart(&Builder::before(level.outermost(r#loop)), options);
        let scattered = |builder: &Builder<'c>| {
            let rounds =
                builder.for_op(range, &[], |inner, counter, _| copied_child(r#loop, inner, cursor, counter, &[]));
            annotate_loop(rounds, &side_by_side(options.gathered_entries.get()));
            Vec::new()
        };
        return builder.if_else(fill_lanes, &[], scattered, whole);
    }
    if carries != Carries::Sum || !can_be_copied(r#loop) {
        return whole(builder);
    }
    let are_short = level.are_short_and_alike(&Builder::before(level.outermost(r#loop)), options);
    let types: Vec<_> = inits.iter().map(|value| value.r#type()).collect();
    let singly = |builder: &Builder<'c>| {
        let finals = builder
            .for_loop(range, &inits, |inner, counter, carried| copied_child(r#loop, inner, cursor, counter, carried));
        annotate(&finals, Some(SCALAR.to_owned()));
        finals
    };
    builder.if_else(are_short, &types, singly, whole)
}

/// A walk whose sums are vectors, `chains` entries at a time, each with an accumulator of its own; what is left of the entries
/// follows one by one.
fn in_chains<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    cursor: &dyn OpenCursor<'c>,
    options: &SloopToScf,
) -> Vec<Value<'c>> {
    let carried_sums = carried_sums(r#loop).expect("it is a sum");
    let (Bounds { low, high }, count) = (cursor.bounds(), options.chains.get());
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
    annotate(&sums, Some(ROLLED.to_owned()));
    let chains = sums.chunks(width).map(<[Value]>::to_vec).collect();
    let sums = tree(chains, |left, right| {
        combine(&carried_sums, left, right, |op, pair| builder.clone_op(op, &pair, &[pair[0].r#type()], &[]))
    });
    let range = (end, high, builder.index(1));
    let finals =
        builder.for_loop(range, &sums, |inner, counter, carried| child(r#loop, inner, cursor, counter, carried));
    annotate(&finals, Some(ROLLED.to_owned()));
    finals
}

/// Whether the vectors that a loop carries leave room for several accumulators each: together they fill one register, where one
/// addition would wait for the one before.
fn has_room_for_chains(r#loop: Iterate<'_>) -> bool {
    let bits = |value: &Value<'_>| {
        let lanes = shape(value.r#type())?.into_iter().product::<Option<u64>>()?;
        Some(lanes * bit_width(element_type(value.r#type())?)?)
    };
    let all = r#loop.inits().iter().map(bits).sum::<Option<u64>>();
    is_sum(r#loop) && all.is_some_and(|bits| bits <= REGISTER_BITS)
}

/// The bits of the widest register.
const REGISTER_BITS: u64 = 512;

/// What a loop carries: what LLVM cannot know of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carries {
    /// It is innermost, and sums numbers.
    Sum,
    /// It is innermost, and carries vectors.
    Vectors,
    /// Anything else.
    Other,
}

impl Carries {
    fn of(r#loop: Iterate<'_>) -> Self {
        let op = r#loop.op();
        let inner_loops =
            |inner| matches!(op_name(inner).as_str(), "scf.for" | "scf.while" | Iterate::NAME | Coiterate::NAME);
        // What is looked up in a table is looked for in a loop.
        let searches = |inner| Locate::of(inner).is_some_and(|locate| locate.found().is_some());
        // The loop itself is one.
        let is_innermost = collect_ops(op, inner_loops).len() == 1 && collect_ops(op, searches).is_empty();
        let carries_vectors = r#loop.inits().iter().any(|value| element_type(value.r#type()).is_some());
        match () {
            () if !is_innermost || r#loop.inits().is_empty() => Self::Other,
            () if carries_vectors => Self::Vectors,
            () if is_sum(r#loop) && !writes(r#loop) => Self::Sum,
            () => Self::Other,
        }
    }

    /// What is said of the loop. One that carries vectors is not unrolled: a body of several vector operations fills the
    /// machine as it is, and short fibres would pay for the tests of an unrolled loop.
    fn annotation(self, options: &SloopToScf) -> Option<String> {
        match self {
            Self::Vectors => Some(ROLLED.to_owned()),
            Self::Sum if options.gathers.are_fast() => Some(format!(
                "vectorize = <disable = false, predicateEnable = true, width = {} : i32>, interleave = <count = 1 : i32>",
                options.gathered_entries.get()
            )),
            Self::Sum => Some(format!(
                "vectorize = <disable = false, width = 1 : i32>, interleave = <count = {} : i32>",
                options.chains.get()
            )),
            Self::Other => None,
        }
    }
}

/// Whether a loop is innermost, sums numbers, and stores nothing.
pub fn sums_numbers(r#loop: Iterate<'_>) -> bool {
    Carries::of(r#loop) == Carries::Sum
}

/// Whether the body of a loop stores something.
fn writes(r#loop: Iterate<'_>) -> bool {
    !stores(r#loop.op()).is_empty()
}
