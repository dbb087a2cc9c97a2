//! Tests of the index form.

use super::{
    Access, Combiner, Expr, ExprId, Nest, Outside as FromOutside, Place, Scalar, Stmt, TensorId, VarId, Write,
    analysis::iteration_graph::loop_order,
    constant::Constant,
    distribute::{can_run_in_lockstep, distribute, unit_mut, units, without},
    specialize::Specializer,
    subscript::Subscript,
    testing::{nest, product_by_rows, result},
    writes,
};

const SIZES: [(&str, u64); 3] = [("i", 2), ("j", 2), ("k", 3)];

fn read(nest: &Nest, name: &str) -> Access {
    let id = nest.tensors.iter().position(|tensor| tensor.name.as_deref() == Some(name)).expect("a tensor");
    let reads = nest.nodes.iter().filter_map(|node| match &node.expr {
        Expr::Read(access) if access.tensor == TensorId(id) => Some(access.clone()),
        _ => None,
    });
    reads.into_iter().next().expect("it is read")
}

fn remains(text: &str, absent: &[&str]) -> Vec<String> {
    let mut nest = nest(text, &SIZES);
    let absent: Vec<_> = absent.iter().map(|name| read(&nest, name)).collect();
    let body = nest.body.clone();
    let body = Specializer::new(&mut nest, &absent).statements(&body);
    let values: Vec<_> = writes(&body).into_iter().map(|(_, write)| write.value).collect();
    values.into_iter().flat_map(|value| nest.reads(value)).map(|access| nest.name(access.tensor)).collect()
}

#[test]
fn a_nest_means_loops() {
    assert_eq!(result(&nest("y(i) += A(i,k) * x(k)", &SIZES)), [14.0, 32.0]);
    assert_eq!(result(&nest("C(i,j) = A(i,j) + 2 * B(j,i)", &SIZES)), [3.0, 8.0, 7.0, 12.0]);
}

#[test]
fn a_product_vanishes_with_a_factor() {
    assert!(remains("y(i) += A(i,k) * x(k)", &["A"]).is_empty());
    assert!(remains("y(i) += A(i,k) * x(k)", &["x"]).is_empty());
}

#[test]
fn a_sum_keeps_its_other_terms() {
    assert_eq!(remains("y(i) += A(i,k) * x(k) + b(i)", &["A"]), ["operand b"]);
    assert!(remains("y(i) += A(i,k) + x(k)", &["A", "x"]).is_empty());
    // What is replaced is written.
    assert_eq!(writes(&nest("y(i) = b(i)", &SIZES).body).len(), 1);
}

#[test]
fn dense_operands_ask_for_no_order() {
    let nest = nest("y(i) += A(i,k) * x(k)", &SIZES);
    let vars = [VarId(1), VarId(0)];
    assert_eq!(loop_order(&nest, &vars, &[read(&nest, "A"), read(&nest, "x")], &[]), Ok(vars.to_vec()));
    let further = [(VarId(0), VarId(1))];
    assert_eq!(loop_order(&nest, &vars, &[], &further), Ok(vec![VarId(0), VarId(1)]));
}

/// `forall i { y[i] = 0; forall k { y[i] += A[i,k] * x[k] } }`, or with another first write.
fn beside_a_loop(first: impl FnOnce(&mut Nest, &Write) -> Write) -> Nest {
    let mut nest = nest("y(i) += A(i,k) * x(k)", &SIZES);
    let second = writes(&nest.body)[0].1.clone();
    let first = first(&mut nest, &second);
    let [Stmt::Loop(outer)] = nest.body.as_mut_slice() else { panic!("a loop over i") };
    outer.body.insert(0, Stmt::Write(first));
    nest
}

fn zero(nest: &mut Nest) -> ExprId {
    let value = FromOutside::constant(Constant::Float(0.0));
    nest.add(Expr::Outside(value), Scalar::F64, Place(0))
}

#[test]
fn statements_at_several_depths_get_loops_of_their_own() {
    let mut nest = beside_a_loop(|nest, write| Write { value: zero(nest), combiner: None, ..write.clone() });
    let before = result(&nest);
    assert_eq!(before, [14.0, 32.0]);
    let statement = nest.body[0].clone();
    nest.body = distribute(&mut nest, &statement, &[vec![0], vec![1]]).expect("each point is written in its own round");
    assert_eq!(nest.body.len(), 2);
    assert_eq!(result(&nest), before);
}

#[test]
fn statements_that_depend_on_each_other_stay_together() {
    // y[0] = 0 in each round: the sums of all rounds but the last are lost.
    let mut nest = beside_a_loop(|nest, write| Write {
        target: Access { tensor: write.target.tensor, subscripts: vec![Subscript::constant_of(0)] },
        value: zero(nest),
        combiner: None,
        ..write.clone()
    });
    assert_eq!(result(&nest), [0.0, 32.0]);
    let statement = nest.body[0].clone();
    assert!(distribute(&mut nest, &statement, &[vec![0], vec![1]]).is_err());
}

#[test]
fn rounds_run_in_lockstep_if_none_minds_another() {
    let row = VarId(0);
    let sums = beside_a_loop(|nest, write| Write { value: zero(nest), combiner: None, ..write.clone() });
    let [Stmt::Loop(outer)] = sums.body.as_slice() else { panic!("a loop over i") };
    assert!(can_run_in_lockstep(&sums, row, &outer.body));
    // All rounds write one point.
    let to_one_point = |nest: &mut Nest, write: &Write| Write {
        target: Access { tensor: write.target.tensor, subscripts: vec![Subscript::constant_of(0)] },
        value: zero(nest),
        combiner: None,
        ..write.clone()
    };
    let overwritten = beside_a_loop(to_one_point);
    let [Stmt::Loop(outer)] = overwritten.body.as_slice() else { panic!("a loop over i") };
    assert!(!can_run_in_lockstep(&overwritten, row, &outer.body));
    // Rounds that add to one point can do so in any order.
    let [_, reduction @ Stmt::Loop(_)] = outer.body.as_slice() else { panic!("two statements") };
    let Stmt::Loop(reduction) = reduction else { panic!("a loop over k") };
    assert!(can_run_in_lockstep(&overwritten, reduction.var, &reduction.body));
}

#[test]
fn units_are_found_and_left_out_by_their_numbers() {
    let mut nest = beside_a_loop(|nest, write| Write { value: zero(nest), combiner: None, ..write.clone() });
    let statement = &mut nest.body[0];
    assert!(matches!(unit_mut(statement, 0), Some(Stmt::Write(Write { combiner: None, .. }))));
    assert!(matches!(unit_mut(statement, 1), Some(Stmt::Write(Write { combiner: Some(Combiner::Add), .. }))));
    assert!(unit_mut(statement, 2).is_none());
    let rest = without(statement, 0).expect("one is left");
    assert_eq!(units(&rest).len(), 1);
    assert!(without(&rest, 0).is_none());
}

#[test]
fn a_local_tensor_is_new_in_each_round() {
    let sums = result(&nest("C(i,j) += A(i,k) * B(k,j)", &SIZES));
    assert_eq!(result(&product_by_rows(&SIZES, 0.0)), sums);
    let more: Vec<_> = sums.iter().map(|sum| sum + 0.5).collect();
    assert_eq!(result(&product_by_rows(&SIZES, 0.5)), more);
}

#[test]
fn tensors_keep_their_numbers() {
    let mut nest = product_by_rows(&SIZES, 0.0);
    let before = result(&nest);
    let input = nest.add_input(nest.tensor(TensorId(0)).clone());
    let names = |nest: &Nest| nest.bound_ids().into_iter().map(|id| nest.name(id)).collect::<Vec<_>>();
    assert_eq!((input, nest.name(TensorId(3))), (TensorId(4), "local tensor w".to_owned()));
    assert_eq!(names(&nest), ["operand A", "operand B", "operand A", "operand C"]);
    assert_eq!(result(&nest), before);
    nest.remove_input(input);
    assert_eq!(names(&nest), ["operand A", "operand B", "operand C"]);
    assert_eq!(result(&nest), before);
}

#[test]
fn a_consumer_that_does_nothing_needs_no_producer() {
    let mut nest = product_by_rows(&SIZES, 0.0);
    let absent = read(&nest, "A");
    let body = nest.body.clone();
    // The producer adds nothing; the consumer still replaces what is there.
    let remains = Specializer::new(&mut nest, std::slice::from_ref(&absent)).statements(&body);
    let targets: Vec<_> = writes(&remains).into_iter().map(|(_, write)| nest.name(write.target.tensor)).collect();
    assert_eq!(targets, ["operand C"]);
    // Adding what is not written changes nothing.
    let mut adding = product_by_rows(&SIZES, 0.0);
    super::statement::change_writes(&mut adding.body, &mut |write| write.combiner = Some(Combiner::Add));
    let absent = read(&adding, "w");
    let body = adding.body.clone();
    assert!(Specializer::new(&mut adding, std::slice::from_ref(&absent)).statements(&body).is_empty());
}
