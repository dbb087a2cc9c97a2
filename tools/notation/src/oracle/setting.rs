//! What expressions are evaluated in, and the values of one at every point of its target.

use std::collections::{BTreeMap, BTreeSet};

use lacuna_runtime::value::Dtype;

use super::affine::Space;
use super::arithmetic::Arithmetic;
use super::collected::Collected;
use super::element::{Combination, Element};
use super::error::OracleError;
use super::grid::{Grid, MOST_PLACES, places};
use super::inner::evaluate_inner;
use super::operand::{Operand, strides};
use super::reading::{Reading, ReductionId};
use super::route::Route;
use super::support::supports;
use super::tree::{Source, Tree};
use super::walk::Evaluator;
use crate::ast::{Expr, Reduction};
use crate::terms::{Sign, Term, additive_terms};

/// When the elements of a result are held one by one, and not as a list of those that are found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holding {
    /// So few are.
    pub(super) few: u128,
    /// More are where at least this share of them is found, as estimated.
    pub(super) share_of_many: f64,
}

impl Holding {
    /// What takes the least memory, about.
    pub(super) const SMALL: Self = Self { few: 1 << 16, share_of_many: 0.25 };
}
/// The most points that are visited for one term, as estimated.
const MAX_POINTS: f64 = 1e10;

/// What is known where an expression is evaluated.
pub(super) struct Setting<'a, E> {
    pub(super) operands: &'a BTreeMap<String, Operand<E>>,
    /// Those of them with zeros that are read as absent somewhere.
    pub(super) without_zeros: &'a BTreeMap<String, Operand<E>>,
    /// The size of every variable.
    pub(super) sizes: &'a BTreeMap<String, u64>,
    pub(super) reading: &'a Reading,
    /// The accesses that are there at every point, by their number from left to right.
    pub(super) everywhere: &'a BTreeSet<usize>,
    pub(super) dtype: Dtype,
    pub(super) holding: Holding,
}

impl<E> Setting<'_, E> {
    /// The size of a variable.
    pub(super) fn size(&self, variable: &str) -> Result<u64, OracleError> {
        let unknown = || OracleError::UnknownVariable { variable: variable.to_owned() };
        self.sizes.get(variable).copied().ok_or_else(unknown)
    }

    /// Whether a reduction has a value at every point. One that is too large for that is read as it is stored.
    pub(super) fn is_dense(
        &self,
        id: impl FnOnce() -> ReductionId,
        name: &str,
        shape: &[u64],
    ) -> Result<bool, OracleError> {
        Ok(self.reading.is_dense_reduction(id) && places(name, shape)? <= MOST_PLACES)
    }
}

/// The values of an expression for all values of the `target` variables; none where it is absent. `first` is the number of its
/// first access.
pub(super) fn values<E: Arithmetic>(
    setting: &Setting<'_, E>,
    value: &Expr,
    target: &[&str],
    first: usize,
) -> Result<Grid<Option<E>>, OracleError> {
    let shape = target.iter().map(|variable| setting.size(variable)).collect::<Result<Vec<_>, _>>()?;
    let mut totals = Grid::constant(&shape, None);
    let mut access = first;
    for term in additive_terms(value) {
        let combination = Combination::of(term.reduction);
        let space = Space::new(target, &term.variables, setting.sizes)?;
        let elements = term_elements(setting, &term, &space, access, &shape)?;
        let id = || ReductionId::of_term(&term, access);
        let is_dense = term.reduction != Reduction::Sum && setting.is_dense(id, &value.to_string(), &shape)?;
        access += term.expr.accesses().len();
        let is_summed = term.reduction == Reduction::Sum && !term.variables.is_empty();
        totals = totals.zip(elements, |total: Option<E>, element| {
            let end = element.end(space.combined(), combination, setting.dtype);
            let Some(end) = end.or(is_dense.then_some(E::ZERO.as_entry())) else { return total };
            // Sums over variables begin with zero.
            let end = if is_summed { E::ZERO.plus(end) } else { end };
            let signed = if term.sign == Sign::Minus { end.negated() } else { end };
            Some(total.map_or(signed, |total| total.plus(signed)))
        });
    }
    let is_small = places(&value.to_string(), &shape)? <= setting.holding.few;
    Ok(if is_small { totals.into_every() } else { totals })
}

/// Combines the values of a term at all points of its space.
fn term_elements<E: Arithmetic>(
    setting: &Setting<'_, E>,
    term: &Term<'_>,
    space: &Space<'_>,
    first: usize,
    shape: &[u64],
) -> Result<Grid<Element<E>>, OracleError> {
    if space.is_empty() {
        return Ok(Grid::constant(shape, Element::EMPTY));
    }
    let read_as = |tensor: &str, access: usize| match first + access {
        access if setting.everywhere.contains(&access) => {
            E::from_integer(1, setting.dtype).map(E::as_entry).map(Source::Everywhere)
        }
        access if setting.reading.drops_zeros(access) => {
            setting.without_zeros.get(tensor).or_else(|| setting.operands.get(tensor)).map(Source::Operand)
        }
        _ => setting.operands.get(tensor).map(Source::Operand),
    };
    let inner = evaluate_inner(setting, term.expr, first)?;
    let tree = Tree::new(term, space, &read_as, &inner, setting.dtype)?;
    let supports = supports(&tree)?;
    let routes: Vec<Route> = supports.iter().map(|support| Route::new(support, &tree, space)).collect();
    let points: f64 = routes.iter().map(|route| route.points).sum();
    if points > MAX_POINTS {
        return Err(OracleError::TooManyPoints { term: term.expr.to_string(), limit: MAX_POINTS, found: points });
    }
    let mut elements = collected(setting.holding, term, space, shape, &routes)?;
    let combination = Combination::of(term.reduction);
    Evaluator::new(&tree, space, (&supports, &routes), combination).combine_in(&mut elements)?;
    Ok(elements.into_grid())
}

/// How the elements of a term are held until all is found.
fn collected<E: Arithmetic>(
    holding: Holding,
    term: &Term<'_>,
    space: &Space<'_>,
    shape: &[u64],
    routes: &[Route],
) -> Result<Collected<E>, OracleError> {
    let too_large = || OracleError::OperandTooLarge { tensor: term.expr.to_string(), shape: shape.to_vec() };
    let (strides, places) = strides(shape).ok_or_else(too_large)?;
    let points: f64 = routes.iter().map(|route| route.points).sum();
    let is_every_found = routes.iter().any(|route| route.takes_every_element(space));
    let are_many_found = is_every_found || points >= holding.share_of_many * places as f64;
    if places <= holding.few || places <= MOST_PLACES && are_many_found {
        return Ok(Collected::every(shape, strides, places as usize));
    }
    if is_every_found {
        return Err(OracleError::EveryPoint { what: term.expr.to_string(), limit: MOST_PLACES, found: places });
    }
    Ok(Collected::listed(shape, strides))
}
