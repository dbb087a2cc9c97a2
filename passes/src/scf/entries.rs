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
    bodies::{can_be_copied, child, copied_child, is_made_in, stores},
    cursors::{Bounds, Level, OpenCursor, site_of},
    scatters::adds_to_own_points,
    sums::{accumulators, combine, is_sum, tree},
};
use crate::levels::LevelSite;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate, bit_width},
    ir::{Op, Value, collect_ops, defining_op, element_type, op, op_name, set_attribute, shape},
    sloop::{
        cursors::{Coiterate, Iterate, LevelWalk, Walk},
        lookups::Locate,
        wrappers::Wrapper,
    },
};
use melior::ir::{ValueLike, operation::OperationLike};

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
        let side_by_side = |builder: &Builder<'c>| {
            let rounds =
                builder.for_op(range, &[], |inner, counter, _| copied_child(r#loop, inner, cursor, counter, &[]));
            annotate_loop(rounds, &side_by_side(options.gathered_entries.get()));
            Vec::new()
        };
        return builder.if_else(fill_lanes, &[], side_by_side, whole);
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

/// A loop whose rounds run side by side, so many of them: all that it loads and stores is in one group.
fn side_by_side(lanes: i64) -> String {
    format!(
        "vectorize = <disable = false, predicateEnable = true, width = {lanes} : i32>, interleave = <count = 1 : i32>, \
         parallelAccesses = #llvm.access_group<id = distinct[0]<>>"
    )
}

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

    /// How many segments there are. Arrays may be longer than what they hold: then it is somewhat more.
    fn segment_count(&self, builder: &Builder<'c>) -> Value<'c> {
        let site = self.site;
        let ends = site.spec().format().ends().expect("positions tell where segments end");
        let length = site.position_count(builder).expect("the level keeps positions");
        let (spare, each) =
            (builder.index(ends.length(0) as i64), builder.index((ends.length(1) - ends.length(0)) as i64));
        let room = builder.binary("arith.divsi", builder.binary("arith.subi", length, spare), each);
        builder.binary("arith.minsi", room, site.above_count(builder))
    }

    /// Whether most segments have few positions, and are as long as their neighbours.
    fn are_short_and_alike(&self, builder: &Builder<'c>, options: &SloopToScf) -> Value<'c> {
        let count = self.segment_count(builder);
        let are_short = builder.compare(
            ComparePredicate::SignedLess,
            self.site.coordinate_count(builder),
            builder.binary("arith.muli", count, builder.index(options.few_entries.get())),
        );
        let are_alike = |builder: &Builder<'c>| {
            let most = options.sampled_segments.get();
            vec![self.seldom_holds(builder, (count, most), UNLIKE_SHARE, |builder, [one, other]| {
                let length = |of: Bounds<'c>| builder.binary("arith.subi", of.high, of.low);
                builder.compare(ComparePredicate::NotEqual, length(one), length(other))
            })]
        };
        builder.if_else(are_short, &[builder.bool_type()], are_alike, no)[0]
    }

    /// Whether what is scattered from segments fills vectors, and comes to other points than what was scattered just before:
    /// a processor that loads many points at once waits for stores that are still under way.
    fn are_long_or_apart(&self, builder: &Builder<'c>, options: &SloopToScf) -> Value<'c> {
        let count = self.segment_count(builder);
        let entries = self.site.coordinate_count(builder);
        let exceeds = |builder: &Builder<'c>, average: i64| {
            let all = builder.binary("arith.muli", count, builder.index(average));
            builder.compare(ComparePredicate::SignedLess, all, entries)
        };
        let are_apart = |builder: &Builder<'c>| {
            let last = builder.binary("arith.subi", entries, builder.index(1));
            let most = options.sampled_segments.get();
            vec![self.seldom_holds(builder, (count, most), NEAR_SHARE, |builder, segments| {
                let [one, other] = segments.map(|of| {
                    let first = builder.binary("arith.minsi", of.low, last);
                    self.site.load_coordinate(builder, first)
                });
                // They begin at neighbours, or at the same.
                let difference = builder.binary("arith.subi", other, one);
                let from_below = builder.binary("arith.addi", difference, builder.index(1));
                builder.compare(ComparePredicate::UnsignedLess, from_below, builder.index(3))
            })]
        };
        let fill = |builder: &Builder<'c>| {
            let are_long = exceeds(builder, options.apart_entries.get());
            builder.if_else(are_long, &[builder.bool_type()], yes, are_apart)
        };
        builder.if_else(exceeds(builder, options.scattered_entries.get()), &[builder.bool_type()], fill, no)[0]
    }

    /// Whether something holds for at most one in `share` of the pairs of neighbours among up to `most` of the segments that are
    /// looked at.
    fn seldom_holds(
        &self,
        builder: &Builder<'c>,
        (count, most): (Value<'c>, i64),
        share: i64,
        holds: impl Fn(&Builder<'c>, [Bounds<'c>; 2]) -> Value<'c>,
    ) -> Value<'c> {
        let (zero, one) = (builder.index(0), builder.index(1));
        let pairs = builder.binary("arith.subi", count, one);
        let samples = builder.binary("arith.minsi", pairs, builder.index(most));
        let step = builder.binary("arith.divsi", pairs, builder.binary("arith.maxsi", samples, one));
        let found = builder.for_loop((zero, samples, one), &[zero], |builder, sample, found| {
            let first = builder.binary("arith.muli", sample, step);
            let segments = [first, builder.binary("arith.addi", first, one)].map(|segment| {
                let (tensor, level) = (self.site.tensor, self.site.level);
                Level::open(builder, &LevelWalk { tensor, level, parents: vec![segment], given: Vec::new() }).bounds()
            });
            let here = holds(builder, segments);
            let here = builder.value("arith.extui", &[here], builder.parse_type("i64"), &[]);
            let here = builder.value("arith.index_cast", &[here], builder.index_type(), &[]);
            vec![builder.binary("arith.addi", found[0], here)]
        });
        annotate(&found, Some(SCALAR.to_owned()));
        let weighed = builder.binary("arith.muli", found[0], builder.index(share));
        builder.compare(ComparePredicate::SignedLessEqual, weighed, samples)
    }
}

fn yes<'c>(builder: &Builder<'c>) -> Vec<Value<'c>> {
    vec![builder.number(-1.0, builder.bool_type())]
}

fn no<'c>(builder: &Builder<'c>) -> Vec<Value<'c>> {
    vec![builder.integer(0, builder.bool_type())]
}

/// Up to one segment in so many may differ from its neighbour where segments are alike.
const UNLIKE_SHARE: i64 = 8;

/// Up to one segment in so many may begin where its neighbour does where segments are apart.
const NEAR_SHARE: i64 = 2;
