//! What conversions cost, as far as types tell.

use crate::index::Tensor;
use lacuna_layout::Description;
use lacuna_layout::order::levels_out_of_order;

/// The size that a dynamic dimension is taken to have.
const UNKNOWN_SIZE: u64 = 1000;

/// Visits of entries. How many entries a tensor has is not known: it is taken to have one for each of its points, so that
/// a vector costs less than a matrix, and a small matrix less than a large one.
pub(super) type Cost = u128;

/// A walk of a tensor.
pub(super) fn walk(tensor: &Tensor) -> Cost {
    let sizes = tensor.shape.iter();
    sizes.fold(1, |points: Cost, size| points.saturating_mul(size.unwrap_or(UNKNOWN_SIZE).max(1).into()))
}

/// A conversion of a tensor that is stored `from` one format `to` another: a copy where entries come in the order that is
/// wanted; else they are listed, sorted by one level after the other, and copied.
pub(super) fn conversion(
    tensor: &Tensor,
    from: Option<&'static Description>,
    to: Option<&'static Description>,
) -> Cost {
    let sorts = match (from, to) {
        (Some(source), Some(target)) => levels_out_of_order(source, target),
        _ => 0,
    };
    let walks = if sorts == 0 { 1 } else { sorts + 2 };
    walk(tensor).saturating_mul(walks as Cost)
}
