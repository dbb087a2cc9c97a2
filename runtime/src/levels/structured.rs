//! Structured levels: `n` coordinates out of each `m`, in increasing order.
//!
//! A parent with fewer entries is padded with the least coordinates that are free. So a coordinate
//! that leaves the tensor (in the last block) is padding when all below it are taken, that is, when
//! it equals its slot.

use rayon::prelude::*;

use super::children::split;
use super::{Built, LevelError, LevelFormat, Positions, Segments, StoredLevel, UnbuiltLevel};
use crate::arrays::{LevelStorage, StorageError, first_violation};
use crate::memory;

pub(super) struct Structured;

impl LevelFormat for Structured {
    fn build(&self, level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<Built, LevelError> {
        let children = split(level, parents)?;
        let n = level.spec.kind.block().0;
        let parent_count = parents.count();
        if let Some(parent) = first_violation(parent_count, |parent| children.count_of(parent) as u64 <= n) {
            let found = children.count_of(parent) as u64;
            return Err(LevelError::TooManyInGroup { level: level.number, parent, limit: n, found });
        }
        let total = parent_count as u128 * u128::from(n);
        let count = Segments::require_memory(level.number, total)?;
        memory::require("the groups of a structured level", total, size_of::<(u64, usize)>())?;
        let mut slots = vec![(0, 0); count];
        // A group is as long as `n`, which is below `count` unless there is no parent.
        let group = usize::try_from(n).unwrap_or(1).min(count.max(1));
        slots.par_chunks_mut(group).enumerate().for_each(|(parent, slots)| {
            let (mut child, end) = (children.firsts[parent], children.firsts[parent + 1]);
            let mut lacking = slots.len() - (end - child);
            let mut coordinate = 0;
            for slot in slots {
                let next = (child < end).then(|| level.coordinates[children.entries.begin(child)]);
                let begin = children.entries.begin(child);
                if next == Some(coordinate) || lacking == 0 {
                    coordinate = next.unwrap_or(coordinate);
                    child += 1;
                } else {
                    lacking -= 1;
                }
                *slot = (coordinate, begin);
                coordinate += 1;
            }
        });
        let coordinates = level.store_coordinates(count, |position| Some(slots[position].0))?;
        let mut bounds: Vec<usize> = slots.into_par_iter().map(|(_, begin)| begin).collect();
        bounds.push(level.coordinates.len());
        let storage = LevelStorage { positions: None, coordinates: Some(coordinates) };
        Ok(Built::in_order(storage, Segments::Bounds(bounds)))
    }

    fn validate(&self, level: &StoredLevel<'_>, parents: &Positions) -> Result<Positions, StorageError> {
        let n = level.spec.kind.block().0;
        let count = level.children_of(parents.count, n)?;
        level.check_len(&level.coordinates, "coordinates", count)?;
        let group = n as usize;
        let is_padding = |position: usize| parents.is_padding(position / group);
        level.check_range(is_padding)?;
        level.check_neighbours(|position| position % group != 0 && !is_padding(position))?;
        let repeats = parents.repeats.clone().filter(|_| n == 1);
        Ok(Positions { count, repeats, padding: parents.padding_of_children(group, count)? })
    }

    fn may_be_outside(&self, level: &StoredLevel<'_>, position: usize) -> bool {
        level.coordinate(position) == position as u64 % level.spec.kind.block().0
    }

    fn coordinates(&self, level: &StoredLevel<'_>, positions: &[usize]) -> Option<Vec<u64>> {
        Some(positions.par_iter().map(|&position| level.coordinate(position)).collect())
    }

    fn ascend(&self, level: &StoredLevel<'_>, _parent_count: usize, positions: &mut [usize]) {
        let n = level.spec.kind.block().0 as usize;
        positions.par_iter_mut().for_each(|position| *position /= n);
    }

    fn first_child(&self, level: &StoredLevel<'_>, _parent_count: usize, parent: usize) -> usize {
        parent * level.spec.kind.block().0 as usize
    }
}
