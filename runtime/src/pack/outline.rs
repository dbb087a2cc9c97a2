//! What can be said of the arrays of a tensor before they are filled: which there are, and how much memory they take at
//! least.

use super::PackError;
use crate::format::{DimExpr, Format};
use crate::levels;
use crate::memory::{self, MemoryError};
use crate::storage::{IndexArray, Layout, LevelStorage, SparseTensor};
use crate::value::{Dtype, Values};

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
        positions: level.kind.keeps_positions().then(|| array(format.position_width)),
        coordinates: (level.kind.keeps_coordinates() && !level.interleaved).then(|| array(format.coordinate_width)),
    });
    let levels = arrays.collect();
    Ok(SparseTensor { shape: shape.to_vec(), format: format.clone(), levels, values: Values::empty(dtype) })
}

/// The layout of a format that fits a shape and an element type.
pub(super) fn layout<'a>(shape: &'a [u64], format: &'a Format, dtype: Dtype) -> Result<Layout<'a>, PackError> {
    format.validate()?;
    if format.order != shape.len() {
        return Err(PackError::OrderMismatch { format: format.order, tensor: shape.len() });
    }
    if let Some(fill) = format.fill
        && fill.dtype() != dtype
    {
        return Err(PackError::FillType { fill: fill.dtype(), tensor: dtype });
    }
    Ok(Layout::new(format, shape)?)
}

/// Checks that the memory holds what there is in any case: levels with room for every coordinate, and what is below them.
pub(super) fn require_least(layout: &Layout<'_>, dtype: Dtype, has_entries: bool) -> Result<(), MemoryError> {
    let format = layout.format;
    let (positions, coordinates) = (format.position_width.size_in_bytes(), format.coordinate_width.size_in_bytes());
    let (mut count, mut bytes) = (1u128, 0u128);
    for (level, extent) in format.levels.iter().zip(&layout.extents) {
        if level.kind.keeps_positions() {
            bytes = bytes.saturating_add(count.saturating_mul(positions as u128));
        }
        // Rows with an entry have a slot.
        let size = if level.expr == DimExpr::Slot { u64::from(has_entries) } else { extent.size };
        let places = levels::of(level.kind).addresses(size).or_else(|| level.has_all().then_some(size));
        count = match places {
            Some(places) => count.saturating_mul(u128::from(places)),
            None if level.kind.is_branchless() => count,
            None => u128::from(has_entries),
        };
        if level.kind.keeps_coordinates() {
            bytes = bytes.saturating_add(count.saturating_mul(coordinates as u128));
        }
    }
    bytes = bytes.saturating_add(count.saturating_mul(dtype.size_in_bytes() as u128));
    memory::require("a tensor of this shape", bytes, 1)?;
    Ok(())
}
