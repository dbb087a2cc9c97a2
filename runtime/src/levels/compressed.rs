//! Compressed levels: a segment of stored coordinates under every parent.

use rayon::prelude::*;

use super::{LevelFormat, Positions, Segments, StoredLevel, UnbuiltLevel};
use crate::memory;
use crate::pack::PackError;
use crate::storage::{IndexArray, LevelStorage, StorageError, first_violation};

pub(super) struct Compressed;

impl LevelFormat for Compressed {
    fn build(&self, level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<(LevelStorage, Segments), PackError> {
        let (positions, children) = split(level, parents)?;
        check_full(level, &positions)?;
        let coordinates = level.store_coordinates(&children)?;
        let positions = store_positions(level, &positions, children.count())?;
        Ok((LevelStorage { positions: Some(positions), coordinates: Some(coordinates) }, children))
    }

    fn validate(&self, level: &StoredLevel<'_>, parents: Positions) -> Result<Positions, StorageError> {
        let (positions, coordinates) = (level.positions()?, level.coordinates()?);
        check_positions(level, positions, parents.count)?;
        // The last position is the number of coordinates, which the check of the length needs.
        let count = positions.at(parents.count);
        level.check_len(coordinates, "coordinates", usize::try_from(count).unwrap_or(usize::MAX))?;
        level.check_range(coordinates)?;
        let begins = segment_begins(positions, coordinates.len());
        level.check_neighbours(coordinates, |position| !begins[position])?;
        if level.spec.unique && !level.spec.ordered {
            check_unique_unordered(level, positions, coordinates)?;
        }
        let repeats = (!level.spec.unique).then(|| {
            let repeats_previous =
                |position: usize| !begins[position] && coordinates.at(position) == coordinates.at(position - 1);
            (0..coordinates.len()).into_par_iter().map(repeats_previous).collect()
        });
        Ok(Positions { count: coordinates.len(), repeats })
    }

    fn ascend(&self, level: &StoredLevel<'_>, parent_count: usize, positions: &mut [usize]) -> Vec<u64> {
        let (Ok(segments), Ok(coordinates)) = (level.positions(), level.coordinates()) else { return Vec::new() };
        let values = positions.par_iter().map(|&position| coordinates.at(position)).collect();
        positions.par_chunks_mut(1 << 14).for_each(|positions| ascend_in_order(segments, parent_count, positions));
        values
    }
}

/// Replaces increasing positions by those of their parents, going along the segments once.
fn ascend_in_order(segments: &IndexArray, parent_count: usize, positions: &mut [usize]) {
    let Some(&first) = positions.first() else { return };
    // The last parent whose segment begins at or before the first position.
    let (mut parent, mut beyond) = (0, parent_count);
    while beyond - parent > 1 {
        let middle = parent + (beyond - parent) / 2;
        if segments.at(middle) <= first as u64 { parent = middle } else { beyond = middle }
    }
    for position in positions {
        while segments.at(parent + 1) <= *position as u64 {
            parent += 1;
        }
        *position = parent;
    }
}

/// The first child of each parent (and one past the last child), and the entries of each child.
fn split(level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<(Vec<usize>, Segments), PackError> {
    let parent_count = parents.count();
    if let Segments::One { count } = parents {
        return Ok(((0..=*count).collect(), Segments::One { count: *count }));
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
    let positions = if bounds.len() == level.coordinates.len() {
        // Every entry is a child of its own, so children are counted as entries are.
        (0..=parent_count).into_par_iter().map(|parent| parents.begin(parent)).collect()
    } else {
        (0..=parent_count).into_par_iter().map(first_child_of).collect()
    };
    let children = if bounds.len() == level.coordinates.len() {
        Segments::One { count: bounds.len() }
    } else {
        bounds.push(level.coordinates.len());
        Segments::Bounds(bounds)
    };
    Ok((positions, children))
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

fn check_full(level: &UnbuiltLevel<'_>, positions: &[usize]) -> Result<(), PackError> {
    if !level.spec.full {
        return Ok(());
    }
    // Children that share a coordinate come only with levels that are not unique; those cannot be
    // full then.
    let children = |parent: usize| (positions[parent + 1] - positions[parent]) as u64;
    match first_violation(positions.len() - 1, |parent| children(parent) == level.size) {
        None => Ok(()),
        Some(parent) => {
            Err(PackError::NotFull { level: level.number, parent, required: level.size, found: children(parent) })
        }
    }
}

fn store_positions(level: &UnbuiltLevel<'_>, positions: &[usize], last: usize) -> Result<IndexArray, PackError> {
    let width = level.position_width;
    let what = format!("the positions of level {} ({})", level.number, level.spec.kind);
    memory::require(&what, positions.len() as u128, (width.bits() / u8::BITS) as usize)?;
    IndexArray::from_fn(width, positions.len(), |parent| positions[parent] as u64).ok_or(PackError::PositionWidth {
        level: level.number,
        positions: last as u64,
        bits: width.bits(),
    })
}

fn check_positions(level: &StoredLevel<'_>, positions: &IndexArray, parents: usize) -> Result<(), StorageError> {
    level.check_len(positions, "positions", parents.saturating_add(1))?;
    let number = level.number;
    if positions.at(0) != 0 {
        return Err(StorageError::FirstPosition { level: number, found: positions.at(0) });
    }
    let bounds = |parent: usize| (positions.at(parent), positions.at(parent + 1));
    let is_monotone = |parent: usize| bounds(parent).0 <= bounds(parent).1;
    if let Some(parent) = first_violation(parents, is_monotone) {
        let (begin, end) = bounds(parent);
        return Err(StorageError::DecreasingPositions { level: number, parent, begin, end });
    }
    let children = |parent: usize| bounds(parent).1 - bounds(parent).0;
    match first_violation(parents, |parent| !level.spec.full || children(parent) == level.size) {
        None => Ok(()),
        Some(parent) => {
            let (required, found) = (level.size, children(parent));
            Err(StorageError::NotFull { level: number, parent, required, found })
        }
    }
}

/// Whether a segment begins at each position.
fn segment_begins(positions: &IndexArray, len: usize) -> Vec<bool> {
    let mut begins = vec![false; len];
    for parent in 0..positions.len() {
        if let Some(begin) = begins.get_mut(positions.at(parent) as usize) {
            *begin = true;
        }
    }
    begins
}

fn check_unique_unordered(
    level: &StoredLevel<'_>,
    positions: &IndexArray,
    coordinates: &IndexArray,
) -> Result<(), StorageError> {
    let duplicate_of = |parent: usize| {
        let segment = positions.at(parent) as usize..positions.at(parent + 1) as usize;
        let mut sorted: Vec<(u64, usize)> = segment.map(|position| (coordinates.at(position), position)).collect();
        sorted.sort_unstable();
        sorted.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1])
    };
    match (0..positions.len() - 1).into_par_iter().find_map_first(duplicate_of) {
        None => Ok(()),
        Some((coordinate, position)) => Err(StorageError::Duplicate { level: level.number, position, coordinate }),
    }
}
