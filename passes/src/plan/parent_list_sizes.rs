//! How large the parent lists and begin buffers of a statement are.

use super::{CursorLevel, PlannedStep};
use std::collections::BTreeMap;

/// How large the parent list and the begin buffer of a level are.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParentListSize {
    /// The most parents that there are.
    pub max_parents: u64,
    /// Whether each parent is a run.
    pub parents_are_runs: bool,
}

/// The sizes for each level whose subsections loops walk under a list of parents. Loops over two levels of one operand can be nested, so
/// each level has a list and a buffer of its own.
pub(super) fn parent_list_sizes(steps: &[PlannedStep]) -> BTreeMap<CursorLevel, ParentListSize> {
    fn add(steps: &[PlannedStep], found: &mut BTreeMap<CursorLevel, ParentListSize>) {
        for step in steps {
            match step {
                PlannedStep::Write(_) => {}
                PlannedStep::Where(between) => {
                    add(&between.produce, found);
                    add(&between.consume, found);
                }
                PlannedStep::Loop(inner) => {
                    let walks = inner.kind.subsections();
                    for (level, parents) in walks.filter_map(|walk| Some((walk.entered(), walk.parents.as_ref()?))) {
                        let size = found.entry(level).or_default();
                        size.max_parents = size.max_parents.max(parents.max_parents());
                        size.parents_are_runs = parents.parents_are_runs();
                    }
                    let cases = inner.kind.cases().into_iter().flat_map(|case| case.body.all());
                    cases.for_each(|inside| add(&inside.steps, found));
                }
            }
        }
    }
    let mut found = BTreeMap::new();
    add(steps, &mut found);
    found
}
