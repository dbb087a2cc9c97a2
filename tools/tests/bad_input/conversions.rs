//! Conversions that cannot be, or cannot be checked.

use super::*;

#[test]
fn conversions_that_the_entries_do_not_allow() {
    refused_by_the_kernel(
        "csr",
        "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])",
        "level 2 of the result is structured[2, 4] and holds 2 of each 4 coordinates: more are stored in one block",
    );
    refused_by_the_kernel(
        "csc",
        "(i, j) -> (i : compressed, j : singleton)",
        "level 1 of the result is a singleton and holds one coordinate a node: a node has several",
    );
    for to in [
        "(i, j) -> (i : dense, j : loose_compressed), positions = 8",
        "(i, j) -> (i : dense, j : compressed), positions = 8",
    ] {
        refused_by_the_kernel(
            "csc",
            to,
            "level 1 of the result has more nodes than positions of 8 bits can count: use wider positions",
        );
    }
}

#[test]
fn conversions_into_more_than_there_is_memory_for() {
    let folder = TempDir::new().expect("a temporary folder");
    let list = format!("{HEADER}1000000000000 1000000000000 2\n1 1 1.0\n1000000000000 3 2.0\n");
    fs::write(folder.path().join("m.mtx"), list).expect("the folder is writable");
    for to in ["(i, j) -> (_ : dense, i : dense, j : singleton), coordinates = 64", "dense,dense", "dense,compressed"] {
        let coo = "(i, j) -> (i : compressed(nonunique), j : singleton), coordinates = 64";
        let arguments = ["convert", "m.mtx", "--from", coo, "--to", to, "--output", "y.tns"];
        refused(folder.path(), &arguments, &["a tensor of this shape", "bytes of memory"]);
    }
}

/// Sizes that only wide coordinates can hold are no reason to find a conversion wrong.
#[test]
fn conversions_of_long_dimensions_are_checked() {
    let folder = TempDir::new().expect("a temporary folder");
    let list = format!("{HEADER}5000000000 5000000000 3\n1 1 1.0\n5000000000 3 2.0\n4 4999999999 0.5\n");
    fs::write(folder.path().join("m.mtx"), list).expect("the folder is writable");
    let coo = "(i, j) -> (i : compressed(nonunique), j : singleton), coordinates = 64";
    let to = "(i, j) -> (i : compressed, j : compressed), coordinates = 64";
    let output = lacuna(folder.path(), &["convert", "m.mtx", "--from", coo, "--to", to, "--check"]);
    assert!(output.status.success(), "{output:?}");
}

/// That points are too many to list makes no conversion wrong: it cannot be checked.
#[test]
fn conversions_of_fill_values_that_are_too_large_to_be_checked() {
    let folder = TempDir::new().expect("a temporary folder");
    let fill = "fill = 1.0 : f64";
    let (from, to) = (
        format!("(i, j) -> (i : compressed, j : compressed), {fill}"),
        format!("(i, j) -> (i : dense, j : compressed), {fill}"),
    );
    let arguments = [
        "convert",
        "random:nnz=10",
        "--shape",
        "20000x20000",
        "--from",
        &from,
        "--to",
        &to,
        "--check",
        "--output",
        "y.tns",
    ];
    refused(
        folder.path(),
        &arguments,
        &["a tensor of shape [20000, 20000] has 400000000 points, of which at most 268435456"],
    );
}
