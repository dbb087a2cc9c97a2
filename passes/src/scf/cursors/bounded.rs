//! A walk whose end is sought before it is walked, for wrappers and merges that count up to it.

use super::{Bounds, OpenCursor};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// A walk of which only a test says where it ends, and where that is.
struct Bounded<'c> {
    source: Box<dyn OpenCursor<'c> + 'c>,
    bounds: Bounds<'c>,
}

/// The same walk with an end that is known: sought node by node where only a test says it.
pub fn bounded<'c>(builder: &Builder<'c>, source: Box<dyn OpenCursor<'c> + 'c>) -> Box<dyn OpenCursor<'c> + 'c> {
    if !source.ends_by_test() {
        return source;
    }
    let low = source.bounds().low;
    let high = builder.while_loop(
        &[low],
        |builder, state| source.is_inside(builder, state),
        |builder, state| vec![builder.binary("arith.addi", state[0], builder.index(1))],
    )[0];
    Box::new(Bounded { source, bounds: Bounds { low, high } })
}

impl<'c> OpenCursor<'c> for Bounded<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }

    fn bounds(&self) -> Bounds<'c> {
        self.bounds
    }

    fn ends_by_test(&self) -> bool {
        false
    }

    fn is_inside(&self, builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        builder.compare(ComparePredicate::UnsignedLess, state[0], self.bounds.high)
    }
}
