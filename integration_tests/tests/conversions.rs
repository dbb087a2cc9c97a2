//! Every format to every other, by code that the compiler makes: the entries stay, and the result keeps its format.

use lacuna_integration_tests::request::conversion as request;
use lacuna_tools::convert::{ConvertRequest, convert};

const FORMATS: [&str; 18] = [
    "dense,dense",
    "csr",
    "coo",
    "compressed(nonunique, unordered),singleton(unordered)@1,0",
    "bcsr:2x3",
    "hash",
    "batch,compressed",
    "batch,hashed",
    "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])",
    "(i, j) -> (j : compressed, i floordiv 4 : compressed, i mod 4 : structured[4, 4])",
    "(i, j) -> (i floordiv 4 : batch, j : compressed, i mod 4 : structured[3, 4])",
    "(i, j) -> (_ : dense, i : dense, j floordiv 2 : singleton, j mod 2 : dense)",
    "(i, j) -> (_ : dense, i : dense, j floordiv 2 : singleton, j mod 2 : compressed)",
    "(i, j) -> (i floordiv 2 : dense, i : compressed, j : compressed)",
    "(i, j) -> (j : dense, i : hashed, i floordiv 4 : compressed)",
    "(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i : compressed(nonunique), j : singleton)",
    "(i, j) -> (j floordiv 4 : compressed, i : compressed, j : compressed)",
    "compressed(full),compressed(unordered, full)@1,0",
];

fn expect_right(request: &ConvertRequest) {
    let report = convert(request, None).unwrap_or_else(|error| panic!("{} to {}: {error}", request.from, request.to));
    let check = report.check.expect("it was asked for");
    assert_eq!(check, Ok(()), "{} to {}", request.from, request.to);
}

/// How a format is read and how one is built are apart, so half of all pairs has each format with those on either side: each is
/// read for half of the others, and built of the other half.
#[test]
fn matrices_from_each_format_to_others() {
    for (number, from) in FORMATS.into_iter().enumerate() {
        for (other, to) in FORMATS.into_iter().enumerate() {
            if number == other || (other + FORMATS.len() - number) % FORMATS.len() % 2 == 1 {
                expect_right(&request("random:density=0.2,seed=2", &[9, 10], from, to));
            }
        }
    }
}

#[test]
fn lists_above_offsets() {
    for below in ["i : dense", "j : compressed", "i + j : dense"] {
        let from = format!("(i, j) -> (i : dense, j : compressed(nonunique), i : offset, {below})");
        for to in ["csr", "coo", "dense,dense"] {
            expect_right(&request("random:density=0.3,seed=2", &[4, 5], &from, to));
        }
    }
}

#[test]
fn blocks_that_are_sparse_inside() {
    for shape in [[9, 7], [1, 5], [8, 4], [0, 4]] {
        for blocks in ["csb:2x2", "csb:3x4"] {
            expect_right(&request("random:density=0.3,seed=2", &shape, "csr", blocks));
            expect_right(&request("random:density=0.3,seed=2", &shape, blocks, "csr"));
        }
    }
}

#[test]
fn blocks_of_diagonals() {
    for width in ["8", "32"] {
        let blocks = "(i, j) -> ((j - i) floordiv 4 : compressed, (j - i) mod 4 : dense, i : compressed)";
        let blocks = format!("{blocks}, coordinates = {width}");
        for shape in [[9, 7], [3, 129], [129, 3], [0, 4]] {
            expect_right(&request("random:density=0.3,seed=2", &shape, "csr", &blocks));
            expect_right(&request("random:density=0.3,seed=2", &shape, &blocks, "csr"));
        }
    }
}

#[test]
fn values_that_are_no_numbers_stay() {
    for to in FORMATS {
        expect_right(&request("random:density=0.2,seed=2,special=0.5", &[9, 10], "csr", to));
    }
}

#[test]
fn matrices_without_entries_and_without_rows() {
    for to in FORMATS {
        expect_right(&request("random:density=0.0", &[5, 6], "csr", to));
        expect_right(&request("random:density=0.0", &[0, 6], "csr", to));
    }
}

#[test]
fn batches_of_several_levels() {
    for to in [
        "batch,compressed,compressed",
        "batch,batch,compressed",
        "batch,dense,loose_compressed",
        "batch,compressed(nonunique),singleton",
        "batch,compressed(nonunique),singleton(interleaved)",
        "batch,hashed,compressed@2,0,1",
        "batch,compressed,dense",
        "batch,loose_compressed,hashed",
        "(i, j, k) -> (i : batch, _ : dense, j : dense, k : singleton)",
    ] {
        for from in ["csf", to] {
            expect_right(&request("random:density=0.15,seed=1", &[5, 6, 7], from, to));
        }
    }
}

#[test]
fn levels_without_an_order() {
    for to in [
        "compressed(nonunique,unordered),singleton(unordered)",
        "(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered)), positions = 64, coordinates = 64",
        "compressed(unordered),compressed(unordered)",
        "dense,compressed(unordered)",
    ] {
        for from in ["csr", "csc", "dcsc", "hash", "dense", "coo@1,0", to] {
            expect_right(&request("random:density=0.2,seed=2", &[9, 10], from, to));
        }
    }
    for to in [
        "compressed(nonunique,unordered),singleton(nonunique,unordered),singleton(unordered)",
        "compressed(unordered),compressed(unordered),compressed(unordered)",
        "dense,compressed(nonunique,unordered),singleton(unordered)",
        "dense,compressed(unordered),compressed(unordered)@1,0,2",
    ] {
        for from in ["csf", "csf@2,0,1", "coo@1,2,0", to] {
            expect_right(&request("random:density=0.1,seed=3", &[5, 6, 7], from, to));
        }
    }
}

#[test]
fn levels_with_one_child_a_node() {
    for to in [
        "(i, j) -> (i : compressed, j : singleton)",
        "(i, j) -> (i : dense, j : singleton)",
        "(i, j) -> (i : hashed, j : singleton)",
        "(i, j) -> (i floordiv 2 : dense, i mod 2 : compressed, j : singleton)",
        "(i, j) -> (i : compressed(nonunique), i floordiv 2 : singleton, j : singleton)",
    ] {
        for from in ["csr", "csc", "dense", to] {
            expect_right(&request("banded:n=9,width=1", &[9, 9], from, to));
        }
    }
    for to in [
        "(i, j) -> (j - i : compressed, i : singleton)",
        "(i, j) -> (i floordiv 4 : batch, i mod 4 : hashed, j : singleton)",
    ] {
        expect_right(&request("random:nnz=1", &[9, 9], "csr", to));
    }
}

#[test]
fn fill_values_become_others() {
    let formats = [
        "csr",
        "(i, j) -> (j : compressed, i : compressed), fill = 1.0 : f64",
        "(i, j) -> (i : hashed, j : hashed), fill = -1.0 : f64",
        "(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense), fill = 4.0 : f64",
        "(i, j) -> (j - i : compressed, i : range, j : offset), fill = 4.0 : f64",
        "(i, j) -> (_ : dense, i : dense, j : singleton), fill = 2.0 : f64",
    ];
    for from in formats {
        for to in formats {
            expect_right(&request("poisson2d:3x3", &[9, 9], from, to));
        }
    }
}
