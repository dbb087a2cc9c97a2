//! The formats in which operands and results that stand in the way are stored instead.

use crate::{
    levels::mapping::Mapping,
    nest::{Nest, TensorId},
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{element_type, shape},
};
use melior::ir::Type;

/// Compressed levels over the dimensions in this order, of which the first may be dense.
pub(super) fn hierarchy_type<'c>(nest: &Nest<'c>, r#type: Type<'c>, dimensions: &[usize], is_dense: bool) -> Type<'c> {
    let word = |level, count| if is_dense && level == 0 && count > 1 { "dense" } else { "compressed" };
    with_levels(nest, r#type, dimensions, |level, count| word(level, count).to_owned(), 32)
}

/// What a list of coordinates holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Entries {
    /// Each point once, in order.
    Points,
    /// Parts of points, in any order.
    Parts,
}

/// The lists of coordinates in which a result can be computed, by the order of its dimensions; the order of its levels
/// first.
pub(super) fn list_types<'c>(nest: &Nest<'c>, result: TensorId, entries: Entries) -> Vec<Type<'c>> {
    let r#type = nest.tensor(result).r#type;
    let order = shape(r#type).map_or(0, |shape| shape.len());
    let own = nest.tensor(result).format.and_then(|format| Mapping::of(format).permutation());
    let mut orders = permutations(own.unwrap_or_else(|| (0..order).collect()));
    orders.retain(|order| !order.is_empty());
    orders
        .into_iter()
        .map(|dimensions| {
            let word = |index: usize, count: usize| {
                let word = if index == 0 { "compressed" } else { "singleton" };
                let properties = match entries {
                    Entries::Parts => "(nonunique, unordered)",
                    Entries::Points if index + 1 < count => "(nonunique)",
                    Entries::Points => "",
                };
                format!("{word}{properties}")
            };
            with_levels(nest, r#type, &dimensions, word, 64)
        })
        .collect()
}

/// A hash table of coordinates, in which those of others are looked up.
pub(super) fn table_type<'c>(nest: &Nest<'c>, r#type: Type<'c>) -> Type<'c> {
    with_levels(nest, r#type, &[0], |_, _| "hashed".to_owned(), 32)
}

/// All orders of some numbers, the given one first.
fn permutations(numbers: Vec<usize>) -> Vec<Vec<usize>> {
    let Some((first, rest)) = numbers.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for place in 0..numbers.len() {
        for mut order in permutations(rest.to_vec()) {
            order.insert(place, *first);
            all.push(order);
        }
    }
    all
}

/// The tensor type with levels over the dimensions in this order, of which `word` says the format by number and count.
fn with_levels<'c>(
    nest: &Nest<'c>,
    r#type: Type<'c>,
    dimensions: &[usize],
    word: impl Fn(usize, usize) -> String,
    positions: u32,
) -> Type<'c> {
    let builder = Builder::before(nest.op);
    let sizes = shape(r#type).unwrap_or_default();
    let largest = sizes.iter().map(|size| size.unwrap_or(0)).max().unwrap_or(0);
    let own = Format::of(r#type).map_or(32, Format::coordinate_width).max(32);
    let width = if largest > i32::MAX as u64 { 64 } else { own };
    let names: Vec<_> = (0..dimensions.len()).map(|dimension| format!("d{dimension}")).collect();
    let levels: Vec<_> = dimensions
        .iter()
        .enumerate()
        .map(|(index, dimension)| format!("d{dimension} : {}", word(index, dimensions.len())))
        .collect();
    let sizes: String =
        sizes.into_iter().map(|size| size.map_or_else(|| "?x".to_owned(), |size| format!("{size}x"))).collect();
    let element = element_type(r#type).expect("a tensor");
    let fill =
        Format::of(r#type).and_then(|format| format.fill()).map_or_else(String::new, |fill| format!(", fill = {fill}"));
    builder.parse_type(&format!(
        "tensor<{sizes}{element}, #stensor.format<({}) -> ({}), positions = {positions}, coordinates = {width}{fill}>>",
        names.join(", "),
        levels.join(", ")
    ))
}
