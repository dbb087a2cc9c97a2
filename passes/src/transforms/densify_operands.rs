//! `sloop-densify-operands`: convert stored operands that no loop over their levels can follow to dense tensors.
//!
//! A loop over a stored level gives one variable the coordinates of its nodes. Where a level is subscripted by something
//! else, as in `A(i,i)`, `A(i+k)`, `A(2*i)` or `A(3,i)`, the points that are wanted would have to be found among those that
//! are stored. Instead the operand is converted to a dense tensor (`stensor.convert`), in which each point has its place:
//! those that are not stored hold the fill value. Each conversion is a remark.
//!
//! Where a subscript is a derived variable, loops over its parts become one loop over it if possible ([`super::join_parts`]): then
//! levels can be walked, and stored results appended to.
//!
//! What the operand does not store can no longer be told from what it does, so a stored result may store more points: all
//! at which the dense tensor is read.
//!
//! Example: `test/passes/densify_operands.mlir`. Not done here: operands that are asked what they store (`sloop.stored`),
//! which a dense tensor does not know; levels that follow from subscripts that are variables alone, such as those of blocks
//! and diagonals, which `sloop-split-variables` gives loops of their own.

use super::{insert_conversions::replace_access, join_parts::join_parts, replace_in_order};
use crate::{
    analysis::{
        iteration_graph::{Refusal, level_subscripts},
        refusal::report,
    },
    diagnostic::{Reported, remark},
    index::{Access, Binding, Expr, Nest, ValueId, read::read_nests, writes},
    options,
    pass::Pass,
    values::naming_location,
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, erase, replace_uses, results},
    stensor::conversion::{Conversion, Convert},
};
use melior::ir::{ValueLike, operation::OperationLike};

options! {
    /// Options of `sloop-densify-operands`.
    pub struct DensifyOperands {}
}

impl Pass for DensifyOperands {
    const ARGUMENT: &'static str = "sloop-densify-operands";
    const SUMMARY: &'static str = "Convert stored operands with compound subscripts to dense tensors";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let (nests, mut binding) = read_nests(root)?;
        let mut chosen_of = Vec::new();
        for mut nest in nests {
            let is_joined = join_parts(&mut nest);
            let chosen = choose(&nest);
            if is_joined || !chosen.is_empty() {
                chosen_of.push((nest, chosen));
            }
        }
        replace_in_order(chosen_of, &mut binding, |nest, chosen, binding| apply(nest, &chosen, binding));
        Ok(())
    }
}

/// What a dense tensor is read by instead, and why.
struct DenseOperand {
    access: Access,
    why: Refusal,
}

fn choose(nest: &Nest) -> Vec<DenseOperand> {
    let mut chosen: Vec<DenseOperand> = Vec::new();
    for (_, write) in writes(&nest.body) {
        for access in nest.reads(write.value) {
            if chosen.iter().any(|known| known.access == access) || is_asked(nest, &access) {
                continue;
            }
            if let Some(why) = obstacle(nest, &access) {
                chosen.push(DenseOperand { access, why });
            }
        }
    }
    chosen
}

/// Why no loops over the levels of an operand can follow its subscripts, whatever is done to variables.
fn obstacle(nest: &Nest, access: &Access) -> Option<Refusal> {
    let vars = access.plain_vars();
    let are_distinct = vars.is_some_and(|vars| (1..vars.len()).all(|place| !vars[..place].contains(&vars[place])));
    if are_distinct || nest.tensor(access.tensor).is_output {
        return None;
    }
    level_subscripts(nest, access).err()
}

/// Whether it matters which points an access finds stored.
fn is_asked(nest: &Nest, access: &Access) -> bool {
    nest.nodes.iter().any(|node| matches!(&node.expr, Expr::Stored(stored) if stored == access))
}

/// Puts a nest that reads dense tensors in the place of one; gives its results, old and new.
fn apply<'c>(mut nest: Nest, chosen: &[DenseOperand], binding: &mut Binding<'c>) -> Vec<(Value<'c>, Value<'c>)> {
    let old = binding.op(nest.source);
    let builder = Builder::before(old);
    let mut converted: Vec<(ValueId, Value<'c>)> = Vec::new();
    for DenseOperand { access, why } in chosen {
        let bound = nest.tensor(access.tensor).clone();
        if converted.iter().any(|(operand, _)| *operand == bound.operand) {
            continue;
        }
        let operand = binding.value(bound.operand);
        let r#type = builder.tensor_type(operand.r#type(), None);
        remark(
            old.location(),
            format!(
                "{} is converted from {} to {type}: {}; it becomes dense, and every point at which it is read counts as \
                 stored",
                nest.name(access.tensor),
                bound.type_text(),
                report(&nest, why, nest.place).message()
            ),
        );
        // It is still called by the name of the operand, if that has one.
        let place = naming_location(operand).map_or(builder, |location| builder.located(location));
        converted.push((bound.operand, Convert::build(&place, operand, r#type, Conversion::default())));
    }
    let dense: Vec<_> = chosen
        .iter()
        .map(|densified| densified.access.clone())
        .map(|access| (nest.tensor(access.tensor).operand, access))
        .collect();
    for (operand, value) in &converted {
        let tensor = nest.insert_input(binding.tensor(*value));
        for (_, access) in dense.iter().filter(|(other, _)| other == operand) {
            // Inputs stand before outputs, so the numbers of operands stay.
            replace_access(&mut nest, access, &Access { tensor, ..access.clone() });
        }
    }
    let new = nest.emit(&builder, binding);
    for (_, value) in converted {
        builder.create("bufferization.dealloc_tensor", &[value], &[], &[], Vec::new());
    }
    let replaced: Vec<_> = results(old).into_iter().zip(results(new)).collect();
    replaced.iter().for_each(|(old, new)| replace_uses(*old, *new));
    erase(old);
    replaced
}
