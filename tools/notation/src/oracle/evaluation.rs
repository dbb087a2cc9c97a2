//! What an evaluation yields.

use lacuna_runtime::value::{Complex, Dtype};

/// The value of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Size of each dimension.
    pub shape: Vec<u64>,
    /// The element type whose arithmetic was used.
    pub dtype: Dtype,
    /// The places that the elements have.
    pub places: Places,
    /// The elements.
    pub results: Results,
}

/// The places of the elements of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Places {
    /// Every place, in row-major order.
    Every,
    /// These, by their numbers in row-major order, and one more element than places at the end: that of all other places.
    Listed(Vec<u128>),
}

/// Elements of a tensor, in the order of their places.
#[derive(Clone, Debug, PartialEq)]
pub enum Results {
    /// Of a floating-point type.
    Floats {
        /// The values; not rounded to `f32`.
        values: Vec<f64>,
        /// For each value, the sum of the absolute values of what was added to get it. An error is small or large
        /// compared to this, not to the value, which cancellation can make tiny. Where it is no number, although the value
        /// is, rounding decides between values that are not near one another, and any value is right.
        magnitudes: Vec<f64>,
    },
    /// Of a complex type.
    Complex {
        /// The values; not rounded to `complex64`.
        values: Vec<Complex<f64>>,
        /// As for floats.
        magnitudes: Vec<f64>,
    },
    /// Of an integer type, wrapped at its width.
    Integers(Vec<i64>),
}

impl Results {
    /// How many elements there are.
    pub fn len(&self) -> usize {
        match self {
            Results::Floats { values, .. } => values.len(),
            Results::Complex { values, .. } => values.len(),
            Results::Integers(values) => values.len(),
        }
    }

    /// What an error of an element is measured against; 1 for integers.
    pub(super) fn magnitude(&self, element: usize) -> f64 {
        match self {
            Results::Floats { magnitudes, .. } | Results::Complex { magnitudes, .. } => magnitudes[element],
            Results::Integers(_) => 1.0,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
