//! What can be said of the arrays of a tensor before they are filled: which there are, and how much memory they take at
//! least.

use super::PackError;
use crate::arrays::{IndexArray, LevelStorage};
use crate::levels;
use crate::memory::{self, MemoryError};
use crate::storage::{Layout, SparseTensor};
use crate::value::{Dtype, Values};
use lacuna_layout::{Format, levels::Children, storage::Storage};

/// A tensor with the arrays of its format, which have no elements yet. `has_entries` says whether it will have entries.
///
/// # Errors
/// When the format makes no sense, does not fit the shape or the element type, or the memory does not hold the arrays,
/// whatever the entries are.
pub fn outline(shape: &[u64], format: &Format, dtype: Dtype, has_entries: bool) -> Result<SparseTensor, PackError> {
    let layout = layout(shape, format, dtype)?;
    require_least(&layout, dtype, has_entries)?;
    let array = |width| IndexArray::from_bits(width, 0, |_| 0);
    let arrays = format.levels.iter().map(|level| LevelStorage {
        positions: level.keeps_positions().then(|| array(format.position_width)),
        coordinates: level.keeps_coordinates().then(|| array(format.coordinate_width)),
    });
    let levels = arrays.collect();
    Ok(SparseTensor { shape: shape.to_vec(), format: format.clone(), levels, values: Values::empty(dtype) })
}

/// The layout of a format that fits a shape and an element type.
pub(super) fn layout<'a>(shape: &'a [u64], format: &'a Format, dtype: Dtype) -> Result<Layout<'a>, PackError> {
    let mapping = format.validated()?;
    if format.order != shape.len() {
        return Err(PackError::OrderMismatch { format: format.order, tensor: shape.len() });
    }
    if let Some(fill) = format.fill
        && dtype.fill_type() != Some(fill.element())
    {
        return Err(PackError::FillType { fill: fill.element(), tensor: dtype });
    }
    Ok(Layout::new(format, mapping, shape)?)
}

/// Checks that the memory holds what there is in any case: levels with room for every coordinate, and what is below them.
pub(super) fn require_least(layout: &Layout<'_>, dtype: Dtype, has_entries: bool) -> Result<(), MemoryError> {
    let format = layout.format;
    let size = |number: usize| match format.levels[number].is_slot() {
        // Rows with an entry have a slot.
        true => u64::from(has_entries),
        false => layout.extents[number].size,
    };
    let nodes = |_, children, parents: u128| match children {
        Children::Slots => parents.saturating_mul(levels::table_size_for(usize::from(has_entries)).into()),
        Children::Each(_) | Children::Entries => u128::from(has_entries),
    };
    let bytes = Storage::of(format, size, nodes).bytes(format, dtype.size_in_bytes());
    memory::require("a tensor of this shape", bytes, 1)?;
    Ok(())
}
