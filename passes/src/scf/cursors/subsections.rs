//! `sloop.subsections`: the values for which a subsection of an ordered walk is not empty (CONV, section 5.2).
//!
//! The subsection of a value `v` has the coordinates from `by * v` up to `by * v + width`. So a node with coordinate `c` is the first of its
//! subsection for the values from `(c - width) / by + 1` to `c / by`, both rounded down, but for those whose subsection has an earlier
//! node. Two loops stand for this: one over nodes, and one inside it over the values whose subsections begin there. Nothing is searched.
//! In a merge, the state is a node and a value.

use super::{Bounds, OpenCursor, cursor::SubsectionBody, subsection_shape::SubsectionShape};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// A cursor that gives the values whose subsection is not empty.
pub struct Subsections<'c> {
    pub source: Box<dyn OpenCursor<'c> + 'c>,
    /// What subsections there are.
    pub shape: SubsectionShape<'c>,
    /// How many values there are.
    pub count: Value<'c>,
}

impl<'c> Subsections<'c> {
    fn walk(&self, builder: &Builder<'c>, inits: &[Value<'c>], body: &mut SubsectionBody<'_, 'c>) -> Vec<Value<'c>> {
        let Bounds { low, high } = self.source.bounds();
        let one = builder.index(1);
        let start: Vec<_> = std::iter::once(builder.index(0)).chain(inits.iter().copied()).collect();
        let finals = builder.for_loop((low, high, one), &start, |builder, node, state| {
            let coordinate = self.source.coordinate(builder, node);
            let first = self.shape.first(builder, coordinate, state[0]);
            let end = builder.binary("arith.addi", self.shape.last(builder, coordinate), builder.index(1));
            let end = builder.binary("arith.minsi", end, self.count);
            let range = (first, end, builder.index(1));
            let carried =
                builder.for_loop(range, &state[1..], |builder, value, carried| body(builder, [value, node], carried));
            let next = builder.binary("arith.maxsi", end, state[0]);
            std::iter::once(next).chain(carried).collect()
        });
        finals[1..].to_vec()
    }

    /// The first node from one on that is in the subsection of a value which is not below another, and the first such value.
    fn seek(&self, builder: &Builder<'c>, node: Value<'c>, from: Value<'c>) -> Vec<Value<'c>> {
        self.shape.seek(builder, &*self.source, node, (from, self.count)).to_vec()
    }
}

impl<'c> OpenCursor<'c> for Subsections<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }

    fn counts_nodes(&self) -> bool {
        false
    }

    fn start(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        self.seek(builder, self.source.bounds().low, builder.index(0))
    }

    fn is_inside(&self, builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        builder.compare(ComparePredicate::SignedLess, state[1], self.count)
    }

    fn coordinate_at(&self, _builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        state[1]
    }

    fn position_at(&self, _builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        state[0]
    }

    fn advance(&self, builder: &Builder<'c>, here: Value<'c>, state: &[Value<'c>]) -> Vec<Value<'c>> {
        let step = builder.value("arith.index_castui", &[here], builder.index_type(), &[]);
        let from = builder.binary("arith.addi", state[1], step);
        let next = |builder: &Builder<'c>| self.seek(builder, state[0], from);
        builder.if_else(here, &[builder.index_type(), builder.index_type()], next, |_| state.to_vec())
    }

    /// Its values are not negative.
    fn is_signed(&self) -> bool {
        false
    }

    fn skips(&self) -> bool {
        false
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
