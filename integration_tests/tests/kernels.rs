//! The kernels that people know by name, in every format that stores their operand, against the oracle.

use lacuna_integration_tests::request::{TABLE_EFFORT, expect_right, request, with_formats, without_failing};
use lacuna_passes::{fp::FpMode, gathers::Gathers};
use lacuna_runtime::value::Dtype;
use lacuna_tools::{compiler::Effort, eval::Request};

const MATRICES: [&str; 11] = [
    "csr",
    "csc",
    "coo",
    "dcsr",
    "dcsc",
    "dense,dense",
    "dense,dense@1,0",
    "compressed,dense",
    "compressed,dense@1,0",
    "compressed(nonunique),singleton@1,0",
    "(i, j) -> (i : dense, j : compressed), positions = 64, coordinates = 16",
];

const ORDER_THREE: [&str; 11] = [
    "csf",
    "coo",
    "dense,compressed,compressed",
    "compressed,dense,compressed",
    "compressed,compressed,dense",
    "dense,dense,compressed",
    "dense,dense,dense",
    "compressed(nonunique),singleton,compressed",
    "compressed(nonunique),singleton,dense",
    "dense,compressed(nonunique),singleton@1,2,0",
    "compressed,compressed,compressed@2,0,1",
];

/// The element types that are tried with every format; the others take turns.
const EVERYWHERE: usize = 4;

/// Runs a kernel with its stored operand in each format, in element types, both floating-point modes.
fn run_all(base: &Request, stored: &str, formats: &[&str]) {
    for (number, format) in formats.iter().enumerate() {
        let others = Dtype::ALL.into_iter().enumerate().skip(EVERYWHERE);
        let others = others.filter(|(place, _)| place % EVERYWHERE == number % EVERYWHERE).map(|(_, dtype)| dtype);
        for dtype in Dtype::ALL.into_iter().take(EVERYWHERE).chain(others) {
            for fp in [FpMode::Fast, FpMode::Strict] {
                let mut request = base.clone();
                request.formats.insert(stored.to_owned(), (*format).to_owned());
                (request.dtype, request.fp) = (dtype, fp);
                // The default, as for users, once: other types and modes change only the arithmetic inside of the loops.
                let is_default = (dtype, fp) == (Dtype::F64, FpMode::Fast);
                request.effort = if is_default { Effort::Full } else { TABLE_EFFORT };
                if fp == FpMode::Fast || dtype == Dtype::F64 {
                    expect_right(&request);
                }
            }
        }
    }
}

/// A request with random data: `stored` operands sparse, the others full.
fn with_data(expression: &str, stored: &[&str], dense: &[&str], sizes: &[(&str, u64)]) -> Request {
    let mut made = request(expression);
    for (seed, name) in stored.iter().enumerate() {
        made.inputs.insert((*name).to_owned(), format!("random:density=0.1,seed={}", seed + 1).into());
    }
    for (seed, name) in dense.iter().enumerate() {
        made.inputs.insert((*name).to_owned(), format!("random:density=1,seed={}", seed + 10).into());
    }
    made.sizes = sizes.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect();
    made
}

#[test]
fn matrix_times_vector() {
    let base = with_data("y(i) = A(i,j) * x(j)", &["A"], &["x"], &[("i", 41), ("j", 53)]);
    run_all(&base, "A", &MATRICES);
}

/// Sums are compiled for processors that gather fast and for others, whichever this one is; over segments that are short and
/// alike, short and unlike, long, and too few to compare.
#[test]
fn sums_for_processors_of_either_kind() {
    let (alike, short, long) = ("poisson2d:9x7", "random:density=0.05,seed=3", "random:density=0.9,seed=4");
    for (data, i) in [(alike, 63), (short, 63), (long, 2), (long, 1)] {
        for expression in ["y(i) = A(i,j) * x(j)", "y(i) = A(i,j) * A(i,j) * x(j) + x(j) * A(i,j)", "s = A(i,j) * x(j)"]
        {
            let mut base = with_data(expression, &[], &["x"], &[("i", i), ("j", 63)]);
            base.inputs.insert("A".to_owned(), data.into());
            for gathers in [Gathers::Fast, Gathers::Slow] {
                base.gathers = gathers;
                run_all(&base, "A", &["csr", "dcsr", "csc", "dcsc"]);
            }
        }
    }
}

#[test]
fn matrix_times_vector_plus_vector() {
    let base = with_data("y(i) = A(i,j) * x(j) + b(i)", &["A"], &["x", "b"], &[("i", 41), ("j", 53)]);
    run_all(&base, "A", &MATRICES[..4]);
}

/// Both images of each entry of a half, which is walked once; and one operand of which the other image is squared.
#[test]
fn halves_of_symmetric_matrices() {
    for expression in [
        "y(i) = A(i,j) * x(j) + A(j,i) * x(j) + d(i) * x(i)",
        "y(i) = A(i,j) * x(j) - A(j,i) * d(j)",
        "y(i) = A(i,j) * x(j) + A(j,i) * A(j,i) * x(j)",
    ] {
        let dense: &[_] = if expression.contains('d') { &["x", "d"] } else { &["x"] };
        let base = with_data(expression, &["A"], dense, &[("i", 41), ("j", 41)]);
        run_all(&base, "A", &MATRICES);
    }
}

#[test]
fn transposed_matrix_times_vector_accumulates() {
    let base = with_data("y(j) += 2 * A(i,j) * x(i)", &["A"], &["x", "y"], &[("i", 41), ("j", 53)]);
    run_all(&base, "A", &MATRICES[..4]);
}

#[test]
fn matrix_times_matrix_of_widths_around_a_block_of_lanes() {
    for width in [1, 3, 4, 8, 16, 32, 33, 70] {
        let base = with_data("C(i,k) = A(i,j) * B(j,k)", &["A"], &["B"], &[("i", 17), ("j", 23), ("k", width)]);
        run_all(&base, "A", if width == 33 { &MATRICES } else { &MATRICES[..3] });
    }
}

#[test]
fn matrix_times_transposed_matrix() {
    let base = with_data("C(i,k) = A(i,j) * B(k,j)", &["A"], &["B"], &[("i", 17), ("j", 23), ("k", 9)]);
    run_all(&base, "A", &MATRICES[..4]);
}

#[test]
fn sampled_dense_times_dense() {
    for inner in [1, 32, 45] {
        let sizes = [("i", 17), ("j", 23), ("k", inner)];
        let base = with_data("O(i,j) = A(i,j) * P(i,k) * Q(j,k)", &["A"], &["P", "Q"], &sizes);
        run_all(&base, "A", if inner == 45 { &MATRICES } else { &MATRICES[..3] });
    }
}

/// A factor that is walked by column is stored by columns, or is given so: columns are read in lanes, the rest of one under a mask.
#[test]
fn sampled_dense_times_dense_by_columns() {
    for (inner, any_sizes) in [(1, false), (32, false), (45, false), (45, true)] {
        let formats = ["dense", "dense,dense@1,0", "dense,dense"];
        for format in &formats[..if inner == 45 { 3 } else { 1 }] {
            let sizes = [("i", 17), ("j", 23), ("k", inner)];
            let mut base = with_data("O(i,j) = A(i,j) * P(i,k) * Q(k,j)", &["A"], &["P", "Q"], &sizes);
            base.formats.insert("Q".to_owned(), (*format).to_owned());
            base.any_sizes = any_sizes;
            run_all(&base, "A", &MATRICES[..3]);
            base.formats.insert("O".to_owned(), "csr".to_owned());
            run_all(&base, "A", &MATRICES[..1]);
        }
    }
}

/// Blocks of lanes for every number of columns that is left, known or not: half a register, one, or several of which the last is
/// masked; around a walk, in a fold, into a stored result, and with nothing inside.
#[test]
fn rows_of_every_width() {
    for width in [1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 24, 28, 33, 40, 63, 70] {
        for any_sizes in [false, true] {
            for (expression, result) in [
                ("O(i,k) = A(i,j) * P(j,k)", "dense"),
                ("O(i,j) = A(i,j) * Q(i,k) * P(j,k)", "csr"),
                ("O(i,k) = A(i,j) * P(j,k)", "csr"),
                ("O(i,k) = Q(i,k) * R(i,k)", "dense"),
            ] {
                let sizes = [("i", 6), ("j", 7), ("k", width)];
                let named =
                    |names: [&'static str; 4]| names.into_iter().filter(|name| expression.contains(name)).collect();
                let (stored, dense): (Vec<_>, Vec<_>) = (named(["A(", "-", "-", "-"]), named(["P(", "Q(", "R(", "-"]));
                let plain = |names: Vec<&'static str>| names.iter().map(|name| &name[..1]).collect::<Vec<_>>();
                let mut base = with_data(expression, &plain(stored), &plain(dense), &sizes);
                base.sizes.retain(|name, _| name != "j" || expression.contains('j'));
                base.any_sizes = any_sizes;
                base.dtype = [Dtype::F64, Dtype::F32, Dtype::I8, Dtype::Complex64][width as usize % 4];
                base.formats.extend([("A".to_owned(), "csr".to_owned()), ("O".to_owned(), result.to_owned())]);
                base.formats.retain(|name, _| name != "A" || expression.contains("A("));
                expect_right(&base);
            }
        }
    }
}

#[test]
fn sums_of_sparse_and_dense_matrices() {
    let base = with_data("O(i,j) = A(i,j) - 2 * R(i,j)", &["A"], &["R"], &[("i", 17), ("j", 23)]);
    run_all(&base, "A", &MATRICES);
}

#[test]
fn sum_of_all_entries() {
    let base = with_data("s = A(i,j)", &["A"], &[], &[("i", 17), ("j", 23)]);
    run_all(&base, "A", &MATRICES);
}

#[test]
fn mttkrp() {
    for rank in [1, 16, 37] {
        let sizes = [("i", 11), ("j", 13), ("k", 9), ("l", rank)];
        let base = with_data("A(i,l) = B(i,j,k) * C(j,l) * D(k,l)", &["B"], &["C", "D"], &sizes);
        run_all(&base, "B", if rank == 16 { &ORDER_THREE } else { &ORDER_THREE[..3] });
    }
}

#[test]
fn tensor_times_vector_along_each_mode() {
    let sizes = [("i", 11), ("j", 13), ("k", 9)];
    for expression in ["A(i,j) = B(i,j,k) * v(k)", "A(i,k) = B(i,j,k) * v(j)", "A(j,k) = B(i,j,k) * v(i)"] {
        run_all(&with_data(expression, &["B"], &["v"], &sizes), "B", &ORDER_THREE);
    }
}

#[test]
fn tensor_times_matrix_along_each_mode() {
    let sizes = [("i", 11), ("j", 13), ("k", 9), ("l", 34)];
    for expression in ["A(i,j,l) = B(i,j,k) * C(k,l)", "A(i,l,k) = B(i,j,k) * C(j,l)", "A(l,j,k) = B(i,j,k) * C(i,l)"] {
        run_all(&with_data(expression, &["B"], &["C"], &sizes), "B", &ORDER_THREE[..4]);
    }
}

/// A row of a stored result is computed in lanes: in levels that have room for it, or are appended to; in whole blocks and in a
/// part of one; with zeros left out or counted first, which may leave no lanes.
#[test]
fn tensor_times_matrix_into_stored_results() {
    let results = [
        "csf",
        "coo",
        "compressed,compressed,dense",
        "dense,compressed,dense",
        "dense,dense,compressed",
        "compressed(nonunique),singleton,dense",
        "dense,dense,compressed@1,0,2",
        "compressed,compressed,compressed(unordered)",
        "(i, j, l) -> (i : compressed, j : compressed, l : dense), fill = 0.5 : f64",
    ];
    for (number, format) in results.into_iter().enumerate() {
        for (width, any_sizes) in [(3, false), (32, false), (37, false), (37, true)] {
            let sizes = [("i", 5), ("j", 6), ("k", 9), ("l", width)];
            let mut base = with_data("A(i,j,l) = B(i,j,k) * C(k,l)", &["B"], &["C"], &sizes);
            base.formats.insert("A".to_owned(), format.to_owned());
            (base.any_sizes, base.drop_zeros, base.two_phase) = (any_sizes, number % 2 == 0, number % 3 == 0);
            if !format.contains("fill") {
                base.dtype = [Dtype::F64, Dtype::F32, Dtype::I8, Dtype::Complex128][(number + width as usize) % 4];
            }
            expect_right(&base);
            expect_right(&Request { drop_zeros: !base.drop_zeros, two_phase: false, ..base });
        }
    }
}

#[test]
fn orders_up_to_six() {
    let sizes = [("i", 5), ("j", 4), ("k", 3), ("l", 6), ("m", 2), ("n", 7)];
    let base = with_data("A(n,i) = B(i,j,k,l,m,n) * C(j,k) * v(l)", &["B"], &["C", "v"], &sizes);
    let formats = [
        "csf",
        "coo",
        "dense,compressed,dense,compressed,compressed,dense@3,1,0,5,2,4",
        "dense,dense,dense,dense,dense,compressed",
        "compressed(nonunique),singleton(nonunique),singleton,compressed,dense,compressed@5,4,3,2,1,0",
    ];
    run_all(&base, "B", &formats);
}

#[test]
fn empty_and_single_sizes() {
    for (rows, columns) in [(0, 5), (5, 0), (0, 0), (1, 1), (1, 9), (9, 1)] {
        let base = with_data("y(i) = A(i,j) * x(j)", &["A"], &["x"], &[("i", rows), ("j", columns)]);
        run_all(&base, "A", &MATRICES[..5]);
    }
}

#[test]
fn convolution_with_dense_operands() {
    let base = with_data("O(i) = I(i+k) * F(k)", &[], &["I", "F"], &[("i", 40), ("k", 5)]);
    expect_right(&base);
}

#[test]
fn loops_in_the_order_asked_for() {
    let sizes = [("i", 17), ("j", 23), ("k", 33)];
    let base = with_data("C(i,k) = A(i,j) * B(j,k)", &["A"], &["B"], &sizes);
    for (format, orders) in [("csr", ["i,j,k", "i,k,j", "k,i,j"]), ("csc", ["j,i,k", "j,k,i", "k,j,i"])] {
        for order in orders {
            let mut request = base.clone();
            request.formats.insert("A".to_owned(), format.to_owned());
            request.schedule = Some(format!("reorder({order})"));
            expect_right(&request);
        }
    }
}

#[test]
fn several_stored_operands_in_terms_of_their_own() {
    let sizes = [("i", 17), ("j", 23)];
    let mut base = with_data("y(i) = A(i,j) * x(j) - B(i,j) * z(j)", &["A", "B"], &["x", "z"], &sizes);
    base.formats.insert("B".to_owned(), "csc".to_owned());
    run_all(&base, "A", &MATRICES[..5]);
}

/// Levels that say again what others say, and have nodes all the same.
const REDUNDANT: [&str; 8] = [
    "csb:1x2",
    "csb:3x1",
    "bcsr:1x1",
    "(i, j) -> (i : dense, j : dense, i + j : compressed)",
    "(i, j) -> (i : dense, i + j : compressed, j : hashed)",
    "(i, j) -> (i : dense, j : compressed, i : dense)",
    "(i, j) -> (3 : dense, i : dense, j : compressed)",
    "(i, j) -> (j - j : compressed, i : compressed, j : loose_compressed)",
];

#[test]
fn operands_with_levels_that_say_something_again() {
    let sizes = [("i", 11), ("j", 13)];
    let base = with_data("y(i) = A(i,j) * x(j)", &["A"], &["x"], &sizes);
    run_all(&base, "A", &REDUNDANT);
    run_all(&base, "A", &["(i, j) -> (j * 2 : compressed, i : dense, j : compressed)"]);
    let base = with_data("O(i,j) = A(i,j) - 2 * R(i,j)", &["A"], &["R"], &sizes);
    run_all(&base, "A", &REDUNDANT[..5]);
}

/// A loop over what is said again runs once where a dimension has one coordinate, and still comes to points in parts.
#[test]
fn levels_that_say_something_again_of_one_coordinate() {
    let formats = [
        "(i, j) -> (i + j : compressed, j : compressed, i : compressed(nonunique, unordered))",
        "(i, j) -> (i : hashed, i - j : compressed(nonunique), j : compressed(nonunique, unordered))",
    ];
    for (rows, columns) in [(1, 1), (1, 5), (5, 1)] {
        let mut base = with_data("O(i,j) = 2 * A(i,j)", &["A"], &[], &[("i", rows), ("j", columns)]);
        base.formats.insert("O".into(), "csr".into());
        run_all(&base, "A", &formats);
    }
}

#[test]
fn results_with_levels_that_say_something_again() {
    let base = with_data("O(i,j) = 2 * A(i,j)", &["A"], &[], &[("i", 11), ("j", 13)]);
    run_all(&base, "O", &REDUNDANT);
}

#[test]
fn results_whose_lists_of_coordinates_have_levels_below() {
    let base = with_data("O(i,j,k) = 2 * A(i,j,k)", &["A"], &[], &[("i", 5), ("j", 4), ("k", 6)]);
    let formats = [
        "loose_compressed(nonunique),singleton,dense",
        "loose_compressed(nonunique),singleton,compressed",
        "compressed(nonunique),singleton(interleaved),hashed",
    ];
    run_all(&base, "O", &formats);
}

#[test]
fn powers_of_entries_stored_in_parts() {
    let base = with_data("y(i) = A(i,j) * A(i,j)", &["A"], &[], &[("i", 11), ("j", 13)]);
    run_all(&base, "A", &["compressed(nonunique),compressed", "loose_compressed(nonunique),dense"]);
}

#[test]
fn tables_below_levels_of_one_coordinate() {
    let base = with_data("O(i,j) = A(j)", &["A"], &[], &[("i", 7), ("j", 4)]);
    run_all(&base, "A", &["hash", "(i) -> (0 : batch, i : hashed)", "(i) -> (0 : dense, i : hashed)"]);
}

/// Diagonals below the main one have negative coordinates, which merges must take in order.
#[test]
fn sums_of_diagonals() {
    const DIAGONALS: &str = "(i, j) -> (i - j : compressed, j : compressed)";
    for seed in 1..=6 {
        for result in [DIAGONALS, "csr", "dense,dense"] {
            let (a, b) =
                (format!("random:density=0.05,seed={seed}"), format!("random:density=0.05,seed={}", seed + 20));
            let mut sum = request("C(i,j) = A(i,j) + B(i,j)");
            for (name, format) in [("A", DIAGONALS), ("B", DIAGONALS), ("C", result)] {
                sum.formats.insert(name.to_owned(), format.to_owned());
            }
            sum.inputs.extend([("A".to_owned(), a.into()), ("B".to_owned(), b.into())]);
            sum.sizes.extend([("i".to_owned(), 10), ("j".to_owned(), 20)]);
            expect_right(&sum);
        }
    }
}

/// Rows times rows: the points of these results come in parts, and have a place each.
#[test]
fn products_into_results_with_a_place_for_every_point() {
    let sizes = [("i", 7), ("j", 9), ("k", 8)];
    let formats = [
        "dense,dense",
        "dense,dense@1,0",
        "batch,dense",
        "(i, j) -> (i floordiv 4 : dense, j floordiv 4 : dense, i mod 4 : dense, j mod 4 : dense)",
        "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[4, 4])",
    ];
    for expression in ["C(i,j) = A(i,k) * B(k,j)", "C(i,j) = A(i,k) * B(k,j) + D(i,j)"] {
        let names: Vec<_> = ["A", "B", "D"].into_iter().filter(|name| expression.contains(name)).collect();
        let mut base = with_data(expression, &names, &[], &sizes);
        for (name, format) in [("A", "csr"), ("B", "csr"), ("D", "csc")] {
            if names.contains(&name) {
                base.formats.insert(name.to_owned(), format.to_owned());
            }
        }
        run_all(&base, "C", &formats);
    }
}

/// Neighbours of equal coordinate have blocks of their own below a level that only follows.
#[test]
fn blocks_below_repeated_coordinates_and_offsets() {
    let base = with_data("r(i,j) = A(i,j,k)", &["A"], &[], &[("i", 12), ("j", 8), ("k", 2)]);
    let formats = [
        "(i, j, k) -> (j : dense, j + k : compressed(nonunique), k : offset, i : dense)",
        "(i, j, k) -> (j : dense, j + k : compressed(nonunique), k : offset, i : compressed)",
        "(i, j, k) -> (i : dense, j : dense, j + k : compressed(nonunique), k : offset)",
    ];
    run_all(&base, "A", &formats);
}

#[test]
fn complex_results_in_many_formats() {
    for dtype in [Dtype::Complex128, Dtype::Complex64] {
        for format in ["csr", "coo", "bcsr:2x3", "dia", "hash"] {
            for expression in [
                "C(i,j) = A(i,j) * D(i,j) / 2",
                "C(i,j) = A(i,j) - 1.5 * B(j,i)",
                "C(i,j) += A(i,j) * B(i,j) / (3 + D(i,j))",
            ] {
                let mut made = with_data(expression, &["A", "B", "C"], &["D"], &[("i", 9), ("j", 9)]);
                made.inputs.retain(|name, _| expression.contains(name.as_str()));
                if !expression.contains("+=") {
                    made.inputs.remove("C");
                }
                made.formats.extend(["A", "B", "C"].map(|name| (name.to_owned(), format.to_owned())));
                made.formats.retain(|name, _| expression.contains(name.as_str()));
                made.dtype = dtype;
                expect_right(&made);
            }
        }
    }
}

#[test]
fn a_hermitian_file_times_its_conjugate_vector() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let (file, result) = (folder.path().join("H.mtx"), folder.path().join("y.mtx"));
    let text = "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 2 0\n2 1 1 -1\n";
    std::fs::write(&file, text).expect("the folder is writable");
    let mut made = request("y(i) = A(i,j) * x(j)");
    made.inputs.insert("A".to_owned(), file.to_string_lossy().into_owned().into());
    made.inputs.insert("x".to_owned(), "iota".into());
    made.formats.insert("A".to_owned(), "csr".to_owned());
    made.outputs.insert("y".to_owned(), result.clone());
    made.dtype = Dtype::Complex128;
    expect_right(&made);
    let text = std::fs::read_to_string(result).expect("the result was written");
    assert_eq!(text, "%%MatrixMarket matrix array complex general\n2 1\n1.0 1.0\n0.0 0.0\n");
}

/// What is computed is stored, also if it is zero, unless that is not wanted.
#[test]
fn zeros_stay_or_go() {
    for (drop_zeros, stored) in [(false, 12), (true, 0)] {
        let mut difference = request("C(i,j) = A(i,j) - B(i,j)");
        difference.drop_zeros = drop_zeros;
        difference.formats.extend(["A", "B", "C"].map(|name| (name.to_owned(), "csr".to_owned())));
        difference.inputs.extend(["A", "B"].map(|name| (name.to_owned(), "poisson2d:2x2".into())));
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        let file = folder.path().join("C.mtx");
        difference.outputs.insert("C".to_owned(), file.clone());
        expect_right(&difference);
        let text = std::fs::read_to_string(file).expect("the result was written");
        let sizes = text.lines().find(|line| !line.starts_with('%')).expect("a line of sizes");
        assert_eq!(sizes, format!("4 4 {stored}"), "drop_zeros: {drop_zeros}");
    }
}

/// Of the sums and differences that levels store, some are of no point; whether the operand, the result or both have them,
/// and whatever drives the loops.
#[test]
fn sums_and_differences_stay_inside() {
    const FORMATS: [&str; 8] = [
        "(i, j) -> (i + j : compressed, j : compressed)",
        "(i, j) -> (i + j : dense, j : compressed)",
        "(i, j) -> (i : dense, i + j : compressed)",
        "(i, j) -> (j - i : compressed, i : dense, j : offset)",
        "(i, j) -> (j - i : compressed, i : compressed, j : offset)",
        "(i, j) -> (i + 1 : dense, j + 3 : compressed)",
        "(i, j) -> (i : dense, j + i : dense, j : dense)",
        "dia",
    ];
    for (rows, columns) in [(2, 9), (7, 7)] {
        let sizes = [("i", rows), ("j", columns)];
        let copy = with_data("C(i,j) = A(i,j)", &[], &["A"], &sizes);
        let sum = with_data("C(i,j) = A(i,j) + B(i,j)", &["A"], &["B"], &sizes);
        let product = with_data("y(j) = A(i,j) * x(i)", &["A", "x"], &[], &sizes);
        for format in FORMATS {
            for other in ["dense", FORMATS[4]] {
                let with = |base: &Request, formats: &[(&str, &str)]| {
                    let mut request = base.clone();
                    let formats = formats.iter().filter(|(_, format)| *format != "dense");
                    request.formats.extend(formats.map(|(name, format)| ((*name).to_owned(), (*format).to_owned())));
                    expect_right(&request);
                };
                with(&copy, &[("A", other), ("C", format)]);
                with(&copy, &[("A", format), ("C", other)]);
                with(&sum, &[("A", format), ("B", other)]);
            }
            let mut request = product.clone();
            request.formats.extend([("A", format), ("x", "compressed")].map(|(a, b)| (a.to_owned(), b.to_owned())));
            expect_right(&request);
        }
    }
}

/// One kernel for all tensors: their sizes are passed along, and where the result is stored, given back.
#[test]
fn kernels_for_any_sizes() {
    let product = with_data("y(i) = A(i,j) * x(j)", &["A"], &["x"], &[("i", 9), ("j", 13)]);
    let sum = with_data("C(i,j) = A(i,j) + B(i,j)", &["A", "B"], &[], &[("i", 9), ("j", 13)]);
    for format in MATRICES.iter().chain(&["bcsr:2x3", "dia", "ell", "hash", "compressed(full),compressed"]) {
        for (base, stored) in [(&product, &["A"][..]), (&sum, &["A", "C"])] {
            let mut request = base.clone();
            request.any_sizes = true;
            request.formats.extend(stored.iter().map(|name| ((*name).to_owned(), (*format).to_owned())));
            expect_right(&request);
        }
    }
}

/// Rows of a number of columns that is not known: whole blocks, and what they leave, with a mask or without.
#[test]
fn numbers_of_columns_that_are_not_known() {
    for columns in (1..=40).chain([63, 64, 65, 72, 80, 100]) {
        let sizes = [("i", 5), ("j", columns), ("k", 6)];
        let mut made = with_formats("C(i,j) = A(i,k) * B(k,j)", &[("A", "csr")], &sizes);
        made.inputs.insert("B".to_owned(), "random:density=1,seed=2".into());
        (made.any_sizes, made.effort) = (true, TABLE_EFFORT);
        expect_right(&without_failing(made));
    }
}
