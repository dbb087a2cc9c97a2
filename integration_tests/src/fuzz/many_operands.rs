//! The fuzzer of statements with many operands: seven to twelve, all stored, mostly in different formats and orders. Conversions
//! and workspaces are searched for them within a budget, so compiling them must take no longer than the patience of a case.
//!
//! Long runs print the slowest case. Tests of `insert_conversions` hold how much a search takes of its budget, in counts.

use super::{Case, Variable, add_data, expression::Tensor, format::Purpose, memory, pick, stored};
use crate::{
    campaign::{Fuzzer, Limits, Verdict},
    request::{command, request},
};
use lacuna_passes::fp::FpMode;
use lacuna_runtime::{coo::Coo, value::Dtype};
use lacuna_tools::{compiler::Effort, eval::Request, kernel::checks::MemoryChecks};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

const NAMES: [&str; 12] = ["A", "B", "C", "D", "E", "F", "G", "H", "K", "M", "N", "P"];
/// The fewest operands.
const FEWEST: usize = 7;
/// One statement in this many also runs with failing allocations.
const FAILING_ALLOCATIONS_EVERY: u64 = 8;
/// What is drawn has to be right within this time.
const PATIENCE: Duration = Duration::from_secs(300);

/// Native code of statements with many stored operands against the oracle.
pub struct ManyOperands;

impl Fuzzer for ManyOperands {
    fn name(&self) -> &'static str {
        "many-operands"
    }

    fn limits(&self) -> Limits {
        Limits { patience: PATIENCE, memory: None, cases_of_a_child: u64::MAX }
    }

    fn verdict(&self, seed: u64) -> Verdict {
        Verdict::of(&Case::Evaluate(Box::new(random_statement(seed))))
    }

    fn command(&self, seed: u64) -> String {
        command(&random_statement(seed))
    }
}

/// The statement of a seed: a tree of sums, differences, products, minima, maxima, functions, `where` and quotients over
/// matrices, some of them transposed. Rarely, the tree is multiplied by a matrix and summed over a variable of it, or the matrices
/// are over two of three variables each. Some matrices hold infinities.
fn random_statement(seed: u64) -> Request {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let size = |random: &mut ChaCha8Rng| pick(random, &[2, 3, 5, 6, 7]);
    let [i, j, l, k] = ["i", "j", "l", "k"].map(|name| Variable { name, size: size(&mut random) });
    let count = random.random_range(FEWEST..=NAMES.len());
    let is_summed = random.random_bool(0.2);
    let is_cube = random.random_bool(0.15);
    let (mut operands, mut leaves) = (Vec::new(), Vec::new());
    for (number, name) in NAMES[..count].iter().enumerate() {
        let (first, second) = match random.random_range(0..10) {
            _ if is_summed && number + 1 == count => (l, i),
            // The first ones have all variables of the result.
            _ if is_cube && number < 3 => [(i, j), (j, k), (k, i)][number],
            _ if is_cube => pick(&mut random, &[(i, j), (j, i), (j, k), (k, j), (i, k), (k, i)]),
            0..3 => (j, i),
            _ => (i, j),
        };
        leaves.push(format!("{name}({},{})", first.name, second.name));
        operands.push(matrix(name, first, second));
    }
    let factor = if is_summed { leaves.pop() } else { None };
    let dtype = pick(&mut random, &[Dtype::F64, Dtype::F64, Dtype::F32, Dtype::I64]);
    let tree = random_tree(&mut random, leaves, dtype == Dtype::I64);
    let value = factor.map_or_else(|| tree.clone(), |factor| format!("{tree} * {factor}"));
    let variables = if is_cube { vec![i, j, k] } else { vec![i, j] };
    let names: Vec<_> = variables.iter().map(|variable| variable.name).collect();
    let mut made = request(&format!("r({}) = {value}", names.join(",")));
    // Runs with failing allocations take most of the time, and find nothing that smaller statements do not.
    made.memory = MemoryChecks {
        failing: memory(seed).failing.filter(|_| seed.is_multiple_of(FAILING_ALLOCATIONS_EVERY)),
        ..memory(seed)
    };
    // The time to compile is held to a bound: these statements have the default effort.
    (made.dtype, made.effort) = (dtype, Effort::Full);
    let beside_infinity = made.dtype != Dtype::I64 && random.random_bool(0.2);
    if beside_infinity || random.random_bool(0.1) {
        made.fp = FpMode::Strict;
    }
    let special = if beside_infinity { 0.2 } else { 0.0 };
    for operand in &operands {
        while !made.formats.contains_key(&operand.name) {
            add_data(&mut random, &mut made, operand, Purpose::Operand { beside_infinity }, special);
        }
    }
    for Variable { name, size } in variables.iter().chain(is_summed.then_some(&l)) {
        made.sizes.insert((*name).to_owned(), *size);
    }
    let result = Tensor::result(variables.iter().map(|variable| variable.size).collect());
    let empty = Coo::empty(result.shape.clone(), made.dtype);
    let format = stored(&mut random, &result, Purpose::Result, &empty, &[]).filter(|_| !seed.is_multiple_of(4));
    made.formats.insert(result.name, format.unwrap_or_else(|| "dense".to_owned()));
    made
}

fn matrix(name: &str, first: Variable, second: Variable) -> Tensor {
    Tensor { name: name.to_owned(), shape: vec![first.size, second.size], fixes_shape: false, stored: 1.0, data: None }
}

/// The leaves, joined two by two.
fn random_tree(random: &mut ChaCha8Rng, mut leaves: Vec<String>, is_whole: bool) -> String {
    while leaves.len() > 1 {
        let left = leaves.remove(random.random_range(0..leaves.len()));
        let place = random.random_range(0..leaves.len());
        let right = &leaves[place];
        leaves[place] = match random.random_range(0..10) {
            0..4 => format!("({left} + {right})"),
            4..5 => format!("({left} - {right})"),
            // What is not stored becomes one in the first factor, so a factor that is no zero is known.
            5 if !is_whole => format!("({}({left}) * {right})", pick(random, &["exp", "cos"])),
            6 if random.random_bool(0.3) => random_where_or_quotient(random, &left, right, is_whole),
            5..8 => format!("({left} * {right})"),
            8 => format!("min({left}, {right})"),
            _ => format!("max({left}, {right})"),
        };
        if random.random_bool(0.2) {
            let function = pick(random, if is_whole { &["-", "abs"] } else { &["-", "abs", "sin", "tanh", "cos"] });
            leaves[place] = format!("{function}({})", leaves[place]);
        }
    }
    leaves.remove(0)
}

/// A `where` or a quotient of two expressions.
fn random_where_or_quotient(random: &mut ChaCha8Rng, left: &str, right: &str, is_whole: bool) -> String {
    match random.random_range(0..3) {
        0 => format!("where({left} > {right}, {left}, 2 * {right})"),
        1 => format!("where({left} != 0, {right}, 3)"),
        _ if is_whole => format!("({left} / 3 - {right})"),
        _ => format!("({left} / (0.5 + abs({right})))"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_operands_are_drawn_in_many_formats() {
        let drawn: Vec<_> = (0..200).map(random_statement).collect();
        let count = |made: &Request| made.inputs.len();
        assert!(drawn.iter().all(|made| (FEWEST..=12).contains(&count(made))));
        assert!(drawn.iter().filter(|made| count(made) == 12).count() > 10);
        for word in ["csr", "dcsc", "ell", "hash", "floordiv", "loose", "(j", "cos", "where", "/", "r(i,j,k)"] {
            let has = |made: &&Request| {
                made.formats.values().any(|format| format.contains(word)) || made.expression.contains(word)
            };
            assert!(drawn.iter().filter(has).count() > 10, "{word}");
        }
    }
}
