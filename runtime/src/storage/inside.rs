//! Coordinates of several levels that together say what no point of the tensor is.
//!
//! Blocks stick out of the tensor, diagonals end, and several levels may say the same thing. What a
//! level enumerates is padding then; what it stores is an error.

use rayon::prelude::*;

use super::block::Block;
use crate::arrays::StorageError;
use crate::levels;
use crate::memory;

/// Positions looked at together.
const CHUNK: usize = 1 << 16;

/// Checks the positions of the last level of a block, and marks those outside as padding.
pub(super) fn check(block: &mut Block<'_>) -> Result<(), StorageError> {
    let Some(number) = block.last().map(|level| level.number) else { return Ok(()) };
    if block.layout.checks[number].is_empty() {
        return Ok(());
    }
    let count = block.positions.count;
    memory::require(&format!("checking the {count} positions of level {number}"), count as u128, size_of::<bool>())?;
    let mut padding = block.positions.padding.take().unwrap_or_else(|| vec![false; count]);
    let results: Vec<Result<(), StorageError>> = padding
        .par_chunks_mut(CHUNK)
        .enumerate()
        .map(|(chunk, padding)| check_chunk(block, number, chunk * CHUNK, padding))
        .collect();
    results.into_iter().collect::<Result<(), StorageError>>()?;
    if padding.par_iter().any(|&is_padding| is_padding) {
        block.positions.padding = Some(padding);
    }
    Ok(())
}

/// Whether the coordinates of a batch are those of no point, so that all of it is padding.
pub(super) fn is_batch_outside(block: &Block<'_>) -> bool {
    (0..block.layout.batch_levels).any(|level| problem_of(block, level, &[], 0, 0).is_some())
}

fn check_chunk(block: &Block<'_>, number: usize, first: usize, padding: &mut [bool]) -> Result<(), StorageError> {
    let checks = &block.layout.checks[number];
    let positions: Vec<usize> =
        padding.iter().enumerate().filter(|(_, is_padding)| !**is_padding).map(|(place, _)| first + place).collect();
    let columns = block.columns(number, &checks.needed, positions.clone());
    let level = block.level(number);
    for (entry, &position) in positions.iter().enumerate() {
        let Some(problem) = problem_of(block, number, &columns, entry, position) else { continue };
        if !levels::of(level.spec.kind).may_be_outside(level, position) {
            return Err(problem);
        }
        padding[position - first] = true;
    }
    Ok(())
}

fn problem_of(
    block: &Block<'_>,
    number: usize,
    columns: &[Vec<u64>],
    entry: usize,
    position: usize,
) -> Option<StorageError> {
    let layout = block.layout;
    let checks = &layout.checks[number];
    let coordinate_in = |level: &usize| block.coordinate(columns, *level, entry);
    for &dimension in &checks.dimensions {
        let (coordinate, size) = (layout.dimensions[dimension].wide_value(coordinate_in), layout.shape[dimension]);
        if coordinate < 0 || coordinate >= i128::from(size) {
            return Some(StorageError::OutsideShape { level: number, position, dimension, coordinate, size });
        }
    }
    for &other in &checks.expressions {
        // In the shape, as far as this dimension matters: it was checked where it became known.
        let coordinate_of = |dimension: usize| layout.dimensions[dimension].wide_value(coordinate_in) as i64;
        let (required, found) = (layout.exprs[other].value_at(&coordinate_of), coordinate_in(&other));
        if required != found {
            return Some(StorageError::Contradiction { level: number, position, other, required, found });
        }
    }
    None
}
