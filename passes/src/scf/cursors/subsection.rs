//! `sloop.subsection`: the part of an ordered walk between two coordinates, from a node on that is known to stand near.
//!
//! A loop over subsections has come to that node. It is the first of the part, or stands before it, where further loops have made
//! the part smaller. Parts are short: each node is tested.

use super::{Bounds, OpenCursor, clip::seek_unless};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// A cursor between two coordinates, none of which stands before a node.
pub struct Subsection<'c> {
    source: Box<dyn OpenCursor<'c> + 'c>,
    /// The first node, and one past the last that the source has.
    bounds: Bounds<'c>,
    /// One past the last coordinate.
    high: Value<'c>,
}

impl<'c> Subsection<'c> {
    /// Seeks the first node.
    pub fn open(
        builder: &Builder<'c>,
        source: Box<dyn OpenCursor<'c> + 'c>,
        begin: Value<'c>,
        [low, high]: [Value<'c>; 2],
    ) -> Self {
        let last = source.bounds().high;
        let from = Bounds { low: begin, high: last };
        let first = seek_unless(builder, &*source, from, (|bounds: Bounds<'c>| bounds.low, low, false));
        Self { source, bounds: Bounds { low: first, high: last }, high }
    }
}

impl<'c> OpenCursor<'c> for Subsection<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }

    fn bounds(&self) -> Bounds<'c> {
        self.bounds
    }

    fn ends_by_test(&self) -> bool {
        true
    }

    fn is_inside(&self, builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        let is_node = builder.compare(ComparePredicate::SignedLess, state[0], self.bounds.high);
        let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
        let is_below = |builder: &Builder<'c>| {
            let coordinate = self.source.coordinate(builder, state[0]);
            vec![builder.compare(ComparePredicate::SignedLess, coordinate, self.high)]
        };
        builder.if_else(is_node, &[builder.bool_type()], is_below, no)[0]
    }

    /// The one node may stand outside.
    fn is_one(&self) -> bool {
        false
    }
}
