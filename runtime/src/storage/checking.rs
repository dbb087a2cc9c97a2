//! Checks the levels of a batch from the top down.

use super::arrays::LevelArrays;
use super::block::{Block, rows_below};
use super::layout::Layout;
use super::{distinct, inside};
use crate::arrays::StorageError;
use crate::levels::{self, End, StoredLevel};

/// Checks the levels of batch `number`, as many as `arrays` has.
pub(super) fn check_block<'a>(
    layout: &'a Layout<'a>,
    arrays: &[LevelArrays<'a>],
    number: u64,
    batches: u64,
) -> Result<Block<'a>, StorageError> {
    let mut block = Block::new(layout, number);
    if inside::is_batch_outside(&block) {
        block.positions.padding = Some(vec![true]);
    }
    let mut rows = None;
    for level in layout.batch_levels..arrays.len() {
        // Blocks are as many as an array is long at most, or empty.
        let blocks = |at: usize| arrays[at].block(number as usize, batches as usize);
        let spec = &layout.format.levels[level];
        let mut extent = layout.extents[level];
        if spec.is_slot() {
            extent.size = layout.slots.unwrap_or_else(|| block.slots(level, |at| blocks(at).coordinates.len()));
        }
        let own = blocks(level);
        let stored = StoredLevel {
            number: level,
            spec,
            extent,
            is_signed: layout.signed[level],
            positions: own.positions,
            coordinates: own.coordinates,
            rows,
            end: if layout.batch_levels == 0 { End::Exact } else { End::Padded },
        };
        let positions = levels::of(spec.kind).validate(&stored, &block.positions)?;
        rows = rows_below(rows, spec, extent.size);
        block.push(stored, positions);
        distinct::check(&block)?;
        inside::check(&mut block)?;
    }
    Ok(block)
}
