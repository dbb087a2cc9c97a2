//! What an assignment must satisfy beyond its grammar, sizes left out.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Assignment, Expr, ExprKind, Function};
use crate::error::{NotationError, Problem};

/// The first rule that `assignment` breaks, if any.
pub(crate) fn check(assignment: &Assignment) -> Result<(), NotationError> {
    check_target(assignment)?;
    check_calls(&assignment.value)?;
    check_orders(assignment)?;
    check_names(assignment)
}

/// The target is not read, and its subscripts are plain, distinct variables.
fn check_target(assignment: &Assignment) -> Result<(), NotationError> {
    let target = &assignment.target;
    if let Some(read) = assignment.value.accesses().into_iter().find(|access| access.tensor == target.tensor) {
        return Err(NotationError::new(Problem::TargetRead { tensor: target.tensor.clone() }, read.columns));
    }
    let mut seen = BTreeSet::new();
    for subscript in &target.subscripts {
        let Some(variable) = subscript.as_variable() else {
            let problem = Problem::TargetSubscript { tensor: target.tensor.clone(), found: subscript.to_string() };
            return Err(NotationError::new(problem, subscript.columns));
        };
        if !seen.insert(variable) {
            let problem =
                Problem::TargetVariableTwice { tensor: target.tensor.clone(), variable: variable.to_string() };
            return Err(NotationError::new(problem, subscript.columns));
        }
    }
    Ok(())
}

/// Each function has as many arguments as it takes.
fn check_calls(expr: &Expr) -> Result<(), NotationError> {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Access(_) => Ok(()),
        ExprKind::Negate(operand) => check_calls(operand),
        ExprKind::Binary { left, right, .. } => {
            check_calls(left)?;
            check_calls(right)
        }
        ExprKind::Call { function, arguments } => {
            let (least, found) = (Function::LEAST_ARGUMENTS, arguments.len());
            if found < least {
                let problem = Problem::TooFewArguments { function: *function, least, found };
                return Err(NotationError::new(problem, expr.columns));
            }
            arguments.iter().try_for_each(check_calls)
        }
    }
}

/// A tensor has one order.
fn check_orders(assignment: &Assignment) -> Result<(), NotationError> {
    let mut orders = BTreeMap::new();
    for access in assignment.accesses() {
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
fn check_names(assignment: &Assignment) -> Result<(), NotationError> {
    let variables: BTreeSet<&str> = assignment.variables().into_iter().collect();
    match assignment.accesses().into_iter().find(|access| variables.contains(access.tensor.as_str())) {
        Some(access) => Err(NotationError::new(Problem::TensorAndVariable(access.tensor.clone()), access.columns)),
        None => Ok(()),
    }
}
