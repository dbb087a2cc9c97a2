//! Reductions that find nothing to combine: every combiner, in every kind of format, in both modes of floating point, over rows
//! without entries. Such a row has the value that changes nothing when combined, whatever the row is combined or multiplied with.

use lacuna_integration_tests::request::{TABLE_EFFORT, expect_right};
use lacuna_passes::fp::FpMode;
use lacuna_runtime::value::Dtype;
use lacuna_tools::eval::Request;
use std::fs;
use tempfile::TempDir;

/// Entries in two of the four rows.
const ROWS: &str = "%%MatrixMarket matrix coordinate real general\n4 3 3\n1 2 0.5\n3 1 3\n3 3 2\n";

const FORMATS: [&str; 10] = [
    "csr",
    "csc",
    "dcsr",
    "sell:2:4",
    "dense,hashed",
    "dense,loose_compressed",
    "batch,compressed",
    "bcsr:2x2",
    "ell",
    "dia",
];

/// Reductions that skip points where nothing is stored, with the fill value of A that lets them do so; alone, and beside what the
/// value of an empty row meets.
const REDUCTIONS: [(&str, &str); 6] = [
    ("s(i) = sum(k, A(i,k)); t(i) = x(i) * sum(k, A(i,k)); u(i) = abs(sum(k, A(i,k)))", ""),
    (
        "s(i) = prod(k, 1 - A(i,k)); t(i) = x(i) * prod(k, exp(A(i,k))); u(i) = 2 * x(i) * prod(k, where(A(i,k) != 0, A(i,k), 1))",
        "",
    ),
    ("s(i) = prod(k, A(i,k)); t(i) = x(i) * prod(k, A(i,k))", ", fill = 1.0 : f64"),
    ("s(i) = min(k, A(i,k)); t(i) = x(i) * min(k, A(i,k)); u(i) = max(min(k, A(i,k)), 1)", ", fill = inf : f64"),
    ("s(i) = max(k, A(i,k)); t(i) = x(i) * max(k, A(i,k)); u(i) = min(max(k, A(i,k)), 1)", ", fill = -inf : f64"),
    (
        "s(i) = any(k, A(i,k)); t(i) = x(i) * any(k, A(i,k)); u(i) = all(k, 1 - A(i,k)); v(i) = x(i) * all(k, A(i,k) < 2)",
        "",
    ),
];

fn reduced(folder: &TempDir, expression: &str, format: String, fp: FpMode) -> Request {
    let path = folder.path().join("A.mtx");
    fs::write(&path, ROWS).expect("the folder is writable");
    let mut made = Request { check: true, effort: TABLE_EFFORT, ..Request::new(expression) };
    made.inputs.insert("A".to_owned(), path.to_string_lossy().into_owned().into());
    if expression.contains('x') {
        made.inputs.insert("x".to_owned(), "random:density=1,seed=4".into());
    }
    made.formats.insert("A".to_owned(), format);
    (made.fp, made.dtype) = (fp, Dtype::F64);
    made
}

#[test]
fn every_combiner_has_its_own_value_of_nothing() {
    let folder = TempDir::new().expect("a temporary folder");
    for (place, format) in FORMATS.into_iter().enumerate() {
        for (number, (expressions, fill)) in REDUCTIONS.into_iter().enumerate() {
            // Each format meets each mode with half of the combiners.
            let fp = if (place + number) % 2 == 0 { FpMode::Fast } else { FpMode::Strict };
            expect_right(&reduced(&folder, expressions, format!("{format}{fill}"), fp));
        }
    }
}

/// The value itself, not only that of the oracle.
#[test]
fn a_product_of_nothing_is_one() {
    let folder = TempDir::new().expect("a temporary folder");
    for fp in [FpMode::Fast, FpMode::Strict] {
        for format in ["csr", "dense,hashed", "dcsr"] {
            let report = expect_right(&reduced(&folder, "p(i) = prod(k, 1 - A(i,k))", format.to_owned(), fp));
            let shown = report.results[0].to_string();
            assert!(shown.contains("[0.5, 1.0, 2.0, 1.0]"), "{format} {fp:?}: {shown}");
        }
    }
}
