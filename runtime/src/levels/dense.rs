//! Dense levels: every coordinate under every parent, nothing stored.

use rayon::prelude::*;

use super::{LevelFormat, Positions, Segments, StoredLevel, UnbuiltLevel};
use crate::pack::PackError;
use crate::storage::{LevelStorage, StorageError};

pub(super) struct Dense;

impl LevelFormat for Dense {
    fn is_addressed(&self) -> bool {
        true
    }

    fn build(&self, level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<(LevelStorage, Segments), PackError> {
        let count = Segments::require_memory(level.number, parents.count() as u128 * u128::from(level.size))?;
        if count == 0 {
            // Entries in a level of size 0 would have been out of range.
            return Ok((LevelStorage::default(), Segments::Bounds(vec![0])));
        }
        let size = count / parents.count();
        let mut bounds = vec![0; count + 1];
        bounds[1..].par_chunks_mut(size).enumerate().for_each(|(parent, ends)| {
            let (mut entry, end) = (parents.begin(parent), parents.end(parent));
            for (coordinate, end_of_child) in ends.iter_mut().enumerate() {
                while entry < end && level.coordinates[entry] <= coordinate as u64 {
                    entry += 1;
                }
                *end_of_child = entry;
            }
        });
        Ok((LevelStorage::default(), Segments::Bounds(bounds)))
    }

    fn validate(&self, level: &StoredLevel<'_>, parents: Positions) -> Result<Positions, StorageError> {
        level.refuse(level.storage.positions.as_ref(), "positions")?;
        level.refuse(level.storage.coordinates.as_ref(), "coordinates")?;
        let overflow = StorageError::PositionOverflow { level: level.number };
        let size = usize::try_from(level.size).map_err(|_| overflow.clone())?;
        let count = parents.count.checked_mul(size).filter(|&count| isize::try_from(count).is_ok()).ok_or(overflow)?;
        // Neighbours differ in this coordinate, unless it is the only one there is.
        Ok(Positions { count, repeats: parents.repeats.filter(|_| size == 1) })
    }

    fn ascend(&self, level: &StoredLevel<'_>, _parent_count: usize, positions: &mut [usize]) -> Vec<u64> {
        // A level of size 0 has no positions, so nothing is divided by 0.
        let split = |position: &mut usize| {
            let coordinate = *position as u64 % level.size;
            *position = (*position as u64 / level.size) as usize;
            coordinate
        };
        positions.par_iter_mut().map(split).collect()
    }
}
