//! The scopes of a statement whose steps are planned.

use super::{
    Buffer, CursorLevel, ForEach, FullWorkspace, Owned, PlannedStep, Scope, forms::sampled_forms,
    scope::ParentListSize, workspace::CollectedWorkspace,
};
use std::collections::BTreeMap;

/// The scopes of a statement that takes these steps, outermost first.
pub(super) fn scopes_of(
    arrays: Vec<FullWorkspace>,
    result_count: usize,
    workspaces: Vec<CollectedWorkspace>,
    steps: &[PlannedStep],
) -> Vec<Scope> {
    let lists = parent_list_sizes(steps).into_iter().map(|(level, size)| Buffer::ParentList(level, size));
    let buffers: Vec<_> = arrays.into_iter().map(Buffer::Array).chain(lists).collect();
    let mut scopes = Vec::new();
    let mut add = |for_each, owns| scopes.push(Scope { owns, for_each });
    for (level, forms) in sampled_forms(steps) {
        add(ForEach::Statement, Owned::Form(level, forms));
    }
    if !buffers.is_empty() {
        add(ForEach::Statement, Owned::Buffers(buffers));
    }
    (0..result_count).for_each(|result| add(ForEach::Statement, Owned::Result(result)));
    if !workspaces.is_empty() {
        add(ForEach::Walk, Owned::Workspaces(workspaces));
    }
    scopes
}

/// The sizes for each level whose subsections loops walk under a list of parents. Loops over two levels of one operand can be nested, so
/// each level has a list and a buffer of its own.
fn parent_list_sizes(steps: &[PlannedStep]) -> BTreeMap<CursorLevel, ParentListSize> {
    let mut found = BTreeMap::<_, ParentListSize>::new();
    let mut add = |step: &PlannedStep| {
        let PlannedStep::Loop(inner) = step else { return };
        let walks = inner.kind.subsections();
        for (level, parents) in walks.filter_map(|walk| Some((walk.entered(), walk.parents.as_ref()?))) {
            let size = found.entry(level).or_default();
            size.max_parents = size.max_parents.max(parents.max_parents());
            size.parents_are_runs = parents.parents_are_runs();
        }
    };
    steps.iter().for_each(|step| step.visit(&mut add));
    found
}
