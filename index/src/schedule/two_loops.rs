//! An outer and an inner loop in the place of one, as `split` and `divide` name them.

use super::{
    loops::ScheduledLoops,
    names::LoopNames,
    rewrite::{Rewrite, ScheduledTerm},
};
use crate::Size;

/// The most values of an inner loop, and the most parts.
pub(super) const MOST_VALUES: i64 = 1 << 30;

/// The variables of the three loops.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoLoops {
    /// The variable whose loop goes.
    pub of: String,
    /// That of the outer loop.
    pub outer: String,
    /// That of the inner one.
    pub inner: String,
}

impl TwoLoops {
    /// Reads them as arguments of a rewrite.
    pub(super) fn read<R: Rewrite>(of: &str, outer: &str, inner: &str) -> Result<Self, String> {
        Ok(Self { of: R::variable(of)?, outer: R::variable(outer)?, inner: R::variable(inner)? })
    }

    /// All three.
    pub(super) fn names(&self) -> [&str; 3] {
        [&self.of, &self.outer, &self.inner]
    }

    /// Puts the names of the two in the place of the one.
    pub(super) fn rename(&self, loops: &mut LoopNames) -> Result<(), String> {
        loops.replace(&self.of, &[&self.outer, &self.inner])
    }

    /// Does so in a term, and says whether it has the one.
    pub(super) fn rename_in(&self, term: &mut ScheduledTerm<'_>) -> bool {
        let concerns = term.has(&self.of);
        term.replace(&self.of, &[&self.outer, &self.inner]);
        concerns
    }

    /// Puts the two in the place of the one: a step of the outer loop is `factor` values of the one.
    pub(super) fn split(
        &self,
        loops: &mut ScheduledLoops<'_>,
        (outer_size, inner_size): (Size, Size),
        factor: i64,
    ) -> Result<(), String> {
        loops.split(&self.of, (&self.outer, outer_size), (&self.inner, inner_size), factor)
    }
}
