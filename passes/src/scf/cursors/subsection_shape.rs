//! The shape of subsections: which values have a coordinate in theirs.

use lacuna_dialects::{builder::Builder, ir::Value};

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

    /// A coordinate divided by what values are multiplied by, rounded down.
    fn quotient(self, builder: &Builder<'c>, coordinate: Value<'c>) -> Value<'c> {
        match self.by {
            1 => coordinate,
            by => builder.binary("arith.floordivsi", coordinate, builder.index(by)),
        }
    }
}
