//! What the compiler says it decided on its own, through the whole road: with the names of the expression.

use lacuna_integration_tests::request::{expect_right, request};

/// The remarks on an expression whose tensors have these formats; those named with capital letters are matrices of
/// nine rows, all others dense and full.
fn remarks(expression: &str, formats: &[(&str, &str)]) -> Vec<String> {
    let mut made = request(expression);
    let target = expression.split('(').next().unwrap_or_default().trim().to_owned();
    for (name, format) in formats {
        made.formats.insert((*name).to_owned(), (*format).to_owned());
    }
    for name in ["A", "B", "x"] {
        if name != target && expression.contains(&format!("{name}(")) {
            let data = if name == "x" { "ones" } else { "poisson2d:3x3" };
            made.inputs.insert(name.to_owned(), data.to_owned());
        }
    }
    expect_right(&made).remarks
}

#[test]
fn a_number_makes_every_point_visited() {
    let found = remarks("C(i,j) = A(i,j) + 1", &[("A", "dcsr"), ("C", "csr")]);
    let [remark] = found.as_slice() else { panic!("one remark, found {found:?}") };
    assert!(
        remark.starts_with("the loops over i and j visit every point although operand A is stored: arith.addf gives 1"),
        "{remark}"
    );
}

#[test]
fn nothing_is_said_of_dense_operands_and_results() {
    assert_eq!(remarks("y(i) = A(i,j) * x(j) + x(i)", &[("A", "dcsr")]), [""; 0]);
    assert_eq!(remarks("C(i,j) = A(i,j) + B(i,j)", &[("A", "dcsr")]), [""; 0]);
    assert_eq!(remarks("C(i,j) = A(i,j) + 1", &[("A", "dcsr")]), [""; 0]);
}

#[test]
fn conversions_name_tensors_and_variables() {
    let found = remarks("s = A(i,j) * B(i,j)", &[("A", "csr"), ("B", "csc")]);
    let [remark] = found.as_slice() else { panic!("one remark, found {found:?}") };
    assert!(
        remark.starts_with("operand A is converted from ") && remark.contains("j -> i -> j is a cycle"),
        "{remark}"
    );
    assert!(remark.ends_with("store operand A in the latter format to save the conversion"), "{remark}");
}

const BLOCKS_OF_B: &str = "wants a loop over i, but the levels of operand B want loops over i floordiv 2 and i mod 2";

#[test]
fn conversions_of_blocks_name_variables_and_levels() {
    let found = remarks("s = A(i,j) * B(i,j)", &[("A", "csr"), ("B", "bcsr:2x2")]);
    let [remark] = found.as_slice() else { panic!("one remark, found {found:?}") };
    assert!(remark.starts_with("operand B ") && remark.contains(BLOCKS_OF_B), "{remark}");
}

#[test]
fn conversions_say_what_each_is_for() {
    let found = remarks("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "bcsr:2x2"), ("C", "hash")]);
    let [operand, result] = found.as_slice() else { panic!("two remarks, found {found:?}") };
    assert!(operand.starts_with("operand B is converted"), "{operand}");
    assert!(operand.contains(BLOCKS_OF_B), "{operand}");
    assert!(result.starts_with("result operand C is computed as "), "{result}");
    assert!(result.contains("nothing can be appended to or inserted into its level 0"), "{result}");
}

#[test]
fn loops_over_blocks_are_called_by_their_levels() {
    let found = remarks("C(i,j) = A(i,j) + 1", &[("A", "bcsr:2x2"), ("C", "csr")]);
    assert!(!found.is_empty());
    for remark in found {
        for made_up in [".outer", ".inner", "v0", "v1", "v2", " * 2 + "] {
            assert!(!remark.contains(made_up), "{remark}");
        }
    }
}
