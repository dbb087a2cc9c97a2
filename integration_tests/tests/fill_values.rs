//! Tensors whose points that are not stored have another value than zero: operands, results, and what is added to.

use lacuna_integration_tests::request::{expect_right, request};

/// Maps of levels of a matrix, to which a fill value is appended.
const LEVELS: [&str; 6] = [
    "(i, j) -> (i : dense, j : compressed)",
    "(i, j) -> (j : compressed, i : compressed)",
    "(i, j) -> (i : compressed(nonunique), j : singleton)",
    "(i, j) -> (i : hashed, j : hashed)",
    "(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)",
    "(i, j) -> (j - i : compressed, i : range, j : offset)",
];

/// Each expression, and the fill values of those of its matrices that have one.
const EXPRESSIONS: [(&str, &[(&str, &str)]); 9] = [
    ("C(i,j) = A(i,j)", &[("A", "1.0")]),
    ("C(i,j) = 2 * A(i,j)", &[("C", "1.0")]),
    ("C(i,j) = 2 * A(i,j)", &[("A", "1.5"), ("C", "3.0")]),
    ("C(i,j) = A(i,j) + B(i,j)", &[("A", "2.0"), ("C", "-3.0")]),
    ("C(i,j) = A(i,j) * B(i,j) - 1", &[("A", "2.0"), ("C", "-1.0")]),
    ("C(i,j) = A(i,j) * B(j,i)", &[("A", "2.0"), ("B", "-2.0")]),
    ("C(i,j) += A(i,j) * B(i,j)", &[("C", "4.0")]),
    ("y(i) = A(i,j) * x(j)", &[("A", "1.0")]),
    ("s += A(i,j) * B(i,j)", &[("A", "1.0"), ("B", "0.5")]),
];

#[test]
fn what_is_not_stored_counts_as_its_fill_value() {
    for (number, levels) in LEVELS.iter().enumerate() {
        for (place, (expression, fills)) in EXPRESSIONS.iter().enumerate() {
            let mut made = request(expression);
            for name in ["A", "B", "C"].into_iter().filter(|name| expression.contains(&format!("{name}("))) {
                let fill = fills.iter().find(|(other, _)| *other == name);
                let fill = fill.map_or_else(String::new, |(_, fill)| format!(", fill = {fill} : f64"));
                made.formats.insert(name.to_owned(), format!("{levels}{fill}"));
                if name != "C" || expression.contains("+=") {
                    made.inputs.insert(name.to_owned(), format!("random:density=0.2,seed={}", number + place).into());
                }
            }
            if expression.contains("x(j)") {
                made.inputs.insert("x".to_owned(), "random:density=1,seed=3".into());
            }
            if expression.starts_with("s +=") {
                made.inputs.insert("s".to_owned(), "ones".into());
            }
            made.sizes.extend([("i".to_owned(), 6), ("j".to_owned(), 6)]);
            made.any_sizes = (number + place) % 2 == 1;
            expect_right(&made);
        }
    }
}

#[test]
fn files_have_every_point_that_is_not_zero() {
    let folder = tempfile::tempdir().expect("a folder for the result");
    let path = folder.path().join("C.mtx");
    let mut made = request("C(i,j) = A(i,j)");
    made.formats.insert("A".to_owned(), format!("{}, fill = 4.0 : f64", LEVELS[0]));
    made.formats.insert("C".to_owned(), format!("{}, fill = 4.0 : f64", LEVELS[1]));
    made.inputs.insert("A".to_owned(), "poisson2d:2x2".into());
    made.outputs.insert("C".to_owned(), path.clone());
    expect_right(&made);
    let text = std::fs::read_to_string(&path).expect("it was written");
    assert!(text.contains("\n4 4 16\n"), "{text}");
}

/// What neither stores is what the other does not store, either: no other point is visited.
#[test]
fn results_of_the_same_fill_value_visit_what_is_stored() {
    let fill = ", fill = 1.5 : f64";
    for expression in ["C(i,j) = A(i,j)", "C(i,j) = A(j,i)", "C(i,j) = min(A(i,j), B(i,j))", "C(i,j) = A(i,j) + D(i,j)"]
    {
        let mut made = request(expression);
        for name in ["A", "B", "C", "D"].into_iter().filter(|name| expression.contains(&format!("{name}("))) {
            let fill = if name == "D" { "" } else { fill };
            made.formats.insert(name.to_owned(), format!("{}{fill}", LEVELS[0]));
            if name != "C" {
                made.inputs.insert(name.to_owned(), "random:density=0.2,seed=5".into());
            }
        }
        made.sizes.extend([("i".to_owned(), 6), ("j".to_owned(), 7)]);
        let remarks = expect_right(&made).remarks;
        assert!(remarks.iter().all(|remark| !remark.contains("visit")), "{expression}: {remarks:?}");
    }
}
