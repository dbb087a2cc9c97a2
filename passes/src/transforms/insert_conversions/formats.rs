//! The formats in which operands and results that stand in the way are stored instead.

use crate::index::Tensor;
use lacuna_layout::Description;
use lacuna_layout::{DimExpr, Format as Value, Level, LevelKind, Width, list::list_levels};

/// Compressed levels over the dimensions in this order, of which the first may be dense.
pub(in crate::transforms) fn hierarchy(tensor: &Tensor, dimensions: &[usize], is_dense: bool) -> &'static Description {
    let has_dense = is_dense && dimensions.len() > 1;
    let level = |(number, expr)| {
        let kind = if has_dense && number == 0 { LevelKind::Dense } else { LevelKind::Compressed };
        Level::new(expr, kind)
    };
    with_levels(tensor, expressions(dimensions).enumerate().map(level).collect(), Width::W32)
}

/// What a list of coordinates holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Entries {
    /// Each point once, in order.
    Points,
    /// Parts of points, in any order.
    Parts,
}

/// The list of coordinates in which a result can be computed, in this order of its dimensions.
pub(super) fn list(result: &Tensor, dimensions: &[usize], entries: Entries) -> &'static Description {
    let are_points = entries == Entries::Points;
    let properties = |number| (are_points && number + 1 == dimensions.len(), are_points);
    with_levels(result, list_levels(expressions(dimensions), properties), Width::W64)
}

/// A hash table of coordinates, in which those of others are looked up.
pub(super) fn table(tensor: &Tensor) -> &'static Description {
    with_levels(tensor, vec![Level::new(DimExpr::Dim(0), LevelKind::Hashed)], Width::W32)
}

fn expressions(dimensions: &[usize]) -> impl Iterator<Item = DimExpr> {
    dimensions.iter().map(|dimension| DimExpr::Dim(*dimension))
}

/// The format of a tensor with these levels.
fn with_levels(tensor: &Tensor, levels: Vec<Level>, position_width: Width) -> &'static Description {
    let stored = tensor.format().expect("what is converted is stored");
    let largest = tensor.shape.iter().map(|size| size.unwrap_or(0)).max().unwrap_or(0);
    let own = stored.value.coordinate_width.max(Width::W32);
    let format = Value {
        order: tensor.order(),
        levels,
        position_width,
        coordinate_width: own.holding(largest),
        fill: stored.value.fill,
    };
    Description::of(format)
}
