//! `sloop.subsections`: the values for which a subsection of an ordered walk is not empty (CONV, section 5.2).
//!
//! A subsection of `v` has the coordinates from `by * v` up to `by * v + width`. So a node with coordinate `c` is the first of its
//! subsection for the values from `(c - width) / by + 1` to `c / by`, but for those at which a node before it is. Its state is a
//! node and a value, which two loops hold: one over nodes, and one inside it over the values whose subsections begin there. Nothing
//! is searched, and the walk over a subsection knows where it begins.

use super::{Bounds, OpenCursor, cursor::SubsectionBody};
use lacuna_dialects::{builder::Builder, ir::Value};

/// A cursor that gives the values whose subsection is not empty.
pub struct Subsections<'c> {
    pub source: Box<dyn OpenCursor<'c> + 'c>,
    /// What a value is multiplied by.
    pub by: i64,
    /// How many coordinates a subsection has.
    pub width: Value<'c>,
    /// How many values there are.
    pub below: Value<'c>,
}

impl<'c> Subsections<'c> {
    fn walk(&self, builder: &Builder<'c>, inits: &[Value<'c>], body: &mut SubsectionBody<'_, 'c>) -> Vec<Value<'c>> {
        let Bounds { low, high } = self.source.bounds();
        let one = builder.index(1);
        let start: Vec<_> = std::iter::once(builder.index(0)).chain(inits.iter().copied()).collect();
        let finals = builder.for_loop((low, high, one), &start, |builder, node, state| {
            let coordinate = self.source.coordinate(builder, node);
            let before = builder.binary("arith.subi", coordinate, self.width);
            let first = builder.binary("arith.addi", self.quotient(builder, before), builder.index(1));
            let first = builder.binary("arith.maxsi", first, state[0]);
            let end = builder.binary("arith.addi", self.quotient(builder, coordinate), builder.index(1));
            let end = builder.binary("arith.minsi", end, self.below);
            let range = (first, end, builder.index(1));
            let carried =
                builder.for_loop(range, &state[1..], |builder, value, carried| body(builder, [value, node], carried));
            let next = builder.binary("arith.maxsi", end, state[0]);
            std::iter::once(next).chain(carried).collect()
        });
        finals[1..].to_vec()
    }

    /// A coordinate divided by what values are multiplied by, rounded down.
    fn quotient(&self, builder: &Builder<'c>, coordinate: Value<'c>) -> Value<'c> {
        match self.by {
            1 => coordinate,
            by => builder.binary("arith.floordivsi", coordinate, builder.index(by)),
        }
    }
}

impl<'c> OpenCursor<'c> for Subsections<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }

    fn walk_subsections(
        &self,
        builder: &Builder<'c>,
        inits: &[Value<'c>],
        body: &mut SubsectionBody<'_, 'c>,
    ) -> Option<Vec<Value<'c>>> {
        Some(self.walk(builder, inits, body))
    }

    fn is_one(&self) -> bool {
        false
    }
}
