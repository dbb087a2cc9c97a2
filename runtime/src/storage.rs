//! A packed tensor: per level the arrays that its level format keeps, and the values.

mod error;
mod index_array;
mod walk;

use rayon::prelude::*;

pub use error::StorageError;
pub use index_array::IndexArray;

use crate::coo::Coo;
use crate::format::Format;
use crate::levels::{self, Positions, StoredLevel};
use crate::value::{Dtype, Values};

/// A tensor stored in some format.
///
/// Its fields are public because compiled kernels fill them; [`SparseTensor::validate`] says
/// whether they fit each other.
#[derive(Clone, Debug, PartialEq)]
pub struct SparseTensor {
    /// Size of each dimension.
    pub shape: Vec<u64>,
    /// How it is stored.
    pub format: Format,
    /// One a level of the format, top first.
    pub levels: Vec<LevelStorage>,
    /// One value a position of the last level; one value when there is no level.
    pub values: Values,
}

/// The arrays of one level; which there are depends on its level format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelStorage {
    /// Where the children of each parent begin, and one past the last; one longer than there are
    /// parents.
    pub positions: Option<IndexArray>,
    /// The coordinate at each position.
    pub coordinates: Option<IndexArray>,
}

impl SparseTensor {
    /// Number of dimensions.
    pub fn order(&self) -> usize {
        self.shape.len()
    }

    /// The element type.
    pub fn dtype(&self) -> Dtype {
        self.values.dtype()
    }

    /// Number of stored values, zeros that the format stores included.
    pub fn stored_len(&self) -> usize {
        self.values.len()
    }

    /// Bytes of all arrays together.
    pub fn size_in_bytes(&self) -> usize {
        let arrays = self.levels.iter().flat_map(|level| [&level.positions, &level.coordinates]).flatten();
        let indices: usize = arrays.map(IndexArray::size_in_bytes).sum();
        indices + self.values.len() * self.dtype().size_in_bytes()
    }

    /// Checks that the arrays fit the format, the shape and each other: positions begin at 0 and
    /// never decrease, coordinates are in range, in order where the level is ordered, once where it
    /// is unique.
    ///
    /// Not checked: that an unordered singleton level is unique beyond neighbours.
    ///
    /// # Errors
    /// The first level and position where they do not.
    pub fn validate(&self) -> Result<(), StorageError> {
        self.stored_levels().map(drop)
    }

    /// Every stored entry, in the order of storage; zeros that the format stores (as in dense
    /// levels) are entries.
    ///
    /// # Errors
    /// As [`SparseTensor::validate`], and when the entries do not fit the memory.
    pub fn to_coo(&self) -> Result<Coo, StorageError> {
        walk::to_coo(self)
    }

    /// The validated levels, each with its number of parents.
    fn stored_levels(&self) -> Result<Vec<(StoredLevel<'_>, usize)>, StorageError> {
        if self.format.order != self.order() {
            return Err(StorageError::Order { format: self.format.order, shape: self.order() });
        }
        if self.levels.len() != self.format.levels.len() {
            return Err(StorageError::LevelCount { required: self.format.levels.len(), found: self.levels.len() });
        }
        let dimensions = levels::supported_dimensions(&self.format)?;
        let mut positions = Positions::root();
        let mut stored = Vec::with_capacity(self.levels.len());
        for (number, (spec, storage)) in self.format.levels.iter().zip(&self.levels).enumerate() {
            let level = StoredLevel { number, spec, size: self.shape[dimensions[number]], storage };
            let parents = positions.count;
            positions = levels::of(spec.kind, number)?.validate(&level, positions)?;
            stored.push((level, parents));
        }
        if self.values.len() != positions.count {
            return Err(StorageError::ValueCount { required: positions.count, found: self.values.len() });
        }
        Ok(stored)
    }
}

/// The first index at which `holds` is false, looking in parallel.
pub(crate) fn first_violation(len: usize, holds: impl Fn(usize) -> bool + Sync) -> Option<usize> {
    (0..len).into_par_iter().find_first(|&index| !holds(index))
}
