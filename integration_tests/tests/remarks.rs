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
    assert!(remark.contains("every point although operand A is stored: arith.addf gives 1"), "{remark}");
}

#[test]
fn nothing_is_said_of_dense_operands_and_results() {
    assert_eq!(remarks("y(i) = A(i,j) * x(j) + x(i)", &[("A", "dcsr")]), [""; 0]);
    assert_eq!(remarks("C(i,j) = A(i,j) + B(i,j)", &[("A", "dcsr")]), [""; 0]);
    assert_eq!(remarks("C(i,j) = A(i,j) + 1", &[("A", "dcsr")]), [""; 0]);
}
