//! Small random tensors.

use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::Values;

/// A generator of random numbers, good enough for choosing test data.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    /// Entries at random places, some twice; `percent` of the places, all of them in order from 100 on.
    pub fn tensor(&mut self, shape: &[u64], percent: u64) -> Coo {
        let places: u64 = shape.iter().product();
        let mut chosen: Vec<u64> = (0..places).filter(|_| self.below(100) < percent).collect();
        if percent < 100 {
            let twice = chosen.iter().copied().filter(|_| self.below(4) == 0).collect::<Vec<_>>();
            chosen.extend(twice);
            chosen.reverse();
        }
        let values = chosen.iter().map(|_| self.below(9) as i64 - 4).collect();
        Coo { shape: shape.to_vec(), coordinates: coordinates(shape, &chosen), values: Values::I64(values) }
    }
}

fn coordinates(shape: &[u64], places: &[u64]) -> Vec<Vec<u64>> {
    let stride = |dimension: usize| shape[dimension + 1..].iter().product::<u64>();
    let coordinate = |dimension: usize, place: u64| place / stride(dimension) % shape[dimension];
    (0..shape.len()).map(|dimension| places.iter().map(|&place| coordinate(dimension, place)).collect()).collect()
}

/// A tensor with every place stored.
pub fn full(shape: &[u64], values: Values) -> Coo {
    let places: Vec<u64> = (0..shape.iter().product()).collect();
    Coo { shape: shape.to_vec(), coordinates: coordinates(shape, &places), values }
}
