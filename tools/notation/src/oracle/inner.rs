//! Reductions within a term: each is a tensor over the variables that its value depends on, evaluated before the term.

use super::arithmetic::Arithmetic;
use super::error::OracleError;
use super::grid::{MOST_PLACES, places};
use super::operand::Operand;
use super::reading::ReductionPlace;
use super::setting::{Setting, values};
use crate::ast::{Expr, ExprKind};
use crate::terms::additive_terms;

/// A reduction with its values.
pub(super) struct Inner<'e, E> {
    /// The variables that it depends on: the subscripts of its values.
    pub(super) variables: Vec<&'e str>,
    pub(super) values: Operand<E>,
}

/// The outermost reductions of an expression from left to right, evaluated. `first` is the number of the first access of
/// the expression.
pub(super) fn evaluate_inner<'e, E: Arithmetic>(
    setting: &Setting<'_, E>,
    expr: &'e Expr,
    first: usize,
) -> Result<Vec<Inner<'e, E>>, OracleError> {
    let evaluate = |(reduction, first): (&'e Expr, usize)| {
        let variables = reduction.free_variables();
        let shape = variables.iter().map(|variable| setting.size(variable)).collect::<Result<Vec<_>, _>>()?;
        let name = reduction.to_string();
        let values = values(setting, reduction, &variables, first)?;
        // Those too large to be dense are read as they are stored.
        let is_dense = additive_terms(reduction)
            .iter()
            .all(|term| setting.reading.is_dense_reduction(|| ReductionPlace::of_term(term, first)))
            && places(&name, &shape)? <= MOST_PLACES;
        Ok(Inner { variables, values: Operand::of_grid(&name, values, is_dense)? })
    };
    outermost_reductions(expr, first).into_iter().map(evaluate).collect()
}

/// The outermost reductions of an expression from left to right, each with the number of its first access. `first` is that of
/// the expression.
pub(super) fn outermost_reductions(expr: &Expr, mut first: usize) -> Vec<(&Expr, usize)> {
    let mut outermost = Vec::new();
    collect(expr, &mut first, &mut outermost);
    outermost
}

fn collect<'e>(expr: &'e Expr, access: &mut usize, found: &mut Vec<(&'e Expr, usize)>) {
    match &expr.kind {
        ExprKind::Reduce { body, .. } => {
            found.push((expr, *access));
            *access += body.accesses().len();
        }
        ExprKind::Access(_) => *access += 1,
        _ => expr.children().into_iter().for_each(|child| collect(child, access, found)),
    }
}
