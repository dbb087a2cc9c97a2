//! Whether the statements of a nest can be walked, and what that costs. The answer is found by trying.

use super::{schedule::schedule_nest, split_variables::split};
use crate::{
    index::{Access, Nest, problem::Problem},
    plan::{Plan, cost::Estimate},
};

/// How a nest that can be walked is walked.
pub(super) struct Walked {
    /// Operands that are merged again in each round of a loop that does not concern them.
    pub merged_again: Vec<Access>,
    /// What that costs, and how many points stored results get.
    pub estimate: Estimate,
}

/// How the statements of a nest can be walked, once they are split and scheduled; or what is in the way.
pub(super) fn attempt(nest: &Nest) -> Result<Walked, Problem> {
    let mut trial = nest.clone();
    split(&mut trial)?;
    schedule_nest(&mut trial)?;
    let plan = Plan::new(&trial)?;
    plan.check_stored_points()?;
    Ok(Walked { estimate: plan.estimate(), merged_again: plan.merged_again })
}
