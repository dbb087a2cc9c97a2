//! Putting values where the last levels, all addressed, want them.

use std::borrow::Cow;

use rayon::prelude::*;

use crate::levels::Segments;
use crate::memory;
use crate::value::{Element, Scalar, Values, with_values};
use lacuna_layout::Fill;

use super::PackError;

/// An addressed level: how many children each parent has, and the coordinate of each entry in it
/// (none when that is always 0).
pub(super) struct Addressed<'a> {
    pub(super) size: u64,
    pub(super) coordinates: &'a [u64],
}

/// The values of all positions: each position of `segments` has a block of the sizes of the levels,
/// with the fill value where no entry is.
pub(super) fn values(
    segments: &Segments,
    levels: &[Addressed<'_>],
    values: Cow<'_, Values>,
    fill: Option<Fill>,
) -> Result<Values, PackError> {
    if levels.is_empty() && segments.count() == values.len() && matches!(segments, Segments::One { .. }) {
        return Ok(values.into_owned());
    }
    let product = |count: u128, level: &Addressed<'_>| count.checked_mul(u128::from(level.size));
    let is_empty = levels.iter().any(|level| level.size == 0);
    let block = if is_empty { 0 } else { levels.iter().try_fold(1, product).unwrap_or(u128::MAX) };
    let total = block.saturating_mul(segments.count() as u128);
    let bytes_each = values.dtype().size_in_bytes();
    let total = memory::require(&format!("storing {total} values in dense levels"), total, bytes_each)?;
    if total == 0 {
        return Ok(Values::empty(values.dtype()));
    }
    let block = total / segments.count();
    Ok(with_values!(&*values, values => place(segments, block, levels, values, fill)))
}

fn place<T: Element>(
    segments: &Segments,
    block: usize,
    levels: &[Addressed<'_>],
    values: &[T],
    fill: Option<Fill>,
) -> Values {
    let fill = fill.and_then(Scalar::of_fill).and_then(T::from_scalar).unwrap_or(T::ZERO);
    // Not `vec!`: memory that the system has zeroed does not begin with a line of the cache.
    let mut placed: Vec<T> = std::iter::repeat_n(fill, block * segments.count()).collect();
    let levels: Vec<&Addressed<'_>> = levels.iter().filter(|level| !level.coordinates.is_empty()).collect();
    let offset_of = |entry: usize| {
        let step =
            |offset: usize, level: &&Addressed<'_>| offset * level.size as usize + level.coordinates[entry] as usize;
        levels.iter().fold(0, step)
    };
    placed.par_chunks_mut(block).enumerate().for_each(|(position, block)| {
        for entry in segments.begin(position)..segments.end(position) {
            block[offset_of(entry)] = values[entry];
        }
    });
    T::wrap(placed)
}
