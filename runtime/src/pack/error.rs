//! Why a tensor cannot be packed.

use crate::coo::CooError;
use crate::format::FormatError;
use crate::memory::MemoryError;

/// A format that makes sense but is not implemented yet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// A level format without an implementation.
    #[error(
        "level {level} ({kind}) is not supported yet: tensors are stored in dense, compressed and singleton levels"
    )]
    LevelFormat {
        /// The level.
        level: usize,
        /// Its level format.
        kind: String,
    },
    /// A level that stores more than the coordinate of a dimension.
    #[error("level {level} ({kind}) stores `{expr}`, supported so far are levels that store one dimension as it is")]
    Expression {
        /// The level.
        level: usize,
        /// Its level format.
        kind: String,
        /// What it stores.
        expr: String,
    },
    /// Coordinates in an array of structures.
    #[error("level {level} ({kind}) is interleaved, which is not supported yet")]
    Interleaved {
        /// The level.
        level: usize,
        /// Its level format.
        kind: String,
    },
    /// A dimension that more than one level stores.
    #[error("{levels} levels for {order} dimensions are not supported yet: each dimension must be stored by one level")]
    NotAPermutation {
        /// Number of levels.
        levels: usize,
        /// Number of dimensions.
        order: usize,
    },
}

/// Why a tensor cannot be packed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// The format is not implemented yet.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The format makes no sense.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The entries make no sense.
    #[error(transparent)]
    Coo(#[from] CooError),
    /// The storage does not fit the memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The format is for tensors of another order.
    #[error("the format is for tensors of order {format}, the tensor has order {tensor}")]
    OrderMismatch {
        /// The order of the format.
        format: usize,
        /// The order of the tensor.
        tensor: usize,
    },
    /// A dimension too large for the coordinate width.
    #[error("dimension {dimension} has size {size}, its coordinates do not fit {bits} bits")]
    CoordinateWidth {
        /// The dimension.
        dimension: usize,
        /// Its size.
        size: u64,
        /// The width of coordinates.
        bits: u32,
    },
    /// A level with too many positions for the position width.
    #[error("level {level} has {positions} positions, which do not fit {bits} bits")]
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
        first: u64,
        /// Another one.
        second: u64,
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
