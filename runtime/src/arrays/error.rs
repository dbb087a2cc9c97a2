//! What can be wrong with a stored tensor.

use crate::coo::CooError;
use crate::memory::MemoryError;
use crate::value::Dtype;
use lacuna_layout::{FillType, FormatError, LevelSizeError};

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
    /// The format makes no sense.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The format has coordinates that are too large for the shape.
    #[error(transparent)]
    LevelSize(#[from] LevelSizeError),
    /// The fill value is not of the type of the values.
    #[error("the fill value is of type {fill}, the values are of type {values}")]
    FillType {
        /// The type of the fill value.
        fill: FillType,
        /// The type of the values.
        values: Dtype,
    },
    /// An array of indices of another width than the format says.
    #[error("level {level} needs {array} of {required} bits, found {found} bits")]
    ArrayWidth {
        /// The level.
        level: usize,
        /// `positions` or `coordinates`.
        array: &'static str,
        /// The width of the format.
        required: u32,
        /// The width found.
        found: u32,
    },
    /// An array that cannot be cut into as many equal blocks as there are batches.
    #[error("{found} {array} of level {level} cannot be divided equally among {batches} batches")]
    UnequalBlocks {
        /// The level.
        level: usize,
        /// `positions` or `coordinates`.
        array: &'static str,
        /// The length found.
        found: usize,
        /// The number of batches.
        batches: u64,
    },
    /// Values that cannot be cut into as many equal blocks as there are batches.
    #[error("{found} values cannot be divided equally among {batches} batches")]
    UnequalValues {
        /// Number of values.
        found: usize,
        /// The number of batches.
        batches: u64,
    },
    /// An array of structures that is not made of whole structures.
    #[error(
        "level {level} shares its {found} coordinates with levels interleaved, {members} levels in all: \
             that is no multiple"
    )]
    Interleaved {
        /// The level with the array.
        level: usize,
        /// The length found.
        found: usize,
        /// Levels in the array.
        members: usize,
    },
    /// What is wrong with one batch; positions are counted in it.
    #[error("batch {batch}: {error}")]
    InBatch {
        /// The number of the batch, row-major.
        batch: u64,
        /// What is wrong.
        error: Box<StorageError>,
    },
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
    /// A slice that is not as long as its longest segment asks for.
    #[error("level {level}: slice {slice} needs {required} positions, found {found}")]
    SliceLength {
        /// The level.
        level: usize,
        /// The number of the slice.
        slice: usize,
        /// As many as its longest segment has, for each of its parents.
        required: u64,
        /// The positions to the next slice, or to the end.
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
    /// A segment that begins before the one before it ends.
    #[error(
        "level {level}: the segment of parent {parent} begins at position {begin}, the one before it ends at \
         {previous_end}"
    )]
    OverlappingSegments {
        /// The level.
        level: usize,
        /// The position of the parent.
        parent: usize,
        /// Where the segment begins.
        begin: u64,
        /// Where the one before it ends.
        previous_end: u64,
    },
    /// Children of a position that is padding: one outside the tensor, or an empty slot.
    #[error("level {level}: parent {parent} is padding and must have no children, found {found}")]
    PaddedParent {
        /// The level of the children.
        level: usize,
        /// The position of the parent.
        parent: usize,
        /// Number of its children.
        found: u64,
    },
    /// Hash tables that are not of one size, a power of two of at least 2.
    #[error(
        "level {level} needs hash tables of one size for {parents} parents, a power of two of at least 2, \
         found {found} slots"
    )]
    TableSize {
        /// The level.
        level: usize,
        /// Number of parents.
        parents: usize,
        /// Number of slots.
        found: usize,
    },
    /// A hash table without an empty slot, in which looking for a coordinate need not end.
    #[error("level {level}: the hash table of parent {parent} has no empty slot among {size}")]
    FullTable {
        /// The level.
        level: usize,
        /// The position of the parent.
        parent: usize,
        /// The size of the table.
        size: usize,
    },
    /// A coordinate in a slot where looking for it does not come.
    #[error("level {level}: looking for coordinate {coordinate} ends before position {position}, where it is")]
    Unreachable {
        /// The level.
        level: usize,
        /// The position.
        position: usize,
        /// The coordinate.
        coordinate: i64,
    },
    /// Coordinates that leave the tensor.
    #[error(
        "level {level}: position {position} is at coordinate {coordinate} of dimension {dimension}, whose size is \
         {size}"
    )]
    OutsideShape {
        /// The level from which on the dimension is known.
        level: usize,
        /// The position.
        position: usize,
        /// The dimension.
        dimension: usize,
        /// The coordinate in the dimension.
        coordinate: i128,
        /// The size of the dimension.
        size: u64,
    },
    /// Coordinates that no point of a tensor has.
    #[error("level {level}: position {position} needs coordinate {required} in level {other}, found {found}")]
    Contradiction {
        /// The level from which on it is known.
        level: usize,
        /// The position.
        position: usize,
        /// The level whose coordinate does not fit the others.
        other: usize,
        /// What the other levels ask for.
        required: i64,
        /// The coordinate.
        found: i64,
    },
    /// A coordinate outside the extent of a level whose coordinates can be negative.
    #[error(
        "level {level}: coordinate {coordinate} at position {position} is not among the {size} coordinates from \
         {low} on"
    )]
    SignedCoordinateRange {
        /// The level.
        level: usize,
        /// The position.
        position: usize,
        /// The coordinate.
        coordinate: i64,
        /// The least coordinate of the level.
        low: i64,
        /// The number of coordinates.
        size: u64,
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
        previous: i64,
        /// The coordinate.
        coordinate: i64,
    },
    /// A coordinate twice under one parent, in a unique level.
    #[error("level {level} is unique: coordinate {coordinate} at position {position} occurs twice under one parent")]
    Duplicate {
        /// The level.
        level: usize,
        /// The position of one of them.
        position: usize,
        /// The coordinate.
        coordinate: i64,
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
    /// There are too many points to list them all.
    #[error(transparent)]
    Points(#[from] CooError),
}
