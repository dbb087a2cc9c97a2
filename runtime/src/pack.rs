//! Packing: storing a list of entries in a format.
//!
//! Entries are sorted in the order of the levels and duplicates added up; then levels are built
//! from the top down, each dividing the runs of entries of its parents among its own positions.
//! Dense levels at the bottom need no such runs: the values are put where they belong. At last
//! arrays are cut into batches, and those of interleaved levels joined.
//!
//! Left out: choosing formats, and level formats themselves (see `levels`).

mod blocks;
mod entries;
mod error;
mod interleave;
mod longest;
mod outline;
mod place;

pub use crate::levels::LevelError;
pub use error::PackError;
pub use outline::outline;

use std::borrow::Cow;

use crate::coo::Coo;
use crate::data::{Data, Dense};
use crate::levels::{self, Rows, Segments, UnbuiltLevel};
use crate::progress::{Phase, Progress};
use crate::storage::{self, Layout, SparseTensor};
use crate::value::{Dtype, Values};
use entries::LevelEntries;
use lacuna_layout::Format;
use place::Addressed;

/// Stores entries in a format; duplicates are added up (integers wrap around). Everything that is
/// not stored is the fill value of the format, and so is everything stored that is no entry.
///
/// # Errors
/// When the entries or the format make no sense or do not fit each other, an index does not fit its
/// width, or the storage does not fit the memory; see [`PackError`].
pub fn pack(coo: &Coo, format: &Format) -> Result<SparseTensor, PackError> {
    pack_with(coo, format, None)
}

/// [`pack`], telling a listener how far it is.
///
/// # Errors
/// As [`pack`].
pub fn pack_with(coo: &Coo, format: &Format, progress: Option<&dyn Progress>) -> Result<SparseTensor, PackError> {
    coo.validate()?;
    pack_values(coo, Cow::Borrowed(&coo.values), format, progress)
}

/// Packs valid entries; `values` are theirs, which `coo` may have no more.
fn pack_values(
    coo: &Coo,
    values: Cow<'_, Values>,
    format: &Format,
    progress: Option<&dyn Progress>,
) -> Result<SparseTensor, PackError> {
    let dtype = values.dtype();
    let mut layout = outline::layout(&coo.shape, format, dtype)?;
    outline::require_least(&layout, dtype, !values.is_empty())?;
    let mut entries = LevelEntries::sort(coo, values, &layout, progress)?;
    longest::require(&entries, &layout, dtype, 1)?;
    layout.slots = Some(entries.slots);
    if let Some(slot) = format.slot_level() {
        layout.extents[slot].size = entries.slots;
    }
    let phase = Phase::start(progress, "packing", format.levels.len() as u64);

    // Levels below the last one that stores anything are filled by address.
    let addresses = |number: usize| format.levels[number].addresses(layout.extents[number].size);
    let mut built = format.levels.len();
    while built > 0 && addresses(built - 1).is_some() {
        built -= 1;
    }
    let mut segments = Segments::root(entries.values.len());
    let mut storage = Vec::with_capacity(format.levels.len());
    let mut rows = None;
    // Batches stand one after the other while levels are built, as in dense levels.
    let whole = layout.without_batches();
    for number in 0..built {
        let padding = || storage::padding_of_built(&whole, &storage);
        let level = unbuilt(number, &entries, &layout, rows, &padding);
        let done = levels::of(level.spec.kind).build(&level, &segments)?;
        rows = storage::rows_below(rows, level.spec, layout.extents[number].size);
        storage.push(done.storage);
        segments = done.children;
        if let Some(permutation) = done.permutation {
            entries.reorder(&permutation, number + 1);
        }
        phase.advance(1);
    }
    storage.resize_with(format.levels.len(), Default::default);
    let addressed =
        |number: usize| Addressed { size: addresses(number).unwrap_or(1), coordinates: &entries.coordinates[number] };
    let suffix: Vec<Addressed<'_>> = (built..format.levels.len()).map(addressed).collect();
    let values = place::values(&segments, &suffix, entries.values, format.fill)?;
    let (mut storage, values) = blocks::cut(&layout, storage, values)?;
    interleave::join(format, &mut storage)?;
    Ok(SparseTensor { shape: coo.shape.clone(), format: format.clone(), levels: storage, values })
}

/// [`pack_with`], of data, which is stored as it is where it is dense and the format is, too.
///
/// # Errors
/// As [`pack`].
pub fn pack_data(data: Data, format: &Format, progress: Option<&dyn Progress>) -> Result<SparseTensor, PackError> {
    match data {
        Data::Dense(Dense { shape, values }) if format.is_row_major() => {
            let mut tensor = outline(&shape, format, values.dtype(), true)?;
            tensor.values = values;
            Ok(tensor)
        }
        data => {
            let mut coo = data.into_coo()?;
            coo.validate()?;
            // Where entries are in order, their values are stored as they are.
            let values = std::mem::replace(&mut coo.values, Values::empty(Dtype::F64));
            pack_values(&coo, Cow::Owned(values), format, progress)
        }
    }
}

/// Checks that the memory holds `copies` of the arrays of a tensor with these entries, as far as that is known before they
/// are filled.
///
/// # Errors
/// When it does not, and when the entries and the format do not fit each other.
pub fn require_memory(coo: &Coo, format: &Format, copies: u64) -> Result<(), PackError> {
    coo.validate()?;
    let layout = outline::layout(&coo.shape, format, coo.dtype())?;
    outline::require_least(&layout, coo.dtype(), !coo.is_empty())?;
    if format.is_sized_by_rows() {
        let entries = LevelEntries::sort(coo, Cow::Borrowed(&coo.values), &layout, None)?;
        longest::require(&entries, &layout, coo.dtype(), copies)?;
    }
    Ok(())
}

fn unbuilt<'b>(
    number: usize,
    entries: &'b LevelEntries<'_>,
    layout: &Layout<'b>,
    rows: Option<Rows>,
    padding: &'b (dyn Fn() -> Vec<bool> + Sync),
) -> UnbuiltLevel<'b> {
    let format = layout.format;
    let last_key = format.last_key(number);
    let keys = (number..=last_key).map(|level| entries.array(level));
    let tells_none_apart = |level: usize| entries.array(level).is_empty();
    UnbuiltLevel {
        number,
        spec: &format.levels[number],
        extent: layout.extents[number],
        is_signed: layout.signed[number],
        coordinates: entries.array(number),
        // Offsets follow from the others.
        keys: keys.filter(|array| !array.is_empty()).collect(),
        // Entries differ in what levels tell apart.
        has_one_entry_each: (last_key + 1..format.levels.len()).all(tells_none_apart),
        window: format.window(number),
        position_width: format.position_width,
        coordinate_width: format.coordinate_width,
        rows,
        padding,
    }
}
