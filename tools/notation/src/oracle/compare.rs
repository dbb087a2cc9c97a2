//! Compares a computed result with an evaluated one.

use std::fmt::{self, Display};

use lacuna_runtime::value::{Complex, Dtype, Scalar as Value, Values};
use thiserror::Error;

use super::evaluation::{Evaluation, Places, Results};
use super::operand::strides;
use super::pairs::{Pair, Pairs};

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
    /// Of a complex type.
    Complex(Complex<f64>),
    /// Of an integer type.
    Integer(i64),
}

impl Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Float(value) => write!(f, "{value:?}"),
            Scalar::Complex(value) => value.fmt(f),
            Scalar::Integer(value) => value.fmt(f),
        }
    }
}

/// Why two results cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum CompareError {
    #[error("the computed result must have {expected} elements, found {found}")]
    Length { expected: u128, found: u128 },
    #[error("the computed result must have elements of type {expected}, found {found}")]
    Dtype { expected: Dtype, found: Dtype },
}

/// What was computed.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The places of the values, in order.
    places: Option<&'a [u128]>,
    values: &'a Values,
    /// The value of all other places.
    elsewhere: Value,
}

impl<'a> Found<'a> {
    /// The value of every place, in row-major order.
    pub fn every(values: &'a Values) -> Self {
        Self { places: None, values, elsewhere: Value::from_bits(0, values.dtype()) }
    }

    /// A value for each of some places, by their numbers in row-major order, each once and in order, and that of all others.
    pub fn listed(places: &'a [u128], values: &'a Values, elsewhere: Value) -> Self {
        Self { places: Some(places), values, elsewhere }
    }
}

/// Compares what was computed with `evaluation`.
///
/// Accepted is an error of 1e-10 for `f64` and 1e-4 for `f32`, relative to the magnitude of the element, and none for
/// integers. Nan equals nan, an infinity the one of its sign, and what the type cannot hold but as a subnormal equals
/// zero.
///
/// Complex numbers are compared as one value, not part by part, with the tolerance of their parts. One with a part that is
/// infinite or nan equals every other such: which parts are depends on how products and quotients are computed.
pub fn compare(evaluation: &Evaluation, computed: Found<'_>) -> Result<Comparison, CompareError> {
    if evaluation.dtype != computed.values.dtype() {
        return Err(CompareError::Dtype { expected: evaluation.dtype, found: computed.values.dtype() });
    }
    let listed = match &evaluation.places {
        Places::Every => None,
        Places::Listed(places) => Some(places.as_slice()),
    };
    let expected = match listed {
        None => evaluation.results.len() as u128,
        Some(_) => strides(&evaluation.shape).map_or(u128::MAX, |(_, places)| places),
    };
    let found = computed.places.map_or(computed.values.len() as u128, |_| expected);
    if expected != found {
        return Err(CompareError::Length { expected, found });
    }
    let tolerance = match evaluation.dtype {
        Dtype::F64 | Dtype::Complex128 => 1e-10,
        Dtype::F32 | Dtype::Complex64 => 1e-4,
        Dtype::I64 | Dtype::I32 | Dtype::I16 | Dtype::I8 => 0.0,
    };
    let values = computed.values;
    let elements = Pairs::new(listed, computed.places, expected).map(|Pair { place, expected, found }| {
        // The element of places that are not listed stands last.
        let expected = expected.unwrap_or(evaluation.results.len() - 1);
        let found = found.and_then(|found| values.get(found)).unwrap_or(computed.elsewhere);
        (place, difference(&evaluation.results, expected, found))
    });
    Ok(judge(elements, &evaluation.shape, tolerance))
}

/// The error of one element, and the element as evaluated and as computed.
fn difference(results: &Results, element: usize, found: Value) -> (f64, Scalar, Scalar) {
    let of_floats = |expected: f64, found: f64, least: f64| {
        let magnitude = results.magnitude(element);
        (float_error(expected, found, magnitude, least), Scalar::Float(expected), Scalar::Float(found))
    };
    let of_complex = |expected: Complex<f64>, found: Complex<f64>, least: f64| {
        let magnitude = results.magnitude(element);
        (complex_error(expected, found, magnitude, least), Scalar::Complex(expected), Scalar::Complex(found))
    };
    match (results, found) {
        (Results::Floats { values, .. }, Value::F64(found)) => of_floats(values[element], found, f64::MIN_POSITIVE),
        (Results::Floats { values, .. }, Value::F32(found)) => {
            of_floats(f64::from(values[element] as f32), found.into(), f32::MIN_POSITIVE.into())
        }
        (Results::Complex { values, .. }, Value::Complex128(found)) => {
            of_complex(values[element], found, f64::MIN_POSITIVE)
        }
        (Results::Complex { values, .. }, Value::Complex64(found)) => {
            let Complex { re, im } = values[element];
            let expected = Complex::new(f64::from(re as f32), f64::from(im as f32));
            of_complex(expected, Complex::new(found.re.into(), found.im.into()), f32::MIN_POSITIVE.into())
        }
        (Results::Integers(values), Value::I64(found)) => integer_error(values[element], found),
        (Results::Integers(values), Value::I32(found)) => integer_error(values[element], found.into()),
        (Results::Integers(values), Value::I16(found)) => integer_error(values[element], found.into()),
        (Results::Integers(values), Value::I8(found)) => integer_error(values[element], found.into()),
        // Results are of the kind of their type, which is that of what was found.
        _ => (f64::INFINITY, Scalar::Float(f64::NAN), Scalar::Float(f64::NAN)),
    }
}

/// The error of one element; differences up to `negligible` are none.
fn float_error(expected: f64, found: f64, magnitude: f64, negligible: f64) -> f64 {
    if expected == found || (expected.is_nan() && found.is_nan()) || (magnitude.is_nan() && !expected.is_nan()) {
        return 0.0;
    }
    let difference = (expected - found).abs();
    if difference <= negligible {
        return 0.0;
    }
    let error = difference / magnitude;
    if error.is_nan() || !expected.is_finite() { f64::INFINITY } else { error }
}

fn complex_error(expected: Complex<f64>, found: Complex<f64>, magnitude: f64, negligible: f64) -> f64 {
    let is_finite = |value: Complex<f64>| value.re.is_finite() && value.im.is_finite();
    match (is_finite(expected), is_finite(found)) {
        (true, _) if magnitude.is_nan() => 0.0,
        (false, false) => 0.0,
        (true, true) => float_error(0.0, (expected.re - found.re).hypot(expected.im - found.im), magnitude, negligible),
        _ => f64::INFINITY,
    }
}

fn integer_error(expected: i64, found: i64) -> (f64, Scalar, Scalar) {
    (expected.abs_diff(found) as f64, Scalar::Integer(expected), Scalar::Integer(found))
}

fn judge(elements: impl Iterator<Item = (u128, (f64, Scalar, Scalar))>, shape: &[u64], tolerance: f64) -> Comparison {
    let mut worst: Option<(u128, (f64, Scalar, Scalar))> = None;
    for (position, element) in elements {
        if worst.as_ref().is_none_or(|(_, (error, ..))| element.0 > *error) {
            worst = Some((position, element));
        }
    }
    let largest_error = worst.map_or(0.0, |(_, (error, ..))| error);
    let worst = worst.map(|(position, (_, expected, found))| Difference {
        coordinates: coordinates(position, shape),
        expected,
        found,
    });
    Comparison { largest_error, worst, tolerance, ok: largest_error <= tolerance }
}

/// The coordinates of a position in a row-major array that is not empty.
fn coordinates(mut position: u128, shape: &[u64]) -> Vec<u64> {
    let mut coordinates = vec![0; shape.len()];
    for (coordinate, &size) in coordinates.iter_mut().zip(shape).rev() {
        let size = u128::from(size.max(1));
        *coordinate = (position % size) as u64;
        position /= size;
    }
    coordinates
}
