//! The schedule of a `linalg.generic`, as an attribute: `sloop.schedule = "split(i,io,ii,64); reorder(io,j,ii)"`. A nest has what is left of it:
//! `precompute`, until its result has a workspace.

use crate::ir::Op;
pub use lacuna_index::precompute::Precompute;
pub use lacuna_index::schedule::{
    FactorRequest, InnerRequest, LoopSchedule, Reorder, SCHEDULE, ScheduleStep, ScheduledTerm, Sum,
};
use melior::ir::{attribute::StringAttribute, operation::OperationLike};

/// The attribute of a `linalg.generic` that is the last step of a product: in which order its factors are multiplied, as a schedule says it.
pub const FACTORED: &str = "sloop.factored";

/// What [`FACTORED`] says of an operation.
pub fn factor_order(op: Op<'_>) -> Option<FactorRequest> {
    let text = StringAttribute::try_from(op.attribute(FACTORED).ok()?).ok()?;
    LoopSchedule::parse(text.value()).ok()?.factor().cloned()
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
        _ => Err(format!("{SCHEDULE} of a nest asks for a workspace alone, as in \"precompute(j)\"")),
    }
}

/// What an operation asks of its loops; an empty schedule where it asks nothing.
///
/// # Errors
/// What is wrong with the attribute.
pub fn asked_of(op: Op<'_>) -> Result<LoopSchedule, String> {
    let Ok(given) = op.attribute(SCHEDULE) else { return Ok(LoopSchedule::default()) };
    let text = StringAttribute::try_from(given)
        .map_err(|_| format!("{SCHEDULE} is a text, as in \"reorder(i,k,j)\", found {given}"))?;
    LoopSchedule::parse(text.value()).map_err(|why| format!("{SCHEDULE}: {why}"))
}
