//! Rows of slots repeat coordinates with zeros: read as stored, a sum takes each of them; else only entries count, and there is no
//! third way.

use std::collections::{BTreeMap, BTreeSet};

use lacuna_notation::oracle::{FillsUp, Inputs, Kept, Results, evaluate_program, readings};
use lacuna_notation::parse_program;
use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::Dtype;

/// Slots that repeat the first point once.
#[derive(Debug)]
struct OneSlot;

impl FillsUp for OneSlot {
    fn zeros(&self, tensor: &str, entries: &Coo) -> Option<Coo> {
        (tensor == "w").then(|| Coo::from_entries(entries.shape.clone(), &[(&[0], 0.0)]).expect("a zero"))
    }
}

/// The values of each reading of a program of A, whose point (0) is stored twice, and of x, which is infinite.
fn values(program: &str) -> Vec<Vec<f64>> {
    let program = parse_program(program).expect("it is valid");
    let vector = |entries: &[(&[u64], f64)]| Coo::from_entries(vec![2], entries).expect("entries of a vector");
    let operands = BTreeMap::from([
        ("A".to_owned(), vector(&[(&[0], 3.0), (&[0], 0.0)])),
        ("B".to_owned(), vector(&[(&[0], 3.0)])),
        ("x".to_owned(), vector(&[(&[0], f64::INFINITY), (&[1], 1.0)])),
    ]);
    let kept = BTreeMap::from([("w".to_owned(), Kept::Filled)]);
    let fills: Option<&dyn FillsUp> = Some(&OneSlot);
    let inputs = Inputs { operands: &operands, sizes: &[], dtype: Dtype::F64, kept: &kept, fills };
    let filled = BTreeSet::from(["A".to_owned()]);
    readings(&program, inputs, &filled)
        .map(|reading| {
            let evaluated = evaluate_program(&program, inputs, &reading).expect("it can be evaluated");
            match &evaluated["y"].results {
                Results::Floats { values, .. } => values.clone(),
                _ => unreachable!("the type is f64"),
            }
        })
        .collect()
}

#[test]
fn a_sum_takes_each_slot_or_none_but_entries() {
    let all = values("y = A(i) * x(i)");
    assert_eq!(all.len(), 2);
    assert!(all[0][0].is_nan() && all[1] == [f64::INFINITY], "{all:?}");
}

/// What is no multiple of an operand has one value at a point, and so have other reductions.
#[test]
fn what_is_no_sum_of_multiples_takes_a_point_once() {
    assert_eq!(values("y = max(i, A(i))")[0], [3.0]);
    assert_eq!(values("y = sum(i, (A(i) + 1) * 2)")[0], [10.0]);
    assert_eq!(values("y(i) = exp(0 * A(i))")[0], [1.0, 1.0]);
}

/// What is assigned to a tensor whose format has slots is read with those, or without.
#[test]
fn what_is_assigned_fills_up() {
    let all = values("w(i) = 2 * B(i); y = w(i) * x(i)");
    assert_eq!(all.len(), 2);
    assert!(all[0][0].is_nan() && all[1] == [f64::INFINITY], "{all:?}");
}
