//! Singleton levels: one coordinate under every parent.

use rayon::prelude::*;

use super::{LevelFormat, Positions, Segments, StoredLevel, UnbuiltLevel};
use crate::pack::PackError;
use crate::storage::{LevelStorage, StorageError, first_violation};

pub(super) struct Singleton;

impl LevelFormat for Singleton {
    fn build(&self, level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<(LevelStorage, Segments), PackError> {
        check_branchless(level, parents)?;
        let coordinates = level.store_coordinates(parents)?;
        let children = match parents {
            Segments::One { count } => Segments::One { count: *count },
            Segments::Bounds(bounds) => Segments::Bounds(bounds.clone()),
        };
        Ok((LevelStorage { positions: None, coordinates: Some(coordinates) }, children))
    }

    fn validate(&self, level: &StoredLevel<'_>, parents: Positions) -> Result<Positions, StorageError> {
        level.refuse(level.storage.positions.as_ref(), "positions")?;
        let coordinates = level.coordinates()?;
        level.check_len(coordinates, "coordinates", parents.count)?;
        level.check_range(coordinates)?;
        level.check_neighbours(coordinates, |position| parents.is_repeat(position))?;
        if level.spec.full && level.size != 1 && parents.count > 0 {
            let (level, required) = (level.number, level.size);
            return Err(StorageError::NotFull { level, parent: 0, required, found: 1 });
        }
        let is_repeat =
            |position: usize| parents.is_repeat(position) && coordinates.at(position) == coordinates.at(position - 1);
        let repeats = parents.repeats.is_some().then(|| (0..parents.count).into_par_iter().map(is_repeat).collect());
        Ok(Positions { count: parents.count, repeats })
    }

    fn ascend(&self, level: &StoredLevel<'_>, _parent_count: usize, positions: &mut [usize]) -> Vec<u64> {
        let Ok(coordinates) = level.coordinates() else { return Vec::new() };
        positions.par_iter().map(|&position| coordinates.at(position)).collect()
    }
}

/// Checks that each parent has entries, and all of them the same coordinate.
fn check_branchless(level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<(), PackError> {
    if matches!(parents, Segments::One { .. }) {
        return Ok(());
    }
    let has_one_child = |parent: usize| {
        let entries = &level.coordinates[parents.begin(parent)..parents.end(parent)];
        entries.first().is_some_and(|first| entries.iter().all(|coordinate| coordinate == first))
    };
    let Some(parent) = first_violation(parents.count(), has_one_child) else { return Ok(()) };
    let entries = &level.coordinates[parents.begin(parent)..parents.end(parent)];
    Err(match entries.iter().find(|&coordinate| Some(coordinate) != entries.first()) {
        Some(&second) => PackError::SingletonBranches { level: level.number, parent, first: entries[0], second },
        None => PackError::SingletonMissing { level: level.number, parent },
    })
}
