//! Reductions within a term: each is a tensor over the variables that its value depends on, evaluated before the term.

use super::arithmetic::Arithmetic;
use super::error::OracleError;
use super::operand::Operand;
use super::reading::{ReductionId, term_of};
use super::setting::{Setting, values};
use crate::ast::{Expr, ExprKind};

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
        let is_dense = setting.is_dense(|| ReductionId::of_term(&term_of(reduction), first), &name, &shape)?;
        Ok(Inner { variables, values: Operand::of_grid(&name, values, is_dense)? })
    };
    outermost_reductions(expr, first).into_iter().map(evaluate).collect()
}

/// The outermost reductions of an expression from left to right, each with the number of its first access. `first` is the
/// number of the first access of the expression.
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
