//! `blocks`: matrices of full blocks at random places.

use std::ops::Range;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::sample::{self, Purpose};
use super::{GenerateError, require_entries};
use crate::coo::Coo;
use crate::memory;
use crate::value::Dtype;

/// What is asked for: rows and columns of the matrix and of a block, and the probability of a block.
pub(super) struct Blocks {
    pub(super) shape: [u64; 2],
    pub(super) block: [u64; 2],
    pub(super) density: f64,
}

impl Blocks {
    pub(super) fn generate(&self, seed: u64, dtype: Dtype) -> Result<Coo, GenerateError> {
        self.check()?;
        let [rows, columns] = self.shape;
        let grid = [rows.div_ceil(self.block[0]), columns.div_ceil(self.block[1])];
        // What is expected; how many there are is checked before they are filled.
        let expected = (grid[0] as f64 * grid[1] as f64 * self.density).ceil() as u128 + u128::from(grid[0]) * 3;
        memory::require("the places of blocks", expected, size_of::<u64>())?;
        let places = sample::draws(grid[0] as usize, seed, Purpose::Points { round: 0 }, |generator| {
            self.places_in_row(grid[1], generator)
        });
        let entries_in = |(row, places): (usize, &Vec<u64>)| {
            let width: u128 = places.iter().map(|&place| len(self.extent(1, place))).sum();
            len(self.extent(0, row as u64)) * width
        };
        let count = places.par_iter().enumerate().map(entries_in).sum();
        let count = require_entries(count, 4, dtype)?;
        let columns_of = |place: u64| self.extent(1, place);
        let entries = (0..rows).into_par_iter().flat_map_iter(|row| {
            let places = &places[(row / self.block[0]) as usize];
            places.iter().flat_map(move |&place| columns_of(place).map(move |column| (row, column)))
        });
        let (row_of, column_of): (Vec<u64>, Vec<u64>) = entries.unzip();
        let values = sample::values(count, seed, dtype);
        Ok(Coo { shape: self.shape.to_vec(), coordinates: vec![row_of, column_of], values })
    }

    fn check(&self) -> Result<(), GenerateError> {
        let error = |parameter, required, found| {
            Err(GenerateError::Parameter { generator: "blocks".to_owned(), parameter, required, found })
        };
        if self.block.contains(&0) {
            let found = format!("{}x{}", self.block[0], self.block[1]);
            return error("block", "a size such as 4x4 of at least 1x1", found);
        }
        if !(0.0..=1.0).contains(&self.density) {
            return error("density", "a number from 0 to 1", self.density.to_string());
        }
        Ok(())
    }

    /// The numbers of the blocks that are there among `count`, found by drawing the gaps between
    /// them.
    fn places_in_row(&self, count: u64, generator: &mut ChaCha8Rng) -> Vec<u64> {
        let mut places = Vec::new();
        let mut next = 0u64;
        if self.density == 0.0 {
            return places;
        }
        loop {
            if self.density < 1.0 {
                // The number of failures before a success, from a number in (0, 1].
                let draw: f64 = 1.0 - generator.random::<f64>();
                let gap = (draw.ln() / (-self.density).ln_1p()).floor();
                // Beyond 2^64 the conversion gives the largest number.
                next = next.saturating_add(gap as u64);
            }
            if next >= count {
                return places;
            }
            places.push(next);
            next += 1;
        }
    }

    /// What a block covers of a dimension.
    fn extent(&self, dimension: usize, place: u64) -> Range<u64> {
        // Places are below the number of blocks.
        let begin = place * self.block[dimension];
        begin..begin.saturating_add(self.block[dimension]).min(self.shape[dimension])
    }
}

fn len(extent: Range<u64>) -> u128 {
    u128::from(extent.end - extent.start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(shape: [u64; 2], block: [u64; 2], density: f64) -> Coo {
        let coo = Blocks { shape, block, density }.generate(5, Dtype::F64).unwrap();
        coo.validate().unwrap();
        let mut sorted = coo.clone();
        sorted.sum_duplicates().unwrap();
        assert_eq!(coo, sorted);
        coo
    }

    #[test]
    fn blocks_are_aligned_and_full() {
        let coo = blocks([1000, 800], [4, 2], 0.1);
        let mut places: Vec<(u64, u64)> =
            coo.coordinates[0].iter().zip(&coo.coordinates[1]).map(|(row, column)| (row / 4, column / 2)).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(coo.len(), places.len() * 8);
        assert!((9000..11000).contains(&places.len()), "{} of 100000 blocks", places.len());
    }

    #[test]
    fn edges_are_cut_off() {
        assert_eq!(blocks([5, 7], [2, 4], 1.0).len(), 35);
        assert_eq!(blocks([5, 7], [100, 100], 1.0).len(), 35);
        assert_eq!(blocks([5, 7], [2, 4], 0.0).len(), 0);
        assert_eq!(blocks([0, 7], [2, 4], 1.0).len(), 0);
        assert_eq!(blocks([5, 0], [2, 4], 0.5).len(), 0);
    }

    #[test]
    fn impossible_blocks_are_refused() {
        let error = |block, density| {
            Blocks { shape: [1 << 40, 1 << 40], block, density }.generate(0, Dtype::F64).unwrap_err().to_string()
        };
        assert_eq!(
            error([0, 2], 0.5),
            "generator `blocks`: block must be a size such as 4x4 of at least 1x1, found `0x2`"
        );
        assert_eq!(error([2, 2], 1.5), "generator `blocks`: density must be a number from 0 to 1, found `1.5`");
        assert!(error([1, 1], 0.5).contains("of memory"));
        assert!(error([1 << 40, 1 << 40], 1.0).contains("of memory"));
    }
}
