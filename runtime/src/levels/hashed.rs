//! Hashed levels: a table of coordinates under every parent, all tables of one size.
//!
//! A coordinate is looked for from the slot that its hash says, one slot after the other and from
//! the last to the first, until it or an empty slot is found. The size is a power of two, so that
//! the hash, two multiplicative ones (Knuth, volume 3, section 6.4) with a shift between, takes its
//! bits by a mask: one alone sends some coordinates in equal steps to few slots. Where it is at
//! least the number of coordinates that there can be, each has the slot of its own number.

use rayon::prelude::*;

use super::children::{Children, in_order_of_places, split};
use super::{Built, LevelError, LevelFormat, Positions, Segments, StoredLevel, UnbuiltLevel};
use crate::arrays::{LevelStorage, StorageError};
use crate::memory;
use lacuna_layout::levels::hashed::{SCATTER, SPREAD};

/// The coordinate of an empty slot: all ones in the width of coordinates.
pub(crate) const EMPTY_SLOT: u64 = u64::MAX;

/// The smallest size of a table.
const SMALLEST_TABLE: usize = 2;

pub(super) struct Hashed;

/// The slot at which looking for one of `coordinates` coordinates begins; `size` is a power of two.
fn first_slot(coordinate: u64, coordinates: u64, size: usize) -> usize {
    if coordinates <= size as u64 {
        return coordinate as usize;
    }
    let spread = coordinate.wrapping_mul(SPREAD);
    let mixed = (spread ^ (spread >> 32)).wrapping_mul(SCATTER);
    (mixed >> 32) as usize & (size - 1)
}

impl LevelFormat for Hashed {
    fn build(&self, level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<Built, LevelError> {
        check_mark(level)?;
        let children = split(level, parents)?;
        let most = (0..parents.count()).map(|parent| children.count_of(parent)).max().unwrap_or(0);
        let size = table_size_for(most) as usize;
        let total = parents.count() as u128 * size as u128;
        let count = memory::require(
            &format!("packing the {total} slots of level {}", level.number),
            total,
            2 * size_of::<usize>() + level.coordinate_width.size_in_bytes(),
        )?;
        let tables = fill_tables(level, &children, size, count);
        let coordinate = |slot: usize| {
            let child = tables[slot].checked_sub(1)?;
            Some(level.coordinates[children.entries.begin(child)])
        };
        let coordinates = level.store_coordinates(count, coordinate)?;
        let storage = LevelStorage { positions: None, coordinates: Some(coordinates) };
        let (permutation, bounds) = in_order_of_places(&tables, &children, level.coordinates.len());
        Ok(Built { storage, children: Segments::Bounds(bounds), permutation: Some(permutation) })
    }

    fn validate(&self, level: &StoredLevel<'_>, parents: &Positions) -> Result<Positions, StorageError> {
        let (number, found) = (level.number, level.coordinates.len());
        let Some(size) = table_size(found, parents.count) else {
            return if found == 0 {
                Ok(Positions { count: 0, repeats: None, padding: None })
            } else {
                level.check_len(&level.coordinates, "coordinates", 0).map(|()| Positions::root())
            };
        };
        if size < SMALLEST_TABLE || !size.is_power_of_two() || size * parents.count != found {
            return Err(StorageError::TableSize { level: number, parents: parents.count, found });
        }
        let empty = empty_mark(level);
        let is_empty = |slot: usize| level.coordinates.at(slot) == empty;
        level.check_range(is_empty)?;
        let problem = (0..parents.count)
            .into_par_iter()
            .find_map_first(|parent| check_table(level, parent * size, size, parents.is_padding(parent)).err());
        if let Some(error) = problem {
            return Err(error);
        }
        let padding: Vec<bool> = (0..found).into_par_iter().map(is_empty).collect();
        Ok(Positions { count: found, repeats: None, padding: Some(padding) })
    }

    fn coordinates(&self, level: &StoredLevel<'_>, positions: &[usize]) -> Option<Vec<u64>> {
        Some(positions.par_iter().map(|&position| level.coordinate(position)).collect())
    }

    fn ascend(&self, level: &StoredLevel<'_>, parent_count: usize, positions: &mut [usize]) {
        let size = table_size(level.coordinates.len(), parent_count).unwrap_or(1);
        positions.par_iter_mut().for_each(|position| *position /= size);
    }

    fn first_child(&self, level: &StoredLevel<'_>, parent_count: usize, parent: usize) -> usize {
        parent * table_size(level.coordinates.len(), parent_count).unwrap_or(0)
    }
}

/// The slots of each table where the fullest one holds so many coordinates: at most half are taken.
pub(crate) fn table_size_for(most: usize) -> u64 {
    (2 * most).next_power_of_two().max(SMALLEST_TABLE) as u64
}

/// The slots a parent; `None` without parents.
fn table_size(slots: usize, parents: usize) -> Option<usize> {
    slots.checked_div(parents)
}

/// What an empty slot reads as.
fn empty_mark(level: &StoredLevel<'_>) -> u64 {
    EMPTY_SLOT >> (u64::BITS - level.coordinates.width().bits())
}

/// Checks that no coordinate looks like an empty slot.
fn check_mark(level: &UnbuiltLevel<'_>) -> Result<(), LevelError> {
    let bits = level.coordinate_width.bits();
    // Wider coordinates do not reach it.
    let reaches_mark = level.coordinate_width.is_zero_extended();
    if reaches_mark && level.extent.size > 0 && level.extent.high() == i128::from(level.coordinate_width.max_index()) {
        let (level, expr, high) = (level.number, level.spec.expr.to_string(), level.extent.high());
        return Err(LevelError::HashedWidth { level, expr, high, bits });
    }
    Ok(())
}

/// The number of the child in each slot, from 1; 0 in empty ones.
fn fill_tables(level: &UnbuiltLevel<'_>, children: &Children, size: usize, count: usize) -> Vec<usize> {
    let mut tables = vec![0; count];
    tables.par_chunks_mut(size).enumerate().for_each(|(parent, table)| {
        for child in children.firsts[parent]..children.firsts[parent + 1] {
            let mut slot = first_slot(level.coordinates[children.entries.begin(child)], level.extent.size, size);
            // Half of the slots stay empty, so one is found.
            while table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            table[slot] = child + 1;
        }
    });
    tables
}

/// Checks that each coordinate of a table is found by looking for it, and once, and that looking
/// for others ends.
fn check_table(level: &StoredLevel<'_>, begin: usize, size: usize, is_padding: bool) -> Result<(), StorageError> {
    let (number, empty) = (level.number, empty_mark(level));
    let is_empty = |slot: usize| level.coordinates.at(begin + slot) == empty;
    let filled = || (0..size).filter(|&slot| !is_empty(slot));
    if is_padding {
        return filled().next().map_or(Ok(()), |_| {
            let found = filled().count() as u64;
            Err(StorageError::PaddedParent { level: number, parent: begin / size, found })
        });
    }
    let Some(first_empty) = (0..size).find(|&slot| is_empty(slot)) else {
        return Err(StorageError::FullTable { level: number, parent: begin / size, size });
    };
    // Going round once from behind an empty slot, the slots since the last empty one are those from
    // which a coordinate can be reached.
    let mut run = 0;
    for step in 1..size {
        let slot = (first_empty + step) & (size - 1);
        if is_empty(slot) {
            run = 0;
            continue;
        }
        let coordinate = level.coordinate(begin + slot);
        let distance = slot.wrapping_sub(first_slot(coordinate, level.extent.size, size)) & (size - 1);
        if distance > run {
            let coordinate = level.in_tensor(coordinate);
            return Err(StorageError::Unreachable { level: number, position: begin + slot, coordinate });
        }
        run += 1;
    }
    let mut sorted: Vec<(u64, usize)> = filled().map(|slot| (level.coordinate(begin + slot), slot)).collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        None => Ok(()),
        Some(pair) => Err(level.duplicate(begin + pair[1].1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_that_kernels_compute() {
        assert_eq!(first_slot(0, 100, 8), 0);
        assert_eq!(first_slot(1, 1 << 20, 1 << 16), 0xDC3C);
        assert_eq!(first_slot(2, 17, 1 << 4), 0x0);
        assert_eq!(first_slot(13, 16, 1 << 4), 13);
    }

    #[test]
    fn equal_steps_are_spread_over_the_table() {
        // Powers of two, Fibonacci numbers, and one that a single product sends to few slots.
        for step in [1, 3, 1 << 10, 1 << 20, 987, 28_657, 75_025, 7037] {
            let (size, count) = (1 << 12, 1 << 11);
            let mut taken = vec![false; size];
            let mut collisions = 0;
            for number in 0..count {
                let mut slot = first_slot(number * step, u64::MAX, size);
                while std::mem::replace(&mut taken[slot], true) {
                    slot = (slot + 1) & (size - 1);
                    collisions += 1;
                }
            }
            assert!(collisions < count, "{collisions} collisions of {count} coordinates in steps of {step}");
        }
    }
}
