//! Scopes: what a statement owns while it runs, and for how long.
//!
//! A scope makes something where it begins and ends it where it ends. Scopes are nested: those of a statement are listed from the
//! outermost to the innermost, and the loops run inside of all of them. A statement that counts nodes first is walked twice, so a scope
//! belongs either to the statement or to each walk. How large something is, and where it lies, is decided here.

use super::{CursorLevel, FullWorkspace, Inner, PassedRows, workspace::CollectedWorkspace};

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
    /// Which of these forms innermost loops over a level take, chosen from a sample of its segments.
    Form(CursorLevel, Vec<Inner>),
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

/// How large the parent list and the begin buffer of a level are.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParentListSize {
    /// The most parents that there are.
    pub max_parents: u64,
    /// Whether each parent is a run.
    pub parents_are_runs: bool,
}
