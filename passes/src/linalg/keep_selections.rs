//! `keep-selections`: `arith.select` and `scf.if` that give stored tensors become `scf.index_switch`, which chooses one of them as
//! it is.
//!
//! To `convert-elementwise-to-linalg`, a selection is one of each element: its result would store the points of both tensors, and a
//! product of infinity with a point that the chosen one does not store would be no number. Canonicalization makes selections of
//! `scf.if`, and leaves `scf.index_switch`.
//!
//! Example: `test/conversions/keep_selections.mlir`. Not done here: selections of dense tensors, whose elements are the same.

use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{
        Op, Value, blocks, collect_ops, defining_op, encoding, erase, is_op, operands, ops_in, replace_uses, results,
    },
};
use melior::ir::{TypeLike, ValueLike, attribute::DenseI64ArrayAttribute, operation::OperationLike};

options! {
    /// Options of `keep-selections`.
    pub struct KeepSelections {}
}

impl Pass for KeepSelections {
    const ARGUMENT: &'static str = "keep-selections";
    const SUMMARY: &'static str = "Turn arith.select and scf.if that give stored tensors into scf.index_switch";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for select in collect_ops(root, selects_whole) {
            let [condition, chosen, other] = operands(select)[..] else {
                unreachable!("the verifier of arith.select counts operands")
            };
            let give = |value| {
                move |builder: &Builder<'_>| {
                    builder.create("scf.yield", &[value], &[], &[], Vec::new());
                }
            };
            switch(select, condition, give(other), give(chosen));
        }
        // Inner ones are moved with what is around them.
        for branch in collect_ops(root, would_be_selection) {
            let sides: Vec<_> = blocks(branch).into_iter().map(ops_in).collect();
            let [chosen, other] = &sides[..] else { unreachable!("the verifier of scf.if asks for both branches") };
            let condition = operands(branch)[0];
            let otherwise = |builder: &Builder<'_>| other.iter().for_each(|op| builder.adopt(*op));
            let taken = |builder: &Builder<'_>| chosen.iter().for_each(|op| builder.adopt(*op));
            switch(branch, condition, otherwise, taken);
        }
        Ok(())
    }
}

/// Whether an operation selects one of two stored tensors, ours or upstream's, by one condition.
fn selects_whole(op: Op<'_>) -> bool {
    is_op(op, "arith.select") && has_encoding(results(op)[0]) && operands(op)[0].r#type().is_integer()
}

/// Whether canonicalization makes a selection of stored tensors of a branch: both sides give some that are not made in it.
fn would_be_selection(op: Op<'_>) -> bool {
    let inside: Vec<_> = blocks(op).into_iter().flat_map(ops_in).collect();
    let is_outside = |value: Value<'_>| defining_op(value).is_none_or(|made| !inside.contains(&made));
    let gives = |number: usize| {
        let mut ends = blocks(op).into_iter().filter_map(|side| ops_in(side).last().copied());
        ends.all(|end| operands(end).get(number).is_some_and(|value| is_outside(*value)))
    };
    is_op(op, "scf.if")
        && results(op).into_iter().enumerate().any(|(number, result)| has_encoding(result) && gives(number))
}

fn has_encoding(value: Value<'_>) -> bool {
    encoding(value.r#type()).is_some()
}

/// Puts a choice in the place of an operation.
fn switch<'c>(
    op: Op<'c>,
    condition: Value<'c>,
    otherwise: impl FnOnce(&Builder<'c>),
    chosen: impl FnOnce(&Builder<'c>),
) {
    let builder = &Builder::before(op).located(op.location());
    let number = builder.value("arith.index_castui", &[condition], builder.index_type(), &[]);
    let types: Vec<_> = results(op).into_iter().map(|result| result.r#type()).collect();
    let regions =
        vec![builder.region(&[], |builder, _| otherwise(builder)), builder.region(&[], |builder, _| chosen(builder))];
    let cases = [("cases", DenseI64ArrayAttribute::new(builder.context(), &[1]).into())];
    let choice = builder.create("scf.index_switch", &[number], &types, &cases, regions);
    results(op).into_iter().zip(results(choice)).for_each(|(old, new)| replace_uses(old, new));
    erase(op);
}
