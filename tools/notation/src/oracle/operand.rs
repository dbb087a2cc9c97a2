//! An operand as the oracle reads it: converted, sorted, each place at most once.

use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::{Complex, Dtype, Values};
use rayon::prelude::*;

use super::arithmetic::Arithmetic;
use super::error::OracleError;
use super::grid::{Grid, Held, Listed};

/// The stored entries of a tensor in row-major order, duplicates added up.
pub(super) struct Operand<E> {
    pub(super) shape: Vec<u64>,
    /// Distance between neighbours in each dimension, were all places stored.
    pub(super) strides: Vec<u128>,
    /// One array a dimension, each as long as `values`.
    pub(super) coordinates: Vec<Vec<u64>>,
    pub(super) values: Vec<E>,
    /// The entries whose points are stored once more, with a zero: slots that fill up repeat coordinates. In order.
    pub(super) repeated: Vec<usize>,
    /// Whether every place is stored, so that an entry's position follows from its coordinates.
    pub(super) is_full: bool,
}

impl<E: Arithmetic> Operand<E> {
    pub(super) fn new(tensor: &str, coo: &Coo, dtype: Dtype) -> Result<Self, OracleError> {
        let values: Vec<E> = convert(tensor, &coo.values, dtype)?.into_iter().map(E::as_entry).collect();
        check_coordinates(tensor, coo, values.len())?;
        let (strides, places) = strides(&coo.shape)
            .ok_or_else(|| OracleError::OperandTooLarge { tensor: tensor.to_string(), shape: coo.shape.clone() })?;
        let key = |entry| row_major(&strides, coo.coordinates.iter().map(|coordinates| coordinates[entry]));
        let mut keys: Vec<(u128, usize)> = (0..values.len()).into_par_iter().map(|entry| (key(entry), entry)).collect();
        let (coordinates, values, repeated) = if keys.is_sorted_by(|left, right| left.0 < right.0) {
            (coo.coordinates.clone(), values, Vec::new())
        } else {
            keys.par_sort_unstable();
            merge_duplicates(&keys, &coo.coordinates, &values)
        };
        let is_full = values.len() as u128 == places;
        Ok(Operand { shape: coo.shape.clone(), strides, coordinates, values, repeated, is_full })
    }

    /// The tensor with these elements; where there is none, it has no entry, or a zero if it is `dense`.
    ///
    /// # Errors
    /// Where it has more places than can be counted, or an entry at each of too many.
    pub(super) fn of_grid(tensor: &str, grid: Grid<Option<E>>, dense: bool) -> Result<Self, OracleError> {
        let shape = grid.shape.clone();
        let too_large = || OracleError::OperandTooLarge { tensor: tensor.to_owned(), shape: shape.clone() };
        let (strides, count) = strides(&shape).ok_or_else(too_large)?;
        let entry = |element: Option<E>| if dense { Some(element.unwrap_or(E::ZERO.as_entry())) } else { element };
        let (places, values) = grid.chosen(tensor, entry)?;
        // What remains of a division by the size is a coordinate.
        let along = |(&size, &stride): (&u64, &u128)| {
            places.iter().map(|place| (place / stride % u128::from(size)) as u64).collect()
        };
        let coordinates = shape.iter().zip(&strides).map(along).collect();
        let is_full = values.len() as u128 == count;
        Ok(Operand { shape, strides, coordinates, values, repeated: Vec::new(), is_full })
    }

    /// The elements; none where the tensor has no entry.
    pub(super) fn grid(&self) -> Grid<Option<E>> {
        let place = |entry| row_major(&self.strides, self.coordinates.iter().map(|coordinates| coordinates[entry]));
        let elements = self.values.iter().copied().map(Some).collect();
        let held = if self.is_full {
            Held::Every(elements)
        } else {
            Held::Listed(Listed { places: (0..self.values.len()).map(place).collect(), elements, elsewhere: None })
        };
        Grid { shape: self.shape.clone(), held }
    }

    /// Its points, each with one.
    pub(super) fn points(&self) -> Coo {
        let values = Values::F64(vec![1.0; self.values.len()]);
        Coo { shape: self.shape.clone(), coordinates: self.coordinates.clone(), values }
    }

    /// The operand with a zero at each of these points besides.
    pub(super) fn with_zeros(self, zeros: &Coo) -> Self {
        let count = zeros.values.len();
        let with = |(own, more): (&Vec<u64>, &Vec<u64>)| [own.as_slice(), more.as_slice()].concat();
        let coordinates: Vec<Vec<u64>> = self.coordinates.iter().zip(&zeros.coordinates).map(with).collect();
        let values = [self.values, vec![E::ZERO.as_entry(); count]].concat();
        let key = |entry| row_major(&self.strides, coordinates.iter().map(|along| along[entry]));
        let mut keys: Vec<(u128, usize)> = (0..values.len()).map(|entry| (key(entry), entry)).collect();
        keys.sort_unstable();
        let (coordinates, values, repeated) = merge_duplicates(&keys, &coordinates, &values);
        let is_full = strides(&self.shape).is_some_and(|(_, places)| values.len() as u128 == places);
        Operand { coordinates, values, repeated, is_full, ..self }
    }

    /// The operand with the entries that are not zero only, each once.
    pub(super) fn without_zeros(&self) -> Self {
        let kept: Vec<usize> = (0..self.values.len()).filter(|&entry| !self.values[entry].is_zero()).collect();
        let gather = |coordinates: &Vec<u64>| kept.iter().map(|&entry| coordinates[entry]).collect();
        Operand {
            shape: self.shape.clone(),
            strides: self.strides.clone(),
            coordinates: self.coordinates.iter().map(gather).collect(),
            values: kept.iter().map(|&entry| self.values[entry]).collect(),
            repeated: Vec::new(),
            is_full: self.is_full && kept.len() == self.values.len(),
        }
    }
}

/// The strides of a row-major array of this shape and the number of its places, if that fits.
pub(super) fn strides(shape: &[u64]) -> Option<(Vec<u128>, u128)> {
    let mut strides = vec![0; shape.len()];
    let mut places = 1u128;
    for (stride, &size) in strides.iter_mut().zip(shape).rev() {
        *stride = places;
        places = places.checked_mul(u128::from(size))?;
    }
    Some((strides, places))
}

/// The number of a place in row-major order.
pub(super) fn row_major(strides: &[u128], coordinates: impl Iterator<Item = u64>) -> u128 {
    strides.iter().zip(coordinates).map(|(&stride, coordinate)| stride * u128::from(coordinate)).sum()
}

fn convert<E: Arithmetic>(tensor: &str, values: &Values, dtype: Dtype) -> Result<Vec<E>, OracleError> {
    match values {
        Values::F64(values) => convert_each(tensor, values, |value| E::from_float(value, dtype), dtype),
        Values::F32(values) => convert_each(tensor, values, |value| E::from_float(value.into(), dtype), dtype),
        Values::I64(values) => convert_each(tensor, values, |value| E::from_integer(value, dtype), dtype),
        Values::I32(values) => convert_each(tensor, values, |value| E::from_integer(value.into(), dtype), dtype),
        Values::I16(values) => convert_each(tensor, values, |value| E::from_integer(value.into(), dtype), dtype),
        Values::I8(values) => convert_each(tensor, values, |value| E::from_integer(value.into(), dtype), dtype),
        Values::Complex128(values) => convert_each(tensor, values, |value| E::from_complex(value, dtype), dtype),
        Values::Complex64(values) => {
            let widened = |value: Complex<f32>| Complex::new(value.re.into(), value.im.into());
            convert_each(tensor, values, |value| E::from_complex(widened(value), dtype), dtype)
        }
    }
}

fn convert_each<T: Copy + ToString, E>(
    tensor: &str,
    values: &[T],
    convert: impl Fn(T) -> Option<E>,
    dtype: Dtype,
) -> Result<Vec<E>, OracleError> {
    let outside =
        |value: T| OracleError::ValueOutOfType { tensor: tensor.to_string(), value: value.to_string(), dtype };
    values.iter().map(|&value| convert(value).ok_or_else(|| outside(value))).collect()
}

fn check_coordinates(tensor: &str, coo: &Coo, values: usize) -> Result<(), OracleError> {
    let (dimensions, arrays) = (coo.shape.len(), coo.coordinates.len());
    if arrays != dimensions {
        return Err(OracleError::CoordinateArrays { tensor: tensor.to_string(), dimensions, arrays });
    }
    for (dimension, (coordinates, &size)) in coo.coordinates.iter().zip(&coo.shape).enumerate() {
        let tensor = tensor.to_string();
        if coordinates.len() != values {
            let coordinates = coordinates.len();
            return Err(OracleError::CoordinateCount { tensor, dimension, values, coordinates });
        }
        if let Some(&coordinate) = coordinates.iter().find(|&&coordinate| coordinate >= size) {
            return Err(OracleError::CoordinateOutOfRange { tensor, dimension, coordinate, size });
        }
    }
    Ok(())
}

/// Gathers the entries in the order of `keys`; those of equal key become one. Gives the coordinates, the values, and which of them
/// had a zero beside another entry.
fn merge_duplicates<E: Arithmetic>(
    keys: &[(u128, usize)],
    coordinates: &[Vec<u64>],
    values: &[E],
) -> (Vec<Vec<u64>>, Vec<E>, Vec<usize>) {
    let groups: Vec<&[(u128, usize)]> = keys.chunk_by(|left, right| left.0 == right.0).collect();
    let gather = |coordinates: &Vec<u64>| groups.iter().map(|group| coordinates[group[0].1]).collect();
    let total = |group: &&[(u128, usize)]| {
        let (first, rest) = (group[0], &group[1..]);
        rest.iter().fold(values[first.1], |sum, &(_, entry)| sum.plus(values[entry]))
    };
    let has_zero =
        |place: &usize| groups[*place].len() > 1 && groups[*place].iter().any(|&(_, entry)| values[entry].is_zero());
    let repeated = (0..groups.len()).filter(has_zero).collect();
    (coordinates.par_iter().map(gather).collect(), groups.iter().map(total).collect(), repeated)
}
