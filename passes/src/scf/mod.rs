//! `convert-sloop-to-scf`: cursor form to loops over arrays.
//!
//! Each level format emits its own level functions ([`crate::levels`]); here they are put into loops: a counted loop
//! over positions, no loop where a level has exactly one child a node, and a `while` where neighbours of equal coordinate
//! are taken together, which scans ahead unless their end shows as what is below them is walked ([`cursors::fused_runs`]).
//!
//! Example: `test/conversions/sloop_to_scf.mlir`.

mod arrays;
mod batches;
mod build;
mod cell;
mod coiterate;
mod copy;
mod cursors;
mod grow;
mod limits;
mod results;
mod sort;
mod sort_segment;
mod value_or_constant;

use crate::{
    diagnostic::{Reported, error},
    fp::FpMode,
    index::combine::combine,
    levels::{self, LevelFormat, LevelSite, Parents},
    options,
    pass::{Pass, Within},
};
use cursors::{Bounds, Cursor, fused_runs};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate, is_float},
    format::Format,
    ir::{
        Op, Value, arguments, body, collect_ops, defining_op, element_type, erase, op_name, operands, ops_in,
        replace_uses, results, set_attribute,
    },
    sloop::{
        self, Combiner,
        cursors::{Coiterate, Iterate, LevelCursor, is_cursor},
        index::Yield,
        lookups::{CoordinateAt, Locate, NodeCount, ValueAt},
    },
    stensor::{
        conversion::{Build, Sort},
        storage::LevelSize,
    },
};
use lacuna_layout::levels::Capabilities;
use melior::ir::{Type, ValueLike, operation::OperationLike};
use results::Assemblies;

options! {
    /// Options of `convert-sloop-to-scf`.
    pub struct SloopToScf {
        /// fewer children of an unordered level than this are sorted by insertion (a few cache lines of them), others by merging
        pub inserted_children: Within<0, 65536> = "24",
        /// up to this many coordinates of a node that is put together are sorted by insertion, others by merging
        pub inserted_coordinates: Within<0, 65536> = "16",
        /// the arrays of segments with fewer positions than this on average (two cache lines of values) are fetched ahead
        pub short_segment: Within<0, 65536> = "16",
        /// so many entries of a run are taken at a time: rows of a stencil have few more
        pub run_block: Within<1, 64> = "4",
        /// levels with up to this many coordinates, or entries, are sorted by one counting sort: its table fits the caches
        pub few_buckets: Within<1, 16777216> = "65536",
        /// the bits of a digit by which larger levels are sorted
        pub digit_bits: Within<1, 24> = "16",
        /// levels with up to this many coordinates look up nodes in an array: it fits the caches
        pub few_coordinates: Within<1, 16777216> = "65536",
        /// so do larger ones, with up to so many coordinates for each node that there may be
        pub coordinates_per_node: Within<0, 65536> = "4",
        /// nodes of one parent are listed rather than sorted if there is one for each of so many coordinates
        pub listed_from: Within<0, 65536> = "16",
    }
}

impl Pass for SloopToScf {
    const ARGUMENT: &'static str = "convert-sloop-to-scf";
    const SUMMARY: &'static str = "Convert cursor form to loops over arrays";
    const ANCHOR: Option<&'static str> = Some("builtin.module");

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for op in collect_ops(root, sloop::owns) {
            check(op)?;
        }
        // Outer loops first: bodies move, and the handles of what they hold stay good. Yields go with their loops.
        let lowered = |op| {
            (sloop::owns(op) && !Yield::is(op) && !is_cursor(op)) || LevelSize::is(op) || Sort::is(op) || Build::is(op)
        };
        let mut assemblies = Assemblies::default();
        let mut gone = Vec::new();
        for op in collect_ops(root, lowered) {
            if gone.contains(&op) {
                continue;
            }
            match op_name(op).as_str() {
                Sort::NAME => Sort::of(op).into_iter().for_each(|sort| sort::lower(sort, self)),
                Build::NAME => Build::of(op).into_iter().for_each(build::lower),
                LevelSize::NAME => LevelSize::of(op).into_iter().for_each(level_size),
                _ if Assemblies::holds(op) => assemblies.lower(op, self),
                Iterate::NAME => gone.extend(Iterate::of(op).map(|walk| iterate(walk, self)).unwrap_or_default()),
                Coiterate::NAME => Coiterate::of(op).into_iter().for_each(|merge| coiterate::lower(merge, self)),
                Locate::NAME => Locate::of(op).into_iter().for_each(locate),
                CoordinateAt::NAME => CoordinateAt::of(op).into_iter().for_each(coordinate),
                NodeCount::NAME => NodeCount::of(op).into_iter().for_each(node_count),
                _ => value(op),
            }
        }
        assemblies.finish();
        // Loops have taken from them what they say.
        collect_ops(root, is_cursor).into_iter().rev().for_each(erase);
        Ok(())
    }
}

fn check(op: Op<'_>) -> Result<(), Reported> {
    match op_name(op).as_str() {
        ValueAt::NAME | Yield::NAME | Iterate::NAME | Coiterate::NAME => Ok(()),
        _ if Assemblies::holds(op) => results::check(op),
        name => match asked_of_level(op) {
            Some((site, is_able)) => {
                let level = site.format.level(site.level);
                if is_able(level.capabilities()) {
                    return Ok(());
                }
                Err(error(
                    op.location(),
                    format!("level {} is {}, which has no code for {name} yet", site.level, level.kind),
                ))
            }
            None if is_cursor(op) => Ok(()),
            None => Err(error(op.location(), format!("{name} is index form: run sloop-sparsify first"))),
        },
    }
}

/// Whether a level can do what an operation asks.
type IsAble = fn(Capabilities) -> bool;

/// The level of which an operation asks something, and whether a level can do that.
fn asked_of_level<'c>(op: Op<'c>) -> Option<(LevelSite<'c>, IsAble)> {
    let iterates: IsAble = |level| level.iterate_positions;
    if let Some(walk) = LevelCursor::of(op).map(LevelCursor::walk) {
        return Some((site(walk.tensor, walk.level), iterates));
    }
    if let Some(count) = NodeCount::of(op) {
        return Some((site(count.tensor(), count.level()), iterates));
    }
    if let Some(locate) = Locate::of(op) {
        return Some((site(locate.tensor(), locate.level()), |level| level.locate));
    }
    let coordinate = CoordinateAt::of(op)?;
    Some((site(coordinate.tensor(), coordinate.level()), |level| level.stores_coordinates))
}

fn site<'c>(tensor: Value<'c>, level: usize) -> LevelSite<'c> {
    LevelSite { tensor, format: Format::of(tensor.r#type()).expect("the verifier asks for a stored tensor"), level }
}

fn level_size(size: LevelSize<'_>) {
    let op = size.op();
    replace_uses(results(op)[0], site(size.tensor(), size.level()).size(&Builder::before(op)));
    erase(op);
}

fn level_code(site: LevelSite<'_>) -> Box<dyn LevelFormat> {
    levels::level_format(site.format.level(site.level))
}

fn locate(locate: Locate<'_>) {
    let site = site(locate.tensor(), locate.level());
    let builder = Builder::before(locate.op());
    let (position, found) = level_code(site).locate(&builder, site, locate.parent(), locate.coordinate());
    replace_uses(locate.position(), position);
    if let Some(asked) = locate.found() {
        replace_uses(asked, found.unwrap_or_else(|| builder.number(-1.0, builder.bool_type())));
    }
    erase(locate.op());
}

/// The coordinate that stands some positions further, or the last one.
fn coordinate(coordinate: CoordinateAt<'_>) {
    let builder = Builder::before(coordinate.op());
    let site = site(coordinate.tensor(), coordinate.level());
    let length = site.coordinate_count(&builder);
    let last = builder.binary("arith.subi", length, builder.index(1));
    let ahead = builder.index(coordinate.ahead());
    let further = builder.binary("arith.addi", coordinate.position(), ahead);
    let position = builder.binary("arith.minui", further, last);
    let found = level_code(site).coordinate(&builder, site, Parents::One(position), position);
    replace_uses(coordinate.coordinate(), found);
    erase(coordinate.op());
}

fn value(op: Op<'_>) {
    let loaded = load_value(&Builder::before(op), &operands(op), results(op)[0].r#type());
    replace_uses(results(op)[0], loaded);
    erase(op);
}

/// What a [`ValueAt`] of these operands gives.
fn load_value<'c>(builder: &Builder<'c>, all: &[Value<'c>], result: Type<'c>) -> Value<'c> {
    let site = LevelSite { tensor: all[0], format: Format::of(all[0].r#type()).expect("verified"), level: 0 };
    if let Some(last) = all.get(2) {
        return sum_of_parts(builder, site, (all[1], *last), result);
    }
    match element_type(result) {
        None => builder.load(site.values(builder), &[all[1]]),
        // As many neighbours as the vector has lanes.
        Some(_) => builder.value("vector.load", &[site.values(builder), all[1]], result, &[]),
    }
}

/// The sum of the values at the positions from the first, which exists, to one past the last.
fn sum_of_parts<'c>(
    builder: &Builder<'c>,
    site: LevelSite<'c>,
    (first, last): (Value<'c>, Value<'c>),
    r#type: Type<'c>,
) -> Value<'c> {
    let values = site.values(builder);
    let start = builder.load(values, &[first]);
    let next = builder.binary("arith.addi", first, builder.index(1));
    builder.for_loop((next, last, builder.index(1)), &[start], |builder, position, sum| {
        let part = builder.load(values, &[position]);
        debug_assert!(part.r#type() == r#type);
        vec![combine(builder, Combiner::Add, sum[0], part, FpMode::Strict.flags())]
    })[0]
}

fn node_count(count: NodeCount<'_>) {
    let builder = Builder::before(count.op());
    let site = site(count.tensor(), count.level());
    let parents = match count.parents()[..] {
        [one] => Parents::One(one),
        [first, last, ..] => Parents::Range(first, last),
        [] => unreachable!("the verifier asks for a parent"),
    };
    let (low, high) = level_code(site).bounds(&builder, site, parents, &count.given());
    // A level may bound a walk from both sides, past one another where nothing is in it.
    let nodes = builder.binary("arith.subi", high, low);
    let nodes = builder.binary("arith.maxsi", nodes, builder.index(0));
    replace_uses(count.count(), nodes);
    erase(count.op());
}

/// Lowers a level loop; gives the operations in it that went with it.
fn iterate<'c>(r#loop: Iterate<'c>, options: &SloopToScf) -> Vec<Op<'c>> {
    let builder = Builder::before(r#loop.op());
    if let Some((finals, gone)) = fused_runs::lower(r#loop, &builder, options) {
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
        annotate_innermost(&finals);
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

/// The body of a level loop for one child, if it is there; gives the next carried values.
fn child<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    cursor: &dyn Cursor<'c>,
    counter: Value<'c>,
    carried: &[Value<'c>],
) -> Vec<Value<'c>> {
    let body = |builder: &Builder<'c>| {
        let coordinate = cursor.coordinate(builder, counter);
        let position = cursor.position(builder, counter);
        let given: Vec<_> = [coordinate, position].into_iter().chain(carried.iter().copied()).collect();
        adopt_body(r#loop.op(), builder, &given)
    };
    let Some(there) = cursor.is_there(builder, counter) else { return body(builder) };
    let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
    builder.if_else(there, &types, body, |_| carried.to_vec())
}

/// A loop over runs of equal coordinates: find the end of a run, run the body on it, go on there.
fn loop_over_runs<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    cursor: &dyn Cursor<'c>,
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
/// fibres would pay for the tests of an unrolled loop. One that carries scalars gathers by stored coordinates, four blocks
/// of eight entries at a time: what is shorter than these is faster entry by entry, for adding up the lanes and gathering
/// at all cost more on many processors than they save.
fn annotate_innermost(finals: &[Value<'_>]) {
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
        "unroll = <disable = true>"
    } else if finals.iter().all(|value| is_float(value.r#type())) {
        "vectorize = <disable = false, width = 8 : i32>, interleave = <count = 4 : i32>"
    } else {
        return;
    };
    let annotation = Builder::before(r#loop).parse_attribute(&format!("#llvm.loop_annotation<{annotation}>"));
    set_attribute(r#loop, "loop_annotation", annotation);
}

/// Moves the body of a level loop to where `builder` stands, with its arguments replaced; gives what it yields.
fn adopt_body<'c>(op: Op<'c>, builder: &Builder<'c>, values: &[Value<'c>]) -> Vec<Value<'c>> {
    adopt_region(op, 0, builder, values)
}

/// The same of any region of an operation.
fn adopt_region<'c>(op: Op<'c>, region: usize, builder: &Builder<'c>, values: &[Value<'c>]) -> Vec<Value<'c>> {
    let block = body(op, region).expect("the verifier asks for a body");
    for (argument, value) in arguments(block).into_iter().zip(values) {
        replace_uses(argument, *value);
    }
    let mut yielded = Vec::new();
    for inner in ops_in(block) {
        if Yield::is(inner) {
            yielded = operands(inner);
            erase(inner);
        } else {
            builder.adopt(inner);
        }
    }
    yielded
}
