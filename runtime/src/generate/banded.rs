//! `banded`: square matrices with entries near the diagonal.

use rayon::prelude::*;

use super::{GenerateError, require_entries, sample};
use crate::coo::Coo;
use crate::value::Dtype;

pub(super) fn generate(n: u64, width: u64, seed: u64, dtype: Dtype) -> Result<Coo, GenerateError> {
    let (below, above) = (width / 2, width.saturating_sub(1) / 2);
    let band = |row: u64| {
        let end =
            if width == 0 { row.saturating_sub(below) } else { n.min(row.saturating_add(above).saturating_add(1)) };
        row.saturating_sub(below)..end
    };
    // An upper bound: the corners have fewer.
    // Lists of pairs are taken apart, so coordinates are there twice for a while.
    require_entries(u128::from(n) * u128::from(width.min(n)), 4, dtype)?;
    let entries = (0..n).into_par_iter().flat_map_iter(|row| band(row).map(move |column| (row, column)));
    let (rows, columns): (Vec<u64>, Vec<u64>) = entries.unzip();
    let values = sample::values(rows.len(), seed, dtype);
    Ok(Coo { shape: vec![n, n], coordinates: vec![rows, columns], values })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns_of(n: u64, width: u64, row: u64) -> Vec<u64> {
        let coo = generate(n, width, 0, Dtype::F64).unwrap();
        coo.validate().unwrap();
        let [rows, columns] = coo.coordinates.as_slice() else { unreachable!() };
        rows.iter().zip(columns).filter(|(r, _)| **r == row).map(|(_, column)| *column).collect()
    }

    #[test]
    fn bands_are_around_the_diagonal() {
        assert_eq!(columns_of(10, 5, 4), [2, 3, 4, 5, 6]);
        assert_eq!(columns_of(10, 4, 4), [2, 3, 4, 5]);
        assert_eq!(columns_of(10, 1, 4), [4]);
        assert_eq!(columns_of(10, 0, 4), [0; 0]);
        assert_eq!(columns_of(10, 5, 0), [0, 1, 2]);
        assert_eq!(columns_of(3, u64::MAX, 2), [0, 1, 2]);
        assert!(generate(1 << 40, 1 << 30, 0, Dtype::F64).is_err());
    }
}
