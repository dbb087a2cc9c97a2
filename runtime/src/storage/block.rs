//! The levels of one batch, and the coordinates at their positions; a tensor without batch levels is one batch.

use super::layout::Layout;
use crate::levels::{self, Positions, Rows, StoredLevel};
use lacuna_layout::Level;

/// The levels of one batch.
pub(super) struct Block<'a> {
    pub(super) layout: &'a Layout<'a>,
    /// The coordinates of the batch, one a batch level.
    batch: Vec<u64>,
    /// The levels below the batch levels.
    levels: Vec<StoredLevel<'a>>,
    /// The number of parents of each level.
    parents: Vec<usize>,
    /// The positions of the last level.
    pub(super) positions: Positions,
}

impl<'a> Block<'a> {
    /// Batch `number`, without levels yet.
    pub(super) fn new(layout: &'a Layout<'a>, number: u64) -> Block<'a> {
        let batch = coordinates_of_batch(layout, number);
        Block { layout, batch, levels: Vec::new(), parents: Vec::new(), positions: Positions::root() }
    }

    /// Adds a level with these positions.
    pub(super) fn push(&mut self, level: StoredLevel<'a>, positions: Positions) {
        self.parents.push(self.positions.count);
        self.levels.push(level);
        self.positions = positions;
    }

    /// Its last level.
    pub(super) fn last(&self) -> Option<&StoredLevel<'a>> {
        self.levels.last()
    }

    /// One of its levels, by its number from the top of the format.
    pub(super) fn level(&self, number: usize) -> &StoredLevel<'a> {
        &self.levels[number - self.layout.batch_levels]
    }

    /// Turns positions of level `from`, in increasing order, into those of level `to` above it, or
    /// of that level itself.
    pub(super) fn ascend(&self, from: usize, to: usize, positions: &mut [usize]) {
        for number in (to + 1..=from).rev() {
            self.ascend_once(number, positions);
        }
    }

    /// Turns positions of a level, in increasing order, into those of the level above it.
    pub(super) fn ascend_once(&self, number: usize, positions: &mut [usize]) {
        let parents = self.parents[number - self.layout.batch_levels];
        let level = self.level(number);
        levels::of(level.spec.kind).ascend(level, parents, positions);
    }

    /// The coordinates at positions of level `from`, in increasing order, in each needed level from
    /// there up, counted from the least one of the level; empty for other levels.
    pub(super) fn columns(&self, from: usize, needed: &[bool], mut positions: Vec<usize>) -> Vec<Vec<u64>> {
        let mut columns = vec![Vec::new(); self.layout.format.levels.len()];
        let highest = (self.layout.batch_levels..=from).find(|&level| needed[level]).unwrap_or(from + 1);
        for number in (highest..=from).rev() {
            if needed[number] {
                let level = self.level(number);
                columns[number] = levels::of(level.spec.kind).coordinates(level, &positions).unwrap_or_default();
            }
            if number > highest {
                self.ascend_once(number, &mut positions);
            }
        }
        columns
    }

    /// The number of positions of the last level that have a parent. The positions after these only fill the arrays up to the
    /// length of the longest batch.
    pub(super) fn reached(&self) -> usize {
        self.levels.iter().zip(&self.parents).fold(1, |reached, (level, &parents)| {
            levels::of(level.spec.kind).reached(level, parents, reached.min(parents))
        })
    }

    /// The coordinate of an entry in a level, as it is in the tensor.
    pub(super) fn coordinate(&self, columns: &[Vec<u64>], level: usize, entry: usize) -> i64 {
        let counted = self.batch.get(level).map_or_else(|| columns[level][entry], |&coordinate| coordinate);
        (counted as i64).wrapping_add(self.layout.extents[level].low)
    }

    /// The size of a level of slots: as many as the coordinates below it need, `len_of` a level.
    pub(super) fn slots(&self, slot: usize, len_of: impl Fn(usize) -> usize) -> u64 {
        let singleton = self.layout.format.first_below_slots(slot);
        let sizes = self.layout.extents[slot + 1..singleton].iter().map(|extent| extent.size as usize);
        // Past the address space no array is as long.
        let positions = sizes.fold(self.positions.count, usize::saturating_mul);
        len_of(singleton).checked_div(positions).unwrap_or(0) as u64
    }
}

/// The rows of the positions of a level, given those of the level above.
pub(crate) fn rows_below(above: Option<Rows>, level: &Level, size: u64) -> Option<Rows> {
    let size = usize::try_from(size).ok().filter(|&size| size > 0)?;
    if level.is_slot() {
        return Some(Rows { slots: size, stride: 1 });
    }
    let above = above?;
    if level.is_branchless() {
        Some(above)
    } else if level.has_all_places() {
        Some(Rows { stride: above.stride.checked_mul(size)?, ..above })
    } else {
        None
    }
}

/// The coordinates of a batch in the batch levels, row-major.
fn coordinates_of_batch(layout: &Layout<'_>, number: u64) -> Vec<u64> {
    let mut rest = number;
    let mut coordinates: Vec<u64> = layout.extents[..layout.batch_levels]
        .iter()
        .rev()
        .map(|extent| {
            let coordinate = rest.checked_rem(extent.size).unwrap_or(0);
            rest = rest.checked_div(extent.size).unwrap_or(0);
            coordinate
        })
        .collect();
    coordinates.reverse();
    coordinates
}
