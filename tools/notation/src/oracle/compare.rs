//! Compares a computed result with an evaluated one.

use std::fmt::{self, Display};

use lacuna_runtime::value::{Dtype, Values};
use thiserror::Error;

use super::evaluation::{Evaluation, Results};

/// How far a computed result is from the evaluated one.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The largest error of an element: relative to the magnitude of the element for floats, the difference for
    /// integers. Infinite where one is nan or infinite and the other is not the same.
    pub largest_error: f64,
    /// The first element with that error; none if there are no elements.
    pub worst: Option<Difference>,
    /// The largest error that is accepted.
    pub tolerance: f64,
    /// Whether all errors are within the tolerance.
    pub ok: bool,
}

/// An element, as evaluated and as computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Where it is.
    pub coordinates: Vec<u64>,
    /// As evaluated, rounded to the element type.
    pub expected: Scalar,
    /// As computed.
    pub found: Scalar,
}

/// A value of some element type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// Of a floating-point type.
    Float(f64),
    /// Of an integer type.
    Integer(i64),
}

impl Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Float(value) => write!(f, "{value:?}"),
            Scalar::Integer(value) => value.fmt(f),
        }
    }
}

/// Why two results cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum CompareError {
    #[error("the computed result must have {expected} elements, found {found}")]
    Length { expected: usize, found: usize },
    #[error("the computed result must have elements of type {expected}, found {found}")]
    Dtype { expected: Dtype, found: Dtype },
}

/// Compares `computed`, dense and row-major, with `evaluation`.
///
/// Accepted is an error of 1e-10 for `f64` and 1e-4 for `f32`, relative to the magnitude of the element, and none for
/// integers. Nan equals nan, an infinity the one of its sign, and what the type cannot hold but as a subnormal equals
/// zero.
pub fn compare(evaluation: &Evaluation, computed: &Values) -> Result<Comparison, CompareError> {
    match (&evaluation.results, computed, evaluation.dtype) {
        (Results::Floats { values, magnitudes }, Values::F64(found), Dtype::F64) => {
            check_length(values.len(), found.len())?;
            let triples = values.iter().zip(magnitudes).zip(found);
            let elements = triples.map(|((&expected, &magnitude), &found)| {
                (
                    float_error(expected, found, magnitude, f64::MIN_POSITIVE),
                    Scalar::Float(expected),
                    Scalar::Float(found),
                )
            });
            Ok(judge(elements, &evaluation.shape, 1e-10))
        }
        (Results::Floats { values, magnitudes }, Values::F32(found), Dtype::F32) => {
            check_length(values.len(), found.len())?;
            let triples = values.iter().zip(magnitudes).zip(found);
            let elements = triples.map(|((&expected, &magnitude), &found)| {
                let (expected, found) = (f64::from(expected as f32), f64::from(found));
                let error = float_error(expected, found, magnitude, f64::from(f32::MIN_POSITIVE));
                (error, Scalar::Float(expected), Scalar::Float(found))
            });
            Ok(judge(elements, &evaluation.shape, 1e-4))
        }
        (Results::Integers(values), Values::I64(found), Dtype::I64) => {
            check_length(values.len(), found.len())?;
            Ok(judge(integer_elements(values, found.iter().copied()), &evaluation.shape, 0.0))
        }
        (Results::Integers(values), Values::I32(found), Dtype::I32) => {
            check_length(values.len(), found.len())?;
            Ok(judge(integer_elements(values, found.iter().map(|&value| value.into())), &evaluation.shape, 0.0))
        }
        _ => Err(CompareError::Dtype { expected: evaluation.dtype, found: computed.dtype() }),
    }
}

fn check_length(expected: usize, found: usize) -> Result<(), CompareError> {
    if expected == found { Ok(()) } else { Err(CompareError::Length { expected, found }) }
}

/// The error of one element; differences up to `negligible` are none.
fn float_error(expected: f64, found: f64, magnitude: f64, negligible: f64) -> f64 {
    if expected == found || (expected.is_nan() && found.is_nan()) {
        return 0.0;
    }
    let difference = (expected - found).abs();
    if difference <= negligible {
        return 0.0;
    }
    let error = difference / magnitude;
    if error.is_nan() || !expected.is_finite() { f64::INFINITY } else { error }
}

fn integer_elements(expected: &[i64], found: impl Iterator<Item = i64>) -> impl Iterator<Item = (f64, Scalar, Scalar)> {
    expected
        .iter()
        .zip(found)
        .map(|(&expected, found)| (expected.abs_diff(found) as f64, Scalar::Integer(expected), Scalar::Integer(found)))
}

fn judge(elements: impl Iterator<Item = (f64, Scalar, Scalar)>, shape: &[u64], tolerance: f64) -> Comparison {
    let mut worst: Option<(usize, (f64, Scalar, Scalar))> = None;
    for (position, element) in elements.enumerate() {
        if worst.as_ref().is_none_or(|(_, (error, ..))| element.0 > *error) {
            worst = Some((position, element));
        }
    }
    let largest_error = worst.map_or(0.0, |(_, (error, ..))| error);
    let worst = worst.map(|(position, (_, expected, found))| Difference {
        coordinates: coordinates(position as u64, shape),
        expected,
        found,
    });
    Comparison { largest_error, worst, tolerance, ok: largest_error <= tolerance }
}

/// The coordinates of a position in a row-major array that is not empty.
fn coordinates(mut position: u64, shape: &[u64]) -> Vec<u64> {
    let mut coordinates = vec![0; shape.len()];
    for (coordinate, &size) in coordinates.iter_mut().zip(shape).rev() {
        *coordinate = position % size.max(1);
        position /= size.max(1);
    }
    coordinates
}
