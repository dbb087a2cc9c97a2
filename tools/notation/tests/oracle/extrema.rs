//! What `max` and `min` mean.

use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::{Complex, Dtype, Values};

use super::common::full;
use super::{floats, refuses, sparse, vector, wrapped};

#[test]
fn minima_and_maxima_take_zero_for_what_is_absent() {
    let operands = [("x", sparse(4, &[0, 1], &[2.0, -3.0])), ("z", sparse(4, &[1, 2], &[-1.0, -5.0]))];
    assert_eq!(floats("y(i) = max(x(i), z(i))", &operands, &[]).0, [2.0, -1.0, 0.0, 0.0]);
    assert_eq!(floats("y(i) = min(x(i), z(i))", &operands, &[]).0, [0.0, -3.0, -5.0, 0.0]);
    assert_eq!(floats("y(i) = min(x(i), 1, -2 * z(i))", &operands, &[]).0, [0.0, -3.0, 0.0, 0.0]);
    assert_eq!(floats("y(i) = max(x(i), 1) * 10", &operands, &[]).0, [20.0, 10.0, 10.0, 10.0]);
    assert_eq!(wrapped("y = max(-100, 127) + min(2, 3)", &[], Dtype::I8), [-127]);
}

#[test]
fn a_variable_of_an_argument_is_summed_over_the_term() {
    let matrix = full(&[2, 3], Values::F64(vec![1.0, 2.0, 9.0, -1.0, -2.0, 5.0]));
    let operands = [("A", matrix), ("x", vector(&[4.0, 0.0]))];
    assert_eq!(floats("y(i) = sum(j, max(A(i,j), x(i)))", &operands, &[]).0, [4.0 + 4.0 + 9.0, 5.0]);
    assert_eq!(floats("y(i) = sum(j, min(A(i,j), x(i))) + x(i)", &operands, &[]).0, [1.0 + 2.0 + 4.0 + 4.0, -3.0]);
    assert_eq!(floats("s = sum(i, j, max(x(i), x(j)))", &operands, &[]).0, [12.0]);
}

#[test]
fn nan_is_the_largest_and_the_smallest() {
    let operands = [("x", vector(&[f64::NAN, 1.0, f64::INFINITY])), ("z", sparse(3, &[1], &[f64::NAN]))];
    for function in ["max", "min"] {
        for arguments in ["x(i), z(i), 2", "2, z(i), x(i)"] {
            let (values, _) = floats(&format!("y(i) = {function}({arguments})"), &operands, &[]);
            assert!(values[0].is_nan() && values[1].is_nan(), "{function}: {values:?}");
            assert_eq!(values[2], if function == "max" { f64::INFINITY } else { 0.0 });
        }
    }
}

#[test]
fn a_negative_zero_is_less_than_zero() {
    let operands = [("x", vector(&[0.0, -0.0])), ("z", vector(&[-0.0, -0.0]))];
    let signs = |text: &str| floats(text, &operands, &[]).0;
    assert_eq!(signs("y(i) = 1 / max(x(i), z(i))"), [f64::INFINITY, f64::NEG_INFINITY]);
    assert_eq!(signs("y(i) = 1 / max(z(i), x(i))"), [f64::INFINITY, f64::NEG_INFINITY]);
    assert_eq!(signs("y(i) = 1 / min(x(i), z(i))"), [f64::NEG_INFINITY; 2]);
    assert_eq!(signs("y(i) = 1 / min(z(i), x(i))"), [f64::NEG_INFINITY; 2]);
}

#[test]
fn zeros_of_absent_entries_and_numbers_are_absent() {
    let x = sparse(3, &[0], &[-3.0]);
    let infinite = vector(&[f64::INFINITY; 3]);
    let operands = [("x", x), ("z", infinite.clone()), ("d", vector(&[0.0; 3]))];
    // Where an entry is there, so is the zero that is chosen instead of it.
    for text in ["max(x(i), 0)", "max(x(i) - 1, 0)", "max(2 * x(i), -1, x(i)) + 1 - 1", "max(x(i), -x(i) / 3 - 1)"] {
        let (values, _) = floats(&format!("y(i) = ({text}) * z(i)"), &operands, &[]);
        assert!(!values[0].is_finite() && values[1..] == [0.0, 0.0], "{text}: {values:?}");
    }
    for text in ["max(x(i), d(i))", "max(x(i) * d(i), d(i))", "max(0, -1)"] {
        let (values, _) = floats(&format!("y(i) = {text} * z(i)"), &operands, &[]);
        assert!(values.iter().all(|value| value.is_nan()), "{text}: {values:?}");
    }
    assert_eq!(floats("y(i) = max(x(i), 2) * z(i)", &operands, &[]).0, [f64::INFINITY; 3]);
}

#[test]
fn an_extremum_errs_by_as_much_as_its_arguments() {
    let operands = [("x", vector(&[1.0])), ("z", vector(&[-8.0]))];
    assert_eq!(floats("y(i) = max(x(i) + 2, z(i), 0)", &operands, &[]), (vec![3.0], vec![8.0]));
    assert_eq!(floats("y(i) = min(x(i) - 2, x(i)) - 1", &operands, &[]), (vec![-2.0], vec![4.0]));
}

#[test]
fn sparse_arguments_of_huge_shapes_are_joined() {
    let size = 1 << 40;
    let entry = |row: u64, column: u64, value: f64| Coo {
        shape: vec![size, size],
        coordinates: vec![vec![row], vec![column]],
        values: Values::F64(vec![value]),
    };
    let operands = [("A", entry(1, size - 1, 7.0)), ("B", entry(size - 1, 1, 3.0))];
    assert_eq!(floats("s = sum(i, j, max(A(i,j), B(i,j)))", &operands, &[]).0, [10.0]);
    assert_eq!(floats("s = sum(i, j, min(A(i,j), 5))", &operands, &[]).0, [5.0]);
    assert_eq!(floats("s = sum(i, j, max(A(i,j) - 2, B(i,j) - 2, 0))", &operands, &[]).0, [6.0]);
    assert_eq!(
        floats("s = sum(i, j, min(max(A(i,j), -1), 4)) - sum(i, j, max(B(i,j) * A(j,i), 0))", &operands, &[]).0,
        [4.0 - 21.0]
    );
    let message = "`max(A(i,j), 1)` must take at most 1.0e10 points to be evaluated, it takes about 1.2e24";
    refuses("s = sum(i, j, max(A(i,j), 1))", &operands, &[], Dtype::F64, message);
}

#[test]
fn complex_numbers_have_no_order() {
    let one = || full(&[1], Values::Complex128(vec![Complex::new(1.0, 0.0)]));
    let message = "column 12: `max` needs values that have an order, those of type complex128 have none";
    refuses("y(i) = 2 + max(x(i), 1)", &[("x", one())], &[], Dtype::Complex128, message);
}
