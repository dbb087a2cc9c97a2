//! Level formats: code that packs, checks and walks a level, one module each, all behind one trait.
//!
//! To add one: write its module, implement [`LevelFormat`], name it in [`of`]. What a level format is (its properties, its
//! arrays and their lengths) stands in `lacuna_layout::levels`: packing, validation and walking ask there, and never for a
//! level format by name.
//!
//! Coordinates are counted from the least one that the level can have (its extent), so that they
//! are never negative here; only what is stored has signs.

mod children;
mod compressed;
mod dense;
mod error;
mod hashed;
mod offset;
mod segments;
mod singleton;
mod sliced;
mod stored;
mod structured;
mod unbuilt;

pub use error::LevelError;
pub(crate) use hashed::{EMPTY_SLOT, table_size_for};
pub(crate) use segments::Segments;
pub(crate) use stored::{End, Positions, StoredLevel};
pub(crate) use unbuilt::{Built, UnbuiltLevel};

use crate::arrays::StorageError;
use lacuna_layout::{LevelKind, levels::Ends};

/// What packing, validation and walking need to know of a level format.
pub(crate) trait LevelFormat: Sync {
    /// Builds the level for sorted entries, which `parents` assigns to the positions of the level
    /// above.
    fn build(&self, level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<Built, LevelError>;

    /// Checks the stored arrays against the positions of the level above, and says what positions
    /// this level has. That the arrays are there is known.
    fn validate(&self, level: &StoredLevel<'_>, parents: &Positions) -> Result<Positions, StorageError>;

    /// Whether a position may be outside the tensor, or contradict the levels above: when it is not
    /// chosen by an entry but comes with its siblings. The level has been validated.
    fn may_be_outside(&self, _level: &StoredLevel<'_>, _position: usize) -> bool {
        false
    }

    /// The coordinates at positions; `None` when the levels above say them. The level has been
    /// validated.
    fn coordinates(&self, level: &StoredLevel<'_>, positions: &[usize]) -> Option<Vec<u64>>;

    /// Turns positions of this level, none of them padding, into those of their parents. They increase, but for those that
    /// are the parents of interleaved segments. The level has been validated.
    fn ascend(&self, level: &StoredLevel<'_>, parent_count: usize, positions: &mut [usize]);

    /// The first child of a parent; the number of children for the number of parents. The level has
    /// been built.
    fn first_child(&self, level: &StoredLevel<'_>, parent_count: usize, parent: usize) -> usize;

    /// One past the last position that one of the first `parents` parents has room for.
    fn reached(&self, level: &StoredLevel<'_>, parent_count: usize, parents: usize) -> usize {
        self.first_child(level, parent_count, parents)
    }
}

/// The rows that a level of slots makes of the positions below it: those of a row are `stride`
/// apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    /// Positions a row.
    pub(crate) slots: usize,
    /// The distance of one to the next.
    pub(crate) stride: usize,
}

impl Rows {
    /// The number of a position in its row.
    pub(crate) fn slot(self, position: usize) -> usize {
        position / self.stride % self.slots
    }

    /// The number of the row of a position.
    pub(crate) fn row(self, position: usize) -> usize {
        position / (self.stride * self.slots) * self.stride + position % self.stride
    }
}

/// The implementation of a level format.
pub(crate) fn of(kind: LevelKind) -> &'static dyn LevelFormat {
    match kind {
        // Packing gives a batch level the positions of a dense one; its arrays are cut into blocks
        // afterwards, and validation and walking see one block at a time.
        LevelKind::Dense | LevelKind::Range | LevelKind::Batch => &dense::Dense,
        LevelKind::Compressed => &compressed::Compressed { ends: Ends::Shared },
        LevelKind::LooseCompressed => &compressed::Compressed { ends: Ends::Both },
        LevelKind::Singleton => &singleton::Singleton,
        LevelKind::Offset => &offset::Offset,
        LevelKind::Hashed => &hashed::Hashed,
        LevelKind::Structured { .. } => &structured::Structured,
        LevelKind::Sliced { .. } => &sliced::Sliced,
    }
}
