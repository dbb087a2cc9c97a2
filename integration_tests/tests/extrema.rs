//! `max` and `min` of the notation, in all kinds of formats and types that have an order, against the oracle; and which
//! points of a result they store.

use lacuna_integration_tests::request::{expect_right, request};
use lacuna_passes::fp::FpMode;
use lacuna_runtime::value::Dtype;
use lacuna_tools::eval::{Report, Request};
use std::fs;
use tempfile::TempDir;

const FORMATS: [&str; 10] = [
    "csr",
    "csc",
    "coo",
    "dcsr",
    "dense,dense",
    "bcsr:2x3",
    "ell",
    "dia",
    "hash",
    "compressed(nonunique),singleton@1,0",
];

const TYPES: [Dtype; 4] = [Dtype::F64, Dtype::F32, Dtype::I32, Dtype::I8];

/// Runs an expression with A in each format, B in another, and the result in `result`. Types take turns.
fn run_all(expression: &str, result: Option<&str>) {
    let words: Vec<_> = expression.split(|letter: char| !letter.is_alphanumeric()).collect();
    let modes: Vec<_> =
        TYPES.map(|dtype| (dtype, FpMode::Fast)).into_iter().chain([(Dtype::F64, FpMode::Strict)]).collect();
    let formats = FORMATS.into_iter().zip(FORMATS.into_iter().cycle().skip(3));
    let runs = formats.enumerate().flat_map(|(number, formats)| [number, number + 2].map(|turn| (formats, turn)));
    for ((of_a, of_b), turn) in runs {
        let (dtype, fp) = modes[turn % modes.len()];
        let mut made = request(expression);
        (made.dtype, made.fp) = (dtype, fp);
        made.sizes = [("i", 13), ("j", 17), ("k", 19)].map(|(name, size)| (name.to_owned(), size)).into();
        made.sizes.retain(|name, _| words.contains(&name.as_str()));
        // Beside slots infinities mean something else.
        let has_special = fp == FpMode::Strict && of_a != "ell" && of_b != "ell";
        let special = if has_special { ",special=0.3" } else { "" };
        let operands = [
            ("A", "random:density=0.2,seed=1", Some(of_a)),
            ("B", "random:density=0.3,seed=2", Some(of_b)),
            ("D", "random:density=1,seed=3", None),
            ("x", "random:density=1,seed=4", None),
            ("y", "random:density=1,seed=5", None),
        ];
        let is_read = |name: &str| words.contains(&name) && (name != words[0] || expression.contains("+="));
        for (name, data, format) in operands.into_iter().filter(|(name, ..)| is_read(name)) {
            made.inputs.insert(name.to_owned(), format!("{data}{special}").into());
            made.formats.extend(format.map(|format| (name.to_owned(), format.to_owned())));
        }
        made.formats.extend(result.map(|result| (words[0].to_owned(), result.to_owned())));
        expect_right(&made);
    }
}

#[test]
fn of_two_matrices() {
    run_all("C(i,j) = max(A(i,j), B(i,j))", None);
    run_all("C(i,j) = max(A(i,j), B(i,j))", Some("csr"));
    run_all("C(i,j) = min(A(i,j), -B(i,j), 2 * A(i,j))", Some("dcsr"));
}

#[test]
fn of_matrices_and_numbers() {
    run_all("C(i,j) = min(A(i,j), 5) - max(B(i,j), -1)", Some("csr"));
    run_all("C(i,j) = max(A(i,j) - 1, 0) * B(i,j)", Some("coo"));
    run_all("C(i,j) = max(A(i,j), 1)", Some("csr"));
}

#[test]
fn that_are_summed() {
    run_all("y(i) = sum(j, max(A(i,j), B(i,j)))", None);
    run_all("y(i) = sum(j, max(A(i,j), x(i)))", None);
    run_all("y(i) += sum(j, min(A(i,j) * x(j), B(i,j), 2))", None);
    run_all("s = max(A(i,j), B(i,j)) * min(A(i,j), x(j))", None);
}

#[test]
fn as_factors_of_products() {
    run_all("C(i,k) = max(A(i,j), 0) * D(j,k)", None);
    run_all("C(i,k) = A(i,j) * max(D(j,k), min(x(k), 1))", None);
}

/// Two matrices with few entries: row, column, value.
const A: [(u32, u32, i32); 3] = [(1, 1, 2), (1, 3, -1), (3, 2, 4)];
const B: [(u32, u32, i32); 3] = [(1, 1, -5), (2, 3, 3), (3, 2, 1)];

/// The entries of a result in CSR, and what was found on the way.
fn entries(expression: &str, format: &str) -> (Vec<String>, Report) {
    let folder = TempDir::new().expect("a temporary folder");
    let mut made: Request = request(expression);
    for (name, entries) in [("A", A), ("B", B)] {
        if expression.contains(&format!("{name}(i")) {
            let lines: String =
                entries.iter().map(|(row, column, value)| format!("{row} {column} {value}\n")).collect();
            let path = folder.path().join(format!("{name}.mtx"));
            let text = format!("%%MatrixMarket matrix coordinate real general\n3 4 {}\n{lines}", entries.len());
            fs::write(&path, text).expect("the folder is writable");
            made.inputs.insert(name.to_owned(), path.to_string_lossy().into_owned().into());
            made.formats.insert(name.to_owned(), format.to_owned());
        }
    }
    let file = folder.path().join("C.tns");
    made.outputs.insert("C".to_owned(), file.clone());
    made.formats.insert("C".to_owned(), "csr".to_owned());
    let report = expect_right(&made);
    let text = fs::read_to_string(file).expect("the result was written");
    // After a header of three lines.
    (text.lines().skip(3).map(str::to_owned).collect(), report)
}

/// Dividing one by a zero shows its sign.
#[test]
fn zeros_are_in_order_in_the_strict_mode() {
    let signs = ["A(i,k)*0*(2*k-1)", "A(i,k)*0*(1-2*k)"];
    let functions = [("A(i,k)*0", "-(A(i,k)*0)"), ("-(A(i,k)*0)", "A(i,k)*0")];
    for extremum in ["max", "min"] {
        let reduced = signs.map(|value| format!("y(i) = 1/{extremum}(k, {value})"));
        let computed = functions.map(|(left, right)| format!("y(i,k) = 1/{extremum}({left}, {right})"));
        for (expression, format) in reduced.iter().chain(&computed).zip(["csr", "dense,dense", "coo", "dcsr"]) {
            for dtype in [Dtype::F64, Dtype::F32] {
                let mut made = request(expression);
                (made.dtype, made.fp) = (dtype, FpMode::Strict);
                made.sizes = [("i", 3), ("k", 2)].map(|(name, size)| (name.to_owned(), size)).into();
                made.inputs.insert("A".to_owned(), "random:density=0.5,seed=1".to_owned().into());
                made.formats.insert("A".to_owned(), format.to_owned());
                expect_right(&made);
            }
        }
    }
}

#[test]
fn the_larger_of_two_is_stored_where_one_of_them_is() {
    for format in ["csr", "coo", "dcsr", "csc"] {
        let (stored, report) = entries("C(i,j) = max(A(i,j), B(i,j))", format);
        assert_eq!(stored, ["1 1 2.0", "1 3 0.0", "2 3 3.0", "3 2 4.0"], "{format}");
        assert_eq!(report.remarks.iter().filter(|remark| remark.contains("visit")).count(), 0, "{:?}", report.remarks);
    }
}

#[test]
fn a_bound_that_zero_keeps_leaves_the_points_as_they_are() {
    for expression in ["C(i,j) = min(A(i,j), 3)", "C(i,j) = max(min(A(i,j), 3), -1)", "C(i,j) = max(A(i,j) - 1, 0)"] {
        let (stored, report) = entries(expression, "csr");
        assert_eq!(stored.len(), A.len(), "{expression}: {stored:?}");
        assert_eq!(report.remarks, [""; 0], "{expression}");
    }
}

#[test]
fn a_bound_that_zero_does_not_keep_is_stored_everywhere() {
    let (stored, report) = entries("C(i,j) = max(A(i,j), 1)", "csr");
    assert_eq!(stored.len(), 12);
    let [remark] = report.remarks.as_slice() else { panic!("one remark, found {:?}", report.remarks) };
    assert!(remark.contains("every point although operand A is stored: the maximum gives 1"), "{remark}");
}

/// Values that are chosen by what operands store, in each lane of a loop around the merge.
#[test]
fn merges_in_lanes() {
    let expressions = [
        "y(k) = sum(j, max(A(j), B(j) * x(k)))",
        "y(k) = sum(j, min(A(j) * x(k), B(j) + 2 * x(k)))",
        "y(k) = max(j, A(j) * x(k) - B(j) / 3)",
        "y(k) = sum(j, max(A(j) * B(j), exp(B(j) * x(k)) - 1) + sqrt(abs(A(j) - x(k) * B(j))))",
        "y(k) = sum(j, max(max(A(j), 2 * B(j)), C(j) * x(k)))",
    ];
    for expression in expressions {
        for formats in [["compressed", "compressed"], ["hash", "compressed"], ["dense", "compressed"]] {
            for dtype in [Dtype::F64, Dtype::I16] {
                if dtype == Dtype::I16 && expression.contains("exp") {
                    continue;
                }
                let mut made = request(expression);
                made.dtype = dtype;
                made.sizes = [("j", 9), ("k", 21)].map(|(name, size)| (name.to_owned(), size)).into();
                for (name, format) in ["A", "B"].into_iter().zip(formats) {
                    made.formats.insert(name.to_owned(), format.to_owned());
                    made.inputs.insert(name.to_owned(), "random:density=0.4,seed=1".into());
                }
                if expression.contains("C(") {
                    made.formats.insert("C".to_owned(), "compressed".to_owned());
                    made.inputs.insert("C".to_owned(), "random:density=0.4,seed=3".into());
                }
                made.inputs.insert("x".to_owned(), "random:density=1,seed=2".into());
                expect_right(&made);
            }
        }
    }
}
