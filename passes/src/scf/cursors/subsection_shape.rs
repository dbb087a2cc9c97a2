//! The shape of subsections: which values have a coordinate in theirs.

use super::OpenCursor;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// The subsection of a value `v` has the coordinates from `by * v` up to `by * v + width`.
#[derive(Clone, Copy)]
pub struct SubsectionShape<'c> {
    /// What a value is multiplied by.
    pub by: i64,
    /// How many coordinates a subsection has.
    pub width: Value<'c>,
}

impl<'c> SubsectionShape<'c> {
    /// The first value from one on whose subsection has a coordinate.
    pub fn first(self, builder: &Builder<'c>, coordinate: Value<'c>, from: Value<'c>) -> Value<'c> {
        let before = builder.binary("arith.subi", coordinate, self.width);
        let first = builder.binary("arith.addi", self.quotient(builder, before), builder.index(1));
        builder.binary("arith.maxsi", first, from)
    }

    /// The last one.
    pub fn last(self, builder: &Builder<'c>, coordinate: Value<'c>) -> Value<'c> {
        self.quotient(builder, coordinate)
    }

    /// The first node of a walk, from one on, that is in the subsection of a value which is not below `from`; and the first such value,
    /// or `past_all` where there is no node.
    pub fn seek(
        self,
        builder: &Builder<'c>,
        walk: &dyn OpenCursor<'c>,
        node: Value<'c>,
        (from, past_all): (Value<'c>, Value<'c>),
    ) -> [Value<'c>; 2] {
        let high = walk.bounds().high;
        let is_inside = |builder: &Builder<'c>, node| builder.compare(ComparePredicate::SignedLess, node, high);
        let is_passed = |builder: &Builder<'c>, node| {
            let coordinate = walk.coordinate(builder, node);
            let first = self.first(builder, coordinate, from);
            vec![builder.compare(ComparePredicate::SignedLess, self.last(builder, coordinate), first)]
        };
        let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
        let node = builder.while_loop(
            &[node],
            |builder, state| {
                let inside = is_inside(builder, state[0]);
                builder.if_else(inside, &[builder.bool_type()], |builder| is_passed(builder, state[0]), no)[0]
            },
            |builder, state| vec![builder.binary("arith.addi", state[0], builder.index(1))],
        )[0];
        let first = |builder: &Builder<'c>| vec![self.first(builder, walk.coordinate(builder, node), from)];
        let inside = is_inside(builder, node);
        [node, builder.if_else(inside, &[builder.index_type()], first, |_| vec![past_all])[0]]
    }

    /// A coordinate divided by what values are multiplied by, rounded down.
    fn quotient(self, builder: &Builder<'c>, coordinate: Value<'c>) -> Value<'c> {
        match self.by {
            1 => coordinate,
            by => builder.binary("arith.floordivsi", coordinate, builder.index(by)),
        }
    }
}
