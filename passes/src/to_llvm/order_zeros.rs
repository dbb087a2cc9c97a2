//! `order-zeros`: -0 is less than 0 where the larger or smaller number of two is taken.
//!
//! So says `arith.maximumf`. Upstream's `arith-expand` compares the two, which are equal then, and takes whichever stands right. Here
//! two equal numbers are combined bit by bit: both are the same, or zeros, of which the larger has a sign only if both do, and the
//! smaller if one does.
//!
//! Only `fp=strict` asks for it: elsewhere signs of zeros are ignored.
//!
//! Example: `test/conversions/order_zeros.mlir`. Not done here: vectors of several dimensions, which become those of one first, and
//! scalable ones; reductions of vectors, for which LLVM has operations that order zeros.

use super::reals::{Holds, Reals};
use crate::{diagnostic::Reported, options, pass::Pass};
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
    const SUMMARY: &'static str =
        "Let arith.maximumf and arith.minimumf order zeros, also where they become comparisons";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        // Of two zeros, the larger has a sign if both have one, and the smaller if one has.
        for (name, combine) in [("arith.maximumf", "arith.andi"), ("arith.minimumf", "arith.ori")] {
            for op in collect_ops(root, |op| is_op(op, name)) {
                let (left, right) = (operands(op)[0], operands(op)[1]);
                let Some(reals) = Reals::new(Builder::before(op).located(op.location()), left.r#type()) else {
                    continue;
                };
                let are_equal = reals.holds(Holds::Equal, left, right);
                let equal = combine_bits(&reals, combine, left, right);
                replace_uses(results(op)[0], reals.choose(are_equal, equal, reals.call(name, &[left, right])));
                erase(op);
            }
        }
        Ok(())
    }
}

/// What an operation of integers makes of the bits of two numbers.
fn combine_bits<'c>(reals: &Reals<'c>, operation: &str, left: Value<'c>, right: Value<'c>) -> Value<'c> {
    let bits = reals.bits();
    let [left, right] = [left, right].map(|number| reals.builder.value("arith.bitcast", &[number], bits, &[]));
    reals.call("arith.bitcast", &[reals.builder.value(operation, &[left, right], bits, &[])])
}
