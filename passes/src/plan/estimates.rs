//! How many nodes the levels of a stored tensor have, as far as its type tells: what plans cost follows from that.
//!
//! Sizes that the type says are used as they are. All that is assumed of the others stands here, with the reason.

use crate::index::{Nest, Size, Tensor, VarId};
use lacuna_layout::{
    Description,
    algebra::{DimensionForm, Source},
    levels::Children,
};

/// The size of a dimension that is not known. A hundred times what a row stores, so that what a plan does for each point,
/// for each entry and for each row are far from one another.
const SIZE: u64 = 1000;

/// The diagonals of a matrix of that size: the values of a variable that has no range.
const DIAGONALS: f64 = 2.0 * SIZE as f64;

/// The entries of a row. Matrices of meshes and graphs have between 3 and 50.
const ENTRIES_OF_A_ROW: f64 = 10.0;

/// The share of points that are stored at most, in small tensors: where more are, tensors are rather dense. It is also that of
/// vectors, which have no rows.
const DENSITY: f64 = 0.1;

/// Values that are stored for each entry where a format fills up blocks, diagonals or slots: who chooses such a format has
/// data that fills at least half of them.
pub const FILLED_UP: f64 = 2.0;

/// Slots of a hash table for each of its nodes: tables are at most half full.
const SLOTS_OF_A_NODE: f64 = 2.0;

/// The same of tables below parents, which have as many slots each as the fullest one needs.
const SLOTS_BELOW_PARENTS: f64 = 6.0;

/// The nodes of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nodes {
    /// The positions that a walk passes, empty ones included.
    pub positions: f64,
    /// Those of nodes.
    pub nodes: f64,
    /// Nodes whose coordinates, with those of their parents, differ.
    pub distinct: f64,
}

impl Nodes {
    /// The root, under which the first level is.
    pub const ROOT: Nodes = Nodes { positions: 1.0, nodes: 1.0, distinct: 1.0 };
}

/// The size of each dimension: one at least, so that every level has nodes.
fn shape(tensor: &Tensor) -> Vec<u64> {
    tensor.shape.iter().map(|size| size.unwrap_or(SIZE).max(1)).collect()
}

/// The number of points.
pub fn points(tensor: &Tensor) -> f64 {
    points_of(&tensor.shape)
}

/// The points of a tensor of this shape.
pub fn points_of(shape: &[Option<u64>]) -> f64 {
    shape.iter().map(|size| size.unwrap_or(SIZE).max(1) as f64).product()
}

/// The entries of a tensor of this shape.
pub fn entries_of(shape: &[Option<u64>]) -> f64 {
    let largest = shape.iter().map(|size| size.unwrap_or(SIZE).max(1)).max().unwrap_or(1) as f64;
    let of_rows = ENTRIES_OF_A_ROW.powi(shape.len().saturating_sub(1) as i32);
    (points_of(shape) * DENSITY).min(largest * of_rows)
}

/// The number of entries: as many whatever the format, so that formats can be compared.
pub fn entries(tensor: &Tensor) -> f64 {
    entries_of(&tensor.shape)
}

/// The nodes of each level of a tensor that has so many entries and is stored in a format.
pub fn nodes(tensor: &Tensor, entries: f64, format: &Description) -> Vec<Nodes> {
    let shape = shape(tensor);
    let stored = entries * if format.value.fills_up() { FILLED_UP } else { 1.0 };
    let size = |level: usize| {
        let form = format.mapping().forms[level].as_ref()?;
        form.extent(&shape).map(|extent| extent.size)
    };
    // What each node has below it, whatever is stored, down to the next level that only holds what is.
    let children = |level: usize| match format.level(level).children(size(level).unwrap_or(1)) {
        _ if format.mapping().sources[level] == Source::Above => Some(1.0),
        Children::Each(count) => Some(count as f64),
        Children::Entries | Children::Slots => None,
    };
    let below = |level: usize| (level + 1..format.level_count()).map_while(children).product::<f64>().max(1.0);
    let mut above = Nodes::ROOT;
    let level = |level: usize| {
        let coordinates = size(level).map_or(f64::INFINITY, |size| size as f64);
        let room = above.nodes * coordinates;
        let nodes = match children(level) {
            // As many slots as the values of a row take.
            Some(_) if coordinates.is_infinite() => above.nodes * (stored / (above.nodes * below(level))).max(1.0),
            Some(count) => above.nodes * count,
            None if format.level(level).properties().unique => room.min(stored / below(level)),
            None => stored / below(level),
        };
        let is_table = matches!(format.level(level).children(1), Children::Slots);
        let slots = if level == 0 { SLOTS_OF_A_NODE } else { SLOTS_BELOW_PARENTS };
        let positions = nodes * if is_table { slots } else { 1.0 };
        above = Nodes { positions, nodes, distinct: nodes.min(above.distinct * coordinates) };
        above
    };
    (0..format.level_count()).map(level).collect()
}

/// The number of coordinates that a level can have, where that is known of its form.
pub fn coordinates(tensor: &Tensor, format: &Description, level: usize) -> Option<f64> {
    let form = format.mapping().forms[level].as_ref()?;
    form.extent(&shape(tensor)).map(|extent| extent.size.max(1) as f64)
}

/// The number of values that a variable takes, one at least.
pub fn values(nest: &Nest, var: VarId) -> f64 {
    values_of(&nest.var(var).extent).max(1.0)
}

fn values_of(size: &Size) -> f64 {
    match size {
        Size::Unranged => DIAGONALS,
        Size::Number(number) => *number as f64,
        Size::Outside(_) | Size::Dimension(..) => SIZE as f64,
        Size::Slots(..) => FILLED_UP * ENTRIES_OF_A_ROW,
        Size::Form(form, sizes) => {
            let shape: Vec<_> = sizes.iter().map(|size| values_of(size) as u64).collect();
            form.extent(&shape).map_or(SIZE as f64, |extent| extent.size as f64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Scalar, ValueId};
    use lacuna_layout::Format;

    fn of(shape: &[Option<u64>], format: &str) -> Vec<f64> {
        let format = Description::of(Format::named(format, shape.len()).expect("a format"));
        let tensor = Tensor::new(ValueId(0), shape.to_vec(), Scalar::F64, Some(format));
        nodes(&tensor, entries(&tensor), format).into_iter().map(|level| level.nodes).collect()
    }

    #[test]
    fn a_matrix_has_as_many_entries_in_every_format() {
        let shape = [None, None];
        assert_eq!(of(&shape, "csr"), [1000.0, 10_000.0]);
        assert_eq!(of(&shape, "csc"), [1000.0, 10_000.0]);
        assert_eq!(of(&shape, "dcsr"), [1000.0, 10_000.0]);
        assert_eq!(of(&shape, "coo"), [10_000.0, 10_000.0]);
        assert_eq!(of(&shape, "hash"), [1000.0, 10_000.0]);
    }

    #[test]
    fn formats_that_fill_up_hold_twice_as_many_values() {
        let shape = [None, None];
        assert_eq!(of(&shape, "bcsr:4x4"), [250.0, 1250.0, 5000.0, 20_000.0]);
        assert_eq!(of(&shape, "dia"), [20.0, 20_000.0, 20_000.0]);
        assert_eq!(of(&shape, "ell"), [20.0, 20_000.0, 20_000.0]);
    }

    #[test]
    fn known_sizes_are_used() {
        assert_eq!(of(&[Some(50), Some(20)], "csr"), [50.0, 100.0]);
        assert_eq!(of(&[Some(400)], "compressed"), [40.0]);
        assert_eq!(of(&[Some(20), Some(4000)], "dcsr"), [20.0, 8000.0]);
    }

    #[test]
    fn nodes_of_equal_coordinates_count_once_among_those_that_differ() {
        let format = Description::of(Format::named("coo", 2).expect("a format"));
        let tensor = Tensor::new(ValueId(0), vec![None, None], Scalar::F64, Some(format));
        let levels = nodes(&tensor, entries(&tensor), format);
        assert_eq!((levels[0].nodes, levels[0].distinct), (10_000.0, 1000.0));
        assert_eq!(levels[1].distinct, 10_000.0);
    }

    #[test]
    fn walks_pass_the_empty_slots_of_tables() {
        let format = Description::of(Format::named("hashed", 1).expect("a format"));
        let tensor = Tensor::new(ValueId(0), vec![None], Scalar::F64, Some(format));
        assert_eq!(
            nodes(&tensor, entries(&tensor), format)[0],
            Nodes { positions: 200.0, nodes: 100.0, distinct: 100.0 }
        );
    }
}
