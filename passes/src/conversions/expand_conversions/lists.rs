//! The types of the lists of coordinates by way of which tensors are converted.

use super::has_slots;
use crate::levels::{
    Assembly, level_format,
    list::{level_texts, own_expressions, sorting_expressions},
    order::{is_ordered, may_repeat},
};
use lacuna_dialects::{builder::Builder, format::Format, ir::shape};
use melior::ir::Type;

/// Whether the format is what `stensor.sort` takes.
pub(super) fn is_list(format: Format<'_>) -> bool {
    let levels = format.levels();
    !has_slots(format)
        && levels.iter().enumerate().all(|(index, level)| {
            let assembly = if index == 0 { Assembly::Append } else { Assembly::Extend };
            level_format(*level).assembly() == Some(assembly)
                && !level.interleaved
                && (index + 1 == levels.len() || !level.unique)
        })
}

/// Whether the format is a list whose entries come in any order, as wide as what is sorted.
pub(super) fn takes_as_they_come(r#type: Type<'_>, format: Format<'_>) -> bool {
    is_list(format)
        && format.levels().iter().all(|level| !level.ordered)
        && format.position_width() == 64
        && format.coordinate_width() >= list_width(r#type, format)
}

/// The type of a list of coordinates with the levels of `levels_of`, whose entries come from a tensor stored as
/// `entries_of`, or are in order and unique.
pub(super) fn list_type<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    levels_of: Format<'c>,
    entries_of: Option<Format<'c>>,
) -> Type<'c> {
    let is_unordered = entries_of.is_some_and(|entries| entries == levels_of && !is_ordered(entries));
    let ordered = if is_unordered { 0 } else { levels_of.level_count() };
    let sorting = sorting_expressions(levels_of).filter(|_| entries_of != Some(levels_of));
    let expressions = sorting.unwrap_or_else(|| own_expressions(levels_of));
    list_in_order(builder, r#type, (levels_of, expressions), entries_of.is_some_and(may_repeat), ordered)
}

/// The type of a list for a format, whose levels have these expressions, and whose entries, which may repeat, are in order
/// by the first `ordered` levels.
pub(super) fn list_in_order<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    (levels_of, expressions): (Format<'c>, Vec<String>),
    repeats: bool,
    ordered: usize,
) -> Type<'c> {
    let count = expressions.len();
    let properties = |level| match (level + 1 < count || repeats, level < ordered) {
        (true, true) => "(nonunique)",
        (true, false) => "(nonunique, unordered)",
        (false, true) => "",
        (false, false) => "(unordered)",
    };
    list_with(builder, r#type, levels_of, &expressions, properties)
}

/// The type of a list whose entries are in order by the levels of `to` below the first `parents` ones, which it has last.
pub(super) fn counted_list_type<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    to: Format<'c>,
    parents: usize,
) -> Type<'c> {
    let text = to.to_string();
    let (_, levels) = text.split_once("-> (").expect("a format has a map");
    let mut expressions = level_texts(levels);
    let below = expressions.len() - parents;
    expressions.rotate_left(parents);
    let count = expressions.len();
    let properties = |level| match (level + 1 < count, level < below) {
        (true, true) => "(nonunique)",
        (true, false) => "(nonunique, unordered)",
        (false, _) => "(unordered)",
    };
    list_with(builder, r#type, to, &expressions, properties)
}

/// The type of a list for a format whose levels have these expressions and properties.
fn list_with<'c>(
    builder: &Builder<'c>,
    r#type: Type<'c>,
    levels_of: Format<'c>,
    expressions: &[String],
    properties: impl Fn(usize) -> &'static str,
) -> Type<'c> {
    let text = levels_of.to_string();
    let (head, _) = text.split_once("-> (").expect("a format has a map");
    let words: Vec<_> = expressions
        .iter()
        .enumerate()
        .map(|(level, expression)| {
            let word = if level == 0 { "compressed" } else { "singleton" };
            format!("{expression} : {word}{}", properties(level))
        })
        .collect();
    let width = list_width(r#type, levels_of);
    let fill = levels_of.fill().map_or_else(String::new, |fill| format!(", fill = {fill}"));
    let format = format!("{head}-> ({}), positions = 64, coordinates = {width}{fill}>", words.join(", "));
    builder.tensor_type(r#type, Some(&format))
}

/// The width of coordinates of a list, which has those of levels that the format does not store, too.
fn list_width(r#type: Type<'_>, format: Format<'_>) -> u32 {
    let is_large = |size: &Option<u64>| size.is_some_and(|size| size > i32::MAX as u64);
    if shape(r#type).unwrap_or_default().iter().any(is_large) { 64 } else { format.coordinate_width().max(32) }
}

/// The type of a list of points, in the order of the dimensions.
pub(super) fn point_list_type<'c>(builder: &Builder<'c>, r#type: Type<'c>, format: Format<'c>) -> Type<'c> {
    let order = shape(r#type).map_or(0, |shape| shape.len());
    let names: Vec<_> = (0..order).map(|dimension| format!("d{dimension}")).collect();
    let levels: Vec<_> = (0..order)
        .map(|level| {
            let word = if level == 0 { "compressed" } else { "singleton" };
            format!("d{level} : {word}{}", if level + 1 < order { "(nonunique)" } else { "" })
        })
        .collect();
    let fill = format.fill().map_or_else(String::new, |fill| format!(", fill = {fill}"));
    let width = list_width(r#type, format);
    let text = format!(
        "#stensor.format<({}) -> ({}), positions = 64, coordinates = {width}{fill}>",
        names.join(", "),
        levels.join(", ")
    );
    builder.tensor_type(r#type, Some(&text))
}
