//! Scalar operations in bodies: where their results come from what is stored, and which can fail.

use super::condition::Condition;
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, op_name, operands, results, set_operand},
};
use melior::ir::{ValueLike, operation::OperationLike};

/// Where the result of a scalar operation comes from what is stored, going by its operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StoredOrigin {
    /// It is there everywhere.
    Nowhere,
    /// Where the first operand is.
    First,
    /// Where both are.
    Both,
    /// Where one of these two operands is; the other is zero.
    Either(usize, usize),
}

/// Where the result of an operation comes from what is stored; `None` where that is not known.
pub fn origin(op: Op<'_>) -> Option<StoredOrigin> {
    if op.region_count() > 0 || results(op).len() != 1 {
        return None;
    }
    Some(match (op_name(op).as_str(), operands(op).len()) {
        (_, 0) => StoredOrigin::Nowhere,
        (_, 1)
        | (
            "arith.divf" | "arith.divsi" | "arith.divui" | "complex.div" | "arith.shli" | "arith.shrsi" | "arith.shrui",
            2,
        ) => StoredOrigin::First,
        ("arith.mulf" | "arith.muli" | "arith.andi" | "complex.mul", 2) => StoredOrigin::Both,
        (name, 2) if takes_one_alone(name) || is_difference(name) || is_comparison(name) => StoredOrigin::Either(0, 1),
        ("arith.select", 3) => StoredOrigin::Either(1, 2),
        _ => return None,
    })
}

/// The operand that must be a value for the result to be one: a divisor, or the condition of a choice.
pub fn required(op: Op<'_>) -> Option<Value<'_>> {
    match origin(op)? {
        StoredOrigin::First => operands(op).get(1).copied(),
        StoredOrigin::Either(1, _) => operands(op).first().copied(),
        _ => None,
    }
}

/// Whether an operation on one operand and zero gives the operand.
pub fn takes_one_alone(name: &str) -> bool {
    matches!(name, "arith.addf" | "arith.addi" | "arith.ori" | "arith.xori" | "complex.add")
}

pub fn is_difference(name: &str) -> bool {
    matches!(name, "arith.subf" | "arith.subi" | "complex.sub")
}

fn is_comparison(name: &str) -> bool {
    matches!(name, "arith.cmpf" | "arith.cmpi")
}

/// Lets an operation divide by one where its result is not wanted.
pub fn guard<'c>(op: Op<'c>, wanted: Condition<'c>) {
    if wanted == Condition::Always {
        return;
    }
    let builder = Builder::before(op);
    let divisor = operands(op)[1];
    let one = builder.number(1.0, divisor.r#type());
    set_operand(op, 1, wanted.choose(&builder, divisor, one));
}
