//! Which points a result stores, whatever the element type and the formats: those of the entries it is made of, zeros among
//! them, and those where numbers alone are not the fill value. Each case is held against the oracle, too.

use lacuna_integration_tests::request::{expect_right, request, without_failing};
use lacuna_passes::fp::FpMode;
use lacuna_runtime::value::Dtype;
use lacuna_tools::eval::Request;

/// 5 by 6 operands: A and B share some points, x and D store everything.
fn on_matrices(expression: &str, format: &str, result: &str, dtype: Dtype) -> Request {
    let mut made = request(expression);
    for (name, data) in [
        ("A", "random:density=0.3,seed=3"),
        ("B", "random:density=0.3,seed=4"),
        ("D", "random:density=1,seed=5"),
        ("x", "random:density=1,seed=6"),
    ] {
        if expression.contains(&format!("{name}(")) {
            made.inputs.insert(name.to_owned(), data.into());
        }
    }
    for name in ["A", "B"].into_iter().filter(|name| expression.contains(*name)) {
        made.formats.insert(name.to_owned(), format.to_owned());
    }
    made.formats.insert("r".to_owned(), result.to_owned());
    made.sizes = [("i", 5), ("j", 6)].map(|(name, size)| (name.to_owned(), size)).into();
    made.dtype = dtype;
    made
}

/// How many points a result stores, which must be all that may be stored.
fn stored(made: &Request) -> usize {
    let points = expect_right(made).check.and_then(|check| check.points).expect("the result is stored");
    assert_eq!((points.least, points.most), (points.found, points.found), "{}", made.expression);
    points.found
}

/// Sums over nothing find nothing, whether or not it is known before the program runs; what they give of nothing is the fill value.
#[test]
fn reductions_over_nothing_store_nothing() {
    for any_sizes in [false, true] {
        for (reduction, fill) in
            [("sum", "0"), ("prod", "1"), ("min", "inf"), ("max", "-inf"), ("any", "0"), ("all", "1")]
        {
            for operand in ["dense", "csr"] {
                let mut made = request(&format!("r(i) = {reduction}(j, D(i,j))"));
                made.inputs.insert("D".to_owned(), "random:density=1,seed=5".into());
                if operand != "dense" {
                    made.formats.insert("D".to_owned(), format!("{operand}, fill = {fill} : f64"));
                }
                made.formats.insert("r".to_owned(), format!("compressed, fill = {fill} : f64"));
                made.sizes = [("i", 3), ("j", 0)].map(|(name, size)| (name.to_owned(), size)).into();
                made.any_sizes = any_sizes;
                let made = without_failing(made);
                expect_right(&made);
                if fill == "0" {
                    assert_eq!(stored(&made), 0);
                }
            }
        }
    }
}

/// Slots of a row that has fewer entries than others hold zeros, which are no points.
#[test]
fn empty_slots_are_no_points() {
    for result in ["compressed", "hash"] {
        let mut made = request("r(j) = A(i,j) * x(i)");
        made.inputs.insert("A".to_owned(), "random:nnz=4,seed=1".into());
        made.inputs.insert("x".to_owned(), "random:density=1,seed=6".into());
        let formats = [("A", "ell"), ("x", "compressed"), ("r", result)];
        made.formats = formats.map(|(name, format)| (name.to_owned(), format.to_owned())).into();
        made.sizes = [("i", 5), ("j", 6)].map(|(name, size)| (name.to_owned(), size)).into();
        expect_right(&without_failing(made));
    }
}

#[test]
fn points_do_not_depend_on_types_nor_formats() {
    let of = |expression: &str, format: &str, result: &str, dtype| {
        stored(&on_matrices(&format!("r(i,j) = {expression}"), format, result, dtype))
    };
    let (a, b) = (of("A(i,j)", "csr", "csr", Dtype::F64), of("B(i,j)", "csr", "csr", Dtype::F64));
    let both = of("A(i,j) * B(i,j)", "csr", "csr", Dtype::F64);
    assert!(0 < both && both < a && both < b);
    for (expression, expected) in [
        ("A(i,j) * 0", a),
        ("0 * A(i,j) * x(j)", a),
        ("A(i,j) + 0", a),
        ("A(i,j) - 0", a),
        ("2 * (A(i,j) - A(i,j))", a),
        ("(A(i,j) + 0) * B(i,j)", both),
        ("(A(i,j) + B(i,j) - B(i,j)) * B(i,j)", b),
        ("A(i,j) / 2 * B(i,j)", both),
        ("A(i,j) + B(i,j)", a + b - both),
        ("0 * D(i,j)", 30),
        ("A(i,j) + 1", 30),
        ("0", 0),
        ("x(j) - x(j)", 30),
    ] {
        let formats = [("csr", "csr"), ("csr", "coo"), ("dcsc", "dcsr"), ("hash", "hash"), ("coo", "csc")];
        for (number, dtype) in [Dtype::F64, Dtype::I32, Dtype::Complex64].into_iter().enumerate() {
            // Each type with some of the formats, each format with one type or two.
            for (format, result) in (0..3).map(|more| formats[(number * 2 + more) % formats.len()]) {
                assert_eq!(
                    of(expression, format, result, dtype),
                    expected,
                    "{expression} of {dtype}, {format} to {result}"
                );
            }
        }
    }
}

/// Numbers are computed before it is asked whether they are the fill value, those but that are complex.
#[test]
fn numbers_alone_are_stored_where_they_are_not_the_fill_value() {
    for (dtype, expected) in [(Dtype::F32, 0), (Dtype::I8, 0), (Dtype::Complex128, 30)] {
        assert_eq!(stored(&on_matrices("r(i,j) = 2 - 2", "csr", "csr", dtype)), expected, "{dtype}");
    }
}

/// A row that stores nothing gives no point of a vector, whether its format has a place for it or not.
#[test]
fn reductions_store_what_they_find() {
    let rows =
        |format: &str, result: &str, dtype| stored(&on_matrices("r(i) = A(i,j) * B(i,j) * 0", format, result, dtype));
    let expected = rows("csr", "compressed", Dtype::F64);
    assert!(0 < expected && expected < 5);
    for format in ["csr", "dcsr", "csc", "coo", "hash"] {
        for result in ["compressed", "hashed", "loose_compressed"] {
            assert_eq!(rows(format, result, Dtype::F32), expected, "{format} to {result}");
            assert_eq!(rows(format, result, Dtype::I8), expected, "{format} to {result}");
        }
    }
}

#[test]
fn dropped_zeros_are_not_stored() {
    for dtype in [Dtype::F64, Dtype::I16] {
        let mut made = on_matrices("r(i,j) = A(i,j) - A(i,j) + B(i,j)", "csr", "csr", dtype);
        made.drop_zeros = true;
        let points = expect_right(&made).check.and_then(|check| check.points).expect("the result is stored");
        assert!(points.found < points.least, "{points:?}");
        assert_eq!(points.found, stored(&on_matrices("r(i,j) = B(i,j)", "csr", "csr", dtype)));
    }
}

/// A condition decides by the values of entries, of which the points that are stored must not depend.
#[test]
fn conditions_do_not_decide_what_is_stored() {
    for (expression, same) in [
        ("r(i,j) = where(A(i,j) > 0, B(i,j), 0)", "r(i,j) = A(i,j) * B(i,j)"),
        ("r(i,j) = where(A(i,j) > 0, B(i,j), -B(i,j))", "r(i,j) = B(i,j)"),
        ("r(i,j) = where(A(i,j) > 0, A(i,j), B(i,j))", "r(i,j) = A(i,j) + B(i,j)"),
        ("r(i,j) = A(i,j) * where(B(i,j) > 0, 0, 0)", "r(i,j) = A(i,j)"),
    ] {
        for dtype in [Dtype::F64, Dtype::I16] {
            let on = |expression| stored(&on_matrices(expression, "csr", "csr", dtype));
            assert_eq!(on(expression), on(same), "{expression}");
        }
    }
}

/// An alternative that is a number has no entries; where there is nothing to choose from, nothing may be missing.
#[test]
fn conditions_that_hold_at_entries_alone() {
    for dtype in [Dtype::F64, Dtype::Complex64, Dtype::Complex128] {
        for first in ["[0,1,0]", "[0,0,0]"] {
            let mut made = request("Z(j) = where(A(j) == 1, B(j), 0)");
            made.inputs = [("A", first), ("B", "[-4,-2,1]")].map(|(name, data)| (name.to_owned(), data.into())).into();
            made.formats = ["A", "B", "Z"].map(|name| (name.to_owned(), "compressed".to_owned())).into();
            made.dtype = dtype;
            let points = expect_right(&made).check.and_then(|check| check.points).expect("the result is stored");
            assert!(points.least <= points.found && points.found <= points.most, "{dtype}, {first}: {points:?}");
        }
    }
}

/// What one statement stores is there for the next.
/// A condition of numbers alone chooses, if its value is the same in every implementation.
#[test]
fn numbers_that_are_not_known_choose_nothing() {
    let of = |condition: &str, dtype| {
        let expression = format!("r(i,j) = where({condition}, A(i,j), B(i,j))");
        stored(&on_matrices(&expression, "csr", "csr", dtype))
    };
    let (a, b) = (of("2 > 1", Dtype::F64), of("1 > 2", Dtype::F64));
    let either = of("x(j) > 0", Dtype::F64);
    assert!(a < either && b < either);
    for dtype in [Dtype::F64, Dtype::F32] {
        for condition in [
            "2 != cos(-1)",
            "exp(1) > 3",
            "pow(3, 2) > 10",
            "log(0) < 0",
            "sqrt(-1) > 0",
            "0/0 > 0",
            "pow(A(i,j), 0) > 1",
        ] {
            assert_eq!(of(condition, dtype), either, "{condition}, {dtype}");
        }
        for condition in ["cos(0) == 1", "exp(0) > 0", "sqrt(2) > 1", "1/0 > 0", "pow(2, 1) > 1", "floor(-0.5) < 0"] {
            assert_eq!(of(condition, dtype), a, "{condition}, {dtype}");
        }
    }
    assert_eq!(of("0.1 + 0.2 == 0.3", Dtype::F64), b);
    assert_eq!(of("0.1 + 0.2 == 0.3", Dtype::F32), a, "numbers are rounded to the element type");
    assert_eq!(of("1i == 1i", Dtype::Complex128), a);
    assert_eq!(of("1i == 2i", Dtype::Complex64), b);
    assert_eq!(of("1i * 1i == -1", Dtype::Complex128), either, "products of complex numbers are left to run");
    assert_eq!(of("0i == 0", Dtype::Complex128), a);
    let mut largest = on_matrices("r(i,j) = max(A(i,j), 127) - 127", "csr", "csr", Dtype::I8);
    largest.inputs.remove("x");
    assert_eq!(stored(&largest), a, "an entry makes what it is part of");
}

#[test]
fn numbers_that_were_stored_are_entries() {
    for dtype in [Dtype::F64, Dtype::I16] {
        let on = |program| stored(&on_matrices(program, "csr", "csr", dtype));
        let all = on("r(i,j) = A(i,j) + B(i,j) + 1");
        assert_eq!(on("r(i,j) = A(i,j) + B(i,j) + 1; r(i,j) -= 1"), all);
        assert!(on("r(i,j) = A(i,j) + B(i,j) + 1 - 1") < all);
    }
}

/// What is not stored stays so where a number is added that leaves it zero, and beside what is infinite.
#[test]
fn zeros_that_are_not_stored_annihilate() {
    let mut made = on_matrices("r(i,j) = (A(i,j) - 2 + 2) * B(i,j)", "csr", "csr", Dtype::F64);
    made.inputs.insert("B".to_owned(), "random:density=0.3,special=1,seed=4".into());
    made.fp = FpMode::Strict;
    stored(&made);
}

/// Results in blocks and diagonals take points in groups of their parents, in two walks that agree.
#[test]
fn points_in_groups_of_their_parents() {
    for result in ["bcsr:2x2", "bcsr:2x3", "dia"] {
        for (number, expression) in
            ["r(i,j) = 2 * A(i,j)", "r(i,j) = A(i,j) - A(i,j)", "r(i,j) = A(i,j) * x(j)"].into_iter().enumerate()
        {
            for format in ["csr", "coo"] {
                let mut made = on_matrices(expression, format, result, Dtype::F64);
                (made.drop_zeros, made.any_sizes) = (number == 1, format == "coo");
                made.fp = if number == 2 { FpMode::Strict } else { FpMode::Fast };
                let report = expect_right(&made);
                let is_grouped = |remark: &String| remark.contains("parent by parent, in two walks");
                assert!(report.remarks.iter().any(is_grouped), "{expression} as {result}: {:?}", report.remarks);
            }
        }
    }
}
