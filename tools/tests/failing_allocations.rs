//! `lacuna` where a kernel finds no memory: one error, exit status 2, and nothing is written.

use std::{path::Path, process::Command};

/// Runs a command in a folder; gives its exit status and what it wrote to standard error.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_lacuna")).current_dir(folder).args(arguments).output().expect("lacuna runs");
    (output.status.code(), String::from_utf8(output.stderr).expect("messages are UTF-8"))
}

fn expect_errors(command: &[&str], written: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // Far more than any of these kernels asks for.
    let most = 60;
    let errors = (1..most).take_while(|number| {
        let number = number.to_string();
        let (status, errors) = run(folder.path(), &[command, &["--fail-allocation", number.as_str()][..]].concat());
        if status == Some(2) {
            assert!(errors.starts_with("error: ") && errors.contains("not enough memory for an array of "), "{errors}");
            let notes = |line: &&str| line.starts_with("  note: ");
            assert_eq!(errors.lines().filter(|line| !notes(line)).count(), 1, "{errors}");
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
    expect_errors(&[&["eval", "C(i,j) = A(i,j) + B(j,i)"][..], &formats[..], &data[..]].concat(), "sum.mtx");
}

#[test]
fn conversions_that_find_no_memory_are_one_error() {
    expect_errors(&["convert", "poisson2d:5x5", "--from", "csr", "--to", "dia", "-o", "A.mtx"], "A.mtx");
}
