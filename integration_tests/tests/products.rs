//! Long products are right in the steps that the compiler chooses and in those that are asked for, and take no step where that saves nothing.

use lacuna_integration_tests::request::{TABLE_EFFORT, expect_refused, expect_right, give, request};
use lacuna_passes::fp::FpMode;
use lacuna_runtime::value::Dtype;
use lacuna_tools::eval::Request;

/// A request with random operands, each in its format; variables have different sizes.
fn product(expression: &str, operands: &[(&str, &str)], result: (&str, &str)) -> Request {
    let mut made = request(expression);
    for (number, (name, format)) in operands.iter().enumerate() {
        let density = if *format == "dense" { "1" } else { "0.15" };
        give(&mut made, name, format, &format!("random:density={density},seed={number}"));
    }
    made.formats.insert(result.0.to_owned(), result.1.to_owned());
    made.sizes = ["i", "j", "k", "l", "m", "n", "o", "p"]
        .iter()
        .zip([9, 8, 7, 10, 6, 5, 4, 3])
        .map(|(name, size)| ((*name).to_owned(), size))
        .collect();
    let is_there = |name: &String| expression.contains(name.as_str());
    made.sizes.retain(|name, _| is_there(name));
    made.effort = TABLE_EFFORT;
    made
}

/// The remark that says the steps, if there are some.
fn steps(request: &Request) -> Option<String> {
    let report = expect_right(request);
    report.remarks.into_iter().find(|remark| remark.contains("this product is summed in"))
}

#[test]
fn chains_of_matrices_are_multiplied_from_the_vector() {
    let operands = [("A", "csr"), ("B", "csc"), ("C", "coo"), ("x", "dense")];
    for dtype in [Dtype::F64, Dtype::I32] {
        for expression in ["y(i) = A(i,j) * B(j,k) * C(k,l) * x(l)", "y(i) = x(i) - A(i,j) * B(j,k) * C(k,l) * x(l)"] {
            let mut made = Request { any_sizes: true, dtype, ..product(expression, &operands, ("y", "dense")) };
            if expression.contains("x(i)") {
                made.sizes.insert("i".to_owned(), 10);
            }
            let said = steps(&made).expect(expression);
            assert!(said.contains("in 3 steps"), "{said}");
            assert!(said.contains("t1(k) = C(k,l) * x(l); t2(j) = B(j,k) * t1(k); y(i) = A(i,j) * t2(j)"), "{said}");
            // To the letter, floating point is summed at once.
            made.fp = FpMode::Strict;
            assert_eq!(steps(&made).is_some(), dtype == Dtype::I32);
        }
    }
}

#[test]
fn stored_results_have_the_points_of_the_whole_product() {
    let operands = [("A", "csr"), ("B", "csr"), ("C", "csr"), ("D", "csr")];
    let base = product("E(i,m) = A(i,j) * B(j,k) * C(k,l) * D(l,m)", &operands, ("E", "csr"));
    for order in ["A*(B*(C*D))", "((A*B)*C)*D", "(A*B)*(C*D)", "A*B*C*D", "(A*B*C)*D"] {
        let asked = Request { schedule: Some(format!("factor({order})")), ..base.clone() };
        assert_eq!(steps(&asked).is_some(), order != "A*B*C*D", "{order}");
    }
    // A vector between two matrices, and a result of one dimension.
    let operands = [("A", "csr"), ("B", "csr"), ("v", "compressed")];
    let base = product("E(i) = A(i,j) * B(j,k) * v(k)", &operands, ("E", "compressed"));
    for order in ["A*(B*v)", "(A*B)*v", "A*B*v"] {
        expect_right(&Request { schedule: Some(format!("factor({order})")), ..base.clone() });
    }
}

#[test]
fn kernels_with_shared_loops_take_no_steps() {
    let dense = [("C", "dense"), ("D", "dense")];
    for (expression, stored, result) in [
        ("M(i,l) = A(i,j,k) * C(j,l) * D(k,l)", ("A", "csf"), ("M", "dense")),
        ("S(i,j) = A(i,j) * C(i,k) * D(j,k)", ("A", "csr"), ("S", "csr")),
        ("y(i) = A(i,j) * C(j,k) * D(i,k)", ("A", "csr"), ("y", "dense")),
    ] {
        let operands = [&[stored][..], &dense].concat();
        let made = Request { any_sizes: true, ..product(expression, &operands, result) };
        assert_eq!(steps(&made), None, "{expression}");
    }
}

#[test]
fn products_of_many_factors_are_right() {
    let operands = [("A", "csr"), ("B", "csr"), ("C", "dense"), ("D", "csr"), ("x", "dense"), ("v", "compressed")];
    for expression in [
        "s = A(i,j) * B(j,k) * C(k,l) * D(l,m) * x(m)",
        "y(i) = A(i,j) * B(j,k) * C(k,l) * D(l,m) * x(m) * v(m)",
        "y(i) = A(i,j) * B(j,k) * C(k,l) * D(l,m) * x(m) + v(i)",
        "y(k) = A(i,j) * B(j,k) * C(k,l) * D(l,m) * x(m)",
        "y(i) = 2 * A(i,j) * abs(B(j,k)) * C(k,l) * sqrt(abs(x(l)))",
        "F(i,m) = A(i,j) * B(j,k) * C(k,l) * D(l,m)",
        "y(i) = A(i,j) * B(j,k) * C(k,l) * D(l,m) * A(n,m) * B(m,k) * x(n)",
    ] {
        let used: Vec<_> =
            operands.iter().copied().filter(|(name, _)| expression.contains(&format!("{name}("))).collect();
        let result = if expression.starts_with('F') { ("F", "dense") } else { ("y", "dense") };
        for any_sizes in [false, true] {
            let mut made = Request { any_sizes, ..product(expression, &used, result) };
            made.formats.retain(|name, _| expression.contains(&format!("{name}(")));
            // The same operand stands at several variables.
            if expression.contains("A(n,m)") {
                made.sizes = made.sizes.into_keys().map(|name| (name, 8)).collect();
            }
            if expression.contains("v(i)") || expression.contains("v(m)") {
                made.sizes.insert("i".to_owned(), 6);
            }
            expect_right(&made);
        }
    }
}

#[test]
fn twelve_factors_are_summed_in_steps() {
    let names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"];
    let vars = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    let factors: Vec<_> =
        names.iter().enumerate().map(|(place, name)| format!("{name}({},{})", vars[place], vars[place + 1])).collect();
    let mut made = request(&format!("y(a) = {} * x(l)", factors.join(" * ")));
    for (number, name) in names.iter().enumerate() {
        give(&mut made, name, "csr", &format!("random:density=0.3,seed={number}"));
    }
    give(&mut made, "x", "dense", "ones");
    made.sizes = vars.iter().map(|name| ((*name).to_owned(), 6)).collect();
    made.schedule =
        Some(format!("factor({}x{})", names.map(|name| format!("{name}*(")).concat(), ")".repeat(names.len())));
    made.effort = TABLE_EFFORT;
    assert!(steps(&made).is_some_and(|said| said.contains("in 11 steps")));
}

#[test]
fn orders_that_do_not_fit_are_refused() {
    let base = product("y(i) = A(i,j) * B(j,k) * x(k)", &[("A", "csr"), ("B", "csr"), ("x", "dense")], ("y", "dense"));
    for (schedule, why) in [
        ("factor(A*B)", "no term is the product of A, B: the products are A*B*x"),
        ("factor(A*(B*z))", "no term is the product of A, B, z: the products are A*B*x"),
        ("factor(A*(B*x)", "expected `)` at the end of 'factor(A*(B*x)'"),
        ("factor(A*B x)", "no term is the product of A, Bx: the products are A*B*x"),
        (
            "factor(A+B*x)",
            "factor names operands with `*` between them, and parentheses, as in factor(A*(B*x)): found 'A+B*x'",
        ),
        ("factor(A*B*x); factor(A*(B*x))", "factor is given twice"),
        ("factor(A*(B*x)); reorder(i,j,k)", "factor does not go with reorder"),
    ] {
        let found = expect_refused(&Request { schedule: Some(schedule.to_owned()), ..base.clone() });
        assert!(found.contains(why), "{schedule}: {found}");
    }
    let strict = Request { schedule: Some("factor(A*(B*x))".to_owned()), fp: FpMode::Strict, ..base };
    let found = expect_refused(&strict);
    assert!(found.contains("whose terms may be added in any order"), "{found}");
}

#[test]
fn values_of_variables_are_no_factors_of_steps() {
    let operands = [("A", "csr"), ("B", "csr"), ("C", "csr"), ("x", "dense")];
    for factor in ["i", "(j + 1)", "l"] {
        let expression = format!("y(i) = A(i,j) * B(j,k) * C(k,l) * x(l) * {factor}");
        let made = Request { any_sizes: true, ..product(&expression, &operands, ("y", "dense")) };
        assert_eq!(steps(&made), None, "{factor}");
    }
}

#[test]
fn other_points_may_be_other_than_zero() {
    let filled = "(i, j) -> (i : dense, j : compressed), fill = 1.0 : f64";
    let operands = [("A", filled), ("B", "csr"), ("C", filled), ("x", "dense")];
    let base = product("y(i) = A(i,j) * B(j,k) * C(k,l) * x(l)", &operands, ("y", "dense"));
    for order in ["A*(B*(C*x))", "((A*B)*C)*x", "(A*B)*(C*x)"] {
        let asked = Request { schedule: Some(format!("factor({order})")), ..base.clone() };
        assert!(steps(&asked).is_some(), "{order}");
    }
}
