//! Which sorted entries belong to which position of a level, while packing.

use crate::memory::{self, MemoryError};

/// Consecutive runs of sorted entries, one a position; together they are all entries.
#[derive(Clone)]
pub(crate) enum Segments {
    /// Every position has exactly one entry.
    One {
        /// Number of positions, and of entries.
        count: usize,
    },
    /// The position `p` has the entries `bounds[p]..bounds[p + 1]`.
    Bounds(Vec<usize>),
}

impl Segments {
    /// All entries under one position.
    pub(crate) fn root(entries: usize) -> Segments {
        Segments::Bounds(vec![0, entries])
    }

    /// Number of positions.
    pub(crate) fn count(&self) -> usize {
        match self {
            Segments::One { count } => *count,
            Segments::Bounds(bounds) => bounds.len() - 1,
        }
    }

    /// The first entry of a position; one past the last entry for the position one past the last.
    pub(crate) fn begin(&self, position: usize) -> usize {
        match self {
            Segments::One { .. } => position,
            Segments::Bounds(bounds) => bounds[position],
        }
    }

    /// One past the last entry of a position.
    pub(crate) fn end(&self, position: usize) -> usize {
        self.begin(position + 1)
    }

    /// Checks that the bounds of `count` positions can be allocated.
    pub(crate) fn require_memory(level: usize, count: u128) -> Result<usize, MemoryError> {
        memory::require(&format!("packing the {count} positions of level {level}"), count, size_of::<usize>())
    }
}
