//! Merges of many operands whose upper levels are joined: where an operand stores nothing, the levels below are walked under no
//! node, whatever they could promise or look up under one.

use lacuna_integration_tests::request::{MEMORY, expect_right, request};
use lacuna_passes::fp::FpMode;
use lacuna_tools::{eval::Request, kernel::checks::MemoryChecks};
use std::fs;

const DCSR: &str = "compressed,compressed";
/// Rows without entries, and rows with all.
const SOME_ROWS: &str = "1 1 1.5\n1 2 2.5\n1 3 3.5\n3 1 4\n3 2 -5\n3 3 6\n6 1 7\n6 2 8\n6 3 9\n";
/// Levels below one that stores rows.
const LEVELS: [&str; 8] = [
    "compressed,compressed(full)",
    "compressed,dense",
    "(i, j) -> (i : compressed, j : loose_compressed(full))",
    "(i, j) -> (i : compressed, j : loose_compressed)",
    "(i, j) -> (i : compressed, j : sliced[2, 2])",
    "coo",
    "compressed,hashed",
    "(i, j) -> (i : compressed, j floordiv 2 : compressed, j mod 2 : dense)",
];

/// An expression of A, B, D, E and F, which are stored in any rows, and of K and L, which have levels of a kind.
fn over(expression: &str, format: &str, rows: &str) -> Request {
    let mut made = request(expression);
    made.memory = MemoryChecks { failing: None, ..MEMORY };
    made.sizes = [("i", 7), ("j", 3)].map(|(name, size)| (name.to_owned(), size)).into();
    let mut add = |name: &str, format: &str, data: &str| {
        if expression.contains(&format!("{name}(i,j)")) {
            made.formats.insert(name.to_owned(), format.to_owned());
            made.inputs.insert(name.to_owned(), data.into());
        }
    };
    for (seed, name) in ["A", "B", "D", "E", "F"].into_iter().enumerate() {
        add(name, DCSR, &format!("random:density=0.3,seed={seed}"));
    }
    add("K", format, rows);
    add("L", format, rows);
    made
}

/// Evaluates an expression with each kind of level. Modes take turns.
fn run(expression: &str, result: (&str, &str)) {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = folder.path().join("rows.tns");
    fs::write(&rows, SOME_ROWS).expect("a file");
    for (turn, format) in LEVELS.into_iter().enumerate() {
        let mut made = over(expression, format, &rows.display().to_string());
        made.formats.insert(result.0.to_owned(), result.1.to_owned());
        made.fp = if turn % 2 == 0 { FpMode::Fast } else { FpMode::Strict };
        expect_right(&made);
    }
}

#[test]
fn sums() {
    run("C(i,j) = A(i,j) + B(i,j) + K(i,j)", ("C", DCSR));
    run("C(i,j) = A(i,j) + K(i,j) + L(i,j) + D(i,j) + E(i,j) - F(i,j)", ("C", DCSR));
}

#[test]
fn sums_of_products() {
    run("C(i,j) = A(i,j) * B(i,j) + K(i,j) * D(i,j) + L(i,j) * (E(i,j) + F(i,j))", ("C", DCSR));
}

#[test]
fn reductions() {
    run("y(i) = max(j, A(i,j) + B(i,j) + K(i,j) * L(i,j) + D(i,j) + E(i,j))", ("y", "dense"));
}

#[test]
fn every_value() {
    run("C(i,j) = cos(A(i,j) + B(i,j) + K(i,j) + L(i,j) + D(i,j) + E(i,j))", ("C", "dense"));
    run("y(i) = prod(j, 2 - A(i,j) + B(i,j) + K(i,j) + D(i,j) + E(i,j) + F(i,j))", ("y", "dense"));
}
