//! Why a tensor cannot be generated.

use crate::coo::CooError;
use crate::memory::MemoryError;
use crate::value::Dtype;

/// Why a generator does not parse or cannot make the tensor.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GenerateError {
    /// No generator of that name.
    #[error("unknown generator `{name}`: known are {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A parameter that the generator does not have, or has twice.
    #[error("generator `{generator}` does not take `{parameter}` here: it takes {usage}, each once")]
    UnknownParameter {
        /// The generator.
        generator: String,
        /// The parameter.
        parameter: String,
        /// All its parameters.
        usage: &'static str,
    },
    /// A parameter that is not there.
    #[error("generator `{generator}` needs {parameter}: it takes {usage}")]
    MissingParameter {
        /// The generator.
        generator: String,
        /// The parameter.
        parameter: &'static str,
        /// All its parameters.
        usage: &'static str,
    },
    /// A parameter with a value that makes no sense.
    #[error("generator `{generator}`: {parameter} must be {required}, found `{found}`")]
    Parameter {
        /// The generator.
        generator: String,
        /// The parameter.
        parameter: &'static str,
        /// What it must be.
        required: &'static str,
        /// What it is.
        found: String,
    },
    /// A generator with a shape of its own, asked for another.
    #[error("the generator makes a tensor of shape {own:?}, asked for was {asked:?}")]
    Shape {
        /// Its shape.
        own: Vec<u64>,
        /// The shape asked for.
        asked: Vec<u64>,
    },
    /// A shape whose points cannot be counted.
    #[error("shape {shape:?} has more than 2^127 points")]
    TooManyPoints {
        /// The shape.
        shape: Vec<u64>,
    },
    /// More entries than there are points.
    #[error("{entries} entries do not fit the {points} points of shape {shape:?}")]
    TooManyEntries {
        /// Entries asked for.
        entries: u64,
        /// Points there are.
        points: u128,
        /// The shape.
        shape: Vec<u64>,
    },
    /// A value beyond the element type.
    #[error("the largest value {value} is out of the range of {dtype}")]
    ValueRange {
        /// The value.
        value: u128,
        /// The element type.
        dtype: Dtype,
    },
    /// Entries that do not fit each other: a fault of the generator.
    #[error("internal error: {0}")]
    Coo(#[from] CooError),
    /// The entries do not fit the memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}
