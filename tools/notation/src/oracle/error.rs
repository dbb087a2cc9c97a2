//! Why an assignment cannot be evaluated.

use lacuna_runtime::value::Dtype;
use thiserror::Error;

use crate::error::NotationError;

/// Why an assignment cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum OracleError {
    #[error("the value of tensor `{tensor}` is needed but not given")]
    MissingOperand { tensor: String },
    #[error(transparent)]
    Notation(#[from] NotationError),
    #[error("tensor `{tensor}` has {dimensions} dimensions, but {arrays} coordinate arrays")]
    CoordinateArrays { tensor: String, dimensions: usize, arrays: usize },
    #[error("tensor `{tensor}` has {values} values, but {coordinates} coordinates in dimension {dimension}")]
    CoordinateCount { tensor: String, dimension: usize, values: usize, coordinates: usize },
    #[error("tensor `{tensor}` has a coordinate {coordinate} in dimension {dimension}, which has size {size}")]
    CoordinateOutOfRange { tensor: String, dimension: usize, coordinate: u64, size: u64 },
    #[error("tensor `{tensor}` has the value {value}, which is not of type {dtype}")]
    ValueOutOfType { tensor: String, value: String, dtype: Dtype },
    #[error("the number {number} is not of type {dtype}")]
    NumberOutOfType { number: String, dtype: Dtype },
    #[error("the size of `{variable}` is not known")]
    UnknownVariable { variable: String },
    #[error("integer division by zero in `{term}` at {}", point(variables, coordinates))]
    DivisionByZero { term: String, variables: Vec<String>, coordinates: Vec<i64> },
    #[error("`{what}` must be evaluated at each of its {found} points, but at most {limit} are evaluated one by one")]
    EveryPoint { what: String, limit: u128, found: u128 },
    #[error("`{term}` has values at more than {limit} of its {places} points; the oracle evaluates at most {limit}")]
    TooManyElements { term: String, limit: usize, places: u128 },
    #[error("tensor `{tensor}` of shape {shape:?} has more places than can be counted in 128 bits")]
    OperandTooLarge { tensor: String, shape: Vec<u64> },
    #[error("subscripts of `{tensor}` can exceed {limit}", limit = i64::MAX)]
    SubscriptTooLarge { tensor: String },
    #[error("the size of `{variable}` must be at most {limit}, it is {size}", limit = i64::MAX)]
    SizeTooLarge { variable: String, size: u64 },
    #[error("`{term}` must take at most {limit:.1e} points to be evaluated, it takes about {found:.1e}")]
    TooManyPoints { term: String, limit: f64, found: f64 },
    #[error("`{term}` must be present in at most {limit} combinations of its tensors, found more")]
    TooManySupports { term: String, limit: usize },
}

/// `i = 3, j = 0`
fn point(variables: &[String], coordinates: &[i64]) -> String {
    let pairs = variables.iter().zip(coordinates);
    pairs.map(|(variable, coordinate)| format!("{variable} = {coordinate}")).collect::<Vec<_>>().join(", ")
}
