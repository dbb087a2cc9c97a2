//! `rmat`: adjacency matrices of scale-free graphs.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::sample::{self, Purpose};
use super::{GenerateError, require_entries};
use crate::coo::Coo;
use crate::value::Dtype;

/// Probabilities of the upper left, upper right and lower left quadrant; the rest is the lower
/// right one.
const QUADRANTS: [f64; 3] = [0.57, 0.19, 0.19];

fn edge(scale: u32, generator: &mut ChaCha8Rng) -> (u64, u64) {
    let [upper_left, upper_right, lower_left] = QUADRANTS;
    (0..scale).fold((0, 0), |(row, column), _| {
        let (down, right) = match generator.random::<f64>() {
            draw if draw < upper_left => (0, 0),
            draw if draw < upper_left + upper_right => (0, 1),
            draw if draw < upper_left + upper_right + lower_left => (1, 0),
            _ => (1, 1),
        };
        (row << 1 | down, column << 1 | right)
    })
}

pub(super) fn generate(scale: u32, edges: u64, seed: u64, dtype: Dtype) -> Result<Coo, GenerateError> {
    let scale_error = || GenerateError::Parameter {
        generator: "rmat".to_owned(),
        parameter: "scale",
        required: "below 64",
        found: scale.to_string(),
    };
    let n = 1u64.checked_shl(scale).ok_or_else(scale_error)?;
    let count = require_entries(u128::from(n) * u128::from(edges), 4, dtype)?;
    let drawn = sample::draws(count, seed, Purpose::Points { round: 0 }, |generator| edge(scale, generator));
    let (rows, columns) = drawn.into_iter().unzip();
    let mut coo =
        Coo { shape: vec![n, n], coordinates: vec![rows, columns], values: sample::values(count, seed, dtype) };
    coo.sum_duplicates()?;
    Ok(coo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_skewed_and_entries_unique() {
        let coo = generate(10, 8, 1, Dtype::F64).unwrap();
        assert_eq!(coo.shape, [1024, 1024]);
        assert!(coo.len() > 4000 && coo.len() <= 8192, "{}", coo.len());
        let upper = coo.coordinates[0].iter().filter(|&&row| row < 512).count();
        assert!(upper * 3 > coo.len() * 2, "{upper} of {} edges leave the first half", coo.len());
        let mut sorted = coo.clone();
        sorted.sum_duplicates().unwrap();
        assert_eq!(coo, sorted);
    }

    #[test]
    fn the_smallest_graph_has_one_node() {
        assert_eq!(generate(0, 3, 1, Dtype::I32).unwrap().len(), 1);
        assert_eq!(generate(4, 0, 1, Dtype::I32).unwrap().len(), 0);
    }
}
