//! Singleton levels: one coordinate under every parent.
//!
//! Where a parent has no entry because it is padding itself, or a slot that its row does not need,
//! a coordinate is stored that means nothing: the last one of the row, or 0.

use rayon::prelude::*;

use super::{Built, LevelError, LevelFormat, Positions, Rows, Segments, StoredLevel, UnbuiltLevel};
use crate::arrays::{LevelStorage, StorageError, first_violation};

pub(super) struct Singleton;

impl LevelFormat for Singleton {
    fn build(&self, level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<Built, LevelError> {
        let childless = first_childless(parents);
        if let (Some(first), None) = (childless, level.rows) {
            check_childless_are_padding(level, parents, first)?;
        }
        check_branches(level, parents)?;
        if level.spec.full
            && level.extent.size != 1
            && let Some(parent) = (0..parents.count()).find(|&parent| parents.begin(parent) < parents.end(parent))
        {
            let (level, required) = (level.number, level.extent.size);
            return Err(LevelError::NotFull { level, parent, required, found: 1 });
        }
        let coordinates = match (childless, level.rows) {
            (None, _) => level.store_first_coordinates(parents)?,
            (Some(_), Some(rows)) => {
                let padded = repeat_in_rows(level, parents, rows);
                level.store_coordinates(padded.len(), |position| Some(padded[position]))?
            }
            (Some(_), None) => {
                // 0 in the tensor, where the level has it.
                let zero = u64::try_from(level.extent.low.saturating_neg()).unwrap_or(0);
                let coordinate = |position: usize| match parents.begin(position) {
                    begin if begin == parents.end(position) => zero,
                    begin => level.coordinates[begin],
                };
                level.store_coordinates(parents.count(), |position| Some(coordinate(position)))?
            }
        };
        let storage = LevelStorage { positions: None, coordinates: Some(coordinates) };
        Ok(Built::in_order(storage, parents.clone()))
    }

    fn validate(&self, level: &StoredLevel<'_>, parents: &Positions) -> Result<Positions, StorageError> {
        level.check_len(&level.coordinates, "coordinates", parents.count)?;
        level.check_range(|position| parents.is_padding(position))?;
        level.check_neighbours(|position| parents.is_repeat(position))?;
        if level.spec.full
            && level.extent.size != 1
            && let Some(parent) = (0..parents.count).find(|&parent| !parents.is_padding(parent))
        {
            let (level, required) = (level.number, level.extent.size);
            return Err(StorageError::NotFull { level, parent, required, found: 1 });
        }
        let is_repeat = |position: usize| {
            parents.is_repeat(position) && level.coordinate(position) == level.coordinate(position - 1)
        };
        let repeats = parents.repeats.is_some().then(|| (0..parents.count).into_par_iter().map(is_repeat).collect());
        Ok(Positions { count: parents.count, repeats, padding: parents.padding.clone() })
    }

    fn may_be_outside(&self, level: &StoredLevel<'_>, position: usize) -> bool {
        // The padding of empty rows.
        level.rows.is_some() && level.coordinate(position) == 0
    }

    fn coordinates(&self, level: &StoredLevel<'_>, positions: &[usize]) -> Option<Vec<u64>> {
        Some(positions.par_iter().map(|&position| level.coordinate(position)).collect())
    }

    fn ascend(&self, _level: &StoredLevel<'_>, _parent_count: usize, _positions: &mut [usize]) {}

    fn first_child(&self, _level: &StoredLevel<'_>, _parent_count: usize, parent: usize) -> usize {
        parent
    }
}

/// The first parent without an entry.
fn first_childless(parents: &Segments) -> Option<usize> {
    match parents {
        Segments::One { .. } => None,
        Segments::Bounds(_) => first_violation(parents.count(), |parent| parents.begin(parent) < parents.end(parent)),
    }
}

/// Checks that no parent has entries with different coordinates.
fn check_branches(level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<(), LevelError> {
    if matches!(parents, Segments::One { .. }) {
        return Ok(());
    }
    let entries_of = |parent: usize| &level.coordinates[parents.begin(parent)..parents.end(parent)];
    let has_one_child = |parent: usize| entries_of(parent).windows(2).all(|pair| pair[0] == pair[1]);
    let Some(parent) = first_violation(parents.count(), has_one_child) else { return Ok(()) };
    let in_tensor = |coordinate: u64| (coordinate as i64).wrapping_add(level.extent.low);
    let first = entries_of(parent)[0];
    let second = entries_of(parent).iter().copied().find(|&coordinate| coordinate != first).unwrap_or(first);
    let (first, second) = (in_tensor(first), in_tensor(second));
    Err(LevelError::SingletonBranches { level: level.number, parent, first, second })
}

/// Checks that only parents that are padding have no entry, the first of which is given.
fn check_childless_are_padding(level: &UnbuiltLevel<'_>, parents: &Segments, first: usize) -> Result<(), LevelError> {
    let padding = (level.padding)();
    let is_right = |parent: usize| parents.begin(parent) < parents.end(parent) || padding.get(parent) == Some(&true);
    match (first..parents.count()).find(|&parent| !is_right(parent)) {
        Some(parent) => Err(LevelError::SingletonMissing { level: level.number, parent }),
        None => Ok(()),
    }
}

/// The coordinate of each parent, or where it has none that of the slot before it in its row; 0 in
/// empty rows.
fn repeat_in_rows(level: &UnbuiltLevel<'_>, parents: &Segments, rows: Rows) -> Vec<u64> {
    let mut coordinates: Vec<u64> = Vec::with_capacity(parents.count());
    for parent in 0..parents.count() {
        let begin = parents.begin(parent);
        coordinates.push(match rows.slot(parent) {
            _ if begin < parents.end(parent) => level.coordinates[begin],
            0 => 0,
            _ => coordinates[parent - rows.stride],
        });
    }
    coordinates
}
