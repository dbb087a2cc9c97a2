//! A smaller nest that still fails: statements and parts of values are left out, one at a time.

use super::tree::{Nest, Role, Statement, Value};
use std::time::{Duration, Instant};

/// The longest that a nest is reduced: each step compiles one.
const LONGEST: Duration = Duration::from_secs(8);

/// The smallest nest found for which `fails` holds.
pub fn reduce(nest: &Nest, fails: impl Fn(&Nest) -> bool) -> Nest {
    let begin = Instant::now();
    let mut smallest = nest.clone();
    let mut number = 0;
    while begin.elapsed() < LONGEST {
        let Some(candidate) = smaller(&smallest, number) else { break };
        if fails(&candidate) {
            smallest = candidate;
        } else {
            number += 1;
        }
    }
    smallest
}

/// The smaller nest of a number: each statement left out, each loop taken off its body, each value replaced by a part of it.
fn smaller(nest: &Nest, number: usize) -> Option<Nest> {
    let mut candidate = nest.clone();
    let mut left = number;
    if drop_statement(&mut candidate.body, &mut left) || drop_part(&mut candidate.body, &mut left) {
        return Some(candidate);
    }
    drop_tensor(&mut candidate, left).then_some(candidate)
}

fn drop_statement(statements: &mut Vec<Statement>, left: &mut usize) -> bool {
    for place in 0..statements.len() {
        // A variable that is not derived cannot be mentioned.
        if !matches!(statements[place], Statement::Derive { .. }) {
            if *left == 0 {
                statements.remove(place);
                return true;
            }
            *left -= 1;
        }
        let found = match &mut statements[place] {
            Statement::Loop { body, .. } => drop_statement(body, left),
            Statement::Where { produce, consume, .. } => drop_statement(produce, left) || drop_statement(consume, left),
            Statement::Derive { .. } | Statement::Write { .. } => false,
        };
        if found {
            return true;
        }
    }
    false
}

fn drop_part(statements: &mut [Statement], left: &mut usize) -> bool {
    statements.iter_mut().any(|statement| match statement {
        Statement::Loop { body, .. } => drop_part(body, left),
        Statement::Where { produce, consume, .. } => drop_part(produce, left) || drop_part(consume, left),
        Statement::Write { value, .. } => simplify(value, left),
        Statement::Derive { .. } => false,
    })
}

fn simplify(value: &mut Value, left: &mut usize) -> bool {
    let parts = match value {
        Value::Number(_) => return false,
        Value::Binary(_, left, right) => vec![(**left).clone(), (**right).clone()],
        Value::OnlyWhere(_, value) => vec![(**value).clone()],
        Value::Variable(_) | Value::Read(_) | Value::IfStored(..) | Value::Fold { .. } => vec![Value::Number(1.0)],
    };
    for part in parts {
        if *left == 0 {
            *value = part;
            return true;
        }
        *left -= 1;
    }
    match value {
        Value::Binary(_, one, other) => simplify(one, left) || simplify(other, left),
        Value::Fold { value, .. } | Value::OnlyWhere(_, value) => simplify(value, left),
        Value::Number(_) | Value::Variable(_) | Value::Read(_) | Value::IfStored(..) => false,
    }
}

/// Leaves out a tensor that nothing mentions. Something is given back always.
fn drop_tensor(nest: &mut Nest, left: usize) -> bool {
    let mut mentioned = vec![false; nest.tensors.len()];
    mention_all(&nest.body, &mut mentioned);
    let keeps_result = nest.results().any(|tensor| mentioned[tensor.0]);
    let unused: Vec<_> = nest.operands().chain(nest.results()).filter(|tensor| !mentioned[tensor.0]).collect();
    match unused.get(left) {
        Some(tensor) if keeps_result => {
            nest.tensors[tensor.0].role = Role::Unused;
            true
        }
        _ => false,
    }
}

fn mention_all(statements: &[Statement], mentioned: &mut [bool]) {
    fn of_value(value: &Value, mentioned: &mut [bool]) {
        match value {
            Value::Read(access) | Value::IfStored(access, _) => mentioned[access.tensor.0] = true,
            Value::Fold { value, .. } => of_value(value, mentioned),
            Value::OnlyWhere(entries, value) => {
                entries.iter().for_each(|access| mentioned[access.tensor.0] = true);
                of_value(value, mentioned);
            }
            Value::Binary(_, left, right) => {
                of_value(left, mentioned);
                of_value(right, mentioned);
            }
            Value::Number(_) | Value::Variable(_) => {}
        }
    }
    for statement in statements {
        match statement {
            Statement::Loop { body, .. } => mention_all(body, mentioned),
            Statement::Where { produce, consume, .. } => {
                mention_all(produce, mentioned);
                mention_all(consume, mentioned);
            }
            Statement::Derive { .. } => {}
            Statement::Write { target, value, .. } => {
                mentioned[target.tensor.0] = true;
                of_value(value, mentioned);
            }
        }
    }
}
