//! What passes do to nests, and that they compute the same after it.

use super::{form_folds::FormFolds, schedule::schedule_nest, split_variables::split, vectorize::Vectorize};
use crate::{
    fp::FpMode,
    index::{
        Stmt, VarId,
        distribute::units,
        testing::{nest, product_by_rows, result},
        writes,
    },
};

const SIZES: [(&str, u64); 3] = [("i", 2), ("j", 2), ("k", 3)];

#[test]
fn dense_nests_are_left_as_they_are() {
    let mut nest = nest("y(i) += A(i,k) * x(k)", &SIZES);
    assert!(!split(&mut nest).expect("it can be split"));
    assert!(!schedule_nest(&mut nest).expect("it can be scheduled"));
}

#[test]
fn innermost_sums_become_folds() {
    let mut nest = nest("y(i) += A(i,k) * x(k)", &SIZES);
    let before = result(&nest);
    assert!(FormFolds::default().fold(&mut nest));
    let [Stmt::Loop(inner)] = nest.body.as_slice() else { panic!("one loop is left") };
    assert!(matches!(inner.body.as_slice(), [Stmt::Write(_)]));
    assert_eq!(result(&nest), before);
    let mut strict = self::nest("y(i) += A(i,k) * x(k)", &SIZES);
    assert!(!FormFolds { fp: FpMode::Strict, ..FormFolds::default() }.fold(&mut strict));
}

#[test]
fn lanes_run_along_the_result() {
    let mut nest = nest("C(i,j) += A(i,k) * B(k,j)", &SIZES);
    let before = result(&nest);
    assert!(Vectorize::default().choose(&mut nest));
    let (around, _) = writes(&nest.body)[0].clone();
    let lanes: Vec<_> = around.iter().filter(|inner| inner.how.lanes.is_some()).map(|inner| inner.var).collect();
    assert_eq!(lanes, [VarId(1)]);
    assert_eq!(result(&nest), before);
}

#[test]
fn passes_keep_both_sides_of_a_local_tensor() {
    let mut nest = product_by_rows(&SIZES, 0.0);
    let before = result(&nest);
    assert!(!schedule_nest(&mut nest).expect("it is in order"));
    assert!(!split(&mut nest).expect("nothing is split"));
    // It is collected as a list.
    assert!(!Vectorize::default().choose(&mut nest));
    assert_eq!(result(&nest), before);
    // Its sides share a tensor, and are not taken apart.
    assert_eq!(units(&nest.body[0]).len(), 1);
}
