//! The arrays that each level must have, and the part of them that one level of one batch uses.

use crate::arrays::{IndexArray, IndexView, LevelStorage, StorageError};
use lacuna_layout::{Format, Width};

/// The positions and the coordinates of one level.
#[derive(Clone, Copy)]
pub(super) struct LevelArrays<'a> {
    pub(super) positions: IndexView<'a>,
    pub(super) coordinates: IndexView<'a>,
}

impl<'a> LevelArrays<'a> {
    /// The arrays of a level that shares none.
    pub(super) fn whole(storage: &'a LevelStorage) -> Self {
        LevelArrays { positions: IndexView::of(&storage.positions), coordinates: IndexView::of(&storage.coordinates) }
    }

    /// The part of one batch.
    pub(super) fn block(self, number: usize, count: usize) -> Self {
        LevelArrays {
            positions: self.positions.block(number, count),
            coordinates: self.coordinates.block(number, count),
        }
    }
}

/// The arrays of the first levels, as many as are stored; those that a level does not keep are
/// empty.
pub(super) fn arrays<'a>(
    format: &Format,
    levels: &'a [LevelStorage],
    batches: u64,
) -> Result<Vec<LevelArrays<'a>>, StorageError> {
    let mut arrays: Vec<LevelArrays<'a>> = Vec::with_capacity(levels.len());
    // The array of structures that interleaved levels share, and how many levels that is.
    let mut shared = (IndexView::empty(), 1);
    let mut member = 0;
    for (number, (spec, storage)) in format.levels.iter().zip(levels).enumerate() {
        let request = |name, width| Request { level: number, kind: spec.kind.word(), name, width, batches };
        let positions = request("positions", format.position_width);
        let positions = match spec.keeps_positions() {
            true => positions.required(&storage.positions)?,
            false => positions.refused(&storage.positions)?,
        };
        let coordinates = request("coordinates", format.coordinate_width);
        let coordinates = if spec.interleaved {
            coordinates.refused(&storage.coordinates)?;
            member += 1;
            shared.0.member(member, shared.1)
        } else if spec.keeps_coordinates() {
            let interleaved = format.levels[number + 1..].iter().take_while(|below| below.interleaved).count();
            let array = coordinates.required(&storage.coordinates)?;
            let members = 1 + interleaved;
            let block = array.len().checked_div(usize::try_from(batches).unwrap_or(usize::MAX)).unwrap_or(0);
            if block % members != 0 {
                return Err(StorageError::Interleaved { level: number, found: array.len(), members });
            }
            (shared, member) = ((array, members), 0);
            array.member(0, members)
        } else {
            coordinates.refused(&storage.coordinates)?
        };
        arrays.push(LevelArrays { positions, coordinates });
    }
    Ok(arrays)
}

/// An array that a level keeps or does not.
struct Request {
    level: usize,
    kind: &'static str,
    name: &'static str,
    width: Width,
    batches: u64,
}

impl Request {
    fn required(self, array: &Option<IndexArray>) -> Result<IndexView<'_>, StorageError> {
        let Request { level, kind, name, width, batches } = self;
        let array = array.as_ref().ok_or(StorageError::MissingArray { level, kind, array: name })?;
        if array.width() != width {
            let (required, found) = (width.bits(), array.width().bits());
            return Err(StorageError::ArrayWidth { level, array: name, required, found });
        }
        let found = array.len();
        let is_divisible = (found as u64).checked_rem(batches).map_or(found == 0, |rest| rest == 0);
        if !is_divisible {
            return Err(StorageError::UnequalBlocks { level, array: name, found, batches });
        }
        Ok(IndexView::whole(array))
    }

    fn refused(self, array: &Option<IndexArray>) -> Result<IndexView<'static>, StorageError> {
        let Request { level, kind, name, .. } = self;
        match array {
            None => Ok(IndexView::empty()),
            Some(array) => Err(StorageError::UnwantedArray { level, kind, array: name, found: array.len() }),
        }
    }
}
