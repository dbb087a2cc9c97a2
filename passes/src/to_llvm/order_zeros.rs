//! `order-zeros`: make `arith.maximumf` and `arith.minimumf` treat -0 as less than 0, as MLIR defines them.
//!
//! Upstream's `arith-expand` compares the operands, finds zeros equal, and returns either. This pass returns the AND (maximum) or the
//! OR (minimum) of the bits of equal operands. Equal numbers other than zeros have the same bits.
//!
//! Only `fp=strict` asks for it: elsewhere signs of zeros are ignored.
//!
//! Example: `test/conversions/order_zeros.mlir`. Not done here: vectors of no or several dimensions, and scalable ones, whose zeros
//! stay as they come; reductions of vectors, for which LLVM has operations that order zeros; operations with `nsz`.

use super::reals::{Holds, Reals};
use crate::{diagnostic::Reported, fp::has_flag, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, collect_ops, erase, is_op, operands, replace_uses, results},
};
use melior::ir::{ValueLike, operation::OperationLike};

options! {
    /// Options of `order-zeros`.
    pub struct OrderZeros {}
}

impl Pass for OrderZeros {
    const ARGUMENT: &'static str = "order-zeros";
    const SUMMARY: &'static str = "Order zeros in arith.maximumf and arith.minimumf, before arith-expand compares them";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for (name, combine) in [("arith.maximumf", "arith.andi"), ("arith.minimumf", "arith.ori")] {
            for op in collect_ops(root, |op| is_op(op, name) && !has_flag(op, "nsz")) {
                let (left, right) = (operands(op)[0], operands(op)[1]);
                let Some(reals) = Reals::new(Builder::before(op).located(op.location()), left.r#type()) else {
                    continue;
                };
                let are_equal = reals.holds(Holds::Equal, left, right);
                let value_if_equal = combine_bits(&reals, combine, left, right);
                let flags: Vec<_> =
                    op.attribute("fastmath").ok().map(|flags| ("fastmath", flags)).into_iter().collect();
                let chosen = reals.builder.value(name, &[left, right], reals.r#type, &flags);
                replace_uses(results(op)[0], reals.choose(are_equal, value_if_equal, chosen));
                erase(op);
            }
        }
        Ok(())
    }
}

/// Applies an integer operation to the bits of two numbers.
fn combine_bits<'c>(reals: &Reals<'c>, operation: &str, left: Value<'c>, right: Value<'c>) -> Value<'c> {
    let integers = reals.integer_type();
    let [left, right] = [left, right].map(|number| reals.builder.value("arith.bitcast", &[number], integers, &[]));
    reals.call("arith.bitcast", &[reals.builder.value(operation, &[left, right], integers, &[])])
}
