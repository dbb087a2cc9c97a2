//! `sloop.prefetch`: a walk whose arrays are fetched ahead, once for each time that a loop is entered.

use super::{Fetch, OpenCursor};
use lacuna_dialects::builder::Builder;

/// A cursor whose arrays have been fetched.
pub struct Prefetched<'c> {
    source: Box<dyn OpenCursor<'c> + 'c>,
}

impl<'c> Prefetched<'c> {
    /// Fetches what stands behind the first position.
    pub fn open(builder: &Builder<'c>, source: Box<dyn OpenCursor<'c> + 'c>, fetch: Fetch) -> Self {
        source.fetch(builder, source.bounds().low, fetch);
        Self { source }
    }
}

impl<'c> OpenCursor<'c> for Prefetched<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }
}
