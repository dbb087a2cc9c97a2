//! What names mean that stand alone: index variables, or tensors of order 0.
//!
//! A name is an index variable where it occurs in a subscript of the same statement, or is what a reduction combines over.
//! `max` and `min` are reductions where all their arguments but the last are index variables, else functions.

use std::collections::BTreeSet;
use std::convert::Infallible;

use crate::ast::{Access, Assignment, Expr, ExprKind, Reduction};

/// The statement with each name as what it means.
pub(crate) fn resolve(statement: Assignment) -> Assignment {
    let variables: BTreeSet<String> = statement.variables().into_iter().map(str::to_owned).collect();
    let Ok(value) = resolved(statement.value, &variables);
    Assignment { value, ..statement }
}

fn resolved(expr: Expr, variables: &BTreeSet<String>) -> Result<Expr, Infallible> {
    let mut expr = expr.with_children(&mut |child| resolved(child, variables))?;
    expr.kind = match expr.kind {
        ExprKind::Access(Access { tensor, subscripts, .. }) if subscripts.is_empty() && variables.contains(&tensor) => {
            ExprKind::Index(tensor)
        }
        ExprKind::Call { function, arguments } => match (reduction(function.name(), &arguments), arguments) {
            (Some((reduction, variables)), mut arguments) if !arguments.is_empty() => {
                let body = Box::new(arguments.remove(variables.len()));
                ExprKind::Reduce { reduction, variables, body, is_implicit: false }
            }
            (_, arguments) => ExprKind::Call { function, arguments },
        },
        kind => kind,
    };
    Ok(expr)
}

/// The reduction of this name and what it combines over, if all arguments but the last are index variables.
fn reduction(name: &str, arguments: &[Expr]) -> Option<(Reduction, Vec<String>)> {
    let reduction = Reduction::named(name)?;
    let (_, first) = arguments.split_last().filter(|(_, first)| !first.is_empty())?;
    let variables = first.iter().map(|argument| match &argument.kind {
        ExprKind::Index(variable) => Some(variable.clone()),
        _ => None,
    });
    Some((reduction, variables.collect::<Option<_>>()?))
}
