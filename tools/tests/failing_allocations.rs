//! `lacuna` where a kernel finds no memory: one error, exit status 2, and nothing is written.

use std::{path::Path, process::Command};

/// Runs a command in a folder; gives its exit status and what it wrote to standard error.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_lacuna")).current_dir(folder).args(arguments).output().expect("lacuna runs");
    (output.status.code(), String::from_utf8(output.stderr).expect("messages are UTF-8"))
}

/// Each allocation of the kernel in turn fails: one error, below these remarks.
fn expect_errors(command: &[&str], written: &str, remarks: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // Far more than any of these kernels asks for.
    let most = 60;
    let errors = (1..most).take_while(|number| {
        let number = number.to_string();
        let (status, errors) = run(folder.path(), &[command, &["--fail-allocation", number.as_str()][..]].concat());
        if status == Some(2) {
            let lines: Vec<_> = errors.lines().collect();
            let (error, before) = lines.split_last().expect("an error");
            assert!(error.starts_with("error: ") && error.contains("not enough memory for an array of "), "{errors}");
            assert_eq!(before, remarks, "{errors}");
            assert!(!folder.path().join(written).exists());
        }
        status == Some(2)
    });
    let count = errors.count();
    assert!((2..most - 1).contains(&count), "{count} allocations");
    assert!(folder.path().join(written).exists());
}

#[test]
fn kernels_that_find_no_memory_are_one_error() {
    let formats = ["-f", "A=csr", "-f", "B=coo", "-f", "C=csr", "-o", "C=sum.mtx"];
    let data = ["-i", "A=poisson2d:5x5", "-i", "B=random:density=0.1"];
    // What the compiler decided may be why memory is short. It is said before the kernel runs, and not again.
    let remark = "remark: operand B is converted from coo to csc: no loop order follows the levels of every operand: \
                  j -> i -> j is a cycle; store B as csc (-f B=csc) to save that";
    expect_errors(&[&["eval", "C(i,j) = A(i,j) + B(j,i)"][..], &formats[..], &data[..]].concat(), "sum.mtx", &[remark]);
}

#[test]
fn conversions_that_find_no_memory_are_one_error() {
    expect_errors(&["convert", "poisson2d:5x5", "--from", "csr", "--to", "dia", "-o", "A.mtx"], "A.mtx", &[]);
}
