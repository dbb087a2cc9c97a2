//! What some of the segments of a level say of all, found out by code before the loops that walk them.

use super::{
    SloopToScf,
    cursors::{Bounds, Level, OpenCursor},
    hints::{SCALAR, annotate},
    lookups::site,
};
use crate::levels::LevelSite;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Value, erase, replace_uses},
    sloop::{Directives, cursors::LevelWalk, lookups::Choose},
};

/// Puts code that looks at some segments in the place of a choice.
pub fn lower(choose: Choose<'_>, options: &SloopToScf) {
    let builder = &Builder::before(choose.op());
    let level = SampledLevel { site: site(choose.tensor(), choose.level()) };
    let ways = choose.ways();
    let place = |is_it: &dyn Fn(&Directives) -> bool| ways.iter().position(is_it);
    let scatters = place(&|way| way.scatters.is_some());
    // Where one way is for the segments that a sample finds, another one is for all others.
    let (asked, is_asked) = match scatters {
        Some(scatters) => (scatters, level.are_long_or_apart(builder, options)),
        None => (place(&|way| way.chains == Some(1)).unwrap_or(0), level.are_short_and_alike(builder, options)),
    };
    let other = (0..ways.len()).find(|way| *way != asked).expect("the verifier asks for two ways");
    let [asked, other] = [asked, other].map(|way| builder.index(way as i64));
    let way = builder.value("arith.select", &[is_asked, asked, other], builder.index_type(), &[]);
    replace_uses(choose.way(), way);
    erase(choose.op());
}

/// A level of whose segments some are looked at.
struct SampledLevel<'c> {
    site: LevelSite<'c>,
}

impl<'c> SampledLevel<'c> {
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
                Level::open(
                    builder,
                    &LevelWalk { tensor, level, parents: vec![segment], list: None, given: Vec::new() },
                )
                .bounds()
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
