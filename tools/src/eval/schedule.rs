//! Schedules of statements in index notation: what they name has to be there.

use super::EvalError;
use crate::frontend::{factor_names, sum_of};
use lacuna_dialects::sloop::schedule::{FactorRequest, LoopSchedule, Reorder, Sum};
use lacuna_notation::ast::{Assignment, Expr, ExprKind, Operator, Reduction};

/// Reads a schedule of a statement, `reorder(i,k,j); precompute(j, policy=hash)`.
pub fn read(text: &str, assignment: &Assignment) -> Result<LoopSchedule, EvalError> {
    let refused = |message: String| EvalError::Schedule { text: text.to_owned(), message };
    let schedule = LoopSchedule::parse(text).map_err(refused)?;
    let variables = assignment.variables();
    if schedule.is_empty() {
        let example = format!("reorder({})", variables.join(","));
        return Err(refused(format!("it is empty: expected a directive, as in {example}")));
    }
    schedule.order().map_or(Ok(()), |order| check_coordinates(order, assignment)).map_err(refused)?;
    schedule.check(&variables).map_err(refused)?;
    schedule.factor().map_or(Ok(()), |factor| check_factors(factor, assignment)).map_err(refused)?;
    Ok(schedule)
}

/// Loops over sums of variables run over the coordinates of operands.
fn check_coordinates(order: &Reorder, assignment: &Assignment) -> Result<(), String> {
    let accesses = assignment.value.accesses();
    let subscripts: Vec<Sum> = accesses.iter().flat_map(|access| &access.subscripts).filter_map(sum_of).collect();
    let is_read = |over: &&Sum| subscripts.contains(over);
    let sums = order.loops.iter().filter(|over| over.as_term().is_none());
    match sums.into_iter().find(|over| !is_read(over)) {
        None => Ok(()),
        Some(over) => Err(format!(
            "no operand has the subscript {}: a loop over a subscript runs over the coordinates of an operand",
            over.text_in_order(Clone::clone)
        )),
    }
}

/// Some term is the product of the factors that are named.
fn check_factors(factor: &FactorRequest, assignment: &Assignment) -> Result<(), String> {
    let mut terms = terms(&assignment.value).into_iter().filter_map(factor_names).peekable();
    match terms.clone().any(|names| factor.numbered(&names).is_some()) {
        true => Ok(()),
        false if terms.peek().is_none() => Err("no term of the expression is a product of operands alone".to_owned()),
        false => {
            let known: Vec<_> = terms.filter(|names| names.len() > 1).map(|names| names.join("*")).collect();
            Err(format!(
                "no term is the product of {}: there is {}",
                factor.order.factors().iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", "),
                known.join(" and ")
            ))
        }
    }
}

/// The terms of a sum, without their signs and the sums around them.
fn terms(value: &Expr) -> Vec<&Expr> {
    match &value.kind {
        ExprKind::Binary { operator: Operator::Add | Operator::Subtract, left, right } => {
            [terms(left), terms(right)].concat()
        }
        ExprKind::Negate(operand) => terms(operand),
        ExprKind::Reduce { reduction: Reduction::Sum, body, .. } => terms(body),
        _ => vec![value],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lacuna_notation::parse;

    fn refusal(expression: &str, schedule: &str) -> String {
        let assignment = parse(expression).expect("an expression");
        let error = read(schedule, &assignment).expect_err("the schedule is wrong").to_string();
        let (_, message) = error.split_once("': ").expect("the schedule comes first");
        message.to_owned()
    }

    #[test]
    fn what_a_statement_lacks_is_said() {
        for (schedule, message) in [
            (" ; ", "it is empty: expected a directive, as in reorder(i,j)"),
            ("reorder(i,k)", "there is no loop over k: there are i, j"),
            (
                "reorder(i,j+1)",
                "no operand has the subscript j + 1: a loop over a subscript runs over the coordinates of an operand",
            ),
            ("factor(A*B)", "no term is the product of A, B: there is A*x"),
        ] {
            assert_eq!(refusal("y(i) = A(i,j) * x(j)", schedule), message, "{schedule}");
        }
        assert_eq!(
            refusal("y(i) = exp(b(i))", "factor(A*B)"),
            "no term of the expression is a product of operands alone"
        );
    }

    #[test]
    fn loops_over_coordinates_are_those_of_operands() {
        let expression = "O(i,j) = I(i+p,q-2*j) * F(p,q)";
        let assignment = parse(expression).expect("an expression");
        assert!(read("reorder(p + i, j, p, q)", &assignment).is_ok());
        assert!(read("reorder(i+p,q-2*j,i,j)", &assignment).is_ok());
        let message =
            "no operand has the subscript i + p + 1: a loop over a subscript runs over the coordinates of an operand";
        assert_eq!(refusal(expression, "reorder(i+p+1,j,p,q)"), message);
    }
}
