//! Single looks at storage: positions, coordinates, values and counts, as code.

use super::value_or_constant;
use crate::{
    bridge::combine::combine,
    fp::FpMode,
    levels::{self, LevelFormat, LevelSite, Parents},
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Value, element_type, erase, replace_uses, results},
    sloop::{
        Combiner,
        lookups::{CoordinateAt, Locate, NodeCount, ValueAt, ValueRead},
    },
    stensor::storage::LevelSize,
};
use melior::ir::{Type, ValueLike};

pub fn site<'c>(tensor: Value<'c>, level: usize) -> LevelSite<'c> {
    LevelSite { tensor, format: Format::of(tensor.r#type()).expect("the verifier asks for a stored tensor"), level }
}

pub fn level_size(size: LevelSize<'_>) {
    let op = size.op();
    replace_uses(results(op)[0], site(size.tensor(), size.level()).size(&Builder::before(op)));
    erase(op);
}

fn level_code(site: LevelSite<'_>) -> Box<dyn LevelFormat> {
    levels::level_format(site.format.level(site.level))
}

pub fn locate(locate: Locate<'_>) {
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
pub fn coordinate(coordinate: CoordinateAt<'_>) {
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

pub fn value(value: ValueAt<'_>) {
    let loaded = load_value(&Builder::before(value.op()), value, &value.read());
    replace_uses(value.value(), loaded);
    erase(value.op());
}

/// What an operation gives that reads this.
pub fn load_value<'c>(builder: &Builder<'c>, value: ValueAt<'c>, read: &ValueRead<'c>) -> Value<'c> {
    let (site, result) = (site(read.tensor, 0), value.value().r#type());
    if let Some(last) = read.last {
        return sum_of_parts(builder, site, (read.position, last), result);
    }
    if let Some((here, otherwise)) = read.or {
        return value_or_constant::load(builder, value.op(), (site, read.position), (here, otherwise));
    }
    match element_type(result) {
        None => builder.load(site.values(builder), &[read.position]),
        // As many neighbours as the vector has lanes.
        Some(_) => builder.load_lanes(result, read.mask, site.values(builder), &[read.position]),
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

pub fn node_count(count: NodeCount<'_>) {
    let builder = Builder::before(count.op());
    let site = site(count.tensor(), count.level());
    let parents = match count.parents()[..] {
        [one] => Parents::One(one),
        [first, last, ..] => Parents::Range(first, last),
        [] => unreachable!("the verifier asks for a parent"),
    };
    let (low, high) = level_code(site).child_range(&builder, site, parents, &count.given()).bounds;
    // A level may bound a walk from both sides, past one another where nothing is in it.
    let nodes = builder.binary("arith.subi", high, low);
    let nodes = builder.binary("arith.maxsi", nodes, builder.index(0));
    replace_uses(count.count(), nodes);
    erase(count.op());
}
