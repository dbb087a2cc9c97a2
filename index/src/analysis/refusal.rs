//! Refusals of the iteration graph as diagnostics: what is unsupported, where, and what to do.

use super::iteration_graph::{Refusal, level_subscripts};
use crate::{
    Access, Nest, Place, TensorId, VarId,
    problem::Problem,
    remedy::{Remedy, Stored},
};
use lacuna_layout::assembly::Obstacle;

/// One diagnostic for a refusal, with what to do about it.
pub fn report(nest: &Nest, refusal: &Refusal, location: Place) -> Problem {
    let describe = |tensor: &TensorId| nest.describe(*tensor);
    match refusal {
        Refusal::Cycle(vars) => {
            let stored = stored_tensors(nest);
            let note = |Stored { name, r#type }: &Stored| (location, format!("{name} is stored as {type}"));
            let notes: Vec<_> = stored.iter().map(note).collect();
            Problem::new(
                location,
                format!(
                    "no loop order follows the levels of every operand: {} -> {} is a cycle",
                    nest.var_names(vars, " -> "),
                    nest.var_name(vars[0])
                ),
            )
            .with_remedy(Remedy::reorder_one(stored))
            .with_notes(notes)
        }
        Refusal::CompoundSubscript { tensor, level, subscript } => Problem::new(
            location,
            format!("level {level} of {} is subscripted by {subscript}, which no loop resolves", describe(tensor)),
        )
        .with_remedy(Remedy::MakeDense(nest.name(*tensor))),
        Refusal::ShiftedSubscript { tensor, level, subscript } => Problem::new(
            location,
            format!(
                "level {level} of {} is subscripted by {subscript}, but does not store a dimension as it is: blocks, \
                 diagonals and slots are subscripted by variables alone yet",
                describe(tensor)
            ),
        )
        .with_remedy(Remedy::MakeDense(nest.name(*tensor))),
        Refusal::NoLoop { tensor, level, stored } => Problem::new(
            location,
            format!(
                "level {level} of {} stores {stored}, over which no loop runs: run sloop-split-variables first",
                describe(tensor)
            ),
        ),
        Refusal::VariableInParts { tensor, level, var, parts, operand } => {
            let (var, parts) = (nest.var_name(*var), nest.var_names(parts, " and "));
            let wanted = format!("level {level} of {} wants a loop over {var}, but", describe(tensor));
            let name = nest.name(*tensor);
            match operand {
                Some(operand) => {
                    Problem::new(location, format!("{wanted} the levels of {operand} want loops over {parts}"))
                        .with_remedy(Remedy::SameParts(name, operand.clone()))
                }
                None => Problem::new(
                    location,
                    format!(
                        "{wanted} the nest is written with loops over {parts}: one loop over {var} can be followed"
                    ),
                )
                .with_remedy(Remedy::MakeDense(name)),
            }
        }
        Refusal::RepeatedVariable { tensor, level } => Problem::new(
            location,
            format!(
                "level {level} of {} has a subscript whose variables levels above it have resolved, so no loop is left to \
                 walk it",
                describe(tensor)
            ),
        ),
        Refusal::PartialExtent { tensor, level, extent, size } => Problem::new(
            location,
            format!(
                "the loop over level {level} of {} runs to {extent}, the dimension has size {size}: a loop over a stored \
                 level runs over all of it",
                describe(tensor)
            ),
        ),
        Refusal::NoSlot { tensor, level } => Problem::new(
            location,
            format!(
                "level {level} of {} has nodes that the dimensions do not tell apart: run sloop-split-variables first",
                describe(tensor)
            ),
        ),
    }
}

/// The stored tensors of a nest.
fn stored_tensors(nest: &Nest) -> Vec<Stored> {
    let mut found: Vec<Stored> = Vec::new();
    for id in (0..nest.tensors.len()).map(TensorId).filter(|id| nest.tensor(*id).format().is_some()) {
        let tensor = nest.stored(id);
        if !found.contains(&tensor) {
            found.push(tensor);
        }
    }
    found
}

/// The operands whose levels ask for a variable that is summed over outside of one that subscripts the result. A tensor that
/// is also read in the other order is none of them: turned round, it would be in the way there.
fn out_of_order(nest: &Nest, target: &Access, reads: &[Access]) -> Vec<Stored> {
    let is_free = |var: &VarId| target.subscripts.iter().any(|subscript| subscript.mentions(*var));
    let (mut found, mut in_order): (Vec<Stored>, Vec<Stored>) = (Vec::new(), Vec::new());
    for access in reads.iter().filter(|access| nest.tensor(access.tensor).format().is_some()) {
        let Ok(levels) = level_subscripts(nest, access) else { continue };
        let mut vars = levels.iter().flat_map(|level| level.vars.iter().copied()).skip_while(is_free);
        let tensor = nest.stored(access.tensor);
        let tensors = if vars.any(|var| is_free(&var)) { &mut found } else { &mut in_order };
        if !tensors.contains(&tensor) {
            tensors.push(tensor);
        }
    }
    found.retain(|tensor| !in_order.contains(tensor));
    found
}

/// The diagnostic for a stored result whose points would be computed in parts that are scattered.
pub fn report_scatter(nest: &Nest, target: &Access, reads: &[Access], cycle: &[VarId], location: Place) -> Problem {
    let result = target.tensor;
    let others = out_of_order(nest, target, reads);
    let remedy = if others.is_empty() { Remedy::MakeDense(nest.name(result)) } else { Remedy::Reorder(others) };
    Problem::new(
        location,
        format!(
            "result {} cannot be assembled in order: its points come in parts, because the levels of the operands ask \
             for the loop order {}",
            nest.describe(result),
            nest.var_names(cycle, " -> ")
        ),
    )
    .with_remedy(remedy)
}

/// The diagnostic for a format that results cannot be put together in.
pub fn report_obstacle(nest: &Nest, result: TensorId, obstacle: &Obstacle, location: Place) -> Problem {
    let why = match obstacle {
        Obstacle::Slot(level) => format!("its level {level} counts slots"),
        Obstacle::Level(level) => format!("nothing can be appended to or inserted into its level {level}"),
        Obstacle::LoneSingleton(level) => {
            format!("its level {level} holds one coordinate a node, and the level above is unique")
        }
    };
    Problem::new(location, format!("result {} cannot be assembled: {why}", nest.describe(result)))
}
