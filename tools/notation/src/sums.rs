//! Where the sums go that the text leaves out.
//!
//! A variable that the target does not have, and that no reduction combines over, is summed over the smallest additive term
//! that holds all its occurrences, so that multiplying out changes nothing: in `2*(b(i) - A(i,j)*x(j))` that is
//! `A(i,j)*x(j)`, in `A(i,j) * (x(j) + c(i))` the whole product. Each term of a sum has sums of its own.
//!
//! Functions, divisors, comparisons and reductions other than `sum` are not linear: there a sum inside is not the sum
//! outside. So a term whose variable stands inside of only one of them is refused (`unclear`): the text has to say which
//! of the two sums it means.

mod unclear;

use std::convert::Infallible;

use crate::ast::{Assignment, Expr, ExprKind, Operator, Reduction, Update};
use crate::error::{NotationError, Problem};

/// The statement with all its sums.
pub(crate) fn place_sums(statement: Assignment) -> Result<Assignment, NotationError> {
    let kept: Vec<&str> = statement.target.variables().collect();
    let is_summed = |variable: &&str| !kept.contains(variable);
    let summed: Vec<String> =
        statement.value.free_variables().into_iter().filter(is_summed).map(str::to_owned).collect();
    if matches!(statement.update, Update::Max | Update::Min) && !summed.is_empty() {
        return Err(in_update(statement.update, summed, &statement.value));
    }
    unclear::check(&statement.value, &summed)?;
    let value = summed.iter().fold(statement.value, |value, variable| place(value, variable));
    check_bindings(&value, &mut kept.into_iter().map(|variable| (variable, false)).collect())?;
    Ok(Assignment { target: statement.target, update: statement.update, value, columns: statement.columns })
}

/// Sums over a variable that occurs in `expr`, in each additive term that has it.
fn place(expr: Expr, variable: &str) -> Expr {
    if !is_sum(&expr) && !matches!(expr.kind, ExprKind::Negate(_)) {
        return further_inside(&expr, variable).unwrap_or_else(|| wrapped(expr, variable));
    }
    let Ok(placed) = expr.with_children(&mut |child| {
        Ok::<_, Infallible>(if has(&child, variable) { place(child, variable) } else { child })
    });
    placed
}

/// The expression with the sum further inside, around those terms of a sum that have the variable, where others have not.
fn further_inside(expr: &Expr, variable: &str) -> Option<Expr> {
    let (only, child) = only_factor(expr, variable)?;
    let new_child = if is_sum(child) {
        let lacks = additive_terms(child).into_iter().any(|term| !has(term, variable));
        lacks.then(|| place(child.clone(), variable))?
    } else {
        further_inside(child, variable)?
    };
    Some(change_children(expr.clone(), |number, old| if number == only { new_child.clone() } else { old }))
}

/// The only factor that has the variable, and its number, if the expression is linear in it: multiplying the factor out,
/// or summing it, changes nothing.
fn only_factor<'a>(expr: &'a Expr, variable: &str) -> Option<(usize, &'a Expr)> {
    let mut with_variable = expr.children().into_iter().enumerate().filter(|(_, child)| has(child, variable));
    let (Some(only), None) = (with_variable.next(), with_variable.next()) else { return None };
    let is_linear = match &expr.kind {
        ExprKind::Binary { operator: Operator::Divide, .. } => only.0 == 0,
        ExprKind::Binary { .. } | ExprKind::Negate(_) => true,
        ExprKind::Call { function, .. } => function.is_additive(),
        ExprKind::Reduce { reduction, .. } => *reduction == Reduction::Sum,
        ExprKind::Compare { .. } | ExprKind::Number(_) | ExprKind::Access(_) | ExprKind::Index(_) => false,
    };
    is_linear.then_some(only)
}

fn is_sum(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary { operator: Operator::Add | Operator::Subtract, .. } => true,
        ExprKind::Negate(operand) => is_sum(operand),
        _ => false,
    }
}

/// The terms of a sum, without their signs.
fn additive_terms(expr: &Expr) -> Vec<&Expr> {
    let (mut terms, mut open) = (Vec::new(), vec![expr]);
    while let Some(expr) = open.pop() {
        match &expr.kind {
            ExprKind::Binary { operator: Operator::Add | Operator::Subtract, left, right } => {
                open.extend([&**right, &**left])
            }
            ExprKind::Negate(operand) => open.push(operand),
            _ => terms.push(expr),
        }
    }
    terms
}

fn has(expr: &Expr, variable: &str) -> bool {
    expr.free_variables().contains(&variable)
}

/// The same node over other expressions: `change` is told of each of the children, with its number.
fn change_children(expr: Expr, mut change: impl FnMut(usize, Expr) -> Expr) -> Expr {
    let mut number = 0;
    let changed = expr.with_children(&mut |child| {
        number += 1;
        Ok::<_, Infallible>(change(number - 1, child))
    });
    let Ok(changed) = changed;
    changed
}

/// The sum of an expression over a variable, with that over others in one.
fn wrapped(expr: Expr, variable: &str) -> Expr {
    let columns = expr.columns;
    let (mut variables, body) = match expr.kind {
        ExprKind::Reduce { variables, body, is_implicit: true, .. } => (variables, body),
        kind => (Vec::new(), Box::new(Expr { kind, columns })),
    };
    variables.push(variable.to_owned());
    Expr { kind: ExprKind::Reduce { reduction: Reduction::Sum, variables, body, is_implicit: true }, columns }
}

/// The refusal of a sum that an update by `max=` or `min=` would take.
fn in_update(update: Update, variables: Vec<String>, value: &Expr) -> NotationError {
    let name = if update == Update::Max { Reduction::Max } else { Reduction::Min };
    let over = variables.join(", ");
    let (sum, other) = (format!("sum({over}, {value})"), format!("{name}({over}, {value})"));
    NotationError::new(Problem::SumInUpdate { update, variables, sum, other }, value.columns)
}

/// No variable gets a value where it has one. `bound` are those that have, and whether a sum that was left out binds them.
fn check_bindings<'a>(expr: &'a Expr, bound: &mut Vec<(&'a str, bool)>) -> Result<(), NotationError> {
    let outside = bound.len();
    if let ExprKind::Reduce { reduction, variables, is_implicit, .. } = &expr.kind {
        for variable in variables {
            let (reduction, name) = (*reduction, variable.clone());
            let problem = match bound.iter().rposition(|(other, _)| other == variable) {
                None => {
                    bound.push((variable, *is_implicit));
                    continue;
                }
                Some(place) if place >= outside => Problem::ReducedTwice { reduction, variable: name },
                Some(place) if bound[place].1 => Problem::UsedOutside { reduction, variable: name },
                Some(_) => Problem::BoundTwice { reduction, variable: name },
            };
            return Err(NotationError::new(problem, expr.columns));
        }
    }
    expr.children().into_iter().try_for_each(|child| check_bindings(child, bound))?;
    bound.truncate(outside);
    Ok(())
}
