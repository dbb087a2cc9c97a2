//! Uniqueness of levels with one child a parent, where equal coordinates need not be neighbours.
//!
//! Such a level is unique when no two positions under one parent of the level that branches above it
//! have the same coordinates in all levels from there on.

use std::cmp::Ordering;

use rayon::prelude::*;

use super::block::Block;
use crate::arrays::StorageError;

/// Checks the last level of a block.
pub(super) fn check(block: &Block<'_>) -> Result<(), StorageError> {
    let Some(last) = block.last() else { return Ok(()) };
    let number = last.number;
    let levels = &block.layout.format.levels;
    if !last.spec.is_branchless() || !last.spec.stores_coordinates() || !last.spec.unique {
        return Ok(());
    }
    // The level that branches, when all from there on may repeat coordinates.
    let mut head = number;
    while head > block.layout.batch_levels && levels[head].is_branchless() {
        head -= 1;
        if levels[head].unique {
            return Ok(());
        }
    }
    let stored: Vec<usize> = (head..=number).filter(|&level| !levels[level].is_implied()).collect();
    if stored.iter().all(|&level| levels[level].ordered) || !levels[head].keeps_positions() {
        // Equal ones are neighbours, which have been compared.
        return Ok(());
    }
    let positions: Vec<usize> =
        (0..block.positions.count).filter(|&position| !block.positions.is_padding(position)).collect();
    let needed: Vec<bool> = (0..levels.len()).map(|level| stored.contains(&level)).collect();
    let columns = block.columns(number, &needed, positions.clone());
    let mut parents = positions.clone();
    block.ascend(number, head, &mut parents);
    block.ascend_once(head, &mut parents);
    let compare = |left: usize, right: usize| {
        let of_columns = stored.iter().map(|&level| columns[level][left].cmp(&columns[level][right]));
        std::iter::once(parents[left].cmp(&parents[right]))
            .chain(of_columns)
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    };
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.par_sort_unstable_by(|&left, &right| compare(left, right).then(left.cmp(&right)));
    let repeated = order.par_windows(2).filter(|pair| compare(pair[0], pair[1]).is_eq()).map(|pair| pair[1]).min();
    repeated.map_or(Ok(()), |entry| Err(last.duplicate(positions[entry])))
}
