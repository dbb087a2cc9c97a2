//! `sloop.prefetch`: a walk whose arrays are fetched ahead, once for each time that a loop is entered.

use super::OpenCursor;
use lacuna_dialects::builder::Builder;

/// A cursor whose arrays have been fetched.
pub struct Prefetched<'c> {
    source: Box<dyn OpenCursor<'c> + 'c>,
}

impl<'c> Prefetched<'c> {
    /// Fetches what stands `ahead` positions behind the first, if segments have fewer than `short` on average.
    pub fn open(builder: &Builder<'c>, source: Box<dyn OpenCursor<'c> + 'c>, (ahead, short): (i64, i64)) -> Self {
        source.fetch(builder, source.bounds().low, (ahead, short));
        Self { source }
    }
}

impl<'c> OpenCursor<'c> for Prefetched<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }
}
