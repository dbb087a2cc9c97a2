//! How an assignment falls into additive terms.

use lacuna_notation::parse;
use lacuna_notation::terms::{Sign, additive_terms};

/// `+term [summed variables]` for each term.
fn terms(text: &str) -> Vec<String> {
    let assignment = parse(text).unwrap();
    let describe = |term: lacuna_notation::terms::Term<'_>| {
        let sign = if term.sign == Sign::Plus { '+' } else { '-' };
        format!("{sign}{} {:?}", term.expr, term.variables)
    };
    additive_terms(&assignment.value).into_iter().map(describe).collect()
}

#[test]
fn each_term_sums_its_own_variables() {
    assert_eq!(terms("y(i) = A(i,j) * x(j) + b(i)"), [r#"+A(i,j) * x(j) ["j"]"#, "+b(i) []"]);
    assert_eq!(terms("s = A(k,j,j+l)"), [r#"+A(k,j,j + l) ["k", "j", "l"]"#]);
}

#[test]
fn signs_reach_through_parentheses() {
    assert_eq!(
        terms("y(i) = a(i) - (b(i) - -(c(i) + d(i))) - -1"),
        ["+a(i) []", "-b(i) []", "-c(i) []", "-d(i) []", "+1 []"]
    );
}

#[test]
fn products_and_quotients_stay_whole() {
    assert_eq!(terms("y(i) = 2*(A(i,j) + b(i))"), ["+2 * (A(i,j) + b(i)) []"]);
    assert_eq!(terms("y(i) = x(j)*(A(i,j) + b(i)) / 2"), [r#"+x(j) * (A(i,j) + b(i)) / 2 ["j"]"#]);
    assert_eq!(terms("y(i) = -a(i) * b(i)"), ["+-a(i) * b(i) []"]);
}

#[test]
fn arguments_of_functions_are_no_terms() {
    assert_eq!(terms("y(i) = sum(j, max(A(i,j), x(i)))"), [r#"+max(A(i,j), x(i)) ["j"]"#]);
    assert_eq!(
        terms("y(i) = -sum(j, k, min(A(i,j) * B(i,k), 0)) + x(i)"),
        [r#"-min(A(i,j) * B(i,k), 0) ["j", "k"]"#, "+x(i) []"]
    );
    assert_eq!(terms("y(i) = 2 * (sum(j, max(A(i,j), 1)) - b(i))"), ["+2 * (sum(j, max(A(i,j), 1)) - b(i)) []"]);
}

#[test]
fn reductions_of_one_kind_are_one() {
    assert_eq!(terms("s = sum(i, sum(j, A(i,j)))"), [r#"+A(i,j) ["i", "j"]"#]);
    assert_eq!(terms("s = max(i, sum(j, A(i,j)))"), [r#"+sum(j, A(i,j)) ["i"]"#]);
    assert_eq!(terms("s = any(i, any(j, A(i,j)))"), [r#"+any(j, A(i,j)) ["i"]"#]);
}
