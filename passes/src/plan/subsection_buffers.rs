//! The buffers of a statement: each holds the begins of the subsections of a cursor, one for each of several parents.

use super::{Entered, PlannedStep};
use std::collections::BTreeMap;

/// For each level whose subsections loops walk under several parents: the most parents that there are. Loops over two levels of an operand
/// may both be under way, so each level has a buffer of its own.
pub fn begin_buffers(steps: &[PlannedStep]) -> BTreeMap<Entered, u64> {
    fn add(steps: &[PlannedStep], found: &mut BTreeMap<Entered, u64>) {
        for step in steps {
            match step {
                PlannedStep::Write(_) => {}
                PlannedStep::Where(between) => {
                    add(&between.produce, found);
                    add(&between.consume, found);
                }
                PlannedStep::Loop(inner) => {
                    let walks =
                        inner.kind.subsections().filter_map(|own| Some((own.entered(), own.under.as_ref()?.max_count)));
                    for (level, parents) in walks {
                        let most = found.entry(level).or_default();
                        *most = parents.max(*most);
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
