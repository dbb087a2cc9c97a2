//! Kernels whose terms scatter into stored results, against the oracle: what other compilers refuse, or compute as dense.

use lacuna_integration_tests::request::{expect_right, request, with_formats, without_failing};
use lacuna_passes::fp::FpMode;
use lacuna_runtime::value::Dtype;
use lacuna_tools::{
    eval::{Request, Stage, evaluate},
    kernel::{checks::MemoryChecks, threads},
};

const SIZES: [(&str, u64); 5] = [("i", 9), ("j", 8), ("k", 7), ("l", 6), ("m", 5)];

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
            if (number + other) % 2 == 1 {
                continue;
            }
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

/// A schedule is obeyed whatever the sizes are, and for all terms of a result.
#[test]
fn asked_orders_serve_loops_that_run_once_and_several_terms() {
    let formats = [("A", "csc"), ("B", "csr"), ("D", "csr"), ("C", "csr")];
    let sizes = [(5, 7, 6), (5, 7, 1), (5, 1, 6), (1, 7, 6), (1, 1, 1)];
    let expressions = ["A(i,k) * B(k,j)", "A(i,k) * B(k,j) + D(i,j)", "2 * D(i,j) - A(i,k) * B(k,j)"];
    let schedules = ["reorder(k,i,j)", "reorder(k,i,j); precompute(i,j, policy=radix)"];
    for expression in expressions {
        for (i, k, j) in sizes {
            for schedule in schedules {
                let formats: Vec<_> =
                    formats.into_iter().filter(|(name, _)| *name != "D" || expression.contains('D')).collect();
                let sizes = [("i", i), ("k", k), ("j", j)];
                let mut made = without_failing(with_formats(&format!("C(i,j) = {expression}"), &formats, &sizes));
                made.schedule = Some(schedule.to_owned());
                made.any_sizes = (i + j) % 2 == 0;
                let report = expect_right(&made);
                let is_collected =
                    report.remarks.iter().any(|remark| remark.contains("in a workspace over i, j, once"));
                let is_needed = schedule.contains("precompute") || k > 1 && (i > 1 || j > 1);
                assert!(is_collected || !is_needed, "{expression} with {schedule}, {sizes:?}: {:?}", report.remarks);
            }
        }
    }
}

/// What a result held is one of its terms.
#[test]
fn updates_keep_asked_orders() {
    let schedules = [
        ("csc", "csr", "reorder(k,i,j)"),
        ("csr", "csr", "reorder(i,k,j); precompute(j, policy=runs)"),
        ("csr", "csc", "reorder(i,j,k)"),
    ];
    for update in ["C(i,j) += A(i,k) * B(k,j)", "C(i,j) -= A(i,k) * B(k,j)"] {
        for (left, right, schedule) in schedules {
            let formats = [("A", left), ("B", right), ("C", "csr")];
            let mut made = without_failing(with_formats(update, &formats, &SIZES));
            made.inputs.insert("C".to_owned(), "random:density=0.2,seed=9".into());
            made.schedule = Some(schedule.to_owned());
            let report = expect_right(&made);
            let is_collected = report.remarks.iter().any(|remark| remark.contains("in the order that was asked for"));
            assert_eq!(is_collected, !schedule.contains("j,k"), "{update} with {schedule}: {:?}", report.remarks);
        }
    }
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

/// Results in blocks store the blocks that points come to, not all that a row of a workspace has room for.
#[test]
fn blocks_store_what_workspaces_store() {
    let rows = "(i) -> (i floordiv 4 : compressed, i mod 4 : dense)";
    for (expression, operands, result, most) in [
        ("R(i,j) = A(i,k) * B(k,j)", &["A", "B"][..], "bcsr:1x2", 2 * 9 * 9),
        ("R(i,j) = A(i,k) * B(k,j)", &["A", "B"], "bcsr:2x2", 4 * 9 * 9),
        ("R(j) = A(i,j)", &["A"], rows, 4 * 9),
    ] {
        let formats: Vec<_> = operands.iter().map(|name| (*name, "csr")).chain([("R", result)]).collect();
        let mut made = without_failing(with_formats(expression, &formats, &[("i", 30), ("k", 20), ("j", 10_000)]));
        for (seed, operand) in operands.iter().enumerate() {
            made.inputs.insert((*operand).to_owned(), format!("random:nnz=9,seed={}", seed + 1).into());
        }
        let report = expect_right(&made);
        let stored = report.results[0].stored;
        assert!(stored <= most, "{expression} as {result}: {stored} places are stored");
    }
}

/// A level without order that has nodes below has each coordinate once all the same.
#[test]
fn unique_levels_without_order_have_each_coordinate_once() {
    for result in ["compressed(unordered),compressed(unordered)", "compressed(unordered),compressed"] {
        for list in ["compressed(nonunique,unordered),singleton(unordered)", "coo@1,0"] {
            let copied = with_formats("R(i,j) = A(i,j)", &[("A", list), ("R", result)], &SIZES);
            expect_right(&without_failing(copied));
        }
        let formats = [("A", "csc"), ("B", "csr"), ("R", result)];
        let mut outer = without_failing(with_formats("R(i,j) = A(i,k) * B(k,j)", &formats, &SIZES));
        for policy in ["dense", "radix"] {
            outer.schedule = Some(format!("reorder(k,i,j); precompute(i,j, policy={policy})"));
            expect_right(&outer);
        }
    }
}

/// Many words of places are sorted by a second level of bits, few by insertion.
#[test]
fn wide_rows_come_in_order() {
    for (width, entries) in
        [(50_000, 30), (50_000, 20_000), (64, 64), (65, 200), (4097, 3000), (300_000, 30), (300_000, 20_000)]
    {
        let formats = [("A", "csr"), ("B", "csr"), ("C", "csr")];
        let mut made = with_formats("C(i,j) = A(i,k) * B(k,j)", &formats, &[("i", 3), ("j", width), ("k", 4)]);
        made.inputs.insert("A".to_owned(), "random:density=0.8,seed=1".into());
        made.inputs.insert("B".to_owned(), format!("random:nnz={entries},seed=2").into());
        expect_right(&without_failing(made));
    }
}

/// Workspaces see how often their places were touched, and touch them in another way the next time: here always, never, and in turns,
/// with rows between them that touch none.
#[test]
fn places_are_touched_often_or_not() {
    let unordered = "(i, j) -> (i : dense, j : compressed(unordered))";
    for result in ["csr", unordered] {
        for policy in ["dense", "mixed:3"] {
            for density in ["1", "0.02", "0.35"] {
                let formats = [("A", "csr"), ("B", "csr"), ("C", result)];
                let sizes = [("i", 9), ("j", 12), ("k", 40)];
                let mut made = with_formats("C(i,j) = A(i,k) * B(k,j)", &formats, &sizes);
                for name in ["A", "B"] {
                    made.inputs.insert(name.to_owned(), format!("random:density={density},seed=3").into());
                }
                expect_right(&without_failing(kept_by(made, policy)));
            }
        }
    }
}

/// The places of a workspace are the product of its sizes, which may wrap around.
/// A mixed workspace looks at the first points of a row, and has places for those that lie close together.
#[test]
fn points_that_lie_close_together_have_places() {
    let rows = [
        ("close", "blocks:20x200000,block=1x80,density=0.01,seed=2"),
        ("apart", "random:nnz=4000,seed=3"),
        ("few", "random:nnz=300,seed=4"),
    ];
    for (name, data) in rows {
        for any_sizes in [false, true] {
            let mut made = with_formats("C(i,j) = A(i,k) * B(k,j)", &[("A", "csr"), ("B", "csr"), ("C", "csr")], &[]);
            made.inputs.insert("A".to_owned(), "random:density=0.5,seed=1".into());
            made.inputs.insert("B".to_owned(), data.into());
            made.sizes = [("i", 5), ("k", 20), ("j", 200_000)].map(|(name, size)| (name.to_owned(), size)).into();
            (made.any_sizes, made.emit) = (any_sizes, vec![Stage::Plan]);
            made.memory = MemoryChecks { failing: None, ..made.memory };
            let report = evaluate(&made, None).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(report.emitted[0].1.contains("lists few points"), "{name}: {}", report.emitted[0].1);
            assert!(report.check.is_some_and(|check| check.ok), "{name}");
        }
    }
}

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
        made.schedule = Some("reorder(k,i,j); precompute(i,j, policy=dense)".to_owned());
        let message = evaluate(&made, None).expect_err("no memory has as many places").to_string();
        assert!(message.contains("memory"), "{message}");
    }
}

/// Policies that list the points that come, with so little room that they run out of it.
const SPARSE: [&str; 14] = [
    "mixed:1",
    "mixed:12",
    "radix",
    "radix:1",
    "radix:40",
    "runs:1",
    "runs:7",
    "buckets:1",
    "buckets:16",
    "hash:1",
    "hash:5",
    "radix:1:aside",
    "runs:4:aside",
    "buckets:2:aside",
];

fn kept_by(mut made: Request, policy: &str) -> Request {
    made.workspaces = policy.parse().unwrap_or_else(|why| panic!("{policy}: {why}"));
    made
}

#[test]
fn policies_keep_what_comes_in_any_order() {
    for (number, policy) in SPARSE.into_iter().enumerate() {
        let kernels: [(&str, &[(&str, &str)]); 6] = [
            ("C(i,j) = A(i,k) * B(k,j)", &[("A", "csr"), ("B", "csr"), ("C", "csr")]),
            ("A(j,i) = B(i,k) * C(k,j)", &[("A", "csr"), ("B", "csr"), ("C", "csr")]),
            ("A(i,j) = B(k,l,i) * C(k,j) * D(l,j)", &[("A", "csr"), ("B", "csf"), ("C", "csr"), ("D", "csr")]),
            ("A(k,j,l) = B(k,i,j) * C(i,l)", &[("A", "csf"), ("B", "csf"), ("C", "csr")]),
            ("C(i,j) = A(i,k) * B(k,j) + D(i,j)", &[("A", "csr"), ("B", "csc"), ("C", "dcsr"), ("D", "coo")]),
            ("C(i,j) = max(k, A(i,k) * B(k,j))", &[("A", "csr"), ("B", "csr"), ("C", "csr")]),
        ];
        // Each policy with four of them, each of them with most policies.
        for (expression, formats) in (0..4).map(|more| kernels[(number + more) % kernels.len()]) {
            let mut made = kept_by(without_failing(with_formats(expression, formats, &SIZES)), policy);
            made.any_sizes = number / 3 % 2 == 1;
            expect_right(&made);
        }
    }
}

#[test]
fn outer_products_in_every_policy() {
    let results = ["csc", "dcsr", "coo", "hash"];
    for (number, policy) in SPARSE.into_iter().chain(["dense"]).enumerate() {
        for result in ["csr", results[number % 4], results[(number + 1) % 4]] {
            let formats = [("A", "csc"), ("B", "csr"), ("C", result)];
            let mut made = kept_by(with_formats("C(i,j) = A(i,k) * B(k,j)", &formats, &SIZES), policy);
            made.schedule = Some("reorder(k,i,j)".to_owned());
            // Each allocation fails once, also while a second thread runs.
            expect_right(&if result == "csr" { made } else { without_failing(made) });
        }
    }
}

/// Where no second thread can be made, the first one sorts and merges.
#[test]
fn threads_that_cannot_be_made_are_not_needed() {
    for policy in ["radix:1:aside", "runs:4:aside", "buckets:2:aside"] {
        let formats = [("A", "csc"), ("B", "csr"), ("C", "csr")];
        let mut made = kept_by(with_formats("C(i,j) = A(i,k) * B(k,j)", &formats, &SIZES), policy);
        made.schedule = Some("reorder(k,i,j)".to_owned());
        threads::without(|| expect_right(&made));
    }
}

#[test]
fn element_types_in_every_policy() {
    let dtypes = [Dtype::F32, Dtype::I64, Dtype::I8, Dtype::Complex128, Dtype::Complex64];
    for (policy, dtype) in SPARSE.into_iter().zip(dtypes.into_iter().cycle()) {
        let formats = [("A", "csr"), ("B", "csr"), ("C", "csr")];
        let mut made = kept_by(with_formats("C(i,j) = A(i,k) * B(k,j)", &formats, &SIZES), policy);
        made.dtype = dtype;
        expect_right(&without_failing(made));
    }
}

#[test]
fn strict_floating_point_adds_in_the_order_of_the_terms() {
    for policy in ["radix:1", "radix:8", "runs:1", "runs:8", "radix:4:aside", "mixed:8"] {
        let formats = [("A", "csr"), ("B", "csr"), ("C", "csr")];
        let mut made = kept_by(without_failing(with_formats("C(i,j) = A(i,k) * B(k,j)", &formats, &SIZES)), policy);
        made.fp = FpMode::Strict;
        let exact = |made: &Request| written(made.clone(), "C");
        assert_eq!(exact(&made), exact(&kept_by(made.clone(), "dense")), "{policy}");
    }
}

#[test]
fn policies_that_add_in_parts_are_refused_for_strict_floating_point() {
    let formats = [("A", "csr"), ("B", "csr"), ("C", "csr")];
    let mut made = with_formats("C(i,j) = A(i,k) * B(k,j)", &formats, &SIZES);
    made.fp = FpMode::Strict;
    made.schedule = Some("precompute(j, policy=hash)".to_owned());
    let why = evaluate(&made, None).expect_err("hash adds in another order").to_string();
    assert!(why.contains("hash, which adds in another order"), "{why}");
}

/// What a request writes to a file for a result, line by line.
fn written(mut made: Request, name: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("result.mtx");
    made.outputs.insert(name.to_owned(), path.clone());
    evaluate(&made, None).unwrap_or_else(|why| panic!("{}: {why}", made.expression));
    let text = std::fs::read_to_string(path).expect("it was written");
    text.lines().filter(|line| !line.starts_with('%')).map(str::to_owned).collect()
}

/// Products whose rows have so many coordinates that no memory has a place for each: what they store is that of rows with 40
/// coordinates, at others.
#[test]
fn rows_of_a_billion_coordinates_take_memory_for_their_points() {
    let folder = tempfile::tempdir().expect("a folder");
    let product = |columns: u64, step: u64, any_sizes: bool, schedule: Option<&str>| {
        let path = folder.path().join(format!("{columns}.mtx"));
        let entries: Vec<_> = (0..60).map(|at| (at % 20 + 1, (at * 7 % 40) * step + 1, at + 1)).collect();
        let lines: Vec<_> = entries.iter().map(|(row, column, value)| format!("{row} {column} {value}")).collect();
        let head = "%%MatrixMarket matrix coordinate real general";
        std::fs::write(&path, format!("{head}\n20 {columns} 60\n{}\n", lines.join("\n"))).expect("it can be written");
        let mut made = request("C(i,j) = A(i,k) * B(k,j)");
        made.sizes = [("i".to_owned(), 30)].into();
        made.inputs.insert("A".to_owned(), "random:nnz=60,seed=1".into());
        made.inputs.insert("B".to_owned(), path.into());
        made.formats.insert("A".to_owned(), if schedule.is_some() { "csc" } else { "csr" }.to_owned());
        for name in ["B", "C"] {
            let text = "(i, j) -> (i : compressed, j : compressed), positions = 64, coordinates = 64";
            made.formats.insert(name.to_owned(), text.to_owned());
        }
        (made.any_sizes, made.check, made.schedule) = (any_sizes, columns == 40, schedule.map(str::to_owned));
        made.memory = MemoryChecks::default();
        let lines = written(made, "C");
        let entries = lines.iter().skip(1).map(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            let column: u64 = words[1].parse().expect("a column");
            (words[0].to_owned(), (column - 1) / step, words[2].to_owned())
        });
        entries.collect::<Vec<_>>()
    };
    for schedule in [None, Some("reorder(k,i,j)")] {
        let small = product(40, 1, false, schedule);
        assert!(small.len() > 50, "{small:?}");
        for (columns, step) in [(1_000_000_000, 24_999_999), (1_000_000_000_000, 24_999_999_999)] {
            for any_sizes in [false, true] {
                assert_eq!(product(columns, step, any_sizes, schedule), small, "{columns} columns");
            }
        }
    }
}

/// Both dimensions are so large that keys of 64 bits do not hold them.
#[test]
fn keys_have_128_bits_where_sizes_ask_for_them() {
    let format = "(i, j) -> (i : compressed, j : compressed), positions = 64, coordinates = 64";
    let mut made = request("C(i,j) = A(k,i) * B(k,j)");
    made.sizes = [("i".to_owned(), 1 << 40), ("j".to_owned(), 1 << 41), ("k".to_owned(), 10)].into();
    for (name, seed) in [("A", 1), ("B", 2)] {
        made.inputs.insert(name.to_owned(), format!("random:nnz=50,seed={seed}").into());
    }
    for name in ["A", "B", "C"] {
        made.formats.insert(name.to_owned(), format.to_owned());
    }
    made.check = false;
    made.memory = MemoryChecks::default();
    made.schedule = Some("reorder(k,i,j)".to_owned());
    let all: Vec<_> = ["radix", "runs", "buckets", "hash:7", "radix:16:aside"]
        .map(|policy| written(kept_by(made.clone(), policy), "C"))
        .into();
    assert!(all[0].len() > 200, "{}", all[0].len());
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[4]);
    let places = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| line.rsplit_once(' ').expect("a value").0.to_owned()).collect()
    };
    assert_eq!(places(&all[0]), places(&all[2]));
    assert_eq!(places(&all[0]), places(&all[3]));
    // In order, each point once.
    let points: Vec<(u64, u64)> = all[0][1..]
        .iter()
        .map(|line| {
            let mut words = line.split_whitespace().map(|word| word.parse::<f64>().unwrap_or(0.0) as u64);
            (words.next().expect("a row"), words.next().expect("a column"))
        })
        .collect();
    assert!(points.is_sorted_by(|one, other| one < other));
    // Keys that use all of 64 bits.
    let mut full = made.clone();
    full.sizes.extend([("i".to_owned(), 1 << 32), ("j".to_owned(), 1 << 32)]);
    let expected = written(kept_by(full.clone(), "radix"), "C");
    for policy in ["buckets:1", "runs:1", "hash:1"] {
        assert_eq!(places(&written(kept_by(full.clone(), policy), "C")), places(&expected), "{policy}");
    }
    // Nothing holds three of 50 bits.
    let mut three = request("T(i,j,l) = A(k,i) * B(k,j) * D(k,l)");
    three.sizes = [("i".to_owned(), 1 << 50), ("j".to_owned(), 1 << 50), ("l".to_owned(), 1 << 50)].into();
    three.sizes.insert("k".to_owned(), 4);
    for name in ["A", "B", "D", "T"] {
        let order = if name == "T" {
            "(i, j, l) -> (i : compressed, j : compressed, l : compressed)"
        } else {
            "(i, j) -> (i : compressed, j : compressed)"
        };
        three.formats.insert(name.to_owned(), format!("{order}, positions = 64, coordinates = 64"));
        if name != "T" {
            three.inputs.insert(name.to_owned(), "random:nnz=4,seed=1".into());
        }
    }
    (three.check, three.memory) = (false, MemoryChecks::default());
    three.schedule = Some("reorder(k,i,j,l); precompute(i,j,l, policy=radix)".to_owned());
    let why = evaluate(&three, None).expect_err("128 bits do not suffice").to_string();
    assert!(why.contains("more than 128 bits together: have it keep fewer dimensions"), "{why}");
    // Sizes that are not known are found to need more bits.
    made.any_sizes = true;
    let why = evaluate(&made, None).expect_err("64 bits do not suffice").to_string();
    assert!(why.contains("more than 64 bits"), "{why}");
}
