//! Merges of many operands whose upper levels are joined. Where an operand stores nothing, its levels below have no parent. They
//! must act as empty there, even if they are full or can be located.

use lacuna_integration_tests::request::{MEMORY, expect_right, give, request};
use lacuna_passes::fp::FpMode;
use lacuna_runtime::value::Dtype;
use lacuna_tools::{eval::Request, kernel::checks::MemoryChecks};
use std::fs;

const DCSR: &str = "compressed,compressed";
/// Some rows are empty, the others store every column.
const SOME_ROWS: &str = "1 1 1.5\n1 2 2.5\n1 3 3.5\n3 1 4\n3 2 -5\n3 3 6\n6 1 7\n6 2 8\n6 3 9\n";
/// Formats that store some of the rows, each with another kind of level below.
const FORMATS: [&str; 8] = [
    "compressed,compressed(full)",
    "compressed,dense",
    "(i, j) -> (i : compressed, j : loose_compressed(full))",
    "(i, j) -> (i : compressed, j : loose_compressed)",
    "(i, j) -> (i : compressed, j : sliced[2, 2])",
    "coo",
    "compressed,hashed",
    "(i, j) -> (i : compressed, j floordiv 2 : compressed, j mod 2 : dense)",
];

/// A request whose operands A, B, D, E and F are random DCSR matrices, and whose operands K and L have `format` and hold `rows`.
fn request_for(expression: &str, format: &str, rows: &str) -> Request {
    let mut made = request(expression);
    made.memory = MemoryChecks { failing: None, ..MEMORY };
    made.sizes = [("i", 7), ("j", 3)].map(|(name, size)| (name.to_owned(), size)).into();
    let mut add = |name: &str, format: &str, data: &str| {
        if expression.contains(&format!("{name}(i,j)")) {
            give(&mut made, name, format, data);
        }
    };
    for (seed, name) in ["A", "B", "D", "E", "F"].into_iter().enumerate() {
        add(name, DCSR, &format!("random:density=0.3,seed={seed}"));
    }
    add("K", format, rows);
    add("L", format, rows);
    made
}

/// Checks an expression with K and L in each of `FORMATS`, in fast and strict mode by turns.
fn expect_right_in_all_formats(expression: &str, result: (&str, &str)) {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = folder.path().join("rows.tns");
    fs::write(&rows, SOME_ROWS).expect("a file");
    for (turn, format) in FORMATS.into_iter().enumerate() {
        let mut made = request_for(expression, format, &rows.display().to_string());
        made.formats.insert(result.0.to_owned(), result.1.to_owned());
        made.fp = if turn % 2 == 0 { FpMode::Fast } else { FpMode::Strict };
        expect_right(&made);
    }
}

#[test]
fn sums_are_right() {
    expect_right_in_all_formats("C(i,j) = A(i,j) + B(i,j) + K(i,j)", ("C", DCSR));
    expect_right_in_all_formats("C(i,j) = A(i,j) + K(i,j) + L(i,j) + D(i,j) + E(i,j) - F(i,j)", ("C", DCSR));
}

#[test]
fn sums_of_products_are_right() {
    expect_right_in_all_formats("C(i,j) = A(i,j) * B(i,j) + K(i,j) * D(i,j) + L(i,j) * (E(i,j) + F(i,j))", ("C", DCSR));
}

#[test]
fn reductions_are_right() {
    expect_right_in_all_formats("y(i) = max(j, A(i,j) + B(i,j) + K(i,j) * L(i,j) + D(i,j) + E(i,j))", ("y", "dense"));
}

#[test]
fn functions_of_every_coordinate_are_right() {
    expect_right_in_all_formats("C(i,j) = cos(A(i,j) + B(i,j) + K(i,j) + L(i,j) + D(i,j) + E(i,j))", ("C", "dense"));
    expect_right_in_all_formats(
        "y(i) = prod(j, 2 - A(i,j) + B(i,j) + K(i,j) + D(i,j) + E(i,j) + F(i,j))",
        ("y", "dense"),
    );
}

/// Operands over two of three variables end at different levels.
#[test]
fn operands_of_fewer_variables_are_right() {
    let expressions = [
        "C(i,j,k) = A(i,j) + B(i,k) + D(j,k) + E(k,i) + F(j,i) + G(k,j) + H(i,j) + K(i,k) + L(j,k)",
        "C(i,j,k) = (A(i,j) + B(i,k) - min(D(j,k), E(i,k))) * cos(F(i,j) + G(j,k)) * H(i,j)",
    ];
    for (expression, fp) in expressions.into_iter().zip([FpMode::Strict, FpMode::Fast]) {
        let mut made = request(expression);
        made.memory = MemoryChecks { failing: None, ..MEMORY };
        made.fp = fp;
        made.sizes = [("i", 6), ("j", 5), ("k", 4)].map(|(name, size)| (name.to_owned(), size)).into();
        for (seed, name) in ["A", "B", "D", "E", "F", "G", "H", "K", "L"].into_iter().enumerate() {
            if expression.contains(&format!("{name}(")) {
                give(&mut made, name, DCSR, &format!("random:density=0.3,seed={seed}"));
            }
        }
        expect_right(&made);
    }
}

/// Operands that end above other loops are pending until one of these tests whether they store an entry: in sums and products, below
/// folds, of each kind of last level, beside infinities, and for results that store their points.
#[test]
fn pending_operands_are_tested_inside() {
    let expressions = [
        "C(i,j,k) = A(i,j) + B(i,j) + D(i,j) + E(i,k) + F(i,k) + G(i,k) + H(j,k) + K(j,k) + L(j,k)",
        "C(i,j,k) = A(i,j) * B(j,k) + D(i,j) * E(i,k) + F(i,j) * min(G(j,k), 2) + H(i,j) * K(i,k) - L(j,k)",
        "C(i,j) = sum(k, max(A(i,j) * B(j,k) + max(D(i,k), E(i,j)) - F(i,j), G(j,k) / (2 + abs(H(i,j))) + K(i,k) * L(j,k)))",
        "C(i,j) = min(k, where(A(i,j) > B(j,k), D(i,j), E(i,k)) * F(i,j) + G(j,k) + H(i,k) + cos(K(i,j)) - L(j,k))",
        "C(i,j) = (A(i,j) + B(i,j) - D(i,j)) * sum(k, (E(i,j) + F(i,j) + G(i,k) + H(j,k)) * K(i,k) + L(j,k))",
        "C(i,j) = sum(k, max(A(i,j) * X(j,k), B(i,j) - D(i,j) * X(i,k)) + max(E(i,j) * X(j,k), F(i,j) + G(i,j)) + min(H(i,j) * X(i,k), K(i,j) - L(i,j)))",
        "C(i,j,k) = abs(max(A(i,j), B(j,k) + D(i,j)) * (E(i,j) - F(i,k) + G(i,j)) + min(H(j,k), K(i,k))) * L(l,i)",
        "C(i,j,k) = (A(i,j) + B(i,j) * D(j,k) + E(i,j)) * sum(l, (F(i,j) + G(k,l) - H(i,k)) * K(i,l)) - L(j,k)",
    ];
    let formats = [[DCSR, "csr"], ["hash", "compressed,hashed"], ["coo", "dense,loose_compressed"], ["ell", "csc"]];
    let results = [["csf", "coo", "hash", "dense"], ["dcsr", "csr", "hash", "dense"]];
    for (number, expression) in expressions.into_iter().enumerate() {
        for (turn, formats) in formats.into_iter().enumerate() {
            let mut made = request(expression);
            made.memory = MemoryChecks { failing: None, ..MEMORY };
            made.fp = if (number + turn) % 2 == 0 { FpMode::Fast } else { FpMode::Strict };
            made.sizes = [("i", 5), ("j", 4), ("k", 3)].map(|(name, size)| (name.to_owned(), size)).into();
            let order = usize::from(!expression.starts_with("C(i,j,k)"));
            made.formats.insert("C".to_owned(), results[order][turn].to_owned());
            if expression.contains(",l)") || expression.contains("(l,") {
                made.sizes.insert("l".to_owned(), 3);
            }
            if expression.contains('X') {
                made.inputs.insert("X".to_owned(), "random:special=0.1".into());
                made.sizes.insert("i".to_owned(), 4);
            }
            for (seed, name) in ["A", "B", "D", "E", "F", "G", "H", "K", "L"].into_iter().enumerate() {
                let special = if seed % 4 == 3 { ",special=0.3" } else { "" };
                give(&mut made, name, formats[seed % 2], &format!("random:density=0.4,seed={seed}{special}"));
            }
            expect_right(&made);
        }
    }
}

/// To the letter, an absent term of a complex sum is minus zero in both parts.
#[test]
fn strict_complex_sums_are_right() {
    let mut made = request_for("C(i,j) = sin(A(i,j) + B(i,j) - D(i,j) + E(i,j) + F(i,j))", DCSR, "");
    made.dtype = Dtype::Complex128;
    made.fp = FpMode::Strict;
    made.formats.insert("C".to_owned(), DCSR.to_owned());
    expect_right(&made);
}
