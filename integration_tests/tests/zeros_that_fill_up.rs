//! Zeros of blocks and diagonals beside infinite numbers: as entries where a kernel walks the format, absent where it is
//! converted; either is right.

use lacuna_integration_tests::request::{expect_right, request};
use lacuna_passes::fp::FpMode;
use lacuna_tools::eval::Request;
use std::fs;
use tempfile::TempDir;

/// Two blocks of two by two with zeros in them, one of them an entry of the file.
const BLOCKS: &str = "%%MatrixMarket matrix coordinate real general\n4 4 4\n1 1 2.0\n2 3 1.0\n3 2 0.0\n3 3 1.0\n";

/// A request with these blocks as A and D infinite everywhere.
fn beside_infinity(folder: &TempDir, expression: &str, format: &str, result: Option<&str>) -> Request {
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("the folder is writable");
        path.to_string_lossy().into_owned()
    };
    let infinite = format!("%%MatrixMarket matrix array real general\n4 4\n{}", "inf\n".repeat(16));
    let mut made = request(expression);
    made.inputs.insert("A".to_owned(), file("A.mtx", BLOCKS).into());
    made.inputs.insert("D".to_owned(), file("D.mtx", &infinite).into());
    made.formats.insert("A".to_owned(), format.to_owned());
    made.formats.extend(result.map(|format| ("C".to_owned(), format.to_owned())));
    made.fp = FpMode::Strict;
    made
}

#[test]
fn walked_zeros_are_entries_and_converted_ones_are_not() {
    let folder = TempDir::new().expect("a temporary folder");
    for (result, converts, has_nan) in [(None, false, true), (Some("csr"), true, false)] {
        let report = expect_right(&beside_infinity(&folder, "C(i,j) = A(i,j) * D(i,j)", "bcsr:2x2", result));
        let is_converted = report.remarks.iter().any(|remark| remark.contains("operand A is converted"));
        assert_eq!(is_converted, converts, "{:?}", report.remarks);
        assert_eq!(report.results[0].to_string().contains("NaN"), has_nan);
    }
}

#[test]
fn each_access_of_a_tensor_is_read_in_its_own_way() {
    let folder = TempDir::new().expect("a temporary folder");
    for format in ["bcsr:2x2", "dia", "(i, j) -> (i : dense, j floordiv 2 : dense, j mod 2 : structured[2, 2])"] {
        for result in [None, Some("csr"), Some("csc"), Some("bcsr:2x2")] {
            for expression in
                ["C(i,j) = A(i,j) * D(i,j) + A(j,i) * D(i,j)", "C(i,j) = A(i,j) / A(j,i)", "C(i,j) = A(j,i) * D(i,j)"]
            {
                let mut made = beside_infinity(&folder, expression, format, result);
                if !expression.contains('D') {
                    made.inputs.remove("D");
                }
                expect_right(&made);
            }
        }
    }
}

/// An entry that is zero is one where nothing fills up, also after a conversion.
#[test]
fn zeros_of_lists_stay_entries() {
    let folder = TempDir::new().expect("a temporary folder");
    for format in ["csr", "dcsc", "coo", "(i, j) -> (i floordiv 2 : compressed, i mod 2 : dense, j : compressed)"] {
        let report = expect_right(&beside_infinity(&folder, "C(i,j) = A(j,i) * D(i,j)", format, Some("dcsr")));
        assert!(report.results[0].to_string().contains("NaN"), "{format}");
    }
}

/// Rows of two entries, of none, and of one.
const ROWS: &str = "%%MatrixMarket matrix coordinate real general\n3 2 3\n1 1 1.0\n1 2 2.0\n3 2 5.0\n";

/// `y(i) = A(i,j) * x(j)` of these rows, with the two elements of x.
fn product(folder: &TempDir, format: &str, x: [&str; 2]) -> Request {
    of_rows("y(i) = A(i,j) * x(j)", folder, format, x)
}

/// An expression of these rows, A, and of x.
fn of_rows(expression: &str, folder: &TempDir, format: &str, x: [&str; 2]) -> Request {
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("the folder is writable");
        path.to_string_lossy().into_owned()
    };
    let mut made = request(expression);
    let vector = format!("%%MatrixMarket matrix array real general\n2 1\n{}\n{}\n", x[0], x[1]);
    made.inputs.insert("A".to_owned(), file("A.mtx", ROWS).into());
    made.inputs.insert("x".to_owned(), file("x.mtx", &vector).into());
    made.formats.insert("A".to_owned(), format.to_owned());
    made.fp = FpMode::Strict;
    made
}

/// What fills up blocks, diagonals and slots, with the coordinates that slots repeat, is a number like any other where it is
/// walked, in every format alike; where nothing fills up, entries alone count.
#[test]
fn sums_take_what_fills_up_in_every_format_alike() {
    let folder = TempDir::new().expect("a temporary folder");
    for format in ["csr", "csc", "csb:2x2", "sell:2:4", "hash", "dcsr", "bcsr:2x2", "dia", "ell", "dense,dense"] {
        for x in [["inf", "1"], ["1", "inf"], ["-inf", "inf"]] {
            let report = expect_right(&product(&folder, format, x));
            let fills_up = ["bcsr:2x2", "dia", "ell", "dense,dense"].contains(&format);
            assert!(fills_up || x[0] != "inf" || report.results[0].to_string().contains("[inf, 0.0, 5.0]"), "{format}");
        }
    }
}

/// So is what fills up a tensor that one statement assigns and another reads.
#[test]
fn what_is_assigned_fills_up_like_an_operand() {
    let folder = TempDir::new().expect("a temporary folder");
    for format in ["csr", "bcsr:2x2", "dia", "ell"] {
        for x in [["inf", "1"], ["1", "inf"], ["-inf", "inf"]] {
            let mut made = of_rows("w(i,j) = A(i,j); y(i) = w(i,j) * x(j)", &folder, "csr", x);
            made.formats.insert("w".to_owned(), format.to_owned());
            let report = expect_right(&made);
            assert!(format != "csr" || x[0] != "inf" || report.results[0].to_string().contains("[inf, 0.0, 5.0]"));
        }
    }
}
