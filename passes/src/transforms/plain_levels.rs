//! `sloop-plain-levels`: convert operands in blocks, diagonals or slots to levels over dimensions, if loops cannot walk their
//! levels at the given subscripts.
//!
//! A window of blocks, diagonals or slots, `A(i+1,j)`, cannot be walked, because no level stores a dimension as it is. Such an
//! operand is converted to compressed levels over its dimensions, and the window of these is walked. Each conversion is a remark.
//!
//! Where a subscript is a derived variable, loops over its parts become one loop over it if possible ([`super::join_parts`]): then
//! levels can be walked, and stored results appended to.
//!
//! Example: `test/passes/plain_levels.mlir`. Not done here: subscripts that are known before a loop comes to their level, `A(i,i)`
//! (`sloop-loop-once`); levels that follow from subscripts that are variables alone, such as those of blocks and diagonals, which
//! `sloop-split-variables` gives loops of their own. Nothing becomes dense: what cannot be walked in levels over dimensions, the plan
//! refuses.

use super::{
    insert_conversions::{First, hierarchy, replace_access},
    join_parts::join_parts,
    replace_in_order,
};
use crate::{
    analysis::{
        iteration_graph::{Refusal, level_subscripts},
        refusal::report,
    },
    bridge::{Binding, read::read_nests, write::emit_nest},
    diagnostic::{Reported, remark},
    index::{Access, Nest, ValueId, subscript::Subscript, writes},
    options,
    pass::Pass,
    values::naming_location,
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, erase, replace_uses, results},
    stensor::{
        conversion::{Conversion, Convert},
        storage::Release,
    },
};
use lacuna_layout::{Description, algebra::DimensionForm};
use melior::ir::{ValueLike, operation::OperationLike};

options! {
    /// Options of `sloop-plain-levels`.
    pub struct PlainLevels {}
}

impl Pass for PlainLevels {
    const ARGUMENT: &'static str = "sloop-plain-levels";
    const SUMMARY: &'static str = "Convert operands in blocks, diagonals or slots to levels over dimensions, if loops cannot walk their levels at the given subscripts";

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

/// An operand that is converted for an access.
struct ConvertedOperand {
    access: Access,
    /// To what.
    to: &'static Description,
    why: Refusal,
}

fn choose(nest: &Nest) -> Vec<ConvertedOperand> {
    let mut chosen: Vec<ConvertedOperand> = Vec::new();
    for (_, write) in writes(&nest.body) {
        for access in nest.reads(write.value) {
            if chosen.iter().any(|known| known.access == access) {
                continue;
            }
            if let Some((why, to)) = obstacle(nest, &access).zip(walked_in(nest, &access)) {
                chosen.push(ConvertedOperand { access, to, why });
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
    let needs_own_loop = |why: &Refusal| match why {
        Refusal::RepeatedVariable { .. } => true,
        _ => access.subscripts.iter().any(Subscript::is_fixed),
    };
    level_subscripts(nest, access).err().filter(|why| !needs_own_loop(why))
}

/// The format over dimensions in which an operand can be walked by its subscripts, if there is one.
fn walked_in(nest: &Nest, access: &Access) -> Option<&'static Description> {
    let tensor = nest.tensor(access.tensor);
    let format = tensor.format()?;
    let forms = &format.mapping().forms;
    let first_level = |dimension: &usize| {
        forms.iter().position(|form| form.as_ref().is_some_and(|form| form.dimensions().contains(dimension)))
    };
    let mut dimensions: Vec<usize> = (0..tensor.order()).collect();
    dimensions.sort_by_key(first_level);
    let first = if format.level(0).has_all_places() { First::Dense } else { First::Compressed };
    let to = hierarchy(tensor, &dimensions, first);
    let mut trial = nest.clone();
    trial.tensors[access.tensor.0].set_format(Some(to));
    level_subscripts(&trial, access).is_ok().then_some(to)
}

/// A copy of an operand.
struct Copied<'c> {
    operand: ValueId,
    to: &'static Description,
    value: Value<'c>,
}

/// Puts a nest that reads what is converted in the place of one; gives its results, old and new.
fn apply<'c>(mut nest: Nest, chosen: &[ConvertedOperand], binding: &mut Binding<'c>) -> Vec<(Value<'c>, Value<'c>)> {
    let old = binding.op(nest.source);
    let builder = Builder::before(old);
    let mut converted: Vec<Copied<'c>> = Vec::new();
    for ConvertedOperand { access, to, why } in chosen {
        let bound = nest.tensor(access.tensor).clone();
        if converted.iter().any(|known| known.operand == bound.operand && known.to == *to) {
            continue;
        }
        let operand = binding.value(bound.operand);
        let r#type = builder.tensor_type(operand.r#type(), Some(&to.value));
        remark(
            old.location(),
            format!(
                "{} is converted from {} to {}: {}",
                nest.name(access.tensor),
                bound.type_text(),
                bound.type_as(Some(to)),
                report(&nest, why, nest.place).message()
            ),
        );
        // It is still called by the name of the operand, if that has one.
        let place = naming_location(operand).map_or(builder, |location| builder.located(location));
        let value = Convert::build(&place, operand, r#type, Conversion::default());
        converted.push(Copied { operand: bound.operand, to, value });
    }
    let accesses: Vec<_> =
        chosen.iter().map(|chosen| (nest.tensor(chosen.access.tensor).clone(), chosen.to, &chosen.access)).collect();
    for Copied { operand, to, value } in &converted {
        let reads: Vec<_> =
            accesses.iter().filter(|(bound, other, _)| bound.operand == *operand && other == to).collect();
        let is_window = reads.iter().any(|(bound, ..)| bound.is_window);
        let bound = binding.tensor(*value);
        let tensor = nest.add_input(if is_window { bound.as_window() } else { bound });
        for (_, _, access) in reads {
            replace_access(&mut nest, access, &Access { tensor, ..(*access).clone() });
        }
    }
    let new = emit_nest(&nest, &builder, binding);
    converted.iter().for_each(|copied| Release::build(&builder, copied.value));
    let replaced: Vec<_> = results(old).into_iter().zip(results(new)).collect();
    replaced.iter().for_each(|(old, new)| replace_uses(*old, *new));
    erase(old);
    replaced
}
