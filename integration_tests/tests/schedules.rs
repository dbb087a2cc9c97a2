//! A schedule is obeyed or refused: loops never run in another order than the one that was asked for.

use lacuna_integration_tests::request::request;
use lacuna_tools::{
    eval::{Stage, evaluate},
    kernel::checks::MemoryChecks,
};

const REFUSED: [&str; 2] = ["the loop order that was asked for", "ask for"];

/// All orders of some variables.
fn orders(vars: &[char]) -> Vec<Vec<char>> {
    if vars.is_empty() {
        return vec![Vec::new()];
    }
    let begin = |first: char| {
        let rest: Vec<_> = vars.iter().copied().filter(|var| *var != first).collect();
        orders(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    vars.iter().copied().flat_map(begin).collect()
}

/// The variables of the loops of a plan, the outermost first: each loop has a line that says how it runs.
fn loops(plan: &str, vars: &[char]) -> Vec<char> {
    let ways = [" counts", " walks ", " merges "];
    let is_before = |line: &str, way: &str| line.find(way).and_then(|at| line[..at].chars().next_back());
    let mut found = Vec::new();
    for line in plan.lines() {
        let var = ways.iter().find_map(|way| is_before(line, way)).filter(|var| vars.contains(var));
        found.extend(var.filter(|var| !found.contains(var)));
    }
    found
}

/// The orders of all loops of a kernel that are obeyed; the others are refused for what they are.
fn obeyed(expression: &str, formats: &[(&str, &str)], vars: &str) -> Vec<String> {
    let vars: Vec<char> = vars.chars().collect();
    let mut obeyed = Vec::new();
    for order in orders(&vars) {
        let names: Vec<_> = order.iter().map(char::to_string).collect();
        let mut made = request(expression);
        (made.check, made.memory, made.emit) = (false, MemoryChecks::default(), vec![Stage::Plan]);
        made.formats = formats.iter().map(|(name, format)| ((*name).to_owned(), (*format).to_owned())).collect();
        made.sizes = vars.iter().zip([5, 6, 7, 40]).map(|(var, size)| (var.to_string(), size)).collect();
        made.schedule = Some(format!("reorder({})", names.join(",")));
        match evaluate(&made, None) {
            Ok(report) => {
                assert_eq!(loops(&report.emitted[0].1, &vars), order, "{expression}: {}", report.emitted[0].1);
                obeyed.push(order.iter().collect());
            }
            Err(error) => {
                let error = error.to_string();
                assert!(REFUSED.iter().any(|reason| error.contains(reason)), "{expression}, {order:?}: {error}");
            }
        }
    }
    obeyed
}

#[test]
fn dense_results_are_added_to_in_any_order_that_operands_have() {
    assert_eq!(obeyed("y(i) = A(i,j) * x(j)", &[("A", "csr")], "ij"), ["ij"]);
    assert_eq!(obeyed("y(i) = A(i,j) * x(j)", &[("A", "dense")], "ij"), ["ij", "ji"]);
    assert_eq!(obeyed("C(i,j) = A(i,k) * B(k,j)", &[("A", "csr")], "ijk"), ["ijk", "ikj", "jik"]);
    assert_eq!(obeyed("C(i,j) = A(i,k) * B(k,j)", &[], "ijk").len(), 6);
    let mttkrp = obeyed("M(i,r) = X(i,j,k) * B(j,r) * D(k,r)", &[("X", "csf")], "ijkr");
    assert_eq!(mttkrp, ["ijkr", "ijrk", "irjk", "rijk"]);
    assert_eq!(obeyed("s = X(i,j,k) * X(i,j,k)", &[("X", "csf")], "ijk"), ["ijk"]);
}

#[test]
fn stored_results_take_any_order_that_operands_have() {
    // Points come at once in the order i, j, r; in the others their terms are collected in workspaces.
    for result in ["csf", "compressed,compressed,dense"] {
        let formats = [("X", "csf"), ("Y", result)];
        assert_eq!(obeyed("Y(i,j,r) = X(i,j,k) * U(k,r)", &formats, "ijkr"), ["ijkr", "ijrk", "irjk", "rijk"]);
    }
    let products = |left, right| obeyed("C(i,j) = A(i,k) * B(k,j)", &[("A", left), ("B", right), ("C", "csr")], "ijk");
    assert_eq!(products("csr", "csr"), ["ikj"]);
    assert_eq!(products("csr", "csc"), ["ijk", "jik"]);
    assert_eq!(products("csc", "csr"), ["kij", "kji"]);
    assert_eq!(products("csc", "csc"), ["jki"]);
    let formats = [("A", "csr"), ("C", "csr")];
    assert_eq!(obeyed("C(i,j) = A(i,j) * B(i,k) * D(j,k)", &formats, "ijk"), ["ijk", "ikj", "kij"]);
    assert_eq!(obeyed("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csr"), ("C", "csr")], "ij"), ["ij"]);
    // Any order of a sum over a dense operand; that of the sums inside of a point is asked for, too.
    assert_eq!(obeyed("Y(i) = X(i,j,k)", &[("Y", "compressed")], "ijk"), ["ijk", "ikj", "jik", "jki", "kij", "kji"]);
    assert_eq!(obeyed("Y(i) = X(i,j,k)", &[("X", "csf"), ("Y", "compressed")], "ijk"), ["ijk"]);
}

/// Rows are counted first where the columns come out of order.
#[test]
fn a_result_grows_in_the_order_asked_for_where_it_can() {
    assert_eq!(obeyed("C(i,j) = A(i,j)", &[("A", "csr"), ("C", "csc")], "ij"), ["ij"]);
    assert_eq!(obeyed("C(i,j) = A(i,j)", &[("A", "dense"), ("C", "csr")], "ij"), ["ij", "ji"]);
}

/// A row of COO is a run of entries. In the order `i, j, p, q`, each round of `j` searches the ends of the rows again: the default walks a
/// row before its columns.
#[test]
fn rows_that_are_runs_are_not_searched_for_each_column() {
    let mut made = request("O(i,j) = I(i+p,j+q) * F(p,q)");
    (made.check, made.memory, made.emit) = (false, MemoryChecks::default(), vec![Stage::Plan]);
    made.formats = [("I", "coo"), ("O", "csr")].map(|(name, format)| (name.to_owned(), format.to_owned())).into();
    made.sizes = [("i", 998), ("j", 998), ("p", 3), ("q", 3)].map(|(name, size)| (name.to_owned(), size)).into();
    made.inputs = [("I", "random:nnz=100"), ("F", "ones")].map(|(name, data)| (name.to_owned(), data.into())).into();
    let report = evaluate(&made, None).expect("it compiles");
    let order = loops(&report.emitted[0].1, &['i', 'j', 'p', 'q']);
    assert_eq!(&order[..2], ['i', 'p'], "{}", report.emitted[0].1);
}

/// An order that breaks inside of a workspace is refused as others are: with the operand that asks for another one.
#[test]
fn orders_that_break_around_workspaces_name_the_operand() {
    let mut made = request("O(i,j) = A(k,i) * B(k,j)");
    (made.check, made.memory) = (false, MemoryChecks::default());
    made.formats = ["A", "B", "O"].map(|name| (name.to_owned(), "csr".to_owned())).into();
    made.sizes = [("i", 4), ("j", 5), ("k", 3)].map(|(name, size)| (name.to_owned(), size)).into();
    made.inputs = ["A", "B"].map(|name| (name.to_owned(), "random:density=0.3".into())).into();
    made.schedule = Some("reorder(i,k,j)".to_owned());
    let error = evaluate(&made, None).expect_err("A goes by k").to_string();
    let expected = "the loop order that was asked for, i, k, j, does not follow the levels of the stored operands, which want \
                    k -> i; store A with its dimensions in another order (-f A=csc)";
    assert!(error.contains(expected), "{error}");
    made.formats.insert("A".to_owned(), "csc".to_owned());
    evaluate(&made, None).expect("the remedy works");
}
