//! The cursors of loops: how they walk, as code.
//!
//! A loop opens its cursor where it stands, counts from one bound to the other, asks for the coordinate and the position of
//! each number, and closes the cursor behind itself. What an operation that wraps a cursor does to that is one file
//! here; what a wrapper does not say, its source says.

mod clip;
mod cursor;
mod filter;
mod level;
mod node_values;
mod prefetch;
mod reorder;
mod reverse;
mod runs;
mod shift;
mod stride;
mod subsection;
mod subsections;
mod subsections_of_each;

pub use cursor::{Bounds, Fetch, OpenCursor};
pub use level::{Level, site_of};

use crate::scf::SloopToScf;
use lacuna_dialects::{
    builder::Builder,
    ir::Value,
    sloop::{cursors::Walk, wrappers::Wrapper},
};
use node_values::NodeValues;

/// Opens a cursor.
pub fn open<'c>(builder: &Builder<'c>, cursor: Value<'c>, options: &SloopToScf) -> Box<dyn OpenCursor<'c> + 'c> {
    let (source, wrapper) = match Walk::of(cursor) {
        Walk::Level(level) => return Box::new(Level::open(builder, &level)),
        Walk::Wrapped(source, Wrapper::Subsections { by, width, below, begins: Some(begins) }) => {
            return Box::new(subsections_of_each::SubsectionsOfEach {
                source,
                values: NodeValues { by, width },
                below,
                begins,
            });
        }
        Walk::Wrapped(source, wrapper) => (open(builder, source, options), wrapper),
    };
    match wrapper {
        Wrapper::Runs { .. } => Box::new(runs::Runs { source }),
        Wrapper::Reorder => Box::new(reorder::Reordered::open(builder, source, options.inserted_children.get())),
        Wrapper::Shift { by } => Box::new(shift::Shifted { source, by }),
        Wrapper::Stride { by } => Box::new(stride::Strided { source, by }),
        Wrapper::Reverse => Box::new(reverse::Reversed { source }),
        Wrapper::Clip { low, high } => Box::new(clip::Clipped::open(builder, source, [low, high])),
        Wrapper::Subsections { by, width, below, begins: _ } => {
            Box::new(subsections::Subsections { source, values: NodeValues { by, width }, below })
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
