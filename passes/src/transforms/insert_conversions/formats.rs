//! The formats in which operands and results that stand in the way are stored instead.

use crate::index::Tensor;
use lacuna_dialects::format::Format;

/// Compressed levels over the dimensions in this order, of which the first may be dense.
pub(super) fn hierarchy<'c>(tensor: &Tensor<'c>, dimensions: &[usize], is_dense: bool) -> Format<'c> {
    let word = |level, count| if is_dense && level == 0 && count > 1 { "dense" } else { "compressed" };
    with_levels(tensor, dimensions, |level, count| word(level, count).to_owned(), 32)
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
pub(super) fn list<'c>(result: &Tensor<'c>, dimensions: &[usize], entries: Entries) -> Format<'c> {
    let word = |index: usize, count: usize| {
        let word = if index == 0 { "compressed" } else { "singleton" };
        let properties = match entries {
            Entries::Parts => "(nonunique, unordered)",
            Entries::Points if index + 1 < count => "(nonunique)",
            Entries::Points => "",
        };
        format!("{word}{properties}")
    };
    with_levels(result, dimensions, word, 64)
}

/// A hash table of coordinates, in which those of others are looked up.
pub(super) fn table<'c>(tensor: &Tensor<'c>) -> Format<'c> {
    with_levels(tensor, &[0], |_, _| "hashed".to_owned(), 32)
}

/// The format with levels over the dimensions in this order, of which `word` says the format by number and count.
fn with_levels<'c>(
    tensor: &Tensor<'c>,
    dimensions: &[usize],
    word: impl Fn(usize, usize) -> String,
    positions: u32,
) -> Format<'c> {
    let stored = tensor.format().expect("what is converted is stored");
    let largest = tensor.shape.iter().map(|size| size.unwrap_or(0)).max().unwrap_or(0);
    let own = stored.coordinate_width().max(32);
    let width = if largest > i32::MAX as u64 { 64 } else { own };
    let names: Vec<_> = (0..dimensions.len()).map(|dimension| format!("d{dimension}")).collect();
    let levels: Vec<_> = dimensions
        .iter()
        .enumerate()
        .map(|(index, dimension)| format!("d{dimension} : {}", word(index, dimensions.len())))
        .collect();
    let fill = stored.fill().map_or_else(String::new, |fill| format!(", fill = {fill}"));
    stored.parse(&format!(
        "#stensor.format<({}) -> ({}), positions = {positions}, coordinates = {width}{fill}>",
        names.join(", "),
        levels.join(", ")
    ))
}
