//! `ones` and `iota`: tensors with a value at every point.

use rayon::prelude::*;

use super::{GenerateError, coordinates_of, points, require_entries};
use crate::coo::Coo;
use crate::value::{Dtype, Element, Values, with_element};

pub(super) fn ones(shape: &[u64], dtype: Dtype) -> Result<Coo, GenerateError> {
    full(shape, dtype, |count| Ok(with_element!(dtype, T => T::wrap(vec![T::ONE; count]))))
}

pub(super) fn iota(shape: &[u64], dtype: Dtype) -> Result<Coo, GenerateError> {
    full(shape, dtype, |count| with_element!(dtype, T => indices::<T>(count)))
}

fn indices<T: Element>(count: usize) -> Result<Values, GenerateError> {
    let values: Option<Vec<T>> = (0..count as u64).into_par_iter().map(T::from_integer).collect();
    values.map(T::wrap).ok_or(GenerateError::ValueRange { value: count as u128 - 1, dtype: T::DTYPE })
}

fn full(
    shape: &[u64],
    dtype: Dtype,
    values: impl Fn(usize) -> Result<Values, GenerateError>,
) -> Result<Coo, GenerateError> {
    let count = require_entries(points(shape)?, shape.len(), dtype)?;
    let values = values(count)?;
    Ok(Coo { shape: shape.to_vec(), coordinates: coordinates_of(shape, &|entry| entry as u128, count), values })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iota_counts_row_major() {
        let coo = iota(&[2, 3], Dtype::I32).unwrap();
        assert_eq!(coo.values, Values::I32(vec![0, 1, 2, 3, 4, 5]));
        assert_eq!(coo.coordinates, [vec![0, 0, 0, 1, 1, 1], vec![0, 1, 2, 0, 1, 2]]);
        assert_eq!(iota(&[], Dtype::F32).unwrap().values, Values::F32(vec![0.0]));
    }

    #[test]
    fn ones_are_ones_and_empty_shapes_have_none() {
        assert_eq!(ones(&[2], Dtype::F64).unwrap().values, Values::F64(vec![1.0, 1.0]));
        assert!(ones(&[3, 0], Dtype::I64).unwrap().is_empty());
        assert!(ones(&[1 << 60], Dtype::I64).unwrap_err().to_string().contains("of memory"));
    }
}
