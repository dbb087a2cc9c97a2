//! What some of the segments of a level say of all, found out by code before the loops that walk them.

use super::{
    SloopToScf,
    cursors::{Bounds, Level, OpenCursor},
    hints::{annotate, scalar},
    lookups::site,
    value_or_constant::global_constant,
};
use crate::{
    bridge::types::scalar_of,
    diagnostic::remark,
    form_costs::{FormCosts, LENGTHS, SegmentKind, Times},
    levels::LevelSite,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value, element_type, erase, replace_uses},
    processor,
    sloop::{Directives, cursors::LevelWalk, form_name, lookups::Choose},
};
use melior::ir::{ValueLike, operation::OperationLike};

/// Puts code that looks at some segments in the place of a choice.
pub fn lower(choose: Choose<'_>, options: &SloopToScf) {
    let builder = &Builder::before(choose.op());
    let level = SampledLevel { site: site(choose.tensor(), choose.level()) };
    let ways = choose.ways();
    let way = match ways.iter().position(|way| way.scatters.is_some()) {
        // Segments are scattered if the sample finds them fit for that.
        Some(scatters) => {
            let fit = level.are_long_or_apart(builder, options);
            let other = (0..ways.len()).find(|way| *way != scatters).expect("the verifier asks for two ways");
            let [scatters, other] = [scatters, other].map(|way| builder.index(way as i64));
            builder.value("arith.select", &[fit, scatters, other], builder.index_type(), &[])
        }
        None => level.fastest(builder, choose.op(), &ways, options),
    };
    replace_uses(choose.way(), way);
    erase(choose.op());
}

/// A level of whose segments some are looked at.
struct SampledLevel<'c> {
    site: LevelSite<'c>,
}

impl<'c> SampledLevel<'c> {
    /// The way that takes the least time, by what segments of such lengths cost ([`FormCosts`]).
    fn fastest(&self, builder: &Builder<'c>, anchor: Op<'c>, ways: &[Directives], options: &SloopToScf) -> Value<'c> {
        let own = FormCosts::of_family(&processor::name());
        let bytes = element_bytes(self.site.tensor);
        let times = |way: &Directives| options.costs.times(*way, bytes).or_else(|| own.times(*way, bytes)).copied();
        if let Some(way) = ways.iter().find(|way| times(way).is_none()) {
            let name = form_name(*way).unwrap_or_else(|| "a form without a name".to_owned());
            let why = format!(
                "there are no times of {name}, so the first form is taken: lacuna calibrate measures those with names"
            );
            remark(anchor.location(), why);
            return builder.index(0);
        }
        let times: Vec<Times> = ways.iter().filter_map(times).collect();
        let table = times.iter().flatten().flatten().copied().collect::<Vec<_>>();
        let sample = self.sample(builder, constant_times(builder, anchor, &table), (ways.len(), bytes), options);
        let mix = |share: Value<'c>, here: Value<'c>, elsewhere: Value<'c>| {
            let rest = builder.binary("arith.subf", sample.count, share);
            let here = builder.binary("arith.mulf", share, here);
            builder.binary("arith.addf", here, builder.binary("arith.mulf", rest, elsewhere))
        };
        // Each is multiplied by the square of the number of samples.
        let costs = sample.times.chunks(SegmentKind::ALL.len()).map(|own| {
            let of = |segments: SegmentKind| own[segments as usize];
            let cached = mix(sample.unlike, of(SegmentKind::Unlike), of(SegmentKind::Alike));
            mix(sample.far, builder.binary("arith.mulf", sample.count, of(SegmentKind::Far)), cached)
        });
        let costs: Vec<_> = costs.collect();
        let mut best = (builder.index(0), costs[0]);
        for (way, cost) in costs.into_iter().enumerate().skip(1) {
            let less = ("predicate", builder.i64_attribute(4));
            let is_less = builder.value("arith.cmpf", &[cost, best.1], builder.bool_type(), &[less]);
            let pick =
                |new: Value<'c>, old: Value<'c>| builder.value("arith.select", &[is_less, new, old], old.r#type(), &[]);
            best = (pick(builder.index(way as i64), best.0), pick(cost, best.1));
        }
        best.0
    }

    /// Looks at some segments, and adds up what they cost in so many ways, by a table of times.
    fn sample(
        &self,
        builder: &Builder<'c>,
        table: Value<'c>,
        (ways, bytes): (usize, u64),
        options: &SloopToScf,
    ) -> Sample<'c> {
        let (zero, one) = (builder.index(0), builder.index(1));
        let (count, entries) = (self.segment_count(builder), self.site.coordinate_count(builder));
        let last = builder.binary("arith.subi", entries, one);
        let is_empty = builder.compare(ComparePredicate::SignedLess, last, zero);
        let last_segment = builder.binary("arith.maxsi", builder.binary("arith.subi", count, one), zero);
        let pairs = builder.binary("arith.maxsi", last_segment, one);
        let samples = self.sample_size(builder, pairs, options);
        let samples = builder.value("arith.select", &[is_empty, zero, samples], builder.index_type(), &[]);
        let step = builder.binary("arith.divsi", pairs, builder.binary("arith.maxsi", samples, one));
        let is_large = self.exceeds_cache(builder, bytes);
        let (rows, float) = (ways * SegmentKind::ALL.len(), builder.parse_type("f32"));
        let start: Vec<_> = std::iter::repeat_n(builder.number(0.0, float), rows).chain([zero, zero]).collect();
        let sums = builder.for_loop((zero, samples, one), &start, |builder, sample, carried| {
            let first = builder.binary("arith.muli", sample, step);
            let second = builder.binary("arith.minsi", builder.binary("arith.addi", first, one), last_segment);
            let [own, next] = [first, second].map(|segment| self.bounds(builder, segment));
            let [length, other] = [own, next].map(|of| builder.binary("arith.subi", of.high, of.low));
            let [middle, near] = [(own, length), (next, other)].map(|(of, length)| {
                let middle = builder.binary("arith.addi", of.low, builder.binary("arith.shrui", length, one));
                self.site.load_coordinate(builder, builder.binary("arith.minsi", middle, last))
            });
            let is_unlike = builder.compare(ComparePredicate::NotEqual, length, other);
            let distance = builder.binary("arith.subi", middle, near);
            let distance = builder.binary("arith.maxsi", distance, builder.binary("arith.subi", zero, distance));
            let is_apart = builder.compare(ComparePredicate::SignedLess, builder.index(FAR_COORDINATES), distance);
            let is_far = builder.binary("arith.andi", is_apart, is_large);
            let (place, scale) = place_and_scale(builder, length);
            let times = carried[..rows].iter().enumerate().map(|(row, sum)| {
                let at = builder.binary("arith.addi", place, builder.index((row * LENGTHS.len()) as i64));
                let time = builder.binary("arith.mulf", builder.load(table, &[at]), scale);
                builder.binary("arith.addf", *sum, time)
            });
            let times: Vec<_> = times.collect();
            let counts = [is_unlike, is_far].into_iter().zip(&carried[rows..]).map(|(is_one, count)| {
                let one = builder.value("arith.index_castui", &[is_one], builder.index_type(), &[]);
                builder.binary("arith.addi", *count, one)
            });
            times.into_iter().chain(counts).collect()
        });
        annotate(&sums, Some(scalar()));
        let as_float = |value: Value<'c>| {
            let number = builder.value("arith.index_cast", &[value], builder.parse_type("i32"), &[]);
            builder.value("arith.sitofp", &[number], float, &[])
        };
        Sample {
            count: as_float(samples),
            times: sums[..rows].to_vec(),
            unlike: as_float(sums[rows]),
            far: as_float(sums[rows + 1]),
        }
    }

    /// How many of so many segments are looked at.
    fn sample_size(&self, builder: &Builder<'c>, segments: Value<'c>, options: &SloopToScf) -> Value<'c> {
        let entries = self.site.coordinate_count(builder);
        let share = builder.binary("arith.divsi", entries, builder.index(ENTRIES_PER_SAMPLE));
        let most = options.sampled_segments.get();
        let bounded = builder.binary("arith.minsi", share, builder.index(most));
        let least = builder.binary("arith.maxsi", bounded, builder.index(most.min(LEAST_SAMPLE)));
        builder.binary("arith.minsi", segments, least)
    }

    /// Whether the level has so many coordinates that no cache near the processor holds a value for each.
    fn exceeds_cache(&self, builder: &Builder<'c>, bytes: u64) -> Value<'c> {
        let most = builder.index((CACHE_BYTES / bytes.max(1)) as i64);
        builder.compare(ComparePredicate::UnsignedLess, most, self.site.size(builder))
    }

    /// Where a segment begins and ends.
    fn bounds(&self, builder: &Builder<'c>, segment: Value<'c>) -> Bounds<'c> {
        let (tensor, level) = (self.site.tensor, self.site.level);
        let walk = LevelWalk { tensor, level, parents: vec![segment], list: None, given: Vec::new() };
        Level::open(builder, &walk).bounds()
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
            vec![self.seldom_holds(builder, (count, options), NEAR_SHARE, |builder, segments| {
                let [one, other] = segments.map(|of| {
                    let first = builder.binary("arith.minui", of.low, last);
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

    /// Whether something holds for at most one in `share` of the pairs of neighbours among the segments that are looked at.
    fn seldom_holds(
        &self,
        builder: &Builder<'c>,
        (count, options): (Value<'c>, &SloopToScf),
        share: i64,
        holds: impl Fn(&Builder<'c>, [Bounds<'c>; 2]) -> Value<'c>,
    ) -> Value<'c> {
        let (zero, one) = (builder.index(0), builder.index(1));
        let pairs = builder.binary("arith.maxsi", builder.binary("arith.subi", count, one), zero);
        let samples = self.sample_size(builder, pairs, options);
        let step = builder.binary("arith.divsi", pairs, builder.binary("arith.maxsi", samples, one));
        let found = builder.for_loop((zero, samples, one), &[zero], |builder, sample, found| {
            let first = builder.binary("arith.muli", sample, step);
            let segments =
                [first, builder.binary("arith.addi", first, one)].map(|segment| self.bounds(builder, segment));
            let here = holds(builder, segments);
            let here = builder.value("arith.extui", &[here], builder.parse_type("i64"), &[]);
            let here = builder.value("arith.index_cast", &[here], builder.index_type(), &[]);
            vec![builder.binary("arith.addi", found[0], here)]
        });
        annotate(&found, Some(scalar()));
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

/// Up to one segment in so many may begin where its neighbour does where segments are apart.
const NEAR_SHARE: i64 = 2;

/// What some segments say of all.
struct Sample<'c> {
    /// How many were looked at.
    count: Value<'c>,
    /// The time that they take, in each way, if they come as [`SegmentKind`] says.
    times: Vec<Value<'c>>,
    /// How many are not as long as their neighbours.
    unlike: Value<'c>,
    /// How many come to values that are in no cache.
    far: Value<'c>,
}

/// One segment is looked at for so many entries of the level: what that takes is a hundredth of a walk over all.
const ENTRIES_PER_SAMPLE: i64 = 4096;

/// So many are looked at in any case.
const LEAST_SAMPLE: i64 = 16;

/// Neighbouring segments whose coordinates are further apart than this come to other pages.
const FAR_COORDINATES: i64 = 4096;

/// What a cache near the processor holds, in bytes.
const CACHE_BYTES: u64 = 1 << 20;

/// The bytes of an element of a tensor.
fn element_bytes(tensor: Value<'_>) -> u64 {
    let element = element_type(tensor.r#type()).map(scalar_of);
    element.and_then(|scalar| scalar.bits()).map_or(8, |bits| bits.div_ceil(8))
}

/// The place of a length in [`LENGTHS`], the next one that is not less, and by how much a segment that is longer than all is longer.
fn place_and_scale<'c>(builder: &Builder<'c>, length: Value<'c>) -> (Value<'c>, Value<'c>) {
    let (zero, one, first) = (builder.index(0), builder.index(1), builder.index(9));
    let (wide, float) = (builder.parse_type("i64"), builder.parse_type("f32"));
    let cast = |value: Value<'c>, to| builder.value("arith.index_cast", &[value], to, &[]);
    // From 9 on, there are two lengths for each power of two.
    let before = builder.binary("arith.maxsi", builder.binary("arith.subi", length, one), builder.index(8));
    let leading = builder.value("math.ctlz", &[cast(before, wide)], wide, &[]);
    let power = builder.binary("arith.subi", builder.index(63), cast(leading, builder.index_type()));
    let half = builder.binary("arith.shrui", before, builder.binary("arith.subi", power, one));
    let half = builder.binary("arith.andi", half, one);
    let twice = builder.binary("arith.shli", builder.binary("arith.subi", power, builder.index(3)), one);
    let place = builder.binary("arith.addi", first, builder.binary("arith.addi", twice, half));
    let place = builder.binary("arith.minsi", place, builder.index(LENGTHS.len() as i64 - 1));
    let is_short = builder.compare(ComparePredicate::SignedLess, length, first);
    let short = builder.binary("arith.maxsi", length, zero);
    let place = builder.value("arith.select", &[is_short, short, place], builder.index_type(), &[]);
    let longest = f64::from(LENGTHS[LENGTHS.len() - 1]);
    let entries = builder.value("arith.sitofp", &[cast(length, wide)], float, &[]);
    let times = builder.binary("arith.mulf", entries, builder.number(1.0 / longest, float));
    (place, builder.binary("arith.maximumf", times, builder.number(1.0, float)))
}

/// Times as a constant of the module.
fn constant_times<'c>(builder: &Builder<'c>, anchor: Op<'c>, times: &[u32]) -> Value<'c> {
    let numbers: Vec<_> = times.iter().map(|time| format!("{time}.0")).collect();
    let r#type = format!("memref<{}xf32>", times.len());
    let values = format!("dense<[{}]> : tensor<{}xf32>", numbers.join(", "), times.len());
    global_constant(builder, anchor, "lacuna.form_costs", (&r#type, builder.parse_attribute(&values)))
}
