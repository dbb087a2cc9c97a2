//! Walking a stored tensor back into entries.
//!
//! Every position of the last level is an entry. Going up, each level turns positions into
//! coordinates and into the positions of their parents, all entries at once.

use super::{SparseTensor, StorageError};
use crate::coo::Coo;
use crate::levels;
use crate::memory;

pub(super) fn to_coo(tensor: &SparseTensor) -> Result<Coo, StorageError> {
    let levels = tensor.stored_levels()?;
    let dimensions = levels::supported_dimensions(&tensor.format)?;
    let entries = tensor.values.len();
    let bytes_each = (tensor.order() + 1) * size_of::<u64>() + tensor.dtype().size_in_bytes();
    memory::require("the list of entries", entries as u128, bytes_each)?;

    let mut coordinates = vec![Vec::new(); tensor.order()];
    let mut positions: Vec<usize> = (0..entries).collect();
    for (level, parents) in levels.iter().rev() {
        let walker = levels::of(level.spec.kind, level.number)?;
        coordinates[dimensions[level.number]] = walker.ascend(level, *parents, &mut positions);
    }
    Ok(Coo { shape: tensor.shape.clone(), coordinates, values: tensor.values.clone() })
}
