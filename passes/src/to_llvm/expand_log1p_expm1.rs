//! `expand-log1p-expm1`: `math.log1p` and `math.expm1` with all of their digits.
//!
//! Upstream makes them log(1 + x) and exp(x) - 1. Beside zero these have no digit: log(1 + 1e-17) is 0. Here the rounding of
//! 1 + x, and of exp(x), is corrected by the quotient of x and the argument for which the rounded number is exact (Kahan; Goldberg,
//! 1991, theorem 4). What is left are errors of a few units in the last place.
//!
//! Example: `test/conversions/expand_log1p_expm1.mlir`. Not done here: vectors of several dimensions, which become those of one
//! first, and scalable ones.

use super::reals::{Holds, Reals};
use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, collect_ops, erase, is_op, operands, replace_uses, results},
};
use melior::ir::{ValueLike, operation::OperationLike};

options! {
    /// Options of `expand-log1p-expm1`.
    pub struct ExpandLog1pExpm1 {}
}

impl Pass for ExpandLog1pExpm1 {
    const ARGUMENT: &'static str = "expand-log1p-expm1";
    const SUMMARY: &'static str = "Expand math.log1p and math.expm1 so that they keep their digits beside zero";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let is_known = |op| is_op(op, "math.log1p") || is_op(op, "math.expm1");
        for op in collect_ops(root, is_known) {
            let builder = Builder::before(op).located(op.location());
            let value = operands(op)[0];
            let Some(reals) = Reals::new(builder, value.r#type()) else { continue };
            let expanded = if is_op(op, "math.log1p") { log1p(&reals, value) } else { expm1(&reals, value) };
            replace_uses(results(op)[0], expanded);
            erase(op);
        }
        Ok(())
    }
}

/// With u, which is 1 + x rounded: x log(u) / (u - 1).
fn log1p<'c>(reals: &Reals<'c>, x: Value<'c>) -> Value<'c> {
    let rounded = reals.call("arith.addf", &[x, reals.number(1.0)]);
    let beyond_one = reals.call("arith.subf", &[rounded, reals.number(1.0)]);
    let far = reals.call("math.log", &[rounded]);
    let near = reals.call("arith.mulf", &[far, reals.call("arith.divf", &[x, beyond_one])]);
    choose_by_size(reals, x, [beyond_one, near, far])
}

/// With u, which is exp(x) rounded: x (u - 1) / log(u).
fn expm1<'c>(reals: &Reals<'c>, x: Value<'c>) -> Value<'c> {
    let rounded = reals.call("math.exp", &[x]);
    let far = reals.call("arith.subf", &[rounded, reals.number(1.0)]);
    let logarithm = reals.call("math.log", &[rounded]);
    let near = reals.call("arith.mulf", &[far, reals.call("arith.divf", &[x, logarithm])]);
    choose_by_size(reals, x, [far, near, far])
}

/// `x` where `remainder` is zero, as `x` is lost beside one; `near` where |x| < 0.5; else `far`.
fn choose_by_size<'c>(reals: &Reals<'c>, x: Value<'c>, [remainder, near, far]: [Value<'c>; 3]) -> Value<'c> {
    let is_nothing = reals.holds(Holds::Equal, remainder, reals.number(0.0));
    let is_near = reals.holds(Holds::Less, reals.call("math.absf", &[x]), reals.number(0.5));
    reals.choose(is_nothing, x, reals.choose(is_near, near, far))
}
