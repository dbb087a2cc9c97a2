//! What `convert-sloop-to-scf` refuses, before anything changes.

use super::{lookups::site, results};
use crate::{
    diagnostic::{Reported, error},
    levels::LevelSite,
};
use lacuna_dialects::{
    ir::{Op, op_name},
    sloop::{
        cursors::{Coiterate, Iterate, LevelCursor, is_cursor},
        index::Yield,
        lookups::{CoordinateAt, Locate, NodeCount, ValueAt},
    },
};
use lacuna_layout::levels::Capabilities;
use melior::ir::operation::OperationLike;

pub fn check(op: Op<'_>) -> Result<(), Reported> {
    match op_name(op).as_str() {
        ValueAt::NAME | Yield::NAME | Iterate::NAME | Coiterate::NAME => Ok(()),
        _ if results::Assemblies::holds(op) => results::check(op),
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
