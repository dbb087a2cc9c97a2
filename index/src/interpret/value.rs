//! Values of expressions, what is known of them, and what operations make of them.

use super::{Number, Stopped, apply, stopped::unsupported};
use crate::{
    Combiner, Operation, Scalar,
    algebra::{self, Known, Simplified},
    combiners::operation,
};

/// A value, and whether it is known from other than data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) number: Number,
    /// Of a constant of the program, no; of what is not stored, yes: [`Known::absent`].
    pub(super) absent: Option<bool>,
}

impl Value {
    pub(super) fn data(number: Number) -> Self {
        Self { number, absent: None }
    }

    pub(super) fn of(known: Known, r#type: Scalar) -> Self {
        Self { number: Number::of(known.value, r#type), absent: Some(known.absent) }
    }

    pub(super) fn known(self) -> Option<Known> {
        Some(Known { value: self.number.constant()?, absent: self.absent? })
    }

    /// Whether combining with it changes nothing, because nothing is stored.
    pub(super) fn adds_nothing(self, combiner: Combiner, r#type: Scalar) -> bool {
        let is_neutral = |known: Known| known.absent && algebra::is_neutral(combiner, known, r#type);
        self.number == Number::Absent || self.known().is_some_and(is_neutral)
    }
}

pub(super) fn neutral(combiner: Combiner, r#type: Scalar) -> Result<Value, Stopped> {
    if combiner == Combiner::Mul && r#type.is_complex() {
        return Ok(Value::data(Number::Complex(1.0, 0.0)));
    }
    let neutral = algebra::neutral(combiner, r#type).map(|constant| Number::of(constant, r#type));
    let number = neutral.ok_or_else(|| unsupported(format!("the neutral value of {} in {type}", combiner.word())))?;
    Ok(Value { number, absent: Some(true) })
}

pub(super) fn combine(combiner: Combiner, left: Value, right: Value, r#type: Scalar) -> Result<Value, Stopped> {
    match (left.number, right.number) {
        (Number::Absent, _) => return Ok(right),
        (_, Number::Absent) => return Ok(left),
        _ => {}
    }
    let name = operation(combiner, r#type).ok_or_else(|| unsupported(format!("{} of {type}", combiner.word())))?;
    match algebra::simplify_combine(combiner, &[left.known(), right.known()], r#type) {
        Simplified::Constant(known) => Ok(Value::of(known, r#type)),
        Simplified::Operand(index) => Ok([left, right][index]),
        Simplified::Itself => computed(Operation::made(name), &[left, right], &[r#type, r#type], r#type),
    }
}

/// What an operation makes of values: by the rules for what is not stored, else by computing.
pub(super) fn scalar(
    operation: Operation,
    operands: &[Value],
    types: &[Scalar],
    result: Scalar,
) -> Result<Value, Stopped> {
    if let Some(value) = operation.constant() {
        return Ok(Value::of(Known { value, absent: false }, result));
    }
    let known: Vec<_> = operands.iter().map(|operand| operand.known()).collect();
    if operands.iter().any(|operand| operand.absent == Some(true)) {
        match algebra::simplify(operation.name(), &known, types, result) {
            Simplified::Constant(known) => return Ok(Value::of(known, result)),
            Simplified::Operand(index) => return Ok(operands[index]),
            Simplified::Itself => {}
        }
    }
    let mut value = computed(operation, operands, types, result)?;
    // What is made of what is not stored and of numbers is not stored either.
    if operands.iter().all(|operand| operand.absent.is_some()) {
        value.absent = Some(operands.iter().any(|operand| operand.absent == Some(true)));
    }
    Ok(value)
}

fn computed(operation: Operation, operands: &[Value], types: &[Scalar], result: Scalar) -> Result<Value, Stopped> {
    let numbers: Vec<_> = operands.iter().map(|operand| operand.number).collect();
    let number = apply(operation, &numbers, types, result).ok_or_else(|| unsupported(operation.name()))?;
    Ok(Value::data(number))
}
