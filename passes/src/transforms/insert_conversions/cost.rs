//! What conversions cost, as far as types tell.

use lacuna_dialects::{format::Format, ir::shape};
use lacuna_layout::order::levels_out_of_order;
use melior::ir::Type;

/// The size that a dynamic dimension is taken to have.
const UNKNOWN_SIZE: u64 = 1000;

/// Visits of entries. How many entries a tensor has is not known: it is taken to have one for each of its points, so that
/// a vector costs less than a matrix, and a small matrix less than a large one.
pub(super) type Cost = u128;

/// A walk of a tensor.
pub(super) fn walk(r#type: Type<'_>) -> Cost {
    let sizes = shape(r#type).unwrap_or_default();
    sizes.into_iter().fold(1, |points: Cost, size| points.saturating_mul(size.unwrap_or(UNKNOWN_SIZE).max(1).into()))
}

/// A conversion: a copy where entries come in the order that is wanted; else they are listed, sorted by one level after
/// the other, and copied.
pub(super) fn conversion(from: Type<'_>, to: Type<'_>) -> Cost {
    let sorts = match (Format::of(from), Format::of(to)) {
        (Some(source), Some(target)) => levels_out_of_order(&source, &target),
        _ => 0,
    };
    let walks = if sorts == 0 { 1 } else { sorts + 2 };
    walk(from).saturating_mul(walks as Cost)
}
