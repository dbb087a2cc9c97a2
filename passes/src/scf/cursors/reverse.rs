//! `sloop.reverse`: a walk from behind, whose coordinates have the other sign.

use super::{Bounds, Fetch, OpenCursor, cursor::search};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// A cursor that walks its source backwards: each counter stands for the node of the source that is as far from the other end.
pub struct Reversed<'c> {
    pub source: Box<dyn OpenCursor<'c> + 'c>,
}

impl<'c> Reversed<'c> {
    /// The number that stands as far from the end as this one from the beginning.
    fn mirrored(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        let Bounds { low, high } = self.source.bounds();
        let last = builder.binary("arith.subi", builder.binary("arith.addi", low, high), builder.index(1));
        builder.binary("arith.subi", last, counter)
    }
}

impl<'c> OpenCursor<'c> for Reversed<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }

    fn coordinate(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        let coordinate = self.source.coordinate(builder, self.mirrored(builder, counter));
        builder.binary("arith.subi", builder.index(0), coordinate)
    }

    fn position(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        self.source.position(builder, self.mirrored(builder, counter))
    }

    fn position_if(&self, builder: &Builder<'c>, here: Value<'c>, counter: Value<'c>) -> Value<'c> {
        // The mirror image of the end stands before the first node, where nothing is.
        let (node, low) = (self.mirrored(builder, counter), self.source.bounds().low);
        let node = builder.value("arith.select", &[here, node, low], builder.index_type(), &[]);
        self.source.position_if(builder, here, node)
    }

    /// The last node of the run is the first one of the source.
    fn run_positions(&self, builder: &Builder<'c>, first: Value<'c>, end: Value<'c>) -> [Value<'c>; 2] {
        let one = builder.index(1);
        let last = builder.binary("arith.subi", end, one);
        let end = builder.binary("arith.addi", self.mirrored(builder, first), one);
        self.source.run_positions(builder, self.mirrored(builder, last), end)
    }

    fn is_there(&self, builder: &Builder<'c>, counter: Value<'c>) -> Option<Value<'c>> {
        self.source.is_there(builder, self.mirrored(builder, counter))
    }

    fn is_signed(&self) -> bool {
        true
    }

    fn seek(&self, builder: &Builder<'c>, bounds: Bounds<'c>, coordinate: Value<'c>) -> Value<'c> {
        search(builder, bounds, |builder, counter| {
            let other = self.coordinate(builder, counter);
            builder.compare(ComparePredicate::SignedLess, other, coordinate)
        })
    }

    /// The arrays are read from behind: the hardware foresees that as well.
    fn fetch(&self, _builder: &Builder<'c>, _counter: Value<'c>, _fetch: Fetch) {}
}
