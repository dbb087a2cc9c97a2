//! The lists of coordinates by way of which tensors are converted.

use lacuna_layout::{
    Description, DimExpr, Format, Level, Width,
    levels::Assembly,
    list::{list_fault, list_levels, own_expressions, sorting_expressions},
    order::{is_ordered, levels_in_order, may_repeat},
};

/// The size of each dimension of a tensor, where it is known.
pub(super) type Shape<'a> = &'a [Option<u64>];

/// Whether the format is what `stensor.sort` takes.
pub(super) fn is_list(format: &Description) -> bool {
    // Every node of a full level is there: none is appended.
    let is_appended = |level: &Level| level.assembly() == Some(Assembly::Append);
    let grows = format.levels().first().is_none_or(is_appended) && !format.mapping().has_slots();
    grows && list_fault(&format.value, "list").is_none()
}

/// Whether the format is a list whose entries come in any order, as wide as what is sorted.
pub(super) fn takes_as_they_come(shape: Shape<'_>, format: &Description) -> bool {
    is_list(format)
        && format.levels().iter().all(|level| !level.ordered)
        && format.value.position_width == Width::W64
        && format.value.coordinate_width >= list_width(shape, format)
}

/// The list of coordinates with the levels of `levels_of`, whose entries come from a tensor stored as `entries_of`, or are in
/// order and unique.
pub(super) fn list(shape: Shape<'_>, levels_of: &Description, entries_of: Option<&Description>) -> Format {
    let is_same = entries_of.is_some_and(|entries| entries.value == levels_of.value);
    let ordered = if is_same && !is_ordered(levels_of) { 0 } else { levels_of.level_count() };
    let sorting = sorting_expressions(levels_of).filter(|_| !is_same);
    let expressions = sorting.unwrap_or_else(|| own_expressions(levels_of));
    list_in_order(shape, (levels_of, expressions), entries_of.is_some_and(may_repeat), ordered)
}

/// The list for a format, whose levels have these expressions, and whose entries, which may repeat, are in order by the first
/// `ordered` levels.
pub(super) fn list_in_order(
    shape: Shape<'_>,
    (levels_of, expressions): (&Description, Vec<DimExpr>),
    repeats: bool,
    ordered: usize,
) -> Format {
    let count = expressions.len();
    list_with(shape, levels_of, expressions, |level| (level + 1 == count && !repeats, level < ordered))
}

/// The list that says how the entries of a tensor come which are grouped by parent.
pub(super) fn list_of_groups(shape: Shape<'_>, entries_of: &Description) -> Format {
    list_in_order(shape, (entries_of, own_expressions(entries_of)), false, levels_in_order(entries_of))
}

/// The list whose entries are in order by the levels of `to` below the first `parents` ones, which it has last.
pub(super) fn counted_list(shape: Shape<'_>, to: &Description, parents: usize) -> Format {
    let mut expressions: Vec<_> = to.levels().iter().map(|level| level.expr.clone()).collect();
    let below = expressions.len() - parents;
    expressions.rotate_left(parents);
    let count = expressions.len();
    list_with(shape, to, expressions, |level| (level + 1 == count, level + 1 < count && level < below))
}

/// The list of points, in the order of the dimensions.
pub(super) fn point_list(shape: Shape<'_>, format: &Description) -> Format {
    let order = format.value.order;
    let expressions: Vec<_> = (0..order).map(DimExpr::Dim).collect();
    list_with(shape, format, expressions, |level| (level + 1 == order, true))
}

/// The list for a format whose levels have these expressions, and are unique and ordered as `properties` says.
fn list_with(
    shape: Shape<'_>,
    levels_of: &Description,
    expressions: Vec<DimExpr>,
    properties: impl Fn(usize) -> (bool, bool),
) -> Format {
    Format {
        levels: list_levels(expressions, properties),
        position_width: Width::W64,
        coordinate_width: list_width(shape, levels_of),
        ..levels_of.value.clone()
    }
}

/// The width of coordinates of a list, which has those of levels that the format does not store, too.
fn list_width(shape: Shape<'_>, format: &Description) -> Width {
    let largest = shape.iter().flatten().max().copied().unwrap_or(0);
    format.value.coordinate_width.max(Width::W32).holding(largest)
}
