//! Scopes: what a statement owns while it runs, and for how long.
//!
//! A scope makes something where it begins and ends it where it ends. Scopes are nested: those of a statement are listed from the
//! outermost to the innermost, and the loops run inside of all of them. A statement that counts nodes first is walked twice, so a scope
//! belongs either to the statement or to each walk. How large something is, and where it lies, is decided here.

use super::{
    CursorLevel, FullWorkspace, PassedRows, PlannedStep, parent_list_sizes::ParentListSize,
    parent_list_sizes::parent_list_sizes, workspace::CollectedWorkspace,
};

/// What a part of a plan owns.
#[derive(Clone, Debug)]
pub struct Scope {
    /// What it is.
    pub owns: Owned,
    /// How often it is made.
    pub for_each: ForEach,
}

/// How often what a scope owns is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForEach {
    /// Once, for all walks.
    Statement,
    /// Once for each walk: a first one counts nodes, a second one places values.
    Walk,
}

/// What a scope owns.
#[derive(Clone, Debug)]
pub enum Owned {
    /// Buffers of sizes that are known when the scope begins.
    Buffers(Vec<Buffer>),
    /// A stored result that grows, by its place in [`Computed::results`](super::Computed::results).
    Result(usize),
    /// Workspaces whose points come in any order. Where the program finds one of them large, all are kept as they are kept then.
    Workspaces(Vec<CollectedWorkspace>),
    /// The rows of a dense result that have no value before the outermost loop.
    OpenedRows(PassedRows),
}

/// A buffer.
#[derive(Clone, Copy, Debug)]
pub enum Buffer {
    /// A tensor between a producer and a consumer that stores every point.
    Array(FullWorkspace),
    /// The parent list and the begin buffer of a level, both on the stack.
    ParentList(CursorLevel, ParentListSize),
}

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
    if !buffers.is_empty() {
        add(ForEach::Statement, Owned::Buffers(buffers));
    }
    (0..result_count).for_each(|result| add(ForEach::Statement, Owned::Result(result)));
    if !workspaces.is_empty() {
        add(ForEach::Walk, Owned::Workspaces(workspaces));
    }
    scopes
}
