//! A stored level, and the positions that validation finds in it.

use rayon::prelude::*;

use crate::arrays::{IndexView, StorageError, first_violation};
use crate::memory;
use lacuna_layout::{Level, Width, algebra::Extent};

use super::Rows;

/// A stored level, or one batch of it. Arrays that the level does not keep are empty.
pub(crate) struct StoredLevel<'a> {
    /// Its number, from the top.
    pub(crate) number: usize,
    pub(crate) spec: &'a Level,
    pub(crate) extent: Extent,
    /// Whether coordinates are stored in two's complement.
    pub(crate) is_signed: bool,
    pub(crate) positions: IndexView<'a>,
    pub(crate) coordinates: IndexView<'a>,
    /// The rows of slots that its positions are in, if they are.
    pub(crate) rows: Option<Rows>,
    pub(crate) end: End,
}

/// What may stand at the end of the arrays of a level.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Nothing but what is stored.
    Exact,
    /// Padding, up to the length of the longest batch.
    Padded,
}

/// The positions of a validated level.
pub(crate) struct Positions {
    pub(crate) count: usize,
    /// Whether each position has the same coordinates, from the top down, as the one before it;
    /// `None` where none has.
    pub(crate) repeats: Option<Vec<bool>>,
    /// Whether each position is padding, which holds no coordinate of the tensor; `None` where none
    /// is.
    pub(crate) padding: Option<Vec<bool>>,
}

impl Positions {
    /// The single position above the top level.
    pub(crate) fn root() -> Positions {
        Positions { count: 1, repeats: None, padding: None }
    }

    pub(crate) fn is_repeat(&self, position: usize) -> bool {
        self.repeats.as_ref().is_some_and(|repeats| repeats[position])
    }

    pub(crate) fn is_padding(&self, position: usize) -> bool {
        self.padding.as_ref().is_some_and(|padding| padding[position])
    }

    /// The padding among the `count` children of all positions, `each` a position.
    pub(super) fn padding_of_children(&self, each: usize, count: usize) -> Result<Option<Vec<bool>>, StorageError> {
        let Some(padding) = &self.padding else { return Ok(None) };
        memory::require(&format!("checking {count} positions"), count as u128, size_of::<bool>())?;
        Ok(Some((0..count).into_par_iter().map(|child| padding[child / each]).collect()))
    }
}

impl StoredLevel<'_> {
    /// The coordinate stored at a position, counted from the least one that the level can have.
    pub(crate) fn coordinate(&self, position: usize) -> u64 {
        let stored = self.coordinates.at(position);
        if self.is_signed { (self.signed(stored) as u64).wrapping_sub(self.extent.low as u64) } else { stored }
    }

    /// The bits of a coordinate read as two's complement.
    fn signed(&self, stored: u64) -> i64 {
        match self.coordinates.width() {
            Width::W8 => i64::from(stored as u8 as i8),
            Width::W16 => i64::from(stored as u16 as i16),
            Width::W32 => i64::from(stored as u32 as i32),
            Width::W64 => stored as i64,
        }
    }

    /// A coordinate counted from the least one as it is in the tensor.
    pub(crate) fn in_tensor(&self, coordinate: u64) -> i64 {
        (coordinate as i64).wrapping_add(self.extent.low)
    }

    /// The number of children of `parents`, each with as many.
    pub(super) fn children_of(&self, parents: usize, each: u64) -> Result<usize, StorageError> {
        let overflow = StorageError::PositionOverflow { level: self.number };
        let each = usize::try_from(each).map_err(|_| overflow.clone())?;
        parents.checked_mul(each).filter(|&count| isize::try_from(count).is_ok()).ok_or(overflow)
    }

    pub(super) fn check_len(
        &self,
        array: &IndexView<'_>,
        name: &'static str,
        required: usize,
    ) -> Result<(), StorageError> {
        let (level, found) = (self.number, array.len());
        if found == required { Ok(()) } else { Err(StorageError::ArrayLength { level, array: name, required, found }) }
    }

    /// Checks that every coordinate is in the extent of the level, but for those to be passed over.
    pub(super) fn check_range(&self, passed_over: impl Fn(usize) -> bool + Sync) -> Result<(), StorageError> {
        let in_range = |position| self.coordinate(position) < self.extent.size || passed_over(position);
        let Some(position) = first_violation(self.coordinates.len(), in_range) else { return Ok(()) };
        let (level, Extent { low, size }) = (self.number, self.extent);
        let stored = self.coordinates.at(position);
        Err(if self.is_signed {
            StorageError::SignedCoordinateRange { level, position, coordinate: self.signed(stored), low, size }
        } else {
            StorageError::CoordinateRange { level, position, coordinate: stored, size }
        })
    }

    /// Checks order and uniqueness of neighbours, where `are_siblings` says that a position and the
    /// one before it have the same ancestors.
    pub(super) fn check_neighbours(&self, are_siblings: impl Fn(usize) -> bool + Sync) -> Result<(), StorageError> {
        let (ordered, unique) = (self.spec.ordered, self.spec.unique);
        let in_order = |position: usize| {
            if position == 0 || !are_siblings(position) {
                return true;
            }
            let (previous, this) = (self.coordinate(position - 1), self.coordinate(position));
            (!ordered || previous <= this) && (!unique || previous != this)
        };
        match first_violation(self.coordinates.len(), in_order) {
            None => Ok(()),
            Some(position) => Err(self.not_after(position, position - 1)),
        }
    }

    /// The error of a coordinate that does not come after that at another position.
    pub(crate) fn not_after(&self, position: usize, other: usize) -> StorageError {
        let (previous, coordinate) = (self.coordinate(other), self.coordinate(position));
        let (level, previous, coordinate) = (self.number, self.in_tensor(previous), self.in_tensor(coordinate));
        if previous == coordinate {
            StorageError::Duplicate { level, position, coordinate }
        } else {
            StorageError::Unordered { level, position, previous, coordinate }
        }
    }

    /// The error of a coordinate that occurs twice.
    pub(crate) fn duplicate(&self, position: usize) -> StorageError {
        let coordinate = self.in_tensor(self.coordinate(position));
        StorageError::Duplicate { level: self.number, position, coordinate }
    }
}
