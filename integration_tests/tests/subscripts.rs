//! Stored operands that are subscripted by more than variables, in many formats, against the oracle.

use lacuna_integration_tests::request::{expect_right, request};

const MATRICES: [&str; 12] = [
    "csr",
    "csc",
    "coo",
    "dcsr",
    "hash",
    "bcsr:2x3",
    "csb:4x4",
    "ell",
    "dia",
    "dense,loose_compressed",
    "batch,compressed",
    "(i, j) -> (i : dense, j floordiv 2 : dense, j mod 2 : structured[2, 2])",
];

/// An expression of a matrix `A` in every format, whose result `y` has some formats in turn; `x` is a sparse vector.
fn in_every_format(expression: &str, results: &[&str]) {
    for (format, result) in MATRICES.into_iter().zip(results.iter().cycle()) {
        let mut made = request(expression);
        made.sizes = [("i", 6), ("j", 9), ("k", 4), ("l", 6)]
            .into_iter()
            .filter(|(name, _)| expression.contains(name))
            .map(|(name, size)| (name.to_owned(), size))
            .collect();
        made.inputs.insert("A".to_owned(), "random:density=0.3,seed=1".into());
        made.formats.insert("A".to_owned(), format.to_owned());
        if expression.contains("x(") {
            made.inputs.insert("x".to_owned(), "random:density=0.5,seed=2".into());
            made.formats.insert("x".to_owned(), "compressed".to_owned());
        }
        if !result.is_empty() {
            made.formats.insert("y".to_owned(), (*result).to_owned());
        }
        expect_right(&made);
    }
}

#[test]
fn diagonals() {
    in_every_format("y = A(i,i)", &[""]);
    in_every_format("y(i) = A(i,i) * x(i)", &["", "compressed", "hash"]);
    // Only the access that needs it reads a dense tensor.
    in_every_format("y(i,l) = A(i,i) * A(i,l)", &["", "csr"]);
}

#[test]
fn sums_of_variables() {
    in_every_format("y(i) = A(i+k,j) * x(k)", &["", "compressed"]);
    in_every_format("y(i,j) = A(j,i+k) * x(k)", &["", "csr"]);
}

#[test]
fn multiples_and_constants() {
    in_every_format("y(i) = A(2*i,3) + x(i)", &["", "compressed"]);
}
