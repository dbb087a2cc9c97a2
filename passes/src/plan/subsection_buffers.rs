//! The buffers of a statement, for the levels whose subsections loops walk under a list of parents.

use super::{Entered, PlannedStep};
use std::collections::BTreeMap;

/// What a level whose subsections loops walk under a list of parents needs: the list, and a buffer with the begin under each parent.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParentRoom {
    /// The most parents that there are.
    pub most: u64,
    /// Whether a parent is a run of neighbouring nodes.
    pub has_runs: bool,
}

/// Those of each level. Loops over two levels of an operand may both be under way, so each level has buffers of its own.
pub fn parent_buffers(steps: &[PlannedStep]) -> BTreeMap<Entered, ParentRoom> {
    fn add(steps: &[PlannedStep], found: &mut BTreeMap<Entered, ParentRoom>) {
        for step in steps {
            match step {
                PlannedStep::Write(_) => {}
                PlannedStep::Where(between) => {
                    add(&between.produce, found);
                    add(&between.consume, found);
                }
                PlannedStep::Loop(inner) => {
                    let walks = inner.kind.subsections().filter_map(|own| Some((own.entered(), own.under.as_ref()?)));
                    for (level, parents) in walks {
                        let buffers = found.entry(level).or_default();
                        buffers.most = buffers.most.max(parents.most());
                        buffers.has_runs = parents.gives_runs();
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
