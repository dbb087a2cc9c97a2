//! Refusals of the iteration graph as diagnostics: what is unsupported, where, and what to do.

use super::iteration_graph::Refusal;
use crate::{
    diagnostic::Problem,
    levels::assembly::Obstacle,
    nest::{Nest, TensorId, VarId},
};
use melior::ir::Location;

/// One diagnostic for a refusal, with what to do about it.
pub fn report<'c>(nest: &Nest<'c>, refusal: &Refusal, location: Location<'c>) -> Problem<'c> {
    let describe = |tensor: &TensorId| nest.describe(*tensor);
    match refusal {
        Refusal::Cycle(vars) => {
            let notes: Vec<_> = nest
                .tensors
                .iter()
                .enumerate()
                .filter(|(_, tensor)| tensor.format.is_some())
                .map(|(index, tensor)| {
                    (location, format!("{} is stored as {}", nest.name(TensorId(index)), tensor.r#type))
                })
                .collect();
            Problem::new(
                location,
                format!(
                    "no loop order follows the levels of every operand: {} -> {} is a cycle",
                    nest.var_names(vars, " -> "),
                    nest.var_name(vars[0])
                ),
            )
            .with_remedy("; store one operand with its dimensions in another order")
            .with_notes(notes)
        }
        Refusal::CompoundSubscript { tensor, level, subscript } => Problem::new(
            location,
            format!(
                "level {level} of {} is subscripted by {subscript}: only a variable alone can subscript a stored level yet",
                describe(tensor)
            ),
        )
        .with_remedy("; make the operand dense"),
        Refusal::NoLoop { tensor, level, stored } => Problem::new(
            location,
            format!(
                "level {level} of {} stores {stored}, over which no loop runs: run sloop-split-variables first",
                describe(tensor)
            ),
        ),
        Refusal::VariableInParts { tensor, level, var, parts, operand } => {
            let (var, parts) = (nest.var_name(*var), nest.var_names(parts, " and "));
            Problem::new(
                location,
                format!(
                    "level {level} of {} wants a loop over {var}, but the levels of {operand} want loops over {parts}",
                    describe(tensor)
                ),
            )
            .with_remedy("; make one of them dense, or store both in the same blocks or diagonals")
        }
        Refusal::RepeatedVariable { tensor, level } => Problem::new(
            location,
            format!(
                "level {level} of {} is subscripted by the variable of a level above it: diagonals of stored tensors \
                 are not supported yet",
                describe(tensor)
            ),
        )
        .with_remedy("; make the operand dense"),
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

/// The diagnostic for a stored result whose points would be computed in parts that are scattered.
pub fn report_scatter<'c>(nest: &Nest<'c>, result: TensorId, cycle: &[VarId], location: Location<'c>) -> Problem<'c> {
    Problem::new(
        location,
        format!(
            "result {} cannot be assembled in order: its points come in parts, because the levels of the operands ask \
             for the loop order {}",
            nest.describe(result),
            nest.var_names(cycle, " -> ")
        ),
    )
    .with_remedy(
        "; this needs a workspace, which is not compiled yet: make the result dense, or store an operand with its \
         dimensions in another order",
    )
    .for_a_workspace()
}

/// The diagnostic for a format that results cannot be put together in.
pub fn report_obstacle<'c>(
    nest: &Nest<'c>,
    result: TensorId,
    obstacle: &Obstacle,
    location: Location<'c>,
) -> Problem<'c> {
    let why = match obstacle {
        Obstacle::Slot(level) => format!("its level {level} counts slots"),
        Obstacle::Level(level) => format!("nothing can be appended to or inserted into its level {level}"),
        Obstacle::LoneSingleton(level) => {
            format!("its level {level} holds one coordinate a node, and the level above is unique")
        }
    };
    Problem::new(location, format!("result {} cannot be assembled: {why}", nest.describe(result)))
}
