//! The cursors of loops: how they walk, as code.
//!
//! A loop opens its cursor where it stands, counts from one bound to the other, asks for the coordinate and the position of
//! each number, and closes the cursor behind itself. Each wrapper has a file here. A wrapper overrides the methods that it changes;
//! its source answers the others.

mod bounded;
mod clip;
mod cursor;
mod filter;
mod in_run;
mod level;
mod prefetch;
mod reorder;
mod reverse;
mod runs;
mod shift;
mod stride;
mod subsection;
mod subsection_shape;
mod subsections;
mod subsections_under_parents;

pub use bounded::bounded;
pub use cursor::{Bounds, Fetch, OpenCursor};
pub use level::{Level, site_of};

use crate::scf::SloopToScf;
use lacuna_dialects::{
    builder::Builder,
    ir::Value,
    sloop::{
        cursors::Walk,
        wrappers::{RunEnd, Wrapper},
    },
};
use subsection_shape::SubsectionShape;

/// Opens a cursor.
pub fn open<'c>(builder: &Builder<'c>, cursor: Value<'c>, options: &SloopToScf) -> Box<dyn OpenCursor<'c> + 'c> {
    let (source, wrapper) = match Walk::of(cursor) {
        Walk::Level(level) => return Box::new(Level::open(builder, &level)),
        Walk::Wrapped(source, Wrapper::Subsections { by, width, count, buffer: Some(buffer) }) => {
            return Box::new(subsections_under_parents::SubsectionsUnderParents {
                source,
                shape: SubsectionShape { by, width },
                count,
                buffer,
            });
        }
        Walk::Wrapped(source, wrapper) => (open(builder, source, options), wrapper),
    };
    // What counts the nodes of its source asks where they end.
    let source = match wrapper {
        Wrapper::Shift { .. } | Wrapper::Prefetch { .. } | Wrapper::Runs { end: RunEnd::Open } => source,
        _ => bounded(builder, source),
    };
    match wrapper {
        Wrapper::Runs { .. } => Box::new(runs::Runs { source }),
        Wrapper::InRun { of, at } => Box::new(in_run::InRun::open(source, of, at)),
        Wrapper::Reorder => Box::new(reorder::Reordered::open(builder, source, options.inserted_children.get())),
        Wrapper::Shift { by } => Box::new(shift::Shifted { source, by }),
        Wrapper::Stride { by } => Box::new(stride::Strided { source, by }),
        Wrapper::Reverse => Box::new(reverse::Reversed { source }),
        Wrapper::Clip { low, high } => Box::new(clip::Clipped::open(builder, source, [low, high])),
        Wrapper::Subsections { by, width, count, buffer: _ } => {
            Box::new(subsections::Subsections { source, shape: SubsectionShape { by, width }, count })
        }
        Wrapper::Subsection { begin, low, high } => {
            Box::new(subsection::Subsection::open(builder, source, begin, [low, high]))
        }
        Wrapper::Filter { keep } => Box::new(filter::Filtered { source, keep }),
        Wrapper::Prefetch { ahead, values_only } => {
            let fetch = Fetch { ahead, values_only, short: options.short_segment.get() };
            Box::new(prefetch::Prefetched::open(builder, source, fetch))
        }
    }
}
