//! The types of the lists of coordinates by way of which tensors are converted.

use crate::stensor::ways::is_list;
use lacuna_dialects::{builder::Builder, format::Format, ir::shape};
use lacuna_layout::{
    Description, DimExpr, Format as Value, Width,
    list::{list_levels, own_expressions, sorting_expressions},
    order::{is_ordered, may_repeat},
};
use melior::ir::Type;

/// Whether the format is a list whose entries come in any order, as wide as what is sorted.
pub(super) fn takes_as_they_come(r#type: Type<'_>, format: &Description) -> bool {
    is_list(format)
        && format.levels().iter().all(|level| !level.ordered)
        && format.value.position_width == Width::W64
        && format.value.coordinate_width >= list_width(r#type, format)
}

/// The type of a list of coordinates with the levels of `levels_of`, whose entries come from a tensor stored as
/// `entries_of`, or are in order and unique.
pub(super) fn list_type<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    levels_of: Format<'c>,
    entries_of: Option<Format<'c>>,
) -> Type<'c> {
    let is_unordered = entries_of.is_some_and(|entries| entries == levels_of && !is_ordered(&entries));
    let ordered = if is_unordered { 0 } else { levels_of.level_count() };
    let sorting = sorting_expressions(&levels_of).filter(|_| entries_of != Some(levels_of));
    let expressions = sorting.unwrap_or_else(|| own_expressions(&levels_of));
    let repeats = entries_of.is_some_and(|entries| may_repeat(&entries));
    list_in_order(builder, r#type, (&levels_of, expressions), repeats, ordered)
}

/// The type of a list for a format, whose levels have these expressions, and whose entries, which may repeat, are in order
/// by the first `ordered` levels.
pub(super) fn list_in_order<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    (levels_of, expressions): (&Description, Vec<DimExpr>),
    repeats: bool,
    ordered: usize,
) -> Type<'c> {
    let count = expressions.len();
    let properties = |level| (level + 1 == count && !repeats, level < ordered);
    list_with(builder, r#type, levels_of, expressions, properties)
}

/// The type of a list whose entries are in order by the levels of `to` below the first `parents` ones, which it has last.
pub(super) fn counted_list_type<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    to: &Description,
    parents: usize,
) -> Type<'c> {
    let mut expressions: Vec<_> = to.levels().iter().map(|level| level.expr.clone()).collect();
    let below = expressions.len() - parents;
    expressions.rotate_left(parents);
    let count = expressions.len();
    let properties = |level| (level + 1 == count, level + 1 < count && level < below);
    list_with(builder, r#type, to, expressions, properties)
}

/// The type of a list for a format whose levels have these expressions, and are unique and ordered as `properties` says.
fn list_with<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    levels_of: &Description,
    expressions: Vec<DimExpr>,
    properties: impl Fn(usize) -> (bool, bool),
) -> Type<'c> {
    let format = Value {
        levels: list_levels(expressions, properties),
        position_width: Width::W64,
        coordinate_width: list_width(r#type, levels_of),
        ..levels_of.value.clone()
    };
    builder.tensor_type(r#type, Some(&format))
}

/// The width of coordinates of a list, which has those of levels that the format does not store, too.
fn list_width(r#type: Type<'_>, format: &Description) -> Width {
    let is_large = |size: &Option<u64>| size.is_some_and(|size| size > i32::MAX as u64);
    let has_large = shape(r#type).unwrap_or_default().iter().any(is_large);
    if has_large { Width::W64 } else { format.value.coordinate_width.max(Width::W32) }
}

/// The type of a list of points, in the order of the dimensions.
pub(super) fn point_list_type<'c>(builder: &Builder<'c>, r#type: Type<'c>, format: &Description) -> Type<'c> {
    let order = format.value.order;
    let expressions: Vec<_> = (0..order).map(DimExpr::Dim).collect();
    list_with(builder, r#type, format, expressions, |level| (level + 1 == order, true))
}
