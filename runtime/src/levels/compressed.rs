//! Compressed levels: a segment of stored coordinates under every parent, found through positions.
//!
//! In tight ones a segment ends where the next begins; loose ones store both ends, in order, and
//! what is between segments holds nothing. Packing makes no gaps.
//!
//! Full ones have a child for every coordinate, as dense ones do: packing fills them up.

use std::cmp::Reverse;

use rayon::prelude::*;

use lacuna_layout::levels::Ends;

use super::children::{Children, every_coordinate, in_order_of_places, split};
use super::stored::End;
use super::{Built, LevelError, LevelFormat, Positions, Segments, StoredLevel, UnbuiltLevel};
use crate::arrays::{IndexArray, IndexView, LevelStorage, StorageError, first_violation};
use crate::memory;

pub(super) struct Compressed {
    pub(super) ends: Ends,
}

impl LevelFormat for Compressed {
    fn build(&self, level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<Built, LevelError> {
        let children = if level.spec.full { every_coordinate(level, parents) } else { split(level, parents) }?;
        let positions = Some(self.store_positions(level, &children)?);
        if let Some(window) = level.window {
            let places = by_length(&children, window);
            let child = |position: usize| (places[position] - 1) as u64 % level.extent.size;
            let coordinates = level.store_coordinates(places.len(), |position| Some(child(position)))?;
            let (permutation, bounds) = in_order_of_places(&places, &children, level.coordinates.len());
            let storage = LevelStorage { positions, coordinates: Some(coordinates) };
            return Ok(Built { storage, children: Segments::Bounds(bounds), permutation: Some(permutation) });
        }
        let coordinates = if level.spec.full {
            level.store_coordinates(children.entries.count(), |position| Some(position as u64 % level.extent.size))?
        } else {
            level.store_first_coordinates(&children.entries)?
        };
        let storage = LevelStorage { positions, coordinates: Some(coordinates) };
        Ok(Built::in_order(storage, children.entries))
    }

    fn validate(&self, level: &StoredLevel<'_>, parents: &Positions) -> Result<Positions, StorageError> {
        let segments = self.segments(level);
        self.check_positions(level, &segments, parents)?;
        let count = level.coordinates.len();
        let layout = layout(&segments, parents, count);
        let is_padding = |position: usize| layout.padding.as_ref().is_some_and(|padding| padding[position]);
        level.check_range(is_padding)?;
        level.check_neighbours(|position| !layout.begins[position] && !is_padding(position))?;
        if level.spec.unique && !level.spec.ordered {
            check_unique_unordered(level, &segments, parents.count)?;
        }
        let repeats_previous = |position: usize| {
            !layout.begins[position]
                && !is_padding(position)
                && level.coordinate(position) == level.coordinate(position - 1)
        };
        let repeats = (!level.spec.unique).then(|| (0..count).into_par_iter().map(repeats_previous).collect());
        Ok(Positions { count, repeats, padding: layout.padding })
    }

    fn may_be_outside(&self, level: &StoredLevel<'_>, _position: usize) -> bool {
        level.spec.full
    }

    fn coordinates(&self, level: &StoredLevel<'_>, positions: &[usize]) -> Option<Vec<u64>> {
        Some(positions.par_iter().map(|&position| level.coordinate(position)).collect())
    }

    fn ascend(&self, level: &StoredLevel<'_>, parent_count: usize, positions: &mut [usize]) {
        let segments = self.segments(level);
        positions.par_chunks_mut(1 << 14).for_each(|positions| ascend_in_order(&segments, parent_count, positions));
    }

    fn first_child(&self, level: &StoredLevel<'_>, parent_count: usize, parent: usize) -> usize {
        let segments = self.segments(level);
        match parent.checked_sub(1) {
            _ if parent < parent_count => segments.begin(parent) as usize,
            Some(last) => segments.end(last) as usize,
            None => 0,
        }
    }
}

/// The children, counted from 1, in windows by how many entries they have, most first.
fn by_length(children: &Children, window: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (1..=children.entries.count()).collect();
    let length = |&child: &usize| children.entries.end(child - 1) - children.entries.begin(child - 1);
    let window = usize::try_from(window).unwrap_or(usize::MAX);
    order.par_chunks_mut(window).for_each(|window| window.sort_by_key(|child| Reverse(length(child))));
    order
}

/// The segments of a level.
struct Bounds<'a> {
    positions: IndexView<'a>,
    ends: Ends,
}

impl Bounds<'_> {
    fn begin(&self, parent: usize) -> u64 {
        match self.ends {
            Ends::Shared => self.positions.at(parent),
            Ends::Both => self.positions.at(2 * parent),
        }
    }

    fn end(&self, parent: usize) -> u64 {
        match self.ends {
            Ends::Shared => self.positions.at(parent + 1),
            Ends::Both => self.positions.at(2 * parent + 1),
        }
    }
}

/// Where segments begin, and what is in none of them.
struct Layout {
    begins: Vec<bool>,
    padding: Option<Vec<bool>>,
}

impl Compressed {
    fn segments<'a>(&self, level: &StoredLevel<'a>) -> Bounds<'a> {
        Bounds { positions: level.positions, ends: self.ends }
    }

    fn store_positions(&self, level: &UnbuiltLevel<'_>, children: &Children) -> Result<IndexArray, LevelError> {
        let (width, firsts) = (level.position_width, &children.firsts);
        let len = match self.ends {
            Ends::Shared => firsts.len(),
            Ends::Both => 2 * (firsts.len() - 1),
        };
        let what = format!("the positions of level {} ({})", level.number, level.spec.kind);
        memory::require(&what, len as u128, width.size_in_bytes())?;
        let position = |place: usize| match self.ends {
            Ends::Shared => firsts[place] as u64,
            Ends::Both => firsts[place.div_ceil(2)] as u64,
        };
        IndexArray::from_fn(width, len, position).ok_or(LevelError::PositionWidth {
            level: level.number,
            positions: children.entries.count() as u64,
            bits: width.bits(),
        })
    }

    /// Checks everything about positions.
    fn check_positions(
        &self,
        level: &StoredLevel<'_>,
        segments: &Bounds<'_>,
        parents: &Positions,
    ) -> Result<(), StorageError> {
        let (number, count, positions) = (level.number, parents.count, &level.positions);
        let overflow = StorageError::PositionOverflow { level: number };
        let required = match self.ends {
            Ends::Shared => count.checked_add(1),
            Ends::Both => count.checked_mul(2),
        };
        level.check_len(positions, "positions", required.ok_or(overflow)?)?;
        if matches!(self.ends, Ends::Shared) && positions.at(0) != 0 {
            return Err(StorageError::FirstPosition { level: number, found: positions.at(0) });
        }
        let (begin, end) = (|parent| segments.begin(parent), |parent| segments.end(parent));
        if let Some(parent) = first_violation(count, |parent| begin(parent) <= end(parent)) {
            let (begin, end) = (begin(parent), end(parent));
            return Err(StorageError::DecreasingPositions { level: number, parent, begin, end });
        }
        if let Some(parent) = first_violation(count, |parent| parent == 0 || end(parent - 1) <= begin(parent)) {
            let (begin, previous_end) = (begin(parent), end(parent - 1));
            return Err(StorageError::OverlappingSegments { level: number, parent, begin, previous_end });
        }
        let used = if count == 0 { 0 } else { end(count - 1) };
        let (used, found) = (usize::try_from(used).unwrap_or(usize::MAX), level.coordinates.len());
        let may_be_longer = matches!(self.ends, Ends::Both) || level.end == End::Padded;
        if used > found || (used < found && !may_be_longer) {
            return Err(StorageError::ArrayLength { level: number, array: "coordinates", required: used, found });
        }
        self.check_counts(level, segments, parents)
    }

    /// Checks that padding has no children, and that every other parent of a full level has all. Padding may have all, too.
    fn check_counts(
        &self,
        level: &StoredLevel<'_>,
        segments: &Bounds<'_>,
        parents: &Positions,
    ) -> Result<(), StorageError> {
        if !level.spec.full && parents.padding.is_none() {
            return Ok(());
        }
        let (size, number) = (level.extent.size, level.number);
        let children = |parent: usize| segments.end(parent) - segments.begin(parent);
        let is_full = |parent: usize| level.spec.full && children(parent) == size;
        let is_right = |parent: usize| match parents.is_padding(parent) {
            true => children(parent) == 0 || is_full(parent),
            false => !level.spec.full || is_full(parent),
        };
        let Some(parent) = first_violation(parents.count, is_right) else { return Ok(()) };
        let found = children(parent);
        Err(if parents.is_padding(parent) {
            StorageError::PaddedParent { level: number, parent, found }
        } else {
            StorageError::NotFull { level: number, parent, required: size, found }
        })
    }
}

fn layout(segments: &Bounds<'_>, parents: &Positions, count: usize) -> Layout {
    let mut begins = vec![false; count];
    let segment = |parent| segments.begin(parent) as usize..segments.end(parent) as usize;
    // What is in no segment is found by counting: as many coordinates in segments as there are leave none.
    let mut inside = 0;
    for parent in 0..parents.count {
        let segment = segment(parent);
        // Below padding there is but padding.
        inside += if parents.is_padding(parent) { 0 } else { segment.len() };
        if let Some(begin) = begins.get_mut(segment.start) {
            *begin = true;
        }
    }
    let padding = (inside < count).then(|| {
        let mut padding = vec![true; count];
        for parent in (0..parents.count).filter(|&parent| !parents.is_padding(parent)) {
            padding[segment(parent)].fill(false);
        }
        padding
    });
    Layout { begins, padding }
}

/// Replaces positions by those of their parents, going along the segments as far as they increase.
fn ascend_in_order(segments: &Bounds<'_>, parent_count: usize, positions: &mut [usize]) {
    // The last parent whose segment begins at or before a position.
    let search = |position: usize| {
        let (mut parent, mut beyond) = (0, parent_count);
        while beyond - parent > 1 {
            let middle = parent + (beyond - parent) / 2;
            if segments.begin(middle) <= position as u64 { parent = middle } else { beyond = middle }
        }
        parent
    };
    let (mut parent, mut last) = (0, None);
    for position in positions {
        if last.replace(*position).is_none_or(|last| *position < last) {
            parent = search(*position);
        }
        while segments.end(parent) <= *position as u64 {
            parent += 1;
        }
        *position = parent;
    }
}

fn check_unique_unordered(level: &StoredLevel<'_>, segments: &Bounds<'_>, parents: usize) -> Result<(), StorageError> {
    let duplicate_of = |parent: usize| {
        let segment = segments.begin(parent) as usize..segments.end(parent) as usize;
        let mut sorted: Vec<(u64, usize)> = segment.map(|position| (level.coordinate(position), position)).collect();
        sorted.sort_unstable();
        sorted.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1)
    };
    match (0..parents).into_par_iter().find_map_first(duplicate_of) {
        None => Ok(()),
        Some(position) => Err(level.duplicate(position)),
    }
}
