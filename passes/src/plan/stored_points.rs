//! Whether results store the points that they are to store, where these come from workspaces.

use super::{
    Plan, PlannedStatement,
    growth::GrowingResult,
    workspace::{Collected, CollectedWorkspace},
};
use crate::index::problem::Problem;
use lacuna_layout::order::is_random_access;

impl Plan {
    /// A result that stores points one by one takes those that a workspace stores: it cannot be told them where the workspace is
    /// collected in full.
    ///
    /// # Errors
    /// If it would store every point.
    pub fn check_stored_points(&self) -> Result<(), Problem> {
        for statement in &self.statements {
            let PlannedStatement::Computed(computed) = statement else { continue };
            let is_in_full = |inside: &CollectedWorkspace| inside.collected == Collected::InFull;
            let takes_points = |result: &&GrowingResult| {
                let format = self.nest.tensor(result.tensor).stored_format();
                format.is_some_and(|format| !is_random_access(format))
            };
            let result = computed.results.iter().find(takes_points);
            if let Some(result) = result.filter(|_| computed.workspaces().any(is_in_full)) {
                let name = self.nest.describe(result.tensor);
                let message =
                    format!("result {name} would store every point of a workspace, which its loops cannot walk");
                return Err(Problem::new(self.nest.place, message));
            }
        }
        Ok(())
    }
}
