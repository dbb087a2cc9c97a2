//! The notation, from text to native results: sums at their place, functions, reductions, updates, programs, and operands
//! of which subscripts reach a part.

use lacuna_integration_tests::request::{expect_refused, expect_right, request};
use lacuna_passes::fp::FpMode;
use lacuna_runtime::value::{Dtype, Values};
use lacuna_tools::eval::{Report, Request};

fn with(expression: &str, inputs: &[(&str, &str)], formats: &[(&str, &str)], sizes: &[(&str, u64)]) -> Request {
    fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }
    Request {
        inputs: owned(inputs).into_iter().map(|(name, data)| (name, data.into())).collect(),
        formats: owned(formats).into_iter().collect(),
        sizes: sizes.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect(),
        ..request(expression)
    }
}

/// The values of the result `name`, of which there are few.
fn values(report: &Report, name: &str) -> Vec<f64> {
    let result = report.results.iter().find(|result| result.name == name).expect("it is a result");
    match &result.values {
        Values::F64(values) => values.clone(),
        other => panic!("results are f64, found {other:?}"),
    }
}

const SYSTEM: [(&str, &str); 3] =
    [("A", "blocks:6x8,block=2x2,density=0.4,seed=3"), ("x", "random:seed=4"), ("b", "random:seed=5")];

#[test]
fn multiplying_out_changes_nothing() {
    let product = "A(i,j) * x(j)";
    for (written, multiplied_out) in [
        (format!("y(i) = 2 * (b(i) - {product})"), format!("y(i) = 2 * b(i) - 2 * {product}")),
        (format!("y(i) = -(b(i) - {product})"), format!("y(i) = {product} - b(i)")),
        (format!("y(i) = -1 * (b(i) - {product})"), format!("y(i) = {product} - b(i)")),
        ("y(i) = b(i) * (x(j) * A(i,j) + 1) / 2".to_owned(), format!("y(i) = b(i) * {product} / 2 + b(i) / 2")),
        ("s = b(i) * (A(i,j) * x(j) + b(i))".to_owned(), format!("s = b(i) * {product} + b(i) * b(i)")),
    ] {
        for format in ["csr", "csc", "coo", "dense"] {
            let name = &written[..1];
            let run = |text: &str| values(&expect_right(&with(text, &SYSTEM, &[("A", format)], &[])), name);
            let (one, other) = (run(&written), run(&multiplied_out));
            assert!(
                one.iter().zip(&other).all(|(one, other)| (one - other).abs() < 1e-12),
                "{written}: {one:?} {other:?}"
            );
        }
    }
}

#[test]
fn ambiguous_sums_are_told_the_explicit_form() {
    for (expression, remedy) in [
        ("y(i) = max(A(i,j) * x(j) + b(i), 0)", "`max(sum(j, A(i,j) * x(j)) + b(i), 0)`"),
        ("y(i) = 1 / (b(i) + A(i,j) * x(j))", "`sum(j, 1 / (b(i) + A(i,j) * x(j)))`"),
        ("y(i) max= A(i,j) * x(j)", "`sum(j, A(i,j) * x(j))`"),
    ] {
        let message = expect_refused(&with(expression, &SYSTEM, &[], &[]));
        assert!(message.contains(remedy), "{expression}: {message}");
    }
}

#[test]
fn functions_and_reductions_in_many_formats() {
    for expression in [
        "y(i) = max(sum(j, A(i,j) * x(j)) + b(i), 0)",
        "m(i) = max(j, A(i,j)) + b(i) * sum(j, x(j))",
        "y(i) = prod(j, A(i,j) + x(j)) * b(i)",
        "y(i) = any(j, A(i,j) * x(j) > 0.1) - all(j, A(i,j) * x(j) < 0.3) * b(i)",
        "n = sqrt(sum(i, b(i) * b(i))) + A(i,j) * x(j)",
        "y(i) = where(b(i) > 0, sum(j, A(i,j) * x(j)), -b(i))",
        "C(i,j) = sqrt(abs(A(i,j))) * sign(x(j)) + floor(b(i))",
        "C(i,j) = exp(A(i,j)) * tanh(x(j)) + cos(b(i))",
        "y(i) = A(i,j) * x(j) * (i <= j) + i * b(i)",
        "C(i,j) = pow(A(i,j), 2) + x(j) * b(i) * .5",
    ] {
        for format in ["csr", "csc", "coo", "dcsr", "bcsr:2x2", "hash"] {
            expect_right(&with(expression, &SYSTEM, &[("A", format)], &[]));
        }
        let name = &expression[..1];
        let stored = if name == "C" { "csr" } else { "compressed" };
        if name != "n" {
            expect_right(&with(expression, &SYSTEM, &[("A", "csr"), (name, stored)], &[]));
        }
    }
}

#[test]
fn complex_numbers_have_functions_and_literals() {
    for expression in ["y(i) = exp(x(i)) * 2i", "y(i) = abs(x(i)) + sin(x(i)) * (1 + .5i)", "s = any(i, x(i) != 0)"] {
        let mut made = with(expression, &[("x", "random:seed=3")], &[], &[("i", 5)]);
        made.dtype = Dtype::Complex128;
        expect_right(&made);
    }
    let message = expect_refused(&with("y(i) = x(i) * 2i", &[("x", "ones")], &[], &[("i", 3)]));
    assert!(message.contains("2.0i is not of type f64"), "{message}");
}

#[test]
fn updates_combine_with_old_values() {
    for (update, expected) in
        [("+=", [3.0, 2.0]), ("-=", [1.0, -4.0]), ("*=", [2.0, -3.0]), ("max=", [2.0, 3.0]), ("min=", [1.0, -1.0])]
    {
        for format in ["dense", "compressed"] {
            let text = format!("y(i) {update} x(i)");
            let inputs = [("y", "[2,-1]"), ("x", "[1,3]")];
            let report = expect_right(&with(&text, &inputs, &[("y", format)], &[]));
            assert_eq!(values(&report, "y"), expected, "{text} {format}");
        }
    }
}

#[test]
fn programs_have_intermediates_and_several_results() {
    let program = "r(i) = b(i) - A(i,j) * x(j); s = r(i) * r(i)\nm = max(i, abs(r(i)))";
    for format in ["csr", "csc"] {
        let report = expect_right(&with(program, &SYSTEM, &[("A", format)], &[]));
        let names: Vec<_> = report.results.iter().map(|result| result.name.as_str()).collect();
        assert_eq!(names, ["s", "m"]);
    }
    let stored = "T(i,j) = A(i,j) * x(j); C(i,j) = T(i,j) + 2 * A(i,j); y(i) = T(i,j) * b(i)";
    for (of_t, of_c) in [("csr", "csr"), ("coo", "csc"), ("hash", "dense"), ("bcsr:2x2", "dcsr")] {
        expect_right(&with(stored, &SYSTEM, &[("A", "csr"), ("T", of_t), ("C", of_c)], &[]));
    }
    // Variables belong to their statement.
    expect_right(&with("y(i) = A(i,j) * x(j); z(j) = A(i,j) * y(i)", &SYSTEM[..2], &[], &[]));
}

/// Each has the shape of its data, however little of it is read.
#[test]
fn operands_keep_the_shape_of_their_data() {
    let matrix = [("A", "blocks:30x20,block=2x2,density=0.3,seed=1")];
    for format in ["csr", "csc", "coo", "dense", "dense,dense", "ell"] {
        for (expression, sizes) in [
            ("y(i) = A(i,2)", &[][..]),
            ("s = A(3,2)", &[]),
            ("O(i,j) = A(2*i,2*j)", &[("i", 7), ("j", 4)]),
            ("O(i,j) = A(i+3,j)", &[("i", 5)]),
        ] {
            expect_right(&with(expression, &matrix, &[("A", format)], sizes));
        }
    }
    // Row 3 and column 2 of 5 x 4, which counts from 0.
    let rows = std::iter::repeat_n("1 1 1 1", 3).chain(["1 1 13 1", "1 1 1 1"]).collect::<Vec<_>>().join(" ");
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let file = folder.path().join("D.mtx");
    let columns: Vec<Vec<&str>> = vec![rows.split(' ').collect()];
    let by_column: Vec<_> = (0..4).flat_map(|column| (0..5).map(move |row| (row, column))).collect();
    let text: Vec<_> = by_column.iter().map(|(row, column)| columns[0][row * 4 + column]).collect();
    let text = format!("%%MatrixMarket matrix array real general\n5 4\n{}\n", text.join("\n"));
    std::fs::write(&file, text).expect("the folder is writable");
    let report = expect_right(&with("s = D(3,2)", &[("D", &file.display().to_string())], &[], &[]));
    assert_eq!(values(&report, "s"), [13.0]);
    let convolution = [("I", "blocks:15x15,block=3x2,density=0.4,seed=2"), ("F", "random:seed=3")];
    let sizes = [("i", 3), ("j", 4), ("p", 2), ("q", 3)];
    expect_right(&with("O(i,j) = I(2*i+p,3*j+q+1) * F(p,q)", &convolution, &[("I", "csr")], &sizes));
}

#[test]
fn a_factor_that_is_not_stored_annihilates_the_old_value() {
    for (old, expected) in [("nan", 0.0), ("inf", 0.0), ("1", 0.0)] {
        let data = format!("[{old},{old},{old}]");
        for format in ["compressed", "hash"] {
            let inputs = [("A", "random:density=0,seed=1"), ("r", data.as_str())];
            let report = expect_right(&with("r(k) *= A(k)", &inputs, &[("A", format)], &[("k", 3)]));
            assert_eq!(values(&report, "r"), [expected; 3], "{old} in {format}");
        }
    }
    // In a reduction it counts as zero.
    let inputs = [("A", "random:density=0.5,special=1,seed=3")];
    expect_right(&with("r(i) = prod(j, A(i,j))", &inputs, &[("A", "csr")], &[("i", 9), ("j", 3)]));
}

#[test]
fn operands_with_constant_subscripts_may_be_read_densely() {
    let inputs = [
        ("A", "random:density=1,seed=1"),
        ("B", "random:density=0.3,seed=2"),
        ("C", "random:density=0.5,seed=3"),
        ("D", "random:density=1,seed=4"),
    ];
    let expression = "r(j) = A(j,k) * A(j,k) / 2 * (sum(i, B(2,k) / C(i,k,j)) - D(j))";
    let request = with(expression, &inputs, &[("B", "csr")], &[("i", 2), ("j", 3), ("k", 4)]);
    expect_right(&Request { fp: FpMode::Strict, ..request });
}

#[test]
fn complex_functions_keep_zeros_that_are_not_stored() {
    for value in ["sin(A(i,j))", "sqrt(A(i,j))", "tanh(A(i,j))", "abs(A(i,j))", "sin(A(i,j)) / 2", "A(i,j) != 0"] {
        let expression = format!("r(i,j) = {value}");
        let inputs = [("A", "random:density=0.3")];
        let request = with(&expression, &inputs, &[("A", "csr"), ("r", "csr")], &[("i", 4), ("j", 5)]);
        let report = expect_right(&Request { dtype: Dtype::Complex128, ..request });
        assert!(report.results[0].stored < 20, "{value}");
    }
}

/// What comparisons with numbers make of points that are not stored is known while compiling, of complex numbers too: a quotient
/// is zero where its dividend is not stored.
#[test]
fn comparisons_of_complex_numbers_keep_zeros_that_are_not_stored() {
    for dividend in ["(D(i) == -1.25)", "(D(i) != 0) * 2", "(D(i) * 3 == 2i)", "(-D(i) == 1.5)"] {
        for dtype in [Dtype::Complex64, Dtype::Complex128] {
            let inputs = [("D", "random:density=0.5,seed=4"), ("E", "random:density=0.5,seed=5")];
            let formats = [("D", "compressed"), ("E", "compressed")];
            let request = with(&format!("r(i) = {dividend} / E(i)"), &inputs, &formats, &[("i", 6)]);
            expect_right(&Request { dtype, ..request });
        }
    }
}

/// What is computed from nothing and numbers, and is not known while compiling, is a number: no zero of it annihilates an infinity.
/// A zero that is known does.
#[test]
fn zeros_that_are_not_known_before_a_program_runs_are_numbers() {
    let complex = [
        "exp((exp(A(i)) - 1) * X(i))",
        "(cos(A(i)) - 1) * X(i)",
        "(A(i) + 1 - 1) * X(i)",
        "pow(A(i), 2) * X(i)",
        "log(exp(A(i))) / X(i)",
        "(sin(A(i)) + tanh(A(i))) * X(i)",
        "conj(sqrt(A(i))) * X(i)",
    ];
    let real = ["(cos(A(i) + 1) - cos(1)) * X(i)", "(cos(A(i)) - 1) * X(i)", "log(exp(A(i))) * X(i)"];
    for (dtype, values) in [(Dtype::Complex128, &complex[..]), (Dtype::F64, &real[..])] {
        for value in values {
            let inputs = [("A", "random:density=0.3,seed=3"), ("X", "random:special=0.7,seed=5")];
            let request = with(&format!("r(i) = {value}"), &inputs, &[("A", "compressed")], &[("i", 12)]);
            expect_right(&Request { dtype, ..request });
        }
    }
}

/// Terms whose operands are too many for one loop, or of which one cannot be merged, stay apart.
#[test]
fn terms_that_cannot_share_a_loop_stay_apart() {
    let names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"];
    let terms: Vec<_> = names.iter().map(|name| format!("{name}(i,j) * x(j)")).collect();
    let mut inputs: Vec<_> = names.iter().map(|name| (*name, "random:density=0.3")).collect();
    inputs.push(("x", "random"));
    let full = "(i, j) -> (i : compressed(full), j : compressed)";
    let formats: Vec<_> = names.iter().map(|name| (*name, full)).collect();
    expect_right(&with(&format!("y(i) = {}", terms.join(" + ")), &inputs, &formats, &[("i", 7), ("j", 9)]));
    let inputs = [("A", "random:density=0.3"), ("B", "random:density=0.3,seed=2"), ("X", "random")];
    let formats = [("A", "(i, j) -> (i : compressed(full, unordered), j : compressed)"), ("B", full)];
    let sizes = [("i", 7), ("j", 9), ("l", 4)];
    expect_right(&with("C(l,i) = A(i,j) * X(l,j) + B(i,j) * X(l,j)", &inputs, &formats, &sizes));
}

#[test]
fn updates_of_blocks_may_lose_zeros() {
    let inputs = [("A", "random:density=0.3,seed=1"), ("B", "random:density=0.3,seed=2"), ("C", "random:density=0.3")];
    let formats = [("r", "bcsr:2x3"), ("A", "hash"), ("B", "(i, j) -> (i : dense, j : hashed)"), ("C", "hash")];
    for size in 5..9 {
        let expression = "r(i,j) = A(i,j); r(i,j) min= B(j,i); r(i,j) min= C(i,j)";
        expect_right(&with(expression, &inputs, &formats, &[("i", size), ("j", size)]));
    }
}

#[test]
fn values_of_variables_stand_beside_sums_over_stored_operands() {
    for value in ["i + A(k)", "i - B(j,k)", "(i <= 2) + A(k) * 2", "i * A(k) + i"] {
        let expression = format!("r(i) = {value}");
        let inputs: &[_] =
            if value.contains('B') { &[("B", "random:density=0.2")] } else { &[("A", "random:density=0.3")] };
        let formats: &[_] = if value.contains('B') { &[("B", "csr")] } else { &[("A", "compressed")] };
        let sizes: &[_] = if value.contains('B') { &[("i", 30), ("j", 4), ("k", 5)] } else { &[("i", 30), ("k", 5)] };
        expect_right(&with(&expression, inputs, formats, sizes));
    }
    let inputs = [("A", "random:density=0.3")];
    expect_right(&with("r(i,j) = i * j + A(k)", &inputs, &[("A", "compressed")], &[("i", 9), ("j", 30), ("k", 5)]));
}

#[test]
fn any_visits_entries_only() {
    for dtype in [Dtype::F64, Dtype::F32, Dtype::I8, Dtype::I64, Dtype::Complex64, Dtype::Complex128] {
        for expression in ["r(i) = any(j, A(i,j))", "r(i) = 2 * any(j, A(i,j) * x(j)) + 1"] {
            let inputs: &[_] = &[("A", "random:density=0.2"), ("x", "random:density=0.6")];
            let inputs = if expression.contains('x') { inputs } else { &inputs[..1] };
            let request = with(expression, inputs, &[("A", "csr")], &[("i", 20), ("j", 9)]);
            let report = expect_right(&Request { dtype, ..request });
            let visits = |remark: &String| remark.contains("every point");
            assert!(!report.remarks.iter().any(visits), "{expression}: {:?}", report.remarks);
        }
    }
}

/// Which points are stored follows from what operands store and from numbers, never from what a condition finds in entries.
#[test]
fn where_chooses_between_points_that_are_not_stored() {
    let (nan, infinity) = (f64::NAN, f64::INFINITY);
    let inputs = [("A", "[0,inf,0]"), ("E", "[1,0,0]"), ("C", "[1,2,3]")];
    for (expression, expected) in [
        // A zero that is not stored, and another one: neither is stored, whatever C is.
        ("r(i) = A(i) * where(C(i) > 1, E(i), 0)", [0.0, 0.0, 0.0]),
        ("r(i) = A(i) * where(C(i) < 1, E(i), 0)", [0.0, 0.0, 0.0]),
        ("r(i) = A(i) * where(C(i) > 1, E(i), -E(i))", [0.0, 0.0, 0.0]),
        ("r(i) = (sum(k, A(i) * where(C(k) > 1, E(i), 0)) + 1) * C(i)", [1.0, 2.0, 3.0]),
        // Two numbers are a number.
        ("r(i) = A(i) * where(C(i) > 1, 0, 0)", [0.0, nan, 0.0]),
        ("r(i) = 1 / where(C(i) < 3, -0., 0.)", [-infinity, -infinity, infinity]),
        // What is not chosen does not count, nor whether it is stored.
        ("r(i) = A(i) * where(1 > 0, 0, E(i) + 3)", [0.0, nan, 0.0]),
        ("r(i) = A(i) * where(1 < 0, E(i) + 3, 0)", [0.0, nan, 0.0]),
        ("r(i) = A(i) * where(E(i) < 0, C(i), 0)", [0.0, 0.0, 0.0]),
        // Index variables have values at every point.
        ("r(i) = A(i) * (i - 1 + E(i))", [0.0, nan, 0.0]),
        ("r(i) = A(i) * where(C(i) > 1, i - 1, E(i))", [0.0, nan, 0.0]),
    ] {
        let used = |name: &str| expression.contains(&format!("{name}("));
        let inputs: Vec<_> = inputs.into_iter().filter(|(name, _)| used(name)).collect();
        for result in ["dense", "compressed"] {
            let formats = [("A", "compressed"), ("E", "compressed"), ("r", result)];
            let formats: Vec<_> = formats.into_iter().filter(|(name, _)| used(name)).collect();
            let made = Request { fp: FpMode::Strict, ..with(expression, &inputs, &formats, &[("i", 3)]) };
            let found = values(&expect_right(&made), "r");
            let is_same = |(one, other): (&f64, &f64)| one == other || one.is_nan() && other.is_nan();
            // Of a stored result, the values of the points that it stores.
            let is_expected = result == "compressed" || found.iter().zip(&expected).all(is_same);
            assert!(is_expected, "{expression}: {found:?}");
        }
    }
}

/// Where elements are too narrow for coordinates, or have no order, as in complex numbers, coordinates are compared all the same.
#[test]
fn index_variables_are_compared_as_whole_numbers() {
    let counted = |relation: &str, dtype: Dtype| {
        let expression = format!("s = x(i) * ({relation})");
        let mut made = with(&expression, &[("x", "ones")], &[], &[("i", 300)]);
        made.dtype = dtype;
        match &expect_right(&made).results[0].values {
            Values::I8(values) => i64::from(values[0]),
            Values::Complex64(values) => values[0].re as i64,
            other => panic!("results have the type that was asked for, found {other:?}"),
        }
    };
    for dtype in [Dtype::I8, Dtype::Complex64] {
        assert_eq!(counted("i < 100", dtype), 100);
        assert_eq!(counted("2*i - 600 >= -i*1 + 200", dtype), 33);
        assert_eq!(counted("i == 256", dtype), 1);
        assert_eq!(counted("-i != 0 - 1*i", dtype), 0);
    }
    let mut constant = with("s = x(i) * (1 < 2)", &[("x", "ones")], &[], &[("i", 3)]);
    constant.dtype = Dtype::Complex64;
    assert!(expect_refused(&constant).contains("needs values that have an order"));
}

/// A loop that runs once is a loop, also where a stored sum over it is computed in the place where it is read.
#[test]
fn sums_over_one_value_use_it_as_a_number() {
    for value in ["sum(k, k * B(i)) * D(i)", "sum(k, (k + 2) * B(i)) / (1 + B(i))", "sqrt(sum(k, A(i,k) * (k + 1)))"] {
        for size in [1, 3] {
            let inputs = [("A", "random:density=0.6"), ("B", "random:density=0.6,seed=2"), ("D", "random:density=1")];
            let inputs: Vec<_> = inputs.into_iter().filter(|(name, _)| value.contains(*name)).collect();
            let formats = [("A", "csr"), ("B", "compressed"), ("t", "compressed")];
            let formats: Vec<_> =
                formats.into_iter().filter(|(name, _)| *name == "t" || value.contains(*name)).collect();
            expect_right(&with(&format!("t(i) = {value}"), &inputs, &formats, &[("i", 5), ("k", size)]));
        }
    }
}

/// One size is known, and is a multiple of that of a block; the other one is that of an operand.
#[test]
fn blocked_results_may_have_one_known_size() {
    for format in ["csb:2x2", "csb:4x2", "bcsr:2x4", "ell"] {
        for (value, sizes) in [("E(j)", [("i", 8), ("j", 5)]), ("E(i)", [("i", 7), ("j", 8)])] {
            let formats = [("s", format), ("E", "compressed")];
            let request = with(&format!("s(i,j) = {value}"), &[("E", "random:density=0.6")], &formats, &sizes);
            expect_right(&Request { any_sizes: true, ..request });
        }
    }
}
