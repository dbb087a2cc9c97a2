//! `sloop.subsection`: the part of an ordered walk between two coordinates, from a node on that is known to stand near.
//!
//! A loop over subsections has come to that node. It is the first of the part, or stands before it, where further loops have made
//! the part smaller. Parts are short: their end is sought node by node.

use super::{Bounds, OpenCursor, clip::seek_unless};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// A cursor between two coordinates, none of which stands before a node.
pub struct Subsection<'c> {
    source: Box<dyn OpenCursor<'c> + 'c>,
    bounds: Bounds<'c>,
}

impl<'c> Subsection<'c> {
    /// Seeks the ends.
    pub fn open(
        builder: &Builder<'c>,
        source: Box<dyn OpenCursor<'c> + 'c>,
        begin: Value<'c>,
        [low, high]: [Value<'c>; 2],
    ) -> Self {
        let last = source.bounds().high;
        let from = Bounds { low: begin, high: last };
        let first = seek_unless(builder, &*source, from, (|bounds: Bounds<'c>| bounds.low, low, false));
        let end = builder.while_loop(
            &[first],
            |builder, state| {
                let is_inside = builder.compare(ComparePredicate::SignedLess, state[0], last);
                let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
                let is_below = |builder: &Builder<'c>| {
                    let coordinate = source.coordinate(builder, state[0]);
                    vec![builder.compare(ComparePredicate::SignedLess, coordinate, high)]
                };
                builder.if_else(is_inside, &[builder.bool_type()], is_below, no)[0]
            },
            |builder, state| vec![builder.binary("arith.addi", state[0], builder.index(1))],
        )[0];
        Self { source, bounds: Bounds { low: first, high: end } }
    }
}

impl<'c> OpenCursor<'c> for Subsection<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }

    fn bounds(&self) -> Bounds<'c> {
        self.bounds
    }

    /// The one node may stand outside.
    fn is_one(&self) -> bool {
        false
    }
}
