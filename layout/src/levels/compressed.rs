//! `compressed`: the coordinates under each node are a segment of one array, bounded by a positions array.
//!
//! The children of `p` are those from `positions[p]` to `positions[p + 1]`.

use super::{Array, Assembly, Capabilities, Children, Ends, LevelFormat, Properties};
use crate::Level;

pub(super) struct Compressed;

pub(super) const ARRAYS: &[Array] = &[Array::Positions, Array::Coordinates];

pub(super) fn capabilities(level: &Level) -> Capabilities {
    Capabilities {
        iterate_positions: true,
        locate: false,
        stores_coordinates: true,
        // Every coordinate is there, also those of the last block that reach over the edge of the tensor.
        keeps_inside: !level.full,
        never_empty: false,
        walks_ranges: true,
    }
}

pub(super) fn children(level: &Level, size: u64) -> Children {
    if level.full { Children::Each(size) } else { Children::Entries }
}

impl LevelFormat for Compressed {
    fn word(&self) -> &'static str {
        "compressed"
    }

    fn properties(&self, level: &Level) -> Properties {
        let Level { full, ordered, unique, .. } = *level;
        Properties { full, ordered, unique, branchless: false }
    }

    fn capabilities(&self, level: &Level) -> Capabilities {
        capabilities(level)
    }

    fn assembly(&self, level: &Level) -> Option<Assembly> {
        Some(if level.full { Assembly::Insert } else { Assembly::Append })
    }

    fn arrays(&self) -> &'static [Array] {
        ARRAYS
    }

    fn ends(&self) -> Option<Ends> {
        Some(Ends::Shared)
    }

    fn children(&self, level: &Level, size: u64) -> Children {
        children(level, size)
    }

    fn is_list(&self) -> bool {
        true
    }

    fn carries_interleaved(&self) -> bool {
        true
    }
}
