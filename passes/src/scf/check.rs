//! What `convert-sloop-to-scf` refuses, before anything changes.

use super::{
    abreast::Abreast,
    bodies::{can_be_copied, stores},
    lookups::site,
    results::Assemblies,
    results::check as check_result,
    scatters::writes_own_points,
    sums::is_sum,
};
use crate::{
    bridge::types::scalar_of,
    diagnostic::{Reported, error},
    levels::LevelSite,
};
use lacuna_dialects::{
    ir::{Op, Value, collect_ops, element_type, op_name, results},
    sloop::{
        Directives,
        cursors::{Coiterate, Iterate, LevelCursor, Walk, is_cursor},
        index::Yield,
        lookups::{Choose, CoordinateAt, Locate, NodeCount, ValueAt},
        wrappers::Wrapper,
    },
};
use lacuna_layout::levels::Capabilities;
use melior::ir::{TypeLike, ValueLike, operation::OperationLike};

pub fn check(op: Op<'_>) -> Result<(), Reported> {
    match op_name(op).as_str() {
        ValueAt::NAME | Yield::NAME | Coiterate::NAME => Ok(()),
        Iterate::NAME => Iterate::of(op).map_or(Ok(()), check_form),
        Choose::NAME => Choose::of(op).map_or(Ok(()), check_choice),
        _ if Assemblies::holds(op) => check_result(op),
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

/// Whether a walk takes every position of a segment.
fn takes_each(cursor: Value<'_>) -> bool {
    match Walk::of(cursor) {
        Walk::Level(walk) => !site(walk.tensor, walk.level).spec().marks_empty_places(),
        Walk::Wrapped(source, Wrapper::Prefetch { .. }) => takes_each(source),
        Walk::Wrapped(..) => false,
    }
}

/// Only segments whose ends an array has are looked at.
fn check_choice(choose: Choose<'_>) -> Result<(), Reported> {
    let (site, ways) = (site(choose.tensor(), choose.level()), choose.ways());
    if ways.len() > 2 && ways.iter().any(|way| way.scatters.is_some()) {
        let why = format!("segments are scattered or taken in one other way, found {} ways", ways.len());
        return Err(error(choose.op().location(), why));
    }
    if site.spec().format().ends().is_some() && site.format.batch_levels() == 0 {
        return Ok(());
    }
    let level = site.format.level(site.level);
    let why = format!(
        "a way is chosen from segments that stand in one positions array, but level {} is {}",
        site.level, level.kind
    );
    Err(error(choose.op().location(), why))
}

/// A loop whose body does not suit the form that it asks for is refused.
fn check_form(r#loop: Iterate<'_>) -> Result<(), Reported> {
    let how = r#loop.how();
    let is_plain = can_be_copied(r#loop);
    let carries_vectors = r#loop.inits().iter().any(|value| element_type(value.r#type()).is_some());
    let is_sum = is_sum(r#loop) && stores(r#loop.op()).is_empty();
    let walked = Walk::of(r#loop.cursor()).level();
    let takes_each = takes_each(r#loop.cursor());
    let is_number = |value: &Value<'_>| scalar_of(value.r#type()).fills_lanes();
    let body = collect_ops(r#loop.op(), |op| op != r#loop.op());
    let is_vector = |value: &Value<'_>| value.r#type().is_vector();
    let has_numbers =
        r#loop.inits().iter().all(is_number) && !body.into_iter().flat_map(results).any(|value| is_vector(&value));
    let tells_entries_apart = site(walked.tensor, walked.level).properties().unique;
    let why = match how {
        Directives { lanes: Some(_), .. } => "runs in lanes, but it walks entries",
        Directives { unroll: Some(_), .. }
            if how.packed.or(how.gathers).or(how.scatters).or(how.blocks).or(how.abreast).is_some() =>
        {
            "is unrolled, but it takes several entries in each round"
        }
        Directives { packed: Some(_), .. } if !(is_sum && is_plain && takes_each && has_numbers) => {
            "packs entries into vectors, but its rounds do more than add terms, numbers that follow from the entry alone"
        }
        Directives { chains: Some(2..), .. } | Directives { gathers: Some(_), .. } if !is_sum => {
            "takes entries out of order, but what it carries is no sum that may be taken in any order"
        }
        Directives { chains: Some(2..), .. } if carries_vectors && !is_plain => {
            "has chains of vectors, but its body cannot be repeated"
        }
        Directives { scatters: Some(_), .. } if !(tells_entries_apart && writes_own_points(r#loop)) => {
            "scatters, but its rounds do more than add to points of their own"
        }
        Directives { blocks: Some(_), .. } if !(is_plain && Walk::of(r#loop.cursor()).is_in_run()) => {
            "takes blocks of entries, but it walks no open run, or its body cannot be repeated"
        }
        Directives { abreast: Some(_), .. } if !(is_sum && Abreast::of(r#loop).is_some()) => {
            "sums segments abreast, but they do not lie interleaved, or their terms depend on the segment"
        }
        _ => return Ok(()),
    };
    Err(error(r#loop.op().location(), format!("a loop {why}")))
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
