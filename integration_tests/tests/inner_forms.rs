//! Innermost forms that a schedule asks for are right, or refused with a reason.

use lacuna_dialects::{processor, sloop::named_form};
use lacuna_integration_tests::request::{TABLE_EFFORT, expect_refused, expect_right, give, request};
use lacuna_passes::{form_costs::FormCosts, fp::FpMode, gathers::Gathers};
use lacuna_runtime::value::Dtype;
use lacuna_tools::{
    eval::{CostsFile, EvalError, Request, evaluate},
    kernel::checks::MemoryChecks,
};

const FORMS: [&str; 9] =
    ["scalar", "chains:3", "pairs", "lanes:4", "lanes:3", "gathers:4", "scattered:4", "blocks:3", "abreast:8"];

/// Why a loop cannot take entries in a form.
const REASON: &str = "the loop over j cannot take its entries in the form ";

/// `y(i) = A(i,j) * x(j)` or the like, with rows of many lengths.
fn kernel(expression: &str, format: &str, data: &str) -> Request {
    let mut made = request(expression);
    give(&mut made, "A", format, data);
    give(&mut made, "x", "dense", "random:density=1,seed=5");
    made.sizes = [("i", 61), ("j", 64)].map(|(name, size)| (name.to_owned(), size)).into();
    made.effort = TABLE_EFFORT;
    made
}

/// The forms that are obeyed; the others are refused for what they are.
fn obeyed(base: &Request) -> Vec<&'static str> {
    let is_obeyed = |form: &&str| {
        let asked = Request { schedule: Some(format!("inner(j,{form})")), ..base.clone() };
        match evaluate(&asked, None) {
            Ok(_) => {
                expect_right(&asked);
                true
            }
            Err(error @ EvalError::Compile(_)) => {
                assert!(error.to_string().contains(REASON), "{form}: {error}");
                false
            }
            Err(error) => panic!("{form}: {error}"),
        }
    };
    FORMS.into_iter().filter(is_obeyed).collect()
}

const SUMS: [&str; 6] = ["scalar", "chains:3", "pairs", "lanes:4", "lanes:3", "gathers:4"];

#[test]
fn sums_of_numbers_take_all_forms_of_sums() {
    for data in ["random:density=0.05,seed=3", "random:density=0.4,seed=4"] {
        for format in ["csr", "dcsr"] {
            for dtype in [Dtype::F64, Dtype::F32, Dtype::I32, Dtype::I8] {
                let base = Request { dtype, ..kernel("y(i) = A(i,j) * x(j)", format, data) };
                assert_eq!(obeyed(&base), SUMS, "{format} {dtype}");
            }
        }
    }
}

#[test]
fn values_of_any_kind_are_packed() {
    let data = "random:density=0.3,seed=6";
    for expression in [
        "y(i) = A(i,j) * A(i,j) * x(j) + x(i)",
        "y(i) = x(i) * sum(j, abs(A(i,j)) * sqrt(abs(x(j))))",
        "s = A(i,j) * x(j)",
        "y(i) = max(j, A(i,j) * x(i))",
    ] {
        let mut base = kernel(expression, "csr", data);
        base.sizes.insert("i".to_owned(), 64);
        let forms = obeyed(&base);
        // An extremum visits every point.
        assert!(forms == SUMS || expression.contains("max") && forms.is_empty(), "{expression}: {forms:?}");
    }
    // What is no number for lanes is summed as it comes.
    let complex = Request { dtype: Dtype::Complex128, ..kernel("y(i) = A(i,j) * x(j)", "csr", data) };
    assert_eq!(obeyed(&complex), ["scalar", "chains:3", "gathers:4"]);
    // What is computed to the letter is summed in order.
    let strict = Request { fp: FpMode::Strict, ..kernel("y(i) = A(i,j) * x(j)", "csr", data) };
    assert_eq!(obeyed(&strict), ["scalar"]);
}

#[test]
fn loops_of_other_kinds_take_their_own_forms() {
    let data = "random:density=0.2,seed=7";
    assert_eq!(obeyed(&kernel("y(i) = A(i,j) * x(j)", "coo", data)), ["scalar", "blocks:3"]);
    assert_eq!(obeyed(&kernel("y(i) = A(i,j) * x(j)", "sell:8", data)), [&SUMS[..], &["abreast:8"]].concat());
    let mut columns = kernel("y(j) = A(i,j) * x(i)", "csr", data);
    columns.sizes.insert("i".to_owned(), 64);
    assert_eq!(obeyed(&columns), ["scalar", "scattered:4"]);
}

#[test]
fn bodies_hold_blocks_of_lanes() {
    let triples = "(i, j, k) -> (i : compressed(nonunique), j : singleton, k : dense)";
    for (expression, format, size) in [
        ("s = A(j,k)", "compressed,dense", 3),
        ("y(j) = A(j,k) * x(k)", "bcsr:1x3", 30),
        ("y(i) = A(i,j) * B(j,k)", "csr", 3),
        ("y(i) = A(i,j) * B(j,k)", "csr", 17),
        ("y(i) = A(i,j) * B(j,k) * x(k)", "coo", 7),
        ("y(i) = A(i,j) * B(j,k)", "sell:4:16", 8),
        ("y(i) = A(i,j,k) * x(k)", triples, 3),
        ("y(i) = A(i,j,k) * x(k)", "dense,compressed,dense", 4),
    ] {
        for (gathers, dtype) in [(Gathers::Slow, Dtype::F64), (Gathers::Fast, Dtype::F64), (Gathers::Slow, Dtype::I32)]
        {
            let mut made = Request { gathers, dtype, ..request(expression) };
            give(&mut made, "A", format, "random:density=0.2,seed=9");
            for (name, format) in [("B", "dense,dense"), ("x", "dense")] {
                if expression.contains(&format!("{name}(")) {
                    give(&mut made, name, format, "random:density=1,seed=5");
                }
            }
            let sizes = [("i", 30), ("j", 40), ("k", size)].into_iter();
            let sizes = sizes.filter(|(name, _)| expression.contains(*name));
            made.sizes = sizes.map(|(name, size)| (name.to_owned(), size)).collect();
            made.effort = TABLE_EFFORT;
            expect_right(&made);
        }
    }
}

#[test]
fn what_is_scattered_may_be_stored() {
    for dtype in [Dtype::F64, Dtype::Complex64, Dtype::I8] {
        for (expression, size) in [("y(i) = b(i)", 300), ("y(i) += b(i)", 300)] {
            let mut made = Request { gathers: Gathers::Fast, dtype, ..request(expression) };
            give(&mut made, "b", "compressed", "random:density=0.4,seed=9");
            if expression.contains('+') {
                give(&mut made, "y", "dense", "random:density=1,seed=5");
            }
            made.sizes = [("i".to_owned(), size)].into();
            made.effort = TABLE_EFFORT;
            expect_right(&made);
        }
    }
}

#[test]
fn what_does_not_suit_is_said() {
    let refused = |expression: &str, format: &str, form: &str| {
        let mut made = kernel(expression, format, "random:density=0.2,seed=8");
        made.sizes.insert("i".to_owned(), 64);
        (made.memory, made.schedule) = (MemoryChecks::default(), Some(format!("inner(j,{form})")));
        expect_refused(&made)
    };
    for (expression, format, form, why) in [
        ("y(i) = A(i,j) * x(j)", "dense,dense", "pairs", "pairs: it walks no stored level"),
        ("y(j) = A(i,j) * x(i)", "csr", "pairs", "pairs: it carries no sum that may be taken in any order"),
        ("y(i) = A(i,j) * x(j)", "csr", "blocks", "blocks:4: it sums no entries of an open run"),
        (
            "y(i) = A(i,j) * x(j)",
            "csr",
            "abreast:4",
            "abreast:4: it sums no segments that lie interleaved by that many",
        ),
        (
            "y(i) = A(i,j) * x(j)",
            "csr",
            "scattered",
            "scattered:8: it does more than add to a point of its own in each round",
        ),
    ] {
        let found = refused(expression, format, form);
        assert!(found.contains(&format!("{REASON}{why}")), "{found}");
    }
}

#[test]
fn a_loop_that_others_replace_takes_no_form() {
    for (format, form) in [("csb:4x4", "scalar"), ("bcsr:2x2", "pairs"), ("dia", "abreast:8")] {
        let base = kernel("y(i) = A(i,j) * x(j)", format, "random:density=0.2,seed=8");
        let memory = MemoryChecks::default();
        let found = expect_refused(&Request { memory, schedule: Some(format!("inner(j,{form})")), ..base });
        assert!(found.contains(&format!("{REASON}{form}: other loops stand in its place")), "{format}: {found}");
    }
    let mut several = kernel("y(i) = A(i,j) * x(j); z(i) = 2 * y(i)", "csr", "random:density=0.2,seed=8");
    several.schedule = Some("inner(j,pairs)".to_owned());
    let found = expect_refused(&several);
    assert!(
        found.ends_with("there are 2 statements: name the statement by its target or number, as in y: inner(j,pairs)"),
        "{found}"
    );
}

#[test]
fn times_of_forms_are_read_or_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("costs.txt");
    let mut costs = FormCosts::default();
    for form in ["scalar", "pairs", "lanes:4", "gathers:8"] {
        costs.add(named_form(form).expect("a form"), 8, [std::array::from_fn(|place| 100 + place as u32); 3]);
    }
    let base = kernel("y(i) = A(i,j) * x(j)", "csr", "random:density=0.2,seed=8");
    let with = |text: &str, is_named: bool| {
        std::fs::write(&path, text).expect("it can be written");
        Request { costs: Some(CostsFile { path: path.clone(), is_named }), ..base.clone() }
    };
    let own = processor::name();
    let remarks_of = |made: &Request| {
        let remarks = expect_right(made).remarks.into_iter();
        remarks.filter(|remark| remark.starts_with(&path.display().to_string())).collect::<Vec<_>>()
    };
    assert_eq!(remarks_of(&with(&costs.text(&own), true)), Vec::<String>::new());
    for is_named in [true, false] {
        // It may be of another version, too: nothing but the processor is read.
        let [remark] = &remarks_of(&with("processor i486\nvectors 8 alike 1", is_named))[..] else {
            panic!("one remark")
        };
        assert!(remark.contains(&format!("it was measured on i486, and this processor is {own}")), "{remark}");
    }
    let broken = format!("processor {own}\nvectors 8 alike 1");
    let why = "line 2: there is no innermost form vectors";
    let found = expect_refused(&with(&broken, true));
    assert!(found.contains(why) && found.contains("costs.txt"), "{found}");
    let [remark] = &remarks_of(&with(&broken, false))[..] else { panic!("one remark") };
    assert!(remark.contains(why), "{remark}");
    let found = expect_refused(&with(&" ".repeat((1 << 20) + 1), true));
    assert!(found.contains("it has more than 1048576 bytes"), "{found}");
}
