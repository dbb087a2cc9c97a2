//! Cutting the arrays of a tensor into one block of equal length a batch.
//!
//! Levels are built as if batch levels were dense, so each array has the batches one after the
//! other. Here each batch is given as much room as the longest, and its positions count from its own
//! beginning.

use super::PackError;
use crate::arrays::{IndexArray, IndexView, LevelStorage};
use crate::levels::{self, EMPTY_SLOT, End, StoredLevel};
use crate::memory;
use crate::storage::Layout;
use crate::value::{Element, Scalar, Values, with_values};
use lacuna_layout::{Fill, Width, levels::Ends};

/// Cuts all arrays and the values; nothing changes when no level stores anything.
pub(super) fn cut(
    layout: &Layout<'_>,
    storage: Vec<LevelStorage>,
    values: Values,
) -> Result<(Vec<LevelStorage>, Values), PackError> {
    let format = layout.format;
    let stores = |level: &LevelStorage| level.coordinates.is_some() || level.positions.is_some();
    if layout.batch_levels == 0 || !storage.iter().any(stores) {
        return Ok((storage, values));
    }
    // A level stores something, so there is a bound for each batch in memory already.
    let batches = layout.extents[..layout.batch_levels].iter().map(|extent| extent.size as usize).product();
    // The first position of each batch in the level above, and one past the last.
    let mut bounds: Vec<usize> = (0..=batches).collect();
    let mut cut = storage[..layout.batch_levels].to_vec();
    for (number, arrays) in storage.iter().enumerate().skip(layout.batch_levels) {
        let level = built_level(layout, number, arrays);
        let children = first_children(&level, &bounds);
        let what = |name| format!("the {name} of level {number} ({}), padded for {batches} batches", level.spec.kind);
        let positions = (arrays.positions.is_some()).then(|| {
            let ends = level.spec.format().ends().unwrap_or(Ends::Shared);
            let segments = Segments { view: level.positions, bounds: &bounds, children: &children, ends };
            segments.cut(format.position_width, &what("positions"))
        });
        let coordinates = arrays.coordinates.is_some().then(|| {
            let padding = if level.spec.format().marks_empty_places() { EMPTY_SLOT } else { 0 };
            cut_coordinates(&level.coordinates, &children, padding, &what("coordinates"))
        });
        cut.push(LevelStorage { positions: positions.transpose()?, coordinates: coordinates.transpose()? });
        bounds = children;
    }
    let values = with_values!(&values, values => cut_values(values, &bounds, format.fill)?);
    Ok((cut, values))
}

/// A level as it was built, without batches.
fn built_level<'a>(layout: &'a Layout<'_>, number: usize, arrays: &'a LevelStorage) -> StoredLevel<'a> {
    let spec = &layout.format.levels[number];
    let mut extent = layout.extents[number];
    if spec.is_slot() {
        extent.size = layout.slots.unwrap_or(0);
    }
    StoredLevel {
        number,
        spec,
        extent,
        is_signed: layout.signed[number],
        positions: IndexView::of(&arrays.positions),
        coordinates: IndexView::of(&arrays.coordinates),
        rows: None,
        end: End::Exact,
    }
}

/// The first position of each batch in a level, given those in the level above.
fn first_children(level: &StoredLevel<'_>, bounds: &[usize]) -> Vec<usize> {
    let implementation = levels::of(level.spec.kind);
    let parents = bounds[bounds.len() - 1];
    bounds.iter().map(|&parent| implementation.first_child(level, parents, parent)).collect()
}

/// The length of the longest batch.
fn longest(bounds: &[usize]) -> usize {
    bounds.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0)
}

/// The segments of a compressed level.
struct Segments<'a> {
    view: IndexView<'a>,
    /// The first parent of each batch.
    bounds: &'a [usize],
    /// The first child of each batch.
    children: &'a [usize],
    /// What is stored of each.
    ends: Ends,
}

impl Segments<'_> {
    fn cut(&self, width: Width, what: &str) -> Result<IndexArray, PackError> {
        let parents = longest(self.bounds);
        let len = self.ends.length(parents as u128) as usize;
        let batches = self.bounds.len() - 1;
        memory::require(what, len as u128 * batches as u128, width.size_in_bytes())?;
        let position = |place: usize| {
            let (batch, place) = (place / len, place % len);
            let (first, end) = (self.bounds[batch], self.bounds[batch + 1]);
            let first_child = self.children[batch] as u64;
            if self.ends == Ends::Both {
                // Past the last parent both ends are the last end.
                match first + place / 2 {
                    parent if parent < end => self.view.at(2 * first + place) - first_child,
                    _ => self.children[batch + 1] as u64 - first_child,
                }
            } else {
                self.view.at((first + place).min(end)) - first_child
            }
        };
        // Not above what they were.
        Ok(IndexArray::from_bits(width, len * batches, position))
    }
}

fn cut_coordinates(view: &IndexView<'_>, bounds: &[usize], padding: u64, what: &str) -> Result<IndexArray, PackError> {
    let (len, batches) = (longest(bounds), bounds.len() - 1);
    memory::require(what, len as u128 * batches as u128, view.width().size_in_bytes())?;
    let coordinate = |place: usize| {
        let (batch, place) = (place / len, place % len);
        let position = bounds[batch] + place;
        if position < bounds[batch + 1] { view.at(position) } else { padding }
    };
    Ok(IndexArray::from_bits(view.width(), len * batches, coordinate))
}

fn cut_values<T: Element>(values: &[T], bounds: &[usize], fill: Option<Fill>) -> Result<Values, PackError> {
    let fill = fill.and_then(Scalar::of_fill).and_then(T::from_scalar).unwrap_or(T::ZERO);
    let (len, batches) = (longest(bounds), bounds.len() - 1);
    let total = len as u128 * batches as u128;
    let total = memory::require(&format!("the values of {batches} batches, padded"), total, size_of::<T>())?;
    let mut cut = Vec::with_capacity(total);
    for pair in bounds.windows(2) {
        cut.extend_from_slice(&values[pair[0]..pair[1]]);
        cut.resize(cut.len() + len - (pair[1] - pair[0]), fill);
    }
    Ok(T::wrap(cut))
}
