//! Statements, one after the other: what each reads is what those before it assigned, or an operand.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::{Complex, Dtype};

use super::arithmetic::{Arithmetic, Measured};
use super::error::OracleError;
use super::evaluation::{Evaluation, Places, Results};
use super::grid::{Grid, Held, Listed};
use super::operand::Operand;
use super::reading::{Reading, ReductionId, is_reduced_before_update};
use super::scattered::{Reached, scattered};
use super::setting::{Holding, Setting, values};
use crate::ast::{Assignment, Function, Program, Reduction, Update};
use crate::check::{check, check_program};
use crate::sizes::infer_statements;
use crate::terms::{Sign, additive_terms};
use crate::types::check_types;

/// How a tensor that is assigned is kept until it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Every point of it.
    Densely,
    /// What it stores.
    Stored,
    /// What it stores, and what fills up its format.
    Filled,
}

/// What formats of assigned tensors store besides entries, to fill up.
pub trait FillsUp: Debug {
    /// The zeros that a tensor stores where it has entries at these points, each as often as it is stored; `None` where there are
    /// none, or nobody knows.
    fn zeros(&self, tensor: &str, entries: &Coo) -> Option<Coo>;
}

/// What a program is evaluated with.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// Every tensor that the program reads before it assigns it. Entries may come in any order, and duplicates add up.
    pub operands: &'a BTreeMap<String, Coo>,
    /// The sizes of the variables of each statement; those that follow from operands may be left out.
    pub sizes: &'a [BTreeMap<String, u64>],
    /// The element type.
    pub dtype: Dtype,
    /// How tensors that are assigned are kept; others densely.
    pub kept: &'a BTreeMap<String, Kept>,
    /// What those that are kept filled store to fill up; without it, nothing.
    pub fills: Option<&'a dyn FillsUp>,
}

/// Evaluates one assignment, with every entry read as one.
///
/// `operands` has every tensor that is read, and for updates the old value of the target. `sizes` must have the variables
/// whose size no operand says.
///
/// # Errors
/// As [`evaluate_program`].
pub fn evaluate(
    assignment: &Assignment,
    operands: &BTreeMap<String, Coo>,
    sizes: &BTreeMap<String, u64>,
    dtype: Dtype,
) -> Result<Evaluation, OracleError> {
    let program = Program { statements: vec![assignment.clone()] };
    let inputs = Inputs { operands, sizes: std::slice::from_ref(sizes), dtype, kept: &BTreeMap::new(), fills: None };
    let mut results = evaluate_program(&program, inputs, &Reading::default())?;
    let target = &assignment.target.tensor;
    results.remove(target).ok_or_else(|| OracleError::MissingOperand { tensor: target.clone() })
}

/// Evaluates a program: the value of each tensor that it assigns, at its end.
///
/// # Errors
/// Where operands are missing, broken or too large, where sizes or types do not fit, and where an integer is divided by
/// zero.
pub fn evaluate_program(
    program: &Program,
    inputs: Inputs<'_>,
    reading: &Reading,
) -> Result<BTreeMap<String, Evaluation>, OracleError> {
    let dtype = inputs.dtype;
    let none = BTreeSet::new();
    let run = Run { program, inputs, reading, everywhere: &none, forgets_filled: false, holding: Holding::SMALL };
    match dtype {
        Dtype::F64 | Dtype::F32 => run.evaluations(|elements| {
            let (values, magnitudes) = apart::<f64>(elements);
            Results::Floats { values, magnitudes }
        }),
        Dtype::Complex128 | Dtype::Complex64 => run.evaluations(|elements| {
            let (values, magnitudes) = apart::<Complex<f64>>(elements);
            Results::Complex { values, magnitudes }
        }),
        Dtype::I64 => run.evaluations(of_integers::<i64>),
        Dtype::I32 => run.evaluations(of_integers::<i32>),
        Dtype::I16 => run.evaluations(of_integers::<i16>),
        Dtype::I8 => run.evaluations(of_integers::<i8>),
    }
}

/// A program with all that decides what it computes, in whatever arithmetic.
pub(super) struct Run<'a> {
    pub(super) program: &'a Program,
    pub(super) inputs: Inputs<'a>,
    pub(super) reading: &'a Reading,
    /// The accesses that are there at every point, by their number from left to right through all statements.
    pub(super) everywhere: &'a BTreeSet<usize>,
    /// Whether assigned tensors whose format fills up have nothing stored when they are read: values that came out as zero
    /// may be gone then, and any may be zero.
    pub(super) forgets_filled: bool,
    pub(super) holding: Holding,
}

impl Run<'_> {
    fn evaluations<E: Arithmetic>(
        &self,
        convert: impl Fn(Vec<E>) -> Results,
    ) -> Result<BTreeMap<String, Evaluation>, OracleError> {
        let converted = self.elements::<E>()?.into_iter().map(|(tensor, elements)| {
            let Grid { shape, held } = elements.map(|element| element.unwrap_or(E::ZERO));
            let (places, elements) = match held {
                Held::Every(elements) => (Places::Every, elements),
                Held::Listed(Listed { places, mut elements, elsewhere }) => {
                    elements.push(elsewhere);
                    (Places::Listed(places), elements)
                }
            };
            (tensor, Evaluation { shape, dtype: self.inputs.dtype, places, results: convert(elements) })
        });
        Ok(converted.collect())
    }

    /// The elements of every tensor that is assigned, at the end, in the arithmetic `E`; none where they are absent.
    pub(super) fn elements<E: Arithmetic>(&self) -> Result<BTreeMap<String, Grid<Option<E>>>, OracleError> {
        let Inputs { operands, sizes, dtype, kept, fills } = self.inputs;
        self.program.statements.iter().try_for_each(check)?;
        check_program(self.program)?;
        let (mut read, mut without_zeros) = (BTreeMap::new(), BTreeMap::new());
        for access in self.program.operands() {
            let tensor = &access.tensor;
            let coo = operands.get(tensor).ok_or_else(|| OracleError::MissingOperand { tensor: tensor.clone() })?;
            let operand = Operand::<E>::new(tensor, coo, dtype)?;
            if self.reading.drops_any() {
                without_zeros.insert(tensor.clone(), operand.without_zeros());
            }
            read.insert(tensor.clone(), operand);
        }
        self.program.statements.iter().try_for_each(|statement| check_types(statement, dtype))?;
        let shapes = read.iter().map(|(tensor, operand)| (tensor.clone(), operand.shape.clone())).collect();
        let inferred = infer_statements(self.program, &shapes, sizes)?;
        let (mut results, mut first) = (BTreeMap::new(), 0);
        for ((number, statement), sizes) in self.program.statements.iter().enumerate().zip(&inferred.variables) {
            let target = statement.target_variables();
            let setting = Setting {
                operands: &read,
                without_zeros: &without_zeros,
                sizes,
                reading: self.reading,
                everywhere: self.everywhere,
                dtype,
                holding: self.holding,
            };
            let mut elements = values(&setting, &statement.value, &target, first)?;
            let id = || ReductionId::of_update(statement, first);
            let is_dense = is_reduced_before_update(statement) && self.reading.is_dense_reduction(id);
            first += statement.value.accesses().len();
            let tensor = &statement.target.tensor;
            if is_dense {
                elements = elements.map(|element| element.or(Some(E::ZERO)));
            }
            let reached = scattered(statement, elements, &inferred.shapes[tensor], self.holding)?;
            elements = if statement.update == Update::Replace {
                reached.map(Reached::value)
            } else {
                let old = read.get(tensor).ok_or_else(|| OracleError::MissingOperand { tensor: tensor.clone() })?;
                old.grid().zip(reached, |old, reached| match reached {
                    Reached::Never => old,
                    Reached::With(new) => updated(statement.update, old, new),
                })
            };
            let kept = kept.get(tensor).copied().unwrap_or(Kept::Densely);
            if kept == Kept::Densely && adds_to_zero(statement) {
                // -0 becomes 0.
                elements = elements.map(|element| element.map(|value| E::ZERO.plus(value)));
            }
            let is_forgotten = self.forgets_filled && kept == Kept::Filled;
            read.remove(tensor);
            without_zeros.remove(tensor);
            if self.program.statements[number + 1..].iter().any(|later| reads(later, tensor)) {
                let read_later = |element: Option<E>| if is_forgotten { None } else { element.and_then(E::kept) };
                let mut operand = Operand::of_grid(tensor, elements.clone().map(read_later), kept == Kept::Densely)?;
                let fills = fills.filter(|_| kept == Kept::Filled && !is_forgotten);
                if let Some(zeros) = fills.and_then(|fills| fills.zeros(tensor, &operand.points())) {
                    if self.reading.drops_any() {
                        without_zeros.insert(tensor.clone(), operand.without_zeros());
                    }
                    operand = operand.with_zeros(&zeros);
                }
                read.insert(tensor.clone(), operand);
            }
            results.insert(tensor.clone(), elements);
        }
        Ok(results)
    }
}

/// Whether the values of a dense result are added to zero: unless they update it, or are one reduction that is no sum.
fn adds_to_zero(statement: &Assignment) -> bool {
    let is_one_other = match additive_terms(&statement.value).as_slice() {
        [term] => term.reduction != Reduction::Sum && term.sign == Sign::Plus,
        _ => false,
    };
    statement.update == Update::Replace && !is_one_other
}

/// Whether a statement reads a tensor, be it to update it.
fn reads(statement: &Assignment, tensor: &str) -> bool {
    let is_updated = statement.update != Update::Replace && statement.target.tensor == tensor;
    is_updated || statement.value.accesses().iter().any(|access| access.tensor == tensor)
}

/// What an update makes of an old element and a new value.
fn updated<E: Arithmetic>(update: Update, old: Option<E>, new: Option<E>) -> Option<E> {
    let extremum = |function| match (old, new) {
        (None, None) => None,
        (old, new) => Some(old.unwrap_or(E::ZERO).extremum(new.unwrap_or(E::ZERO), function)),
    };
    match update {
        Update::Replace => new,
        Update::Add | Update::Subtract => {
            let new = if update == Update::Add { new } else { new.map(E::negated) };
            match (old, new) {
                (Some(old), Some(new)) => Some(old.plus(new)),
                (old, new) => old.or(new),
            }
        }
        Update::Multiply => Some(old?.times(new?)),
        Update::Max => extremum(Function::Max),
        Update::Min => extremum(Function::Min),
    }
}

/// The values, and their magnitudes; the magnitude of a number that is not nan, but doubtful, is nan.
fn apart<V: Default + Copy>(measured: Vec<Measured<V>>) -> (Vec<V>, Vec<f64>)
where
    Measured<V>: Arithmetic,
{
    let one = |one: Measured<V>| if one.is_doubtful() { (V::default(), f64::NAN) } else { (one.value, one.magnitude) };
    measured.into_iter().map(one).unzip()
}

fn of_integers<T: Into<i64>>(values: Vec<T>) -> Results {
    Results::Integers(values.into_iter().map(Into::into).collect())
}
