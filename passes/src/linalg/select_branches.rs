//! `select-branches`: `scf.if` in the bodies of `linalg.generic` becomes `arith.select`.
//!
//! The index form computes values, so both branches are computed, and one value is chosen. What could stop the program has
//! operands that are harmless where its branch is not taken: integers are divided by one. A branch that leaves the result as it
//! was combines it with no value (`sloop.absent`) instead, so that a conditional sum is a sum.
//!
//! Example: `test/conversions/select_branches.mlir`. Not done here: branches with operations that are no scalar arithmetic, such
//! as loads, which the condition may keep inside of an array.

use super::linalg_to_sloop::has_stored_operand;
use crate::{diagnostic::Reported, index::combiners::from_operation, options, pass::Pass, values::can_trap};
use lacuna_dialects::{
    builder::Builder,
    ir::{
        Op, Value, arguments, blocks, body, collect_ops, defining_op, erase, is_op, op_name, operands, ops_in,
        replace_uses, results, segments, set_operand, users,
    },
    sloop::points::Absent,
};
use melior::ir::{ValueLike, operation::OperationLike};

options! {
    /// Options of `select-branches`.
    pub struct SelectBranches {
        /// also in operations on dense tensors only
        pub all: bool = "false",
    }
}

impl Pass for SelectBranches {
    const ARGUMENT: &'static str = "select-branches";
    const SUMMARY: &'static str = "Turn scf.if in the bodies of linalg.generic into arith.select";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let is_concerned = |op| is_op(op, "linalg.generic") && (self.all || has_stored_operand(op));
        for generic in collect_ops(root, is_concerned) {
            let Some(block) = body(generic, 0) else { continue };
            let inputs = segments(generic).first().copied().unwrap_or(0);
            let own = &arguments(block)[inputs..];
            ops_in(block).into_iter().filter(|op| is_op(*op, "scf.if")).for_each(|branch| {
                flatten(branch, own);
            });
        }
        Ok(())
    }
}

/// Puts choices in the place of a branch, if all that it holds may be computed always; says whether.
fn flatten<'c>(branch: Op<'c>, own: &[Value<'c>]) -> bool {
    let sides: Vec<_> = blocks(branch).into_iter().map(ops_in).collect();
    // Inner ones first, which leave their operations in this one.
    let mut inner = sides.iter().flatten().copied().filter(|op| is_op(*op, "scf.if"));
    if !inner.all(|op| flatten(op, own)) {
        return false;
    }
    let sides: Vec<_> = blocks(branch).into_iter().map(ops_in).collect();
    let is_scalar = |op: &Op<'_>| {
        let name = op_name(*op);
        let dialects = ["arith.", "math.", "complex.", "index."];
        dialects.iter().any(|dialect| name.starts_with(dialect)) && op.region_count() == 0 || is_op(*op, Absent::NAME)
    };
    let mut ends = Vec::new();
    for side in &sides {
        let Some((end, inside)) = side.split_last() else { return false };
        if !inside.iter().all(is_scalar) {
            return false;
        }
        ends.push(operands(*end));
    }
    let [taken, other] = &ends[..] else { return false };
    let builder = Builder::before(branch).located(branch.location());
    let condition = operands(branch)[0];
    for (side, is_taken) in sides.iter().zip([true, false]) {
        for op in &side[..side.len() - 1] {
            builder.adopt(*op);
            if can_trap(*op) {
                let divisor = operands(*op)[1];
                let builder = Builder::before(*op);
                let one = builder.number(1.0, divisor.r#type());
                let guarded = choose(&builder, (condition, is_taken), divisor, one);
                set_operand(*op, 1, guarded);
            }
        }
    }
    for (number, result) in results(branch).into_iter().enumerate() {
        let (taken, other) = (taken[number], other[number]);
        let value = combined(&builder, (condition, true), taken, other, own)
            .or_else(|| combined(&builder, (condition, false), other, taken, own))
            .unwrap_or_else(|| choose(&builder, (condition, true), taken, other));
        replace_uses(result, value);
    }
    erase(branch);
    // Combinations that others stand for now.
    let ends = ends.iter().flatten().filter(|value| users(**value).is_empty());
    let dead = ends.filter_map(|value| defining_op(*value)).filter(|op| sides.iter().flatten().any(|own| own == op));
    dead.collect::<Vec<_>>().into_iter().for_each(erase);
    true
}

/// One of two values: the first where a condition is as it is said.
fn choose<'c>(
    builder: &Builder<'c>,
    (condition, holds): (Value<'c>, bool),
    one: Value<'c>,
    other: Value<'c>,
) -> Value<'c> {
    let (one, other) = if holds { (one, other) } else { (other, one) };
    if one == other { one } else { builder.value("arith.select", &[condition, one, other], one.r#type(), &[]) }
}

/// What combines a result with a value under a condition, and leaves it as it was elsewhere.
fn combined<'c>(
    builder: &Builder<'c>,
    condition: (Value<'c>, bool),
    new: Value<'c>,
    old: Value<'c>,
    own: &[Value<'c>],
) -> Option<Value<'c>> {
    let combination = defining_op(new).filter(|_| own.contains(&old))?;
    from_operation(&op_name(combination))?;
    let all = operands(combination);
    let at = (0..2).find(|at| all.len() == 2 && all[1 - at] == old && all[*at] != old)?;
    // Whoever else takes the new value takes it everywhere.
    if users(new).len() > 1 {
        return None;
    }
    let none = Absent::build(builder, all[at].r#type());
    let value = choose(builder, condition, all[at], none);
    let again: Vec<_> = (0..2).map(|operand| if operand == at { value } else { all[operand] }).collect();
    Some(builder.clone_op(combination, &again, &[new.r#type()], &[])[0])
}
