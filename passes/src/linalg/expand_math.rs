//! `expand-math`: operations of `math` that upstream does not convert, or expands otherwise than they are defined.
//!
//! `math.clampf` becomes a maximum with the lower bound and a minimum with the upper one, and questions about the kind of
//! a number become comparisons of its absolute value. That is done first, so that what is known of these holds for them.
//!
//! Example: `test/conversions/expand_math.mlir`. Not done here: operations on tensors, which are no scalars of a body.

use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, collect_ops, erase, is_op, is_ranked_tensor, operands, replace_uses, results},
};
use melior::ir::{ValueLike, operation::OperationLike};

options! {
    /// Options of `expand-math`.
    pub struct ExpandMath {}
}

impl Pass for ExpandMath {
    const ARGUMENT: &'static str = "expand-math";
    const SUMMARY: &'static str = "Expand operations of math that upstream does not convert to the llvm dialect";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let is_known = |op| ["math.clampf", "math.isinf", "math.isnormal"].iter().any(|name| is_op(op, name));
        let is_scalar = |op| operands(op).iter().all(|operand| !is_ranked_tensor(operand.r#type()));
        for op in collect_ops(root, |op| is_known(op) && is_scalar(op)) {
            if let Some(value) = expanded(op) {
                replace_uses(results(op)[0], value);
                erase(op);
            }
        }
        Ok(())
    }
}

/// The value of an operation, by others; `None` where its type has numbers that are not known here.
fn expanded(op: Op<'_>) -> Option<Value<'_>> {
    let builder = Builder::before(op).located(op.location());
    let all = operands(op);
    let r#type = all[0].r#type();
    let outcome = results(op)[0].r#type();
    if is_op(op, "math.clampf") {
        let flags = op.attribute("fastmath").ok().map(|flags| ("fastmath", flags));
        let flags: Vec<_> = flags.into_iter().collect();
        let raised = builder.value("arith.maximumf", &[all[0], all[1]], r#type, &flags);
        return Some(builder.value("arith.minimumf", &[raised, all[2]], r#type, &flags));
    }
    let least_normal = match builder.scalar_type(r#type).to_string().as_str() {
        "f64" => f64::MIN_POSITIVE,
        "f32" | "bf16" => f64::from(f32::MIN_POSITIVE),
        "f16" => 2f64.powi(-14),
        _ => return None,
    };
    let size = builder.value("math.absf", &[all[0]], r#type, &[]);
    // Comparisons of which none holds for NaN.
    let compare = |predicate: i64, number: f64| {
        let number = builder.number(number, r#type);
        let predicate = ("predicate", builder.i64_attribute(predicate));
        builder.value("arith.cmpf", &[size, number], outcome, &[predicate])
    };
    const EQUAL: i64 = 1;
    const GREATER_OR_EQUAL: i64 = 3;
    const LESS: i64 = 4;
    Some(match is_op(op, "math.isinf") {
        true => compare(EQUAL, f64::INFINITY),
        false => {
            let (large, finite) = (compare(GREATER_OR_EQUAL, least_normal), compare(LESS, f64::INFINITY));
            builder.value("arith.andi", &[large, finite], outcome, &[])
        }
    })
}
