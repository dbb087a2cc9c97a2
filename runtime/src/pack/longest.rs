//! Formats whose size the longest row decides: slots (`_`, as in ELL), of which each row has as many as the longest one
//! needs, and hash tables, all of one level as large as the largest.
//!
//! One long row among many short ones makes such a tensor many times larger than its entries. Here all its arrays are
//! counted before the first is made, and the row is named that makes them so large.

use super::PackError;
use super::entries::LevelEntries;
use crate::levels;
use crate::memory;
use crate::storage::Layout;
use crate::value::Dtype;
use lacuna_layout::{levels::Children, storage::Storage};

/// The row that decides, and what it decides.
struct Longest {
    /// Positions a row.
    places: u64,
    what: String,
}

/// Checks that the memory holds `copies` of all arrays, and what packing needs beside them; nothing where no level is as
/// large as its longest row.
pub(super) fn require(
    entries: &LevelEntries<'_>,
    layout: &Layout<'_>,
    dtype: Dtype,
    copies: u64,
) -> Result<(), PackError> {
    let format = layout.format;
    if !format.is_sized_by_rows() {
        return Ok(());
    }
    let mut nodes = Nodes { begins: vec![false; entries.values.len()] };
    if let Some(first) = nodes.begins.first_mut() {
        *first = true;
    }
    // What packing needs beside the arrays.
    let mut beside = 0u128;
    let mut longest: Option<Longest> = None;
    let mut decides = |places, what: String| {
        if longest.as_ref().is_none_or(|longest| places >= longest.places) {
            longest = Some(Longest { places, what });
        }
    };
    let size = |number: usize| match format.levels[number].is_slot() {
        true => entries.slots,
        false => layout.extents[number].size,
    };
    let count = |number: usize, children: Children, parents: u128| {
        let keys: Vec<&[u64]> = (number..=format.last_key(number)).map(|level| entries.array(level)).collect();
        if format.levels[number].is_slot() {
            let slots = entries.slots;
            let row =
                entries.longest.map_or_else(String::new, |entry| row(entries, layout, slot_row(layout, number), entry));
            decides(slots, format!("storing {slots} entries in every row, as many as the longest one{row} has,"));
        }
        let count = match children {
            Children::Slots => {
                let (most, parent) = nodes.most_children(&keys);
                let slots = levels::table_size_for(most);
                let row = row(entries, layout, (0..number).collect(), parent);
                let what = if number == 0 {
                    format!("storing a table of {slots} slots")
                } else {
                    format!(
                        "storing {parents} tables of {slots} slots, as the longest row{row} with {most} entries takes,"
                    )
                };
                decides(slots, what);
                let count = parents.saturating_mul(slots.into());
                // Which child is in each slot, and where it stood.
                beside = beside.max(count.saturating_mul(2 * size_of::<usize>() as u128));
                nodes.divide(&keys);
                count
            }
            Children::Each(each) => {
                if !format.levels[number].is_branchless() {
                    nodes.divide(&keys);
                }
                parents.saturating_mul(each.into())
            }
            Children::Entries => {
                nodes.divide(&keys);
                nodes.count() as u128
            }
        };
        if format.levels[number].stores_coordinates() {
            beside = beside.max(count.saturating_mul(size_of::<usize>() as u128));
        }
        count
    };
    let bytes = Storage::of(format, size, count).bytes(format, dtype.size_in_bytes()).saturating_mul(copies.into());
    let what = longest.map_or_else(String::new, |longest| longest.what);
    memory::require(&what, bytes.saturating_add(beside), 1).map_err(PackError::LongestRow)?;
    Ok(())
}

/// The levels that say the row of a level of slots.
fn slot_row(layout: &Layout<'_>, slot: usize) -> Vec<usize> {
    (0..layout.format.first_below_slots(slot)).filter(|&level| level != slot).collect()
}

/// ` (i = 17, counted from 0)`: the coordinates of an entry in these levels.
fn row(entries: &LevelEntries<'_>, layout: &Layout<'_>, levels: Vec<usize>, entry: usize) -> String {
    let coordinate = |&level: &usize| {
        let counted = *entries.array(level).get(entry)?;
        let coordinate = (counted as i64).wrapping_add(layout.extents[level].low);
        Some(format!("{} = {coordinate}", layout.format.levels[level].expr))
    };
    let coordinates: Vec<String> = levels.iter().filter_map(coordinate).collect();
    if coordinates.is_empty() { String::new() } else { format!(" ({}, counted from 0)", coordinates.join(", ")) }
}

/// The nodes of a level that have entries: runs of sorted entries.
struct Nodes {
    /// Whether each entry is the first of its node.
    begins: Vec<bool>,
}

impl Nodes {
    /// Goes one level down: entries of a node with different keys are in different children.
    fn divide(&mut self, keys: &[&[u64]]) {
        for entry in 1..self.begins.len() {
            self.begins[entry] |= differs(keys, entry);
        }
    }

    fn count(&self) -> usize {
        self.begins.iter().filter(|&&begins| begins).count()
    }

    /// The most children that a node would have, and the first entry of that node.
    fn most_children(&self, keys: &[&[u64]]) -> (usize, usize) {
        let (mut most, mut of_node, mut children, mut first) = (0, 0, 0, 0);
        for entry in 0..self.begins.len() {
            if self.begins[entry] {
                (children, first) = (1, entry);
            } else if differs(keys, entry) {
                children += 1;
            }
            if children > most {
                (most, of_node) = (children, first);
            }
        }
        (most, of_node)
    }
}

/// Whether an entry has other keys than the one before it.
fn differs(keys: &[&[u64]], entry: usize) -> bool {
    keys.iter().any(|key| !key.is_empty() && key[entry] != key[entry - 1])
}
