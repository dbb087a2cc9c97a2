//! Dense and range levels: every coordinate under every parent, nothing stored.
//!
//! Those that leave the tensor, because blocks stick out of it or a diagonal ends, are padding.

use rayon::prelude::*;

use super::children::every_coordinate;
use super::{Built, LevelError, LevelFormat, Positions, Segments, StoredLevel, UnbuiltLevel};
use crate::arrays::{LevelStorage, StorageError};

pub(super) struct Dense;

impl LevelFormat for Dense {
    fn build(&self, level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<Built, LevelError> {
        Ok(Built::in_order(LevelStorage::default(), every_coordinate(level, parents)?.entries))
    }

    fn validate(&self, level: &StoredLevel<'_>, parents: &Positions) -> Result<Positions, StorageError> {
        let size = level.extent.size;
        let count = level.children_of(parents.count, size)?;
        // Neighbours differ in this coordinate, unless it is the only one there is.
        let repeats = parents.repeats.clone().filter(|_| size == 1);
        Ok(Positions { count, repeats, padding: parents.padding_of_children(size as usize, count)? })
    }

    fn may_be_outside(&self, _level: &StoredLevel<'_>, _position: usize) -> bool {
        true
    }

    fn coordinates(&self, level: &StoredLevel<'_>, positions: &[usize]) -> Option<Vec<u64>> {
        // A level of size 0 has no positions, so nothing is divided by 0.
        Some(positions.par_iter().map(|&position| position as u64 % level.extent.size).collect())
    }

    fn ascend(&self, level: &StoredLevel<'_>, _parent_count: usize, positions: &mut [usize]) {
        positions.par_iter_mut().for_each(|position| *position = (*position as u64 / level.extent.size) as usize);
    }

    fn first_child(&self, level: &StoredLevel<'_>, _parent_count: usize, parent: usize) -> usize {
        parent * level.extent.size as usize
    }
}
