//! The points that a result stores: bounds where operands fill up, and what is found wrong.

use std::collections::BTreeMap;

use lacuna_notation::oracle::{Inputs, Kept, Points, PointsError, Storing, Support, points, program_points};
use lacuna_notation::{parse, parse_program};
use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::{Dtype, Scalar, Values};

fn vector(size: u64, entries: &[(u64, f64)]) -> Coo {
    let (coordinates, values) = entries.iter().copied().unzip();
    Coo { shape: vec![size], coordinates: vec![coordinates], values: Values::F64(values) }
}

fn named(tensors: &[(&str, Coo)]) -> BTreeMap<String, Coo> {
    tensors.iter().map(|(name, coo)| (name.to_string(), coo.clone())).collect()
}

/// The points at least and at most, of vectors.
fn bounds(text: &str, stored: &[(&str, Coo)], given: &[(&str, Coo)]) -> (Vec<u64>, Vec<u64>) {
    let Support { least, most } =
        points(&parse(text).unwrap(), &named(stored), &named(given), &BTreeMap::new(), Dtype::F64).unwrap();
    let of = |points: Points| points.iter().map(|point| point[0]).collect();
    (of(least), of(most))
}

const PLAIN: Storing = Storing { fill: Scalar::F64(0.0), fills_up: false, has_slots: false, drops_fill: false };

/// The support of a vector of size 6 that must store 1 and 4, and may store 2.
fn support() -> Support {
    let of = |places: &[u64]| {
        let entries: Vec<_> = places.iter().map(|&place| (place, 1.0)).collect();
        Points::of("x", &vector(6, &entries)).unwrap()
    };
    Support { least: of(&[1, 4]), most: of(&[1, 2, 4]) }
}

#[test]
fn zeros_of_operands_are_entries_and_those_of_numbers_fill_values() {
    let x = vector(4, &[(1, 0.0), (2, 3.0)]);
    let z = vector(4, &[(2, -0.0), (3, 1.0)]);
    let operands = [("x", x), ("z", z)];
    for (text, expected) in [
        ("y(i) = x(i) + z(i)", vec![1, 2, 3]),
        ("y(i) = x(i) * z(i)", vec![2]),
        ("y(i) = 0 * x(i)", vec![1, 2]),
        ("y(i) = x(i) - x(i)", vec![1, 2]),
        ("y(i) = x(i) / z(i)", vec![1, 2]),
        ("y(i) = x(i) + 1", vec![0, 1, 2, 3]),
        ("y(i) = x(i) + 2 - 2", vec![1, 2]),
        ("y(i) = (x(i) + 0) * z(i)", vec![2]),
        ("y(i) = (x(i) + 1) * z(i)", vec![2, 3]),
        ("y(i) = z(j) * x(i)", vec![1, 2]),
    ] {
        assert_eq!(bounds(text, &operands, &[]), (expected.clone(), expected), "{text}");
    }
}

#[test]
fn numbers_that_differ_between_implementations_decide_nothing() {
    let (x, z) = (vector(4, &[(1, 0.0)]), vector(4, &[(2, 1.0)]));
    let operands = [("x", x), ("z", z)];
    let (left, right, both) = (vec![1], vec![2], vec![1, 2]);
    for (condition, expected) in [
        ("2 != cos(-1)", &both),
        ("cos(0) != 1", &right),
        ("exp(1) > 0", &both),
        ("exp(0) > 0", &left),
        ("log(2) > 0", &both),
        ("log(1) > 0", &right),
        ("pow(3, 2) > 0", &both),
        ("pow(3, 0) > 0", &left),
        ("pow(3, 1) > 0", &left),
        ("pow(0, 3) > 0", &right),
        ("pow(x(i), 0) > 1", &both),
        ("sin(1) + tanh(0) > 0", &both),
        ("sin(0) + tanh(0) > 0", &right),
        ("sqrt(2) > 2", &right),
        ("sqrt(-1) > 0", &both),
        ("0/0 > 0", &both),
        ("1/0 > 0", &left),
        ("max(1, 1/0 - 1/0) > 0", &both),
        ("0.1 + 0.2 == 0.3", &right),
    ] {
        let text = format!("y(i) = where({condition}, x(i), z(i))");
        assert_eq!(bounds(&text, &operands, &[]), (expected.clone(), expected.clone()), "{text}");
    }
    let text = parse("y(i) = where(0.1 + 0.2 == 0.3, x(i), z(i))").unwrap();
    let Support { least, .. } =
        points(&text, &named(&operands), &BTreeMap::new(), &BTreeMap::new(), Dtype::F32).unwrap();
    assert_eq!(least.iter().collect::<Vec<_>>(), [[1]], "numbers are rounded to the element type");
}

#[test]
fn zeros_that_functions_keep_are_no_entries_of_complex_results_either() {
    let x = vector(4, &[(1, 0.0), (2, 3.0)]);
    let all = vec![0, 1, 2, 3];
    for (value, expected) in [
        ("sin(x(i)) / 2", vec![1, 2]),
        ("sqrt(x(i))", vec![1, 2]),
        ("tanh(x(i)) - abs(x(i))", vec![1, 2]),
        ("x(i) != 0", vec![1, 2]),
        ("x(i) == 0", all.clone()),
        ("cos(x(i)) - 1", all.clone()),
    ] {
        let program = parse(&format!("y(i) = {value}")).unwrap();
        let (stored, given) = (named(&[("x", x.clone())]), BTreeMap::new());
        let Support { least, .. } = points(&program, &stored, &given, &BTreeMap::new(), Dtype::Complex128).unwrap();
        assert_eq!(least.iter().map(|point| point[0]).collect::<Vec<_>>(), expected, "{value}");
    }
}

#[test]
fn zeros_of_an_assigned_tensor_that_fills_up_may_be_gone() {
    let program = parse_program("y(i) = x(i); y(i) min= z(i)").unwrap();
    let operands = named(&[("x", vector(4, &[(1, 0.0)])), ("z", vector(4, &[(2, 3.0)]))]);
    for (kept, least) in [(Kept::Stored, vec![1, 2]), (Kept::Filled, vec![2])] {
        let kept = BTreeMap::from([("y".to_owned(), kept)]);
        let inputs = Inputs { operands: &operands, sizes: &[], dtype: Dtype::F64, kept: &kept, fills: None };
        let support = &program_points(&program, inputs, &BTreeMap::new()).unwrap()["y"];
        assert_eq!(support.least.iter().map(|point| point[0]).collect::<Vec<_>>(), least);
        assert_eq!(support.most.len(), 2);
    }
}

#[test]
fn what_fills_up_may_be_stored() {
    let stored = [("x", vector(4, &[(0, 0.0), (1, 5.0), (2, 0.0)])), ("z", vector(4, &[(1, 1.0), (2, 1.0)]))];
    let given = [("x", vector(4, &[(1, 5.0)]))];
    assert_eq!(bounds("y(i) = x(i) * z(i)", &stored, &given), (vec![1], vec![1, 2]));
    assert_eq!(bounds("y(i) = x(i) + z(i)", &stored, &given), (vec![1, 2], vec![0, 1, 2]));
}

#[test]
fn affine_subscripts_tell_points_exactly() {
    let stored = [("x", vector(4, &[(3, 1.0)])), ("z", vector(2, &[(0, 1.0)]))];
    let sized = |text: &str| {
        let sizes = BTreeMap::from([("i".to_owned(), 2)]);
        let Support { least, most } =
            points(&parse(text).unwrap(), &named(&stored), &BTreeMap::new(), &sizes, Dtype::F64).unwrap();
        (least.len(), most.len())
    };
    assert_eq!(sized("y(i) = x(2*i + 1)"), (1, 1));
    assert_eq!(sized("y(i) = x(2*i + 1) * z(i)"), (0, 0));
}

#[test]
fn points_that_are_lacking_or_too_many_are_named() {
    let check = |entries: &[(u64, f64)], storing| support().check(&vector(6, entries), storing);
    assert_eq!(check(&[(1, 1.0), (4, 0.0)], PLAIN), Ok(()));
    assert_eq!(check(&[(4, 1.0), (2, 0.0), (1, 7.0)], PLAIN), Ok(()), "in any order");
    assert_eq!(check(&[(1, 1.0), (2, 1.0)], PLAIN), Err(PointsError::Missing { point: vec![4] }));
    let too_many = PointsError::TooMany { point: vec![5], value: Scalar::F64(0.0) };
    assert_eq!(check(&[(1, 1.0), (4, 1.0), (5, 0.0)], PLAIN), Err(too_many.clone()));
    assert_eq!(too_many.to_string(), "point (5) is stored, with the value 0.0, and should not be");
}

#[test]
fn what_an_old_value_is_multiplied_by_may_be_computed_everywhere() {
    let old = vector(4, &[(0, 1.0), (2, 3.0)]);
    let x = vector(4, &[(2, 1.0), (3, 5.0)]);
    let matrix = Coo::from_entries(vec![4, 2], &[(&[2, 0], 1.0), (&[3, 1], 5.0)]).unwrap();
    assert_eq!(bounds("r(i) *= x(i)", &[("r", old.clone()), ("x", x)], &[]), (vec![2], vec![2]));
    assert_eq!(bounds("r(i) *= A(i,j)", &[("r", old), ("A", matrix)], &[]), (vec![2], vec![0, 2]));
}

#[test]
fn what_fills_up_a_result_holds_its_fill_value() {
    let filled = Storing { fills_up: true, ..PLAIN };
    let check =
        |padding: f64, storing| support().check(&vector(6, &[(0, padding), (1, 1.0), (4, 1.0), (5, padding)]), storing);
    assert_eq!((check(0.0, filled), check(-0.0, filled)), (Ok(()), Ok(())));
    let (value, fill) = (Scalar::F64(0.5), Scalar::F64(0.0));
    assert_eq!(check(0.5, filled), Err(PointsError::Padding { point: vec![0], value, fill }));
    assert_eq!(check(0.5, Storing { fill: value, ..filled }), Ok(()));
    let nothing = Storing { fill: Scalar::F64(f64::NAN), ..filled };
    assert_eq!(check(f64::NAN, nothing), Ok(()));
    let lacking = support().check(&vector(6, &[(0, 0.0), (4, 1.0)]), filled);
    assert_eq!(lacking, Err(PointsError::Missing { point: vec![1] }));
    // That it is zero cannot be told from an empty slot; that it is not is found where values are compared.
    let slots = Storing { has_slots: true, ..filled };
    assert_eq!(support().check(&vector(6, &[(0, 0.0), (4, 1.0)]), slots), Ok(()));
}

#[test]
fn dropped_fill_values_are_not_stored() {
    let dropping = Storing { drops_fill: true, ..PLAIN };
    let check = |entries: &[(u64, f64)]| support().check(&vector(6, entries), dropping);
    assert_eq!(check(&[(1, 3.0), (2, f64::NAN)]), Ok(()));
    let kept = |value| Err(PointsError::Kept { point: vec![4], value: Scalar::F64(value) });
    assert_eq!((check(&[(4, 0.0)]), check(&[(1, 1.0), (4, -0.0)])), (kept(0.0), kept(-0.0)));
    assert!(matches!(check(&[(3, 1.0)]), Err(PointsError::TooMany { .. })));
}
