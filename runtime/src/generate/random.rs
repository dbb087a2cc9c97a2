//! `random`: entries at random points.

use super::{Amount, GenerateError, points, require_entries, require_points, sample};
use crate::coo::Coo;
use crate::data::{Dense, coordinates_of};
use crate::value::Dtype;

pub(super) fn generate(
    amount: Amount,
    special: f64,
    seed: u64,
    shape: &[u64],
    dtype: Dtype,
) -> Result<Coo, GenerateError> {
    if !(0.0..=1.0).contains(&special) {
        return Err(not_a_share("special", special));
    }
    let points = points(shape)?;
    let count = match amount {
        Amount::Entries(entries) if u128::from(entries) > points => {
            return Err(GenerateError::TooManyEntries { entries, points, shape: shape.to_vec() });
        }
        Amount::Entries(entries) => entries.into(),
        // Rounding in binary64 may exceed the number of points by a little.
        Amount::Density(density) if (0.0..=1.0).contains(&density) => {
            ((density * points as f64).round() as u128).min(points)
        }
        Amount::Density(density) => return Err(not_a_share("density", density)),
    };
    let count = require_entries(count, shape.len() + 2, dtype)?;
    let drawn = sample::distinct(points, count, seed);
    let coordinates = coordinates_of(shape, &|entry| drawn[entry], count);
    let mut values = sample::values(count, seed, dtype);
    sample::make_special(&mut values, special, seed);
    Ok(Coo { shape: shape.to_vec(), coordinates, values })
}

/// A random value at every point.
pub(super) fn full(special: f64, seed: u64, shape: &[u64], dtype: Dtype) -> Result<Dense, GenerateError> {
    if !(0.0..=1.0).contains(&special) {
        return Err(not_a_share("special", special));
    }
    let mut values = sample::values(require_points(shape, dtype)?, seed, dtype);
    sample::make_special(&mut values, special, seed);
    Ok(Dense { shape: shape.to_vec(), values })
}

fn not_a_share(parameter: &'static str, found: f64) -> GenerateError {
    let (generator, found) = ("random".to_owned(), found.to_string());
    GenerateError::Parameter { generator, parameter, required: "a number from 0 to 1", found }
}

#[cfg(test)]
mod tests {
    use crate::generate::Generator;
    use crate::value::Dtype;

    #[test]
    fn density_gives_an_exact_count() {
        for (text, shape, count) in [
            ("random:density=0.01,seed=7", vec![100, 100], 100),
            ("random:density=1", vec![3, 4, 5], 60),
            ("random:density=0.9", vec![3, 4, 5], 54),
            ("random:density=0", vec![3], 0),
            ("random:density=1", vec![], 1),
            ("random:density=0.5", vec![0, 3], 0),
            ("random:nnz=50", vec![1 << 40, 1 << 40, 1 << 40], 50),
        ] {
            let generator = Generator::parse(text).unwrap();
            let coo = generator.generate(&shape, Dtype::F64).unwrap();
            assert_eq!(coo.len(), count, "{text}");
            coo.validate().unwrap();
            let mut sorted = coo.clone();
            sorted.sum_duplicates().unwrap();
            assert_eq!(coo, sorted, "{text}");
        }
    }

    #[test]
    fn impossible_counts_are_refused() {
        let error = |text: &str, shape: &[u64]| {
            Generator::parse(text).unwrap().generate(shape, Dtype::F64).unwrap_err().to_string()
        };
        assert_eq!(error("random:nnz=7", &[2, 3]), "7 entries do not fit the 6 points of shape [2, 3]");
        assert!(error("random:density=0.5", &[1 << 62, 1 << 62]).contains("of memory"));
        assert!(error("random:density=0.5", &[1 << 62; 3]).contains("more than 2^127 points"));
    }
}
