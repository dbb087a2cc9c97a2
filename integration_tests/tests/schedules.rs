//! A schedule is obeyed or refused: loops never run in another order than the one that was asked for.

use lacuna_integration_tests::request::request;
use lacuna_passes::pipeline::Phase;
use lacuna_tools::{
    eval::{Request, Stage, evaluate},
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

/// A kernel in these formats, with sizes for its variables and random data of the operands, whose names are the capital letters.
fn kernel(expression: &str, formats: &[(&str, &str)], sizes: &[(&str, u64)]) -> Request {
    let mut made = request(expression);
    made.formats = formats.iter().map(|(name, format)| ((*name).to_owned(), (*format).to_owned())).collect();
    made.sizes = sizes.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect();
    let program = lacuna_notation::parse_program(expression).expect("a program");
    for (number, operand) in program.operands().into_iter().enumerate() {
        let density = if made.formats.contains_key(&operand.tensor) { "0.3" } else { "1" };
        made.inputs.insert(operand.tensor.clone(), format!("random:density={density},seed={}", number + 1).into());
    }
    made
}

/// The plan of a kernel with a schedule, whose result is right.
fn plan(base: &Request, schedule: &str) -> String {
    let made = Request { schedule: Some(schedule.to_owned()), emit: vec![Stage::Plan], ..base.clone() };
    let report = evaluate(&made, None).unwrap_or_else(|error| panic!("{schedule}: {error}"));
    assert!(report.check.is_some_and(|check| check.ok), "{schedule}");
    report.emitted[0].1.clone()
}

fn spmm() -> Request {
    kernel("C(i,j) = A(i,k) * B(k,j)", &[("A", "csr")], &[("i", 11), ("j", 13), ("k", 9)])
}

/// Each loop of a split is there, the outer one outside; bounds are tested once for each block.
#[test]
fn splits_make_two_loops() {
    let spmv = kernel("y(i) = A(i,j) * x(j)", &[("A", "csr")], &[("i", 11), ("j", 13)]);
    for any_sizes in [false, true] {
        let base = Request { any_sizes, ..spmv.clone() };
        let rows = plan(&base, "split(i,io,ii,4)");
        let expected = "io counts\n  where all of the block has io * 4 + ii in bounds:\n    ii counts; locates A.0\n";
        assert!(rows.contains(expected), "{rows}");
        let columns = plan(&base, "split(j,jo,ji,4)");
        assert!(columns.contains("ji walks A.1 (shifted by -jo * 4"), "{columns}");
        let banded = plan(&base, "split(j,jo,ji,4); reorder(jo,i,ji)");
        let bands = if any_sizes {
            "jo counts"
        } else {
            "jo walks A.1 (in subsections of ji, 4 apart, under a list of parents)"
        };
        assert!(banded.contains(bands), "{banded}");
    }
    let parts = plan(&spmv, "divide(i,io,ii,3)");
    assert!(parts.contains("io * 4 + ii"), "{parts}");
    // Parts that would begin behind the end are none.
    let many = plan(&spmv, "divide(i,io,ii,8)");
    assert!(many.contains("io * 2 + ii"), "{many}");
    let whole = plan(&spmv, "split(i,io,ii,100)");
    assert!(whole.contains("ii counts"), "{whole}");
}

#[test]
fn tiles_keep_their_order() {
    let tiled = plan(&spmm(), "tile(i,j,io,jo,ii,ji,4,8)");
    let order: Vec<_> = ["io counts", "jo counts", "ii counts", "ji counts"].map(|text| tiled.find(text)).to_vec();
    assert!(order.is_sorted() && order.iter().all(Option::is_some), "{tiled}");
    let refused = evaluate(
        &Request { schedule: Some("tile(k,j,ko,jo,ki,ji,4,8); reorder(ko,ki,i,jo,ji)".to_owned()), ..spmm() },
        None,
    );
    let error = refused.expect_err("the rows of A are walked by columns").to_string();
    assert!(error.contains("the loop order that was asked for, "), "{error}");
}

/// Lanes take the first values of a loop that a bound cuts short.
#[test]
fn lanes_and_copies_are_those_that_are_asked_for() {
    let lanes = plan(&spmm(), "vectorize(j,4)");
    assert!(lanes.contains("j counts by 4 lanes (whole blocks: 3, rest: 1)"), "{lanes}");
    for any_sizes in [false, true] {
        let base = Request { any_sizes, ..spmm() };
        let inside = plan(&base, "split(j,jo,ji,8); reorder(jo,i,k,ji); vectorize(ji,4); unroll(ji,2)");
        assert!(inside.contains("ji counts by 4 lanes (whole blocks: 2); unrolled to 2 copies"), "{inside}");
        assert!(inside.contains("ji counts by 4 lanes (the rest masked"), "{inside}");
    }
    let copies = plan(&kernel("y(i) = A(i,j) * x(j)", &[("A", "csr")], &[("i", 11), ("j", 13)]), "unroll(j,4)");
    assert!(copies.contains("; scalar; unrolled to 4 copies"), "{copies}");
    for (schedule, why) in [
        (
            "vectorize(i,4)",
            "the loop over i cannot run in vector lanes: a vector loop must walk consecutive elements of operand C",
        ),
        ("vectorize(k)", "the loop over k cannot run in vector lanes: a vector loop cannot walk operand A"),
        ("split(j,jo,ji,8); reorder(ji,i,k,jo); vectorize(ji,2)", "loops inside of it tell which of its values count"),
        ("unroll(i,4)", "cannot be unrolled to 4 copies: it contains loops, and LLVM unrolls innermost ones"),
    ] {
        let refused = evaluate(&Request { schedule: Some(schedule.to_owned()), ..spmm() }, None);
        let error = refused.map(|_| ()).expect_err(schedule).to_string();
        assert!(error.contains(why), "{schedule}: {error}");
    }
}

/// Loops of which LLVM makes no copies, and why.
#[test]
fn copies_that_cannot_be_are_refused() {
    let spmv = kernel("y(i) = A(i,j) * x(j)", &[("A", "csr")], &[("i", 11), ("j", 13)]);
    let both = kernel("y(i) = A(i,j) * B(i,j)", &[("A", "csr"), ("B", "csr")], &[("i", 11), ("j", 13)]);
    let columns = |count| kernel("C(i,j) = A(i,k) * B(k,j)", &[("A", "csr")], &[("i", 11), ("j", count), ("k", 9)]);
    for (base, schedule, why) in [
        (&columns(4), "vectorize(j,4); unroll(j,2)", "to 2 copies: it is one block of lanes"),
        (
            &columns(5000),
            "vectorize(j,1024); unroll(j,8)",
            "to 8 copies: it would have more than 4096 lanes in each round",
        ),
        (&both, "unroll(j,2)", "it merges several operands"),
        (&spmv, "split(j,jo,ji,4); reorder(jo,i,ji); unroll(jo,2)", "it runs over subsections"),
        (&spmv, "inner(j,pairs); unroll(j,2)", "it takes several entries in each round"),
        (&spmv, "split(j,jo,ji,4); unroll(ji,2)", "it tests at each entry whether it goes on"),
    ] {
        let refused = evaluate(&Request { schedule: Some(schedule.to_owned()), ..base.clone() }, None);
        let error = refused.map(|_| ()).expect_err(schedule).to_string();
        assert!(error.contains("cannot be unrolled ") && error.contains(why), "{schedule}: {error}");
    }
}

/// A workspace that is asked for is over dimensions, not over the loops of a split.
#[test]
fn workspaces_are_not_split() {
    let sizes = [("i", 11), ("j", 13), ("k", 9)];
    let base = kernel("C(i,j) = A(i,k) * B(k,j)", &[("A", "csr"), ("B", "csr"), ("C", "csr")], &sizes);
    for (schedule, var) in [("split(i,io,ii,4); precompute(j)", "i"), ("precompute(j); split(j,jo,ji,4)", "j")] {
        let refused = evaluate(&Request { schedule: Some(schedule.to_owned()), ..base.clone() }, None);
        let error = refused.map(|_| ()).expect_err(schedule).to_string();
        let why = format!("precompute does not go with a split of {var}, a variable of the result");
        assert!(error.contains(&why), "{schedule}: {error}");
    }
    plan(&base, "split(k,ko,ki,4); precompute(j)");
}

/// The template of TUNE over one format: every variable is split, in any order that the operand has.
#[test]
fn the_template_of_learned_schedules_can_be_said() {
    for (order, walks) in [
        ("io,ko,ii,ki", "in subsections of ki"),
        ("ko,io,ii,ki", "under a list of parents"),
        ("io,ii,ko,ki", "in subsections of ki"),
    ] {
        let spmv = kernel("y(i) = A(i,k) * x(k)", &[("A", "csr")], &[("i", 11), ("k", 13)]);
        let planned = plan(&spmv, &format!("split(i,io,ii,4); split(k,ko,ki,4); reorder({order})"));
        assert!(planned.contains(walks), "{order}: {planned}");
    }
}

/// A statement with two terms: each takes what concerns its loops.
#[test]
fn terms_take_what_concerns_them() {
    let base = kernel("y(i) = A(i,j) * x(j) + b(i)", &[("A", "csr")], &[("i", 11), ("j", 13)]);
    let planned = plan(&base, "split(i,io,ii,4); reorder(io,ii,j); unroll(j,2)");
    assert!(planned.contains("io * 4 + ii") && planned.contains("unrolled to 2 copies"), "{planned}");
    let tiled = plan(&base, "tile(i,j,io,jo,ii,ji,4,8)");
    assert!(tiled.contains("jo walks A.1"), "{tiled}");
}

/// What is printed can be given back, and leads to the same code.
#[test]
fn printed_schedules_change_nothing() {
    let sizes = [("i", 11), ("j", 13), ("k", 9)];
    let csr = |names: &[&'static str]| names.iter().map(|name| (*name, "csr")).collect::<Vec<_>>();
    let cases = [
        (kernel("y(i) = A(i,j) * x(j)", &csr(&["A"]), &sizes[..2]), None, "reorder(i,j)"),
        (spmm(), None, "reorder(i,j,k); vectorize(j,13); inner(k,scalar)"),
        (
            spmm(),
            Some("tile(i,j,io,jo,ii,ji,4,8); vectorize(ji,4)"),
            "tile(i,j,io,jo,ii,ji,4,8); vectorize(ji,4); reorder(io,jo,ii,ji,k); inner(k,chains:4)",
        ),
        (
            kernel("C(i,j) = A(i,k) * B(k,j)", &csr(&["A", "B", "C"]), &sizes),
            None,
            "reorder(i,k,j); precompute(j,policy=dense)",
        ),
        (
            kernel("y(i) = A(i,j) * x(j); z(j) = A(i,j) * y(i)", &csr(&["A"]), &sizes[..2]),
            Some("z: unroll(j,2)"),
            "y: reorder(i,j); z: unroll(j,2); reorder(i,j)",
        ),
        (kernel("s = 2 * a", &[], &[]), None, ""),
    ];
    for (base, asked, expected) in cases {
        let emitted = |schedule: Option<&str>| {
            let emit = vec![Stage::Schedule, Stage::Phase(Phase::Llvm)];
            let made = Request { schedule: schedule.map(str::to_owned), emit, check: false, ..base.clone() };
            let report = evaluate(&made, None).unwrap_or_else(|error| panic!("{schedule:?}: {error}"));
            let text =
                |stage: Stage| report.emitted.iter().find(|(own, _)| *own == stage).expect("it is shown").1.clone();
            (text(Stage::Schedule), text(Stage::Phase(Phase::Llvm)))
        };
        let (printed, code) = emitted(asked);
        assert_eq!(printed, expected, "{}", base.expression);
        let (again, same) = emitted(Some(&printed));
        assert_eq!(again, printed);
        assert!(same == code, "{printed} changes the code of {}", base.expression);
    }
}
