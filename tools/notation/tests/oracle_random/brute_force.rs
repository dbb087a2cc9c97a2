//! The plainest possible evaluation, to hold the oracle against.

use std::collections::BTreeMap;

use lacuna_notation::ast::{Access, Assignment, Expr, ExprKind, Function, Number, Operator, Subscript, Update};
use lacuna_runtime::coo::Coo;
use lacuna_runtime::value::Values;

pub type Operands = BTreeMap<String, Coo>;
pub type Sizes = BTreeMap<String, u64>;

/// The value of the target by looping over all points of all terms, in the integers.
pub fn brute_force(assignment: &Assignment, operands: &Operands, sizes: &Sizes) -> Vec<i64> {
    let operands: BTreeMap<&str, BTreeMap<Vec<i64>, i64>> =
        operands.iter().map(|(tensor, coo)| (tensor.as_str(), entries(coo))).collect();
    let kept: Vec<&str> = assignment.target.variables().collect();
    let mut result = Vec::new();
    for_each_point(&kept, sizes, &mut BTreeMap::new(), &mut |point| {
        let mut total = sum(&assignment.value, 1, &kept, sizes, &operands, point);
        if assignment.update == Update::Accumulate {
            total += read(&assignment.target, &operands, point).unwrap_or(0);
        }
        result.push(total);
    });
    result
}

type Point<'a> = BTreeMap<&'a str, i64>;
type Dense<'a> = BTreeMap<&'a str, BTreeMap<Vec<i64>, i64>>;

fn entries(coo: &Coo) -> BTreeMap<Vec<i64>, i64> {
    let Values::I64(values) = &coo.values else { panic!("the tests use 64-bit integers") };
    let mut entries = BTreeMap::new();
    for (entry, value) in values.iter().enumerate() {
        let place = coo.coordinates.iter().map(|coordinates| coordinates[entry] as i64).collect();
        *entries.entry(place).or_insert(0) += value;
    }
    entries
}

fn for_each_point<'a>(
    variables: &[&'a str],
    sizes: &Sizes,
    point: &mut Point<'a>,
    visit: &mut dyn FnMut(&mut Point<'a>),
) {
    match variables {
        [] => visit(point),
        [first, rest @ ..] => {
            for value in 0..sizes[*first] as i64 {
                point.insert(first, value);
                for_each_point(rest, sizes, point, visit);
            }
        }
    }
}

/// Each additive term is summed over the variables that it has and the target lacks.
fn sum<'a>(expr: &'a Expr, sign: i64, kept: &[&'a str], sizes: &Sizes, operands: &Dense, point: &mut Point<'a>) -> i64 {
    match &expr.kind {
        ExprKind::Negate(operand) => sum(operand, -sign, kept, sizes, operands, point),
        ExprKind::Binary { operator: operator @ (Operator::Add | Operator::Subtract), left, right } => {
            let right_sign = if *operator == Operator::Add { sign } else { -sign };
            sum(left, sign, kept, sizes, operands, point) + sum(right, right_sign, kept, sizes, operands, point)
        }
        _ => {
            let mut variables: Vec<&str> = expr.accesses().into_iter().flat_map(Access::variables).collect();
            variables.sort_unstable();
            variables.dedup();
            variables.retain(|variable| !kept.contains(variable));
            let mut total = 0;
            for_each_point(&variables, sizes, point, &mut |point| total += value(expr, operands, point).unwrap_or(0));
            sign * total
        }
    }
}

fn value(expr: &Expr, operands: &Dense, point: &Point) -> Option<i64> {
    match &expr.kind {
        ExprKind::Number(Number::Integer(number)) => Some(*number),
        ExprKind::Number(Number::Float(_)) => panic!("the tests use integers"),
        ExprKind::Access(access) => read(access, operands, point),
        ExprKind::Negate(operand) => Some(-value(operand, operands, point)?),
        ExprKind::Binary { operator, left, right } => {
            let (left, right) = (value(left, operands, point), value(right, operands, point));
            match operator {
                Operator::Add if left.is_none() => right,
                Operator::Add => Some(left? + right.unwrap_or(0)),
                Operator::Subtract if left.is_none() => Some(-right?),
                Operator::Subtract => Some(left? - right.unwrap_or(0)),
                Operator::Multiply => Some(left? * right?),
                Operator::Divide => Some(left? / right.unwrap_or(0)),
            }
        }
        ExprKind::Call { function, arguments } => {
            let values = arguments.iter().map(|argument| value(argument, operands, point).unwrap_or(0));
            match function {
                Function::Max => values.max(),
                Function::Min => values.min(),
            }
        }
    }
}

fn read(access: &Access, operands: &Dense, point: &Point) -> Option<i64> {
    let coordinate = |subscript: &Subscript| {
        subscript
            .parts
            .iter()
            .fold(subscript.constant, |sum, part| sum + part.coefficient * point[part.variable.as_str()])
    };
    operands[access.tensor.as_str()].get(&access.subscripts.iter().map(coordinate).collect::<Vec<_>>()).copied()
}
