//! What is refused, through the whole road: one message that names the tensor.

use lacuna_integration_tests::request::{expect_refused, expect_right, request};
use lacuna_tools::eval::Request;

fn with_stored(expression: &str, format: &str) -> Request {
    let mut made = request(expression);
    made.formats.insert("A".to_owned(), format.to_owned());
    made.inputs.insert("A".to_owned(), "random:density=0.5,seed=1".into());
    made.inputs.insert("x".to_owned(), "ones".into());
    made.sizes = [("i", 4), ("j", 4)].map(|(name, size)| (name.to_owned(), size)).into();
    made.inputs.retain(|name, _| expression.contains(&format!("{name}(")));
    made
}

#[test]
fn scatter_names_variables_and_the_result() {
    let refused = |expression: &str, format: &str| {
        let mut made = with_stored(expression, "csc");
        made.formats.insert("C".to_owned(), "csr".to_owned());
        if expression.contains("B(") {
            made.inputs.insert("B".to_owned(), "random:density=0.5,seed=2".into());
            made.formats.insert("B".to_owned(), format.to_owned());
        }
        made.sizes.insert("k".to_owned(), 4);
        // In this order a point is computed at once, and no operand is converted.
        made.schedule = Some("reorder(i,j,k)".to_owned());
        let message = expect_refused(&made);
        assert!(message.contains("result C (csr) cannot be"), "{message}");
        assert!(message.contains("for the loop order k -> i"), "{message}");
        message
    };
    for (format, remedy) in [
        ("csc", "store A with its dimensions in another order (-f A=csr)"),
        ("csr", "store A and B with their dimensions in another order (-f A=csr -f B=csc)"),
    ] {
        let message = refused("C(i,j) = A(i,k) * B(k,j)", format);
        assert!(message.ends_with(&format!("; {remedy}")), "{message}");
    }
    // Turned round, A would be in the way where it is read in order now.
    let message = refused("C(i,j) = A(i,k) * A(k,j)", "csc");
    assert!(message.ends_with("make C dense (-f C=dense)"), "{message}");
}

/// The runtime refuses what the compiler has no code for, and only that.
#[test]
fn levels_that_follow_from_others() {
    for format in [
        "(i, j) -> (i mod 2 : dense, i : compressed, j : compressed)",
        "(i, j) -> (i : compressed, j : compressed, j mod 2 : dense)",
        "(i, j) -> (i : dense, j floordiv 2 : compressed, j mod 2 : dense, i mod 3 : compressed)",
    ] {
        let message = expect_refused(&with_stored("y(i) = A(i,j) * x(j)", format));
        assert!(message.starts_with("-f A=") && message.ends_with("leave it out"), "{message}");
    }
    for format in [
        "(i, j) -> (i floordiv 2 : dense, i : compressed, j : compressed)",
        "(i, j) -> (i : compressed, j : compressed, j floordiv 2 : dense)",
        "(i, j) -> (i floordiv 2 : dense, i mod 2 : dense, i mod 2 : dense, j : compressed)",
        "(i, j) -> (i floordiv 2 : dense, i mod 2 : compressed, i : dense, j : compressed)",
    ] {
        expect_right(&with_stored("y(i) = A(i,j) * x(j)", format));
    }
}

/// Dense targets take every update; of stored ones, which points are left would depend on values.
#[test]
fn stored_targets_with_compound_subscripts_only_add() {
    for update in ["*=", "max=", "min="] {
        let mut made = with_stored(&format!("y(2*i) {update} x(i)"), "csr");
        made.sizes.remove("j");
        made.formats.remove("A");
        made.inputs.insert("y".to_owned(), "random:density=0.5,seed=2".into());
        expect_right(&made);
        made.formats.insert("y".to_owned(), "compressed".to_owned());
        let message = expect_refused(&made);
        assert!(message.contains("column 1: `y(2*i)` is stored") && message.contains(update), "{message}");
    }
}

#[test]
fn quotients_of_a_matrix_of_which_a_half_is_stored() {
    let mut made = with_stored("y(i,j) = A(i/2,j/2)", "csr");
    made.inputs.insert("A".to_owned(), "poisson2d:1x2".into());
    expect_right(&made);
    made.halves.insert("A".to_owned());
    let message = expect_refused(&made);
    assert!(message.contains("--half A") && message.contains("A(i/2,j/2)"), "{message}");
}
