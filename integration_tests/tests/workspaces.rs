//! Kernels whose terms scatter into stored results, against the oracle: what other compilers refuse, or compute as dense.

use lacuna_integration_tests::request::{MEMORY, expect_right, request};
use lacuna_passes::fp::FpMode;
use lacuna_tools::{
    eval::{Request, Stage, evaluate},
    kernel::checks::MemoryChecks,
};

/// A request whose stored operands hold random entries, each its own.
fn with_formats(expression: &str, formats: &[(&str, &str)], sizes: &[(&str, u64)]) -> Request {
    let mut made = request(expression);
    let is_subscript = |name: &str| {
        ["(", ","]
            .iter()
            .any(|before| [")", ","].iter().any(|after| expression.contains(&format!("{before}{name}{after}"))))
    };
    let own = sizes.iter().filter(|(name, _)| is_subscript(name));
    made.sizes = own.map(|(name, size)| ((*name).to_owned(), *size)).collect();
    let (left, _) = expression.split_once(['=', '+']).expect("an assignment");
    for (number, (name, format)) in formats.iter().enumerate() {
        made.formats.insert((*name).to_owned(), (*format).to_owned());
        if !left.trim_start().starts_with(name) {
            let data = format!("random:density=0.15,seed={}", number + 1);
            made.inputs.insert((*name).to_owned(), data.into());
        }
    }
    made
}

const SIZES: [(&str, u64); 5] = [("i", 9), ("j", 8), ("k", 7), ("l", 6), ("m", 5)];

/// Each allocation fails once: only some kernels take the time for that.
fn without_failing(made: Request) -> Request {
    Request { memory: MemoryChecks { failing: None, ..MEMORY }, ..made }
}

fn expect_all_right(expression: &str, formats: &[(&str, &str)]) {
    expect_right(&without_failing(with_formats(expression, formats, &SIZES)));
}

#[test]
fn products_of_all_formats_into_all_formats() {
    let operands = ["csr", "csc", "dcsr", "dcsc", "coo"];
    let results = ["csr", "csc", "dcsr", "dcsc", "coo", "hash", "bcsr:2x2"];
    for (number, left) in operands.into_iter().enumerate() {
        for (other, right) in operands.into_iter().enumerate() {
            let result = results[(number * operands.len() + other) % results.len()];
            let formats = [("A", left), ("B", right), ("C", result)];
            expect_all_right("C(i,j) = A(i,k) * B(k,j)", &formats);
            // Without sizes, rows of which nobody knows how many there are become hash tables.
            let mut any = without_failing(with_formats("C(i,j) = A(i,k) * B(k,j)", &formats, &SIZES));
            any.any_sizes = true;
            expect_right(&any);
        }
    }
    expect_all_right("C(i,j) = A(i,k) * B(k,j)", &[("A", "bcsr:4x4"), ("B", "bcsr:4x4"), ("C", "bcsr:4x4")]);
    expect_all_right("A(j,i) = B(i,k) * C(k,j)", &[("A", "csr"), ("B", "csr"), ("C", "csr")]);
}

#[test]
fn tensors_of_order_three_and_four() {
    for (expression, formats) in [
        ("A(i,l) = B(i,j,k) * C(j,l) * D(k,l)", &[("A", "csr"), ("B", "csf"), ("C", "csr"), ("D", "csr")][..]),
        ("A(i,j,l) = B(i,j,k) * C(k,l)", &[("A", "csf"), ("B", "csf"), ("C", "csr")]),
        ("A(l,j,k) = B(i,j,k) * C(i,l)", &[("A", "csf"), ("B", "csf"), ("C", "csr")]),
        ("A(i,j,l) = B(i,k) * C(k,j,l)", &[("A", "csf"), ("B", "csr"), ("C", "csf")]),
        ("A(i,l) = B(i,j,k) * C(j,k,l)", &[("A", "csr"), ("B", "csf"), ("C", "csf")]),
        ("A(i,j,l,m) = B(i,j,k) * C(k,l,m)", &[("A", "csf"), ("B", "csf"), ("C", "csf")]),
        ("A(i,l,m) = B(i,j,k,m) * C(j,k,l)", &[("A", "csf"), ("B", "csf"), ("C", "csf")]),
        ("A(j,k) = B(i,j,k)", &[("A", "csr"), ("B", "csf")]),
    ] {
        expect_all_right(expression, formats);
    }
}

#[test]
fn sums_of_products_chains_and_masks() {
    for (expression, formats) in [
        ("D(i,l) = A(i,j) * B(j,k) * C(k,l)", &[("A", "csr"), ("B", "csr"), ("C", "csr"), ("D", "csr")][..]),
        ("D(i,k) = A(i,j) * B(j,k) + C(i,k)", &[("A", "csr"), ("B", "csr"), ("C", "csr"), ("D", "csr")]),
        ("D(i,k) = A(i,j) * B(j,k) - C(i,j) * B(j,k)", &[("A", "csr"), ("B", "csr"), ("C", "csc"), ("D", "csr")]),
        ("D(i,k) = C(i,k) * A(i,j) * B(j,k)", &[("A", "csr"), ("B", "csr"), ("C", "csr"), ("D", "csr")]),
        ("D(j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csr"), ("D", "compressed")]),
        ("D(i,k) = 2 * A(i,j) * B(j,k) + 1", &[("A", "csr"), ("B", "csr"), ("D", "dcsr")]),
        ("D(i,k) = max(j, A(i,j) * B(j,k))", &[("A", "csr"), ("B", "csr"), ("D", "csr")]),
    ] {
        expect_all_right(expression, formats);
        let mut strict = with_formats(expression, formats, &SIZES);
        strict.fp = FpMode::Strict;
        expect_right(&without_failing(strict));
    }
}

#[test]
fn allocations_of_products_fail() {
    let formats = [("A", "csr"), ("B", "csr"), ("C", "csr")];
    expect_right(&with_formats("C(i,j) = A(i,k) * B(k,j)", &formats, &SIZES));
    let mut outer = with_formats("C(i,j) = A(i,k) * B(k,j)", &[("A", "csc"), ("B", "csr"), ("C", "csr")], &SIZES);
    outer.schedule = Some("reorder(k,i,j)".to_owned());
    expect_right(&outer);
}

/// Rows in which the left factor stores nothing are not visited, however many there are.
#[test]
fn a_product_visits_the_rows_that_are_stored() {
    let formats = [("A", "dcsr"), ("B", "csr"), ("C", "dcsr")];
    let mut made = without_failing(with_formats("C(i,j) = A(i,k) * B(k,j)", &formats, &SIZES));
    made.emit = vec![Stage::Plan];
    let report = expect_right(&made);
    let plan = &report.emitted[0].1;
    assert!(plan.contains("i walks A.0") && plan.contains("scatters into"), "{plan}");
}

/// A workspace that the loops of a result cannot walk does not make it store every point.
#[test]
fn results_store_what_workspaces_store() {
    let levels = "(i) -> (i mod 3 : dense, i floordiv 3 : compressed)";
    let mut made =
        with_formats("r(j) = 0 * A(j,k,l)", &[("A", "hash"), ("r", levels)], &[("j", 4), ("k", 2), ("l", 4)]);
    made.inputs.insert("A".to_owned(), "random:density=0,seed=208".into());
    made.fp = FpMode::Strict;
    expect_right(&without_failing(made));
}

/// Many words of places are sorted by a second level of bits, few by insertion.
#[test]
fn wide_rows_come_in_order() {
    for (width, entries) in [(50_000, 30), (50_000, 20_000), (64, 64), (65, 200), (4097, 3000)] {
        let formats = [("A", "csr"), ("B", "csr"), ("C", "csr")];
        let mut made = with_formats("C(i,j) = A(i,k) * B(k,j)", &formats, &[("i", 3), ("j", width), ("k", 4)]);
        made.inputs.insert("A".to_owned(), "random:density=0.8,seed=1".into());
        made.inputs.insert("B".to_owned(), format!("random:nnz={entries},seed=2").into());
        expect_right(&without_failing(made));
    }
}

/// The places of a workspace are the product of its sizes, which may wrap around.
#[test]
fn workspaces_that_no_memory_has_stop_the_program() {
    let wide = |levels: &str| format!("(i, j) -> {levels}, coordinates = 64");
    let (columns, rows) = (wide("(j : compressed, i : compressed)"), wide("(i : compressed, j : compressed)"));
    let formats = [("A", columns.as_str()), ("B", rows.as_str()), ("C", rows.as_str())];
    for size in [1 << 32, 1 << 40] {
        let sizes = [("i", size), ("k", 3), ("j", size)];
        let mut made = with_formats("C(i,j) = A(i,k) * B(k,j)", &formats, &sizes);
        for (name, seed) in [("A", 1), ("B", 2)] {
            made.inputs.insert(name.to_owned(), format!("random:nnz=5,seed={seed}").into());
        }
        (made.check, made.any_sizes, made.memory) = (false, true, MemoryChecks::default());
        made.schedule = Some("reorder(k,i,j)".to_owned());
        let message = evaluate(&made, None).expect_err("no memory has as many places").to_string();
        assert!(message.contains("memory"), "{message}");
    }
}
