//! `sloop.stride`: the multiples of a number, divided by it. A merge passes the others by, any other loop tests each.

use super::OpenCursor;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// A cursor of whose coordinates only multiples of a number count.
pub struct Strided<'c> {
    pub source: Box<dyn OpenCursor<'c> + 'c>,
    /// The number.
    pub by: i64,
}

impl<'c> Strided<'c> {
    /// Whether the coordinate of a node is a multiple.
    fn is_multiple(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        let coordinate = self.source.coordinate(builder, counter);
        let rest = builder.binary("arith.remsi", coordinate, builder.index(self.by));
        builder.compare(ComparePredicate::Equal, rest, builder.index(0))
    }
}

impl<'c> OpenCursor<'c> for Strided<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }

    /// Of what is no multiple, the next below: so coordinates stay in order.
    fn coordinate(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        let coordinate = self.source.coordinate(builder, counter);
        builder.binary("arith.floordivsi", coordinate, builder.index(self.by))
    }

    fn is_there(&self, builder: &Builder<'c>, counter: Value<'c>) -> Option<Value<'c>> {
        let Some(there) = self.source.is_there(builder, counter) else {
            return Some(self.is_multiple(builder, counter));
        };
        let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
        let multiple = |builder: &Builder<'c>| vec![self.is_multiple(builder, counter)];
        Some(builder.if_else(there, &[builder.bool_type()], multiple, no)[0])
    }

    fn skips(&self) -> bool {
        true
    }

    fn settle(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        let high = self.bounds().high;
        let goes_on = |builder: &Builder<'c>, state: &[Value<'c>]| {
            let is_inside = builder.compare(ComparePredicate::UnsignedLess, state[0], high);
            let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
            let is_other = |builder: &Builder<'c>| {
                let multiple = self.is_multiple(builder, state[0]);
                vec![builder.binary("arith.xori", multiple, builder.number(-1.0, builder.bool_type()))]
            };
            builder.if_else(is_inside, &[builder.bool_type()], is_other, no)[0]
        };
        let start = self.source.settle(builder, counter);
        builder.while_loop(&[start], goes_on, |builder, state| {
            let next = builder.binary("arith.addi", state[0], builder.index(1));
            vec![self.source.settle(builder, next)]
        })[0]
    }

    fn end_of_run(&self, builder: &Builder<'c>, first: Value<'c>, coordinate: Value<'c>) -> Option<Value<'c>> {
        let multiple = builder.binary("arith.muli", coordinate, builder.index(self.by));
        self.source.end_of_run(builder, first, multiple)
    }

    fn seek(&self, builder: &Builder<'c>, bounds: super::Bounds<'c>, coordinate: Value<'c>) -> Value<'c> {
        let multiple = builder.binary("arith.muli", coordinate, builder.index(self.by));
        self.source.seek(builder, bounds, multiple)
    }

    /// The one node may be passed by.
    fn is_one(&self) -> bool {
        false
    }
}
