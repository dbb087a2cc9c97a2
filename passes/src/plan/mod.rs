//! The plan of a nest: every decision of how it is walked, as data.
//!
//! For each loop, which operands drive it, in which cases, and which are located or looked up ([`merge`]); for each stored
//! result, how it grows ([`growth`]); for each statement, what its result holds before ([`first_values`]). A
//! plan or a problem: what has a plan can be emitted ([`crate::sparsify`]), and nothing is decided there. A plan
//! prints ([`print`]), has a cost ([`cost`]), knows nothing of the IR, and needs no MLIR context.
//!
//! A plan is a tree. A loop has cases; a case has steps inside, which are loops, writes and `where`s; the value of a write has the
//! loops of its folds. The expressions of all of them are in one nest, [`Plan::nest`].

mod as_schedule;
mod begin;
mod blend;
mod capacity;
mod cases;
pub mod constants;
pub mod cost;
#[cfg(test)]
mod cost_tests;
mod costed_walk;
mod cursor;
mod dense_loops;
mod driver;
pub mod estimates;
pub mod first_values;
mod fold_condition;
mod forms;
mod found;
pub mod growth;
mod inner;
mod lanes;
mod legal_forms;
mod limits;
mod loop_kind;
mod merge;
mod merge_points;
mod open_runs;
mod parents;
mod passed_rows;
mod planner;
mod print;
mod results;
mod scope;
mod scopes;
mod shared;
mod stored_points;
mod strategy;
mod subsections;
#[cfg(test)]
mod tests;
mod tree;
mod unrolled;
pub mod weights;
mod work;
mod workspace;

pub use as_schedule::StatementSchedule;
pub use begin::{BeginSource, BufferIndex, CursorLevel};
pub use blend::{BlendedPart, Remains, Selection};
pub use cursor::OperandCursor;
pub use dense_loops::{DenseLoop, Reason};
pub use driver::{Bound, Driver, NodeSource, ParentLevel, ParentList};
pub use first_values::PassedRows;
pub use fold_condition::FoldCondition;
pub use found::sums_in;
pub use inner::{Inner, InnerForm};
pub use lanes::{Blocks, Strips, Tail, can_run_in_lanes, lanes_problem, neighbours_along};
pub use limits::WholeBlock;
pub use loop_kind::{LoopKind, Merge, Merging};
pub use scope::{Buffer, ForEach, Owned, ParentListSize, Scope};
pub use shared::SharedCases;
pub use strategy::{least_asked, walks_once};
pub use tree::{
    Accumulator, Between, Body, Case, Computed, FoldEvidence, Inside, Plan, PlannedLoop, PlannedStatement, PlannedStep,
    Point,
};
pub use work::Work;
pub use workspace::{Collected, CollectedWorkspace, FullWorkspace};

use crate::index::{Nest, problem::Problem};

impl Plan {
    /// Decides how a nest is walked, as its choices say.
    ///
    /// # Errors
    /// The first thing that cannot be walked, with what the user can do about it.
    pub fn new(nest: &Nest) -> Result<Self, Problem> {
        planner::plan(nest)
    }

    /// The same, with the number of combinations of operands that were tried for it, if it fails, too.
    ///
    /// # Errors
    /// As [`Plan::new`].
    pub fn counted(nest: &Nest) -> (Result<Self, Problem>, usize) {
        planner::counted(nest)
    }

    /// The same of a nest that is emitted next: its dense operands are buffers, and its stored results are computed.
    ///
    /// # Errors
    /// As [`Plan::new`], and where the nest is not ready.
    pub fn to_emit(nest: &Nest) -> Result<Self, Problem> {
        results::check_ready(nest)?;
        Self::new(nest)
    }

    /// At how many places the code of its loops stands: once for each case of the loops around.
    pub fn copies(&self) -> usize {
        let of = |statement: &PlannedStatement| match statement {
            PlannedStatement::Fill(_) => 0,
            PlannedStatement::Computed(computed) => computed.copies,
        };
        self.statements.iter().map(of).sum()
    }
}
