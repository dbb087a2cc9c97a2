//! Runs of equal coordinates whose end is found by walking the level below.
//!
//! If the only use of a run is to walk the entries below it, and each node has one child, the end of the run need not be known
//! beforehand: the walk goes on as long as the coordinates above stay the same. The levels become one loop over entries
//! (iterator fusion: LEVELS, section 4.4). A search for the end would read the coordinates twice, and would give each run
//! two loops whose ends are hard to predict.
//!
//! Only ordered levels have runs, so four entries belong to one run if the first and the last do: sums take four entries at a
//! time as long as the run has so many.

use super::{adopt_body, child, fetch_ahead, level_code, load_value, site};
use crate::{
    fp::flags_in_order,
    levels::{LevelSite, Parents},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{
        Op, Value, arguments, body, erase, integer_attribute, is_op, op_name, operands, ops_in, replace_uses, results,
        segments, users,
    },
};
use melior::ir::{ValueLike, operation::OperationLike};
use std::collections::HashMap;

/// So many entries are taken at a time: rows of a stencil have few more.
const BLOCK: i64 = 4;

/// Entries that have the same coordinates in the levels above.
#[derive(Clone)]
struct Run<'c> {
    /// One past the last position, at the latest.
    high: Value<'c>,
    /// The levels above, and their coordinate.
    held: Vec<(LevelSite<'c>, Value<'c>)>,
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
                let other = level_code(*site).coordinate(builder, *site, Parents::One(position), position);
                vec![builder.compare(ComparePredicate::Equal, other, *coordinate)]
            };
            let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
            has = builder.if_else(has, &[builder.bool_type()], stays, no)[0];
        }
        has
    }
}

/// The walk below a run in whose place no end of the run is needed.
pub fn walk_below<'c>(op: Op<'c>) -> Option<Op<'c>> {
    if !is_op(op, "sloop.iterate") || !op.has_attribute("segments") {
        return None;
    }
    let own = site(op);
    let block = body(op, 0)?;
    let [_, first, last, ..] = arguments(block)[..] else { return None };
    let [below] = users(last)[..] else { return None };
    let is_below = is_op(below, "sloop.iterate") && ops_in(block).contains(&below) && {
        let site = site(below);
        let parents = &operands(below)[1..=segments(below)[1]];
        site.tensor == own.tensor && site.level == own.level + 1 && parents == [first, last]
    };
    let has_one_child = || site(below).spec().properties().branchless;
    let stores = |op| site(op).spec().capabilities().stores_coordinates;
    let is_open = |below: Op<'c>| !below.has_attribute("segments") || walk_below(below).is_some();
    (is_below && has_one_child() && stores(op) && stores(below) && is_open(below)).then_some(below)
}

/// Lowers a walk over runs, from the position `low` up to `high`, together with the walks below it; gives the carried
/// values at the end and the operations below that went with it.
pub fn lower<'c>(
    op: Op<'c>,
    builder: &Builder<'c>,
    (low, high): (Value<'c>, Value<'c>),
    inits: &[Value<'c>],
) -> (Vec<Value<'c>>, Vec<Op<'c>>) {
    let mut gone = Vec::new();
    let state = walk(op, builder, low, &Run { high, held: Vec::new() }, inits, &mut gone);
    (state[1..].to_vec(), gone)
}

/// Walks a level from a position of a run to its end; gives the position there and the carried values.
fn walk<'c>(
    op: Op<'c>,
    builder: &Builder<'c>,
    first: Value<'c>,
    run: &Run<'c>,
    inits: &[Value<'c>],
    gone: &mut Vec<Op<'c>>,
) -> Vec<Value<'c>> {
    let site = site(op);
    let start: Vec<_> = std::iter::once(first).chain(inits.iter().copied()).collect();
    let Some(below) = walk_below(op) else { return walk_entries(op, builder, run, start) };
    builder.while_loop(
        &start,
        |builder, state| run.has(builder, state[0]),
        |builder, state| {
            let coordinate = level_code(site).coordinate(builder, site, Parents::One(state[0]), state[0]);
            let groups = segments(below);
            let inits = &operands(below)[1 + groups[1] + groups[2]..];
            let inner = walk(below, &Builder::before(below), state[0], &run.within(site, coordinate), inits, gone);
            for (old, new) in results(below).into_iter().zip(&inner[1..]) {
                replace_uses(old, *new);
            }
            erase(below);
            gone.push(below);
            let cursors: Vec<_> =
                [coordinate, state[0], state[0]].into_iter().chain(state[1..].iter().copied()).collect();
            std::iter::once(inner[0]).chain(adopt_body(op, builder, &cursors)).collect()
        },
    )
}

/// Walks the entries of a run.
fn walk_entries<'c>(op: Op<'c>, builder: &Builder<'c>, run: &Run<'c>, mut state: Vec<Value<'c>>) -> Vec<Value<'c>> {
    let site = site(op);
    let code = level_code(site);
    if let Some(ahead) = integer_attribute(op, "ahead") {
        for (above, _) in &run.held {
            fetch_ahead(builder, *above, state[0], ahead);
        }
        fetch_ahead(builder, site, state[0], ahead);
    }
    if is_sum(op) {
        state = walk_blocks(op, builder, run, &state);
    }
    builder.while_loop(
        &state,
        |builder, state| run.has(builder, state[0]),
        |builder, state| {
            let carried = child(op, builder, &*code, site, Parents::One(state[0]), state[0], &state[1..]);
            let next = builder.binary("arith.addi", state[0], builder.index(1));
            std::iter::once(next).chain(carried).collect()
        },
    )
}

/// Walks entries in blocks, as long as there are that many; the body stays where it is, for those that are left.
fn walk_blocks<'c>(op: Op<'c>, builder: &Builder<'c>, run: &Run<'c>, state: &[Value<'c>]) -> Vec<Value<'c>> {
    let site = site(op);
    let code = level_code(site);
    builder.while_loop(
        state,
        |builder, state| run.has(builder, builder.binary("arith.addi", state[0], builder.index(BLOCK - 1))),
        |builder, state| {
            let range = (builder.index(0), builder.index(BLOCK), builder.index(1));
            let carried = builder.for_loop(range, &state[1..], |builder, lane, carried| {
                let position = builder.binary("arith.addi", state[0], lane);
                let coordinate = code.coordinate(builder, site, Parents::One(position), position);
                let cursors: Vec<_> = [coordinate, position].into_iter().chain(carried.iter().copied()).collect();
                copy_body(op, builder, &cursors)
            });
            let next = builder.binary("arith.addi", state[0], builder.index(BLOCK));
            std::iter::once(next).chain(carried).collect()
        },
    )
}

/// Whether a walk carries numbers, and is short enough to be there twice: no loops, nothing that is put together.
fn is_sum(op: Op<'_>) -> bool {
    let Some(block) = body(op, 0) else { return false };
    let is_plain = |inner: Op<'_>| {
        let name = op_name(inner);
        inner.region_count() == 0 && (!name.starts_with("sloop.") || matches!(&*name, "sloop.value" | "sloop.yield"))
    };
    !results(op).is_empty()
        && site(op).spec().capabilities().stores_coordinates
        && ops_in(block).into_iter().all(is_plain)
}

/// Copies a body without loops to where `builder` stands, with its arguments replaced; gives what it yields.
///
/// What it computes with floating point stays in order: in another, LLVM would gather four values at a time, which takes
/// longer on many processors than loading them.
fn copy_body<'c>(op: Op<'c>, builder: &Builder<'c>, values: &[Value<'c>]) -> Vec<Value<'c>> {
    let block = body(op, 0).expect("the verifier asks for a body");
    let mut copies: HashMap<_, _> =
        arguments(block).iter().zip(values).map(|(argument, value)| (key(*argument), *value)).collect();
    for inner in ops_in(block) {
        let moved: Vec<_> =
            operands(inner).into_iter().map(|value| copies.get(&key(value)).copied().unwrap_or(value)).collect();
        if is_op(inner, "sloop.yield") {
            return moved;
        }
        let old = results(inner);
        let types: Vec<_> = old.iter().map(|value| value.r#type()).collect();
        let new = match &*op_name(inner) {
            "sloop.value" => vec![load_value(builder, &moved, types[0])],
            _ => {
                let flags: Vec<_> =
                    flags_in_order(builder, inner).map(|flags| ("fastmath", flags)).into_iter().collect();
                builder.clone_op(inner, &moved, &types, &flags)
            }
        };
        copies.extend(old.into_iter().map(key).zip(new));
    }
    Vec::new()
}

fn key(value: Value<'_>) -> usize {
    value.to_raw().ptr as usize
}
