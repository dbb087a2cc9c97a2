//! Tensors made up from a short text: `random:density=0.01,seed=7`, `ones`, `poisson2d:1000x1000`.
//!
//! The same text gives the same tensor, whatever the number of threads.

mod banded;
mod blocks;
mod error;
mod full;
mod parse;
mod poisson;
mod random;
mod rmat;
mod sample;

pub use error::GenerateError;

use crate::coo::Coo;
use crate::data::Data;
use crate::memory;
use crate::value::Dtype;

/// A way to make a tensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Generator {
    /// A given number of entries at random points, none twice.
    Random {
        /// How many.
        amount: Amount,
        /// The share of values that are infinite, no number, or a zero of either sign; with
        /// integers, zero, the least or the largest.
        special: f64,
        /// The seed of both points and values.
        seed: u64,
    },
    /// Every value 1.
    Ones,
    /// Every value its row-major index.
    Iota,
    /// The matrix of the 5-point stencil on a grid: 4 on the diagonal, -1 for each neighbour.
    Poisson2d {
        /// Rows of the grid.
        rows: u64,
        /// Columns of the grid.
        columns: u64,
    },
    /// The adjacency matrix of a scale-free graph (Chakrabarti, Zhan and Faloutsos, R-MAT, 2004)
    /// with probabilities 0.57, 0.19, 0.19 and 0.05 and random values; edges drawn twice add up.
    Rmat {
        /// The matrix has `2^scale` rows and columns.
        scale: u32,
        /// Edges drawn a row.
        edges: u64,
        /// The seed of both points and values.
        seed: u64,
    },
    /// A square matrix with random values on `width` diagonals around the main one.
    Banded {
        /// Rows and columns.
        n: u64,
        /// Number of diagonals; with an even number, the odd one out is below the main diagonal.
        width: u64,
        /// The seed of the values.
        seed: u64,
    },
    /// A matrix of full blocks with random values; blocks at the lower and right edge are cut off
    /// where the matrix ends.
    Blocks {
        /// Rows.
        rows: u64,
        /// Columns.
        columns: u64,
        /// Rows and columns of each block; blocks begin at multiples of them.
        block: (u64, u64),
        /// The probability of each block to be there, from 0 to 1.
        density: f64,
        /// The seed of both blocks and values.
        seed: u64,
    },
}

/// How many entries a random tensor has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// This share of all points, from 0 to 1, rounded to the nearest number of entries. A share of 1 is every point.
    Density(f64),
    /// This many.
    Entries(u64),
}

impl Generator {
    /// Reads the text of a generator.
    ///
    /// # Errors
    /// When the generator or one of its parameters is unknown, missing or out of range.
    pub fn parse(text: &str) -> Result<Generator, GenerateError> {
        parse::parse(text)
    }

    /// Whether a text begins with the name of a generator (and so is not, say, the name of a file).
    pub fn is_generator(text: &str) -> bool {
        parse::is_generator(text)
    }

    /// The name of the generator that a text may have meant.
    pub fn nearest(text: &str) -> Option<&'static str> {
        parse::nearest(text)
    }

    /// The names of all generators, as a list.
    pub fn names() -> String {
        parse::known_names()
    }

    /// The generators, each with a line of help.
    pub fn describe() -> &'static [(&'static str, &'static str)] {
        parse::DESCRIPTIONS
    }

    /// The shape, for generators that have one of their own; `None` for those that take any. A
    /// shape beyond 2^64 is given as the largest size; generating it is an error.
    pub fn shape(&self) -> Option<Vec<u64>> {
        match *self {
            Generator::Random { .. } | Generator::Ones | Generator::Iota => None,
            Generator::Poisson2d { rows, columns } => Some(vec![rows.saturating_mul(columns); 2]),
            Generator::Rmat { scale, .. } => Some(vec![1u64.checked_shl(scale).unwrap_or(u64::MAX); 2]),
            Generator::Banded { n, .. } => Some(vec![n; 2]),
            Generator::Blocks { rows, columns, .. } => Some(vec![rows, columns]),
        }
    }

    /// Makes the tensor; its entries are sorted and each stands once.
    ///
    /// Random values are uniform in [-1, 1) for floats, and so for each part of complex numbers, and in -9..=9 for integers, never zero
    /// unless special ones are asked for.
    ///
    /// # Errors
    /// When the generator has another shape, or the shape has too few points, or its values do not
    /// fit the element type, or the entries do not fit the memory.
    pub fn generate(&self, shape: &[u64], dtype: Dtype) -> Result<Coo, GenerateError> {
        Ok(self.data(shape, dtype)?.into_coo()?)
    }

    /// Whether it makes a list of entries, some points of many; others make every point.
    pub fn makes_entries(&self) -> bool {
        !matches!(self, Generator::Ones | Generator::Iota | Generator::Random { amount: Amount::Density(1.0), .. })
    }

    /// [`Generator::generate`], where generators that make every point give the values alone.
    ///
    /// # Errors
    /// As [`Generator::generate`].
    pub fn data(&self, shape: &[u64], dtype: Dtype) -> Result<Data, GenerateError> {
        if let Some(own) = self.shape()
            && own != shape
        {
            return Err(GenerateError::Shape { own, asked: shape.to_vec() });
        }
        let entries = match *self {
            Generator::Ones => return Ok(Data::Dense(full::ones(shape, dtype)?)),
            Generator::Iota => return Ok(Data::Dense(full::iota(shape, dtype)?)),
            Generator::Random { amount: Amount::Density(1.0), special, seed } => {
                return Ok(Data::Dense(random::full(special, seed, shape, dtype)?));
            }
            Generator::Random { amount, special, seed } => random::generate(amount, special, seed, shape, dtype),
            Generator::Poisson2d { rows, columns } => poisson::generate(rows, columns, dtype),
            Generator::Rmat { scale, edges, seed } => rmat::generate(scale, edges, seed, dtype),
            Generator::Banded { n, width, seed } => banded::generate(n, width, seed, dtype),
            Generator::Blocks { rows, columns, block, density, seed } => {
                blocks::Blocks { shape: [rows, columns], block: [block.0, block.1], density }.generate(seed, dtype)
            }
        };
        Ok(Data::Entries(entries?))
    }
}

/// Number of points of a shape; an error past 2^127.
fn points(shape: &[u64]) -> Result<u128, GenerateError> {
    if shape.contains(&0) {
        return Ok(0);
    }
    let product = shape.iter().try_fold(1u128, |points, &size| points.checked_mul(size.into()));
    product.filter(|&points| points >> 127 == 0).ok_or_else(|| GenerateError::TooManyPoints { shape: shape.to_vec() })
}

/// Checks that the values of all points can be allocated.
fn require_points(shape: &[u64], dtype: Dtype) -> Result<usize, GenerateError> {
    let count = points(shape)?;
    Ok(memory::require(&format!("a dense tensor of {count} values"), count, dtype.size_in_bytes())?)
}

/// Checks that a list of entries can be allocated.
fn require_entries(count: u128, order: usize, dtype: Dtype) -> Result<usize, GenerateError> {
    let bytes_each = order * size_of::<u64>() + dtype.size_in_bytes();
    Ok(memory::require(&format!("a tensor of {count} entries"), count, bytes_each)?)
}
