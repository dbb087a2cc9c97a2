//! Where the sums go that the text leaves out.
//!
//! A variable that the target does not have, and that no reduction combines over, is summed over the smallest additive term
//! that holds all its occurrences, so that multiplying out changes nothing: in `2*(b(i) - A(i,j)*x(j))` that is
//! `A(i,j)*x(j)`, in `A(i,j) * (x(j) + c(i))` the whole product. Each term of a sum has sums of its own.
//!
//! Functions, divisors, comparisons and reductions other than `sum` are not linear: there a sum inside is not the sum
//! outside. One that belongs to some terms inside is refused; one that belongs to the whole, as in `max(A(i,j), b(i))`,
//! is taken outside.

use crate::ast::{Assignment, Expr, ExprKind, Operator, Reduction, Update};
use crate::error::{Enclosing, NotationError, Problem};

/// The statement with all its sums.
pub(crate) fn place_sums(statement: Assignment) -> Result<Assignment, NotationError> {
    let kept: Vec<&str> = statement.target.variables().collect();
    let is_summed = |variable: &&str| !kept.contains(variable);
    let summed: Vec<String> =
        statement.value.free_variables().into_iter().filter(is_summed).map(str::to_owned).collect();
    if let (Update::Max | Update::Min, Some(variable)) = (statement.update, summed.first()) {
        return Err(hidden(variable, Enclosing::Update(statement.update), &statement.value));
    }
    let value = summed.iter().try_fold(statement.value, |value, variable| place(value, variable))?;
    check_bindings(&value, &mut kept.into_iter().map(|variable| (variable, false)).collect())?;
    Ok(Assignment { target: statement.target, update: statement.update, value, columns: statement.columns })
}

/// Sums over a variable that occurs in `expr`, which is where a sum is allowed.
fn place(expr: Expr, variable: &str) -> Result<Expr, NotationError> {
    if is_sum(&expr) || matches!(expr.kind, ExprKind::Negate(_)) {
        return expr.with_children(&mut |child| if has(&child, variable) { place(child, variable) } else { Ok(child) });
    }
    match split(&expr, variable, None)? {
        Some(split) => Ok(split),
        None => Ok(wrapped(expr, variable)),
    }
}

/// The expression with the sum further inside, around the terms of a sum that have the variable, where others have not.
/// `enclosing` is what is not linear around it.
fn split(expr: &Expr, variable: &str, enclosing: Option<Enclosing>) -> Result<Option<Expr>, NotationError> {
    let children = expr.children();
    let mut with_variable = (0..children.len()).filter(|&child| has(children[child], variable));
    let (Some(only), None) = (with_variable.next(), with_variable.next()) else { return Ok(None) };
    let child = children[only];
    let enclosing = edge(expr, only).or(enclosing);
    if let Some(inside @ Enclosing::Reduction(_)) = enclosing {
        return Err(hidden(variable, inside, child));
    }
    let new_child = if is_sum(child) {
        let mut terms = Vec::new();
        collect_terms(child, &mut terms);
        let with: Vec<&Expr> = terms.iter().copied().filter(|term| has(term, variable)).collect();
        match (with.len() < terms.len(), enclosing) {
            (true, Some(inside)) => return Err(hidden(variable, inside, with[0])),
            (true, None) => Some(place(child.clone(), variable)?),
            (false, _) => None,
        }
    } else {
        split(child, variable, enclosing)?
    };
    let Some(new_child) = new_child else { return Ok(None) };
    let mut numbers = 0..;
    let replaced = expr.clone().with_children(&mut |old| {
        Ok::<_, NotationError>(if numbers.next() == Some(only) { new_child.clone() } else { old })
    });
    replaced.map(Some)
}

/// What is not linear in a child of an expression, by its number.
fn edge(expr: &Expr, child: usize) -> Option<Enclosing> {
    match &expr.kind {
        ExprKind::Binary { operator: Operator::Divide, .. } if child == 1 => Some(Enclosing::Divisor),
        ExprKind::Compare { .. } => Some(Enclosing::Relation),
        ExprKind::Call { function, .. } => Some(Enclosing::Function(*function)),
        ExprKind::Reduce { reduction, .. } if *reduction != Reduction::Sum => Some(Enclosing::Reduction(*reduction)),
        _ => None,
    }
}

fn is_sum(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary { operator: Operator::Add | Operator::Subtract, .. } => true,
        ExprKind::Negate(operand) => is_sum(operand),
        _ => false,
    }
}

/// The terms of a sum, without their signs.
fn collect_terms<'a>(expr: &'a Expr, terms: &mut Vec<&'a Expr>) {
    match &expr.kind {
        ExprKind::Binary { operator: Operator::Add | Operator::Subtract, left, right } => {
            collect_terms(left, terms);
            collect_terms(right, terms);
        }
        ExprKind::Negate(operand) => collect_terms(operand, terms),
        _ => terms.push(expr),
    }
}

fn has(expr: &Expr, variable: &str) -> bool {
    expr.free_variables().contains(&variable)
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

fn hidden(variable: &str, inside: Enclosing, place: &Expr) -> NotationError {
    let remedy = format!("sum({variable}, {place})");
    NotationError::new(Problem::HiddenSum { variable: variable.to_owned(), inside, remedy }, place.columns)
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
