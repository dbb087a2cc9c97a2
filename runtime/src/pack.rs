//! Packing: storing a list of entries in a format.
//!
//! Entries are sorted in the order of the levels and duplicates added up; then levels are built
//! from the top down, each dividing the runs of entries of its parents among its own positions.
//! Dense levels at the bottom need no such runs: the values are put where they belong.
//!
//! Left out: choosing formats, and level formats themselves (see `levels`).

mod error;
mod place;

pub use error::{PackError, Unsupported};

use std::borrow::Cow;

use crate::coo::{Coo, order};
use crate::format::Format;
use crate::levels::{self, Segments, UnbuiltLevel};
use crate::progress::{Phase, Progress};
use crate::storage::SparseTensor;
use crate::value::Values;

/// Stores entries in a format; duplicates are added up (integers wrap around).
///
/// # Errors
/// When the entries or the format make no sense or do not fit each other, the format is not
/// supported yet, an index does not fit its width, or the storage does not fit the memory; see
/// [`PackError`].
pub fn pack(coo: &Coo, format: &Format) -> Result<SparseTensor, PackError> {
    pack_with(coo, format, None)
}

/// [`pack`], telling a listener how far it is.
///
/// # Errors
/// As [`pack`].
pub fn pack_with(coo: &Coo, format: &Format, progress: Option<&dyn Progress>) -> Result<SparseTensor, PackError> {
    coo.validate()?;
    format.validate()?;
    if format.order != coo.order() {
        return Err(PackError::OrderMismatch { format: format.order, tensor: coo.order() });
    }
    let dimensions = levels::supported_dimensions(format)?;
    let entries = LevelEntries::sort(coo, &dimensions, progress);
    let phase = Phase::start(progress, "packing", format.levels.len() as u64);

    // Levels below the last one that stores anything are filled by address.
    let mut built = format.levels.len();
    while built > 0 && levels::of(format.levels[built - 1].kind, built - 1)?.is_addressed() {
        built -= 1;
    }
    let mut segments = Segments::root(entries.values.len());
    let mut storage = Vec::with_capacity(format.levels.len());
    for number in 0..built {
        let level = entries.level(number, &dimensions, coo, format);
        let (arrays, children) = levels::of(level.spec.kind, number)?.build(&level, &segments)?;
        storage.push(arrays);
        segments = children;
        phase.advance(1);
    }
    storage.resize_with(format.levels.len(), Default::default);
    let sizes: Vec<u64> = dimensions[built..].iter().map(|&dimension| coo.shape[dimension]).collect();
    let coordinates: Vec<&[u64]> = entries.coordinates[built..].iter().map(|array| &**array).collect();
    let values = place::values(&segments, &sizes, &coordinates, entries.values)?;
    Ok(SparseTensor { shape: coo.shape.clone(), format: format.clone(), levels: storage, values })
}

/// Entries sorted in the order of levels, without duplicates.
struct LevelEntries<'a> {
    /// One array a level.
    coordinates: Vec<Cow<'a, [u64]>>,
    values: Cow<'a, Values>,
}

impl<'a> LevelEntries<'a> {
    fn sort(coo: &'a Coo, dimensions: &[usize], progress: Option<&dyn Progress>) -> Self {
        let arrays: Vec<&[u64]> = dimensions.iter().map(|&dimension| coo.coordinates[dimension].as_slice()).collect();
        match order::sort_and_sum(arrays.clone(), &coo.values, progress) {
            Some(sorted) => LevelEntries {
                coordinates: sorted.coordinates.into_iter().map(Cow::Owned).collect(),
                values: Cow::Owned(sorted.values),
            },
            None => LevelEntries {
                coordinates: arrays.into_iter().map(Cow::Borrowed).collect(),
                values: Cow::Borrowed(&coo.values),
            },
        }
    }

    fn level<'b>(&'b self, number: usize, dimensions: &[usize], coo: &Coo, format: &'b Format) -> UnbuiltLevel<'b> {
        let mut last_key = number;
        while !format.levels[last_key].unique
            && format.levels.get(last_key + 1).is_some_and(|below| below.kind.is_branchless())
        {
            last_key += 1;
        }
        UnbuiltLevel {
            number,
            spec: &format.levels[number],
            dimension: dimensions[number],
            size: coo.shape[dimensions[number]],
            coordinates: &self.coordinates[number],
            keys: self.coordinates[number..=last_key].iter().map(|array| &**array).collect(),
            position_width: format.position_width,
            coordinate_width: format.coordinate_width,
        }
    }
}
