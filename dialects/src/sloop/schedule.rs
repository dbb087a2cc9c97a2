//! The schedule of a `linalg.generic`, as an attribute: `sloop.schedule = "split(i,io,ii,64); reorder(io,j,ii)"`. A `sloop.nest` keeps
//! its `precompute` alone, which `sloop-insert-workspaces` takes away.

use crate::ir::{Op, string_value};
pub use lacuna_index::precompute::Precompute;
pub use lacuna_index::schedule::{
    FactorRequest, InnerRequest, LoopSchedule, Reorder, SCHEDULE, ScheduleStep, ScheduledTerm, Sum,
};
use melior::ir::operation::OperationLike;

/// The attribute of a `linalg.generic` that is the last step of a product: in which order its factors are multiplied, as a schedule says it.
pub const FACTORED: &str = "sloop.factored";

/// What [`FACTORED`] says of an operation.
pub fn factor_order(op: Op<'_>) -> Option<FactorRequest> {
    let text = string_value(op.attribute(FACTORED).ok()?)?;
    LoopSchedule::parse(&text).ok()?.factor().cloned()
}

/// What a nest asks of the workspace of its result.
///
/// # Errors
/// What is wrong with the attribute.
pub(super) fn workspace_of(op: Op<'_>) -> Result<Option<Precompute>, String> {
    let LoopSchedule { steps } = asked_of(op)?;
    match steps.as_slice() {
        [] => Ok(None),
        [ScheduleStep::Precompute(asked)] => Ok(Some(asked.clone())),
        _ => Err(format!("{SCHEDULE} of a sloop.nest holds one precompute and nothing else, as in \"precompute(j)\"")),
    }
}

/// What an operation asks of its loops; an empty schedule where it asks nothing.
///
/// # Errors
/// What is wrong with the attribute.
pub fn asked_of(op: Op<'_>) -> Result<LoopSchedule, String> {
    let Ok(given) = op.attribute(SCHEDULE) else { return Ok(LoopSchedule::default()) };
    let text = string_value(given)
        .ok_or_else(|| format!("{SCHEDULE} is a string attribute, as in \"reorder(i,k,j)\", found {given}"))?;
    LoopSchedule::parse(&text).map_err(|why| format!("{SCHEDULE}: {why}"))
}
