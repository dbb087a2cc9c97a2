//! The formats, and the tensors that are stored in them.

use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::{Complex, Dtype, Values};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// What a format holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Every tensor.
    All,
    /// Only some: with few enough entries in a group, or one under each parent.
    Some,
}
use Holds::{All, Some};

/// Formats with the order of their tensors.
pub const CORPUS: &[(&str, usize, Holds)] = &[
    ("dense", 0, All),
    ("dense", 1, All),
    ("dense", 3, All),
    ("csr", 2, All),
    ("csc", 2, All),
    ("coo", 1, All),
    ("coo", 2, All),
    ("coo", 4, All),
    ("dcsr", 2, All),
    ("dcsc", 2, All),
    ("csf", 3, All),
    ("bcsr:2x3", 2, All),
    ("bcsr:1x1", 2, All),
    ("bcsr:4x4", 2, All),
    ("csb:2x2", 2, All),
    ("csb:3x4", 2, All),
    ("ell", 2, All),
    ("dia", 2, All),
    ("hash", 1, All),
    ("hash", 2, All),
    ("hash", 3, All),
    // Mixtures of level formats.
    ("dense,hashed", 2, All),
    ("hashed,compressed", 2, All),
    ("hashed,dense", 2, All),
    ("hashed,loose_compressed", 2, All),
    ("compressed,hashed,dense", 3, All),
    ("loose_compressed", 1, All),
    ("dense,loose_compressed", 2, All),
    ("dense,loose_compressed(unordered)@1,0", 2, All),
    ("loose_compressed,loose_compressed,compressed@2,0,1", 3, All),
    ("loose_compressed(nonunique),singleton", 2, All),
    ("compressed(nonunique),singleton(interleaved)", 2, All),
    ("compressed(nonunique),singleton(nonunique, interleaved),singleton(interleaved)", 3, All),
    ("loose_compressed(nonunique),singleton(nonunique, interleaved),singleton", 3, All),
    ("dense,compressed(nonunique, unordered),singleton(unordered, interleaved)", 3, All),
    ("compressed(nonunique),singleton,compressed", 3, All),
    ("compressed,dense,compressed,dense@3,1,0,2", 4, All),
    ("dense,compressed(full)", 2, All),
    ("compressed,loose_compressed(unordered, full)@1,0", 2, All),
    ("compressed(full),compressed", 2, All),
    ("compressed(full),compressed(full),dense@2,0,1", 3, All),
    ("batch,compressed(full)", 2, All),
    ("hashed,compressed(full)", 2, All),
    ("compressed(full),singleton", 2, Some),
    ("compressed(full),singleton(interleaved)", 2, Some),
    ("compressed(nonunique),singleton(full)", 2, Some),
    ("dense,singleton", 2, Some),
    ("compressed,singleton", 2, Some),
    ("hashed,singleton", 2, Some),
    // Blocks.
    ("(i) -> (i floordiv 3 : compressed, i mod 3 : dense)", 1, All),
    ("(i) -> (i mod 3 : dense, i floordiv 3 : compressed)", 1, All),
    ("(i) -> (i floordiv 4 floordiv 2 : dense, i floordiv 4 mod 2 : compressed, i mod 4 : dense)", 1, All),
    ("(i, j) -> (i floordiv 4 : compressed, j floordiv 2 : compressed, i mod 4 : dense, j mod 2 : compressed)", 2, All),
    ("(i, j) -> (i floordiv 2 : hashed, j floordiv 2 : hashed, i mod 2 : dense, j mod 2 : hashed)", 2, All),
    ("(i, j) -> (i floordiv 4 : dense, i mod 4 : dense, j : compressed)", 2, All),
    ("(i, j) -> (i floordiv 4 : dense, i mod 4 : dense, j : singleton)", 2, Some),
    ("(i, j) -> (i floordiv 2 : dense, i mod 2 : dense, j : compressed(full))", 2, All),
    ("(i, j) -> (i floordiv 2 : compressed, i mod 2 : compressed(full), j : compressed)", 2, All),
    ("(i, j) -> (i floordiv 2 : compressed(full), j : compressed(full), i mod 2 : compressed(full))", 2, All),
    ("(i, j, k) -> (i floordiv 2 : compressed, k : compressed, j : compressed, i mod 2 : dense)", 3, All),
    // Structured groups.
    ("(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])", 2, Some),
    ("(i, j) -> (i : dense, j floordiv 4 : compressed, j mod 4 : structured[3, 4])", 2, Some),
    ("(i, j) -> (i : dense, j floordiv 2 : dense, j mod 2 : structured[2, 2])", 2, All),
    ("(i, j) -> (i floordiv 3 : compressed, i mod 3 : structured[2, 3], j : compressed)", 2, Some),
    // Diagonals.
    ("(i, j) -> (i - j : compressed, j : range, i : offset)", 2, All),
    ("(i, j) -> (j - i : compressed, i : range)", 2, All),
    ("(i, j) -> (j - i : compressed(full), i : range)", 2, All),
    ("(i, j) -> (j - i : compressed, i : compressed)", 2, All),
    ("(i, j) -> (j - i : compressed(nonunique), i : singleton, j : offset)", 2, All),
    ("(i, j) -> (i : dense, j - i : loose_compressed, j : offset)", 2, All),
    ("(i, j) -> (i + j : dense, i : compressed)", 2, All),
    ("(i, j) -> (i + j : hashed, i : hashed)", 2, All),
    ("(i, j) -> (i : compressed, j - i + 1 : compressed)", 2, All),
    (
        "(i, j) -> (i floordiv 2 - j floordiv 2 : compressed, i floordiv 2 : dense, i mod 2 : dense, j mod 2 : dense)",
        2,
        All,
    ),
    ("(i, j, k) -> (k : dense, j - i : compressed, i : range, j : offset)", 3, All),
    ("(i, j, k) -> (j - i : compressed, k : compressed, i : range, j : offset)", 3, All),
    ("(i, j) -> (j : compressed, j - i : compressed, i : range)", 2, All),
    ("(i, j) -> (j - i : compressed, i : range, j floordiv 2 : dense, j : offset)", 2, All),
    // Rows of slots.
    ("(i, j) -> (i : dense, _ : dense, j : singleton)", 2, All),
    ("(i, j) -> (j : compressed, _ : dense, i : singleton)", 2, All),
    ("(i, j) -> (i : hashed, _ : dense, j : singleton(unordered))", 2, All),
    ("(i, j, k) -> (_ : dense, i : dense, j : singleton(nonunique), k : singleton)", 3, All),
    ("(i, j, k) -> (_ : dense, i : dense, j : singleton(nonunique), k : singleton(interleaved))", 3, All),
    ("(i, j, k) -> (_ : dense, i : dense, j : singleton, k : compressed)", 3, All),
    ("(i, j) -> (_ : dense, i floordiv 2 : dense, j floordiv 2 : singleton, i mod 2 : dense, j mod 2 : dense)", 2, All),
    ("(i, j) -> (i floordiv 2 : dense, _ : dense, i mod 2 : dense, j : singleton)", 2, All),
    // Batches.
    ("batch,compressed", 2, All),
    ("batch,batch", 2, All),
    ("batch,dense,compressed", 3, All),
    ("batch,compressed,compressed", 3, All),
    ("batch,batch,loose_compressed,compressed", 4, All),
    ("batch,compressed(nonunique),singleton(interleaved)", 3, All),
    ("batch,hashed,hashed", 3, All),
    ("batch,compressed,hashed,dense", 4, All),
    ("(i, j, k) -> (i : batch, _ : dense, j : dense, k : singleton)", 3, All),
    ("(i, j, k) -> (_ : dense, k : singleton(unordered), i : sliced[3, 3], j : loose_compressed)", 3, All),
    // Batches with fewer rows than others.
    ("(i, j, k) -> (i : batch, j : compressed, _ : dense, k : singleton)", 3, All),
    ("(i, j) -> (i mod 4 : batch, i floordiv 4 : compressed(full), _ : dense, j : singleton)", 2, Some),
    (
        "(i, j, k) -> (i mod 4 : batch, i floordiv 4 : compressed(full), j : compressed, _ : dense, k : singleton)",
        3,
        Some,
    ),
    ("(i, j, k) -> (i : batch, j : compressed, _ : dense, k : singleton)", 3, All),
    ("(i, j, k) -> (k : batch, j - i : compressed, i : range, j : offset)", 3, All),
    ("(i, j, k) -> (k : batch, i : compressed, j floordiv 2 : dense, j mod 2 : structured[1, 2])", 3, Some),
    ("(i, j) -> (i floordiv 2 : batch, j : compressed, i mod 2 : dense)", 2, All),
    ("(i, j) -> (i floordiv 2 : batch, j : compressed, i mod 2 : compressed)", 2, All),
    ("(i, j) -> (i floordiv 2 : batch, i mod 2 : batch, j : dense)", 2, All),
    ("(i, j) -> (i floordiv 2 : batch, i mod 2 : batch, j : compressed)", 2, All),
    ("(i, j) -> (i floordiv 2 : batch, i mod 2 : batch, j : hashed)", 2, All),
    ("(i) -> (i floordiv 2 : batch, i mod 2 : batch)", 1, All),
    ("(i, j, k) -> (i : batch, j : compressed(nonunique, unordered), k : singleton(unordered, interleaved))", 3, All),
    // Levels that say the same thing, and multiples.
    ("(i, j) -> (i : dense, j : compressed, i : dense)", 2, All),
    ("(i, j) -> (i floordiv 2 : dense, i : compressed, j : compressed)", 2, All),
    ("(i, j) -> (i : compressed, j : compressed, i floordiv 2 : dense)", 2, All),
    ("(i) -> (3 : dense, i : compressed)", 1, All),
    ("(i) -> (i * -1 : compressed)", 1, All),
    ("(i) -> (3 - i : compressed(unordered))", 1, All),
];

/// Random entries, some points several times, with values from -9 to 9; small shapes and those
/// without points are frequent.
pub fn random_coo(generator: &mut ChaCha8Rng, order: usize, dtype: Dtype, round: u64) -> Coo {
    let largest = 1 + round % 11;
    let shape: Vec<u64> = (0..order)
        .map(|_| match generator.random_range(0..12) {
            0 => generator.random_range(0..2),
            _ => generator.random_range(1..=largest),
        })
        .collect();
    let points: u64 = shape.iter().product();
    let len = match points {
        0 => 0,
        _ => generator.random_range(0..=points.min(40) + 2) / generator.random_range(1..4),
    };
    let mut coordinates: Vec<Vec<u64>> =
        shape.iter().map(|&size| (0..len).map(|_| generator.random_range(0..size)).collect()).collect();
    // Sometimes one entry in each row, which is all that some formats hold.
    let mut len = len;
    if points > 0 && order > 0 && generator.random_range(0..3) == 0 {
        let rows = shape[0];
        len = rows;
        let of_dimension = |(dimension, &size): (usize, &u64)| {
            (0..rows).map(|row| if dimension == 0 { row } else { generator.random_range(0..size) }).collect()
        };
        coordinates = shape.iter().enumerate().map(of_dimension).collect();
    }
    let numbers: Vec<i32> = (0..len).map(|_| generator.random_range(-9..=9)).collect();
    let values = match dtype {
        Dtype::F64 => Values::F64(numbers.into_iter().map(f64::from).collect()),
        Dtype::F32 => Values::F32(numbers.into_iter().map(|number| number as f32).collect()),
        Dtype::I64 => Values::I64(numbers.into_iter().map(i64::from).collect()),
        Dtype::I32 => Values::I32(numbers),
        Dtype::I16 => Values::I16(numbers.into_iter().map(|number| number as i16).collect()),
        Dtype::I8 => Values::I8(numbers.into_iter().map(|number| number as i8).collect()),
        Dtype::Complex128 => {
            Values::Complex128(numbers.into_iter().map(|number| Complex::new(0.5, number.into())).collect())
        }
        Dtype::Complex64 => {
            Values::Complex64(numbers.into_iter().map(|number| Complex::new(number as f32, -1.0)).collect())
        }
    };
    Coo::new(shape, coordinates, values).unwrap()
}
