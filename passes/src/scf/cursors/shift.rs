//! `sloop.shift`: coordinates that count from elsewhere.

use super::{Bounds, OpenCursor};
use lacuna_dialects::{builder::Builder, ir::Value};

/// A cursor to each of whose coordinates something is added.
pub struct Shifted<'c> {
    pub source: Box<dyn OpenCursor<'c> + 'c>,
    pub by: Value<'c>,
}

impl<'c> OpenCursor<'c> for Shifted<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }

    fn coordinate(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        builder.binary("arith.addi", self.source.coordinate(builder, counter), self.by)
    }

    fn end_of_run(&self, builder: &Builder<'c>, first: Value<'c>, coordinate: Value<'c>) -> Option<Value<'c>> {
        let unshifted = builder.binary("arith.subi", coordinate, self.by);
        self.source.end_of_run(builder, first, unshifted)
    }

    fn is_signed(&self) -> bool {
        true
    }

    fn seek(&self, builder: &Builder<'c>, bounds: Bounds<'c>, coordinate: Value<'c>) -> Value<'c> {
        let unshifted = builder.binary("arith.subi", coordinate, self.by);
        self.source.seek(builder, bounds, unshifted)
    }
}
