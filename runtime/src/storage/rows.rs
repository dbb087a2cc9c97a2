//! Rows of slots: the padding at their ends, and that they hold each coordinate once.
//!
//! A slot that its row does not need repeats the coordinates of the slot before it, or has all
//! coordinates 0 in an empty row, and holds fill values only. An entry like that cannot be told from
//! padding.

use std::cmp::Ordering;

use rayon::prelude::*;

use super::block::Block;
use crate::arrays::{StorageError, first_violation};
use crate::levels::{Rows, StoredLevel};
use crate::value::{Element, Scalar, Values, with_values};

/// Checks the rows of a block whose values begin at `first_value`, and marks their padding.
pub(super) fn check(block: &mut Block<'_>, values: &Values, first_value: usize) -> Result<(), StorageError> {
    let format = block.layout.format;
    let Some(slot) = format.slot_level() else { return Ok(()) };
    let first = format.first_below_slots(slot);
    let key = format.last_key(first);
    let Some(rows) = block.level(first).rows else { return Ok(()) };
    let stored = (first..=key).filter(|&level| !format.levels[level].is_implied());
    let chain = Chain { block, levels: stored.collect(), rows };
    let padding = chain.padding(key, values, first_value)?;
    mark(block, key, &padding);
    Ok(())
}

/// The levels whose coordinates tell the positions of a row apart; they have the same positions.
struct Chain<'a, 'b> {
    block: &'a Block<'b>,
    levels: Vec<usize>,
    rows: Rows,
}

impl Chain<'_, '_> {
    /// Whether each position is padding of its row.
    fn padding(&self, key: usize, values: &Values, first_value: usize) -> Result<Vec<bool>, StorageError> {
        let count = self.level(self.levels[0]).coordinates.len();
        let has_content = content(self.block, key, count, values, first_value);
        let is_ordered = self.levels.iter().all(|&level| self.level(level).spec.ordered);
        let repeats = if is_ordered { self.repeats_in_order(count)? } else { self.repeats_anywhere(count) };
        let last = self.level(self.levels[self.levels.len() - 1]);
        if self.level(key).spec.unique
            && let Some(position) = first_violation(count, |position| !(has_content[position] && repeats[position]))
        {
            return Err(last.duplicate(position));
        }
        let is_at_zero = |position: usize| {
            let mut levels = self.levels.iter().map(|&level| self.level(level));
            levels.all(|level| level.in_tensor(level.coordinate(position)) == 0)
        };
        let is_unused = |position: usize| repeats[position] || (self.rows.slot(position) == 0 && is_at_zero(position));
        Ok((0..count).into_par_iter().map(|position| !has_content[position] && is_unused(position)).collect())
    }

    fn level(&self, number: usize) -> &StoredLevel<'_> {
        self.block.level(number)
    }

    /// Compares the coordinates of two positions, level by level.
    fn compare(&self, left: usize, right: usize) -> Ordering {
        let levels = self.levels.iter().map(|&level| self.level(level));
        let mut orders = levels.map(|level| level.coordinate(left).cmp(&level.coordinate(right)));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// Whether each position has the coordinates of the one before it in its row. Checks that rows
    /// are in order, so that others cannot have them.
    fn repeats_in_order(&self, count: usize) -> Result<Vec<bool>, StorageError> {
        let compare = |position: usize| match self.rows.slot(position) {
            0 => Ordering::Less,
            _ => self.compare(position - self.rows.stride, position),
        };
        if let Some(position) = first_violation(count, |position| compare(position).is_le()) {
            let previous = position - self.rows.stride;
            let differs = |&&level: &&usize| {
                let level = self.level(level);
                level.coordinate(previous) != level.coordinate(position)
            };
            let level = self.levels.iter().find(differs).unwrap_or(&self.levels[0]);
            return Err(self.level(*level).not_after(position, previous));
        }
        Ok((0..count).into_par_iter().map(|position| compare(position).is_eq()).collect())
    }

    /// Whether each position has the coordinates of one before it in its row.
    fn repeats_anywhere(&self, count: usize) -> Vec<bool> {
        let compare =
            |left: usize, right: usize| self.rows.row(left).cmp(&self.rows.row(right)).then(self.compare(left, right));
        let mut positions: Vec<usize> = (0..count).collect();
        positions.par_sort_unstable_by(|&left, &right| compare(left, right).then(left.cmp(&right)));
        let mut repeats = vec![false; count];
        for pair in positions.windows(2) {
            repeats[pair[1]] = compare(pair[0], pair[1]).is_eq();
        }
        repeats
    }
}

/// Whether each of the `count` positions of a level has a value below it that is not the fill value.
fn content(block: &Block<'_>, level: usize, count: usize, values: &Values, first_value: usize) -> Vec<bool> {
    let fill = block.layout.format.fill;
    let is_entry = |position: &usize| !block.positions.is_padding(*position);
    let mut positions: Vec<usize> = with_values!(values, values => {
        let fill = fill.and_then(Scalar::of_fill).and_then(Element::from_scalar).unwrap_or_default();
        let values = &values[first_value..first_value + block.positions.count];
        (0..values.len()).into_par_iter().filter(is_entry).filter(|&at| !values[at].is_same(fill)).collect()
    });
    let last = block.layout.format.levels.len() - 1;
    block.ascend(last, level, &mut positions);
    let mut content = vec![false; count];
    positions.into_iter().for_each(|position| content[position] = true);
    content
}

/// Marks what is below padding of a level as padding of the last level.
fn mark(block: &mut Block<'_>, level: usize, padding: &[bool]) {
    if !padding.par_iter().any(|&is_padding| is_padding) {
        return;
    }
    let count = block.positions.count;
    let mut of_values = block.positions.padding.take().unwrap_or_else(|| vec![false; count]);
    let entries: Vec<usize> = (0..count).into_par_iter().filter(|&position| !of_values[position]).collect();
    let mut positions = entries.clone();
    block.ascend(block.layout.format.levels.len() - 1, level, &mut positions);
    for (entry, position) in entries.into_iter().zip(positions) {
        of_values[entry] = padding[position];
    }
    block.positions.padding = Some(of_values);
}
