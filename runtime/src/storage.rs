//! A packed tensor: per level the arrays that its level format keeps, and the values.

mod arrays;
mod block;
mod checking;
mod distinct;
mod inside;
mod layout;
mod rows;
mod walk;

pub use crate::arrays::{IndexArray, LevelStorage, StorageError};
pub(crate) use layout::Layout;

use crate::coo::Coo;
use crate::value::{Dtype, Scalar, Values};
use block::Block;
pub(crate) use block::rows_below;
use checking::check_block;
use lacuna_layout::Format;

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
    /// One value a position of the last level; one value when there is no level. Padding holds the
    /// fill value.
    pub values: Values,
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

    /// Checks that the arrays fit the format, the shape and each other: lengths and widths;
    /// positions begin at 0 and never decrease; coordinates are in range, in order where the level
    /// is ordered, once where it is unique, and of points of the tensor; hashed coordinates are where
    /// looking for them comes.
    ///
    /// # Errors
    /// The first level and position where they do not.
    pub fn validate(&self) -> Result<(), StorageError> {
        self.for_each_block(|_, _| Ok(()))
    }

    /// Every stored entry, in the order of storage: what is at each position of the last level that
    /// is inside the tensor. Fill values that the format stores there (in dense, range and structured
    /// levels) are entries.
    ///
    /// No entries are positions outside the tensor, what is in no segment, empty slots of hash
    /// tables, and the padding of rows of slots (`_`): positions that repeat the coordinates of the
    /// slot before them, or are at coordinate 0 in the first slot, and hold fill values only.
    ///
    /// # Errors
    /// As [`SparseTensor::validate`], and when the entries do not fit the memory.
    pub fn to_coo(&self) -> Result<Coo, StorageError> {
        walk::to_coo(self, usize::MAX)
    }

    /// The first stored entries, at most this many: the beginning of [`SparseTensor::to_coo`].
    ///
    /// # Errors
    /// As [`SparseTensor::validate`].
    pub fn first_entries(&self, most: usize) -> Result<Coo, StorageError> {
        walk::to_coo(self, most)
    }

    /// The entries, and what fills up rows of slots (`_`): as often as slots repeat a coordinate, with the fill value. This is what
    /// a kernel meets that takes slots one by one; without slots, it is [`SparseTensor::to_coo`].
    ///
    /// # Errors
    /// As [`SparseTensor::to_coo`].
    pub fn to_coo_with_slots(&self) -> Result<Coo, StorageError> {
        if self.format.slot_level().is_none() {
            return self.to_coo();
        }
        walk::all_positions(self)
    }

    /// The value of every point that is not zero, and of some that are: [`SparseTensor::to_coo`], completed where points
    /// that are not stored are not zero.
    ///
    /// # Errors
    /// As [`SparseTensor::to_coo`], and when a tensor that is completed has more than 2^28 points.
    pub fn to_coo_beside_zeros(&self) -> Result<Coo, StorageError> {
        let coo = self.to_coo()?;
        match self.format.nonzero_fill().and_then(Scalar::of_fill) {
            Some(fill) => Ok(coo.with_all_points(fill)?),
            None => Ok(coo),
        }
    }

    /// Validates the tensor, a batch at a time, and shows each with the place of its first value.
    fn for_each_block(
        &self,
        mut show: impl FnMut(&Block<'_>, usize) -> Result<(), StorageError>,
    ) -> Result<(), StorageError> {
        if self.format.order != self.order() {
            return Err(StorageError::Order { format: self.format.order, shape: self.order() });
        }
        if self.levels.len() != self.format.levels.len() {
            return Err(StorageError::LevelCount { required: self.format.levels.len(), found: self.levels.len() });
        }
        let mapping = self.format.validated()?;
        if let Some(fill) = self.format.fill
            && self.dtype().fill_type() != Some(fill.element())
        {
            return Err(StorageError::FillType { fill: fill.element(), values: self.dtype() });
        }
        let layout = Layout::new(&self.format, mapping, &self.shape)?;
        let batches = layout.batches().ok_or(StorageError::PositionOverflow { level: 0 })?;
        let arrays = arrays::arrays(&self.format, &self.levels, batches)?;
        let found = self.values.len();
        let is_divisible = (found as u64).checked_rem(batches).map_or(found == 0, |rest| rest == 0);
        if !is_divisible {
            return Err(StorageError::UnequalValues { found, batches });
        }
        let values_each = (found as u64).checked_div(batches).unwrap_or(0) as usize;
        // Batches of which nothing is stored are all alike.
        let is_empty = found == 0 && arrays.iter().all(|level| level.positions.len() + level.coordinates.len() == 0);
        for batch in 0..if is_empty { batches.min(1) } else { batches } {
            let shown = check_block(&layout, &arrays, batch, batches).and_then(|mut block| {
                let required = block.positions.count;
                if values_each != required {
                    return Err(StorageError::ValueCount { required, found: values_each });
                }
                let first_value = batch as usize * values_each;
                rows::check(&mut block, &self.values, first_value)?;
                show(&block, first_value)
            });
            shown.map_err(|error| match layout.batch_levels {
                0 => error,
                _ => StorageError::InBatch { batch, error: Box::new(error) },
            })?;
        }
        Ok(())
    }
}

/// The positions without entries of the last of the levels built so far, for packing: those outside
/// the tensor and empty slots of hash tables.
pub(crate) fn padding_of_built(layout: &Layout<'_>, levels: &[LevelStorage]) -> Vec<bool> {
    let views: Vec<_> = levels.iter().map(arrays::LevelArrays::whole).collect();
    let positions = check_block(layout, &views, 0, 1).map(|block| block.positions);
    positions.ok().and_then(|positions| positions.padding).unwrap_or_default()
}
