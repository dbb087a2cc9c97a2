//! Sliced levels: a segment of stored coordinates under every parent, those of neighbouring parents interleaved.
//!
//! Child `k` of the parent in lane `l` of a slice of `n` parents has the position `begin + n * k + l`. What a shorter segment
//! leaves free repeats the coordinate before it, or is zero: lanes may load what such a coordinate points at.

use rayon::prelude::*;

use super::children::{Children, in_order_of_places, split};
use super::{Built, LevelError, LevelFormat, Positions, Segments, StoredLevel, UnbuiltLevel};
use crate::arrays::{IndexArray, IndexView, LevelStorage, StorageError, first_violation};
use crate::memory;

pub(super) struct Sliced;

/// The positions array: for each slice where it begins, then the length of the segment of each of its parents.
struct Slices<'a> {
    positions: IndexView<'a>,
    lanes: usize,
}

impl<'a> Slices<'a> {
    fn of(level: &StoredLevel<'a>) -> Self {
        Slices { positions: level.positions, lanes: level.spec.abreast() as usize }
    }

    fn count(&self) -> usize {
        self.positions.len() / (self.lanes + 1)
    }

    fn begin(&self, slice: usize) -> u64 {
        self.positions.at(slice * (self.lanes + 1))
    }

    fn length(&self, parent: usize) -> u64 {
        self.positions.at(parent / self.lanes * (self.lanes + 1) + 1 + parent % self.lanes)
    }

    /// The positions that a slice takes.
    fn places(&self, slice: usize) -> Option<u64> {
        let longest = (0..self.lanes).map(|lane| self.length(slice * self.lanes + lane)).max().unwrap_or(0);
        longest.checked_mul(self.lanes as u64)
    }

    /// The last slice that begins at or before a position.
    fn of_position(&self, position: usize) -> usize {
        let (mut slice, mut beyond) = (0, self.count());
        while beyond - slice > 1 {
            let middle = slice + (beyond - slice) / 2;
            if self.begin(middle) <= position as u64 { slice = middle } else { beyond = middle }
        }
        slice
    }

    /// The position of a child of a parent. The level has been validated.
    fn position(&self, parent: usize, child: usize) -> usize {
        self.begin(parent / self.lanes) as usize + child * self.lanes + parent % self.lanes
    }
}

impl LevelFormat for Sliced {
    fn build(&self, level: &UnbuiltLevel<'_>, parents: &Segments) -> Result<Built, LevelError> {
        let children = split(level, parents)?;
        let (lanes, parent_count) = (level.spec.abreast() as usize, parents.count());
        let slices = parent_count.div_ceil(lanes);
        let length = |parent: usize| if parent < parent_count { children.count_of(parent) } else { 0 };
        let longest = |slice: usize| (0..lanes).map(|lane| length(slice * lanes + lane)).max().unwrap_or(0);
        let total = (0..slices).map(|slice| lanes as u128 * longest(slice) as u128).sum();
        let count = memory::require(
            &format!("packing the {total} places of level {}", level.number),
            total,
            2 * size_of::<usize>() + level.coordinate_width.size_in_bytes(),
        )?;
        let mut begins = Vec::with_capacity(slices + 1);
        begins.push(0);
        for slice in 0..slices {
            begins.push(begins[slice] + lanes * longest(slice));
        }
        let places = fill_places(&children, &begins, lanes, count);
        // Behind its last child, a parent repeats that.
        let padding = |place: usize| {
            let slice = begins.partition_point(|&begin| begin <= place) - 1;
            let parent = slice * lanes + (place - begins[slice]) % lanes;
            (length(parent) > 0).then(|| children.firsts[parent + 1] - 1)
        };
        let coordinate = |place: usize| {
            let child = places[place].checked_sub(1).or_else(|| padding(place));
            Some(child.map_or(0, |child| level.coordinates[children.entries.begin(child)]))
        };
        let coordinates = level.store_coordinates(count, coordinate)?;
        let width = level.position_width;
        let position = |at: usize| match (at / (lanes + 1), at % (lanes + 1)) {
            (slice, 0) => begins[slice] as u64,
            (slice, lane) => length(slice * lanes + lane - 1) as u64,
        };
        let positions = IndexArray::from_fn(width, slices * (lanes + 1), position)
            .ok_or(LevelError::PositionWidth { level: level.number, positions: count as u64, bits: width.bits() })?;
        let (permutation, bounds) = in_order_of_places(&places, &children, level.coordinates.len());
        let storage = LevelStorage { positions: Some(positions), coordinates: Some(coordinates) };
        Ok(Built { storage, children: Segments::Bounds(bounds), permutation: Some(permutation) })
    }

    fn validate(&self, level: &StoredLevel<'_>, parents: &Positions) -> Result<Positions, StorageError> {
        let (number, count) = (level.number, level.coordinates.len());
        let required = usize::try_from(level.spec.format().positions(level.spec, parents.count as u128));
        level.check_len(&level.positions, "positions", required.unwrap_or(usize::MAX))?;
        let slices = Slices::of(level);
        if slices.count() > 0 && slices.begin(0) != 0 {
            return Err(StorageError::FirstPosition { level: number, found: slices.begin(0) });
        }
        let end = |slice: usize| match slice + 1 < slices.count() {
            true => slices.begin(slice + 1),
            false => count as u64,
        };
        let fits = |slice: usize| {
            slices.places(slice).and_then(|places| places.checked_add(slices.begin(slice))) == Some(end(slice))
        };
        if let Some(slice) = first_violation(slices.count(), fits) {
            let (places, found) = (slices.places(slice), end(slice).saturating_sub(slices.begin(slice)));
            return Err(StorageError::SliceLength {
                level: number,
                slice,
                required: places.unwrap_or(u64::MAX),
                found,
            });
        }
        if slices.count() == 0 {
            level.check_len(&level.coordinates, "coordinates", 0)?;
        }
        let is_node = |parent: usize| parent < parents.count && !parents.is_padding(parent);
        let lanes = slices.count() * slices.lanes;
        if let Some(parent) = first_violation(lanes, |parent| is_node(parent) || slices.length(parent) == 0) {
            return Err(StorageError::PaddedParent { level: number, parent, found: slices.length(parent) });
        }
        // What pads is loaded, too: it must point at something.
        level.check_range(|_| false)?;
        let in_order = |parent: usize| {
            let child = |number: u64| slices.position(parent, number as usize);
            let pairs = (1..slices.length(parent)).map(|number| (child(number - 1), child(number)));
            pairs.into_iter().find(|&(before, after)| level.coordinate(before) >= level.coordinate(after))
        };
        if let Some((before, after)) = (0..parents.count).into_par_iter().find_map_first(in_order) {
            return Err(level.not_after(after, before));
        }
        let mut padding = vec![true; count];
        for parent in 0..parents.count {
            (0..slices.length(parent) as usize).for_each(|child| padding[slices.position(parent, child)] = false);
        }
        Ok(Positions { count, repeats: None, padding: Some(padding) })
    }

    fn coordinates(&self, level: &StoredLevel<'_>, positions: &[usize]) -> Option<Vec<u64>> {
        Some(positions.par_iter().map(|&position| level.coordinate(position)).collect())
    }

    fn ascend(&self, level: &StoredLevel<'_>, _parent_count: usize, positions: &mut [usize]) {
        let slices = Slices::of(level);
        let (mut slice, mut last) = (0, 0);
        for position in positions {
            if std::mem::replace(&mut last, *position) > *position {
                slice = slices.of_position(*position);
            }
            while slice + 1 < slices.count() && slices.begin(slice + 1) as usize <= *position {
                slice += 1;
            }
            let offset = *position - slices.begin(slice) as usize;
            *position = slice * slices.lanes + offset % slices.lanes;
        }
    }

    fn first_child(&self, level: &StoredLevel<'_>, _parent_count: usize, parent: usize) -> usize {
        Slices::of(level).position(parent, 0)
    }

    /// Those of whole slices: parents of a slice have places side by side.
    fn reached(&self, level: &StoredLevel<'_>, _parent_count: usize, parents: usize) -> usize {
        let slices = Slices::of(level);
        match parents.div_ceil(slices.lanes).checked_sub(1) {
            Some(last) => slices.begin(last) as usize + slices.places(last).unwrap_or(0) as usize,
            None => 0,
        }
    }
}

/// The number of the child in each place, from 1; 0 where there is none.
fn fill_places(children: &Children, begins: &[usize], lanes: usize, count: usize) -> Vec<usize> {
    let mut places = vec![0; count];
    for parent in 0..children.firsts.len() - 1 {
        let first = begins[parent / lanes] + parent % lanes;
        for (number, child) in (children.firsts[parent]..children.firsts[parent + 1]).enumerate() {
            places[first + number * lanes] = child + 1;
        }
    }
    places
}
