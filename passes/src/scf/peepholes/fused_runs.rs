//! Runs of equal coordinates whose end is found by walking the level below.
//!
//! If the only use of a run is to walk the entries below it, and each node has one child, the end of the run need not be known
//! beforehand: the walk goes on as long as the coordinates above stay the same. The levels become one loop over entries
//! (iterator fusion: LEVELS, section 4.4). A search for the end would read the coordinates twice, and would give each run
//! two loops whose ends are hard to predict.
//!
//! Only ordered levels have runs, so four entries belong to one run if the first and the last do: sums take four entries at a
//! time as long as the run has so many.

use crate::{
    fp::flags_in_order,
    levels::LevelSite,
    scf::{
        bodies::{adopt_body, child},
        copy::copy_ops,
        cursors::{Level, OpenCursor, site_of},
        lookups::load_value,
        options::SloopToScf,
    },
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value, body, defining_op, erase, ops_in, replace_uses, results, users},
    sloop::cursors::{Iterate, LevelWalk, Walk, is_cursor},
    sloop::{self, index::Yield, lookups::ValueAt, wrappers::Wrapper},
};
use melior::ir::{ValueLike, operation::OperationLike};

/// Entries that have the same coordinates in the levels above.
#[derive(Clone)]
struct Run<'c> {
    /// One past the last position, at the latest.
    high: Value<'c>,
    /// The levels above, and their coordinate.
    held: Vec<(LevelSite<'c>, Value<'c>)>,
    /// So many entries are taken at a time.
    block: i64,
    /// Segments of fewer positions are short.
    short: i64,
}

impl<'c> Run<'c> {
    fn within(&self, site: LevelSite<'c>, coordinate: Value<'c>) -> Self {
        let mut held = self.held.clone();
        held.push((site, coordinate));
        Self { held, ..*self }
    }

    /// Whether a position lies in the run, if those before it do.
    fn has(&self, builder: &Builder<'c>, position: Value<'c>) -> Value<'c> {
        let mut has = builder.compare(ComparePredicate::UnsignedLess, position, self.high);
        for (site, coordinate) in &self.held {
            let stays = |builder: &Builder<'c>| {
                let other = Level::node(*site, position).coordinate(builder, position);
                vec![builder.compare(ComparePredicate::Equal, other, *coordinate)]
            };
            let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
            has = builder.if_else(has, &[builder.bool_type()], stays, no)[0];
        }
        has
    }
}

/// A walk over a level whose cursor nothing wraps but runs and prefetches.
struct Plain<'c> {
    walk: LevelWalk<'c>,
    gives_runs: bool,
    ahead: Option<i64>,
}

impl<'c> Plain<'c> {
    fn of(cursor: Value<'c>) -> Option<Self> {
        match Walk::of(cursor) {
            Walk::Level(walk) => Some(Self { walk, gives_runs: false, ahead: None }),
            Walk::Wrapped(source, Wrapper::Runs) => Some(Self { gives_runs: true, ..Self::of(source)? }),
            Walk::Wrapped(source, Wrapper::Prefetch { ahead }) => {
                Some(Self { ahead: Some(ahead), ..Self::of(source)? })
            }
            Walk::Wrapped(..) => None,
        }
    }

    fn site(&self) -> LevelSite<'c> {
        site_of(&self.walk)
    }
}

/// The walk below a run in whose place no end of the run is needed.
fn walk_below<'c>(r#loop: Iterate<'c>) -> Option<Iterate<'c>> {
    let own = Plain::of(r#loop.cursor()).filter(|own| own.gives_runs)?;
    let [_, first, last, ..] = r#loop.arguments()[..] else { return None };
    let below = Iterate::of(taker_of(last)?)?;
    let inner = Plain::of(below.cursor())?;
    let is_below = ops_in(body(r#loop.op(), 0)?).contains(&below.op())
        && inner.walk.tensor == own.walk.tensor
        && inner.walk.level == own.walk.level + 1
        && inner.walk.parents == [first, last];
    let has_one_child = inner.site().spec().properties().branchless;
    let stores = |walked: &Plain<'c>| walked.site().spec().capabilities().stores_coordinates;
    let is_open = !inner.gives_runs || walk_below(below).is_some();
    (is_below && has_one_child && stores(&own) && stores(&inner) && is_open).then_some(below)
}

/// The only operation that takes the only cursor for which a value is used.
fn taker_of<'c>(value: Value<'c>) -> Option<Op<'c>> {
    let [user] = users(value)[..] else { return None };
    if is_cursor(user) { taker_of(results(user)[0]) } else { defining_op(value).map(|_| user) }
}

/// Lowers a walk over runs together with the walks below it, if that goes; gives the carried values at the end and the
/// operations below that went with it.
pub fn lower<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    options: &SloopToScf,
) -> Option<(Vec<Value<'c>>, Vec<Op<'c>>)> {
    walk_below(r#loop)?;
    let level = Level::open(builder, &Plain::of(r#loop.cursor())?.walk);
    let bounds = level.bounds();
    let mut gone = Vec::new();
    let run =
        Run { high: bounds.high, held: Vec::new(), block: options.run_block.get(), short: options.short_segment.get() };
    let state = walk(r#loop, builder, bounds.low, &run, &r#loop.inits(), &mut gone);
    Some((state[1..].to_vec(), gone))
}

/// Walks a level from a position of a run to its end; gives the position there and the carried values.
fn walk<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    first: Value<'c>,
    run: &Run<'c>,
    inits: &[Value<'c>],
    gone: &mut Vec<Op<'c>>,
) -> Vec<Value<'c>> {
    let plain = Plain::of(r#loop.cursor()).expect("only plain walks are fused");
    let site = plain.site();
    let start: Vec<_> = std::iter::once(first).chain(inits.iter().copied()).collect();
    let Some(below) = walk_below(r#loop) else { return walk_entries(r#loop, &plain, builder, run, start) };
    builder.while_loop(
        &start,
        |builder, state| run.has(builder, state[0]),
        |builder, state| {
            let coordinate = Level::node(site, state[0]).coordinate(builder, state[0]);
            let (run, inits) = (run.within(site, coordinate), below.inits());
            let inner = walk(below, &Builder::before(below.op()), state[0], &run, &inits, gone);
            for (old, new) in results(below.op()).into_iter().zip(&inner[1..]) {
                replace_uses(old, *new);
            }
            erase(below.op());
            gone.push(below.op());
            let given: Vec<_> =
                [coordinate, state[0], state[0]].into_iter().chain(state[1..].iter().copied()).collect();
            std::iter::once(inner[0]).chain(adopt_body(r#loop.op(), builder, &given)).collect()
        },
    )
}

/// Walks the entries of a run.
fn walk_entries<'c>(
    r#loop: Iterate<'c>,
    plain: &Plain<'c>,
    builder: &Builder<'c>,
    run: &Run<'c>,
    mut state: Vec<Value<'c>>,
) -> Vec<Value<'c>> {
    let site = plain.site();
    if let Some(ahead) = plain.ahead {
        for walked in run.held.iter().map(|(above, _)| *above).chain([site]) {
            Level::node(walked, state[0]).fetch(builder, state[0], (ahead, run.short));
        }
    }
    if is_sum(r#loop, site) {
        state = walk_blocks(r#loop, site, builder, run, &state);
    }
    builder.while_loop(
        &state,
        |builder, state| run.has(builder, state[0]),
        |builder, state| {
            let carried = child(r#loop, builder, &Level::node(site, state[0]), state[0], &state[1..]);
            let next = builder.binary("arith.addi", state[0], builder.index(1));
            std::iter::once(next).chain(carried).collect()
        },
    )
}

/// Walks entries in blocks, as long as there are that many; the body stays where it is, for those that are left.
///
/// What it computes with floating point stays in order: in another, LLVM would gather four values at a time, which takes
/// longer on many processors than loading them.
fn walk_blocks<'c>(
    r#loop: Iterate<'c>,
    site: LevelSite<'c>,
    builder: &Builder<'c>,
    run: &Run<'c>,
    state: &[Value<'c>],
) -> Vec<Value<'c>> {
    let block = body(r#loop.op(), 0).expect("the verifier asks for a body");
    builder.while_loop(
        state,
        |builder, state| run.has(builder, builder.binary("arith.addi", state[0], builder.index(run.block - 1))),
        |builder, state| {
            let range = (builder.index(0), builder.index(run.block), builder.index(1));
            let carried = builder.for_loop(range, &state[1..], |builder, lane, carried| {
                let position = builder.binary("arith.addi", state[0], lane);
                let coordinate = Level::node(site, position).coordinate(builder, position);
                let given: Vec<_> = [coordinate, position].into_iter().chain(carried.iter().copied()).collect();
                copy_ops(block, builder, &given, |inner, moved| {
                    let types: Vec<_> = results(inner).iter().map(|value| value.r#type()).collect();
                    if ValueAt::is(inner) {
                        return Some(vec![load_value(builder, moved, types[0])]);
                    }
                    let flags = flags_in_order(builder, inner)?;
                    Some(builder.clone_op(inner, moved, &types, &[("fastmath", flags)]))
                })
            });
            let next = builder.binary("arith.addi", state[0], builder.index(run.block));
            std::iter::once(next).chain(carried).collect()
        },
    )
}

/// Whether a walk carries numbers, and is short enough to be there twice: no loops, nothing that is put together.
fn is_sum<'c>(r#loop: Iterate<'c>, site: LevelSite<'c>) -> bool {
    let Some(block) = body(r#loop.op(), 0) else { return false };
    let is_plain =
        |inner: Op<'_>| inner.region_count() == 0 && (!sloop::owns(inner) || ValueAt::is(inner) || Yield::is(inner));
    !results(r#loop.op()).is_empty()
        && site.spec().capabilities().stores_coordinates
        && ops_in(block).into_iter().all(is_plain)
}
