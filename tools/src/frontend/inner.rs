//! Reductions inside of terms become tensors of their own.
//!
//! A `linalg.generic` reduces what it computes; it has no reduction inside. So `2 * (b(i) - sum(j, A(i,j)))` becomes a
//! dense tensor `t(i) = sum(j, A(i,j))` first, and then `2 * (b(i) - t(i))`.

use lacuna_notation::ast::{Access, Expr, ExprKind, Scaled, Subscript};
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
    let subscript = |variable: &str| Subscript {
        parts: vec![Scaled { variable: variable.to_owned(), coefficient: 1 }],
        constant: 0,
        columns,
    };
    let subscripts = expr.free_variables().into_iter().map(subscript).collect();
    let target = Access { tensor: name(), subscripts, columns };
    found.push(Inner { target: target.clone(), value: expr });
    Ok(Expr { kind: ExprKind::Access(target), columns })
}
