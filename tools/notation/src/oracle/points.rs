//! Which points a result stores, whatever their values.
//!
//! A product stores where all factors do, a sum where some term does, a quotient where its dividend does, a sum over
//! variables where it stores for some of their values; dense operands store everywhere. Numbers are there at every point,
//! zero like any other, as factors of what an operand stores; but what they make alone, or of what is not stored, is
//! stored only where it is not the fill value. Values that differ from one implementation of a function to the next, such as
//! `exp(1)`, are not known; what is made of them is there.
//!
//! What an operand stores is known exactly unless its format fills up: then conversions may leave out what was not given.
//! Of a tensor that a program assigns, they may leave out what came out as zero; which points these are, only values say.
//! So the answer has two bounds (`docs/rationale/stensor.md`).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::{Complex, Dtype, Scalar};
use thiserror::Error;

use super::arithmetic::{Arithmetic, Measured};
use super::error::OracleError;
use super::grid::Grid;
use super::operand::{row_major, strides};
use super::presence::Presence;
use super::reading::{Reading, inner_reductions};
use super::setting::Holding;
use super::statements::{Inputs, Kept, Run};
use crate::ast::{Access, Assignment, Program};

/// Places of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    shape: Vec<u64>,
    /// Distance between neighbours in each dimension.
    strides: Vec<u128>,
    /// In row-major order, each once.
    places: Vec<u128>,
}

/// The points that a tensor must store, and those that it may store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    /// At least these.
    pub least: Points,
    /// At most these.
    pub most: Points,
}

/// What a format and options make of the points that a tensor stores.
#[derive(Clone, Copy, Debug)]
pub struct Storing {
    /// The value of what is not stored.
    pub fill: Scalar,
    /// Whether more points have room, which hold the fill value.
    pub fills_up: bool,
    /// Whether a point that holds the fill value cannot be told from an empty slot.
    pub has_slots: bool,
    /// Whether points are left out that hold the fill value.
    pub drops_fill: bool,
}

/// What is wrong with the points that a tensor stores.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum PointsError {
    #[error("{} is not stored, and should be", Place(point))]
    Missing { point: Vec<u64> },
    #[error("{} is stored, with the value {value}, and should not be", Place(point))]
    TooMany { point: Vec<u64>, value: Scalar },
    #[error("{} is there to fill up, and holds {value} instead of {fill}", Place(point))]
    Padding { point: Vec<u64>, value: Scalar, fill: Scalar },
    #[error("{} is stored with the value {value}, which is to be left out", Place(point))]
    Kept { point: Vec<u64>, value: Scalar },
}

/// `(2, 0)`
struct Place<'a>(&'a [u64]);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coordinates: Vec<_> = self.0.iter().map(u64::to_string).collect();
        write!(f, "point ({})", coordinates.join(", "))
    }
}

/// The points that the target of `assignment` stores.
///
/// `stored` has all that operands store; `given` what those were given whose format fills up. `sizes` is as for
/// [`super::evaluate`].
///
/// # Errors
/// As [`super::evaluate`]; but the values of entries are not divided.
pub fn points(
    assignment: &Assignment,
    stored: &BTreeMap<String, Coo>,
    given: &BTreeMap<String, Coo>,
    sizes: &BTreeMap<String, u64>,
    dtype: Dtype,
) -> Result<Support, OracleError> {
    let program = Program { statements: vec![assignment.clone()] };
    let inputs =
        Inputs { operands: stored, sizes: std::slice::from_ref(sizes), dtype, kept: &BTreeMap::new(), fills: None };
    let target = &assignment.target.tensor;
    let mut supports = program_points(&program, inputs, given)?;
    supports.remove(target).ok_or_else(|| OracleError::MissingOperand { tensor: target.clone() })
}

/// The points that each tensor stores which a program assigns. `inputs` has all that operands store; `given` is as for
/// [`points`].
///
/// # Errors
/// As [`super::evaluate_program`]; but the values of entries are not divided.
pub fn program_points(
    program: &Program,
    inputs: Inputs<'_>,
    given: &BTreeMap<String, Coo>,
) -> Result<BTreeMap<String, Support>, OracleError> {
    let evaluate = |operands, reading: &Reading, everywhere: &BTreeSet<usize>, forgets_filled| {
        let inputs = Inputs { operands, ..inputs };
        let run = Run { program, inputs, reading, everywhere, forgets_filled, holding: Holding::SMALL };
        match inputs.dtype {
            Dtype::F64 => places::<Measured<f64>>(&run),
            // Rounded as the kernel rounds: numbers decide comparisons.
            Dtype::F32 => places::<Measured<f32>>(&run),
            Dtype::Complex128 | Dtype::Complex64 => places::<Measured<Complex<f64>>>(&run),
            Dtype::I64 => places::<i64>(&run),
            Dtype::I32 => places::<i32>(&run),
            Dtype::I16 => places::<i16>(&run),
            Dtype::I8 => places::<i8>(&run),
        }
    };
    let everywhere = reads_of_filled(program, inputs.kept);
    let has_inner = !inner_reductions(program).is_empty();
    let most_reading = if has_inner { Reading::DENSE_INNER } else { Reading::default() };
    let most = evaluate(inputs.operands, &most_reading, &everywhere, false)?;
    let as_given: BTreeMap<String, Coo> = inputs
        .operands
        .iter()
        .map(|(tensor, coo)| (tensor.clone(), given.get(tensor).unwrap_or(coo).clone()))
        .collect();
    let has_filled = inputs.kept.values().any(|kept| *kept == Kept::Filled);
    let is_exact = everywhere.is_empty() && !has_inner && given.is_empty() && !has_filled;
    let least = if is_exact { most.clone() } else { evaluate(&as_given, &Reading::default(), &BTreeSet::new(), true)? };
    let bounds = most.into_iter().map(|(tensor, most)| {
        let least = least.get(&tensor).cloned().unwrap_or_else(|| most.clone());
        (tensor, Support { least, most })
    });
    Ok(bounds.collect())
}

/// The places of each assigned tensor that are not known to be zero where the numbers are of type `E`.
fn places<E: Arithmetic>(run: &Run<'_>) -> Result<BTreeMap<String, Points>, OracleError> {
    let results = run.elements::<Presence<E>>()?;
    let of_tensor = |(tensor, elements): (String, Grid<Option<Presence<E>>>)| {
        let is_there = |element: Option<Presence<E>>| element.filter(|presence| !presence.is_zero());
        let none = Points::none(&tensor, &elements.shape)?;
        let (places, _) = elements.chosen(&tensor, is_there)?;
        Ok((tensor, Points { places, ..none }))
    };
    results.into_iter().map(of_tensor).collect()
}

/// The accesses, by their number, that read an assigned tensor whose format fills up.
fn reads_of_filled(program: &Program, kept: &BTreeMap<String, Kept>) -> BTreeSet<usize> {
    let is_filled = |access: &Access| kept.get(&access.tensor) == Some(&Kept::Filled);
    let accesses = program.statements.iter().flat_map(|statement| statement.value.accesses()).enumerate();
    accesses.filter(|(_, access)| is_filled(access)).map(|(number, _)| number).collect()
}

impl Points {
    /// Those that have an entry.
    ///
    /// # Errors
    /// Where a tensor has more places than can be counted.
    pub fn of(tensor: &str, coo: &Coo) -> Result<Self, OracleError> {
        let mut points = Self::none(tensor, &coo.shape)?;
        points.places = (0..coo.len()).map(|entry| points.place(coo, entry)).collect();
        if !points.places.is_sorted_by(|left, right| left < right) {
            points.places.sort_unstable();
            points.places.dedup();
        }
        Ok(points)
    }

    fn none(tensor: &str, shape: &[u64]) -> Result<Self, OracleError> {
        let too_large = || OracleError::OperandTooLarge { tensor: tensor.to_string(), shape: shape.to_vec() };
        let (strides, _) = strides(shape).ok_or_else(too_large)?;
        Ok(Points { shape: shape.to_vec(), strides, places: Vec::new() })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The coordinates of each.
    pub fn iter(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        self.places.iter().map(|&place| self.coordinates(place))
    }

    /// The place of an entry of a tensor of the same shape.
    fn place(&self, coo: &Coo, entry: usize) -> u128 {
        row_major(&self.strides, coo.coordinates.iter().map(|coordinates| coordinates[entry]))
    }

    fn has(&self, place: u128) -> bool {
        self.places.binary_search(&place).is_ok()
    }

    fn coordinates(&self, place: u128) -> Vec<u64> {
        // What remains of a division by the size is a coordinate.
        let along = |(&size, &stride): (&u64, &u128)| (place / stride % u128::from(size)) as u64;
        self.shape.iter().zip(&self.strides).map(along).collect()
    }
}

impl Support {
    /// That of a tensor which stores what it was given.
    pub fn exactly(points: Points) -> Self {
        Support { least: points.clone(), most: points }
    }

    /// Compares with the entries that a tensor of the same shape stores.
    ///
    /// # Errors
    /// The first point that is missing, or else the first entry that is wrong.
    pub fn check(&self, found: &Coo, storing: Storing) -> Result<(), PointsError> {
        let Support { least, most } = self;
        let places: Vec<u128> = (0..found.len()).map(|entry| most.place(found, entry)).collect();
        if !storing.drops_fill && !storing.has_slots {
            let mut stored = places.clone();
            stored.sort_unstable();
            if let Some(&missing) = least.places.iter().find(|place| stored.binary_search(place).is_err()) {
                return Err(PointsError::Missing { point: least.coordinates(missing) });
            }
        }
        for (place, value) in places.into_iter().zip(found.values.iter()) {
            let point = || most.coordinates(place);
            match storing {
                Storing { fills_up: true, fill, .. } if !most.has(place) && !is_fill(value, fill) => {
                    return Err(PointsError::Padding { point: point(), value, fill });
                }
                Storing { fills_up: true, .. } => {}
                _ if !most.has(place) => return Err(PointsError::TooMany { point: point(), value }),
                Storing { drops_fill: true, fill, .. } if value == fill => {
                    return Err(PointsError::Kept { point: point(), value });
                }
                Storing { .. } => {}
            }
        }
        Ok(())
    }
}

/// Whether a value is the fill value, which may be no number.
fn is_fill(value: Scalar, fill: Scalar) -> bool {
    value == fill || value.to_bits() == fill.to_bits()
}
