//! What counts as equal, and what a difference is reported as.

use lacuna_notation::oracle::{
    CompareError, Comparison, Difference, Evaluation, Found, Places, Results, Scalar, compare,
};
use lacuna_runtime::value::{Complex, Dtype, Scalar as Value, Values};

fn compare_every(evaluation: &Evaluation, values: &Values) -> Result<Comparison, CompareError> {
    compare(evaluation, Found::every(values))
}

fn floats(dtype: Dtype, elements: &[(f64, f64)]) -> Evaluation {
    let (values, magnitudes): (Vec<f64>, Vec<f64>) = elements.iter().copied().unzip();
    Evaluation {
        shape: vec![values.len() as u64],
        dtype,
        places: Places::Every,
        results: Results::Floats { values, magnitudes },
    }
}

fn integers(dtype: Dtype, shape: &[u64], values: &[i64]) -> Evaluation {
    Evaluation { shape: shape.to_vec(), dtype, places: Places::Every, results: Results::Integers(values.to_vec()) }
}

fn of_one(dtype: Dtype, expected: f64, magnitude: f64, found: f64) -> Comparison {
    let found = if dtype == Dtype::F32 { Values::F32(vec![found as f32]) } else { Values::F64(vec![found]) };
    compare_every(&floats(dtype, &[(expected, magnitude)]), &found).unwrap()
}

#[test]
fn errors_are_relative_to_the_magnitude() {
    let comparison = of_one(Dtype::F64, 1e-9, 100.0, 3e-9);
    assert!(comparison.ok);
    assert!((comparison.largest_error - 2e-11).abs() < 1e-20);
    assert_eq!(comparison.tolerance, 1e-10);
    assert!(!of_one(Dtype::F64, 1e-9, 1.0, 3e-9).ok);
    assert!(of_one(Dtype::F32, 1.0, 1.0, 1.00005).ok);
    assert!(!of_one(Dtype::F32, 1.0, 1.0, 1.0002).ok);
}

#[test]
fn names_the_worst_element() {
    let evaluation = Evaluation {
        shape: vec![2, 3],
        ..floats(Dtype::F64, &[(1.0, 1.0), (2.0, 2.0), (3.0, 3.0), (4.0, 4.0), (5.0, 5.0), (6.0, 6.0)])
    };
    let comparison = compare_every(&evaluation, &Values::F64(vec![1.0, 2.5, 3.0, 4.0, 8.0, 6.0])).unwrap();
    let worst = Difference { coordinates: vec![1, 1], expected: Scalar::Float(5.0), found: Scalar::Float(8.0) };
    assert_eq!(comparison.worst, Some(worst));
    assert_eq!((comparison.largest_error, comparison.ok), (0.6, false));
}

#[test]
fn nan_and_infinity_equal_only_themselves() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    for dtype in [Dtype::F64, Dtype::F32] {
        assert!(of_one(dtype, nan, nan, nan).ok);
        assert!(of_one(dtype, inf, inf, inf).ok);
        assert!(of_one(dtype, -inf, inf, -inf).ok);
        for (expected, found) in [(nan, 1.0), (1.0, nan), (inf, -inf), (inf, 1.0), (1.0, inf), (inf, nan), (nan, inf)] {
            let comparison = of_one(dtype, expected, expected.abs(), found);
            assert_eq!((comparison.ok, comparison.largest_error), (false, inf), "{expected} and {found}");
        }
    }
}

#[test]
fn allows_what_the_type_cannot_hold() {
    assert!(of_one(Dtype::F32, 1e300, 1e300, f64::INFINITY).ok, "overflow");
    assert!(of_one(Dtype::F32, 1e-50, 1e-50, 0.0).ok, "underflow");
    assert!(of_one(Dtype::F64, 1e-310, 1e-310, 0.0).ok, "flushed subnormal");
    assert!(!of_one(Dtype::F64, 1e-300, 1e-300, 0.0).ok);
    assert!(!of_one(Dtype::F64, 0.0, 0.0, 1e-300).ok);
}

fn of_complex(dtype: Dtype, expected: Complex<f64>, magnitude: f64, found: Complex<f64>) -> Comparison {
    let results = Results::Complex { values: vec![expected], magnitudes: vec![magnitude] };
    let found = match dtype {
        Dtype::Complex64 => Values::Complex64(vec![Complex::new(found.re as f32, found.im as f32)]),
        _ => Values::Complex128(vec![found]),
    };
    compare_every(&Evaluation { shape: vec![], dtype, places: Places::Every, results }, &found).unwrap()
}

#[test]
fn complex_numbers_are_compared_as_one() {
    let (one, zero) = (Complex::new(3.0, 4.0), Complex::new(0.0, 0.0));
    let comparison = of_complex(Dtype::Complex128, one, 5.0, Complex::new(3.0, 4.5));
    assert_eq!((comparison.ok, comparison.largest_error, comparison.tolerance), (false, 0.1, 1e-10));
    assert_eq!(comparison.worst.unwrap().expected.to_string(), "3.0+4.0i");
    // A part that is wrong altogether is small beside the other.
    assert!(of_complex(Dtype::Complex128, Complex::new(1.0, 0.0), 1.0, Complex::new(1.0, 1e-12)).ok);
    assert!(of_complex(Dtype::Complex64, Complex::new(0.1, 0.0), 0.1, Complex::new(0.1, 0.0)).ok);
    assert!(!of_complex(Dtype::Complex64, zero, 0.0, Complex::new(0.0, 1e-30)).ok);
    let (infinite, nan) = (Complex::new(f64::INFINITY, 1.0), Complex::new(0.0, f64::NAN));
    assert!(of_complex(Dtype::Complex128, infinite, f64::INFINITY, nan).ok);
    assert!(!of_complex(Dtype::Complex128, infinite, f64::INFINITY, one).ok);
    assert!(!of_complex(Dtype::Complex128, one, 5.0, nan).ok);
}

#[test]
fn integers_are_exact() {
    let evaluation = integers(Dtype::I64, &[2], &[1, i64::MAX]);
    assert!(compare_every(&evaluation, &Values::I64(vec![1, i64::MAX])).unwrap().ok);
    let comparison = compare_every(&evaluation, &Values::I64(vec![1, i64::MAX - 1])).unwrap();
    assert_eq!((comparison.ok, comparison.largest_error, comparison.tolerance), (false, 1.0, 0.0));
    assert_eq!(comparison.worst.unwrap().expected.to_string(), "9223372036854775807");
    assert!(compare_every(&integers(Dtype::I32, &[1], &[-5]), &Values::I32(vec![-5])).unwrap().ok);
    assert!(!compare_every(&integers(Dtype::I32, &[1], &[-5]), &Values::I32(vec![5])).unwrap().ok);
}

#[test]
fn nothing_equals_nothing() {
    let comparison = compare_every(&integers(Dtype::I64, &[0, 5], &[]), &Values::I64(vec![])).unwrap();
    assert_eq!(comparison, Comparison { largest_error: 0.0, worst: None, tolerance: 0.0, ok: true });
    let scalar = compare_every(&integers(Dtype::I64, &[], &[3]), &Values::I64(vec![3])).unwrap();
    assert_eq!(scalar.worst.map(|worst| worst.coordinates), Some(vec![]));
}

#[test]
fn refuses_what_cannot_be_compared() {
    let error = compare_every(&integers(Dtype::I64, &[1], &[3]), &Values::I64(vec![])).unwrap_err();
    assert_eq!(error.to_string(), "the computed result must have 1 elements, found 0");
    for (dtype, found) in
        [(Dtype::I64, Values::I32(vec![3])), (Dtype::I32, Values::I64(vec![3])), (Dtype::I64, Values::F64(vec![3.0]))]
    {
        let error = compare_every(&integers(dtype, &[1], &[3]), &found).unwrap_err();
        assert_eq!(error, CompareError::Dtype { expected: dtype, found: found.dtype() });
    }
    let error = compare_every(&floats(Dtype::F32, &[(1.0, 1.0)]), &Values::F64(vec![1.0])).unwrap_err();
    assert_eq!(error.to_string(), "the computed result must have elements of type f32, found f64");
}

/// A tensor of 10^6 x 10^6 points, with values of its own at some places.
fn listed(places: &[u128], values: &[i64], elsewhere: i64) -> Evaluation {
    let elements = values.iter().copied().chain([elsewhere]).collect();
    let places = Places::Listed(places.to_vec());
    Evaluation { places, results: Results::Integers(elements), ..integers(Dtype::I64, &[1_000_000; 2], &[]) }
}

#[test]
fn lists_of_elements_are_compared_at_the_places_of_either() {
    let evaluation = listed(&[3, 5_000_007], &[10, 20], 0);
    let worst = |places: &[u128], values: &[i64], elsewhere| {
        let found = Values::I64(values.to_vec());
        let comparison = compare(&evaluation, Found::listed(places, &found, Value::I64(elsewhere))).unwrap();
        assert_eq!(comparison.ok, comparison.largest_error == 0.0);
        comparison.worst.filter(|_| !comparison.ok).map(|worst| (worst.coordinates, worst.found))
    };
    assert_eq!(worst(&[3, 5_000_007], &[10, 20], 0), None);
    assert_eq!(worst(&[3, 4, 5_000_007], &[10, 0, 20], 0), None);
    assert_eq!(worst(&[3, 5_000_007], &[10, 21], 0), Some((vec![5, 7], Scalar::Integer(21))));
    assert_eq!(worst(&[5_000_007], &[20], 0), Some((vec![0, 3], Scalar::Integer(0))));
    assert_eq!(worst(&[3, 5_000_007, 999_999_999_999], &[10, 20, 1], 0), Some((vec![999_999; 2], Scalar::Integer(1))));
    // Where neither has an element, all places are alike.
    assert_eq!(worst(&[0, 3, 5_000_007], &[0, 10, 20], 7), Some((vec![0, 1], Scalar::Integer(7))));
    let nothing = Values::I64(vec![]);
    let error = compare(&evaluation, Found::every(&nothing)).unwrap_err();
    assert_eq!(error, CompareError::Length { expected: 1_000_000_000_000, found: 0 });
}

#[test]
fn a_list_is_compared_with_every_element() {
    let evaluation = Evaluation { shape: vec![2, 2], ..listed(&[1], &[5], 0) };
    assert!(compare_every(&evaluation, &Values::I64(vec![0, 5, 0, 0])).unwrap().ok);
    let comparison = compare_every(&evaluation, &Values::I64(vec![0, 5, 0, 2])).unwrap();
    assert_eq!(comparison.worst.unwrap().coordinates, [1, 1]);
    let every = integers(Dtype::I64, &[2, 2], &[0, 5, 0, 0]);
    let five = Values::I64(vec![5]);
    assert!(compare(&every, Found::listed(&[1], &five, Value::I64(0))).unwrap().ok);
    assert!(!compare(&every, Found::listed(&[2], &five, Value::I64(0))).unwrap().ok);
}
