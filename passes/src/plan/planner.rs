//! Plans a nest, statement by statement and loop by loop, from the outside to the inside.

use super::{
    Accumulator, Between, Computed, DenseLoop, Driver, FoldCondition, LoopKind, OperandCursor, Plan, PlannedLoop,
    PlannedStatement, PlannedStep, Point, Strips,
    capacity::make_room,
    constants::MOST_COPIES,
    cursor::cursors_of,
    dense_loops::densified,
    first_values::{FirstValues, fill_of, fills_of, is_fresh},
    fold_condition::without_folds,
    forms::choose_forms,
    found::{ask_of_factors, found},
    growth::{GrowingResult, Grown, Opened, grown_at},
    inner::{Inner, InnerForm},
    lanes,
    merge::{self, DecidedLoop, Surroundings},
    open_runs::leave_open,
    passed_rows::passed_rows,
    results,
    scope::{ForEach, Owned, Scope},
    scopes::scopes_of,
    strategy::stored_targets,
    work::Work,
    workspace::{Collected, CollectedWorkspace, collect_as, full_workspaces_of, has_fill, keep, workspaces_of},
};
use crate::{
    analysis::{iteration_graph::level_subscripts, lattice::Lattice, refusal::report},
    choices::Choices,
    fp::FpMode,
    index::{
        Access, Directives, Expr, ExprId, Limit, Nest, Place, Stmt, TensorId, VarId, Where, Write, algebra,
        combiners::operation, constant::Constant, problem::Problem, specialize::Specializer, writes,
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// Decides how a nest is walked.
pub(super) fn plan(nest: &Nest) -> Result<Plan, Problem> {
    counted(nest).0
}

/// The same, with the number of combinations of operands that were tried.
pub(super) fn counted(nest: &Nest) -> (Result<Plan, Problem>, usize) {
    let mut plan = Plan {
        nest: nest.clone(),
        statements: Vec::new(),
        densified: Vec::new(),
        without_lanes: Vec::new(),
        merged_again: Vec::new(),
        tried: 0,
    };
    let outcome = plan_statements(nest, &mut plan);
    let tried = plan.tried;
    (outcome.map(|()| plan), tried)
}

fn plan_statements(nest: &Nest, plan: &mut Plan) -> Result<(), Problem> {
    for tensor in (0..nest.tensors.len()).map(TensorId) {
        results::check(nest, tensor)?;
    }
    let fills = fills_of(nest);
    let mut planned = BTreeMap::new();
    for (index, statement) in nest.body.iter().enumerate() {
        let statement = match fill_of(nest, statement) {
            Some(fill) => PlannedStatement::Fill(fill),
            None => {
                let mut computed = compute(plan, statement)?;
                if let Some(by) = fills.get(&index) {
                    give_first_values(nest, *by, statement, &mut computed);
                }
                PlannedStatement::Computed(Box::new(computed))
            }
        };
        planned.insert(index, statement);
    }
    for by in planned.values().filter_map(gives_rows_for).collect::<Vec<_>>() {
        planned.remove(&by);
    }
    plan.statements = planned.into_values().collect();
    Ok(())
}

/// Notes what the result of a statement, which has been planned, holds before, because the statement `by` gives all of its points
/// one value.
fn give_first_values(nest: &Nest, by: usize, statement: &Stmt, computed: &mut Computed) {
    let before = &nest.body[by];
    let is_fresh = is_fresh(nest, before, statement, &computed.cursors, nest.choices.fp);
    let rows = passed_rows(nest, before, statement, computed, is_fresh);
    computed.scopes.extend(rows.map(|rows| Scope { owns: Owned::OpenedRows(rows), for_each: ForEach::Walk }));
    computed.first_values = Some(FirstValues { by, is_fresh });
}

/// The fill for which a statement gives its result the first values.
fn gives_rows_for(statement: &PlannedStatement) -> Option<usize> {
    let PlannedStatement::Computed(computed) = statement else { return None };
    computed.first_values.as_ref().filter(|_| computed.passed_rows().is_some()).map(|first| first.by)
}

/// Plans a statement on its own. What is in workspaces is put in order only if the plan needs it, and collected in full only
/// where it cannot be walked.
fn compute(plan: &mut Plan, statement: &Stmt) -> Result<Computed, Problem> {
    let workspaces = workspaces_of(&plan.nest, statement);
    if workspaces.is_empty() {
        return compute_with(plan, statement, &[]);
    }
    let before = plan.clone();
    let mut attempt = |collected: &[Collected]| {
        *plan = Plan { tried: plan.tried, ..before.clone() };
        let collected: Vec<_> = workspaces.iter().copied().zip(collected.iter().copied()).collect();
        collected.iter().for_each(|(workspace, collected)| collect_as(&mut plan.nest, *workspace, *collected));
        compute_with(plan, statement, &collected)
    };
    for list in [Collected::List, Collected::SortedList] {
        if let Ok(computed) = attempt(&vec![list; workspaces.len()]) {
            return Ok(computed);
        }
    }
    // What is in the way now are not the workspaces.
    let mut collected = vec![Collected::InFull; workspaces.len()];
    attempt(&collected)?;
    for workspace in 0..workspaces.len() {
        let in_full = std::mem::replace(&mut collected[workspace], Collected::SortedList);
        if attempt(&collected).is_err() {
            collected[workspace] = in_full;
        }
    }
    attempt(&collected)
}

/// Plans a statement, given how its workspaces are collected.
fn compute_with(plan: &mut Plan, statement: &Stmt, workspaces: &[(TensorId, Collected)]) -> Result<Computed, Problem> {
    let lengths = (plan.densified.len(), plan.without_lanes.len(), plan.merged_again.len());
    match compute_as(plan, statement, workspaces, true) {
        // `can_be_tested_inside` guessed wrong: all operands are told apart where they end.
        Err(problem) if problem.is_from_guess() => {
            plan.densified.truncate(lengths.0);
            plan.without_lanes.truncate(lengths.1);
            plan.merged_again.truncate(lengths.2);
            compute_as(plan, statement, workspaces, false)
        }
        outcome => outcome,
    }
}

/// The same, given whether loops may leave operands pending.
fn compute_as(
    plan: &mut Plan,
    statement: &Stmt,
    workspaces: &[(TensorId, Collected)],
    may_leave_pending: bool,
) -> Result<Computed, Problem> {
    let (nest, choices) = (&plan.nest, plan.nest.choices);
    for (_, write) in writes(std::slice::from_ref(statement)) {
        for access in nest.reads(write.value) {
            level_subscripts(nest, &access).map_err(|refusal| report(nest, &refusal, write.location))?;
        }
    }
    let cursors = cursors_of(nest, statement);
    let arrays = full_workspaces_of(nest, statement);
    let keep = |(tensor, collected): &(TensorId, Collected)| keep(nest, statement, (*tensor, *collected));
    let workspaces = workspaces.iter().map(keep).collect::<Result<Vec<_>, _>>()?;
    let targets = stored_targets(nest, statement);
    let results: Vec<_> = targets.iter().map(|target| GrowingResult::new(nest, statement, target, &cursors)).collect();
    let drops_fill = nest.drops_fill();
    // What is zero must be so in both walks, whatever LLVM makes of each.
    let is_walked_twice = results.iter().any(|result| result.strategy.walks_twice());
    if is_walked_twice && drops_fill {
        check_counted(nest, statement, &results)?;
    }
    let fp = if is_walked_twice && drops_fill { FpMode::Strict } else { choices.fp };
    let mut planner = Planner {
        choices: Choices { fp, ..choices },
        copies: 0,
        may_leave_pending,
        is_repeated: false,
        cursors: cursors.clone(),
        ordered: results.iter().flat_map(|result| result.ordered.iter().copied()).collect(),
        distinct: results.iter().flat_map(|result| result.distinct.iter().copied()).collect(),
        open: Vec::new(),
        lanes: None,
        limits: nest.limits(),
        workspaces: &workspaces,
        opened: results.iter().map(|result| Opened { level: result.first_open(), is_reserved: false }).collect(),
        results,
        plan,
    };
    let mut steps = planner.steps(std::slice::from_ref(statement))?;
    let copies = planner.copies;
    let mut results = planner.results;
    results.iter_mut().for_each(|result| make_room(result, &cursors, &steps));
    choose_forms(&plan.nest, (&cursors, fp), choices.inner, &mut steps)?;
    let scopes = scopes_of(arrays, results.len(), workspaces, &steps);
    Ok(Computed { cursors, results, scopes, fp, drops_fill, first_values: None, copies, steps })
}

/// Where zeros are left out, values are counted: they read nothing that only the second walk computes.
fn check_counted(nest: &Nest, statement: &Stmt, results: &[GrowingResult]) -> Result<(), Problem> {
    let all = writes(std::slice::from_ref(statement));
    let is_buffer = |tensor: TensorId| !nest.tensor(tensor).is_stored();
    let buffers: Vec<_> =
        all.iter().map(|(_, write)| write.target.tensor).filter(|target| is_buffer(*target)).collect();
    let is_computed = |access: &Access| {
        buffers.iter().any(|buffer| nest.tensor(*buffer).operand == nest.tensor(access.tensor).operand)
    };
    for (_, write) in &all {
        let target = write.target.tensor;
        let is_counted = results.iter().any(|result| result.tensor == target && result.strategy.walks_twice());
        if let Some(read) = nest.reads(write.value).iter().find(|access| is_computed(access)).filter(|_| is_counted) {
            return Err(Problem::new(
                write.location,
                format!(
                    "result {} leaves out zeros and its entries are counted before {}, which they depend on, is computed in \
                     the same loops",
                    nest.describe(target),
                    nest.describe(read.tensor)
                ),
            ));
        }
    }
    Ok(())
}

/// What is known at the place that is being planned.
pub(super) struct Planner<'a> {
    pub(super) plan: &'a mut Plan,
    pub(super) choices: Choices,
    /// How often code was repeated so far.
    pub(super) copies: usize,
    /// Whether loops may leave operands that end there pending, for loops inside to test.
    pub(super) may_leave_pending: bool,
    /// Whether what is planned has been planned before, for an edge.
    pub(super) is_repeated: bool,
    /// The cursors, with the levels that they have entered.
    pub(super) cursors: Vec<OperandCursor>,
    /// The variables whose values stored results want to increase.
    pub(super) ordered: Vec<VarId>,
    /// Those of which they want each value once, in any order.
    pub(super) distinct: Vec<VarId>,
    /// The variables of the loops around.
    pub(super) open: Vec<VarId>,
    /// The variable that runs in lanes, and how many.
    pub(super) lanes: Option<(VarId, i64)>,
    /// The bounds that are still to be tested.
    pub(super) limits: Vec<Limit>,
    pub(super) results: Vec<GrowingResult>,
    /// The workspaces of the statement.
    pub(super) workspaces: &'a [CollectedWorkspace],
    /// How far the loops around have opened the results.
    pub(super) opened: Vec<Opened>,
}

impl Planner<'_> {
    /// Appends what is done for a statement.
    fn step(&mut self, statement: &Stmt, steps: &mut Vec<PlannedStep>) -> Result<(), Problem> {
        let step = match statement {
            Stmt::Write(write) => {
                self.check_absence(write.value, write.location)?;
                let value = self.with_present(write.value);
                steps.extend(self.reductions(value, write.location)?);
                let has_room = self.has_room(write.target.tensor);
                let write = Write { value, ..write.clone() };
                let found = self.written_where_found(&write);
                PlannedStep::Write(Point { write, found, has_room })
            }
            Stmt::Where(inner) => PlannedStep::Where(self.between(inner)?),
            Stmt::Loop(inner) => {
                let inside: Vec<_> = writes(&inner.body).into_iter().map(|(_, write)| write.clone()).collect();
                let location = inside.first().map_or(self.plan.nest.place, |write| write.location);
                let work = Work::of_statements(inner.body.clone());
                PlannedStep::Loop(Box::new(self.walk(inner.var, inner.how, &work, location)?))
            }
        };
        steps.push(step);
        Ok(())
    }

    fn between(&mut self, inner: &Where) -> Result<Between, Problem> {
        let tensor = self.plan.nest.tensor(inner.tensor);
        if tensor.order() == 0 && tensor.is_collected() {
            return Err(inner.refuse("its tensor has no dimensions: run sloop-loop-once first"));
        }
        if tensor.is_collected() && !has_fill(tensor) {
            return Err(inner.refuse(&format!("no format has such a value for {} that is not stored", tensor.element)));
        }
        let produce = self.steps(&inner.produce)?;
        self.set_open(inner.tensor, true);
        let consume = self.steps(&inner.consume)?;
        self.set_open(inner.tensor, false);
        Ok(Between { workspace: inner.tensor, produce, consume })
    }

    pub(super) fn steps(&mut self, statements: &[Stmt]) -> Result<Vec<PlannedStep>, Problem> {
        let mut steps = Vec::new();
        statements.iter().try_for_each(|statement| self.step(statement, &mut steps))?;
        Ok(steps)
    }

    /// Says whether loops may enter what a workspace stores.
    fn set_open(&mut self, workspace: TensorId, is_open: bool) {
        let cursors = self.cursors.iter_mut().filter(|cursor| cursor.access.tensor == workspace);
        cursors.for_each(|cursor| cursor.is_open = is_open);
    }

    /// The loops of the folds of an expression, where it stands.
    pub(super) fn reductions(&mut self, root: ExprId, location: Place) -> Result<Vec<PlannedStep>, Problem> {
        let mut waiting = vec![root];
        let (mut reductions, mut seen) = (BTreeMap::new(), BTreeSet::new());
        while let Some(id) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.plan.nest.expr(id).clone() {
                Expr::Fold { var, combiner, body, how } => {
                    let mut planned = self.walk(var, how, &Work::of_fold(combiner, body), location)?;
                    let found = found(&self.plan.nest, &self.cursors, &planned);
                    planned.accumulator = Some(Accumulator { fold: id, combiner, found, is_asked: false });
                    reductions.insert(id, Box::new(planned));
                }
                Expr::Read(access) | Expr::Stored(access) => self.check_read(&access, location)?,
                _ => waiting.extend(self.plan.nest.operands(id)),
            }
        }
        ask_of_factors(&self.plan.nest, root, &mut reductions);
        Ok(reductions.into_values().map(PlannedStep::Loop).collect())
    }

    /// Whether a workspace gives its consumer every point, stored or not.
    fn is_collected_in_full(&self, tensor: TensorId) -> bool {
        self.workspaces.iter().any(|inside| inside.tensor == tensor && inside.collected == Collected::InFull)
    }

    fn check_read(&self, access: &Access, location: Place) -> Result<(), Problem> {
        let Some(cursor) = self.cursors.iter().find(|cursor| cursor.access == *access) else { return Ok(()) };
        if cursor.is_pending() {
            let name = self.plan.nest.describe(access.tensor);
            return Err(Problem::new(
                location,
                format!("{name} may store nothing where it is read, and no loop tests that"),
            )
            .from_guess());
        }
        if cursor.is_at_entry() {
            return Ok(());
        }
        Err(Problem::new(
            location,
            format!(
                "{} is read before the loops have entered its level {}: run sloop-schedule first",
                self.plan.nest.describe(access.tensor),
                cursor.depth
            ),
        ))
    }

    /// What is left of an expression once it is known that the cursors that have come to an entry store it.
    pub(super) fn with_present(&mut self, id: ExprId) -> ExprId {
        if !self.plan.nest.knows_absence(id) {
            return id;
        }
        let at_entries = self.cursors.iter().filter(|cursor| cursor.is_at_entry() && !cursor.is_pending());
        let present: Vec<_> = at_entries.map(|cursor| cursor.access.clone()).collect();
        Specializer::with_present(&mut self.plan.nest, &present).expression(id).0
    }

    /// Where the folds of a point find something, if it is written only there: there is no value otherwise, or the one that a stored
    /// result has anyway.
    fn written_where_found(&mut self, write: &Write) -> Option<FoldCondition> {
        let (known, found) = without_folds(&mut self.plan.nest, write.value)?;
        let tensor = self.plan.nest.tensor(write.target.tensor);
        let Some(elsewhere) = write.elsewhere.or(tensor.local().map(|local| local.initially)) else {
            return (known.value == Constant::Absent).then_some(found);
        };
        let is_workspace = tensor.local().is_some();
        let changes_nothing = match write.combiner {
            Some(combiner) if is_workspace => algebra::is_neutral(combiner, known, tensor.element),
            _ => known.value == elsewhere || (known.value.is_zero() && elsewhere.is_zero()),
        };
        (known.value == Constant::Absent || tensor.is_stored() && changes_nothing).then_some(found)
    }

    /// It is known what is asked: a workspace that is collected in full does not tell what it stores. And a fold that may find no
    /// value has none where it is written, and a neutral one where it is combined in its own way; no other operation takes it.
    fn check_absence(&self, root: ExprId, location: Place) -> Result<(), Problem> {
        let nest = &self.plan.nest;
        let takes = |by: ExprId, fold: ExprId| match (nest.expr(by), nest.expr(fold)) {
            (Expr::Combine { combiner, .. }, Expr::Fold { combiner: own, .. }) => combiner == own,
            (Expr::Scalar { operation: by, .. }, Expr::Fold { combiner, .. }) => {
                operation(*combiner, nest.node(fold).r#type) == Some(by.name())
            }
            (Expr::Fold { .. }, _) => true,
            _ => false,
        };
        let (mut asked, mut taken) = (None, None);
        nest.visit_expr(root, &mut |id| {
            if let Expr::Stored(access) = nest.expr(id)
                && self.is_collected_in_full(access.tensor)
            {
                asked = Some(access.tensor);
            }
            let mut operands = nest.operands(id).into_iter();
            let fold = operands.find(|fold| nest.may_find_nothing(*fold) && !takes(id, *fold));
            taken = taken.or(fold.map(|fold| (fold, id)));
        });
        let message = match (asked, taken) {
            (None, None) => return Ok(()),
            (Some(workspace), _) => {
                let workspace = nest.describe(workspace);
                format!(
                    "{workspace} is asked what it stores at points that other loops choose, so every point is collected"
                )
            }
            (None, Some((fold, by))) => {
                let (fold, by) = (nest.expression_text(fold), nest.expression_text(by));
                format!("{fold} may have no value, so {by} cannot be computed: write it, and read what was written")
            }
        };
        Err(Problem::new(location, message))
    }

    /// Plans a loop, with each case that it distinguishes.
    fn walk(&mut self, var: VarId, how: Directives, work: &Work, location: Place) -> Result<PlannedLoop, Problem> {
        if how.lanes.is_some() {
            lanes::check(&self.plan.nest, var, work, location)?;
        }
        // Loops that test for entries do not run in lanes.
        let is_asked = self.cursors.iter().any(|cursor| cursor.is_pending());
        let lanes = how.lanes.filter(|_| !is_asked && self.runs_side_by_side(var, work));
        if lanes.is_none() && how.lanes.is_some() && self.plan.nest.var(var).inner.vectorize.is_some() {
            let noted = self.plan.without_lanes.iter().find(|(other, _)| *other == var).map(|(_, why)| why.as_str());
            let why = noted.unwrap_or("it tests what is stored");
            let name = self.plan.nest.var_name(var);
            return Err(Problem::new(location, format!("the loop over {name} cannot run in vector lanes: {why}")));
        }
        let is_bounded = self.limits.iter().any(|limit| limit.subscript.mentions(var));
        if lanes.is_some() && is_bounded && !lanes::is_cut_short(&self.limits, var, &self.open) {
            let name = self.plan.nest.var_name(var);
            let why = format!(
                "the loop over {name} cannot run in vector lanes: loops inside of it tell which of its values count"
            );
            return Err(Problem::new(location, why));
        }
        let lanes = lanes.map(|width| Strips::of(&self.plan.nest, (var, is_bounded), width));
        let around = Surroundings {
            open: &self.open,
            ordered: &self.ordered,
            distinct: &self.distinct,
            fp: self.choices.fp,
            is_in_lanes: self.lanes.is_some(),
            may_leave_pending: self.may_leave_pending,
        };
        let mut decided = merge::decide(&mut self.plan.nest, &self.cursors, around, (var, lanes), work, location)?;
        self.plan.tried += decided.tried;
        self.note(var, work, &decided);
        self.count_copies(&decided, location)?;
        if self.choices.ahead > 0 && self.is_fetched_ahead(&decided) {
            let values_only = self.reads_values_only(var, work, &decided);
            decided.kind.drivers_mut().iter_mut().for_each(|driver| driver.fetch(self.choices.ahead, values_only));
        }
        let grown = self.open_results(var, &decided);
        self.open.push(var);
        let outer = self.lanes;
        self.lanes = how.lanes.filter(|_| lanes.is_some()).map(|width| (var, width)).or(outer);
        let kind = decided.kind.plan(|drivers, work| self.case(var, &decided, (drivers, work), &grown, location))?;
        self.lanes = outer;
        self.open.pop();
        self.close_results(var, work, &decided, &grown);
        let (located, probed) = (decided.located, decided.probed);
        let mut planned = PlannedLoop {
            var,
            kind,
            located,
            probed,
            grown,
            inner: InnerForm::One(Inner::Plain),
            copies: None,
            accumulator: None,
        };
        leave_open(&self.cursors, &mut planned);
        Ok(planned)
    }

    /// Whether a loop that was to run in lanes does so; notes why it does not.
    fn runs_side_by_side(&mut self, var: VarId, work: &Work) -> bool {
        let counted = self.results.iter().filter(|result| result.strategy.walks_twice());
        let counted: Vec<_> = counted.map(|result| result.tensor).collect();
        let Err(reason) = lanes::run_side_by_side(&self.plan.nest, var, work, &counted) else { return true };
        let noted = (var, reason);
        if !self.plan.without_lanes.contains(&noted) {
            self.plan.without_lanes.push(noted);
        }
        false
    }

    /// Notes what is worth knowing of a loop, unless that was noted before.
    fn note(&mut self, var: VarId, work: &Work, decided: &DecidedLoop) {
        if self.is_repeated {
            return;
        }
        let is_local = |driver: &Driver| self.cursors[driver.cursor].is_local;
        let drivers = decided.kind.drivers();
        if !drivers.iter().all(is_local) && decided.kind.takes_every_value() {
            let absent: Vec<_> = drivers.iter().map(|driver| self.cursors[driver.cursor].access.clone()).collect();
            let found: Option<DenseLoop> = densified(&self.plan.nest, var, work, &absent);
            self.plan.densified.extend(found);
        }
        let common = decided.lattice.common();
        let again: Vec<_> = Lattice::members(common)
            .filter(|bit| !drivers[*bit].gives_subsections())
            .map(|bit| drivers[bit].cursor)
            .filter(|index| self.cursors[*index].is_at_first_level() && !self.open.is_empty())
            .filter(|index| !self.cursors[*index].is_local)
            .collect();
        // One of those that every case needs is walked.
        if !again.is_empty() && common.count_ones() > 1 {
            let all = again.len() == common.count_ones() as usize;
            let asked = again.into_iter().skip(usize::from(all));
            self.plan.merged_again.extend(asked.map(|index| self.cursors[index].access.clone()));
        }
    }

    fn count_copies(&mut self, decided: &DecidedLoop, location: Place) -> Result<(), Problem> {
        if self.is_repeated {
            return Ok(());
        }
        self.copies += decided.kind.copies();
        if self.copies <= MOST_COPIES {
            return Ok(());
        }
        Err(Problem::new(
            location,
            format!(
                "merging these stored operands loop by loop distinguishes more than {MOST_COPIES} cases: make some of \
                 the operands dense"
            ),
        ))
    }

    /// Whether the arrays of all drivers of a loop are the longest of their operands, and read from one end to the other.
    fn is_fetched_ahead(&self, decided: &DecidedLoop) -> bool {
        // What a workspace stores has just been written.
        let is_long = |driver: &Driver| {
            let cursor = &self.cursors[driver.cursor];
            let is_stream =
                !driver.is_reordered() && !driver.gives_subsections() && !cursor.is_local && !cursor.is_sampled;
            is_stream && cursor.next_has_position_an_entry()
        };
        let drivers = decided.kind.drivers();
        !drivers.is_empty() && drivers.iter().all(is_long)
    }

    /// Whether a loop walks a level and reads none of its coordinates: nothing is subscripted by them but the operand itself.
    fn reads_values_only(&self, var: VarId, work: &Work, decided: &DecidedLoop) -> bool {
        let LoopKind::Walks(driver, _) = &decided.kind else { return false };
        let (nest, cursor) = (&self.plan.nest, &self.cursors[driver.cursor]);
        // Other levels have places whose coordinate says that nothing is there.
        let level = cursor.level(driver.level).capabilities();
        let is_plain = driver.wrappers.is_empty()
            && cursor.ends_at(driver.level)
            && level.keeps_inside
            && !level.never_empty
            && decided.located.is_empty()
            && decided.probed.is_empty();
        let is_bounded = self.limits.iter().any(|limit| limit.subscript.mentions(var));
        let mut values = work.values().into_iter();
        let is_number = values.any(|(value, _)| nest.uses_as_number(value, var));
        let mut accesses = work.accesses(nest).into_iter();
        let is_read = accesses.any(|access| access != cursor.access && access.mentions(var));
        is_plain && !is_bounded && !is_number && !is_read
    }

    /// The levels of results that a loop grows.
    fn open_results(&mut self, var: VarId, decided: &DecidedLoop) -> Vec<Grown> {
        let grown = grown_at(&self.results, &self.opened, var).into_iter().map(|result| {
            let opened = &mut self.opened[result];
            let reserved = self.results[result].reserved(opened.level, decided).filter(|_| !opened.is_reserved);
            opened.is_reserved |= reserved.is_some();
            Grown { result, level: opened.level, reserved }
        });
        grown.collect()
    }

    /// Whether a loop around has made room for what it appends to a result.
    fn has_room(&self, tensor: TensorId) -> bool {
        self.results.iter().zip(&self.opened).any(|(result, opened)| result.tensor == tensor && opened.is_reserved)
    }

    fn close_results(&mut self, var: VarId, work: &Work, decided: &DecidedLoop, grown: &[Grown]) {
        let is_limited = self.limits.iter().any(|limit| limit.subscript.mentions(var));
        let cases = decided.kind.cases();
        let takes_all = cases.len() == 1 << decided.kind.drivers().len()
            && !is_limited
            && !decided.kind.tests_inside_case()
            && decided.kind.subsections().next().is_none();
        for (number, result) in self.results.iter_mut().enumerate() {
            // No case may be left that writes it: what it stores are zeros, or nothing.
            let is_inside = work.writes_to(result.tensor);
            let is_reached = takes_all && cases.iter().all(|work| work.writes_to(result.tensor));
            match grown.iter().find(|grown| grown.result == number) {
                Some(grown) if !is_reached => result.note_skips(grown.level),
                // What is below of results is not reached in rounds that are skipped.
                None if is_inside && !is_reached => result.note_gap(self.opened[number].level),
                _ => {}
            }
        }
        for grown in grown.iter().filter(|grown| grown.reserved.is_some()) {
            self.opened[grown.result].is_reserved = false;
        }
    }
}
