//! Refusals of the iteration graph as diagnostics: what is unsupported, where, and what to do.

use super::iteration_graph::Refusal;
use crate::{
    diagnostic::{Reported, error, error_with_notes},
    nest::{Nest, TensorId},
};
use melior::ir::{Location, operation::OperationLike};

/// One diagnostic for a refusal, with what to do about it.
pub fn report(nest: &Nest<'_>, refusal: &Refusal, location: Location<'_>) -> Reported {
    let describe = |tensor: &TensorId| nest.describe(*tensor);
    match refusal {
        Refusal::Cycle(vars) => {
            let names: Vec<_> = vars.iter().map(|var| format!("v{}", var.0)).collect();
            let notes: Vec<_> = nest
                .tensors
                .iter()
                .enumerate()
                .filter(|(_, tensor)| tensor.format.is_some())
                .map(|(index, tensor)| {
                    (location, format!("{} is stored as {}", nest.name(TensorId(index)), tensor.r#type))
                })
                .collect();
            error_with_notes(
                location,
                format!(
                    "no loop order follows the levels of every operand: {} -> {} is a cycle; store one operand with \
                     its dimensions in another order",
                    names.join(" -> "),
                    names[0]
                ),
                &notes,
            )
        }
        Refusal::CompoundSubscript { tensor, level, subscript } => error(
            location,
            format!(
                "level {level} of {} is subscripted by {subscript}: only a variable alone can subscript a stored \
                 level yet; make the operand dense",
                describe(tensor)
            ),
        ),
        Refusal::RepeatedVariable { tensor, level } => error(
            location,
            format!(
                "level {level} of {} is subscripted by the variable of a level above it: diagonals of stored tensors \
                 are not supported yet; make the operand dense",
                describe(tensor)
            ),
        ),
        Refusal::PartialExtent { tensor, level, extent, size } => error(
            location,
            format!(
                "the loop over level {level} of {} runs to {extent}, the dimension has size {size}: a loop over a stored \
                 level runs over all of it",
                describe(tensor)
            ),
        ),
        Refusal::NotAPermutation(tensor) => error(
            location,
            format!(
                "the levels of {} are not its dimensions in some order: such formats are not compiled yet",
                describe(tensor)
            ),
        ),
        Refusal::UnsupportedLevel { tensor, level } => error(
            location,
            format!(
                "level {level} of {} is {}, which is not compiled yet: dense, compressed and singleton are",
                describe(tensor),
                nest.tensor(*tensor).format.map_or_else(String::new, |format| format.level(*level).kind.to_string())
            ),
        ),
    }
}

/// Stored results are assembled by nothing yet.
pub fn refuse_stored_results(nest: &Nest<'_>) -> Result<(), Reported> {
    match nest.tensors.iter().find(|tensor| tensor.is_output && tensor.format.is_some()) {
        None => Ok(()),
        Some(tensor) => Err(error(
            nest.op.location(),
            format!("result {} is stored sparsely, which is not compiled yet: make it dense", tensor.r#type),
        )),
    }
}
