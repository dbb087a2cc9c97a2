//! Which conversions are chosen for small nests, without MLIR.

use super::{
    choice::for_statement,
    conversion::{Conversion, OtherResult, Through},
};
use crate::index::{Nest, testing};

/// What is chosen for the only statement of a nest, in words.
fn chosen(nest: &Nest) -> Vec<String> {
    let chosen = for_statement(nest, 0).unwrap_or_else(|problem| panic!("{}", problem.message()));
    let words = |conversion| match conversion {
        Conversion::Operand { access, to, for_lookups, .. } => {
            let lookups = if for_lookups { " for lookups" } else { "" };
            format!("{} to {}{lookups}", nest.name(access.tensor), to.value)
        }
        Conversion::Result { result: OtherResult { tensor, list, through }, .. } => {
            let made = if through == Through::List { "from" } else { "in groups of" };
            format!("{} {made} {}", nest.name(tensor), list.value)
        }
    };
    chosen.conversions.into_iter().map(words).collect()
}

fn stored(text: &str, formats: &[(&str, &str)]) -> Nest {
    testing::stored(text, &[("i", 1000), ("j", 1000), ("k", 1000)], formats)
}

#[test]
fn nothing_is_converted_that_has_a_plan() {
    let sum = stored("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csr"), ("C", "csr")]);
    assert!(chosen(&sum).is_empty());
    let product = stored("y(i) += A(i,j) * x(j)", &[("A", "csc")]);
    assert!(chosen(&product).is_empty());
}

/// A walk of blocks takes each of their values once, as that of any other format does: to leave them pays for no number of
/// columns.
#[test]
fn blocks_are_walked_as_they_are_in_products_with_any_number_of_columns() {
    for blocks in ["bcsr:1x1", "bcsr:2x2", "bcsr:4x4", "bcsr:2x8", "bcsr:8x2", "bcsr:8x8", "bcsr:16x16"] {
        for columns in [1, 8, 32, 64, 100, 1000, 100_000] {
            let sizes = [("i", 2000), ("j", 2000), ("k", columns)];
            let product = testing::stored("Y(i,k) += A(i,j) * X(j,k)", &sizes, &[("A", blocks)]);
            assert!(chosen(&product).is_empty(), "{blocks}, {columns} columns: {:?}", chosen(&product));
        }
    }
}

#[test]
fn one_of_two_operands_is_converted_to_the_order_of_the_other() {
    let sum = stored("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csc"), ("C", "csr")]);
    let [only] = &chosen(&sum)[..] else { panic!("{:?}", chosen(&sum)) };
    assert_eq!(only, "operand B to (i, j) -> (i : dense, j : compressed)");
    let [only] = &chosen(&stored("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csc"), ("C", "csc")]))[..] else {
        panic!("one conversion is enough");
    };
    assert_eq!(only, "operand A to (i, j) -> (j : dense, i : compressed)");
}

#[test]
fn a_vector_that_each_row_is_merged_with_is_looked_up() {
    let product = stored("y(i) += A(i,j) * x(j)", &[("A", "csr"), ("x", "compressed")]);
    assert_eq!(chosen(&product), ["operand x to (i) -> (i : hashed) for lookups"]);
}

#[test]
fn a_copy_into_another_order_converts() {
    let copy = stored("C(i,j) = A(i,j)", &[("A", "csr"), ("C", "dcsc")]);
    assert_eq!(chosen(&copy).len(), 1, "{:?}", chosen(&copy));
}

#[test]
fn an_order_that_the_user_asked_for_is_kept_or_refused() {
    let mut sum = stored("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csc"), ("C", "csr")]);
    sum.keep_order = true;
    assert!(for_statement(&sum, 0).is_err());
}

const BLOCKS: &str = "(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)";
const LIST: &str = "(i, j) -> (i : compressed(nonunique), j : singleton), positions = 64";

#[test]
fn blocks_take_points_of_cheap_walks_in_groups() {
    let scaled = stored("C(i,j) = A(i,j)", &[("A", "csr"), ("C", BLOCKS)]);
    assert_eq!(chosen(&scaled), [format!("operand C in groups of {LIST}")]);
}

/// Two walks would merge many points of which few are stored.
#[test]
fn blocks_take_points_of_costly_walks_from_a_list() {
    let product = stored("C(i,j) = A(i,j) * B(i,j)", &[("A", "csr"), ("B", "csr"), ("C", BLOCKS)]);
    assert_eq!(chosen(&product), [format!("operand C from {LIST}")]);
}
