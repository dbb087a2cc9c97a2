//! The oracle: evaluates an assignment coordinate by coordinate, for comparing with what a compiled kernel computed.
//!
//! Meaning. At each point (a value for every variable of a term) a stored entry has its value and any other place of a
//! tensor is *absent*. Absent times anything is absent, also against infinity and nan; absent plus a value is the
//! value; absent over anything is absent; a value over an absent one is a division by zero. Among the arguments of
//! `max` and `min` absent ones count as zero. A zero that absent entries and numbers alone make is absent, too: that of
//! `min(A(i), 5)`, say. What is absent adds nothing to the result. A tensor that is to count as dense therefore has to
//! come with its zeros. Zeros that a format stores to fill up have two readings ([`Reading`]); a result is right if one
//! of them explains all of it.
//!
//! Points. Which points a result stores does not depend on the values of entries: those at which something is not absent
//! that is made of entries, or of numbers that are not zero ([`points`]).
//!
//! Arithmetic. Floats are computed as `f64` (`f32` inputs are rounded first), and beside each result the sum of the
//! absolute values of what was added, against which an error is to be measured; complex numbers as pairs of `f64`, the
//! same. Integers wrap at their width, and their division truncates.
//!
//! How. Each additive term is compiled to a tree over its accesses (`tree`); the sets of sparse accesses that make the
//! term present (`support`) are each joined entry by entry (`plan`) and every point found is visited once (`walk`).
//!
//! Left out: results too large to hold densely, and any clever order of evaluation.

mod affine;
mod arithmetic;
mod compare;
mod error;
mod evaluation;
mod index;
mod operand;
mod plan;
mod points;
mod presence;
mod reading;
mod slabs;
mod support;
mod tree;
mod value;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::Dtype;

use crate::ast::{Assignment, Update};
use crate::check::check;
use crate::sizes::infer_sizes;
use crate::terms::additive_terms;
use affine::Space;
use arithmetic::{Arithmetic, Measured};
use operand::Operand;
use plan::Plan;
use support::supports;
use tree::{Source, Tree};
use walk::Evaluator;

pub use compare::{CompareError, Comparison, Difference, Scalar, compare};
pub use error::OracleError;
pub use evaluation::{Evaluation, Results};
pub use points::{Points, PointsError, Storing, Support, points};
pub use reading::{Reading, readings};

/// The most elements of a result.
const MAX_RESULTS: u64 = 1 << 28;
/// The most points that are visited for one term, as estimated.
const MAX_POINTS: f64 = 1e10;

/// Evaluates `assignment`, with every entry read as one; see [`evaluate_reading`].
pub fn evaluate(
    assignment: &Assignment,
    operands: &BTreeMap<String, Coo>,
    sizes: &BTreeMap<String, u64>,
    dtype: Dtype,
) -> Result<Evaluation, OracleError> {
    evaluate_reading(assignment, operands, sizes, dtype, &Reading::default())
}

/// Evaluates `assignment`, with zeros of some accesses read as absent.
///
/// `operands` has every tensor that is read, and for `+=` the old value of the target; entries may come in any order,
/// and duplicates add up. `sizes` must have the variables whose size no operand says, and may have others.
pub fn evaluate_reading(
    assignment: &Assignment,
    operands: &BTreeMap<String, Coo>,
    sizes: &BTreeMap<String, u64>,
    dtype: Dtype,
    reading: &Reading,
) -> Result<Evaluation, OracleError> {
    let operands = used_operands(assignment, operands)?;
    let frame = Frame::new(assignment, &operands, sizes)?;
    let problem = Problem { assignment, operands: &operands, frame: &frame, reading, everywhere: &BTreeSet::new() };
    let results = match dtype {
        Dtype::F64 | Dtype::F32 => {
            let (values, magnitudes) = apart(run(&problem, dtype)?);
            Results::Floats { values, magnitudes }
        }
        Dtype::Complex128 | Dtype::Complex64 => {
            let (values, magnitudes) = apart(run(&problem, dtype)?);
            Results::Complex { values, magnitudes }
        }
        Dtype::I64 => Results::Integers(run(&problem, dtype)?),
        Dtype::I32 => Results::of_integers::<i32>(run(&problem, dtype)?),
        Dtype::I16 => Results::of_integers::<i16>(run(&problem, dtype)?),
        Dtype::I8 => Results::of_integers::<i8>(run(&problem, dtype)?),
    };
    Ok(Evaluation { shape: frame.shape, dtype, results })
}

/// How far everything reaches.
struct Frame {
    sizes: BTreeMap<String, u64>,
    /// The shape of the result.
    shape: Vec<u64>,
}

impl Frame {
    /// Checks the assignment, too.
    fn new(
        assignment: &Assignment,
        operands: &BTreeMap<&str, &Coo>,
        given: &BTreeMap<String, u64>,
    ) -> Result<Self, OracleError> {
        check(assignment)?;
        let shapes = operands.iter().map(|(tensor, coo)| (tensor.to_string(), coo.shape.clone())).collect();
        let sizes = infer_sizes(assignment, &shapes, given)?;
        let shape = assignment.target.variables().map(|variable| sizes[variable]).collect();
        Ok(Frame { sizes, shape })
    }
}

/// The tensors that the assignment needs the values of.
fn used_operands<'a>(
    assignment: &'a Assignment,
    operands: &'a BTreeMap<String, Coo>,
) -> Result<BTreeMap<&'a str, &'a Coo>, OracleError> {
    let mut needed = assignment.value.accesses();
    if assignment.update == Update::Accumulate {
        needed.push(&assignment.target);
    }
    needed
        .into_iter()
        .map(|access| match operands.get(&access.tensor) {
            Some(coo) => Ok((access.tensor.as_str(), coo)),
            None => Err(OracleError::MissingOperand { tensor: access.tensor.clone() }),
        })
        .collect()
}

/// What is evaluated, in whatever arithmetic.
struct Problem<'a> {
    assignment: &'a Assignment,
    operands: &'a BTreeMap<&'a str, &'a Coo>,
    frame: &'a Frame,
    reading: &'a Reading,
    /// The accesses that are there at every point, by their number from left to right.
    everywhere: &'a BTreeSet<usize>,
}

/// Evaluates in the arithmetic `E`: all elements of the result, row-major.
fn run<E: Arithmetic>(problem: &Problem<'_>, dtype: Dtype) -> Result<Vec<E>, OracleError> {
    let Problem { assignment, operands, frame, reading, everywhere } = *problem;
    let mut results = vec![E::ZERO; result_len(&frame.shape)?];
    let mut read = BTreeMap::new();
    let mut without_zeros = BTreeMap::new();
    for (&tensor, coo) in operands {
        let operand = Operand::<E>::new(tensor, coo, dtype)?;
        if reading.drops_any() {
            without_zeros.insert(tensor, operand.without_zeros());
        }
        read.insert(tensor, operand);
    }
    if let Some(old) = read.get(assignment.target.tensor.as_str()) {
        old.add_to(&mut results);
    }
    let mut accesses = 0;
    for term in additive_terms(assignment) {
        let first = accesses;
        accesses += term.expr.accesses().len();
        let space = Space::new(assignment, &term, &frame.sizes)?;
        if space.is_empty() {
            continue;
        }
        let read_as = |tensor: &str, access: usize| match first + access {
            access if everywhere.contains(&access) => {
                E::from_integer(1, dtype).map(E::as_entry).map(Source::Everywhere)
            }
            access if reading.drops_zeros(access) => without_zeros.get(tensor).map(Source::Operand),
            _ => read.get(tensor).map(Source::Operand),
        };
        let tree = Tree::new(&term, &space, &read_as, dtype)?;
        let supports = supports(&tree)?;
        let plans: Vec<Plan> = supports.iter().map(|support| Plan::new(support, &tree, &space)).collect();
        let points: f64 = plans.iter().map(|plan| plan.points).sum();
        if points > MAX_POINTS {
            return Err(OracleError::TooManyPoints { term: term.expr.to_string(), limit: MAX_POINTS, found: points });
        }
        Evaluator::new(&tree, &space, &supports, &plans).add_to(&mut results)?;
    }
    Ok(results)
}

fn result_len(shape: &[u64]) -> Result<usize, OracleError> {
    let too_large = || OracleError::ResultTooLarge { limit: MAX_RESULTS, shape: shape.to_vec() };
    if shape.contains(&0) {
        return Ok(0);
    }
    let elements = shape.iter().try_fold(1u64, |product, &size| product.checked_mul(size));
    let elements = elements.filter(|&elements| elements <= MAX_RESULTS).ok_or_else(too_large)?;
    usize::try_from(elements).map_err(|_| too_large())
}

/// The values, and their magnitudes.
fn apart<V>(measured: Vec<Measured<V>>) -> (Vec<V>, Vec<f64>) {
    measured.into_iter().map(|one| (one.value, one.magnitude)).unzip()
}

impl Results {
    fn of_integers<T: Into<i64>>(values: Vec<T>) -> Results {
        Results::Integers(values.into_iter().map(Into::into).collect())
    }
}
