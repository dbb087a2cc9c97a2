//! Plans of small nests, made and read without MLIR.

use super::{LoopKind, Merging, Plan, PlannedLoop, PlannedStatement, PlannedStep};
use crate::{
    choices::Choices,
    fp::FpMode,
    index::{
        Combiner, Directives, Expr, Nest, Operation, Outside, Size, Stmt, TensorKind, ValueId, Var, VarId,
        constant::Constant,
        statement::change_writes,
        testing::{self, nest},
        writes,
    },
};
use lacuna_layout::{Description, Format};

/// A nest over `i` of 8, `j` of 9, `k` of 10, some of whose tensors are stored.
fn stored(text: &str, formats: &[(&str, &str)]) -> Nest {
    testing::stored(text, &[("i", 8), ("j", 9), ("k", 10)], formats)
}

/// How a plan is walked, as text.
fn walk(plan: &Plan) -> String {
    let text = plan.to_string();
    let (walk, cost) = text.rsplit_once('\n').expect("a plan ends with its cost");
    assert_eq!(cost, plan.cost().to_string());
    walk.to_owned()
}

fn planned(text: &str, formats: &[(&str, &str)]) -> String {
    match Plan::new(&stored(text, formats)) {
        Ok(plan) => walk(&plan),
        Err(problem) => format!("refused: {}", problem.message()),
    }
}

const CSR: &str = "(i, j) -> (i : dense, j : compressed)";
const DCSR: &str = "(i, j) -> (i : compressed, j : compressed)";
const HASH: &str = "(i) -> (i : hashed)";
const COO: &str = "(i, j) -> (i : compressed(nonunique), j : singleton)";

#[test]
fn a_stored_level_drives_its_loop_and_a_dense_one_is_located() {
    assert_eq!(
        planned("y(i) += A(i,j) * x(j)", &[("A", CSR)]),
        "i counts; locates A.0\n  j walks A.1\n    y(i) += A(i,j) * x(j)"
    );
}

#[test]
fn a_sum_has_three_cases_and_a_product_one() {
    let formats = [("A", CSR), ("B", CSR), ("C", CSR)];
    let sum = planned("C(i,j) = A(i,j) + B(i,j)", &formats);
    assert_eq!(
        sum,
        "C appends; room at first for 1024 + A + B\n\
         i counts; locates A.0, B.0; inserts into C.0\n  \
           j merges A.1, B.1, blended; appends to C.1, room for A.1 + B.1\n    \
             where A.1:\n      C(i,j) = A(i,j)\n    \
             where B.1:\n      C(i,j) = B(i,j)\n    \
             where A.1, B.1:\n      loads A(i,j) or 0\n      loads B(i,j) or 0\n      C(i,j) = A(i,j) + B(i,j)"
    );
    let product = planned("C(i,j) = A(i,j) * B(i,j)", &formats);
    assert!(product.contains("j merges A.1, B.1; appends to C.1, room for the least of A.1, B.1"), "{product}");
    assert!(!product.contains("where"), "{product}");
}

#[test]
fn room_is_for_what_loops_come_to_where_one_operand_leads() {
    const VECTOR: &str = "(i) -> (i : compressed)";
    let first = |text, formats: &[_]| planned(text, formats).lines().next().unwrap_or_default().to_owned();
    let outer = [("C", DCSR), ("b", VECTOR)];
    assert_eq!(
        first("C(i,j) = b(i) * d(j)", &outer),
        "C appends; room at first for 1024 + b, or b.0 * j up to 134217728"
    );
    // A variable of a level above is counted with its nodes, and other operands may leave out any of them.
    assert_eq!(first("C(i,j) = A(i,j)", &[("C", DCSR), ("A", CSR)]), "C appends; room at first for 1024 + A");
    let both = [("C", DCSR), ("b", VECTOR), ("e", VECTOR)];
    assert_eq!(first("C(i,j) = b(i) * e(i) * d(j)", &both), "C appends; room at first for 1024 + b + e");
    assert_eq!(first("C(i,j) = A(i,j)", &[("C", DCSR)]), "C appends; room at first for 1024");
}

#[test]
fn a_table_is_looked_up_where_the_product_needs_it() {
    let plan = planned("y(i) += A(i,j) * x(j)", &[("A", CSR), ("x", HASH)]);
    assert!(plan.contains("j walks A.1; looks up x.0"), "{plan}");
}

/// The kinds of the outermost loop of a plan and of those inside its cases.
fn kinds(text: &str, formats: &[(&str, &str)]) -> Vec<&'static str> {
    fn note(inner: &PlannedLoop, kinds: &mut Vec<&'static str>) {
        kinds.push(match &inner.kind {
            LoopKind::Nothing => "nothing",
            LoopKind::Counts(_) => "counts",
            LoopKind::Lanes(..) => "lanes",
            LoopKind::Walks(..) => "walks",
            LoopKind::Subsections(..) => "subsections",
            LoopKind::Merges(merge) => match merge.how {
                Merging::Branches if merge.takes_every_value => "every value",
                Merging::Branches => "branches",
                Merging::Blended(_) => "blended",
                Merging::Joined(_) if merge.takes_every_value => "every value, joined",
                Merging::Joined(_) => "joined",
                Merging::Shared(_) if merge.takes_every_value => "every value, shared",
                Merging::Shared(_) => "shared",
            },
        });
        let inside = inner.kind.cases().into_iter().flat_map(|case| case.body.all());
        inside.flat_map(|inside| inside.loops()).for_each(|inner| note(inner, kinds));
    }
    let plan = Plan::new(&stored(text, formats)).unwrap_or_else(|problem| panic!("{}", problem.message()));
    let mut found = Vec::new();
    for statement in &plan.statements {
        if let PlannedStatement::Computed(computed) = statement
            && let [PlannedStep::Loop(outermost)] = computed.steps.as_slice()
        {
            note(outermost, &mut found);
        }
    }
    found
}

#[test]
fn each_loop_is_of_one_kind() {
    assert_eq!(kinds("y(i) += A(i,j) * x(j)", &[("A", CSR)]), ["counts", "walks"]);
    assert_eq!(kinds("y(i) += A(i,j) * B(i,j)", &[("A", CSR), ("B", CSR)]), ["counts", "branches"]);
    assert_eq!(kinds("C(i,j) = A(i,j) + B(i,j)", &[("A", CSR), ("B", CSR), ("C", CSR)]), ["counts", "blended"]);
    // One level is merged with every value; where it stores nothing, the loop inside counts.
    assert_eq!(kinds("C(i,j) = A(i,j) + B(i,j)", &[("A", DCSR)]), ["every value", "counts", "every value"]);
    // What is computed is what the result does not store.
    assert_eq!(kinds("C(i,j) = 0", &[("C", DCSR)]), ["nothing"]);
    let many = [("A", DCSR), ("B", DCSR), ("C", DCSR), ("D", DCSR), ("E", DCSR), ("R", DCSR)];
    assert_eq!(kinds("R(i,j) = A(i,j) + B(i,j) + C(i,j) + D(i,j) + E(i,j)", &many), ["joined", "blended"]);
}

/// What follows the operands of a merge with many cases stands once, also where some choices of operands are no case.
#[test]
fn many_cases_share_what_follows() {
    let formats = ["A", "B", "C", "D", "E", "F"].map(|name| (name, CSR));
    let pairs = "A(i,j) * B(i,j) + C(i,j) * D(i,j) + E(i,j) * F(i,j)";
    assert_eq!(kinds(&format!("y(i) += {pairs}"), &formats), ["counts", "shared"]);
    let plan = planned(&format!("y(i) += {pairs}"), &formats);
    assert!(plan.contains("in 37 of 63 combinations of stored operands:"), "{plan}");
    assert!(plan.contains("loads A(i,j) or 0\n    loads B(i,j) or 0\n    selects A(i,j) * B(i,j) or 0\n"), "{plan}");
    assert_eq!(plan.matches("y(i) +=").count(), 1, "{plan}");
    // To the letter, too: minus zero adds nothing.
    let mut strict = stored(&format!("y(i) += {pairs}"), &formats);
    strict.choices = Choices { fp: FpMode::Strict, ..Choices::default() };
    let plan = Plan::new(&strict).expect("a plan").to_string();
    assert!(plan.contains("selects A(i,j) * B(i,j) or -0\n"), "{plan}");
    // An operand that is a term and a factor is one part: any constant will do for a factor.
    let twice = "y(i) += A(i,j) * B(i,j) + C(i,j) + D(i,j) + E(i,j) + F(i,j) + A(i,j)";
    let mut strict = stored(twice, &formats);
    strict.choices = Choices { fp: FpMode::Strict, ..Choices::default() };
    let plan = Plan::new(&strict).expect("a plan").to_string();
    assert!(plan.contains("loads A(i,j) or -0\n") && !plan.contains("chooses"), "{plan}");
    // Few cases have code of their own: a branch that is foreseen costs less than a value that is chosen.
    let two = "y(i) += A(i,j) * B(i,j) + C(i,j) * D(i,j)";
    assert_eq!(kinds(two, &formats[..4]), ["counts", "branches"]);
}

/// Merges that take every value are shared and joined like others, from more cases on.
#[test]
fn many_cases_with_every_value_stand_once() {
    let formats = ["A", "B", "C", "D", "E", "F"].map(|name| (name, DCSR));
    let sum = "A(i,j) + B(i,j) + C(i,j) + D(i,j) + E(i,j) + F(i,j) + x(i,j)";
    assert_eq!(kinds(&format!("y(i,j) = {sum}"), &formats), ["every value, joined", "every value, shared"]);
    let few = "y(i,j) = A(i,j) + B(i,j) + x(i,j)";
    assert_eq!(kinds(few, &formats[..2])[..2], ["every value", "counts"]);
}

/// A level below a joined merge is iterated: where its operand stores nothing, it has no parent.
#[test]
fn levels_below_joined_merges_are_iterated() {
    for below in ["compressed(full)", "dense", "loose_compressed(full)"] {
        let format = format!("(i, j) -> (i : compressed, j : {below})");
        let formats =
            [("A", DCSR), ("B", DCSR), ("D", DCSR), ("E", DCSR), ("F", DCSR), ("K", format.as_str()), ("C", DCSR)];
        let plan = planned("C(i,j) = A(i,j) + B(i,j) + K(i,j) + D(i,j) + E(i,j) + F(i,j)", &formats);
        assert!(plan.contains("K.0, D.0, E.0, F.0, joined"), "{plan}");
        assert!(plan.contains("K.1"), "{plan}");
        assert!(!plan.contains("locates"), "{plan}");
        // Every combination is a case, also those without K.
        assert!(plan.contains(", blended") && !plan.contains("combinations of stored operands"), "{plan}");
    }
}

/// Operands that end at a level have no level below to tell the cases apart. Few are told apart there, beside the joined ones; many
/// are pending until a loop inside tests whether they store an entry.
#[test]
fn operands_that_end_are_told_apart_or_tested_inside() {
    let formats = ["A", "B", "D", "E", "F", "G", "H", "K", "L"].map(|name| (name, DCSR));
    let columns = "E(i,k) + F(i,k) + G(i,k) + H(j,k) + K(j,k)";
    let few = planned(&format!("y(i,j,k) = A(i,j) + B(i,j) + {columns}"), &[&formats[..2], &formats[3..8]].concat());
    assert!(few.contains("A.1, B.1, H.0, K.0 with every value, joined: H.0, K.0\n"), "{few}");
    assert!(few.contains("    where none:\n") && few.contains("    where A.1, B.1:\n"), "{few}");
    let operands = format!("A(i,j) + B(i,j) + D(i,j) + {columns} + L(j,k)");
    let many = planned(&format!("y(i,j,k) = {operands}"), &formats);
    assert!(many.contains("A.1, B.1, D.1, H.0, K.0, L.0 with every value, joined\n"), "{many}");
    assert!(many.contains("shared, tests entries of A.1, B.1, D.1\n"), "{many}");
    // The sum reads none of them.
    let scaled = |result: &str| Plan::new(&times_a_sum(&stored(&format!("{result} {operands}"), &formats)));
    let added = scaled("y(i,j,k) +=").expect("a plan").to_string();
    assert!(added.contains("shared, tests entries of A.1, B.1, D.1\n"), "{added}");
    // Where no operand stores anything, the product is zero even if the sum is infinite; no single value in the loop says that, so
    // the operands are told apart.
    let set = scaled("y(i,j,k) =").expect("a plan").to_string();
    assert!(!set.contains("tests entries") && set.contains("where A.1, B.1, D.1:\n"), "{set}");
}

/// The nest with its value times the sum of five numbers.
fn times_a_sum(nest: &Nest) -> Nest {
    let mut nest = nest.clone();
    let (value, place) = (writes(&nest.body)[0].1.value, nest.place);
    let element = nest.node(value).r#type;
    let var = nest.add_var(Var::new(Size::Number(5), Some("l".into())));
    let body = nest.add(Expr::Outside(Outside::constant(Constant::Float(2.0))), element, place);
    let sum = nest.add(Expr::Fold { var, how: Directives::default(), combiner: Combiner::Add, body }, element, place);
    let product = Expr::Scalar { operation: Operation::made("arith.mulf"), operands: vec![value, sum] };
    let product = nest.add(product, element, place);
    let mut body = std::mem::take(&mut nest.body);
    change_writes(&mut body, &mut |write| write.value = product);
    nest.body = body;
    nest
}

/// Below a table that every case needs, coordinates are looked up, for which it has to be there.
#[test]
fn a_table_that_every_case_needs_is_told_apart_beside_joined_operands() {
    let formats = [
        ("A", DCSR),
        ("B", DCSR),
        ("D", DCSR),
        ("E", DCSR),
        ("F", DCSR),
        ("H", "(i, j) -> (i : compressed, j : hashed)"),
        ("C", DCSR),
    ];
    let products = ["A", "B", "D", "E", "F"].map(|name| format!("{name}(i,j) * H(i,j)"));
    let plan = planned(&format!("C(i,j) = {}", products.join(" + ")), &formats);
    assert!(plan.contains("F.0, joined: A.0, B.0, D.0, E.0, F.0;"), "{plan}");
}

#[test]
fn what_is_added_to_everything_takes_every_value() {
    let plan = planned("C(i,j) = A(i,j) + B(i,j)", &[("A", DCSR)]);
    assert!(plan.contains("i merges A.0 with every value"), "{plan}");
    assert!(plan.contains("\n  where none:\n    j counts\n      C(i,j) = B(i,j)"), "{plan}");
}

#[test]
fn neighbours_of_equal_coordinates_are_taken_together() {
    let alone = planned("y(i) += A(i,j) * x(j)", &[("A", COO)]);
    assert!(alone.starts_with("i walks A.0 (in open runs)\n  j walks A.1 (in the run)\n"), "{alone}");
    let merged = planned("C(i,j) = A(i,j) + B(i,j)", &[("A", COO), ("B", DCSR), ("C", DCSR)]);
    assert!(merged.contains("i merges A.0 (in runs), B.0"), "{merged}");
}

#[test]
fn the_end_of_a_run_shows_below_where_one_walk_takes_it() {
    let coo3 = "(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)";
    let within = planned("y(i,j) += A(i,j,k) * x(k)", &[("A", coo3)]);
    assert!(
        within.starts_with(
            "i walks A.0 (in open runs)\n  j walks A.1 (in the run, in open runs)\n    k walks A.2 (in the run)\n"
        ),
        "{within}"
    );
}

#[test]
fn the_end_of_a_run_is_searched_where_something_else_takes_it() {
    let room = planned("C(i,j) = A(i,j) * 2", &[("A", COO), ("C", DCSR)]);
    assert!(room.contains("i walks A.0 (in runs)"), "room is made for a run: {room}");
    let between = planned("C(i,k) += B(k,j) * A(i,j)", &[("A", COO)]);
    assert!(between.starts_with("i walks A.0 (in runs)\n  k counts\n    j walks A.1\n"), "a loop between: {between}");
    let asked = planned("y(i) += A(i,j) * s(i)", &[("A", COO), ("s", HASH)]);
    assert!(asked.contains("i walks A.0 (in runs); looks up s.0"), "a condition: {asked}");
}

#[test]
fn blended_parts_are_loaded_if_they_are_read_and_selected_if_they_are_computed() {
    let plan = planned("C(i,j) = A(i,j) + 2 * B(i,j)", &[("A", CSR), ("B", CSR), ("C", CSR)]);
    assert!(plan.contains("\n      loads A(i,j) or 0\n      selects 2 * B(i,j) or 0\n"), "{plan}");
}

#[test]
fn results_out_of_order_are_counted_and_placed() {
    let mut nest = stored("C(j,i) = A(i,j) * 2", &[("A", CSR), ("C", CSR)]);
    assert!(Plan::new(&nest).is_err());
    // In the order of A: rows of A are columns of C.
    let vars: Vec<_> = writes(&nest.body)[0].0.iter().map(|inner| inner.var).rev().collect();
    swap(&mut nest.body, &vars);
    let plan = Plan::new(&nest).expect("a plan");
    assert_eq!(
        walk(&plan),
        "C counts the nodes of each parent, then places them\n\
         walked twice: nodes are found first, then values are placed\n\
         i counts; locates A.0\n  j walks A.1\n    C(j,i) = A(i,j) * 2"
    );
}

#[test]
fn results_in_order_are_walked_twice_where_that_is_asked_for() {
    let mut nest = stored("C(i,j) = A(i,j) * 2", &[("A", CSR), ("C", CSR)]);
    nest.choices = Choices { two_phase: true, ..Choices::default() };
    let plan = Plan::new(&nest).expect("a plan");
    assert!(
        plan.to_string().starts_with("C counts the nodes of each parent, then places them\nwalked twice"),
        "{plan}"
    );
}

/// Gives the loops of a perfect nest these variables, outermost first.
fn swap(body: &mut [Stmt], vars: &[VarId]) {
    if let ([Stmt::Loop(inner)], [var, rest @ ..]) = (body, vars) {
        inner.var = *var;
        swap(&mut inner.body, rest);
    }
}

#[test]
fn levels_that_the_loops_have_not_entered_are_refused() {
    let plan = planned("y(j) += A(i,j) * x(i)", &[("A", CSR)]);
    assert!(plan.starts_with("refused: operand A "), "{plan}");
    assert!(plan.contains("is read before the loops have entered its level 1"), "{plan}");
}

/// `y(i) = x(i) * 2` in blocks of lanes, over so many values of `i`.
fn in_lanes(extent: Size, lanes: i64) -> String {
    let mut nest = nest("y(i) = x(i) * 2", &[("i", 8)]);
    nest.vars[0].extent = extent;
    for tensor in &mut nest.tensors {
        tensor.kind = TensorKind::Buffer { text: "a buffer".into(), is_contiguous: true, has_unit_stride: true };
    }
    if let [Stmt::Loop(inner)] = nest.body.as_mut_slice() {
        inner.how = Directives::lanes(lanes);
    }
    walk(&Plan::new(&nest).expect("a plan"))
}

#[test]
fn blocks_of_lanes_take_every_value() {
    let line = |extent, lanes| in_lanes(extent, lanes).lines().next().map(str::to_owned);
    let is = |text: &str| Some(text.to_owned());
    assert_eq!(line(Size::Number(8), 4), is("i counts by 4 lanes (whole blocks: 2)"));
    assert_eq!(line(Size::Number(9), 4), is("i counts by 4 lanes (whole blocks: 2, rest: 1)"));
    assert_eq!(line(Size::Number(3), 4), is("i counts by 4 lanes (whole blocks: 0, rest: 3)"));
    let unknown = Size::Dimension(ValueId(0), 0);
    assert_eq!(line(unknown.clone(), 4), is("i counts by 4 lanes (the rest masked)"));
    assert_eq!(
        line(unknown, 32),
        is("i counts by 32 lanes (the rest masked, by 4 or 8 or 16 or 24 or 32, unless it is 4 or 8 or 16)")
    );
}

#[test]
fn results_start_with_room_for_what_operands_store() {
    let room = |text: &str, formats: &[(&str, &str)]| planned(text, formats).lines().next().map(str::to_owned);
    let is = |text: &str| Some(text.to_owned());
    let of_one = room("C(i,j) = A(i,j) * x(j)", &[("A", CSR), ("C", CSR)]);
    assert_eq!(of_one, is("C appends; room at first for 1024 + A"));
    // An operand that is walked in two ways counts in each; rows without an entry are skipped.
    let of_two = room("C(i,j) = x(i) * x(j)", &[("x", "(i) -> (i : compressed)"), ("C", CSR)]);
    assert_eq!(of_two, is("C appends; room at first for 1024 + x + x; parents of C.1 may be skipped"));
    // Nothing is stored but the result.
    assert_eq!(room("C(i,j) = x(i) * z(j)", &[("C", CSR)]), is("C appends; room at first for 1024"));
}

#[test]
fn points_come_as_a_list_and_go_into_blocks() {
    const BLOCKS: &str =
        "(i, j) -> (i floordiv 4 : dense, j floordiv 3 : compressed, i mod 4 : dense, j mod 3 : dense)";
    let grouped = |list: &str| {
        let mut nest = stored("C(i,j) = A(i,j)", &[("A", CSR), ("C", BLOCKS)]);
        let result = nest.tensors.iter_mut().find(|tensor| tensor.is_output).expect("a result");
        *result = result.clone().as_list(Description::of(Format::parse(list).expect("a format")));
        Plan::new(&nest).map(|plan| walk(&plan)).map_err(|problem| problem.message().to_owned())
    };
    let blocks = Description::of(Format::parse(BLOCKS).expect("a format"));
    assert_eq!(
        grouped(COO).expect("rows come in order"),
        format!(
            "C takes points as a list, and groups them into {blocks}; room at first for 1024 + A\n\
             walked twice: nodes are found first, then values are placed\n\
             i counts; locates A.0\n  \
               j walks A.1\n    C(i,j) = A(i,j)"
        )
    );
    // Rows of blocks would come in parts.
    let unordered = COO.replace("nonunique", "nonunique, unordered");
    let refusal = grouped(&unordered).expect_err("rows come in any order");
    assert!(refusal.contains("do not come in the order of the parents"), "{refusal}");
}
