//! `sloop.prefetch`: a walk whose arrays are fetched ahead, once for each time that a loop is entered.

use super::{Bounds, Cursor};
use lacuna_dialects::{builder::Builder, ir::Value};

/// A cursor whose arrays have been fetched.
pub struct Prefetched<'c> {
    source: Box<dyn Cursor<'c> + 'c>,
}

impl<'c> Prefetched<'c> {
    /// Fetches what stands `ahead` positions behind the first.
    pub fn open(builder: &Builder<'c>, source: Box<dyn Cursor<'c> + 'c>, ahead: i64) -> Self {
        source.fetch(builder, source.bounds().low, ahead);
        Self { source }
    }
}

impl<'c> Cursor<'c> for Prefetched<'c> {
    fn source(&self) -> Option<&dyn Cursor<'c>> {
        Some(&*self.source)
    }

    fn bounds(&self) -> Bounds<'c> {
        self.source.bounds()
    }

    fn coordinate(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        self.source.coordinate(builder, counter)
    }

    fn seek(&self, builder: &Builder<'c>, bounds: Bounds<'c>, coordinate: Value<'c>) -> Value<'c> {
        self.source.seek(builder, bounds, coordinate)
    }
}
