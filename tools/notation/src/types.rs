//! What the operations of a statement need of the element type.

use lacuna_runtime::value::{Dtype, Kind};

use crate::ast::{Assignment, Expr, ExprKind, Number, Update};
use crate::error::{NotationError, Problem};

/// Checks that values of type `dtype` have all that a statement asks of them: an order, fractions, an imaginary part.
///
/// # Errors
/// The first operation that asks for more.
pub fn check_types(statement: &Assignment, dtype: Dtype) -> Result<(), NotationError> {
    if let update @ (Update::Max | Update::Min) = statement.update
        && dtype.kind() == Kind::Complex
    {
        let operation = update.symbol().to_owned();
        return Err(NotationError::new(Problem::NoOrder { operation, dtype }, statement.target.columns));
    }
    let mut first = None;
    statement.value.visit(&mut |expr| {
        if first.is_none() {
            first = problem(expr, dtype).map(|problem| NotationError::new(problem, expr.columns));
        }
    });
    first.map_or(Ok(()), Err)
}

fn problem(expr: &Expr, dtype: Dtype) -> Option<Problem> {
    let (operation, needs_order) = match &expr.kind {
        ExprKind::Call { function, .. } if function.needs_fractions() && dtype.kind() == Kind::Integer => {
            return Some(Problem::NoFractions { operation: function.to_string(), dtype });
        }
        ExprKind::Number(number @ Number::Imaginary(_)) if dtype.kind() != Kind::Complex => {
            return Some(Problem::NotComplex { number: number.to_string(), dtype });
        }
        ExprKind::Call { function, .. } => (function.to_string(), function.needs_order()),
        ExprKind::Compare { .. } if expr.as_comparison_of_indices().is_some() => return None,
        ExprKind::Compare { relation, .. } => (relation.to_string(), relation.needs_order()),
        ExprKind::Reduce { reduction, .. } => (reduction.to_string(), reduction.needs_order()),
        _ => return None,
    };
    (needs_order && dtype.kind() == Kind::Complex).then_some(Problem::NoOrder { operation, dtype })
}
