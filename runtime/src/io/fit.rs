//! Which dimensions of a file a tensor of the wanted order keeps.
//!
//! A matrix of one column or one row serves as a vector, and a tensor of one point as a scalar: the
//! dimensions of size 1 are left out.

use super::{ReadErrorKind, ReadOptions};

/// The dimensions of the file that are those of the tensor, in order.
pub(super) fn kept_dimensions(of_file: &[u64], options: &ReadOptions<'_>) -> Result<Vec<usize>, ReadErrorKind> {
    let found = of_file.len();
    let long = || (0..found).filter(|&dimension| of_file[dimension] != 1);
    let kept: Vec<usize> = match options.required_order() {
        None => (0..found).collect(),
        Some(required) if required == found => (0..found).collect(),
        Some(0) if long().next().is_none() => Vec::new(),
        Some(1) if found > 1 && long().count() <= 1 => vec![long().next().unwrap_or(0)],
        Some(required) => return Err(ReadErrorKind::Order { found, required }),
    };
    for (dimension, &kept) in kept.iter().enumerate() {
        let found = of_file[kept];
        if let Some(required) = options.size(dimension)
            && required != found
        {
            return Err(ReadErrorKind::SizesDisagree { dimension, found, required });
        }
    }
    Ok(kept)
}
