//! Schedules of programs in index notation: one for each statement, whose loops and operands it names.

use super::EvalError;
use crate::frontend::{factor_names, sum_of};
use lacuna_dialects::sloop::schedule::{FactorRequest, LoopSchedule, Reorder, Sum};
use lacuna_notation::ast::{Assignment, Expr, ExprKind, Operator, Program, Reduction};

/// Reads the schedule of each statement of a program: `reorder(i,k,j); unroll(j,2)`. If there are several statements, it says of which it speaks, by
/// the target or by the number: `y: reorder(i,j); 2: unroll(k,2)`.
pub fn read(text: &str, program: &Program) -> Result<Vec<LoopSchedule>, EvalError> {
    let refused = |message: String| EvalError::Schedule { text: text.to_owned(), message };
    let texts = texts_of_statements(text, program).map_err(refused)?;
    texts.iter().zip(&program.statements).map(|(text, statement)| read_one(text, statement).map_err(refused)).collect()
}

/// What is said of each statement.
fn texts_of_statements(text: &str, program: &Program) -> Result<Vec<String>, String> {
    let statements = &program.statements;
    let mut texts = vec![String::new(); statements.len()];
    let mut current = (statements.len() == 1).then_some(0);
    for piece in text.split(';').map(str::trim).filter(|piece| !piece.is_empty()) {
        let named = piece.split_once(':').filter(|(name, _)| !name.contains('('));
        if let Some((name, _)) = named {
            current = Some(statement_called(name.trim(), statements)?);
        }
        let Some(current) = current else {
            let example = statements.first().map_or("y", |first| first.target.tensor.as_str());
            return Err(format!(
                "there are {} statements: name the statement by its target or number, as in {example}: {piece}",
                statements.len()
            ));
        };
        texts[current] += named.map_or(piece, |(_, rest)| rest.trim());
        texts[current] += ";";
    }
    Ok(texts)
}

/// The statement with this target, or of this number.
fn statement_called(name: &str, statements: &[Assignment]) -> Result<usize, String> {
    let is_target = |statement: &Assignment| statement.target.tensor == name;
    let places: Vec<_> = (0..statements.len()).filter(|place| is_target(&statements[*place])).collect();
    let number = name.parse().ok().and_then(|number: usize| number.checked_sub(1));
    match (places.as_slice(), number.filter(|number| *number < statements.len())) {
        ([only], _) => Ok(*only),
        ([], Some(number)) => Ok(number),
        ([], None) => {
            let targets: Vec<_> = statements.iter().map(|statement| statement.target.tensor.as_str()).collect();
            Err(format!("no statement has the target or the number {name}: the targets are {}", targets.join(", ")))
        }
        ([first, second, ..], _) => Err(format!(
            "statements {} and {} have the target {name}: say a number, as in {}: ...",
            first + 1,
            second + 1,
            first + 1
        )),
    }
}

/// The schedule of one statement.
pub fn read_one(text: &str, assignment: &Assignment) -> Result<LoopSchedule, String> {
    let schedule = LoopSchedule::parse(text)?;
    schedule.order().map_or(Ok(()), |order| check_coordinates(order, assignment))?;
    schedule.check(&assignment.variables())?;
    schedule.factor().map_or(Ok(()), |factor| check_factors(factor, assignment))?;
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
pub fn check_factors(factor: &FactorRequest, assignment: &Assignment) -> Result<(), String> {
    let mut terms = terms(&assignment.value).into_iter().filter_map(factor_names).peekable();
    match terms.clone().any(|names| factor.numbered(&names).is_some()) {
        true => Ok(()),
        false if terms.peek().is_none() => Err("no term of the expression is a product of operands alone".to_owned()),
        false => {
            let known: Vec<_> = terms.filter(|names| names.len() > 1).map(|names| names.join("*")).collect();
            Err(format!(
                "no term is the product of {}: the products are {}",
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
    use lacuna_notation::parse_program;

    fn read(text: &str, program: &str) -> Result<Vec<String>, String> {
        let program = parse_program(program).expect("a program");
        let read = super::read(text, &program);
        let schedules =
            read.map_err(|error| error.to_string().split_once("': ").expect("the schedule").1.to_owned())?;
        Ok(schedules.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn unknown_loops_and_operands_are_refused() {
        for (schedule, message) in [
            ("reorder(i,k)", "there is no loop over k: the loops are i, j"),
            (
                "reorder(i,j+1)",
                "no operand has the subscript j + 1: a loop over a subscript runs over the coordinates of an operand",
            ),
            ("factor(A*B)", "no term is the product of A, B: the products are A*x"),
            ("z: unroll(j,2)", "no statement has the target or the number z: the targets are y"),
        ] {
            assert_eq!(read(schedule, "y(i) = A(i,j) * x(j)"), Err(message.to_owned()), "{schedule}");
        }
        let none = "no term of the expression is a product of operands alone";
        assert_eq!(read("factor(A*B)", "y(i) = exp(b(i))"), Err(none.to_owned()));
    }

    #[test]
    fn empty_schedules_are_accepted() {
        for nothing in ["", " ; "] {
            assert_eq!(read(nothing, "s = a; t = s"), Ok(vec![String::new(); 2]));
        }
    }

    #[test]
    fn each_statement_has_a_schedule() {
        let program = "y(i) = A(i,j) * x(j); z(j) = A(i,j) * y(i); z(j) += x(j)";
        let three = |own: [&str; 3]| Ok(own.map(str::to_owned).to_vec());
        assert_eq!(
            read("y: reorder(i,j); unroll(j,2); 3: vectorize(j)", program),
            three(["reorder(i,j); unroll(j,2)", "", "vectorize(j)"])
        );
        assert_eq!(
            read("2: unroll(j,2); y: unroll(j,4); 2: unroll(i,2)", program),
            three(["unroll(j,4)", "unroll(j,2); unroll(i,2)", ""])
        );
        for (schedule, message) in [
            ("unroll(j,2)", "there are 3 statements: name the statement by its target or number, as in y: unroll(j,2)"),
            ("z: unroll(j,2)", "statements 2 and 3 have the target z: say a number, as in 2: ..."),
            ("4: unroll(j,2)", "no statement has the target or the number 4: the targets are y, z, z"),
            ("3: unroll(i,2)", "there is no loop over i: the loops are j"),
        ] {
            assert_eq!(read(schedule, program), Err(message.to_owned()), "{schedule}");
        }
    }

    #[test]
    fn loops_over_coordinates_are_those_of_operands() {
        let expression = "O(i,j) = I(i+p,q-2*j) * F(p,q)";
        assert!(read("reorder(p + i, j, p, q)", expression).is_ok());
        assert!(read("reorder(i+p,q-2*j,i,j)", expression).is_ok());
        let message =
            "no operand has the subscript i + p + 1: a loop over a subscript runs over the coordinates of an operand";
        assert_eq!(read("reorder(i+p+1,j,p,q)", expression), Err(message.to_owned()));
    }
}
