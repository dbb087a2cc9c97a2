//! Functions in the notation.

use super::refused_eval;

#[test]
fn functions_of_complex_numbers() {
    let arguments = ["y(i) = 2 * max(x(i), 1)", "-i", "x=ones", "-d", "i=3", "--dtype", "complex64", "-o", "y=y.tns"];
    refused_eval(&arguments, &["column 12: `max` needs values that have an order, those of type complex64 have none"]);
}

#[test]
fn functions_of_too_few_arguments() {
    refused_eval(
        &["y(i) = max(x(i))", "-i", "x=ones", "-d", "i=3", "-o", "y=y.tns"],
        &["column 8: `max` takes at least 2 arguments, found 1", "\n         ^^^^^^^^^"],
    );
}

#[test]
fn unknown_functions() {
    refused_eval(
        &["y(i) = abz(x(i))", "-i", "x=ones", "-d", "i=3", "-o", "y=y.tns"],
        &["column 12: no function is called `abz` (did you mean `abs`?)"],
    );
    let data = ["-i", "x=[1,2]", "-o", "y=y.tns"];
    for (expression, message) in [
        ("y(i) = relu(2 * x(i))", "no function is called `relu`: relu(x) is written max(x, 0)"),
        ("s = mean(j, x(j) * 1.5) + x(i)", "no function is called `mean`: mean(x) is written sum(i, x(i)) / n"),
        ("s = mean(x)", "no function is called mean: mean(x) is written sum(i, x(i)) / n"),
        ("y(i) = relu(i) * x(i)", "no function is called relu: relu(x) is written max(x, 0)"),
        ("y(i) = frobnicate(x(i))", "no function is called `frobnicate` (there are max, min, abs, "),
    ] {
        let arguments = [&[expression][..], &data].concat();
        refused_eval(&arguments, &[message]);
    }
}

#[test]
fn tensors_named_like_functions() {
    refused_eval(
        &["min(i) = 2 * x(i)", "-i", "x=ones", "-d", "i=3", "-o", "min=y.tns"],
        &["column 1: `min` is a function and names no tensor and no index variable"],
    );
}

#[test]
fn numbers_beyond_a_narrow_type_in_functions() {
    refused_eval(
        &["y(i) = min(x(i), 200)", "-i", "x=ones", "-d", "i=3", "--dtype", "i8", "-o", "y=y.tns"],
        &["column 18: 200 is not a value of type i8"],
    );
}
