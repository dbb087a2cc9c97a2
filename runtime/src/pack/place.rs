//! Putting values where the last levels, all addressed, want them.

use std::borrow::Cow;

use rayon::prelude::*;

use crate::levels::Segments;
use crate::memory;
use crate::value::{Element, Values, with_values};

use super::PackError;

/// The values of all positions: each position of `segments` has a block of `sizes`, zero where no
/// entry is.
///
/// `coordinates` has one array a size.
pub(super) fn values(
    segments: &Segments,
    sizes: &[u64],
    coordinates: &[&[u64]],
    values: Cow<'_, Values>,
) -> Result<Values, PackError> {
    if sizes.is_empty() && segments.count() == values.len() && matches!(segments, Segments::One { .. }) {
        return Ok(values.into_owned());
    }
    let product = |count: u128, &size: &u64| count.checked_mul(u128::from(size));
    let is_empty = sizes.contains(&0);
    let block = if is_empty { 0 } else { sizes.iter().try_fold(1, product).unwrap_or(u128::MAX) };
    let total = block.saturating_mul(segments.count() as u128);
    let bytes_each = values.dtype().size_in_bytes();
    let total = memory::require(&format!("storing {total} values in dense levels"), total, bytes_each)?;
    if total == 0 {
        return Ok(Values::empty(values.dtype()));
    }
    let block = total / segments.count();
    Ok(with_values!(&*values, values => place(segments, block, sizes, coordinates, values)))
}

fn place<T: Element>(segments: &Segments, block: usize, sizes: &[u64], coordinates: &[&[u64]], values: &[T]) -> Values {
    let mut placed = vec![T::ZERO; block * segments.count()];
    let offset_of = |entry: usize| {
        let step = |offset: usize, (&size, array): (&u64, &&[u64])| offset * size as usize + array[entry] as usize;
        sizes.iter().zip(coordinates).fold(0, step)
    };
    placed.par_chunks_mut(block).enumerate().for_each(|(position, block)| {
        for entry in segments.begin(position)..segments.end(position) {
            block[offset_of(entry)] = values[entry];
        }
    });
    T::wrap(placed)
}
