//! The formats in which operands and results that stand in the way are stored instead.

use crate::nest::{Nest, TensorId};
use lacuna_dialects::{builder::Builder, format::Format, ir::shape};
use lacuna_layout::{DimExpr, Format as Value, Level, LevelKind, Width, list::list_levels};
use melior::ir::Type;

/// Compressed levels over the dimensions in this order, of which the first may be dense.
pub(super) fn hierarchy_type<'c>(nest: &Nest<'c>, r#type: Type<'c>, dimensions: &[usize], is_dense: bool) -> Type<'c> {
    let has_dense = is_dense && dimensions.len() > 1;
    let level = |(number, expr)| {
        let kind = if has_dense && number == 0 { LevelKind::Dense } else { LevelKind::Compressed };
        Level::new(expr, kind)
    };
    with_levels(nest, r#type, expressions(dimensions).enumerate().map(level).collect(), Width::W32)
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
pub(super) fn list_type<'c>(nest: &Nest<'c>, result: TensorId, dimensions: &[usize], entries: Entries) -> Type<'c> {
    let are_points = entries == Entries::Points;
    let properties = |number| (are_points && number + 1 == dimensions.len(), are_points);
    let levels = list_levels(expressions(dimensions), properties);
    with_levels(nest, nest.tensor(result).r#type, levels, Width::W64)
}

/// A hash table of coordinates, in which those of others are looked up.
pub(super) fn table_type<'c>(nest: &Nest<'c>, r#type: Type<'c>) -> Type<'c> {
    with_levels(nest, r#type, vec![Level::new(DimExpr::Dim(0), LevelKind::Hashed)], Width::W32)
}

fn expressions(dimensions: &[usize]) -> impl Iterator<Item = DimExpr> {
    dimensions.iter().map(|dimension| DimExpr::Dim(*dimension))
}

/// The tensor type with these levels.
fn with_levels<'c>(nest: &Nest<'c>, r#type: Type<'c>, levels: Vec<Level>, position_width: Width) -> Type<'c> {
    let sizes = shape(r#type).unwrap_or_default();
    let largest = sizes.iter().map(|size| size.unwrap_or(0)).max().unwrap_or(0);
    let stored = Format::of(r#type).map(|format| &format.description().value);
    let own = stored.map_or(Width::W32, |format| format.coordinate_width).max(Width::W32);
    let format = Value {
        order: sizes.len(),
        levels,
        position_width,
        coordinate_width: if largest > i32::MAX as u64 { Width::W64 } else { own },
        fill: stored.and_then(|format| format.fill),
    };
    Builder::before(nest.op).tensor_type(r#type, Some(&format))
}
