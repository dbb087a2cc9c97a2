//! Which conversions are chosen for small nests, without MLIR.

use super::{
    choice::for_statement,
    conversion::{Conversion, OtherResult, Through},
};
use crate::{
    index::{Nest, testing},
    transforms::{
        insert_workspaces::insert,
        search::{BUDGET, Budget, PlanSearch},
    },
};

/// What is chosen for the only statement of a nest, in words.
fn chosen(nest: &Nest) -> Vec<String> {
    let chosen =
        for_statement(nest, 0, &PlanSearch::default()).unwrap_or_else(|problem| panic!("{}", problem.message()));
    let words = |conversion| match conversion {
        Conversion::Operand { access, to, for_lookups, .. } => {
            let lookups = if for_lookups { " for lookups" } else { "" };
            format!("{} to {}{lookups}", nest.name(access.tensor), to.value)
        }
        Conversion::Result { result: OtherResult { tensor, list, through }, .. } => {
            let made = if through == Through::List { "from" } else { "in groups of" };
            format!("{} {made} {}", nest.name(tensor), list.value)
        }
    };
    chosen.conversions.into_iter().map(words).collect()
}

fn stored(text: &str, formats: &[(&str, &str)]) -> Nest {
    testing::stored(text, &[("i", 1000), ("j", 1000), ("k", 1000)], formats)
}

#[test]
fn nothing_is_converted_that_has_a_plan() {
    let sum = stored("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csr"), ("C", "csr")]);
    assert!(chosen(&sum).is_empty());
    let product = stored("y(i) += A(i,j) * x(j)", &[("A", "csc")]);
    assert!(chosen(&product).is_empty());
}

/// A walk of blocks takes each of their values once, as that of any other format does: to leave them pays for no number of
/// columns.
#[test]
fn blocks_are_walked_as_they_are_in_products_with_any_number_of_columns() {
    for blocks in ["bcsr:1x1", "bcsr:2x2", "bcsr:4x4", "bcsr:2x8", "bcsr:8x2", "bcsr:8x8", "bcsr:16x16"] {
        for columns in [1, 8, 32, 64, 100, 1000, 100_000] {
            let sizes = [("i", 2000), ("j", 2000), ("k", columns)];
            let product = testing::stored("Y(i,k) += A(i,j) * X(j,k)", &sizes, &[("A", blocks)]);
            assert!(chosen(&product).is_empty(), "{blocks}, {columns} columns: {:?}", chosen(&product));
        }
    }
}

/// The loop over columns runs in lanes, so an operand is walked once for each block of columns: to convert it saves less than it
/// costs.
#[test]
fn lanes_are_counted_where_walks_are_compared() {
    for format in ["csb:16x16", "csb:64x64", "dense,hashed", "dcsc", "coo"] {
        for columns in [1, 3, 13, 16, 32, 64, 128] {
            let sizes = [("i", 2000), ("j", 2000), ("k", columns)];
            let product = testing::stored("Y(i,k) += A(i,j) * X(j,k)", &sizes, &[("A", format)]);
            assert!(chosen(&product).is_empty(), "{format}, {columns} columns: {:?}", chosen(&product));
        }
    }
}

#[test]
fn one_of_two_operands_is_converted_to_the_order_of_the_other() {
    let sum = stored("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csc"), ("C", "csr")]);
    let [only] = &chosen(&sum)[..] else { panic!("{:?}", chosen(&sum)) };
    assert_eq!(only, "operand B to (i, j) -> (i : dense, j : compressed)");
    let [only] = &chosen(&stored("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csc"), ("C", "csc")]))[..] else {
        panic!("one conversion is enough");
    };
    assert_eq!(only, "operand A to (i, j) -> (j : dense, i : compressed)");
}

#[test]
fn a_vector_that_each_row_is_merged_with_is_looked_up() {
    let product = stored("y(i) += A(i,j) * x(j)", &[("A", "csr"), ("x", "compressed")]);
    assert_eq!(chosen(&product), ["operand x to (i) -> (i : hashed) for lookups"]);
}

#[test]
fn a_copy_into_another_order_converts() {
    let copy = stored("C(i,j) = A(i,j)", &[("A", "csr"), ("C", "dcsc")]);
    assert_eq!(chosen(&copy).len(), 1, "{:?}", chosen(&copy));
}

#[test]
fn an_order_that_the_user_asked_for_is_kept_or_refused() {
    let mut sum = stored("C(i,j) = A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csc"), ("C", "csr")]);
    sum.keep_order = true;
    assert!(for_statement(&sum, 0, &PlanSearch::default()).is_err());
}

const BLOCKS: &str = "(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)";
const LIST: &str = "(i, j) -> (i : compressed(nonunique), j : singleton), positions = 64";

#[test]
fn blocks_take_points_of_cheap_walks_in_groups() {
    let scaled = stored("C(i,j) = A(i,j)", &[("A", "csr"), ("C", BLOCKS)]);
    assert_eq!(chosen(&scaled), [format!("operand C in groups of {LIST}")]);
}

/// Two walks would merge many points of which few are stored.
#[test]
fn blocks_take_points_of_costly_walks_from_a_list() {
    let product = stored("C(i,j) = A(i,j) * B(i,j)", &[("A", "csr"), ("B", "csr"), ("C", BLOCKS)]);
    assert_eq!(chosen(&product), [format!("operand C from {LIST}")]);
}

/// A sum of products of so many matrices, of which every other one is stored by columns.
fn wide(count: usize) -> Nest {
    let names: Vec<_> = ('D'..='Z').take(count).map(String::from).collect();
    let product = |pair: &[String]| pair.iter().map(|name| format!("{name}(i,j)")).collect::<Vec<_>>().join(" * ");
    let text = format!("C(i,j) = {}", names.chunks(2).map(product).collect::<Vec<_>>().join(" + "));
    let format = |number: usize| if number % 3 == 1 { "csc" } else { "csr" };
    let formats: Vec<_> = names.iter().enumerate().map(|(number, name)| (name.as_str(), format(number))).collect();
    stored(&text, &[&formats[..], &[("C", "csr")]].concat())
}

/// Counts, and no seconds: they are the same everywhere.
#[test]
fn a_search_takes_no_more_than_its_budget() {
    for count in [2, 4, 6, 8] {
        for budget in [BUDGET, Budget { plans: 20, cases: 500 }] {
            let search = PlanSearch::within(budget);
            assert!(for_statement(&wide(count), 0, &search).is_ok(), "{count} operands");
            let Budget { plans, cases } = search.taken();
            // The plan that spends it is finished, and one way is always found.
            let is_within = plans <= budget.plans + 10 && cases <= budget.cases + 20_000;
            assert!(is_within, "{count} operands: {plans} plans, {cases} cases");
        }
    }
}

#[test]
fn a_search_that_ends_early_keeps_what_it_has_and_says_so() {
    let nest = wide(4);
    let whole = PlanSearch::default();
    assert!(for_statement(&nest, 0, &whole).is_ok() && whole.remark().is_none());
    let short = PlanSearch::within(Budget { plans: 2, cases: usize::MAX });
    assert!(for_statement(&nest, 0, &short).is_ok());
    assert!(short.remark().is_some_and(|remark| remark.contains("a cheaper plan may exist")));
    assert!(short.taken().plans < whole.taken().plans);
}

#[test]
fn a_search_plans_no_nest_twice() {
    let search = PlanSearch::default();
    let product = stored("C(i,j) = A(i,j) * B(i,j)", &[("A", "csr"), ("B", "csr"), ("C", "csr")]);
    let costs = [0, 1].map(|_| search.attempt(&product).map(|walked| walked.estimate.cost.total()).ok());
    assert!(costs[0].is_some() && costs[0] == costs[1]);
    assert_eq!(search.taken().plans, 1);
}

/// A sum of products of seven to twelve matrices, some of them transposed, in formats that contradict one another.
fn drawn(seed: usize) -> Nest {
    const FORMATS: [&str; 10] =
        ["csr", "csc", "dcsr", "dcsc", "coo", "ell", "csb:2x2", "bcsr:2x2", "hash", "dense,hashed"];
    // Multiples of a number without common factors with the lists come to all of their places.
    let choose = |number: usize, count: usize| (seed * 31 + number * (seed + 7)) / 3 % count;
    let names: Vec<_> = ('D'..='Z').take(7 + seed % 6).map(String::from).collect();
    let access = |number: usize, name: &String| {
        if choose(number, 3) == 0 { format!("{name}(j,i)") } else { format!("{name}(i,j)") }
    };
    let accesses: Vec<_> = names.iter().enumerate().map(|(number, name)| access(number, name)).collect();
    let products: Vec<_> = accesses.chunks(1 + seed % 3).map(|factors| factors.join(" * ")).collect();
    let formats =
        names.iter().enumerate().map(|(number, name)| (name.as_str(), FORMATS[choose(number, FORMATS.len())]));
    let result = [("C", FORMATS[seed % 4])];
    stored(&format!("C(i,j) = {}", products.join(" + ")), &formats.chain(result).collect::<Vec<_>>())
}

#[test]
fn searches_of_random_statements_take_no_more_than_their_budgets() {
    for seed in 0..12 {
        let mut nest = drawn(seed);
        for searched in ["workspaces", "conversions"] {
            let search = PlanSearch::default();
            let outcome = match searched {
                "workspaces" => insert(&mut nest, &search).map(|_| ()),
                _ => {
                    (0..nest.body.len()).try_for_each(|statement| for_statement(&nest, statement, &search).map(|_| ()))
                }
            };
            let Budget { plans, cases } = search.taken();
            let why = outcome.err().map(|problem| problem.message().to_owned());
            assert_eq!(why, None, "seed {seed}, after {plans} plans");
            // The plan that spends it is finished, and one way is always found.
            let is_within = plans <= BUDGET.plans + 20 && cases <= BUDGET.cases + 20_000;
            assert!(is_within, "seed {seed}, {searched}: {plans} plans, {cases} cases");
        }
    }
}
