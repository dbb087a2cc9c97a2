//! Schedules: what the user wants of the loops.

use super::EvalError;
use lacuna_notation::ast::Assignment;

/// The loop order that a schedule asks for.
///
/// A schedule is a list of directives, `reorder(i,k,j); ...`. So far there is `reorder`, which names every index variable
/// of the expression, outermost first.
pub fn loop_order(text: &str, assignment: &Assignment) -> Result<Vec<String>, EvalError> {
    let refused = |message: String| EvalError::Schedule { text: text.to_owned(), message };
    let mut order: Option<Vec<String>> = None;
    for directive in text.split(';').map(str::trim).filter(|directive| !directive.is_empty()) {
        let parts = directive.split_once('(').and_then(|(name, rest)| Some((name.trim(), rest.strip_suffix(')')?)));
        let (name, arguments) =
            parts.ok_or_else(|| refused(format!("expected name(arguments), found '{directive}'")))?;
        if name != "reorder" {
            return Err(refused(format!("{name} is not supported yet: reorder(i,j,...) is")));
        }
        let named: Vec<_> = arguments.split(',').map(|variable| variable.trim().to_owned()).collect();
        if order.replace(named).is_some() {
            return Err(refused("reorder is given twice".to_owned()));
        }
    }
    let order = order.ok_or_else(|| refused("expected reorder(i,j,...), found nothing".to_owned()))?;
    for (index, variable) in order.iter().enumerate() {
        if order[..index].contains(variable) {
            return Err(refused(format!("variable {variable} is named twice")));
        }
        if !assignment.variables().contains(&variable.as_str()) {
            return Err(refused(format!("the expression has no index variable {variable}")));
        }
    }
    match assignment.variables().into_iter().find(|variable| !order.iter().any(|other| other == variable)) {
        None => Ok(order),
        Some(missing) => Err(refused(format!("the order leaves out variable {missing}"))),
    }
}
