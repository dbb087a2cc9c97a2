//! Reductions inside of terms become tensors of their own.
//!
//! A `linalg.generic` reduces what it computes; it has no reduction inside. So `2 * (b(i) - sum(j, A(i,j)))` becomes a
//! tensor `t(i) = sum(j, A(i,j))` first, and then `2 * (b(i) - t(i))`.
//!
//! The tensor is dense, unless a stored result is computed from it and has the same variables: then it is stored, too, so that
//! it has no value where no term has one. The compiler computes it where it is read, if it can (`sloop-inline-intermediates`).
//! A reduction that gives of no values neither zero nor the fill value of the result is dense, and so are all where an order of the
//! loops was asked for.

use super::body::of_nothing;
use lacuna_layout::{Fill, Format};
use lacuna_notation::ast::{Access, Expr, ExprKind, Reduction, Scaled, Subscript};
use lacuna_notation::terms::{Sign, additive_terms};
use lacuna_runtime::value::Dtype;
use std::convert::Infallible;

/// A reduction that was taken out of a term.
pub struct Inner {
    /// The tensor that holds its values; the subscripts are the variables that it depends on.
    pub target: Access,
    /// The reduction.
    pub value: Expr,
}

/// The expression with tensors in place of the reductions in it. `name` makes the name of a new tensor.
pub fn take_out(expr: Expr, name: &mut dyn FnMut() -> String) -> (Expr, Vec<Inner>) {
    let mut found = Vec::new();
    let Ok(expr) = replaced(expr, name, &mut found);
    (expr, found)
}

fn replaced(expr: Expr, name: &mut dyn FnMut() -> String, found: &mut Vec<Inner>) -> Result<Expr, Infallible> {
    let columns = expr.columns;
    if !matches!(expr.kind, ExprKind::Reduce { .. }) {
        return expr.with_children(&mut |child| replaced(child, name, found));
    }
    let subscript = |variable: &str| Subscript { parts: vec![Scaled::of_variable(variable)], constant: 0, columns };
    let subscripts = expr.free_variables().into_iter().map(subscript).collect();
    let target = Access { tensor: name(), subscripts, columns };
    found.push(Inner { target: target.clone(), value: expr });
    Ok(Expr { kind: ExprKind::Access(target), columns })
}

impl Inner {
    /// The format of the tensor, if a result at `target`, stored in `stored`, is computed from it point by point, and the reduction
    /// gives zero of no values, or what the result does not store.
    pub fn format(&self, target: &Access, stored: &Format, dtype: Dtype) -> Option<Format> {
        let own: Vec<_> = self.target.variables().collect();
        let points: Vec<_> = target.variables().collect();
        let is_same = own.len() == points.len() && own.iter().all(|variable| points.contains(variable));
        if !is_same || own.is_empty() {
            return None;
        }
        // Other reductions take in what operands do not store, and so have a value everywhere.
        let format = Format::named("csf", own.len()).ok()?;
        let Some(reduction) = only_reduction(&self.value) else { return Some(format) };
        let fills = [None, stored.nonzero_fill()];
        let formats = fills.map(|fill| Format { fill, ..format.clone() });
        formats.into_iter().find(|format| fill_is_start_of(format, reduction, dtype))
    }
}

/// The reduction that is all of a value, if that is no sum.
pub fn only_reduction(value: &Expr) -> Option<Reduction> {
    match additive_terms(value).as_slice() {
        [term] if term.sign == Sign::Plus && term.reduction != Reduction::Sum => Some(term.reduction),
        _ => None,
    }
}

/// Whether what a format does not store is what a reduction gives of no values.
pub fn fill_is_start_of(format: &Format, reduction: Reduction, dtype: Dtype) -> bool {
    let start = dtype.fill_type().and_then(|r#type| Fill::parse(&of_nothing(reduction, dtype), r#type));
    let nonzero = |fill: &Fill| !fill.is_zero();
    start.is_some_and(|start| format.nonzero_fill() == Some(start).filter(nonzero))
}
