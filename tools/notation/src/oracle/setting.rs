//! What expressions are evaluated in, and the values of one at every point of its target.

use std::collections::{BTreeMap, BTreeSet};

use lacuna_runtime::value::Dtype;

use super::affine::Space;
use super::arithmetic::Arithmetic;
use super::element::{Combination, Element};
use super::error::OracleError;
use super::inner::evaluate_inner;
use super::operand::Operand;
use super::reading::Reading;
use super::route::Route;
use super::support::supports;
use super::tree::{Source, Tree};
use super::walk::Evaluator;
use crate::ast::{Expr, Reduction};
use crate::terms::{Sign, Term, additive_terms};

/// The most elements of a result.
const MAX_RESULTS: u64 = 1 << 28;
/// The most points that are visited for one term, as estimated.
const MAX_POINTS: f64 = 1e10;

/// What is known where an expression is evaluated.
pub(super) struct Setting<'a, E> {
    pub(super) operands: &'a BTreeMap<String, Operand<E>>,
    /// Those of them with zeros that are read as absent somewhere.
    pub(super) without_zeros: &'a BTreeMap<String, Operand<E>>,
    /// Those of them that are read somewhere as if every point were stored, with a zero where none is.
    pub(super) densely: &'a BTreeMap<String, Operand<E>>,
    /// The size of every variable.
    pub(super) sizes: &'a BTreeMap<String, u64>,
    pub(super) reading: &'a Reading,
    /// The accesses that are there at every point, by their number from left to right.
    pub(super) everywhere: &'a BTreeSet<usize>,
    pub(super) dtype: Dtype,
}

impl<E> Setting<'_, E> {
    /// The size of a variable.
    pub(super) fn size(&self, variable: &str) -> Result<u64, OracleError> {
        let unknown = || OracleError::UnknownVariable { variable: variable.to_owned() };
        self.sizes.get(variable).copied().ok_or_else(unknown)
    }
}

/// The values of an expression for all values of the `target` variables, row-major; none where it is absent. `first` is the
/// number of its first access.
pub(super) fn values<E: Arithmetic>(
    setting: &Setting<'_, E>,
    value: &Expr,
    target: &[&str],
    first: usize,
) -> Result<Vec<Option<E>>, OracleError> {
    let shape = target.iter().map(|variable| setting.size(variable)).collect::<Result<Vec<_>, _>>()?;
    let mut totals = vec![None; result_len(&shape)?];
    let mut access = first;
    for term in additive_terms(value) {
        let combination = Combination::of(term.reduction);
        let space = Space::new(target, &term.variables, setting.sizes)?;
        let elements = term_elements(setting, &term, &space, access, totals.len())?;
        access += term.expr.accesses().len();
        let is_dense = term.reduction != Reduction::Sum && setting.reading.inner_are_dense();
        for (total, element) in totals.iter_mut().zip(elements) {
            let end = element.end(space.combined(), combination, setting.dtype);
            let Some(end) = end.or(is_dense.then_some(E::ZERO.as_entry())) else { continue };
            let signed = if term.sign == Sign::Minus { end.negated() } else { end };
            *total = Some(total.map_or(signed, |total: E| total.plus(signed)));
        }
    }
    Ok(totals)
}

/// Combines the values of a term at all points of its space.
fn term_elements<E: Arithmetic>(
    setting: &Setting<'_, E>,
    term: &Term<'_>,
    space: &Space<'_>,
    first: usize,
    len: usize,
) -> Result<Vec<Element<E>>, OracleError> {
    let mut elements = vec![Element::EMPTY; len];
    if space.is_empty() {
        return Ok(elements);
    }
    let read_as = |tensor: &str, access: usize| match first + access {
        access if setting.everywhere.contains(&access) => {
            E::from_integer(1, setting.dtype).map(E::as_entry).map(Source::Everywhere)
        }
        access if setting.reading.is_dense(access) => {
            setting.densely.get(tensor).or_else(|| setting.operands.get(tensor)).map(Source::Operand)
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
    let combination = Combination::of(term.reduction);
    Evaluator::new(&tree, space, (&supports, &routes), combination).combine_in(&mut elements)?;
    Ok(elements)
}

/// How many elements a tensor has that is held densely.
pub(super) fn result_len(shape: &[u64]) -> Result<usize, OracleError> {
    let too_large = || OracleError::ResultTooLarge { limit: MAX_RESULTS, shape: shape.to_vec() };
    if shape.contains(&0) {
        return Ok(0);
    }
    let elements = shape.iter().try_fold(1u64, |product, &size| product.checked_mul(size));
    let elements = elements.filter(|&elements| elements <= MAX_RESULTS).ok_or_else(too_large)?;
    usize::try_from(elements).map_err(|_| too_large())
}
