//! The formats in which operands and results that stand in the way are stored instead.

use crate::index::Tensor;
use lacuna_layout::Description;
use lacuna_layout::{DimExpr, Format as Value, Level, LevelKind, Width, list::list_levels};

/// What the first of the levels is that an operand is converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::transforms) enum First {
    /// Its coordinates are walked, or merged with others.
    Compressed,
    /// It has room for every coordinate. That is faster, but takes memory for each.
    Dense,
    /// Coordinates of others are looked up in it. Memory is in proportion to the entries.
    Hashed,
}

/// Compressed levels over the dimensions in this order, but for the first.
pub(in crate::transforms) fn hierarchy(tensor: &Tensor, dimensions: &[usize], first: First) -> &'static Description {
    let first = match first {
        First::Dense if dimensions.len() > 1 => LevelKind::Dense,
        First::Hashed => LevelKind::Hashed,
        First::Dense | First::Compressed => LevelKind::Compressed,
    };
    let level = |(number, expr)| Level::new(expr, if number == 0 { first } else { LevelKind::Compressed });
    with_levels(tensor, expressions(dimensions).enumerate().map(level).collect(), Width::W32)
}

/// The list of coordinates in which a result can be computed, in this order of its dimensions: each point once, in order.
pub(super) fn list(result: &Tensor, dimensions: &[usize]) -> &'static Description {
    let properties = |number| (number + 1 == dimensions.len(), true);
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
