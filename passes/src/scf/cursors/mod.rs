//! The cursors of loops: how they walk, as code.
//!
//! A loop opens its cursor where it stands, counts from one bound to the other, asks for the coordinate and the position of
//! each number, and closes the cursor behind itself. What an operation that wraps a cursor does to that is one file
//! here; what a wrapper does not say, its source says.

mod clip;
mod cursor;
mod filter;
mod level;
mod prefetch;
mod reorder;
mod runs;
mod shift;

pub use cursor::{Bounds, OpenCursor};
pub use level::{Level, site_of};

use crate::scf::SloopToScf;
use lacuna_dialects::{builder::Builder, ir::Value, sloop::cursors::Walk};

/// Opens a cursor.
pub fn open<'c>(builder: &Builder<'c>, cursor: Value<'c>, options: &SloopToScf) -> Box<dyn OpenCursor<'c> + 'c> {
    let source = |source| open(builder, source, options);
    match Walk::of(cursor) {
        Walk::Level(level) => Box::new(Level::open(builder, &level)),
        Walk::Runs(of) => Box::new(runs::Runs { source: source(of) }),
        Walk::Reorder(of) => Box::new(reorder::Reordered::open(builder, source(of), options.inserted_children.get())),
        Walk::Shift(of, by) => Box::new(shift::Shifted { source: source(of), by }),
        Walk::Clip(of, ends) => Box::new(clip::Clipped::open(builder, source(of), ends)),
        Walk::Filter(of, keep) => Box::new(filter::Filtered { source: source(of), keep }),
        Walk::Prefetch(of, ahead) => {
            Box::new(prefetch::Prefetched::open(builder, source(of), (ahead, options.short_segment.get())))
        }
    }
}
