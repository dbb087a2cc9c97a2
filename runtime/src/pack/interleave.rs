//! Putting the coordinates of interleaved levels into the array of the level above them.

use super::PackError;
use crate::arrays::{IndexArray, LevelStorage};
use crate::memory;
use lacuna_layout::Format;

/// Joins each run of interleaved levels with the level above the run.
pub(super) fn join(format: &Format, storage: &mut [LevelStorage]) -> Result<(), PackError> {
    let mut carrier = 0;
    while carrier < storage.len() {
        let below = format.levels[carrier + 1..].iter().take_while(|level| level.interleaved).count();
        let members: Vec<IndexArray> = match below {
            0 => Vec::new(),
            _ => storage[carrier..=carrier + below].iter_mut().filter_map(|level| level.coordinates.take()).collect(),
        };
        if let Some(first) = members.first() {
            let (width, len) = (first.width(), members.iter().map(IndexArray::len).sum());
            memory::require("the interleaved coordinates", len as u128, width.size_in_bytes())?;
            let count = members.len();
            let joined = IndexArray::from_bits(width, len, |place| members[place % count].at(place / count));
            storage[carrier].coordinates = Some(joined);
        }
        carrier += 1 + below;
    }
    Ok(())
}
