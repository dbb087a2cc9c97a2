//! What the compiler says it decided on its own, through the whole road: with the names of the expression.

use lacuna_integration_tests::request::{expect_right, request, with_formats};
use lacuna_runtime::progress::Progress;
use lacuna_tools::{eval::evaluate, listener::Listener};
use std::sync::Mutex;

/// The remarks on an expression whose tensors have these formats; those named with capital letters are matrices of
/// nine rows, all others dense and full.
fn remarks(expression: &str, formats: &[(&str, &str)]) -> Vec<String> {
    let mut made = request(expression);
    let target = expression.split('(').next().unwrap_or_default().trim().to_owned();
    for (name, format) in formats {
        made.formats.insert((*name).to_owned(), (*format).to_owned());
    }
    for name in ["A", "B", "x"] {
        let is_access = |(place, _): (usize, &str)| !expression[..place].ends_with(char::is_alphanumeric);
        if name != target && expression.match_indices(&format!("{name}(")).any(is_access) {
            let data = if name == "x" { "ones" } else { "poisson2d:3x3" };
            made.inputs.insert(name.to_owned(), data.into());
        }
    }
    expect_right(&made).remarks
}

#[test]
fn a_number_makes_every_point_visited() {
    let found = remarks("C(i,j) = A(i,j) + 1", &[("A", "dcsr"), ("C", "csr")]);
    let [remark] = found.as_slice() else { panic!("one remark, found {found:?}") };
    assert!(
        remark.starts_with("the loops over i and j visit every point although operand A is stored: the sum gives 1"),
        "{remark}"
    );
    assert!(remark.ends_with("else make A dense (-f A=dense)"), "{remark}");
}

#[test]
fn reductions_that_take_in_zeros_are_named() {
    for (reduction, name) in
        [("max", "the maximum (max)"), ("prod", "the product (prod)"), ("all", "the minimum (min, all)")]
    {
        let found = remarks(&format!("y(i) = {reduction}(j, A(i,j))"), &[("A", "csr")]);
        let expected = format!(
            "the loop over j visits every point although operand A is stored: {name} takes in the zeros that operand A does \
             not store"
        );
        assert_eq!(found, [expected]);
    }
}

#[test]
fn what_several_statements_have_in_common_is_said_once() {
    let found = remarks("C(i,j) = A(i,j) + 1; D(i,j) = A(i,j) + 1", &[("A", "dcsr"), ("C", "csr"), ("D", "csr")]);
    let visited = found.iter().filter(|remark| remark.starts_with("the loops over i and j visit every point")).count();
    assert_eq!(visited, 1, "{found:?}");
}

/// Of more than two conversions, the last says what saves all of them.
#[test]
fn many_conversions_say_once_what_saves_them() {
    let mut made = request("R(i,j) = D(i,j) + A(j,i) + B(j,i) + C(j,i)");
    made.formats.insert("R".to_owned(), "dcsr".to_owned());
    for name in ["A", "B", "C", "D"] {
        made.formats.insert(name.to_owned(), "dcsr".to_owned());
        made.inputs.insert(name.to_owned(), "poisson2d:3x3".into());
    }
    let found = expect_right(&made).remarks;
    let conversions: Vec<_> = found.iter().filter(|remark| remark.contains(" is converted from ")).collect();
    let advised = conversions.iter().filter(|remark| remark.contains("; store ")).count();
    assert_eq!((conversions.len(), advised), (3, 1), "{found:?}");
    assert!(
        conversions[2].contains("store A as csc (-f A=csc) and B as csc (-f B=csc) and C as csc (-f C=csc) to save"),
        "{found:?}"
    );
}

#[test]
fn intermediates_have_the_names_of_their_tensors() {
    let found = remarks("y(i,j) = A(i,j); y(i,j) min= B(i,j)", &[("y", "bcsr:2x3"), ("A", "csr"), ("B", "csr")]);
    let is_named = |remark: &String| remark.starts_with("operand y is converted from bcsr:2x3 to csr");
    assert!(found.iter().any(is_named), "{found:?}");
    assert!(!found.iter().any(|remark| remark.contains("operand 0") || remark.contains("-f 0")), "{found:?}");
}

#[test]
fn nothing_is_said_of_dense_operands_and_results() {
    assert_eq!(remarks("y(i) = A(i,j) * x(j) + x(i)", &[("A", "dcsr")]), [""; 0]);
    assert_eq!(remarks("C(i,j) = A(i,j) + B(i,j)", &[("A", "dcsr")]), [""; 0]);
    assert_eq!(remarks("C(i,j) = A(i,j) + 1", &[("A", "dcsr")]), [""; 0]);
}

#[test]
fn conversions_name_tensors_and_variables() {
    let found = remarks("s = A(i,j) * B(i,j)", &[("A", "csr"), ("B", "csc")]);
    let [remark] = found.as_slice() else { panic!("one remark, found {found:?}") };
    assert!(
        remark.starts_with("operand A is converted from csr to csc: ") && remark.contains("j -> i -> j is a cycle"),
        "{remark}"
    );
    assert!(remark.ends_with("; store A as csc (-f A=csc) to save that"), "{remark}");
}

const BLOCKS_OF_B: &str = "wants a loop over i, but the levels of operand B want loops over i floordiv 2 and i mod 2";

#[test]
fn conversions_of_blocks_name_variables_and_levels() {
    let found = remarks("C(i,j) = A(i,j) * B(i,j)", &[("A", "csr"), ("B", "bcsr:2x2"), ("C", "csr")]);
    let [remark] = found.as_slice() else { panic!("one remark, found {found:?}") };
    assert!(remark.starts_with("operand B ") && remark.contains(BLOCKS_OF_B), "{remark}");
    // Rows that only are read are walked inside of blocks.
    assert_eq!(remarks("s = A(i,j) * B(i,j)", &[("A", "csr"), ("B", "bcsr:2x2")]), [""; 0]);
}

#[test]
fn conversions_say_what_each_is_for() {
    let found = remarks("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "bcsr:2x2"), ("C", "hash")]);
    let [operand, result] = found.as_slice() else { panic!("two remarks, found {found:?}") };
    assert!(operand.starts_with("operand B is converted"), "{operand}");
    assert!(operand.contains(BLOCKS_OF_B), "{operand}");
    assert!(result.starts_with("result C is computed as "), "{result}");
    assert!(result.contains("nothing can be appended to or inserted into its level 0"), "{result}");
}

#[test]
fn loops_over_blocks_are_called_by_their_levels() {
    let found = remarks("C(i,j) = A(i,j) + 1", &[("A", "bcsr:2x2"), ("C", "csr")]);
    assert!(!found.is_empty());
    for remark in found {
        for made_up in [".outer", ".inner", "v0", "v1", "v2", " * 2 + "] {
            assert!(!remark.contains(made_up), "{remark}");
        }
    }
}

/// What would only turn a conversion round is not advised.
#[test]
fn a_tensor_that_is_read_in_two_orders_has_no_better_format() {
    let found = remarks("C(i,j) = A(i,j) + A(j,i)", &[("A", "csr"), ("C", "csr")]);
    let [remark] = found.as_slice() else { panic!("one remark, found {found:?}") };
    assert!(remark.starts_with("operand A is converted from csr to csc: ") && !remark.contains("-f"), "{remark}");
}

/// No word of MLIR's reaches a user of the command, and what a remark says to do makes it go away.
#[test]
fn remarks_speak_of_formats_and_flags() {
    for (expression, formats) in [
        ("C(i,j) = A(i,j) + 1", &[("A", "dcsr"), ("C", "csr")][..]),
        ("C(i,j) = max(A(i,j), 1)", &[("A", "dcsr"), ("C", "dcsr")]),
        ("C(i,j) = A(i,j) + B(j,i)", &[("A", "csr"), ("B", "coo"), ("C", "csr")]),
        ("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "bcsr:2x2"), ("C", "hash")]),
        ("y(i) = A(i,j) * B(j,i)", &[("A", "ell"), ("B", "dia")]),
        ("y(i) = A(i,i)", &[("A", "bcsr:2x2")]),
        ("C(i,j) = A(i,k) * B(k,j)", &[("A", "csr"), ("B", "csr"), ("C", "hash")]),
    ] {
        let found = remarks(expression, formats);
        assert!(!found.is_empty(), "{expression} {formats:?}");
        for remark in found {
            for word in ["tensor<", "#stensor", "arith.", "math.", "sloop", "stensor.", "linalg", "result operand"] {
                assert!(!remark.contains(word), "{word}: {remark}");
            }
            let Some((advice, _)) = remark.split_once(" to save that") else { continue };
            let (_, flag) = advice.rsplit_once("-f ").expect("advice has a flag");
            let flag =
                flag.strip_prefix('\'').map_or_else(|| flag.trim_end_matches(')'), |flag| flag.trim_end_matches('\''));
            let (name, format) = flag.split_once('=').expect("a flag");
            let better = formats.iter().map(|(other, old)| (*other, if *other == name { format } else { *old }));
            let left = remarks(expression, &better.collect::<Vec<_>>());
            assert!(!left.contains(&remark), "{remark} comes back with -f {name}={format}");
        }
    }
}

/// What a listener is told, in this order.
#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl Told {
    fn note(&self, what: String) {
        self.0.lock().expect("no test panics while it notes").push(what);
    }
}

impl Progress for Told {
    fn start(&self, phase: &str, _total: u64) {
        self.note(phase.to_owned());
    }

    fn advance(&self, _delta: u64) {}

    fn finish(&self) {
        self.note("end".to_owned());
    }
}

impl Listener for Told {
    fn remarks(&self, remarks: &[String]) {
        self.note(format!("remarks: {}", remarks.len()));
    }
}

/// Each phase ends before the next begins, and remarks come before the kernel runs.
#[test]
fn listeners_are_told_each_phase_and_remarks_before_the_kernel_runs() {
    let mut made =
        with_formats("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csc"), ("C", "csr")], &[("i", 8), ("j", 8)]);
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    made.outputs.insert("C".to_owned(), folder.path().join("C.mtx"));
    made.runs = Some(2);
    let told = Told::default();
    evaluate(&made, Some(&told)).expect("it is evaluated");
    let told = told.0.into_inner().expect("nobody panicked");
    let of_interest = ["generating", "packing", "compiling", "running", "checking", "writing", "timing"];
    let mut seen: Vec<&str> = Vec::new();
    for (number, what) in told.iter().enumerate() {
        let is_phase = what != "end" && !what.starts_with("remarks");
        assert!(!is_phase || told[number + 1] == "end", "{told:?}");
        if what.starts_with("remarks") || of_interest.contains(&what.as_str()) && seen.last() != Some(&what.as_str()) {
            seen.push(what);
        }
    }
    let last = ["compiling", "remarks: 1", "running", "checking", "writing", "timing"];
    assert!(seen.starts_with(&["generating"]) && seen.ends_with(&last), "{seen:?}");
}

/// A CSC operand that is read by diagonals is converted to rows; if the schedule fixes the order, a remark names the cost.
#[test]
fn loops_that_walk_no_level_are_reported() {
    let made = |schedule: Option<&str>| {
        let mut made = request("T(j,i) = A(i,j+i)");
        made.sizes = [("i", 2000), ("j", 2000)].map(|(name, size)| (name.to_owned(), size)).into();
        made.formats = [("A", "csc"), ("T", "csr")].map(|(name, format)| (name.to_owned(), format.to_owned())).into();
        made.inputs.insert("A".to_owned(), "random:nnz=40".into());
        made.schedule = schedule.map(str::to_owned);
        expect_right(&made).remarks
    };
    let converted = made(None);
    assert!(
        converted.iter().any(|remark| remark.starts_with("operand A is converted from csc to dcsr")),
        "{converted:?}"
    );
    assert!(converted.iter().any(|remark| remark.starts_with("result T is computed as coo@1,0")), "{converted:?}");
    let asked = made(Some("reorder(j,i)"));
    assert_eq!(
        asked,
        ["the loop over i runs 4e6 rounds although operand A is stored: no level of it can be walked in this loop; \
             the schedule asks for this order"]
    );
}
