//! Why a level cannot be built from entries.

use crate::memory::MemoryError;

/// Why a level cannot be built from entries.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// The arrays do not fit the memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// Coordinates of a level beyond the coordinate width.
    #[error("level {level} stores `{expr}` from {low} to {high}, which does not fit {bits} bits")]
    ExpressionWidth {
        /// The level.
        level: usize,
        /// What it stores.
        expr: String,
        /// The least coordinate.
        low: i64,
        /// The largest coordinate.
        high: i128,
        /// The width of coordinates.
        bits: u32,
    },
    /// The largest coordinate of a hashed level is the mark of empty slots.
    #[error("level {level} (hashed) stores `{expr}` up to {high}, which in {bits} bits marks an empty slot")]
    HashedWidth {
        /// The level.
        level: usize,
        /// What it stores.
        expr: String,
        /// The largest coordinate.
        high: i128,
        /// The width of coordinates.
        bits: u32,
    },
    /// More coordinates in a group than a structured level stores.
    #[error("level {level} (structured) stores {limit} coordinates a parent, parent {parent} has {found}")]
    TooManyInGroup {
        /// The level.
        level: usize,
        /// The position of the parent.
        parent: usize,
        /// Coordinates stored a parent.
        limit: u64,
        /// Coordinates of that parent.
        found: u64,
    },
    /// A dimension too large for the coordinate width.
    #[error(
        "dimension {dimension} has size {size}, its coordinates do not fit {bits} bits: widen them, as in `coordinates = 64`"
    )]
    CoordinateWidth {
        /// The dimension.
        dimension: usize,
        /// Its size.
        size: u64,
        /// The width of coordinates.
        bits: u32,
    },
    /// A level with too many positions for the position width.
    #[error(
        "level {level} has {positions} positions, which do not fit {bits} bits: widen them, as in `positions = 64`"
    )]
    PositionWidth {
        /// The level.
        level: usize,
        /// Its number of positions.
        positions: u64,
        /// The width of positions.
        bits: u32,
    },
    /// A parent with several children, above a level that stores one.
    #[error(
        "level {level} (singleton) stores one coordinate a parent, parent {parent} has coordinates {first} and {second}: \
         make the level above nonunique, or this one compressed"
    )]
    SingletonBranches {
        /// The level.
        level: usize,
        /// The position of the parent.
        parent: usize,
        /// The first coordinate.
        first: i64,
        /// Another one.
        second: i64,
    },
    /// A parent without a child, above a level that stores one.
    #[error("level {level} (singleton) stores one coordinate a parent, parent {parent} has none")]
    SingletonMissing {
        /// The level.
        level: usize,
        /// The position of the parent.
        parent: usize,
    },
    /// A parent without all coordinates, in a full level.
    #[error("level {level} is full: parent {parent} needs {required} children, found {found}")]
    NotFull {
        /// The level.
        level: usize,
        /// The position of the parent.
        parent: usize,
        /// The size of the level.
        required: u64,
        /// Children of that parent.
        found: u64,
    },
}
