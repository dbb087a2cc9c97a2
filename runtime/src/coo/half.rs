//! The half of a symmetric matrix that says all of it.

use super::{Coo, CooError, order};
use crate::value::Scalar;
use std::collections::HashSet;

/// Why a matrix has no half that says all of it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HalfError {
    /// Its fields do not fit each other, or the memory does not hold a copy.
    #[error(transparent)]
    Entries(#[from] CooError),
    /// Not as many rows as columns.
    #[error("a half is stored of symmetric matrices, and this tensor has the shape {}", shape.iter().map(u64::to_string).collect::<Vec<_>>().join("x"))]
    NotSquare {
        /// The sizes of the dimensions.
        shape: Vec<u64>,
    },
    /// Two points that are images of each other differ.
    #[error("a half is stored of symmetric matrices, and here {} but {}", stored(*at, *value), stored([at[1], at[0]], *image))]
    NotSymmetric {
        /// The point below the diagonal; coordinates start at 0.
        at: [u64; 2],
        /// What is stored there, if anything.
        value: Option<Scalar>,
        /// What is stored at the image.
        image: Option<Scalar>,
    },
}

fn stored([row, column]: [u64; 2], value: Option<Scalar>) -> String {
    match value {
        Some(value) => format!("({row}, {column}) is {value}"),
        None => format!("({row}, {column}) is not stored"),
    }
}

impl Coo {
    /// The entries on and below the diagonal of a symmetric matrix, in order, those of the same point added up.
    ///
    /// # Errors
    /// When the fields do not fit each other, or the matrix is not symmetric.
    pub fn lower_half(&self) -> Result<Coo, HalfError> {
        if !matches!(self.shape[..], [rows, columns] if rows == columns) {
            return Err(HalfError::NotSquare { shape: self.shape.clone() });
        }
        let mut sorted = self.clone();
        sorted.sum_duplicates()?;
        let half = sorted.part(|row, column| row >= column);
        let mut images = sorted.part(|row, column| row < column);
        images.coordinates.swap(0, 1);
        images.sum_duplicates()?;
        let below = half.part(|row, column| row > column);
        match first_difference(&below, &images) {
            Some(error) => Err(error),
            None => Ok(half),
        }
    }

    /// The entries of a half, and those of the other one.
    ///
    /// # Errors
    /// When the fields do not fit each other.
    ///
    /// # Panics
    /// If this is no matrix.
    pub fn with_images(&self) -> Result<Coo, CooError> {
        self.validate()?;
        let images = self.entries_where(|row, column| row != column);
        let mut both = self.chosen(&(0..self.len()).chain(images.iter().copied()).collect::<Vec<_>>());
        let swapped = [1, 0].map(|dimension| order::gather(&self.coordinates[dimension], &images));
        for (array, swapped) in both.coordinates.iter_mut().zip(swapped) {
            array[self.len()..].copy_from_slice(&swapped);
        }
        both.sum_duplicates()?;
        Ok(both)
    }

    /// The entries of a matrix, and zeros at those of the `points` of another one where it has no entry.
    ///
    /// # Errors
    /// When the fields do not fit each other.
    ///
    /// # Panics
    /// If one of them is no matrix.
    pub fn with_zeros_of(&self, points: &Coo) -> Result<Coo, CooError> {
        self.validate()?;
        points.validate()?;
        let known: HashSet<_> = self.coordinates[0].iter().zip(&self.coordinates[1]).collect();
        let new = points.part(|row, column| !known.contains(&(&row, &column)));
        let joined = |dimension: usize| [&self.coordinates[dimension][..], &new.coordinates[dimension]].concat();
        let coordinates = vec![joined(0), joined(1)];
        let values = self.values.clone().followed_by_zeros(new.len());
        Ok(Coo { shape: self.shape.clone(), coordinates, values })
    }

    /// The entries of a matrix whose row and column are as `is_wanted` says.
    fn part(&self, is_wanted: impl Fn(u64, u64) -> bool) -> Coo {
        self.chosen(&self.entries_where(is_wanted))
    }

    fn entries_where(&self, is_wanted: impl Fn(u64, u64) -> bool) -> Vec<usize> {
        let (rows, columns) = (&self.coordinates[0], &self.coordinates[1]);
        (0..self.len()).filter(|entry| is_wanted(rows[*entry], columns[*entry])).collect()
    }

    fn chosen(&self, entries: &[usize]) -> Coo {
        Coo {
            shape: self.shape.clone(),
            coordinates: self.coordinates.iter().map(|array| order::gather(array, entries)).collect(),
            values: order::gather_values(&self.values, entries),
        }
    }

    fn point(&self, entry: usize) -> Option<([u64; 2], Scalar)> {
        let value = self.values.get(entry)?;
        Some(([self.coordinates[0][entry], self.coordinates[1][entry]], value))
    }
}

/// Where two matrices differ whose entries are in order.
fn first_difference(below: &Coo, images: &Coo) -> Option<HalfError> {
    if below == images {
        return None;
    }
    let is_same = |one: Scalar, other: Scalar| one == other || one.to_bits() == other.to_bits();
    (0..below.len().max(images.len())).find_map(|entry| match (below.point(entry), images.point(entry)) {
        (Some((at, one)), Some((place, other))) if at == place => {
            (!is_same(one, other)).then_some(HalfError::NotSymmetric { at, value: Some(one), image: Some(other) })
        }
        (Some((at, one)), other) if other.is_none_or(|(place, _)| at < place) => {
            Some(HalfError::NotSymmetric { at, value: Some(one), image: None })
        }
        (_, Some((at, other))) => Some(HalfError::NotSymmetric { at, value: None, image: Some(other) }),
        (_, None) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(entries: &[([u64; 2], f64)]) -> Coo {
        let entries: Vec<(&[u64], f64)> = entries.iter().map(|(at, value)| (&at[..], *value)).collect();
        Coo::from_entries(vec![3, 3], &entries).expect("entries")
    }

    #[test]
    fn the_half_has_the_diagonal_and_what_is_below() {
        let entries = [([0, 2], 5.0), ([1, 1], 1.0), ([2, 0], 2.0), ([0, 0], 4.0), ([2, 0], 3.0)];
        let half = matrix(&entries).lower_half().expect("it is symmetric");
        assert_eq!(half, matrix(&[([0, 0], 4.0), ([1, 1], 1.0), ([2, 0], 5.0)]));
        let mut all = matrix(&entries);
        all.sum_duplicates().expect("entries");
        assert_eq!(half.with_images().expect("entries"), all);
    }

    #[test]
    fn zeros_are_put_where_there_is_no_entry() {
        let both = matrix(&[([0, 2], -0.0)]).with_zeros_of(&matrix(&[([0, 2], 1.0), ([1, 1], 2.0)])).expect("entries");
        assert_eq!(both.coordinates, [[0, 1], [2, 1]]);
        assert!(both.values.is_same(&matrix(&[([0, 2], -0.0), ([1, 1], 0.0)]).values));
    }

    #[test]
    fn zeros_of_either_sign_and_equal_nans_are_images_of_each_other() {
        let entries = [([0, 2], -0.0), ([2, 0], 0.0), ([1, 2], f64::NAN), ([2, 1], f64::NAN)];
        assert_eq!(matrix(&entries).lower_half().expect("it is symmetric").len(), 2);
    }

    #[test]
    fn what_is_not_symmetric_is_named() {
        let message = |entries: &[([u64; 2], f64)]| matrix(entries).lower_half().expect_err("no half").to_string();
        let says = "a half is stored of symmetric matrices, and here";
        assert_eq!(message(&[([0, 2], 5.0), ([2, 0], 4.0)]), format!("{says} (2, 0) is 4.0 but (0, 2) is 5.0"));
        assert_eq!(message(&[([2, 0], 4.0)]), format!("{says} (2, 0) is 4.0 but (0, 2) is not stored"));
        assert_eq!(
            message(&[([2, 1], 4.0), ([0, 1], 1.0), ([1, 2], 4.0)]),
            format!("{says} (1, 0) is not stored but (0, 1) is 1.0")
        );
        let wide = Coo::empty(vec![2, 3], crate::value::Dtype::F64).lower_half().expect_err("no half");
        assert!(wide.to_string().ends_with("has the shape 2x3"), "{wide}");
    }
}
