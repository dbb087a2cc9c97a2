//! The search for what to convert and what to collect in workspaces: which nests are planned, and how many.
//!
//! Alternatives are planned one after the other, and the cheapest is taken. How many there are grows with the subsets of the
//! operands, and a plan with the cases of a merge, so a search has a budget. It is counted in plans and in the combinations of
//! operands that they distinguish, never in time, so that the same program is compiled to the same code everywhere. What comes
//! first is what is cheapest to convert; when the budget is spent, the best so far is taken, and a remark says so. Alternatives
//! may lead to the same nest, so a search remembers what it has planned.

use super::{schedule::schedule_nest, split_variables::split, vectorize::Vectorize};
use crate::{
    index::{Access, Nest, problem::Problem},
    plan::{Plan, cost::Estimate},
};
use std::cell::{Cell, RefCell};

/// How a nest that can be walked is walked.
#[derive(Clone)]
pub(super) struct Walked {
    /// Operands that are merged again in each round of a loop that does not concern them.
    pub merged_again: Vec<Access>,
    /// What that costs, and how many points stored results get.
    pub estimate: Estimate,
}

/// What one search may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Nests that are planned.
    pub plans: usize,
    /// Combinations of operands that store something or nothing, for which a loop is asked what it has to do.
    pub cases: usize,
}

/// Enough for all that statements of up to six operands can ask; wider ones plan for a few seconds.
pub(super) const BUDGET: Budget = Budget { plans: 1500, cases: 20_000 };

/// A search, with what it has taken so far.
pub(super) struct PlanSearch {
    budget: Budget,
    plans: Cell<usize>,
    cases: Cell<usize>,
    /// What became of each nest so far.
    planned: RefCell<Vec<(Nest, Result<Walked, Problem>)>>,
    /// Whether something was left out.
    is_cut: Cell<bool>,
}

impl Default for PlanSearch {
    fn default() -> Self {
        Self::within(BUDGET)
    }
}

impl PlanSearch {
    /// A search that ends when it has taken this.
    pub(super) fn within(budget: Budget) -> Self {
        Self { budget, plans: Cell::new(0), cases: Cell::new(0), planned: RefCell::default(), is_cut: Cell::new(false) }
    }

    /// How the statements of a nest can be walked, once they are split and scheduled; or what is in the way.
    pub(super) fn attempt(&self, nest: &Nest) -> Result<Walked, Problem> {
        if let Some((_, known)) = self.planned.borrow().iter().find(|(planned, _)| planned == nest) {
            return known.clone();
        }
        let outcome = self.plan(nest);
        self.planned.borrow_mut().push((nest.clone(), outcome.clone()));
        outcome
    }

    fn plan(&self, nest: &Nest) -> Result<Walked, Problem> {
        self.plans.set(self.plans.get() + 1);
        let mut trial = nest.clone();
        split(&mut trial)?;
        schedule_nest(&mut trial)?;
        // Loops in lanes cost a fraction, so alternatives are compared as they will run, in blocks of the usual size.
        Vectorize { fp: nest.choices.fp, ..Vectorize::default() }.choose(&mut trial);
        let (plan, cases) = Plan::counted(&trial);
        self.cases.set(self.cases.get() + cases);
        let plan = plan?;
        plan.check_stored_points()?;
        Ok(Walked { estimate: plan.estimate(), merged_again: plan.merged_again })
    }

    /// Whether the budget is spent.
    pub(super) fn is_spent(&self) -> bool {
        self.plans.get() >= self.budget.plans || self.cases.get() >= self.budget.cases
    }

    /// Whether the budget is spent. Ask only where an alternative remains: it is noted that one was left out.
    pub(super) fn ends(&self) -> bool {
        self.is_cut.set(self.is_cut.get() || self.is_spent());
        self.is_spent()
    }

    /// What is said where alternatives were left out.
    pub(super) fn remark(&self) -> Option<String> {
        self.is_cut.get().then(|| {
            format!(
                "the search for conversions and workspaces ended after {} plans, as this statement reads many stored operands; a \
                 cheaper plan may exist",
                self.plans.get()
            )
        })
    }

    /// What it has taken.
    #[cfg(test)]
    pub(super) fn taken(&self) -> Budget {
        Budget { plans: self.plans.get(), cases: self.cases.get() }
    }
}
