//! What emission knows at the place where it stands.

use crate::{
    bridge::Binding,
    index::{ExprId, Nest, TensorId, VarId},
    levels::Parents,
    plan::{BlendedPart, Computed, CursorLevel, PlannedLoop},
    sparsify::{assembly::Assembly, fill::Rows, lanes::Lanes},
};
use lacuna_dialects::ir::Value;
use std::collections::BTreeMap;

/// What emission knows at the place where it stands.
pub struct Emitter<'a, 'c> {
    pub nest: &'a Nest,
    pub binding: &'a Binding<'c>,
    pub computed: &'a Computed,
    /// The rows of the result that get their first value in the outermost loop.
    pub open_rows: Option<OpenRows<'c>>,
    /// The position, or positions, in the level that each cursor entered last; the root before any.
    pub at: Vec<Option<Parents<'c>>>,
    /// The begin of the current subsection of each level that an enclosing loop passes.
    pub begins: BTreeMap<CursorLevel, Value<'c>>,
    /// The open runs of each cursor that the loop around walks.
    pub open_runs: Vec<Option<Value<'c>>>,
    /// Where the loop in such a run ended.
    pub run_ends: Vec<Option<Value<'c>>>,
    /// The parent list and the begin buffer of each level whose subsections loops walk under a list of parents.
    pub parent_storage: BTreeMap<CursorLevel, ParentStorage<'c>>,
    /// The value of each variable whose loop is open; that of lane 0 for the one that runs in lanes.
    pub vars: Vec<Option<Value<'c>>>,
    pub lanes: Option<Lanes<'c>>,
    /// Expressions that have a value here, innermost scope last.
    pub known: Vec<(ExprId, Value<'c>)>,
    /// The stored results of the statement.
    pub assemblies: Vec<Assembly<'a, 'c>>,
    /// Whether this is the first of two walks, which counts nodes and does nothing else.
    pub is_counting: bool,
    /// The workspaces of the statement.
    pub workspaces: Vec<(TensorId, Value<'c>)>,
    /// The arrays of those that store every point.
    pub arrays: Vec<(TensorId, Value<'c>)>,
    /// What was collected from those whose consumers are open.
    pub collected: Vec<(TensorId, Value<'c>)>,
    /// In a case that serves others, too, before its body: the value that is chosen by case.
    pub blended: Option<BlendedValue<'a, 'c>>,
    /// In a loop that computes values also where an operand stores nothing: where they count.
    pub counts_where: Option<Value<'c>>,
    /// Whether it is asked of the folds of a value if they find something to combine.
    pub asks_found: bool,
    /// Whether folds took something, of those that were asked when they were emitted last.
    pub found_by: BTreeMap<ExprId, Value<'c>>,
    /// The loops of the reductions that the plan has come to, which are emitted where their values are taken.
    pub reductions: BTreeMap<ExprId, &'a PlannedLoop>,
}

/// What a level needs whose subsections loops walk under a list of parents.
#[derive(Clone, Copy, Debug)]
pub struct ParentStorage<'c> {
    /// The list.
    pub list: Value<'c>,
    /// The begin buffer: the begin under each parent, at its buffer index.
    pub begins: Value<'c>,
}

/// A value that is chosen by case.
pub struct BlendedValue<'a, 'c> {
    /// The parts of it that are.
    pub parts: &'a [BlendedPart],
    /// The value, where what follows needs it once.
    pub value: Option<ExprId>,
    /// Whether each operand stores the coordinate.
    pub stored: Vec<Value<'c>>,
}

/// The rows of a result that get their first value in the loop that is open.
#[derive(Clone, Copy, Debug)]
pub struct OpenRows<'c> {
    pub var: VarId,
    pub rows: Rows<'c>,
    pub with_rows: bool,
}
