//! The buffers of a statement in which it is kept where subsections begin, below each of several parents.

use super::PlannedStep;
use std::collections::BTreeMap;

/// For each cursor whose subsections are walked below several parents, the most parents that there are.
pub fn buffered_cursors(steps: &[PlannedStep]) -> BTreeMap<usize, u64> {
    fn add(steps: &[PlannedStep], found: &mut BTreeMap<usize, u64>) {
        for step in steps {
            match step {
                PlannedStep::Write(_) => {}
                PlannedStep::Where(between) => {
                    add(&between.produce, found);
                    add(&between.consume, found);
                }
                PlannedStep::Loop(inner) => {
                    let walks =
                        inner.kind.subsections().filter_map(|own| Some((own.cursor, own.under.as_ref()?.max_count)));
                    for (cursor, parents) in walks {
                        let most = found.entry(cursor).or_default();
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
