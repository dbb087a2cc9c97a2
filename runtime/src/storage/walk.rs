//! Walking a stored tensor back into entries.
//!
//! Every position of the last level that is not padding is an entry. Going up, each level turns
//! positions into coordinates and into the positions of their parents, all entries at once; the
//! coordinates of levels say those of the dimensions.

use rayon::prelude::*;

use super::SparseTensor;
use super::block::Block;
use crate::arrays::StorageError;
use crate::coo::{Coo, order};
use crate::memory;
use crate::value::Values;
use lacuna_layout::algebra::OverLevels;

/// The first entries of a tensor, at most this many.
pub(super) fn to_coo(tensor: &SparseTensor, most: usize) -> Result<Coo, StorageError> {
    listed(tensor, entries, most)
}

/// Every position of the last level whose coordinates are in the tensor, padding too.
pub(super) fn all_positions(tensor: &SparseTensor) -> Result<Coo, StorageError> {
    let mut all = listed(tensor, |block, _| (0..block.reached().min(block.positions.count)).collect(), usize::MAX)?;
    let is_inside = |place: &usize| all.coordinates.iter().zip(&all.shape).all(|(array, size)| array[*place] < *size);
    let inside: Vec<usize> = (0..all.values.len()).filter(is_inside).collect();
    if inside.len() < all.values.len() {
        all.values = order::gather_values(&all.values, &inside);
        for array in &mut all.coordinates {
            *array = inside.iter().map(|place| array[*place]).collect();
        }
    }
    Ok(all)
}

/// A list of those positions of each block that are asked for, at most so many in all.
fn listed(
    tensor: &SparseTensor,
    asked: impl Fn(&Block<'_>, usize) -> Vec<usize>,
    most: usize,
) -> Result<Coo, StorageError> {
    let mut coordinates = vec![Vec::new(); tensor.order()];
    // The values that are entries; `None` when all are.
    let mut kept: Option<Vec<usize>> = Some(Vec::new());
    let mut left = most;
    tensor.for_each_block(|block, first_value| {
        let entries = asked(block, left);
        left -= entries.len();
        let is_all = entries.len() == tensor.values.len();
        let bytes_each = (tensor.order() + 2) * size_of::<u64>() + tensor.dtype().size_in_bytes();
        memory::require("the list of entries", entries.len() as u128, bytes_each)?;
        match &mut kept {
            Some(kept) if !is_all => kept.extend(entries.iter().map(|entry| first_value + entry)),
            _ => kept = None,
        }
        for (array, of_block) in coordinates.iter_mut().zip(dimensions(block, entries)) {
            if array.is_empty() { *array = of_block } else { array.extend(of_block) }
        }
        Ok(())
    })?;
    let values: Values = match kept {
        Some(kept) => order::gather_values(&tensor.values, &kept),
        None => tensor.values.clone(),
    };
    Ok(Coo { shape: tensor.shape.clone(), coordinates, values })
}

/// The first positions of the last level that are entries.
fn entries(block: &Block<'_>, most: usize) -> Vec<usize> {
    let positions = 0..block.positions.count;
    match &block.positions.padding {
        None => positions.take(most).collect(),
        Some(padding) if most < positions.len() => {
            positions.filter(|&position| !padding[position]).take(most).collect()
        }
        Some(padding) => positions.into_par_iter().filter(|&position| !padding[position]).collect(),
    }
}

/// The coordinates of entries in each dimension.
fn dimensions(block: &Block<'_>, entries: Vec<usize>) -> Vec<Vec<u64>> {
    let layout = block.layout;
    let count = entries.len();
    let mut uses = vec![0; layout.format.levels.len()];
    for dimension in &layout.dimensions {
        dimension.levels().for_each(|level| uses[level] += 1);
    }
    let needed: Vec<bool> = uses.iter().map(|&uses| uses > 0).collect();
    let mut columns = match block.last() {
        Some(last) => block.columns(last.number, &needed, entries),
        None => Vec::new(),
    };
    let mut dimensions = vec![Vec::new(); layout.dimensions.len()];
    // What only one dimension uses is its own at the end.
    let is_own = |level: usize| uses[level] == 1 && level >= layout.batch_levels && layout.extents[level].low == 0;
    for (dimension, recovered) in layout.dimensions.iter().enumerate() {
        if recovered.as_term().is_none_or(|level| !is_own(*level)) {
            let value = |entry| recovered.wide_value(|level| block.coordinate(&columns, *level, entry)) as u64;
            dimensions[dimension] = (0..count).into_par_iter().map(value).collect();
        }
    }
    for (dimension, recovered) in layout.dimensions.iter().enumerate() {
        if let Some(level) = recovered.as_term().copied().filter(|level| is_own(*level)) {
            dimensions[dimension] = std::mem::take(&mut columns[level]);
        }
    }
    dimensions
}
