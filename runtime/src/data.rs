//! A tensor as it comes from its source: a list of entries, or the value of every point.
//!
//! Dense sources (arrays in files, `ones`, `iota`) need the memory of their values, not that of a list
//! of coordinates: [`Data::into_coo`] makes that list where a stored format or the oracle wants it.

use std::borrow::Cow;

use rayon::prelude::*;

use crate::coo::Coo;
use crate::memory::{self, MemoryError};
use crate::value::{Dtype, Values};

/// A tensor from a file, a generator or a literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// Some points, in any order; what is not listed is not stored.
    Entries(Coo),
    /// Every point.
    Dense(Dense),
}

/// The value of every point of a tensor, in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense {
    /// Size of each dimension.
    pub shape: Vec<u64>,
    /// As many values as there are points.
    pub values: Values,
}

impl Data {
    /// Size of each dimension.
    pub fn shape(&self) -> &[u64] {
        match self {
            Data::Entries(coo) => &coo.shape,
            Data::Dense(dense) => &dense.shape,
        }
    }

    /// The element type.
    pub fn dtype(&self) -> Dtype {
        match self {
            Data::Entries(coo) => coo.dtype(),
            Data::Dense(dense) => dense.values.dtype(),
        }
    }

    /// Whether every point has a value.
    pub fn is_dense(&self) -> bool {
        matches!(self, Data::Dense(_))
    }

    /// The entries; those of a dense tensor are all its points.
    ///
    /// # Errors
    /// When the list does not fit the memory.
    pub fn to_coo(&self) -> Result<Cow<'_, Coo>, MemoryError> {
        match self {
            Data::Entries(coo) => Ok(Cow::Borrowed(coo)),
            Data::Dense(dense) => Ok(Cow::Owned(dense.clone().into_coo()?)),
        }
    }

    /// [`Data::to_coo`], without a copy of the values.
    ///
    /// # Errors
    /// As [`Data::to_coo`].
    pub fn into_coo(self) -> Result<Coo, MemoryError> {
        match self {
            Data::Entries(coo) => Ok(coo),
            Data::Dense(dense) => dense.into_coo(),
        }
    }
}

impl Dense {
    /// A tensor of order 0.
    pub fn scalar(values: Values) -> Dense {
        Dense { shape: Vec::new(), values }
    }

    fn into_coo(self) -> Result<Coo, MemoryError> {
        let (count, order) = (self.values.len(), self.shape.len());
        memory::require("a list of the points of a dense tensor", count as u128, order * size_of::<u64>())?;
        let coordinates = coordinates_of(&self.shape, &|entry| entry as u128, count);
        Ok(Coo { coordinates, shape: self.shape, values: self.values })
    }
}

/// The coordinate of a row-major index in each dimension, dimension by dimension.
pub(crate) fn coordinates_of(shape: &[u64], points: &(impl Fn(usize) -> u128 + Sync), len: usize) -> Vec<Vec<u64>> {
    let mut stride = 1u128;
    let mut arrays: Vec<Vec<u64>> = shape
        .iter()
        .rev()
        .map(|&size| {
            let below = stride;
            // Only a shape with a size of 0 can overflow, and it has no points to divide.
            stride = below.wrapping_mul(u128::from(size));
            (0..len).into_par_iter().map(|entry| (points(entry) / below % u128::from(size)) as u64).collect()
        })
        .collect();
    arrays.reverse();
    arrays
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_a_dense_tensor_becomes_an_entry() {
        let dense = Data::Dense(Dense { shape: vec![2, 2], values: Values::I8(vec![1, 0, 3, 4]) });
        let coo = dense.to_coo().unwrap();
        assert_eq!(coo.coordinates, [vec![0, 0, 1, 1], vec![0, 1, 0, 1]]);
        assert_eq!(*coo, dense.clone().into_coo().unwrap());
        assert!(dense.is_dense() && dense.shape() == [2, 2]);
    }

    #[test]
    fn a_scalar_has_one_entry() {
        let coo = Data::Dense(Dense::scalar(Values::F64(vec![2.5]))).into_coo().unwrap();
        assert_eq!(coo, Coo::scalar(2.5));
    }
}
