//! What names mean that stand alone: index variables, or tensors of order 0.
//!
//! A name is an index variable where it occurs in a subscript of the same statement, or is what a reduction combines over.
//! `max` and `min` are reductions where their first argument is an index variable, and those up to the last are names:
//! these are index variables, too. Else they are functions.

use std::collections::BTreeSet;
use std::convert::Infallible;

use crate::ast::{Access, Assignment, Expr, ExprKind, Reduction};

/// The statement with each name as what it means.
pub(crate) fn resolve(statement: Assignment) -> Assignment {
    let mut variables: BTreeSet<String> = statement.variables().into_iter().map(str::to_owned).collect();
    // What one `max` combines over may be what another begins with.
    loop {
        let known = variables.len();
        let mut found = Vec::new();
        statement.value.visit(&mut |expr| {
            if let ExprKind::Call { function, arguments } = &expr.kind
                && let Some((_, combined)) = reduction(function.name(), arguments, &variables)
            {
                found.extend(combined);
            }
        });
        variables.extend(found);
        if variables.len() == known {
            break;
        }
    }
    let Ok(value) = resolved(statement.value, &variables);
    Assignment { value, ..statement }
}

fn resolved(expr: Expr, variables: &BTreeSet<String>) -> Result<Expr, Infallible> {
    let mut expr = expr.with_children(&mut |child| resolved(child, variables))?;
    expr.kind = match expr.kind {
        ExprKind::Access(Access { tensor, subscripts, .. }) if subscripts.is_empty() && variables.contains(&tensor) => {
            ExprKind::Index(tensor)
        }
        ExprKind::Call { function, arguments } => {
            match (reduction(function.name(), &arguments, variables), arguments) {
                (Some((reduction, variables)), mut arguments) if !arguments.is_empty() => {
                    let body = Box::new(arguments.remove(variables.len()));
                    ExprKind::Reduce { reduction, variables, body, is_implicit: false }
                }
                (_, arguments) => ExprKind::Call { function, arguments },
            }
        }
        kind => kind,
    };
    Ok(expr)
}

/// The reduction of this name and what it combines over, if the first argument is an index variable and those up to the
/// last are names.
fn reduction(name: &str, arguments: &[Expr], variables: &BTreeSet<String>) -> Option<(Reduction, Vec<String>)> {
    let reduction = Reduction::named(name)?;
    let (_, first) = arguments.split_last().filter(|(_, first)| !first.is_empty())?;
    let names = first.iter().map(|argument| match &argument.kind {
        ExprKind::Index(name) => Some(name.clone()),
        ExprKind::Access(Access { tensor, subscripts, .. }) if subscripts.is_empty() => Some(tensor.clone()),
        _ => None,
    });
    let names: Vec<String> = names.collect::<Option<_>>()?;
    variables.contains(names.first()?).then_some((reduction, names))
}
