//! Dividing the entries of parents among children: one for each distinct key, or one for each coordinate.

use rayon::prelude::*;

use super::{LevelError, Segments, UnbuiltLevel};

/// The children that the entries of each parent make.
pub(super) struct Children {
    /// The number of the first child of each parent, and one past the last child.
    pub(super) firsts: Vec<usize>,
    /// The entries of each child.
    pub(super) entries: Segments,
}

impl Children {
    /// The number of children of a parent.
    pub(super) fn count_of(&self, parent: usize) -> usize {
        self.firsts[parent + 1] - self.firsts[parent]
    }
}

/// Makes a child of each run of entries with one key.
pub(super) fn split(level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<Children, LevelError> {
    let parent_count = parents.count();
    if let Segments::One { count } = parents {
        return Ok(Children { firsts: (0..=*count).collect(), entries: Segments::One { count: *count } });
    }
    if level.has_one_entry_each {
        let count = level.coordinates.len();
        let firsts = (0..=parent_count).into_par_iter().map(|parent| parents.begin(parent)).collect();
        return Ok(Children { firsts, entries: Segments::One { count } });
    }
    let begins_child =
        |entry: usize, begin: usize| entry == begin || level.keys.iter().any(|key| key[entry] != key[entry - 1]);
    Segments::require_memory(level.number, parent_count as u128 + level.coordinates.len() as u128)?;

    // A few long segments or many short ones: both are divided into pieces of about equal numbers
    // of entries.
    let pieces = pieces(parents, level.coordinates.len());
    let children_of_pieces: Vec<Vec<usize>> = pieces
        .par_iter()
        .map(|piece| {
            let mut begin = parents.begin(piece.parent);
            let mut parent = piece.parent;
            let mut children = Vec::new();
            for entry in piece.entries.clone() {
                while parents.end(parent) <= entry {
                    parent += 1;
                    begin = parents.begin(parent);
                }
                if begins_child(entry, begin) {
                    children.push(entry);
                }
            }
            children
        })
        .collect();
    let mut bounds = children_of_pieces.concat();
    let first_child_of = |parent: usize| {
        let begin = parents.begin(parent);
        bounds.partition_point(|&entry| entry < begin)
    };
    let firsts = if bounds.len() == level.coordinates.len() {
        // Every entry is a child of its own, so children are counted as entries are.
        (0..=parent_count).into_par_iter().map(|parent| parents.begin(parent)).collect()
    } else {
        (0..=parent_count).into_par_iter().map(first_child_of).collect()
    };
    let entries = if bounds.len() == level.coordinates.len() {
        Segments::One { count: bounds.len() }
    } else {
        bounds.push(level.coordinates.len());
        Segments::Bounds(bounds)
    };
    Ok(Children { firsts, entries })
}

/// Makes a child of each coordinate of the level, with or without entries. Entries that differ elsewhere than in their
/// coordinate share a child.
pub(super) fn every_coordinate(level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<Children, LevelError> {
    let parent_count = parents.count();
    let total = parent_count as u128 * u128::from(level.extent.size);
    let count = Segments::require_memory(level.number, total + parent_count as u128)? - parent_count;
    let Some(size) = count.checked_div(parent_count).filter(|&size| size > 0) else {
        // Entries in a level of size 0 would have been out of range.
        return Ok(Children { firsts: vec![0; parent_count + 1], entries: Segments::Bounds(vec![0]) });
    };
    let mut bounds = vec![0; count + 1];
    bounds[1..].par_chunks_mut(size).enumerate().for_each(|(parent, ends)| {
        let (mut entry, end) = (parents.begin(parent), parents.end(parent));
        for (coordinate, end_of_child) in ends.iter_mut().enumerate() {
            while entry < end && level.coordinates[entry] <= coordinate as u64 {
                entry += 1;
            }
            *end_of_child = entry;
        }
    });
    let firsts = (0..=parent_count).map(|parent| parent * size).collect();
    Ok(Children { firsts, entries: Segments::Bounds(bounds) })
}

/// Where each entry stood, in the order of places that hold a child, whose number is given from 1, or none; and the bounds of
/// the entries of each place.
pub(super) fn in_order_of_places(places: &[usize], children: &Children, entries: usize) -> (Vec<usize>, Vec<usize>) {
    let mut permutation = Vec::with_capacity(entries);
    let mut bounds = Vec::with_capacity(places.len() + 1);
    for &child in places {
        bounds.push(permutation.len());
        if let Some(child) = child.checked_sub(1) {
            permutation.extend(children.entries.begin(child)..children.entries.end(child));
        }
    }
    bounds.push(permutation.len());
    (permutation, bounds)
}

/// A run of entries for one thread, with the parent of the first of them.
struct Piece {
    parent: usize,
    entries: std::ops::Range<usize>,
}

fn pieces(parents: &Segments, entries: usize) -> Vec<Piece> {
    const ENTRIES_A_PIECE: usize = 1 << 16;
    let starts = (0..entries).step_by(ENTRIES_A_PIECE);
    starts
        .map(|start| {
            // The last parent that begins at or before the first entry; those after it begin later.
            let (mut parent, mut beyond) = (0, parents.count());
            while beyond - parent > 1 {
                let middle = parent + (beyond - parent) / 2;
                if parents.begin(middle) <= start { parent = middle } else { beyond = middle }
            }
            Piece { parent, entries: start..entries.min(start + ENTRIES_A_PIECE) }
        })
        .collect()
}
