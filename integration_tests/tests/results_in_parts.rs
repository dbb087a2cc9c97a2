//! Stored results whose points come in parts, as sums of columns of a matrix that is stored by rows, against the oracle.

use lacuna_integration_tests::request::{expect_right, request};
use lacuna_tools::eval::Request;
use std::fs;

const RESULTS: [&str; 4] = ["hash", "compressed", "compressed(unordered)", "dense"];

fn with_data(expression: &str) -> Request {
    let mut made = request(expression);
    made.sizes = [("i", 9), ("j", 11)].map(|(name, size)| (name.to_owned(), size)).into();
    for (name, format, data) in [("A", "csr", "random:density=0.2"), ("x", "compressed", "random:density=0.3")] {
        if expression.contains(&format!("{name}(")) {
            made.formats.insert(name.to_owned(), format.to_owned());
            made.inputs.insert(name.to_owned(), format!("{data},seed=1").into());
        }
    }
    made
}

#[test]
fn sums_of_columns() {
    let expressions = ["y(j) = A(i,j)", "y(j) = A(i,j) * x(i)", "y(j) = A(i,j) + x(j)", "y(j) += A(i,j)"];
    let others = ["coo", "ell", "bcsr:2x2", "hash", "csc"].into_iter().cycle();
    let results = expressions.into_iter().flat_map(|expression| RESULTS.map(|result| (expression, result)));
    for ((expression, result), other) in results.zip(others) {
        for format in ["csr", other] {
            let mut made = with_data(expression);
            made.formats.insert("A".to_owned(), format.to_owned());
            made.formats.insert("y".to_owned(), result.to_owned());
            if expression.contains("+=") {
                made.inputs.insert("y".to_owned(), "random:density=0.3,seed=3".into());
            }
            expect_right(&made);
        }
    }
}

#[test]
fn product_of_matrices_in_a_table() {
    for result in ["hash", "dense,hashed", "hashed,hashed@1,0"] {
        let mut made = with_data("C(i,k) = A(i,j) * B(j,k)");
        made.sizes.insert("k".to_owned(), 7);
        made.formats.extend([("B", "csr"), ("C", result)].map(|(name, format)| (name.to_owned(), format.to_owned())));
        made.inputs.insert("B".to_owned(), "random:density=0.2,seed=2".into());
        expect_right(&made);
    }
}

/// The sum of the middle column is zero: what is asked of values that are computed holds for sums of parts.
#[test]
fn sums_that_are_zero() {
    for (drop_zeros, stored) in [(false, 9), (true, 8)] {
        let mut made = request("y(j) = A(i,j)");
        made.drop_zeros = drop_zeros;
        made.formats.extend([("A", "csr"), ("y", "hash")].map(|(name, format)| (name.to_owned(), format.to_owned())));
        made.inputs.insert("A".to_owned(), "poisson2d:3x3".into());
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        let file = folder.path().join("y.tns");
        made.outputs.insert("y".to_owned(), file.clone());
        expect_right(&made);
        let text = fs::read_to_string(file).expect("the result was written");
        // After a header of three lines.
        let entries = text.lines().skip(3).count();
        assert_eq!(entries, stored, "drop_zeros: {drop_zeros}\n{text}");
    }
}
