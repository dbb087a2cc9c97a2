//! Bad programs: each refused by one error that names the statement, the line, or the file.

use super::{lacuna, refused, refused_eval};
use std::fs;
use tempfile::TempDir;

#[test]
fn the_line_of_a_file_is_named() {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("p.lac"), "r(i) = b(i)  # a copy\ns = r(i) *\n").expect("the folder is writable");
    let arguments = ["eval", "p.lac", "-i", "b=ones", "-d", "i=3"];
    refused(folder.path(), &arguments, &["p.lac: line 3, column 1: expected a tensor, a number", "found the end"]);
    fs::write(folder.path().join("u.lac"), "r(i) = b(i)\nt(i) = 2 * (r(i) +\n  (b(i) - 1)\n\ns = t(i) * t(i)\n")
        .unwrap();
    let place = "u.lac: line 2, column 12: this parenthesis is never closed\n  t(i) = 2 * (r(i) +\n             ^";
    refused(folder.path(), &["eval", "u.lac", "-i", "b=ones", "-d", "i=3"], &[place]);
    refused(folder.path(), &["eval", "q.lac", "-i", "b=ones"], &["q.lac: ", "No such file"]);
}

#[test]
fn statements_that_do_not_go_together() {
    let data = ["-i", "b=ones", "-d", "i=3"];
    let refused = |program: &'static str, part: &'static str| {
        let arguments: Vec<_> = [program].into_iter().chain(data).collect();
        refused_eval(&arguments, &[part]);
    };
    refused("r(i) = b(i); r(i) = 2 * b(i)", "column 14: `r` is assigned twice");
    refused("s = r(i); r(i) = b(i)", "column 11: `r` is read before it is assigned");
    refused("r(i) = b(i); s = r(i,i)", "column 18: `r` is used with order 1 and with order 2");
}

#[test]
fn data_of_what_a_program_assigns() {
    refused_eval(
        &["r(i) = b(i); s = r(i) * r(i)", "-i", "b=ones", "-i", "r=ones", "-d", "i=3"],
        &["the result r takes no data", "+="],
    );
}

#[test]
fn schedules_of_several_statements() {
    refused_eval(
        &["r(i) = b(i); s = r(i) * r(i)", "-i", "b=ones", "-d", "i=3", "--schedule", "reorder(i)"],
        &[
            "--schedule 'reorder(i)'",
            "there are 2 statements: name the statement by its target or number, as in r: reorder(i)",
        ],
    );
}

#[test]
fn sizes_of_variables_belong_to_their_statement() {
    let folder = TempDir::new().expect("a temporary folder");
    let program = "y(i) = A(i,j) * x(j); z(j) = A(i,j) * y(i)";
    let arguments = ["eval", program, "-i", "A=blocks:3x5,block=1x1,density=0.5", "-i", "x=ones", "--check"];
    assert_eq!(lacuna(folder.path(), &arguments).status.code(), Some(0));
    refused_eval(
        &["y(i) = A(i,j) * x(j); z(i) = y(i) * x(i)", "-i", "A=blocks:3x5,block=1x1,density=0.5", "-i", "x=ones"],
        &["the size of `i` is 3 in dimension 0 of `y`, but 5 in dimension 0 of `x`"],
    );
}
