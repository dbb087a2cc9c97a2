//! What plans of small nests cost, and which of two costs less.

use super::{Plan, cost::Cost};
use crate::choices::Choices;
use crate::index::{
    Nest, Stmt,
    constant::Constant,
    testing::{nest, product_by_rows},
};
use lacuna_dialects::sloop::Combiner;
use lacuna_layout::{Description, Format};

const SIZES: [(&str, u64); 3] = [("i", 1000), ("j", 1000), ("k", 1000)];

fn store(nest: &mut Nest, formats: &[(&str, &str)]) {
    for (name, format) in formats {
        let tensor = nest.tensors.iter_mut().find(|tensor| tensor.name.as_deref() == Some(name)).expect("a tensor");
        let format = Format::named(format, tensor.order()).unwrap_or_else(|error| panic!("{format}: {error}"));
        tensor.set_format(Some(Description::of(format)));
    }
}

/// Says of every write of a stored result what is not stored.
fn leave_out_zeros(stored: &[bool], body: &mut [Stmt]) {
    for statement in body {
        match statement {
            Stmt::Loop(inner) => leave_out_zeros(stored, &mut inner.body),
            Stmt::Where(inner) => leave_out_zeros(stored, &mut inner.consume),
            Stmt::Write(write) if stored[write.target.tensor.0] => write.elsewhere = Some(Constant::Float(0.0)),
            Stmt::Write(_) => {}
        }
    }
}

/// Lets consumers add to their results, so that they skip what a workspace does not store.
fn add_in_consumers(body: &mut [Stmt]) {
    for statement in body {
        match statement {
            Stmt::Loop(inner) => add_in_consumers(&mut inner.body),
            Stmt::Where(inner) => add_in_consumers(&mut inner.consume),
            Stmt::Write(write) => write.combiner = Some(Combiner::Add),
        }
    }
}

fn cost_with(mut nest: Nest, formats: &[(&str, &str)], choices: Choices) -> Cost {
    nest.choices = choices;
    store(&mut nest, formats);
    let stored: Vec<_> = nest.tensors.iter().map(|tensor| tensor.is_stored()).collect();
    leave_out_zeros(&stored, &mut nest.body);
    let plan = Plan::new(&nest).unwrap_or_else(|problem| panic!("{}", problem.message()));
    plan.cost()
}

fn cost(text: &str, formats: &[(&str, &str)]) -> Cost {
    cost_with(nest(text, &SIZES), formats, Choices::default())
}

#[test]
fn loops_cost_their_starts_their_rounds_and_what_is_done_in_them() {
    let cost = cost("y(i) += A(i,j) * x(j)", &[("A", "csr")]);
    // Two loops are started 1 and 1000 times and run 1000 and 10000 times; there are four reads, operations and writes.
    assert_eq!(cost.rounds, 4.0 * 1001.0 + 11_000.0 + 10_000.0);
    assert_eq!(cost.to_string(), "cost 25004: rounds 25004");
}

#[test]
fn merges_cost_each_node_that_they_take() {
    let formats = [("A", "csr"), ("B", "csr")];
    let product = cost("C(i,j) += A(i,j) * B(i,j)", &formats);
    assert_eq!(product.merges, 5.0 * 20_000.0);
    // A sum has the same nodes to take, and more to do.
    let sum = cost("C(i,j) += A(i,j) + B(i,j)", &formats);
    assert!(product.rounds < sum.rounds, "{product}, {sum}");
    // With every value, each is a round.
    let everywhere = cost("C(i,j) = A(i,j) + D(i,j)", &[("A", "csr")]);
    assert!(everywhere.rounds > 1e6, "{everywhere}");
}

#[test]
fn a_vector_costs_less_to_look_up_than_to_merge_with_each_row() {
    let merged = cost("y(i) += A(i,j) * x(j)", &[("A", "csr"), ("x", "compressed")]);
    let found = cost("y(i) += A(i,j) * x(j)", &[("A", "csr"), ("x", "hashed")]);
    assert_eq!((merged.lookups, found.merges), (0.0, 0.0));
    assert_eq!(found.lookups, 8.0 * 10_000.0);
    assert!(found.is_less_than(&merged), "{found}, {merged}");
}

#[test]
fn levels_are_sorted_for_a_merge() {
    let ordered = cost("C(i,j) += A(i,j) + B(i,j)", &[("A", "csr"), ("B", "csr")]);
    let unordered = cost("C(i,j) += A(i,j) + B(i,j)", &[("A", "csr"), ("B", "dense,compressed(unordered)")]);
    assert_eq!(ordered.sorts, 0.0);
    assert!(unordered.sorts > 10_000.0, "{unordered}");
}

#[test]
fn results_that_are_walked_twice_cost_twice_as_much() {
    let formats = [("A", "csr"), ("C", "csr")];
    let text = "C(i,j) = A(i,j) * 2";
    let once = cost(text, &formats);
    let choices = Choices { two_phase: true, ..Choices::default() };
    let twice = cost_with(nest(text, &SIZES), &formats, choices);
    assert_eq!(once.growth, 10_000.0);
    assert_eq!(twice.rounds, 2.0 * once.rounds);
    assert!(once.is_less_than(&twice), "{once}, {twice}");
}

#[test]
fn workspaces_cost_the_points_that_they_take_and_their_order() {
    let formats = [("A", "csr"), ("B", "csr")];
    let mut nest = product_by_rows(&SIZES, 0.0);
    store(&mut nest, &formats);
    let mut adding = nest.clone();
    add_in_consumers(&mut adding.body);
    let scattered = cost_with(adding, &[], Choices::default());
    // Each of 10 entries of 1000 rows takes a row of 10; 1000 places are filled at first.
    assert_eq!(scattered.growth, 6.0 * 100_000.0 + 1000.0);
    assert_eq!(scattered.sorts, 0.0);
    let in_order = cost_with(nest, &[("C", "csr")], Choices::default());
    assert!(scattered.is_less_than(&in_order), "{scattered}, {in_order}");
    // Of 100 points that come to a row, some meet: 95 of 1000 are different.
    let different = 1000.0 * (1.0 - (-0.1f64).exp());
    let sorts = 1000.0 * 0.25 * different * different.log2();
    assert!((in_order.sorts / sorts - 1.0).abs() < 1e-9, "{in_order}, {sorts}");
}

#[test]
fn a_result_gets_the_points_that_a_plan_comes_to() {
    let points = |text: &str, formats: &[(&str, &str)]| {
        let mut nest = nest(text, &SIZES);
        store(&mut nest, formats);
        let stored: Vec<_> = nest.tensors.iter().map(|tensor| tensor.is_stored()).collect();
        leave_out_zeros(&stored, &mut nest.body);
        let plan = Plan::new(&nest).unwrap_or_else(|problem| panic!("{}", problem.message()));
        plan.estimate().points.into_values().sum::<f64>().round()
    };
    let formats = [("A", "csr"), ("B", "csr"), ("C", "csr")];
    assert_eq!(points("C(i,j) = A(i,j) * 2", &formats[..1]), 1e6);
    assert_eq!(points("C(i,j) = A(i,j) * 2", &[formats[0], formats[2]]), 10_000.0);
    // Entries meet at one of a hundred.
    assert_eq!(points("C(i,j) = A(i,j) + B(i,j)", &formats), 19_900.0);
    assert_eq!(points("C(i,j) = A(i,j) * B(i,j)", &formats), 100.0);
}

#[test]
fn estimates_do_not_tell_close_costs_apart() {
    let of = |rounds| Cost { rounds, ..Cost::default() };
    assert!(of(98.0).is_less_than(&of(100.0)));
    assert!(!of(99.5).is_less_than(&of(100.0)) && !of(100.0).is_less_than(&of(99.5)));
    assert!(
        (of(1.0) + Cost { sorts: 2.0, ..Cost::default() }).times(2.0)
            == Cost { rounds: 2.0, sorts: 4.0, ..Cost::default() }
    );
}
