//! Level formats: one module each, all behind one trait.
//!
//! To add one: write its module, implement [`LevelFormat`], name it in [`of`]. Packing, validation
//! and walking ask levels what they can do and never for a level format by name.

mod compressed;
mod dense;
mod segments;
mod singleton;

pub(crate) use segments::Segments;

use crate::format::{Format, Level, LevelKind, Width};
use crate::memory;
use crate::pack::{PackError, Unsupported};
use crate::storage::{IndexArray, LevelStorage, StorageError};

/// What packing, validation and walking need to know of a level format.
pub(crate) trait LevelFormat: Sync {
    /// Whether the position of a child is `parent * size + coordinate`, with nothing stored.
    fn is_addressed(&self) -> bool {
        false
    }

    /// Builds the level for sorted entries, which `parents` assigns to the positions of the level
    /// above.
    fn build(&self, level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<(LevelStorage, Segments), PackError>;

    /// Checks the stored arrays against the positions of the level above, and says what positions
    /// this level has.
    fn validate(&self, level: &StoredLevel<'_>, parents: Positions) -> Result<Positions, StorageError>;

    /// Turns positions of this level, in increasing order, into those of their parents; returns
    /// their coordinates. The level has been validated.
    fn ascend(&self, level: &StoredLevel<'_>, parent_count: usize, positions: &mut [usize]) -> Vec<u64>;
}

/// A level about to be built.
pub(crate) struct UnbuiltLevel<'a> {
    /// Its number, from the top.
    pub(crate) number: usize,
    pub(crate) spec: &'a Level,
    /// The dimension it stores.
    pub(crate) dimension: usize,
    /// The size of that dimension.
    pub(crate) size: u64,
    /// The coordinate of each sorted entry in this level.
    pub(crate) coordinates: &'a [u64],
    /// What tells the positions of this level apart under one parent: its coordinate and, while a
    /// level is not unique, that of the singleton level below it, which has no positions of its own
    /// to give.
    pub(crate) keys: Vec<&'a [u64]>,
    pub(crate) position_width: Width,
    pub(crate) coordinate_width: Width,
}

/// A stored level.
pub(crate) struct StoredLevel<'a> {
    /// Its number, from the top.
    pub(crate) number: usize,
    pub(crate) spec: &'a Level,
    /// The number of coordinates it can have.
    pub(crate) size: u64,
    pub(crate) storage: &'a LevelStorage,
}

/// The positions of a validated level.
pub(crate) struct Positions {
    pub(crate) count: usize,
    /// Whether each position has the same coordinates, from the top down, as the one before it;
    /// `None` where none has.
    pub(crate) repeats: Option<Vec<bool>>,
}

impl Positions {
    /// The single position above the top level.
    pub(crate) fn root() -> Positions {
        Positions { count: 1, repeats: None }
    }

    pub(crate) fn is_repeat(&self, position: usize) -> bool {
        self.repeats.as_ref().is_some_and(|repeats| repeats[position])
    }
}

/// The implementation of a level format.
pub(crate) fn of(kind: LevelKind, level: usize) -> Result<&'static dyn LevelFormat, Unsupported> {
    match kind {
        LevelKind::Dense => Ok(&dense::Dense),
        LevelKind::Compressed => Ok(&compressed::Compressed),
        LevelKind::Singleton => Ok(&singleton::Singleton),
        LevelKind::Range
        | LevelKind::Offset
        | LevelKind::Hashed
        | LevelKind::LooseCompressed
        | LevelKind::Structured { .. }
        | LevelKind::Batch => Err(Unsupported::LevelFormat { level, kind: kind.to_string() }),
    }
}

/// The dimension of each level, when the format can be packed and walked.
pub(crate) fn supported_dimensions(format: &Format) -> Result<Vec<usize>, Unsupported> {
    for (number, level) in format.levels.iter().enumerate() {
        of(level.kind, number)?;
        if level.expr.as_dimension().is_none() {
            let (kind, expr) = (level.kind.to_string(), level.expr.to_string());
            return Err(Unsupported::Expression { level: number, kind, expr });
        }
        if level.interleaved {
            return Err(Unsupported::Interleaved { level: number, kind: level.kind.to_string() });
        }
    }
    format.dimension_order().ok_or(Unsupported::NotAPermutation { levels: format.levels.len(), order: format.order })
}

pub(crate) fn check_supported(format: &Format) -> Result<(), PackError> {
    format.validate()?;
    supported_dimensions(format)?;
    Ok(())
}

impl UnbuiltLevel<'_> {
    /// The coordinates of the entries at which positions begin, in the width of the format.
    fn store_coordinates(&self, firsts: &Segments) -> Result<IndexArray, PackError> {
        let (width, size) = (self.coordinate_width, self.size);
        let too_narrow = PackError::CoordinateWidth { dimension: self.dimension, size, bits: width.bits() };
        if size.saturating_sub(1) > width.max_index() {
            return Err(too_narrow);
        }
        let what = format!("the coordinates of level {} ({})", self.number, self.spec.kind);
        memory::require(&what, firsts.count() as u128, (width.bits() / u8::BITS) as usize)?;
        let coordinate = |position| self.coordinates[firsts.begin(position)];
        IndexArray::from_fn(width, firsts.count(), coordinate).ok_or(too_narrow)
    }
}

impl StoredLevel<'_> {
    fn coordinates(&self) -> Result<&IndexArray, StorageError> {
        self.array(self.storage.coordinates.as_ref(), "coordinates")
    }

    fn positions(&self) -> Result<&IndexArray, StorageError> {
        self.array(self.storage.positions.as_ref(), "positions")
    }

    fn array<'a>(&self, array: Option<&'a IndexArray>, name: &'static str) -> Result<&'a IndexArray, StorageError> {
        let (level, kind) = (self.number, self.spec.kind.word());
        array.ok_or(StorageError::MissingArray { level, kind, array: name })
    }

    /// Checks that the level keeps no such array.
    fn refuse(&self, array: Option<&IndexArray>, name: &'static str) -> Result<(), StorageError> {
        let (level, kind) = (self.number, self.spec.kind.word());
        array.map_or(Ok(()), |array| Err(StorageError::UnwantedArray { level, kind, array: name, found: array.len() }))
    }

    fn check_len(&self, array: &IndexArray, name: &'static str, required: usize) -> Result<(), StorageError> {
        let (level, found) = (self.number, array.len());
        if found == required { Ok(()) } else { Err(StorageError::ArrayLength { level, array: name, required, found }) }
    }

    /// Checks that every coordinate is below the size of the level.
    fn check_range(&self, coordinates: &IndexArray) -> Result<(), StorageError> {
        let in_range = |position| coordinates.at(position) < self.size;
        match crate::storage::first_violation(coordinates.len(), in_range) {
            None => Ok(()),
            Some(position) => Err(StorageError::CoordinateRange {
                level: self.number,
                position,
                coordinate: coordinates.at(position),
                size: self.size,
            }),
        }
    }

    /// Checks order and uniqueness of neighbours, where `are_siblings` says that a position and the
    /// one before it have the same ancestors.
    fn check_neighbours(
        &self,
        coordinates: &IndexArray,
        are_siblings: impl Fn(usize) -> bool + Sync,
    ) -> Result<(), StorageError> {
        let (ordered, unique) = (self.spec.ordered, self.spec.unique);
        let in_order = |position: usize| {
            if position == 0 || !are_siblings(position) {
                return true;
            }
            let (previous, this) = (coordinates.at(position - 1), coordinates.at(position));
            (!ordered || previous <= this) && (!unique || previous != this)
        };
        let Some(position) = crate::storage::first_violation(coordinates.len(), in_order) else { return Ok(()) };
        let (level, previous, coordinate) = (self.number, coordinates.at(position - 1), coordinates.at(position));
        Err(if previous == coordinate {
            StorageError::Duplicate { level, position, coordinate }
        } else {
            StorageError::Unordered { level, position, previous, coordinate }
        })
    }
}
