//! `sloop.clip`: the part of an ordered walk between two coordinates.
//!
//! Where the part begins and ends is searched before the walk, so that nothing is tested in it. Mostly all or nearly all of a
//! walk lies inside: the ends are looked at first.

use super::{Bounds, OpenCursor};
use crate::values::constant_integer;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// A cursor between two coordinates.
pub struct Clipped<'c> {
    source: Box<dyn OpenCursor<'c> + 'c>,
    bounds: Bounds<'c>,
    /// Whether no coordinate is negative, because the lower end is not.
    is_unsigned: bool,
}

impl<'c> Clipped<'c> {
    /// Searches the ends.
    pub fn open(builder: &Builder<'c>, source: Box<dyn OpenCursor<'c> + 'c>, [low, high]: [Value<'c>; 2]) -> Self {
        let least = constant_integer(low);
        let mut bounds = source.bounds();
        // What is never negative needs no lower end of zero.
        if source.is_signed() || least.is_none_or(|least| least > 0) {
            let first = |bounds: Bounds<'c>| bounds.low;
            bounds.low = seek_unless(builder, &*source, bounds, (first, low, false));
        }
        let last = |bounds: Bounds<'c>| builder.binary("arith.subi", bounds.high, builder.index(1));
        bounds.high = seek_unless(builder, &*source, bounds, (last, high, true));
        Self { source, bounds, is_unsigned: least.is_some_and(|least| least >= 0) }
    }
}

/// The first counter whose coordinate is not below `end`. The code tests the counter `looked_at` first, and searches only if the
/// bound of the range has to move.
pub(super) fn seek_unless<'c>(
    builder: &Builder<'c>,
    source: &dyn OpenCursor<'c>,
    bounds: Bounds<'c>,
    (looked_at, end, is_high): (impl FnOnce(Bounds<'c>) -> Value<'c>, Value<'c>, bool),
) -> Value<'c> {
    let unchanged = if is_high { bounds.high } else { bounds.low };
    let index = [builder.index_type()];
    let has_some = builder.compare(ComparePredicate::SignedLess, bounds.low, bounds.high);
    let counter = looked_at(bounds);
    builder.if_else(
        has_some,
        &index,
        |builder| {
            let coordinate = source.coordinate(builder, counter);
            let is_below = builder.compare(ComparePredicate::SignedLess, coordinate, end);
            let sought = |builder: &Builder<'c>| vec![source.seek(builder, bounds, end)];
            let stays = |_: &Builder<'c>| vec![unchanged];
            if is_high {
                builder.if_else(is_below, &index, stays, sought)
            } else {
                builder.if_else(is_below, &index, sought, stays)
            }
        },
        |_| vec![unchanged],
    )[0]
}

impl<'c> OpenCursor<'c> for Clipped<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }

    fn bounds(&self) -> Bounds<'c> {
        self.bounds
    }

    fn is_signed(&self) -> bool {
        !self.is_unsigned && self.source.is_signed()
    }

    /// The one node may be cut off.
    fn is_one(&self) -> bool {
        false
    }
}
