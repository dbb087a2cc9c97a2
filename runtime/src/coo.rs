//! Coordinate form: the exchange form between readers, packers, writers and the oracle.
//!
//! Its fields are public, so nothing may trust them: every operation that indexes calls
//! [`Coo::validate`] first.

mod half;
pub(crate) mod order;

pub use half::HalfError;

use crate::memory::MemoryError;
use crate::progress::Progress;
use crate::value::{Dtype, Element, Scalar, Values, with_values};
use rayon::prelude::*;
use std::borrow::Cow;

/// A tensor as a list of coordinates and values, in any order, duplicates allowed (they add up).
#[derive(Clone, Debug, PartialEq)]
pub struct Coo {
    /// Size of each dimension.
    pub shape: Vec<u64>,
    /// One array a dimension, each as long as `values`; zero-based.
    pub coordinates: Vec<Vec<u64>>,
    /// One value an entry.
    pub values: Values,
}

/// Fields of a [`Coo`] that do not fit each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CooError {
    /// Not one coordinate array a dimension.
    #[error("a tensor of order {order} needs {order} coordinate arrays, found {found}")]
    ArrayCount {
        /// Number of dimensions.
        order: usize,
        /// Number of arrays.
        found: usize,
    },
    /// A coordinate array is longer or shorter than the values.
    #[error("dimension {dimension} has {found} coordinates for {entries} values")]
    ArrayLength {
        /// The dimension of the array.
        dimension: usize,
        /// Its length.
        found: usize,
        /// Number of values.
        entries: usize,
    },
    /// A coordinate is not below the size of its dimension.
    #[error("entry {entry} has coordinate {coordinate} in dimension {dimension}, whose size is {size}")]
    OutOfRange {
        /// Number of the entry, from 0.
        entry: usize,
        /// The dimension.
        dimension: usize,
        /// The coordinate found.
        coordinate: u64,
        /// The size of the dimension.
        size: u64,
    },
    /// More points than are listed.
    #[error("a tensor of shape {shape:?} has {} points, of which at most {most} can be listed", points(shape))]
    TooManyPoints {
        /// The sizes of the dimensions.
        shape: Vec<u64>,
        /// The most that are listed.
        most: u64,
    },
    /// Integers of one point whose sum their type does not hold.
    #[error("the entries of the point {point:?} add up to {sum}, which is out of the range of {dtype}")]
    Sum {
        /// The coordinates, from 0.
        point: Vec<u64>,
        /// The sum.
        sum: i128,
        /// The type of the elements.
        dtype: Dtype,
    },
    /// What sorting takes does not fit the memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// How many points a tensor of a shape has.
fn points(shape: &[u64]) -> u128 {
    shape.iter().fold(1, |count: u128, &size| count.saturating_mul(size.into()))
}

/// The most points that [`Coo::with_all_points`] lists.
const MOST_POINTS: u64 = 1 << 28;

impl Coo {
    /// Entries with one coordinate array a dimension.
    ///
    /// # Errors
    /// When the arrays do not match the shape in number, or the values in length, or a coordinate
    /// is out of range.
    pub fn new(shape: Vec<u64>, coordinates: Vec<Vec<u64>>, values: Values) -> Result<Coo, CooError> {
        let coo = Coo { shape, coordinates, values };
        coo.validate()?;
        Ok(coo)
    }

    /// A tensor without entries.
    pub fn empty(shape: Vec<u64>, dtype: Dtype) -> Coo {
        Coo { coordinates: vec![Vec::new(); shape.len()], values: Values::empty(dtype), shape }
    }

    /// A tensor of order 0, which is one value.
    pub fn scalar<T: Element>(value: T) -> Coo {
        Coo { shape: Vec::new(), coordinates: Vec::new(), values: T::wrap(vec![value]) }
    }

    /// Entries given one by one, each with one coordinate a dimension.
    ///
    /// # Errors
    /// As [`Coo::new`].
    pub fn from_entries<T: Element>(shape: Vec<u64>, entries: &[(&[u64], T)]) -> Result<Coo, CooError> {
        let order = shape.len();
        if let Some((coordinates, _)) = entries.iter().find(|(coordinates, _)| coordinates.len() != order) {
            return Err(CooError::ArrayCount { order, found: coordinates.len() });
        }
        let column = |dimension: usize| entries.iter().map(|(coordinates, _)| coordinates[dimension]).collect();
        let coordinates = (0..order).map(column).collect();
        Coo::new(shape, coordinates, T::wrap(entries.iter().map(|&(_, value)| value).collect()))
    }

    /// Number of dimensions.
    pub fn order(&self) -> usize {
        self.shape.len()
    }

    /// Number of entries, duplicates counted.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The element type.
    pub fn dtype(&self) -> Dtype {
        self.values.dtype()
    }

    /// Every entry in turn: its coordinates and its value. For small tensors and tests: it
    /// allocates per entry.
    pub fn entries(&self) -> impl Iterator<Item = (Vec<u64>, Scalar)> + '_ {
        self.values.iter().enumerate().map(|(entry, value)| {
            (self.coordinates.iter().filter_map(|array| array.get(entry).copied()).collect(), value)
        })
    }

    /// Checks that the fields fit each other.
    ///
    /// # Errors
    /// See [`CooError`]; the first array in order of dimensions is named.
    pub fn validate(&self) -> Result<(), CooError> {
        let (order, entries) = (self.order(), self.len());
        if self.coordinates.len() != order {
            return Err(CooError::ArrayCount { order, found: self.coordinates.len() });
        }
        for (dimension, (array, &size)) in self.coordinates.iter().zip(&self.shape).enumerate() {
            if array.len() != entries {
                return Err(CooError::ArrayLength { dimension, found: array.len(), entries });
            }
            // Most often none is: so much is found out by vectors of entries.
            let is_inside = |piece: &[u64]| piece.iter().fold(true, |all, &coordinate| all & (coordinate < size));
            if array.par_chunks(4096).all(is_inside) {
                continue;
            }
            if let Some(entry) = array.iter().position(|&coordinate| coordinate >= size) {
                return Err(CooError::OutOfRange { entry, dimension, coordinate: array[entry], size });
            }
        }
        Ok(())
    }

    /// Sorts the entries lexicographically and adds up those with the same coordinates (integers
    /// wrap around).
    ///
    /// Duplicates are added in the order in which they stand, so the result does not depend on the
    /// number of threads. Entries that are already in order are left where they are.
    ///
    /// # Errors
    /// When the fields do not fit each other; the tensor is unchanged then.
    pub fn sum_duplicates(&mut self) -> Result<(), CooError> {
        self.sort_and_sum(None).map(drop)
    }

    /// [`Coo::sum_duplicates`] where no integer may wrap around, telling a listener how far it is.
    ///
    /// # Errors
    /// As [`Coo::sum_duplicates`], and for a sum that the type of the elements does not hold.
    pub fn sum_duplicates_exactly(&mut self, progress: Option<&dyn Progress>) -> Result<(), CooError> {
        let Some(order::Wrapped { entry, sum }) = self.sort_and_sum(progress)? else { return Ok(()) };
        let point = self.coordinates.iter().map(|array| array[entry]).collect();
        Err(CooError::Sum { point, sum, dtype: self.dtype() })
    }

    fn sort_and_sum(&mut self, progress: Option<&dyn Progress>) -> Result<Option<order::Wrapped>, CooError> {
        self.validate()?;
        let dtype = self.dtype();
        let mut arrays: Vec<_> = std::mem::take(&mut self.coordinates).into_iter().map(Cow::Owned).collect();
        let mut values = Cow::Owned(std::mem::replace(&mut self.values, Values::empty(dtype)));
        let sorted = order::sort_and_sum(&mut arrays, &mut values, progress);
        self.coordinates = arrays.into_iter().map(Cow::into_owned).collect();
        self.values = values.into_owned();
        Ok(sorted?)
    }

    /// Every point in lexicographic order, those without an entry with the value `fill`. Entries of the same point are
    /// added up.
    ///
    /// # Errors
    /// When the fields do not fit each other, or there are more than 2^28 points.
    pub fn with_all_points(&self, fill: Scalar) -> Result<Coo, CooError> {
        let mut summed = self.clone();
        summed.sum_duplicates()?;
        let shape = self.shape.clone();
        let too_many = || CooError::TooManyPoints { shape: shape.clone(), most: MOST_POINTS };
        let count = u64::try_from(points(&shape)).ok().filter(|count| *count <= MOST_POINTS).ok_or_else(too_many)?;
        let point_of = |entry: usize| {
            summed.coordinates.iter().zip(&shape).fold(0, |point, (array, size)| point * size + array[entry]) as usize
        };
        let values = with_values!(&summed.values, values => place_all(values, point_of, count as usize, fill));
        // How many points there are of the dimensions below.
        let mut below = count;
        let mut coordinates = Vec::new();
        for &size in &shape {
            below /= size.max(1);
            coordinates.push((0..count).map(|point| point / below.max(1) % size).collect());
        }
        Ok(Coo { shape, coordinates, values })
    }

    /// Keeps the first entries only, at most this many.
    pub fn truncate(&mut self, most: usize) {
        if most < self.len() {
            let keep: Vec<usize> = (0..most).collect();
            self.values = order::gather_values(&self.values, &keep);
            self.coordinates.iter_mut().for_each(|array| array.truncate(most));
        }
    }

    /// Removes entries whose value is zero (negative zero too).
    ///
    /// # Errors
    /// When the fields do not fit each other; the tensor is unchanged then.
    pub fn drop_zeros(&mut self) -> Result<(), CooError> {
        self.validate()?;
        let keep: Vec<usize> = with_values!(&self.values, values => {
            (0..values.len()).into_par_iter().filter(|&entry| !values[entry].to_scalar().is_zero()).collect()
        });
        if keep.len() < self.len() {
            self.values = order::gather_values(&self.values, &keep);
            self.coordinates.iter_mut().for_each(|array| *array = order::gather(array, &keep));
        }
        Ok(())
    }
}

/// As many values as there are points, `fill` where no entry is placed; zero if `fill` is of another type.
fn place_all<T: Element>(values: &[T], point_of: impl Fn(usize) -> usize, count: usize, fill: Scalar) -> Values {
    let mut all = vec![T::from_scalar(fill).unwrap_or(T::ZERO); count];
    for (entry, value) in values.iter().enumerate() {
        all[point_of(entry)] = *value;
    }
    T::wrap(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_points_are_listed_with_what_elsewhere_is_not_stored() {
        let coo = Coo::from_entries(vec![2, 3], &[(&[1, 0], 2.0), (&[0, 2], 1.0), (&[1, 0], 3.0)]).unwrap();
        let all = coo.with_all_points(Scalar::F64(7.0)).unwrap();
        assert_eq!(all.coordinates, [vec![0, 0, 0, 1, 1, 1], vec![0, 1, 2, 0, 1, 2]]);
        assert_eq!(all.values, Values::F64(vec![7.0, 7.0, 1.0, 5.0, 7.0, 7.0]));
        let nothing = Coo::empty(vec![3, 0], Dtype::F64).with_all_points(Scalar::F64(7.0)).unwrap();
        assert_eq!(nothing, Coo::empty(vec![3, 0], Dtype::F64));
        let error = Coo::empty(vec![1 << 20, 1 << 20], Dtype::F64).with_all_points(Scalar::F64(7.0)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a tensor of shape [1048576, 1048576] has 1099511627776 points, of which at most 268435456 can be listed"
        );
        let scalar = Coo::scalar(4.0).with_all_points(Scalar::F64(7.0)).unwrap();
        assert_eq!(scalar, Coo::scalar(4.0));
    }

    #[test]
    fn constructors_refuse_what_does_not_fit() {
        let values = Values::F64(vec![1.0]);
        let error = |shape: &[u64], coordinates: &[Vec<u64>]| {
            Coo::new(shape.to_vec(), coordinates.to_vec(), values.clone()).unwrap_err().to_string()
        };
        assert_eq!(error(&[2, 2], &[vec![0]]), "a tensor of order 2 needs 2 coordinate arrays, found 1");
        assert_eq!(error(&[2], &[vec![0, 1]]), "dimension 0 has 2 coordinates for 1 values");
        assert_eq!(error(&[2], &[vec![2]]), "entry 0 has coordinate 2 in dimension 0, whose size is 2");
    }

    #[test]
    fn duplicates_add_up_and_integers_wrap() {
        let mut coo =
            Coo::from_entries(vec![3, 3], &[(&[2, 1], i32::MAX), (&[0, 2], 5), (&[2, 1], 1), (&[0, 1], 4)]).unwrap();
        coo.sum_duplicates().unwrap();
        assert_eq!(coo.coordinates, [vec![0, 0, 2], vec![1, 2, 1]]);
        assert_eq!(coo.values, Values::I32(vec![4, 5, i32::MIN]));
    }

    #[test]
    fn order_zero_sums_to_one_value() {
        let mut coo = Coo::new(vec![], vec![], Values::F32(vec![1.0, 2.0, 4.0])).unwrap();
        coo.sum_duplicates().unwrap();
        assert_eq!(coo.values, Values::F32(vec![7.0]));
    }

    #[test]
    fn zeros_can_be_dropped() {
        let mut coo = Coo::from_entries(vec![4], &[(&[0], 0.0), (&[2], 3.0), (&[3], -0.0)]).unwrap();
        coo.drop_zeros().unwrap();
        assert_eq!(coo.entries().collect::<Vec<_>>(), [(vec![2], Scalar::F64(3.0))]);
    }
}
