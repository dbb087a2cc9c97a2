//! How the entries of a segment are walked: counted loops, and what innermost sums take at a time.
//!
//! What is best for a sum depends on the processor and on the segments. Where gathers are fast, a vector takes
//! `gathered-entries` at a time, and the last ones under a mask: segments of any length cost one iteration each so many
//! entries, and no branch that depends on the length is mispredicted. Where gathers are slow, scalar code has several chains of
//! additions side by side. Entry by entry is faster than either on segments that are short and alike, as those of stencils
//! and of constraints, whose ends are predicted; that is found out when the function starts.

use super::{
    SloopToScf,
    bodies::{can_be_copied, child, copied_child},
    cursors::{Bounds, Level, OpenCursor, site_of},
    sums::{accumulators, combine, is_sum, tree},
};
use crate::levels::LevelSite;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate, bit_width},
    ir::{Op, Value, collect_ops, defining_op, element_type, op, op_name, place_in, set_attribute, shape},
    sloop::{
        cursors::{Coiterate, Iterate, LevelWalk, Walk},
        lookups::Locate,
        wrappers::Wrapper,
    },
};
use melior::ir::{BlockLike, ValueLike, block::BlockArgument, operation::OperationLike};

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
    let Some(level) = SampledLevel::of(r#loop).filter(|_| carries == Carries::Sum && can_be_copied(r#loop)) else {
        return whole(builder);
    };
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
    let accumulators = accumulators(r#loop).expect("it is a sum");
    let (Bounds { low, high }, count) = (cursor.bounds(), options.chains.get());
    let each = builder.index(count);
    let entries = builder.binary("arith.subi", high, low);
    let blocks = builder.binary("arith.divsi", entries, each);
    let end = builder.binary("arith.addi", low, builder.binary("arith.muli", blocks, each));
    let first = r#loop.inits();
    let width = first.len();
    let others = (1..count).flat_map(|_| accumulators.iter().map(|own| own.neutral(builder)));
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
        combine(&accumulators, left, right, |op, pair| builder.clone_op(op, &pair, &[pair[0].r#type()], &[]))
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

/// A loop that LLVM does not unroll.
const ROLLED: &str = "unroll = <disable = true>";

/// A loop that stays as it is.
const SCALAR: &str = "vectorize = <disable = true>, unroll = <disable = true>";

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

/// The operations in another that store something in an array.
pub fn stores(around: Op<'_>) -> Vec<Op<'_>> {
    collect_ops(around, |inner| matches!(op_name(inner).as_str(), "memref.store" | "vector.store"))
}

fn annotate(finals: &[Value<'_>], annotation: Option<String>) {
    if let (Some(r#loop), Some(annotation)) = (finals.first().and_then(|first| defining_op(*first)), annotation) {
        annotate_loop(r#loop, &annotation);
    }
}

/// Tells LLVM how to treat a loop.
pub fn annotate_loop(r#loop: Op<'_>, annotation: &str) {
    let annotation = Builder::before(r#loop).parse_attribute(&format!("#llvm.loop_annotation<{annotation}>"));
    set_attribute(r#loop, "loop_annotation", annotation);
}

/// A level of whose segments a loop walks one each time, and of which some are looked at.
struct SampledLevel<'c> {
    site: LevelSite<'c>,
}

impl<'c> SampledLevel<'c> {
    /// Those of the level that a loop walks as it is stored; none where positions are not all that tells them apart.
    fn of(r#loop: Iterate<'c>) -> Option<Self> {
        let mut cursor = r#loop.cursor();
        while let Walk::Wrapped(source, Wrapper::Prefetch { .. }) = Walk::of(cursor) {
            cursor = source;
        }
        let Walk::Level(walk) = Walk::of(cursor) else { return None };
        let site = site_of(&walk);
        let is_one = matches!(walk.parents[..], [_]);
        (is_one && site.spec().format().ends().is_some() && site.format.batch_levels() == 0).then_some(Self { site })
    }

    /// The operation around a loop, or the loop, before which the segments are known and that is not in a loop itself.
    fn outermost(&self, r#loop: Iterate<'c>) -> Op<'c> {
        let mut anchor = r#loop.op();
        while let Some(around) = anchor.parent_operation().map(|around| op(&around)) {
            if op_name(around) == "func.func" || is_made_in(self.site.tensor, around) {
                break;
            }
            anchor = around;
        }
        anchor
    }

    /// Whether most segments have few positions, and are as long as their neighbours.
    fn are_short_and_alike(&self, builder: &Builder<'c>, options: &SloopToScf) -> Value<'c> {
        let site = self.site;
        // Arrays may be longer than what they hold: then some segments that are looked at are none.
        let ends = site.spec().format().ends().expect("positions tell where segments end");
        let length = site.position_count(builder).expect("the level keeps positions");
        let (zero, one) = (builder.index(0), builder.index(1));
        let (spare, each) =
            (builder.index(ends.length(0) as i64), builder.index((ends.length(1) - ends.length(0)) as i64));
        let room = builder.binary("arith.divsi", builder.binary("arith.subi", length, spare), each);
        let count = builder.binary("arith.minsi", room, site.above_count(builder));
        let most = builder.binary("arith.muli", count, builder.index(options.few_entries.get()));
        let are_short = builder.compare(ComparePredicate::SignedLess, site.coordinate_count(builder), most);
        let sample = |builder: &Builder<'c>| {
            let pairs = builder.binary("arith.subi", count, one);
            let samples = builder.binary("arith.minsi", pairs, builder.index(options.sampled_segments.get()));
            let step = builder.binary("arith.divsi", pairs, builder.binary("arith.maxsi", samples, one));
            let unlike = builder.for_loop((zero, samples, one), &[zero], |builder, sample, unlike| {
                let first = builder.binary("arith.muli", sample, step);
                let lengths = [first, builder.binary("arith.addi", first, one)].map(|segment| {
                    let walk =
                        LevelWalk { tensor: site.tensor, level: site.level, parents: vec![segment], given: Vec::new() };
                    let Bounds { low, high } = Level::open(builder, &walk).bounds();
                    builder.binary("arith.subi", high, low)
                });
                let differ = builder.compare(ComparePredicate::NotEqual, lengths[0], lengths[1]);
                let differ = builder.value("arith.extui", &[differ], builder.parse_type("i64"), &[]);
                let differ = builder.value("arith.index_cast", &[differ], builder.index_type(), &[]);
                vec![builder.binary("arith.addi", unlike[0], differ)]
            });
            annotate(&unlike, Some(SCALAR.to_owned()));
            let weighed = builder.binary("arith.muli", unlike[0], builder.index(UNLIKE_SHARE));
            vec![builder.compare(ComparePredicate::SignedLessEqual, weighed, samples)]
        };
        builder
            .if_else(are_short, &[builder.bool_type()], sample, |builder| vec![builder.integer(0, builder.bool_type())])
            [0]
    }
}

/// Up to one segment in so many may differ from its neighbour where segments are alike.
const UNLIKE_SHARE: i64 = 8;

/// Whether a value is made in a region of an operation.
pub fn is_made_in(value: Value<'_>, around: Op<'_>) -> bool {
    let maker = match BlockArgument::try_from(value) {
        Ok(argument) => argument.owner().parent_operation().map(|owner| op(&owner)),
        Err(_) => defining_op(value),
    };
    maker.is_some_and(|maker| place_in(&[around], maker).is_some())
}
