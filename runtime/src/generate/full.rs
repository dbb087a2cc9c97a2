//! `ones` and `iota`: tensors with a value at every point.

use rayon::prelude::*;

use super::{GenerateError, require_points};
use crate::data::Dense;
use crate::value::{Dtype, Element, Values, with_element};

pub(super) fn ones(shape: &[u64], dtype: Dtype) -> Result<Dense, GenerateError> {
    let count = require_points(shape, dtype)?;
    let values = with_element!(dtype, T => T::wrap(vec![T::ONE; count]));
    Ok(Dense { shape: shape.to_vec(), values })
}

pub(super) fn iota(shape: &[u64], dtype: Dtype) -> Result<Dense, GenerateError> {
    let count = require_points(shape, dtype)?;
    let values = with_element!(dtype, T => indices::<T>(count))?;
    Ok(Dense { shape: shape.to_vec(), values })
}

/// The numbers from 0 on, as long as the type has the last of them.
fn indices<T: Element>(count: usize) -> Result<Values, GenerateError> {
    if let Some(last) = count.checked_sub(1)
        && T::from_integer(last as u64).is_none()
    {
        return Err(GenerateError::ValueRange { value: last as u128, dtype: T::DTYPE });
    }
    Ok(T::wrap((0..count).into_par_iter().map(|index| T::from_integer(index as u64).unwrap_or(T::ZERO)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iota_counts_row_major() {
        assert_eq!(iota(&[2, 3], Dtype::I32).unwrap().values, Values::I32(vec![0, 1, 2, 3, 4, 5]));
        assert_eq!(iota(&[], Dtype::F32).unwrap().values, Values::F32(vec![0.0]));
    }

    #[test]
    fn iota_ends_where_the_type_does() {
        assert_eq!(iota(&[128], Dtype::I8).unwrap().values.len(), 128);
        let error = iota(&[129], Dtype::I8).unwrap_err();
        assert_eq!(error.to_string(), "the largest value 128 is out of the range of i8");
    }

    #[test]
    fn ones_are_ones_and_empty_shapes_have_none() {
        assert_eq!(ones(&[2], Dtype::F64).unwrap().values, Values::F64(vec![1.0, 1.0]));
        assert!(ones(&[3, 0], Dtype::I64).unwrap().values.is_empty());
        assert!(ones(&[1 << 60], Dtype::I64).unwrap_err().to_string().contains("of memory"));
    }
}
