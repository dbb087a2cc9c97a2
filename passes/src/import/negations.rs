//! Negated values in dense results: a point of which nothing is stored is 0 there, as in upstream, which never writes it.
//!
//! The index form computes the negative of a zero that is not stored, -0. Adding 0 to what is negated makes that 0 again.

use super::foreign::foreign_values;
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, body, collect_ops, defining_op, is_op, operands, ops_in, segments, set_operand},
};
use melior::ir::ValueLike;

/// A value of the yield of a body.
pub struct YieldedValue<'c> {
    r#yield: Op<'c>,
    number: usize,
}

/// The negated values that go into dense results, in a module whose types are still upstream's.
pub fn plan(root: Op<'_>) -> Vec<YieldedValue<'_>> {
    let generics = collect_ops(root, |op| is_op(op, "linalg.generic") && !foreign_values(op).is_empty());
    let mut found = Vec::new();
    for generic in generics {
        let Some(r#yield) = body(generic, 0).and_then(|block| ops_in(block).last().copied()) else { continue };
        let outputs = operands(generic).split_off(segments(generic).first().copied().unwrap_or(0));
        for (number, (value, output)) in operands(r#yield).into_iter().zip(outputs).enumerate() {
            let is_negated = defining_op(value).is_some_and(|op| is_op(op, "arith.negf"));
            if is_negated && !Format::is_foreign(output.r#type()) {
                found.push(YieldedValue { r#yield, number });
            }
        }
    }
    found
}

/// Adds 0 to the value.
pub fn rewrite(yielded: &YieldedValue<'_>) {
    let YieldedValue { r#yield, number } = *yielded;
    let value = operands(r#yield)[number];
    let builder = Builder::before(r#yield);
    let zero = builder.number(0.0, value.r#type());
    set_operand(r#yield, number, builder.binary("arith.addf", value, zero));
}
