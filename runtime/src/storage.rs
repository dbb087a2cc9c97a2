//! A packed tensor: per level the arrays that its level format keeps, and the values.

mod arrays;
mod block;
mod distinct;
mod error;
mod index_array;
mod index_view;
mod inside;
mod layout;
mod rows;
mod walk;

use rayon::prelude::*;

pub use error::StorageError;
pub use index_array::IndexArray;
pub(crate) use index_view::IndexView;
pub(crate) use layout::Layout;

use crate::coo::Coo;
use crate::format::Format;
use crate::value::{Dtype, Values};
use block::Block;
pub(crate) use block::rows_below;

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

/// The arrays of one level; which there are depends on its level format (P is the number of positions
/// of the level above, 1 at the top):
///
/// - dense, range, batch, offset: none. The child of `p` at coordinate `c` is at `p * size + c`, where
///   a range has the size of its dimension; an offset has the positions of its parents. What leaves
///   the tensor is padding. The size of a level `_` is that of `coordinates` below it divided by the
///   positions that there would be for size 1.
/// - compressed: P + 1 positions, coordinates. The children of `p` are those from `positions[p]` to
///   `positions[p + 1]`.
/// - `loose_compressed`: 2P positions, coordinates. The children of `p` are those from
///   `positions[2p]` to `positions[2p + 1]`; segments are in order and may have gaps between them.
/// - singleton: P coordinates. Interleaved ones have no array; the array of the level above has the
///   coordinates of each position side by side.
/// - hashed: a table of coordinates a parent, all of one size `W`, which is a power of two of at least
///   2; all ones mark an empty slot, of which there is one at least. Coordinate `c` is looked for from
///   slot `(h >> 32) & (W - 1)`, where `h` is `(m ^ (m >> 32)) * 0xBF58476D1CE4E5B9` and `m` is
///   `c * 0x9E3779B97F4A7C15`, both modulo 2^64; or from slot `c` where `W` is at least the number of
///   coordinates that there can be; one slot after the other and from the last to the first.
/// - structured: `n` increasing coordinates a parent. Those that are no entry are the least that are
///   free.
///
/// Below a level `_`, a slot that its row does not need repeats the coordinates of the slot before it
/// in its row, or has coordinates 0 in an empty row. Coordinates that can be negative
/// ([`crate::format::DimExpr::can_be_negative`]) are stored in two's complement.
///
/// Under batch levels every array, and the values, is made of one block of equal length a batch.
/// Positions and coordinates in it are as in a tensor of its own; shorter blocks are padded at the
/// end, positions with their last one, empty slots and fill values as such, and other coordinates with
/// 0. How much of a block counts follows from the positions in it: a segment never reaches padding,
/// and padding has no children.
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

    /// The value of every point that is not zero, and of some that are: [`SparseTensor::to_coo`], completed where points
    /// that are not stored are not zero.
    ///
    /// # Errors
    /// As [`SparseTensor::to_coo`], and when a tensor that is completed has more than 2^28 points.
    pub fn to_coo_beside_zeros(&self) -> Result<Coo, StorageError> {
        let coo = self.to_coo()?;
        match self.format.nonzero_fill() {
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
        self.format.validate()?;
        if let Some(fill) = self.format.fill
            && fill.dtype() != self.dtype()
        {
            return Err(StorageError::FillType { fill: fill.dtype(), values: self.dtype() });
        }
        let layout = Layout::new(&self.format, &self.shape)?;
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
            let shown = Block::check(&layout, &arrays, batch, batches).and_then(|mut block| {
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
    let positions = Block::check(layout, &views, 0, 1).map(|block| block.positions);
    positions.ok().and_then(|positions| positions.padding).unwrap_or_default()
}

/// The first index at which `holds` is false, looking in parallel.
pub(crate) fn first_violation(len: usize, holds: impl Fn(usize) -> bool + Sync) -> Option<usize> {
    (0..len).into_par_iter().find_first(|&index| !holds(index))
}
