//! Open runs: neighbours of equal coordinate whose end is found by walking the level below.
//!
//! The walk below goes on as long as the coordinates above stay the same: the levels become one loop over entries (iterator
//! fusion: LEVELS, section 4.4). Which runs are open, the plan says; the verifier of the loop holds what that asks for.
//!
//! Only ordered levels have runs, so four entries belong to one run if the first and the last do: sums take four entries at a
//! time as long as the run has so many.

use crate::{
    fp::flags_in_order,
    levels::LevelSite,
    scf::{
        bodies::{adopt_body, can_be_copied, child, copy_body},
        cursors::{Fetch, Level, OpenCursor, site_of},
        options::SloopToScf,
        sums::{carried_sums, combine, tree},
    },
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value, body, erase, ops_in, replace_uses, results},
    sloop::cursors::{Iterate, LevelWalk, Walk},
    sloop::wrappers::{RunEnd, Wrapper},
};
use melior::ir::ValueLike;

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

/// A walk over a level that only open runs and prefetches wrap.
struct Plain<'c> {
    walk: LevelWalk<'c>,
    gives_runs: bool,
    /// How far arrays are fetched ahead, and whether those of values alone are.
    ahead: Option<(i64, bool)>,
}

impl<'c> Plain<'c> {
    fn of(r#loop: Iterate<'c>) -> Self {
        Self::of_cursor(r#loop.cursor())
    }

    fn of_cursor(cursor: Value<'c>) -> Self {
        match Walk::of(cursor) {
            Walk::Level(walk) => Self { walk, gives_runs: false, ahead: None },
            Walk::Wrapped(source, Wrapper::Runs { .. }) => Self { gives_runs: true, ..Self::of_cursor(source) },
            Walk::Wrapped(source, Wrapper::Prefetch { ahead, values_only }) => {
                Self { ahead: Some((ahead, values_only)), ..Self::of_cursor(source) }
            }
            Walk::Wrapped(_, wrapper) => unreachable!("the verifier refuses {} around open runs", wrapper.name()),
        }
    }

    fn site(&self) -> LevelSite<'c> {
        site_of(&self.walk)
    }
}

/// Whether a loop takes open runs.
pub fn takes_open_runs(r#loop: Iterate<'_>) -> bool {
    matches!(Walk::of(r#loop.cursor()), Walk::Wrapped(_, Wrapper::Runs { end: RunEnd::Open }))
}

/// The walk in the body of a loop over open runs that finds the end of each; none if nothing is done there.
fn walk_below<'c>(r#loop: Iterate<'c>) -> Option<Iterate<'c>> {
    let last = r#loop.arguments()[2];
    let mut loops = ops_in(body(r#loop.op(), 0)?).into_iter().filter_map(Iterate::of);
    loops.find(|below| Walk::of(below.cursor()).level().parents.get(1) == Some(&last))
}

/// Lowers a loop over open runs together with the walks below it; gives the carried values at the end and the operations
/// below that went with it.
pub fn lower<'c>(r#loop: Iterate<'c>, builder: &Builder<'c>, options: &SloopToScf) -> (Vec<Value<'c>>, Vec<Op<'c>>) {
    let level = Level::open(builder, &Plain::of(r#loop).walk);
    let bounds = level.bounds();
    let mut gone = Vec::new();
    let run =
        Run { high: bounds.high, held: Vec::new(), block: options.run_block.get(), short: options.short_segment.get() };
    let state = walk(r#loop, builder, bounds.low, &run, &r#loop.inits(), &mut gone);
    (state[1..].to_vec(), gone)
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
    let plain = Plain::of(r#loop);
    let site = plain.site();
    let start: Vec<_> = std::iter::once(first).chain(inits.iter().copied()).collect();
    if !plain.gives_runs {
        return walk_entries(r#loop, &plain, builder, run, start);
    }
    builder.while_loop(
        &start,
        |builder, state| run.has(builder, state[0]),
        |builder, state| {
            let coordinate = Level::node(site, state[0]).coordinate(builder, state[0]);
            let run = run.within(site, coordinate);
            let end = match walk_below(r#loop) {
                Some(below) => {
                    let inner = walk(below, &Builder::before(below.op()), state[0], &run, &below.inits(), gone);
                    for (old, new) in results(below.op()).into_iter().zip(&inner[1..]) {
                        replace_uses(old, *new);
                    }
                    erase(below.op());
                    gone.push(below.op());
                    inner[0]
                }
                None => pass(builder, state[0], &run),
            };
            let given: Vec<_> =
                [coordinate, state[0], state[0]].into_iter().chain(state[1..].iter().copied()).collect();
            std::iter::once(end).chain(adopt_body(r#loop.op(), builder, &given)).collect()
        },
    )
}

/// Passes over a run in which there is nothing to do; gives its end.
fn pass<'c>(builder: &Builder<'c>, first: Value<'c>, run: &Run<'c>) -> Value<'c> {
    builder.while_loop(
        &[first],
        |builder, state| run.has(builder, state[0]),
        |builder, state| vec![builder.binary("arith.addi", state[0], builder.index(1))],
    )[0]
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
    if let Some((ahead, values_only)) = plain.ahead {
        for walked in run.held.iter().map(|(above, _)| *above).chain([site]) {
            Level::node(walked, state[0]).fetch(builder, state[0], Fetch { ahead, values_only, short: run.short });
        }
    }
    if can_be_in_blocks(r#loop, site) {
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
/// The terms of a block are summed as a tree, so that one addition for each block waits for the block before. Its order is
/// fixed: free to choose, LLVM would gather four values at a time, which takes longer on many processors than loading
/// them.
fn walk_blocks<'c>(
    r#loop: Iterate<'c>,
    site: LevelSite<'c>,
    builder: &Builder<'c>,
    run: &Run<'c>,
    state: &[Value<'c>],
) -> Vec<Value<'c>> {
    let carried_sums = carried_sums(r#loop);
    builder.while_loop(
        state,
        |builder, state| run.has(builder, builder.binary("arith.addi", state[0], builder.index(run.block - 1))),
        |builder, state| {
            let entry = |lane: i64, carried: &[Value<'c>]| {
                let position = builder.binary("arith.addi", state[0], builder.index(lane));
                let coordinate = Level::node(site, position).coordinate(builder, position);
                let given: Vec<_> = [coordinate, position].into_iter().chain(carried.iter().copied()).collect();
                copy_body(r#loop, builder, &given, |inner, moved| Some(in_order(builder, inner, moved)))
            };
            let carried = match &carried_sums {
                None => (0..run.block).fold(state[1..].to_vec(), |carried, lane| entry(lane, &carried)),
                Some(carried_sums) => {
                    let nothing: Vec<_> = carried_sums.iter().map(|own| own.neutral(builder)).collect();
                    let terms = (0..run.block).map(|lane| entry(lane, &nothing)).collect();
                    let combine =
                        |left, right| combine(carried_sums, left, right, |op, pair| in_order(builder, op, &pair));
                    combine(state[1..].to_vec(), tree(terms, combine))
                }
            };
            let next = builder.binary("arith.addi", state[0], builder.index(run.block));
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

/// Whether a walk carries numbers, and is short enough to be there twice.
fn can_be_in_blocks<'c>(r#loop: Iterate<'c>, site: LevelSite<'c>) -> bool {
    !results(r#loop.op()).is_empty() && site.spec().capabilities().stores_coordinates && can_be_copied(r#loop)
}
