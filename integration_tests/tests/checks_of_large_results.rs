//! `--check` of results that have too many points to hold: the oracle lists what it finds.

use lacuna_integration_tests::request::{expect_right, request, without_failing};
use lacuna_tools::eval::Request;
use std::time::{Duration, Instant};

const SIZE: u64 = 1_000_000;

/// An evaluation with matrices of 10^12 points and a few entries each, of these formats.
fn of_large(expression: &str, formats: &[(&str, &str)], entries: u64) -> Request {
    let mut made = without_failing(request(expression));
    made.sizes = ["i", "j", "k"].map(|name| (name.to_owned(), SIZE)).into();
    made.sizes.retain(|name, _| expression.contains(&format!("({name},")) || expression.contains(&format!(",{name})")));
    let (target, _) = expression.split_once('(').expect("a result with subscripts");
    for (number, (name, format)) in formats.iter().enumerate() {
        made.formats.insert((*name).to_owned(), (*format).to_owned());
        let is_read =
            expression.matches(&format!("{name}(")).count() > 1 || *name != target || expression.contains("+=");
        if is_read {
            // Entries in the same rows and columns, so that operands meet.
            let data = format!("random:nnz={entries},seed={}", number + 1);
            made.inputs.insert((*name).to_owned(), data.into());
        }
    }
    made
}

#[test]
fn results_of_any_size_are_checked_by_their_entries() {
    let cases: [(&str, &[(&str, &str)]); 6] = [
        ("C(i,j) = A(i,j) + B(i,j)", &[("C", "csr"), ("A", "csr"), ("B", "csr")]),
        ("C(i,j) = A(i,j) - B(j,i)", &[("C", "coo"), ("A", "csr"), ("B", "csc")]),
        ("C(i,k) = A(i,j) * B(j,k)", &[("C", "csr"), ("A", "csr"), ("B", "csr")]),
        ("C(i,j) += A(i,j)", &[("C", "csr"), ("A", "csr")]),
        ("C(i,j) = max(A(i,j), B(i,j))", &[("C", "dcsr"), ("A", "dcsr"), ("B", "dcsr")]),
        ("C(i,j) = A(i,j)", &[("C", "bcsr:2x2"), ("A", "csr")]),
    ];
    let begin = Instant::now();
    for (expression, formats) in cases {
        let report = expect_right(&of_large(expression, formats, 2000));
        let found = report.check.and_then(|check| check.points).map_or(0, |points| points.found);
        assert!(found > 0 || expression.contains(") * B("), "{expression}: nothing is stored");
    }
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}

/// Points that meet: each of 10^5 entries of a banded matrix has neighbours in its row and column.
#[test]
fn a_hundred_thousand_entries_of_a_large_matrix_are_checked_in_seconds() {
    let mut made = without_failing(request("C(i,k) = A(i,j) * A(j,k); D(i,j) = C(i,j) + A(j,i)"));
    for name in ["A", "C", "D"] {
        made.formats.insert(name.to_owned(), "csr".to_owned());
    }
    made.inputs.insert("A".to_owned(), "banded:n=17000,width=5".into());
    let report = expect_right(&made);
    let check = report.check.expect("a check");
    assert!(check.points.is_some_and(|points| points.found > 100_000));
    assert!(check.time < Duration::from_secs(60), "{:?}", check.time);
}

/// Programs whose intermediate results and reductions have too many points to hold, too.
#[test]
fn tensors_that_a_program_assigns_and_reads_may_be_large() {
    for intermediate in ["csr", "dcsr"] {
        let formats = [("T", intermediate), ("A", "csr"), ("B", "csr")];
        let mut made = of_large("T(i,j) = A(i,j) + B(i,j); r(i) = T(i,j) * B(i,j)", &formats, 1000);
        made.inputs.remove("T");
        expect_right(&made);
    }
    let mut made = of_large("r(i) = any(j, A(i,j))", &[("A", "csr"), ("r", "compressed")], 1000);
    made.inputs.remove("r");
    expect_right(&made);
}
