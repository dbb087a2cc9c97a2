//! Sizes from shapes, shapes from sizes, and every way in which they do not fit.

use std::collections::BTreeMap;

use lacuna_notation::sizes::{infer_program, infer_shapes, infer_sizes};
use lacuna_notation::{parse, parse_program};

fn shapes(entries: &[(&str, &[u64])]) -> BTreeMap<String, Vec<u64>> {
    entries.iter().map(|(tensor, shape)| (tensor.to_string(), shape.to_vec())).collect()
}

fn sizes(entries: &[(&str, u64)]) -> BTreeMap<String, u64> {
    entries.iter().map(|&(variable, size)| (variable.to_string(), size)).collect()
}

#[track_caller]
fn infers(text: &str, known: &[(&str, &[u64])], given: &[(&str, u64)], expected: &[(&str, u64)]) {
    assert_eq!(infer_sizes(&parse(text).unwrap(), &shapes(known), &sizes(given)), Ok(sizes(expected)));
}

#[track_caller]
fn refuses(text: &str, known: &[(&str, &[u64])], given: &[(&str, u64)], message: &str) {
    let error = infer_sizes(&parse(text).unwrap(), &shapes(known), &sizes(given)).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[test]
fn plain_subscripts_fix_sizes() {
    infers("y(i) = A(i,j) * x(j)", &[("A", &[3, 4]), ("x", &[4])], &[], &[("i", 3), ("j", 4)]);
    infers("y(i) = A(i,j) * x(j)", &[("A", &[3, 4])], &[("i", 3)], &[("i", 3), ("j", 4)]);
    infers("y(i) = s", &[("y", &[7]), ("s", &[])], &[], &[("i", 7)]);
    infers("y(i) = s", &[], &[("i", 0)], &[("i", 0)]);
}

#[test]
fn compound_subscripts_must_fit() {
    let conv = "A(i) = I(i+k) * F(k)";
    infers(conv, &[("I", &[10]), ("F", &[3])], &[("i", 8)], &[("i", 8), ("k", 3)]);
    infers(conv, &[("I", &[10]), ("F", &[3])], &[("i", 5)], &[("i", 5), ("k", 3)]);
    infers(conv, &[("I", &[0]), ("F", &[3])], &[("i", 0)], &[("i", 0), ("k", 3)]);
    infers("s = A(3 - i) * x(i)", &[("A", &[4]), ("x", &[4])], &[], &[("i", 4)]);
    refuses(
        conv,
        &[("I", &[10]), ("F", &[3])],
        &[("i", 9)],
        "column 10: subscript `i + k` of `I` reaches from 0 to 10, but dimension 0 has size 10; the size of `i` is 9 in the \
         sizes given; the size of `k` is 3 in dimension 0 of `F`",
    );
    refuses(
        "s = A(2*i - 1, 0) * x(i)",
        &[("A", &[9, 1]), ("x", &[2])],
        &[],
        "column 7: subscript `2*i - 1` of `A` reaches from -1 to 1, but dimension 0 has size 9; the size of `i` is 2 in \
         dimension 0 of `x`",
    );
    refuses(
        "y(i) = x(i) + x(i+1)",
        &[("x", &[3]), ("y", &[3])],
        &[],
        "column 17: subscript `i + 1` of `x` reaches from 1 to 3, but dimension 0 has size 3; the size of `i` is 3 in \
         dimension 0 of `y`",
    );
    refuses(
        "s = A(5)",
        &[("A", &[5])],
        &[],
        "column 7: subscript `5` of `A` reaches from 5 to 5, but dimension 0 has size 5",
    );
}

#[test]
fn sizes_must_agree() {
    refuses(
        "y(i) = A(i,j) * x(j)",
        &[("A", &[3, 4]), ("x", &[5])],
        &[],
        "column 19: the size of `j` is 4 in dimension 1 of `A`, but 5 in dimension 0 of `x`",
    );
    refuses(
        "s = A(i,i)",
        &[("A", &[3, 4])],
        &[],
        "column 9: the size of `i` is 3 in dimension 0 of `A`, but 4 in dimension 1 of `A`",
    );
    refuses(
        "y(i) = x(i)",
        &[("x", &[5])],
        &[("i", 6)],
        "column 10: the size of `i` is 6 in the sizes given, but 5 in dimension 0 of `x`",
    );
    refuses(
        "y(i) = x(i)",
        &[("y", &[6]), ("x", &[5])],
        &[],
        "column 10: the size of `i` is 6 in dimension 0 of `y`, but 5 in dimension 0 of `x`",
    );
}

#[test]
fn variables_have_the_largest_size_that_fits() {
    infers("A(i) = I(i+k) * F(k)", &[("I", &[10]), ("F", &[3])], &[], &[("i", 8), ("k", 3)]);
    infers("y(i) = x(i) * z(2*k)", &[("x", &[3]), ("z", &[9])], &[], &[("i", 3), ("k", 5)]);
    infers("A(i) = I(2*i - k + 2) * F(k)", &[("I", &[10]), ("F", &[3])], &[], &[("i", 4), ("k", 3)]);
    // Where it also stands alone, it may reach less.
    infers("y(i) = a(i+1) - a(i)", &[("a", &[10])], &[], &[("i", 9)]);
    infers("y(i) = a(i+1) - a(i)", &[("a", &[10])], &[("i", 4)], &[("i", 4)]);
    infers("y(i) = a(i+k) * f(k) - a(i)", &[("a", &[10]), ("f", &[3])], &[], &[("i", 8), ("k", 3)]);
    infers("y(k) = a(i+k) * a(i)", &[("a", &[10])], &[("i", 7), ("k", 4)], &[("i", 7), ("k", 4)]);
    infers("y(i) = A(i+1,i)", &[("A", &[6, 9])], &[], &[("i", 5)]);
    infers("y(i,j) = A(i,j+1) + A(i+2,j+1) + A(i+1,j) + A(i+1,j+2)", &[("A", &[6, 9])], &[], &[("i", 4), ("j", 7)]);
    infers("y(i) = A(5-i) * x(i)", &[("A", &[6]), ("x", &[9])], &[], &[("i", 6)]);
}

#[test]
fn sizes_must_be_known() {
    refuses(
        "y = I(i+k) * x(j)",
        &[("I", &[10]), ("x", &[3])],
        &[],
        "column 7: the size of `i` is not known from any tensor; give it with `-d i=SIZE`",
    );
    refuses(
        "y(i) = x(i) * x(i+1)",
        &[("x", &[5])],
        &[("i", 6)],
        "column 10: the size of `i` is 6 in the sizes given, but 5 in dimension 0 of `x`",
    );
    // No size of `i` fits.
    refuses(
        "O(i) = I(i+p) * F(p)",
        &[("I", &[3]), ("F", &[4])],
        &[],
        "column 10: subscript `i + p` of `I` reaches from 0 to 3, but dimension 0 has size 3; the size of `p` is 4 in \
         dimension 0 of `F`",
    );
    refuses("y(i) = s", &[], &[], "column 3: the size of `i` is not known from any tensor; give it with `-d i=SIZE`");
}

#[test]
fn shapes_and_names_must_match() {
    refuses("y(i) = A(i,j)", &[("A", &[3])], &[], "column 8: `A` is used with order 2, but its shape is of order 1");
    refuses(
        "y(i) = x(i)",
        &[("x", &[3])],
        &[("q", 1)],
        "column 1: a size is given for `q`, but the expression has no such index variable",
    );
}

#[test]
fn huge_sizes_are_refused_not_overflowed() {
    let (big, max) = (i64::MAX, u64::MAX);
    refuses(
        &format!("s = A({big}*i + {big}*j + {big}*k + {big}*l) * B(i,j,k,l)"),
        &[("A", &[max]), ("B", &[max; 4])],
        &[],
        &format!("column 7: subscript `{big}*i + {big}*j + {big}*k + {big}*l` of `A` reaches beyond {big}"),
    );
}

#[test]
fn smallest_shapes() {
    let shapes_of =
        |text: &str, known: &[(&str, u64)]| infer_shapes(&parse(text).unwrap(), &sizes(known), &BTreeMap::new());
    assert_eq!(
        shapes_of("A(i) = I(2*i + k) * F(k) + s", &[("i", 4), ("k", 3)]),
        Ok(shapes(&[("A", &[4]), ("F", &[3]), ("I", &[9]), ("s", &[])]))
    );
    assert_eq!(
        shapes_of("y(i) = x(i) * z(i+1) * z(3) ", &[("i", 0)]),
        Ok(shapes(&[("x", &[0]), ("y", &[0]), ("z", &[4])]))
    );
    let message = |text: &str, known: &[(&str, u64)]| shapes_of(text, known).unwrap_err().to_string();
    assert_eq!(
        message("y(i) = x(i-2)", &[("i", 4)]),
        "column 10: subscript `i - 2` of `x` reaches down to -2; coordinates start at 0"
    );
    assert_eq!(shapes_of("y(i) = x(i) * x(i+1)", &[("i", 4)]), Ok(shapes(&[("x", &[5]), ("y", &[4])])));
    assert_eq!(
        message("y(i) = x(i,k) * x(k,i+k)", &[("i", 4), ("k", 2)]),
        "column 19: the size of `k` is 2 in the sizes given, but 4 in dimension 0 of `x`"
    );
    assert_eq!(
        message("y(i) = x(i)", &[]),
        "column 3: the size of `i` is not known from any tensor; give it with `-d i=SIZE`"
    );
    assert_eq!(
        message("y(i) = x(2*i)", &[("i", u64::MAX)]),
        format!("column 3: subscript `i` of `y` reaches beyond {}", i64::MAX)
    );
}

#[test]
fn targets_that_are_filled_in_parts_hold_all_of_them() {
    let shapes_of = |text: &str, known: &[(&str, &[u64])], given: &[(&str, u64)]| {
        infer_program(&parse_program(text).unwrap(), &shapes(known), &sizes(given)).map(|found| found.shapes)
    };
    let both = [("a", &[5][..]), ("b", &[7][..])];
    let joined = Ok(shapes(&[("C", &[12]), ("a", &[5]), ("b", &[7])]));
    assert_eq!(shapes_of("C(i) = a(i); C(k+5) += b(k)", &both, &[]), joined);
    assert_eq!(shapes_of("C(k+5) = b(k); C(i) += a(i)", &both, &[]), joined);
    // What reads it waits for its size.
    assert_eq!(
        shapes_of("C(i) = a(i); C(k+5) += b(k); t(i) = C(i)", &both, &[]),
        Ok(shapes(&[("C", &[12]), ("a", &[5]), ("b", &[7]), ("t", &[12])]))
    );
    // So does what reads more of it than any statement fills, as around a padded tensor.
    assert_eq!(
        infer_program(
            &parse_program("P(x+1) = a(x); y(i) = P(i+p) * F(p)").unwrap(),
            &shapes(&[("a", &[5]), ("F", &[3])]),
            &sizes(&[("i", 5)])
        )
        .map(|found| found.shapes["P"].clone()),
        Ok(vec![7])
    );
    // A dimension that no statement fills in part has one size.
    let message = |text: &str, known: &[(&str, &[u64])]| shapes_of(text, known, &[]).unwrap_err().to_string();
    assert_eq!(
        message("C(i) = a(i); C(k) += b(k)", &both),
        "column 24: the size of `k` is 5 in dimension 0 of `C`, but 7 in dimension 0 of `b`"
    );
    // An old value from outside has its own shape.
    assert_eq!(
        message("C(k+5) += b(k)", &[("C", &[11]), ("b", &[7])]),
        "column 3: subscript `k + 5` of `C` reaches from 5 to 11, but dimension 0 has size 11; the size of `k` is 7 in \
         dimension 0 of `b`"
    );
}
