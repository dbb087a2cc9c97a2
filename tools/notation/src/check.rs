//! What statements and programs must satisfy beyond their grammar, sizes left out.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Access, Assignment, Expr, ExprKind, Program, Update};
use crate::error::{NotationError, Problem};

/// The first rule that `assignment` breaks, if any.
pub(crate) fn check(assignment: &Assignment) -> Result<(), NotationError> {
    check_target(assignment)?;
    check_calls(&assignment.value)?;
    check_orders(&assignment.accesses())?;
    check_names(&assignment.variables().into_iter().collect(), &assignment.accesses())
}

/// The first rule that the statements of a program break together, if any.
pub(crate) fn check_program(program: &Program) -> Result<(), NotationError> {
    let accesses: Vec<&Access> = program.statements.iter().flat_map(Assignment::accesses).collect();
    check_orders(&accesses)?;
    check_names(&program.variables(), &accesses)?;
    let operands: BTreeSet<&str> = program.operands().into_iter().map(|access| access.tensor.as_str()).collect();
    let mut assigned = BTreeSet::new();
    for Assignment { target, update, .. } in &program.statements {
        let tensor = || target.tensor.clone();
        let is_new = assigned.insert(&target.tensor);
        if *update == Update::Replace && !is_new {
            return Err(NotationError::new(Problem::AssignedTwice { tensor: tensor() }, target.columns));
        }
        if *update == Update::Replace && operands.contains(target.tensor.as_str()) {
            return Err(NotationError::new(Problem::ReadBefore { tensor: tensor() }, target.columns));
        }
    }
    Ok(())
}

/// The target is not read.
fn check_target(assignment: &Assignment) -> Result<(), NotationError> {
    let target = &assignment.target;
    if let Some(read) = assignment.value.accesses().into_iter().find(|access| access.tensor == target.tensor) {
        return Err(NotationError::new(Problem::TargetRead { tensor: target.tensor.clone() }, read.columns));
    }
    Ok(())
}

/// Each function has as many arguments as it takes.
fn check_calls(expr: &Expr) -> Result<(), NotationError> {
    if let ExprKind::Call { function, arguments } = &expr.kind
        && !function.arguments().accept(arguments.len())
    {
        let problem =
            Problem::ArgumentCount { function: *function, arguments: function.arguments(), found: arguments.len() };
        return Err(NotationError::new(problem, expr.columns));
    }
    expr.children().into_iter().try_for_each(check_calls)
}

/// A tensor has one order.
fn check_orders(accesses: &[&Access]) -> Result<(), NotationError> {
    let mut orders = BTreeMap::new();
    for access in accesses {
        let second = access.subscripts.len();
        let first = *orders.entry(&access.tensor).or_insert(second);
        if first != second {
            let problem = Problem::OrderMismatch { tensor: access.tensor.clone(), first, second };
            return Err(NotationError::new(problem, access.columns));
        }
    }
    Ok(())
}

/// No name is both a tensor and an index variable.
fn check_names(variables: &BTreeSet<&str>, accesses: &[&Access]) -> Result<(), NotationError> {
    match accesses.iter().find(|access| variables.contains(access.tensor.as_str())) {
        Some(access) => Err(NotationError::new(Problem::TensorAndVariable(access.tensor.clone()), access.columns)),
        None => Ok(()),
    }
}
