//! `sloop.subsections`: the values for which a subsection of an ordered walk is not empty (CONV, section 5.2).
//!
//! A subsection of `v` has the coordinates from `by * v` up to `by * v + width`. So a node with coordinate `c` is the first of its
//! subsection for the values from `(c - width) / by + 1` to `c / by`, but for those at which a node before it is. Its state is a
//! node and a value, which two loops hold: one over nodes, and one inside it over the values whose subsections begin there. Nothing
//! is searched, and the walk over a subsection knows where it begins.

use super::{Bounds, OpenCursor, cursor::SubsectionBody, node_values::NodeValues};
use lacuna_dialects::{builder::Builder, ir::Value};

/// A cursor that gives the values whose subsection is not empty.
pub struct Subsections<'c> {
    pub source: Box<dyn OpenCursor<'c> + 'c>,
    /// What subsections there are.
    pub values: NodeValues<'c>,
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
            let first = self.values.first(builder, coordinate, state[0]);
            let end = builder.binary("arith.addi", self.values.last(builder, coordinate), builder.index(1));
            let end = builder.binary("arith.minsi", end, self.below);
            let range = (first, end, builder.index(1));
            let carried =
                builder.for_loop(range, &state[1..], |builder, value, carried| body(builder, [value, node], carried));
            let next = builder.binary("arith.maxsi", end, state[0]);
            std::iter::once(next).chain(carried).collect()
        });
        finals[1..].to_vec()
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
