//! `poisson2d`: the matrix of the 5-point stencil.

use rayon::prelude::*;

use super::{GenerateError, require_entries};
use crate::coo::Coo;
use crate::value::{Dtype, Element, with_element};

/// The row and column of the grid points that a point is coupled with, in order, with their
/// factors.
fn stencil(rows: u64, columns: u64, point: u64) -> impl Iterator<Item = (u64, bool)> {
    let (row, column) = (point / columns, point % columns);
    let neighbours = [
        (row > 0).then(|| point - columns),
        (column > 0).then(|| point - 1),
        Some(point),
        (column + 1 < columns).then(|| point + 1),
        (row + 1 < rows).then(|| point + columns),
    ];
    neighbours.into_iter().flatten().map(move |neighbour| (neighbour, neighbour == point))
}

pub(super) fn generate(rows: u64, columns: u64, dtype: Dtype) -> Result<Coo, GenerateError> {
    let (n, wide) = (rows.saturating_mul(columns), u128::from(rows) * u128::from(columns));
    let missing_neighbours = 2 * (u128::from(rows) + u128::from(columns));
    let entries = if n == 0 { 0 } else { wide.saturating_mul(5) - missing_neighbours };
    // Lists of pairs are taken apart, so coordinates are there twice for a while.
    require_entries(entries, 4, dtype)?;
    let coupled =
        || (0..n).into_par_iter().flat_map_iter(|point| stencil(rows, columns, point).map(move |(to, _)| (point, to)));
    let (from, to) = coupled().unzip();
    let on_diagonal = (0..n).into_par_iter().flat_map_iter(|point| stencil(rows, columns, point).map(|(_, same)| same));
    let values = with_element!(dtype, T => {
        let four = T::from_integer(4).unwrap_or(T::ONE);
        T::wrap(on_diagonal.map(|same| if same { four } else { T::ONE.negate() }).collect())
    });
    Ok(Coo { shape: vec![n, n], coordinates: vec![from, to], values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Values;

    #[test]
    fn a_small_grid_is_as_drawn() {
        let coo = generate(2, 2, Dtype::I32).unwrap();
        assert_eq!(coo.shape, [4, 4]);
        assert_eq!(coo.coordinates[0], [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
        assert_eq!(coo.coordinates[1], [0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3]);
        assert_eq!(coo.values, Values::I32(vec![4, -1, -1, -1, 4, -1, -1, 4, -1, -1, -1, 4]));
    }

    #[test]
    fn degenerate_grids_work() {
        assert_eq!(generate(1, 1, Dtype::F64).unwrap().len(), 1);
        assert_eq!(generate(1, 3, Dtype::F64).unwrap().len(), 7);
        assert_eq!(generate(0, 3, Dtype::F64).unwrap().len(), 0);
        assert!(generate(1 << 31, 1 << 31, Dtype::F64).is_err());
    }

    #[test]
    fn entries_come_sorted() {
        let coo = generate(7, 5, Dtype::F32).unwrap();
        let mut sorted = coo.clone();
        sorted.sum_duplicates().unwrap();
        assert_eq!(coo, sorted);
        assert_eq!(coo.len(), 5 * 35 - 2 * 12);
    }
}
