//! What emission knows at the place where it stands.

use crate::{
    bridge::Binding,
    index::{ExprId, Nest, TensorId, VarId},
    levels::Parents,
    plan::{BlendedPart, Computed, CursorLevel, Inner, PlannedLoop},
    sparsify::{assembly::Assembly, fill::Rows, lanes::Lanes},
};
use lacuna_dialects::ir::Value;
use std::collections::BTreeMap;

/// Emits a statement: what is emitted, what is known at the place where emission stands, and the scopes around it.
pub struct Emitter<'a, 'c> {
    pub nest: &'a Nest,
    pub binding: &'a Binding<'c>,
    pub computed: &'a Computed,
    pub here: Environment<'a, 'c>,
    /// The scopes that are open, innermost last.
    pub scopes: Vec<OpenScope<'a, 'c>>,
}

/// What is known at the place where emission stands. Behind a region, only that is known which was known before it.
#[derive(Clone)]
pub struct Environment<'a, 'c> {
    /// The position, or positions, in the level that each cursor entered last; the root before any.
    pub at: Vec<Option<Parents<'c>>>,
    /// The begin of the current subsection of each level that an enclosing loop passes.
    pub begins: BTreeMap<CursorLevel, Value<'c>>,
    /// The value of each variable whose loop is open; that of lane 0 for the one that runs in lanes.
    pub vars: Vec<Option<Value<'c>>>,
    pub lanes: Option<Lanes<'c>>,
    /// Expressions that have a value here, innermost scope last.
    pub known: Vec<(ExprId, Value<'c>)>,
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

/// A scope that is open.
pub enum OpenScope<'a, 'c> {
    /// The value of a tensor that lives inside the nest: an array, or what was collected from a workspace.
    Tensor(TensorId, Value<'c>),
    /// The parent list and the begin buffer of a level whose subsections loops walk under a list of parents.
    Parents(CursorLevel, ParentStorage<'c>),
    /// The number of the form that was chosen, among these, for innermost loops over a level.
    Form(CursorLevel, &'a [Inner], Value<'c>),
    /// A stored result that grows.
    Growth(Assembly<'a, 'c>),
    /// A workspace, and its `!sloop.assembly`.
    Workspace(TensorId, Value<'c>),
    /// The rows of the result that get their first value in the outermost loop.
    Rows(OpenRows<'c>),
    /// The first of two walks, which counts nodes and does nothing else.
    Counting,
    /// A run that a loop leaves open, for a loop over the level below to find its end.
    Run(OpenRun<'c>),
}

/// A run that is open.
#[derive(Clone, Copy, Debug)]
pub struct OpenRun<'c> {
    /// The number of the operand's cursor.
    pub cursor: usize,
    /// The walk over the runs.
    pub runs: Value<'c>,
    /// Where the loop over the level below has ended.
    pub end: Option<Value<'c>>,
}

impl<'c> Environment<'_, 'c> {
    /// What is known before a statement.
    pub fn new(nest: &Nest, computed: &Computed) -> Self {
        Self {
            at: vec![None; computed.cursors.len()],
            begins: BTreeMap::new(),
            vars: vec![None; nest.vars.len()],
            lanes: None,
            known: Vec::new(),
            blended: None,
            counts_where: None,
            asks_found: false,
            found_by: BTreeMap::new(),
            reductions: BTreeMap::new(),
        }
    }
}

impl<'a, 'c> Emitter<'a, 'c> {
    /// Emits a region, behind which only that is known which is known here.
    pub(super) fn in_region<T>(&mut self, emit: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.here.clone();
        let emitted = emit(self);
        self.here = outside;
        emitted
    }

    /// Opens a scope for what `emit` emits; gives what the scope is at its end, too.
    pub(super) fn in_scope<T>(
        &mut self,
        scope: OpenScope<'a, 'c>,
        emit: impl FnOnce(&mut Self) -> T,
    ) -> (T, OpenScope<'a, 'c>) {
        self.scopes.push(scope);
        let emitted = emit(self);
        (emitted, self.scopes.pop().expect("it was pushed"))
    }

    /// Whether this is the first of two walks, which counts nodes and does nothing else.
    pub(super) fn is_counting(&self) -> bool {
        self.scopes.iter().any(|scope| matches!(scope, OpenScope::Counting))
    }

    /// The walk over the runs of a cursor that a loop around leaves open.
    pub(super) fn open_runs(&self, cursor: usize) -> Value<'c> {
        let runs = |scope: &OpenScope<'a, 'c>| match scope {
            OpenScope::Run(run) if run.cursor == cursor => Some(run.runs),
            _ => None,
        };
        self.innermost(runs).expect("a loop around walks its runs")
    }

    /// Notes where the loop in the open run of a cursor ended.
    pub(super) fn end_run(&mut self, cursor: usize, end: Value<'c>) {
        let run = self.scopes.iter_mut().rev().find_map(|scope| match scope {
            OpenScope::Run(run) if run.cursor == cursor => Some(run),
            _ => None,
        });
        run.expect("a loop around walks its runs").end = Some(end);
    }

    /// What the innermost open scope has of a kind.
    fn innermost<'s, T>(&'s self, of: impl Fn(&'s OpenScope<'a, 'c>) -> Option<T>) -> Option<T> {
        self.scopes.iter().rev().find_map(of)
    }

    /// The value of a tensor of the nest: an operand, a result, or a tensor that a scope owns.
    pub(super) fn operand(&self, tensor: TensorId) -> Value<'c> {
        let owned = |scope: &OpenScope<'a, 'c>| match scope {
            OpenScope::Tensor(known, value) if *known == tensor => Some(*value),
            _ => None,
        };
        self.innermost(owned).unwrap_or_else(|| self.binding.value(self.nest.tensor(tensor).operand))
    }

    /// The `!sloop.assembly` of a workspace.
    pub(super) fn handle_of(&self, workspace: TensorId) -> Value<'c> {
        let handle = |scope: &OpenScope<'a, 'c>| match scope {
            OpenScope::Workspace(known, handle) if *known == workspace => Some(*handle),
            _ => None,
        };
        self.innermost(handle).expect("a scope around owns the workspace")
    }

    /// The parent list and the begin buffer of a level.
    pub(super) fn parent_storage(&self, level: CursorLevel) -> ParentStorage<'c> {
        let storage = |scope: &OpenScope<'a, 'c>| match scope {
            OpenScope::Parents(known, storage) if *known == level => Some(*storage),
            _ => None,
        };
        self.innermost(storage).expect("a scope around owns the list")
    }

    /// The number of the form that was chosen for innermost loops over a level.
    pub(super) fn chosen_form(&self, level: CursorLevel, forms: &[Inner]) -> Value<'c> {
        let chosen = |scope: &OpenScope<'a, 'c>| match scope {
            OpenScope::Form(of, among, number) if *of == level && *among == forms => Some(*number),
            _ => None,
        };
        self.innermost(chosen).expect("a scope around has chosen")
    }

    /// The rows that get their first value in a loop around.
    pub(super) fn open_rows(&self) -> Option<OpenRows<'c>> {
        self.innermost(|scope| if let OpenScope::Rows(rows) = scope { Some(*rows) } else { None })
    }

    /// The stored results that grow, in the order of [`Computed::results`].
    pub(super) fn assemblies(&self) -> impl Iterator<Item = &Assembly<'a, 'c>> {
        self.scopes
            .iter()
            .filter_map(|scope| if let OpenScope::Growth(assembly) = scope { Some(assembly) } else { None })
    }

    /// One of them.
    pub(super) fn assembly(&self, result: usize) -> &Assembly<'a, 'c> {
        self.assemblies().nth(result).expect("a scope around owns the result")
    }

    /// Notes the position in the level of a result that was entered last.
    pub(super) fn enter_result(&mut self, result: usize, at: Option<Value<'c>>) {
        let scopes = self.scopes.iter_mut();
        let mut growths =
            scopes.filter_map(|scope| if let OpenScope::Growth(assembly) = scope { Some(assembly) } else { None });
        growths.nth(result).expect("a scope around owns the result").at = at;
    }
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
#[derive(Clone)]
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
