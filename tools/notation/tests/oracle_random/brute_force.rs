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

/// The coordinates at which the target stores something, by looking at all points of all terms.
pub fn stored_points(assignment: &Assignment, operands: &Operands, sizes: &Sizes) -> Vec<Vec<u64>> {
    let operands: BTreeMap<&str, BTreeMap<Vec<i64>, i64>> =
        operands.iter().map(|(tensor, coo)| (tensor.as_str(), entries(coo))).collect();
    let kept: Vec<&str> = assignment.target.variables().collect();
    let mut stored = Vec::new();
    for_each_point(&kept, sizes, &mut BTreeMap::new(), &mut |point| {
        let is_old = assignment.update == Update::Accumulate && read(&assignment.target, &operands, point).is_some();
        let value = found(&assignment.value, 1, &kept, sizes, &operands, point);
        if is_old || value.is_none_or(|number| number != 0) {
            stored.push(kept.iter().map(|variable| point[variable] as u64).collect());
        }
    });
    stored
}

/// The number that an expression of additive terms is; none where entries take part.
fn found<'a>(
    expr: &'a Expr,
    sign: i64,
    kept: &[&'a str],
    sizes: &Sizes,
    operands: &Dense,
    point: &mut Point<'a>,
) -> Option<i64> {
    match &expr.kind {
        ExprKind::Negate(operand) => found(operand, -sign, kept, sizes, operands, point),
        ExprKind::Binary { operator: operator @ (Operator::Add | Operator::Subtract), left, right } => {
            let right_sign = if *operator == Operator::Add { sign } else { -sign };
            let left = found(left, sign, kept, sizes, operands, point)?;
            Some(left + found(right, right_sign, kept, sizes, operands, point)?)
        }
        _ => {
            let mut variables: Vec<&str> = expr.accesses().into_iter().flat_map(Access::variables).collect();
            variables.sort_unstable();
            variables.dedup();
            variables.retain(|variable| !kept.contains(variable));
            let mut total = Some(0);
            for_each_point(&variables, sizes, point, &mut |point| match is_stored(expr, operands, point) {
                Stored::Unstored(0) | Stored::Number(0) => {}
                Stored::Number(number) | Stored::Unstored(number) if variables.is_empty() => {
                    total = Some(sign * number)
                }
                Stored::Number(_) | Stored::Unstored(_) | Stored::Entry => total = None,
            });
            total
        }
    }
}

/// What an expression is at a point.
#[derive(Clone, Copy)]
enum Stored {
    /// Made of entries that are not stored, and of numbers perhaps: nothing, where it is zero.
    Unstored(i64),
    /// Made of numbers alone.
    Number(i64),
    /// Made of entries, too.
    Entry,
}

fn is_stored(expr: &Expr, operands: &Dense, point: &Point) -> Stored {
    use Stored::{Entry, Number as Known, Unstored};
    let combined = |left: Stored, right: Stored, combine: fn(i64, i64) -> i64| match (left, right) {
        (Known(left), Known(right)) => Known(combine(left, right)),
        (Known(left) | Unstored(left), Known(right) | Unstored(right)) => Unstored(combine(left, right)),
        _ => Entry,
    };
    match &expr.kind {
        ExprKind::Number(Number::Integer(number)) => Known(*number),
        ExprKind::Number(Number::Float(_)) => panic!("the tests use integers"),
        ExprKind::Access(access) => read(access, operands, point).map_or(Unstored(0), |_| Entry),
        ExprKind::Negate(operand) => {
            combined(Known(0), is_stored(operand, operands, point), |zero, number| zero - number)
        }
        ExprKind::Binary { operator, left, right } => {
            let (left, right) = (is_stored(left, operands, point), is_stored(right, operands, point));
            match (operator, left, right) {
                (Operator::Multiply | Operator::Divide, Unstored(0), _) | (Operator::Multiply, _, Unstored(0)) => {
                    Unstored(0)
                }
                (Operator::Add, ..) => combined(left, right, |left, right| left + right),
                (Operator::Subtract, ..) => combined(left, right, |left, right| left - right),
                (Operator::Multiply, ..) => combined(left, right, |left, right| left * right),
                (Operator::Divide, ..) => combined(left, right, |left, right| left / right),
            }
        }
        ExprKind::Call { function, arguments } => {
            let arguments = arguments.iter().map(|argument| is_stored(argument, operands, point));
            let choose = match function {
                Function::Max => i64::max,
                Function::Min => i64::min,
            };
            arguments.reduce(|one, other| combined(one, other, choose)).expect("a function has arguments")
        }
    }
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
