//! What can be wrong with a stored tensor.

use crate::memory::MemoryError;
use crate::pack::Unsupported;

/// Arrays that do not fit the format, the shape or each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// The format is for tensors of another order.
    #[error("the format is for order {format}, the shape has order {shape}")]
    Order {
        /// The order of the format.
        format: usize,
        /// The order of the shape.
        shape: usize,
    },
    /// Not one storage a level.
    #[error("the format has {required} levels, found storage for {found}")]
    LevelCount {
        /// Levels of the format.
        required: usize,
        /// Levels stored.
        found: usize,
    },
    /// The level format is not implemented here yet.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// An array that the level format needs is not there.
    #[error("level {level} ({kind}) has no {array}")]
    MissingArray {
        /// The level.
        level: usize,
        /// Its level format.
        kind: &'static str,
        /// `positions` or `coordinates`.
        array: &'static str,
    },
    /// An array that the level format does not keep is there.
    #[error("level {level} ({kind}) keeps no {array}, found {found} of them")]
    UnwantedArray {
        /// The level.
        level: usize,
        /// Its level format.
        kind: &'static str,
        /// `positions` or `coordinates`.
        array: &'static str,
        /// Its length.
        found: usize,
    },
    /// An array of another length than the levels above ask for.
    #[error("level {level} needs {required} {array}, found {found}")]
    ArrayLength {
        /// The level.
        level: usize,
        /// `positions` or `coordinates`.
        array: &'static str,
        /// The length asked for.
        required: usize,
        /// The length found.
        found: usize,
    },
    /// Positions that do not begin at 0.
    #[error("level {level}: positions begin at {found}, they must begin at 0")]
    FirstPosition {
        /// The level.
        level: usize,
        /// The first position.
        found: u64,
    },
    /// A segment that ends before it begins.
    #[error("level {level}: the segment of parent {parent} begins at position {begin} and ends before it, at {end}")]
    DecreasingPositions {
        /// The level.
        level: usize,
        /// The position of the parent.
        parent: usize,
        /// Where the segment begins.
        begin: u64,
        /// Where it ends.
        end: u64,
    },
    /// A coordinate that is not below the size of the level.
    #[error("level {level}: coordinate {coordinate} at position {position} is not below the size {size}")]
    CoordinateRange {
        /// The level.
        level: usize,
        /// The position.
        position: usize,
        /// The coordinate.
        coordinate: u64,
        /// The size of the level.
        size: u64,
    },
    /// A coordinate lower than the one before it, in an ordered level.
    #[error("level {level} is ordered: coordinate {coordinate} at position {position} follows {previous}")]
    Unordered {
        /// The level.
        level: usize,
        /// The position.
        position: usize,
        /// The coordinate before.
        previous: u64,
        /// The coordinate.
        coordinate: u64,
    },
    /// A coordinate twice under one parent, in a unique level.
    #[error("level {level} is unique: coordinate {coordinate} at position {position} occurs twice under one parent")]
    Duplicate {
        /// The level.
        level: usize,
        /// The position of one of them.
        position: usize,
        /// The coordinate.
        coordinate: u64,
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
    /// More positions than can be counted.
    #[error("level {level} has more than 2^63 positions")]
    PositionOverflow {
        /// The level.
        level: usize,
    },
    /// Not one value a position of the last level.
    #[error("the last level has {required} positions, found {found} values")]
    ValueCount {
        /// Positions of the last level.
        required: usize,
        /// Number of values.
        found: usize,
    },
    /// The entries do not fit the memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}
