//! `any` of numbers that are no integers: how many are not zero, and whether that is not zero.
//!
//! `any(j, e)` becomes `sum(j, e != 0) != 0`. A sum visits only what is stored; a maximum of ones and zeros starts below
//! zero, and so would visit every point. Integers have an operation for it, and their counts wrap around.

use lacuna_notation::ast::{Expr, ExprKind, Number, Reduction, Relation};
use std::convert::Infallible;

/// The expression with each `any` as a sum.
pub fn count_any(expr: Expr) -> Expr {
    let Ok(expr) = counted(expr);
    expr
}

fn counted(expr: Expr) -> Result<Expr, Infallible> {
    let expr = expr.with_children(&mut counted)?;
    let columns = expr.columns;
    let is_not_zero = |left: Expr| {
        let zero = Expr { kind: ExprKind::Number(Number::Integer(0)), columns };
        let kind = ExprKind::Compare { relation: Relation::NotEqual, left: Box::new(left), right: Box::new(zero) };
        Expr { kind, columns }
    };
    Ok(match expr.kind {
        ExprKind::Reduce { reduction: Reduction::Any, variables, body, is_implicit } => {
            let body = Box::new(is_not_zero(*body));
            let kind = ExprKind::Reduce { reduction: Reduction::Sum, variables, body, is_implicit };
            is_not_zero(Expr { kind, columns })
        }
        kind => Expr { kind, columns },
    })
}
