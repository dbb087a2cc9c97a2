//! The entries of a tensor as the levels of a format see them.

use std::borrow::Cow;

use rayon::prelude::*;

use crate::coo::{Coo, order};
use crate::memory::MemoryError;
use crate::progress::Progress;
use crate::storage::Layout;
use crate::value::Values;
use lacuna_layout::DimExpr;

/// Entries sorted in the order of levels, without duplicates.
pub(super) struct LevelEntries<'a> {
    /// One array a level, of coordinates counted from the least one of the level; empty for offset
    /// levels.
    pub(super) coordinates: Vec<Cow<'a, [u64]>>,
    pub(super) values: Cow<'a, Values>,
    /// The size of the level of slots: the most entries in one row. 0 without one.
    pub(super) slots: u64,
    /// An entry of that row, with a level of slots and an entry.
    pub(super) longest: Option<usize>,
}

impl<'a> LevelEntries<'a> {
    /// `values` are those of `coo`, or their copies.
    pub(super) fn sort(
        coo: &'a Coo,
        values: Cow<'a, Values>,
        layout: &Layout<'_>,
        progress: Option<&dyn Progress>,
    ) -> Result<Self, MemoryError> {
        let levels = &layout.format.levels;
        let column = |number: usize| match &levels[number] {
            level if level.is_implied() || level.is_slot() => Cow::Borrowed(&[][..]),
            _ => column(coo, &layout.exprs[number], layout.extents[number].low),
        };
        let mut entries =
            LevelEntries { coordinates: (0..levels.len()).map(column).collect(), values, slots: 0, longest: None };
        let stored = |number: &usize| !levels[*number].is_implied();
        let numbers: Vec<usize> = (0..levels.len()).filter(stored).collect();
        match layout.format.slot_level() {
            None => entries.sort_by(&numbers, progress)?,
            Some(slot) => {
                let without: Vec<usize> = numbers.iter().copied().filter(|&number| number != slot).collect();
                entries.sort_by(&without, progress)?;
                entries.fill_slots(layout, slot);
                entries.sort_by(&numbers, progress)?;
                // Only the longest rows have an entry in the last slot.
                entries.longest = entries.array(slot).iter().position(|&number| number + 1 == entries.slots);
            }
        }
        Ok(entries)
    }

    /// Sorts by the coordinates of these levels, which all others follow from.
    fn sort_by(&mut self, numbers: &[usize], progress: Option<&dyn Progress>) -> Result<(), MemoryError> {
        let mut arrays: Vec<_> = numbers.iter().map(|&number| std::mem::take(&mut self.coordinates[number])).collect();
        let sorted = order::sort_and_sum(&mut arrays, &mut self.values, progress);
        for (&number, array) in numbers.iter().zip(arrays) {
            self.coordinates[number] = array;
        }
        sorted.map(drop)
    }

    /// Numbers the entries of each row: those with the same coordinates above the first singleton
    /// below the slots. Entries that share a position of that level share their slot.
    fn fill_slots(&mut self, layout: &Layout<'_>, slot: usize) {
        let format = layout.format;
        let first = format.first_below_slots(slot);
        let above: Vec<&[u64]> = (0..first).filter(|&level| level != slot).map(|level| self.array(level)).collect();
        let keys: Vec<&[u64]> = (first..=format.last_key(first)).map(|level| self.array(level)).collect();
        let differs = |arrays: &[&[u64]], entry: usize| {
            arrays.iter().any(|array| !array.is_empty() && array[entry] != array[entry - 1])
        };
        let (mut next, mut most) = (0, 0);
        let mut slots = Vec::with_capacity(self.values.len());
        for entry in 0..self.values.len() {
            if entry == 0 || differs(&above, entry) {
                next = 0;
            } else if differs(&keys, entry) {
                next += 1;
            }
            most = most.max(next + 1);
            slots.push(next);
        }
        self.slots = most;
        self.coordinates[slot] = Cow::Owned(slots);
    }

    pub(super) fn array(&self, level: usize) -> &[u64] {
        &self.coordinates[level]
    }

    /// Puts the entries in another order, for levels from `first` on.
    pub(super) fn reorder(&mut self, permutation: &[usize], first: usize) {
        for array in self.coordinates[first..].iter_mut().filter(|array| !array.is_empty()) {
            *array = Cow::Owned(order::gather(array, permutation));
        }
        self.values = Cow::Owned(order::gather_values(&self.values, permutation));
    }
}

/// The values of an expression at every entry, counted from `low`.
fn column<'a>(coo: &'a Coo, expr: &DimExpr, low: i64) -> Cow<'a, [u64]> {
    if let Some(dimension) = expr.as_dimension() {
        return Cow::Borrowed(&coo.coordinates[dimension]);
    }
    let value = |entry: usize| {
        let value = expr.value_at(&|dimension| coo.coordinates[dimension][entry] as i64);
        value.wrapping_sub(low) as u64
    };
    Cow::Owned((0..coo.coordinates.first().map_or(0, Vec::len)).into_par_iter().map(value).collect())
}
