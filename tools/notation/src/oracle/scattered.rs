//! The values of a statement at the points of its target, where subscripts are more than variables: `y(i+k) = a(i) * b(k)`.

use std::collections::{BTreeMap, btree_map::Entry};

use super::arithmetic::Arithmetic;
use super::error::OracleError;
use super::grid::{Grid, Held, Listed};
use super::operand::strides;
use super::setting::Holding;
use crate::ast::{Assignment, Function, Scaled, Subscript, Update};

/// What arrives at a point of a target.
#[derive(Clone)]
pub(super) enum Reached<E> {
    /// Nothing: no values of the variables lead there.
    Never,
    /// Values, combined; none where all are absent.
    With(Option<E>),
}

impl<E> Reached<E> {
    /// The value, absent where nothing arrives.
    pub(super) fn value(self) -> Option<E> {
        match self {
            Reached::Never => None,
            Reached::With(value) => value,
        }
    }
}

/// What arrives at each point of a target of this shape, from the values for its variables.
pub(super) fn scattered<E: Arithmetic>(
    statement: &Assignment,
    elements: Grid<Option<E>>,
    shape: &[u64],
    holding: Holding,
) -> Result<Grid<Reached<E>>, OracleError> {
    let target = &statement.target;
    if target.is_plain() && elements.shape == shape {
        return Ok(elements.map(Reached::With));
    }
    let too_large = || OracleError::OperandTooLarge { tensor: target.tensor.clone(), shape: shape.to_vec() };
    let (target_strides, count) = strides(shape).ok_or_else(too_large)?;
    let sizes = elements.shape.clone();
    let (own_strides, _) = strides(&sizes).ok_or_else(too_large)?;
    let variables = statement.target_variables();
    // Adding what is absent changes nothing.
    let counts_absent = matches!(statement.update, Update::Multiply | Update::Max | Update::Min);
    let choose = |element: Option<E>| (counts_absent || element.is_some()).then_some(element);
    let (places, elements) = elements.chosen(&target.tensor, choose)?;
    let mut found: BTreeMap<u128, Option<E>> = BTreeMap::new();
    for (place, element) in places.into_iter().zip(elements) {
        let value = |variable: &str| {
            let number = variables.iter().position(|other| *other == variable).unwrap_or_default();
            (place / own_strides[number] % u128::from(sizes[number])) as i64
        };
        let coordinate = |subscript: &Subscript| {
            let part = |part: &Scaled| {
                let value = value(&part.variable);
                let taken = part.division.map_or(value, |division| division.of(value));
                i128::from(part.coefficient) * i128::from(taken)
            };
            (i128::from(subscript.constant) + subscript.parts.iter().map(part).sum::<i128>()).unsigned_abs()
        };
        let at = target.subscripts.iter().map(coordinate).zip(&target_strides).map(|(at, stride)| at * stride).sum();
        match found.entry(at) {
            Entry::Vacant(new) => {
                new.insert(element);
            }
            Entry::Occupied(mut known) => {
                let both = combined(statement.update, *known.get(), element);
                known.insert(both);
            }
        }
    }
    let (places, elements) = found.into_iter().map(|(place, element)| (place, Reached::With(element))).unzip();
    let held = Held::Listed(Listed { places, elements, elsewhere: Reached::Never });
    let grid = Grid { shape: shape.to_vec(), held };
    Ok(if count <= holding.few { grid.into_every() } else { grid })
}

/// Two values that arrive at one point.
fn combined<E: Arithmetic>(update: Update, one: Option<E>, other: Option<E>) -> Option<E> {
    let extremum = |function| Some(one.unwrap_or(E::ZERO).extremum(other.unwrap_or(E::ZERO), function));
    match update {
        Update::Replace | Update::Add | Update::Subtract => match (one, other) {
            (Some(one), Some(other)) => Some(one.as_summand().plus(other.as_summand())),
            (one, other) => one.or(other),
        },
        Update::Multiply => Some(one?.times(other?)),
        Update::Max => extremum(Function::Max),
        Update::Min => extremum(Function::Min),
    }
}
