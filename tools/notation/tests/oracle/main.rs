//! What the oracle means where that is not obvious, and what it refuses.

#[path = "../common/mod.rs"]
mod common;
mod extrema;

use std::collections::BTreeMap;

use common::{Random, full};
use lacuna_notation::ast::ExprKind;
use lacuna_notation::oracle::{
    Evaluation, Found, Inputs, OracleError, Reading, Results, compare, evaluate, evaluate_program, readings,
};
use lacuna_notation::{parse, parse_program};
use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::{Complex, Dtype, Values};

fn named<T: Clone>(entries: &[(&str, T)]) -> BTreeMap<String, T> {
    entries.iter().map(|(name, value)| (name.to_string(), value.clone())).collect()
}

fn vector(values: &[f64]) -> Coo {
    full(&[values.len() as u64], Values::F64(values.to_vec()))
}

fn integers(values: &[i64]) -> Coo {
    full(&[values.len() as u64], Values::I64(values.to_vec()))
}

/// A vector with a few entries.
fn sparse(size: u64, coordinates: &[u64], values: &[f64]) -> Coo {
    Coo { shape: vec![size], coordinates: vec![coordinates.to_vec()], values: Values::F64(values.to_vec()) }
}

fn scalar(value: f64) -> Coo {
    Coo { shape: vec![], coordinates: vec![], values: Values::F64(vec![value]) }
}

fn try_run(
    text: &str,
    operands: &[(&str, Coo)],
    sizes: &[(&str, u64)],
    dtype: Dtype,
) -> Result<Evaluation, OracleError> {
    evaluate(&parse(text).unwrap(), &named(operands), &named(sizes), dtype)
}

#[track_caller]
fn floats(text: &str, operands: &[(&str, Coo)], sizes: &[(&str, u64)]) -> (Vec<f64>, Vec<f64>) {
    match try_run(text, operands, sizes, Dtype::F64).unwrap().results {
        Results::Floats { values, magnitudes } => (values, magnitudes),
        _ => panic!("floats are evaluated to floats"),
    }
}

#[track_caller]
fn wrapped(text: &str, operands: &[(&str, Coo)], dtype: Dtype) -> Vec<i64> {
    match try_run(text, operands, &[], dtype).unwrap().results {
        Results::Integers(values) => values,
        _ => panic!("integers are evaluated to integers"),
    }
}

#[track_caller]
fn refuses(text: &str, operands: &[(&str, Coo)], sizes: &[(&str, u64)], dtype: Dtype, message: &str) {
    assert_eq!(try_run(text, operands, sizes, dtype).unwrap_err().to_string(), message);
}

/// What a program of one statement computes.
fn evaluate_reading(
    program: &lacuna_notation::ast::Program,
    operands: &BTreeMap<String, Coo>,
    reading: &Reading,
) -> Result<Evaluation, OracleError> {
    let inputs = Inputs { operands, sizes: &[], dtype: Dtype::F64, kept: &BTreeMap::new(), fills: None };
    let target = &program.statements.last().expect("a program has statements").target.tensor;
    evaluate_program(program, inputs, reading).map(|mut results| results.remove(target).expect("it is assigned"))
}

#[test]
fn magnitude_is_the_sum_of_absolute_values() {
    let x = vector(&[1.0, -2.0, 4.0]);
    assert_eq!(floats("s = x(i) * 3 - 5", &[("x", x)], &[]), (vec![4.0], vec![26.0]));
    // Entries that add up count one by one.
    let x = sparse(2, &[1, 1, 1], &[3.0, -2.0, -1.0]);
    assert_eq!(floats("y(i) = x(i)", &[("x", x)], &[]), (vec![0.0, 0.0], vec![0.0, 6.0]));
    // The cancellation in a divisor counts.
    let operands = [("a", scalar(4.0)), ("b", scalar(3.0))];
    assert_eq!(floats("s = 2 / (a - b)", &operands, &[]), (vec![2.0], vec![14.0]));
}

#[test]
fn absent_entries_annihilate_infinity_and_nan() {
    let x = sparse(4, &[0, 1], &[2.0, 0.0]);
    let z = vector(&[1.0, f64::INFINITY, f64::INFINITY, f64::NAN]);
    let (values, _) = floats("y(i) = x(i) * z(i)", &[("x", x.clone()), ("z", z.clone())], &[]);
    assert_eq!((values[0], values[2], values[3]), (2.0, 0.0, 0.0));
    assert!(values[1].is_nan(), "a stored zero does not annihilate");
    // Only the factor that is absent is left out of the sum.
    let w = sparse(4, &[3], &[5.0]);
    let operands = [("x", x.clone()), ("w", w), ("z", z.clone())];
    let (values, _) = floats("y(i) = (x(i) + w(i)) * z(i)", &operands, &[]);
    assert_eq!((values[0], values[2]), (2.0, 0.0));
    assert!(values[3].is_nan());
    let (values, _) = floats("y(i) = x(i) / z(i)", &[("x", x), ("z", z)], &[]);
    assert_eq!(values, [2.0, 0.0, 0.0, 0.0]);
}

#[test]
fn division_by_absent_is_division_by_zero() {
    let operands = [("x", vector(&[1.0, -1.0, 0.0])), ("z", sparse(3, &[], &[]))];
    let (values, _) = floats("y(i) = x(i) / z(i)", &operands, &[]);
    assert_eq!(values[..2], [f64::INFINITY, f64::NEG_INFINITY]);
    assert!(values[2].is_nan());
    assert_eq!(floats("y = 1 / 0", &[], &[]).0, [f64::INFINITY]);
}

#[test]
fn f32_operands_are_rounded_first() {
    let operands = [("x", vector(&[0.1])), ("z", full(&[1], Values::F32(vec![0.1])))];
    let evaluation = try_run("y(i) = x(i) - z(i) + 0.1", &operands, &[], Dtype::F32).unwrap();
    let Results::Floats { values, .. } = evaluation.results else { panic!("f32 is a float") };
    assert_eq!(values, [f64::from(0.1f32)]);
}

#[test]
fn integers_wrap_and_truncate() {
    let big = [("x", integers(&[i64::MAX])), ("z", integers(&[2]))];
    assert_eq!(wrapped("y(i) = x(i) * z(i)", &big, Dtype::I64), [-2]);
    let big = [("x", integers(&[i64::from(i32::MAX), -7])), ("z", integers(&[1, 0]))];
    assert_eq!(wrapped("y(i) = x(i) + z(i)", &big, Dtype::I32), [i64::from(i32::MIN), -7]);
    assert_eq!(wrapped("y(i) = x(i) + z(i)", &big, Dtype::I64), [1 << 31, -7]);
    assert_eq!(wrapped("y(i) = (x(i) + 7 * z(i)) / 2", &big, Dtype::I64)[1], -3);
    // Left to right: a quotient is not multiplied out.
    assert_eq!(wrapped("y(i) = x(i) / 2 * 2", &big, Dtype::I64)[1], -6);
    assert_eq!(wrapped("y(i) = (x(i) - 1) / 2 - z(i)", &big, Dtype::I64)[1], -4);
    let smallest = [("x", integers(&[i64::MIN])), ("z", integers(&[-1]))];
    assert_eq!(wrapped("y(i) = x(i) / z(i)", &smallest, Dtype::I64), [i64::MIN]);
    let smallest = [("x", integers(&[i32::MIN.into()])), ("z", integers(&[-1]))];
    assert_eq!(wrapped("y(i) = x(i) / z(i)", &smallest, Dtype::I32), [i64::from(i32::MIN)]);
    // Floats that are integers are as good.
    assert_eq!(wrapped("y(i) = x(i) * 2.0", &[("x", vector(&[3.0]))], Dtype::I32), [6]);
}

#[test]
fn integer_division_by_zero_is_refused_only_where_it_happens() {
    let x = Coo { shape: vec![3], coordinates: vec![vec![1]], values: Values::I64(vec![5]) };
    let operands = |divisors: &[i64]| [("x", x.clone()), ("z", integers(divisors))];
    assert_eq!(wrapped("y(i) = x(i) / z(i)", &operands(&[0, 2, 0]), Dtype::I64), [0, 2, 0]);
    assert_eq!(wrapped("y(i) = 1 / z(i) * x(i)", &operands(&[0, 1, 0]), Dtype::I64), [0, 5, 0]);
    let message = "integer division by zero in `A(j) * x(i) / z(i)` at i = 1, j = 0";
    let with_a = [("x", x.clone()), ("z", integers(&[0, 0, 0])), ("A", integers(&[1, 1]))];
    refuses("y(i) = A(j) * x(i) / z(i)", &with_a, &[], Dtype::I64, message);
    let absent = Coo { shape: vec![3], coordinates: vec![vec![0]], values: Values::I64(vec![1]) };
    let message = "integer division by zero in `x(i) / z(i)` at i = 1";
    refuses("y(i) = x(i) / z(i)", &[("x", x), ("z", absent)], &[], Dtype::I32, message);
}

#[test]
fn orders_zero_and_sizes_zero() {
    assert_eq!(floats("s = a * b() + 1", &[("a", scalar(2.0)), ("b", scalar(3.0))], &[]), (vec![7.0], vec![7.0]));
    let nothing = Coo { values: Values::F64(vec![]), ..scalar(0.0) };
    assert_eq!(floats("s = a * b", &[("a", nothing.clone()), ("b", scalar(f64::NAN))], &[]).0, [0.0]);
    let twice = Coo { values: Values::F64(vec![1.5, 2.0]), ..scalar(0.0) };
    assert_eq!(floats("s = a", &[("a", twice)], &[]).0, [3.5]);
    assert_eq!(floats("y(i) = a", &[("a", scalar(2.0))], &[("i", 3)]).0, [2.0; 3]);
    let evaluation = try_run("y(i,j) = a", &[("a", nothing)], &[("i", 0), ("j", 1 << 62)], Dtype::F64).unwrap();
    assert_eq!((evaluation.shape.as_slice(), evaluation.results.len()), ([0, 1 << 62].as_slice(), 0));
    // A sum over nothing is zero, whatever else there is.
    assert_eq!(floats("s = x(i) + 1", &[("x", vector(&[]))], &[]).0, [1.0]);
    assert_eq!(floats("s = x(i) * (1 + 1)", &[("x", vector(&[]))], &[]).0, [0.0]);
}

#[test]
fn accumulates_onto_the_old_value() {
    let operands = [("y", sparse(3, &[1, 1], &[1.0, 2.0])), ("x", vector(&[10.0, 20.0, 30.0]))];
    assert_eq!(floats("y(i) += x(i)", &operands, &[]).0, [10.0, 23.0, 30.0]);
    assert_eq!(floats("y(i) = x(i)", &operands, &[]).0, [10.0, 20.0, 30.0]);
    let operands = [("C", full(&[2, 2], Values::F64(vec![1.0, 2.0, 3.0, 4.0]))), ("x", vector(&[1.0, 2.0]))];
    assert_eq!(floats("C(i,j) += x(i) * x(j)", &operands, &[]).0, [2.0, 4.0, 5.0, 8.0]);
}

#[test]
fn many_rows_are_cut_and_put_together() {
    let mut random = Random(5);
    let (rows, columns) = (700, 300);
    let matrix = random.tensor(&[columns, rows], 7);
    let x = random.tensor(&[columns], 100);
    let (Values::I64(entries), Values::I64(factors)) = (&matrix.values, &x.values) else { panic!() };
    let mut expected = vec![0; rows as usize];
    for (entry, value) in entries.iter().enumerate() {
        let (column, row) = (matrix.coordinates[0][entry], matrix.coordinates[1][entry]);
        expected[row as usize] += value * factors[column as usize];
    }
    let operands = [("A", matrix.clone()), ("x", x.clone())];
    assert_eq!(wrapped("y(i) = A(j,i) * x(j)", &operands, Dtype::I64), expected);
    let expected: i64 = expected.iter().sum();
    assert_eq!(wrapped("s = A(j,i) * x(j)", &operands, Dtype::I64), [expected]);
}

#[test]
fn sparse_operands_of_huge_shapes_are_joined() {
    let size = 1 << 40;
    let entries = |row: u64, column: u64, value: f64| Coo {
        shape: vec![size, size],
        coordinates: vec![vec![row], vec![column]],
        values: Values::F64(vec![value]),
    };
    let operands = [("A", entries(1, size - 1, 2.0)), ("B", entries(size - 1, 1, 3.0))];
    assert_eq!(floats("s = A(i,j) * B(j,k)", &operands, &[]).0, [6.0]);
    assert_eq!(floats("s = A(i,j) * B(k,i)", &operands, &[]).0, [6.0]);
    assert_eq!(floats("s = A(i,j) * B(i,k)", &operands, &[]).0, [0.0]);
}

#[test]
fn refuses_bad_operands() {
    let x = || vector(&[1.0, 2.0]);
    refuses("y(i) = x(i) * z(i)", &[("x", x())], &[], Dtype::F64, "the value of tensor `z` is needed but not given");
    refuses("y(i) += x(i)", &[("x", x())], &[], Dtype::F64, "the value of tensor `y` is needed but not given");
    let message = "column 15: the size of `i` is 2 in dimension 0 of `x`, but 1 in dimension 0 of `z`";
    refuses("y(i) = x(i)*z(i)", &[("x", x()), ("z", vector(&[1.0]))], &[], Dtype::F64, message);
    let message = "column 10: subscript `i + 1` of `x` reaches from 1 to 3, but dimension 0 has size 2; the size of `i` is 3 \
                   in the sizes given";
    refuses("y(i) = x(i+1)", &[("x", x())], &[("i", 3)], Dtype::F64, message);
    let bad = Coo { coordinates: vec![], ..x() };
    refuses("y(i) = x(i)", &[("x", bad)], &[], Dtype::F64, "tensor `x` has 1 dimensions, but 0 coordinate arrays");
    let bad = Coo { coordinates: vec![vec![0]], ..x() };
    let message = "tensor `x` has 2 values, but 1 coordinates in dimension 0";
    refuses("y(i) = x(i)", &[("x", bad)], &[], Dtype::F64, message);
    let bad = Coo { coordinates: vec![vec![0, 2]], ..x() };
    let message = "tensor `x` has a coordinate 2 in dimension 0, which has size 2";
    refuses("y(i) = x(i)", &[("x", bad)], &[], Dtype::F64, message);
}

#[test]
fn refuses_values_outside_the_type() {
    let half = [("x", vector(&[1.0, 2.5]))];
    refuses("y(i) = x(i)", &half, &[], Dtype::I64, "tensor `x` has the value 2.5, which is not of type i64");
    for value in [9223372036854775808.0, f64::NAN, f64::INFINITY] {
        assert!(try_run("y(i) = x(i)", &[("x", vector(&[value]))], &[], Dtype::I64).is_err());
    }
    let big = [("x", integers(&[1 << 31]))];
    refuses("y(i) = x(i)", &big, &[], Dtype::I32, "tensor `x` has the value 2147483648, which is not of type i32");
    refuses(
        "y = 2i",
        &[],
        &[],
        Dtype::F64,
        "column 5: the number 2.0i is not of type f64; --dtype complex128 has such numbers",
    );
    let message = "column 8: `sqrt` needs values with fractions, those of type i32 are whole; choose another --dtype";
    refuses("y(i) = sqrt(x(i))", &[("x", integers(&[4]))], &[], Dtype::I32, message);
    refuses("y = 2.5", &[], &[], Dtype::I64, "the number 2.5 is not of type i64");
    refuses("y = 2147483648", &[], &[], Dtype::I32, "the number 2147483648 is not of type i32");
}

#[test]
fn refuses_what_is_too_large() {
    let message =
        "`1` must be evaluated at each of its 268451840 points, but at most 268435456 are evaluated one by one";
    refuses("y(i,j) = 1", &[], &[("i", 16385), ("j", 16384)], Dtype::F64, message);
    let max = u64::MAX;
    assert!(try_run("y(i,j) = 1", &[], &[("i", max), ("j", max)], Dtype::F64).is_err());

    let one = |shape: &[u64]| Coo {
        shape: shape.to_vec(),
        coordinates: vec![vec![0]; shape.len()],
        values: Values::F64(vec![1.0]),
    };
    let message = "`A(i) * B(j)` must take at most 1.0e10 points to be evaluated, it takes about 4.0e10";
    let operands = [("A", one(&[200_000])), ("B", one(&[200_000]))];
    assert_eq!(floats("s = A(i) * B(j)", &operands, &[]).0, [1.0]);
    let dense = || vector(&vec![1.0; 200_000]);
    refuses("s = A(i) * B(j)", &[("A", dense()), ("B", dense())], &[], Dtype::F64, message);

    let message = "the size of `i` must be at most 9223372036854775807, it is 18446744073709551615";
    refuses("s = A(i)", &[("A", one(&[max]))], &[], Dtype::F64, message);
    let message = format!("tensor `A` of shape {:?} has more places than can be counted in 128 bits", [max; 3]);
    refuses("s = A(i,j,k)", &[("A", one(&[max; 3]))], &[], Dtype::F64, &message);
    let half = max / 2 + 1;
    let operands = [("A", one(&[max])), ("B", one(&[half / 2])), ("C", one(&[half / 2]))];
    let message = "subscripts of `A` can exceed 9223372036854775807";
    refuses("s = A(i + j + k) * B(i) * C(j) * B(k)", &operands, &[], Dtype::F64, message);
}

#[test]
fn refuses_too_many_supports() {
    let mut names = ('a'..='z').chain('A'..='Z');
    let factors: Vec<String> =
        (0..9).map(|_| format!("({} + {})", names.next().unwrap(), names.next().unwrap())).collect();
    let text = format!("_y = {}", factors.join(" * "));
    let nothing = Coo { values: Values::F64(vec![]), ..scalar(0.0) };
    let operands: BTreeMap<String, Coo> =
        parse(&text).unwrap().tensor_orders().keys().map(|name| (name.to_string(), nothing.clone())).collect();
    let error = evaluate(&parse(&text).unwrap(), &operands, &BTreeMap::new(), Dtype::F64).unwrap_err();
    assert!(matches!(error, OracleError::TooManySupports { limit: 256, .. }), "{error}");
}

#[test]
fn trees_made_by_hand_are_checked_too() {
    let mut assignment = parse("y(i) = x(i)").unwrap();
    assignment.target.subscripts[0].constant = 1;
    let operands = named(&[("x", vector(&[1.0]))]);
    let evaluation = evaluate(&assignment, &operands, &BTreeMap::new(), Dtype::F64).unwrap();
    assert_eq!(evaluation.shape, [2]);
    assignment.target.subscripts[0].constant = -1;
    let error = evaluate(&assignment, &operands, &BTreeMap::new(), Dtype::F64).unwrap_err();
    assert_eq!(error.to_string(), "column 3: subscript `i - 1` of `y` reaches down to -1; coordinates start at 0");

    let mut assignment = parse("y(i) = x(i) * z(2*i)").unwrap();
    let ExprKind::Binary { right, .. } = &mut assignment.value.kind else { panic!("a product") };
    let ExprKind::Access(access) = &mut right.kind else { panic!("an access") };
    access.subscripts[0].parts[0].coefficient = 0;
    let operands = named(&[("x", vector(&[1.0, 2.0])), ("z", sparse(9, &[0], &[3.0]))]);
    let evaluation = evaluate(&assignment, &operands, &BTreeMap::new(), Dtype::F64).unwrap();
    assert_eq!(evaluation.results, Results::Floats { values: vec![3.0, 6.0], magnitudes: vec![3.0, 6.0] });
}

/// The values of each reading of zeros in the tensors `filled`.
fn each_reading(text: &str, operands: &[(&str, Coo)], filled: &[&str]) -> Vec<Vec<f64>> {
    let (program, operands) = (parse_program(text).unwrap(), named(operands));
    let filled = filled.iter().map(|name| (*name).to_owned()).collect();
    let values = |reading| {
        let evaluation = evaluate_reading(&program, &operands, &reading);
        match evaluation.unwrap().results {
            Results::Floats { values, .. } => values,
            _ => panic!("floats are evaluated to floats"),
        }
    };
    let inputs = Inputs { operands: &operands, sizes: &[], dtype: Dtype::F64, kept: &BTreeMap::new(), fills: None };
    readings(&program, inputs, &filled).map(values).collect()
}

#[test]
fn zeros_that_fill_up_are_entries_or_absent() {
    let x = sparse(4, &[0, 1, 2], &[2.0, 0.0, -0.0]);
    let z = vector(&[3.0, f64::INFINITY, f64::INFINITY, f64::INFINITY]);
    let operands = [("x", x), ("z", z)];
    let product = |filled: &[&str]| shown(&each_reading("y(i) = x(i) * z(i)", &operands, filled));
    assert_eq!(product(&["x"]), ["[6.0, NaN, NaN, 0.0]", "[6.0, 0.0, 0.0, 0.0]"]);
    assert_eq!(product(&["x", "z"]), ["[6.0, NaN, NaN, 0.0]", "[6.0, 0.0, 0.0, 0.0]"]);
    assert_eq!(product(&["z"]), ["[6.0, NaN, NaN, 0.0]"]);
    // Equal accesses are read alike first, and then each in either way.
    let twice = each_reading("y(i) = x(i) * z(i) + 2 * x(i) / z(i)", &operands, &["x"]);
    assert_eq!(twice.len(), 5);
    assert!(twice[0][1].is_nan() && twice[1][1] == 0.0 && twice[4][1] == 0.0);
    // The quotient of the second term has no infinity to multiply with.
    assert!(twice[2][1] == 0.0 && twice[3][1].is_nan());
}

#[test]
fn zeros_of_full_operands_are_read_both_ways() {
    let operands = [("x", vector(&[0.0, 1.0])), ("z", vector(&[0.0, 0.0]))];
    let quotients = each_reading("y(i) = x(i) / z(i)", &operands, &["x", "z"]);
    assert_eq!(shown(&quotients), ["[NaN, inf]", "[0.0, inf]", "[NaN, inf]", "[0.0, inf]"]);
}

#[test]
fn operands_with_compound_subscripts_are_read_as_they_are_stored() {
    let operands = [("x", sparse(3, &[0], &[2.0])), ("z", vector(&[0.0, 0.0]))];
    assert_eq!(shown(&each_reading("y(i) = x(i+1) / z(i)", &operands, &[])), ["[0.0, 0.0]"]);
    assert_eq!(each_reading("y(i) = x(i+1) / z(i)", &operands, &["x"]).len(), 1);
}

#[test]
fn values_of_dense_results_are_added_to_zero() {
    let operands = [("x", vector(&[0.0, 2.0]))];
    assert_eq!(shown(&each_reading("t(i) = -x(i); y(i) = 1 / t(i)", &operands, &[])), ["[inf, -0.5]"]);
    assert_eq!(shown(&each_reading("y(i) = 1 / -x(i)", &operands, &[])), ["[-inf, -0.5]"]);
    // Not those that are one reduction which is no sum, and not updates.
    let operands = [("x", vector(&[-0.0, 2.0])), ("w", vector(&[1.0]))];
    let values = |text| shown(&each_reading(text, &operands, &[]));
    assert_eq!(values("t(i) = prod(k, x(i) * w(k)); y(i) = 1 / t(i)")[0], "[-inf, 0.5]");
    assert_eq!(values("t(i) = -prod(k, x(i) * w(k)); y(i) = 1 / t(i)")[0], "[inf, -0.5]");
    assert_eq!(values("t(i) = x(i) + 1; t(i) *= x(i); y(i) = 1 / t(i)")[0], "[-inf, 0.16666666666666666]");
}

#[test]
fn each_inner_reduction_is_read_as_dense_and_as_stored() {
    let stored = |place| sparse(2, &[place], &[f64::INFINITY]);
    let operands = [("x", stored(0)), ("z", stored(1)), ("w", vector(&[1.0, 1.0]))];
    let values = |text| shown(&each_reading(text, &operands, &[]));
    let product = values("y(i) = max(k, x(i) * w(k)) * sum(k, z(i) * w(k))");
    assert_eq!(product, ["[0.0, 0.0]", "[NaN, NaN]", "[0.0, NaN]", "[NaN, 0.0]"]);
    assert_eq!(values("y(i) = x(i) * sum(k, z(i) * w(k))"), ["[0.0, 0.0]", "[NaN, 0.0]"]);
    assert_eq!(values("y(i) = x(i) * z(i)"), ["[0.0, 0.0]"]);
    // One within another, in a later statement, and before an update.
    let nested = values("y(i) = z(i) * max(k, x(i) * w(k) * sum(l, x(i) * w(l)))");
    assert_eq!(nested, ["[0.0, 0.0]", "[0.0, NaN]", "[0.0, NaN]", "[0.0, 0.0]"]);
    let later = values("t(i) = max(k, x(i) * w(k)); y(i) = z(i) * max(k, x(i) * w(k))");
    assert_eq!(later, ["[0.0, 0.0]", "[0.0, NaN]", "[0.0, 0.0]", "[0.0, NaN]"]);
    assert_eq!(values("y(i) = x(i); y(i) *= z(i) * sum(k, w(k))").len(), 2);
    // Of five, the last is dense only where all are.
    let factors: Vec<_> = (0..5).map(|factor| format!("max(k, x(i) * w(k) * {}.0)", factor + 2)).collect();
    let many = each_reading(&format!("y(i) = {}", factors.join(" * ")), &operands, &[]);
    assert_eq!(many.len(), 17);
}

#[test]
fn a_product_takes_in_what_is_not_stored_as_zero() {
    let operands = [("x", sparse(2, &[0], &[f64::INFINITY]))];
    assert_eq!(shown(&each_reading("s = prod(i, x(i))", &operands, &[]))[0], "[NaN]");
}

fn shown(values: &[Vec<f64>]) -> Vec<String> {
    values.iter().map(|values| format!("{values:?}")).collect()
}

#[test]
fn one_reading_has_to_explain_all_of_a_result() {
    let x = sparse(3, &[0, 1, 2], &[2.0, 0.0, 0.0]);
    let z = vector(&[3.0, f64::INFINITY, f64::INFINITY]);
    let (program, operands) = (parse_program("y(i) = x(i) * z(i)").unwrap(), named(&[("x", x), ("z", z)]));
    let is_explained = |computed: [f64; 3]| {
        let computed = Values::F64(computed.to_vec());
        let inputs = Inputs { operands: &operands, sizes: &[], dtype: Dtype::F64, kept: &BTreeMap::new(), fills: None };
        readings(&program, inputs, &["x".to_owned()].into()).any(|reading| {
            let evaluation = evaluate_reading(&program, &operands, &reading);
            compare(&evaluation.unwrap(), Found::every(&computed)).unwrap().ok
        })
    };
    assert!(is_explained([6.0, f64::NAN, f64::NAN]) && is_explained([6.0, 0.0, 0.0]));
    assert!(!is_explained([6.0, f64::NAN, 0.0]), "a conversion leaves out all zeros or none");
    assert!(!is_explained([6.0, f64::INFINITY, 0.0]) && !is_explained([5.0, 0.0, 0.0]));
}

#[test]
fn complex_numbers_multiply_and_divide() {
    let (a, b) = (Complex::new(1.0, 2.0), Complex::new(-3.0, 0.5));
    let complex =
        |value: Complex<f64>| Coo { shape: vec![], coordinates: vec![], values: Values::Complex128(vec![value]) };
    let operands = [("a", complex(a)), ("b", complex(b))];
    let value = |text: &str| match try_run(text, &operands, &[], Dtype::Complex128).unwrap().results {
        Results::Complex { values, .. } => values[0],
        _ => panic!("complex numbers are evaluated to complex numbers"),
    };
    assert_eq!(value("s = a * b - 2.5"), Complex::new(-6.5, -5.5));
    let quotient = value("s = a * b / b - a");
    assert!(quotient.re.hypot(quotient.im) < 1e-15);
    let error = try_run("s = a", &operands, &[], Dtype::F64).unwrap_err().to_string();
    assert_eq!(error, "tensor `a` has the value 1.0+2.0i, which is not of type f64");
}

#[test]
fn narrow_integers_wrap_at_their_width() {
    let x = Coo { shape: vec![], coordinates: vec![], values: Values::I8(vec![100]) };
    assert_eq!(wrapped("s = x + x", &[("x", x.clone())], Dtype::I8), [-56]);
    assert_eq!(wrapped("s = x + x", &[("x", x)], Dtype::I16), [200]);
}
