//! Which forms innermost loops take.
//!
//! What is best depends on the processor and on the segments. Where gathers are fast, a vector takes several entries at a time,
//! and the last ones under a mask: segments of any length cost one round each so many entries, and no branch that depends on the
//! length is mispredicted. Where gathers are slow, sums run in chains side by side. Entry by entry is faster than either on
//! segments that are short and alike, as those of stencils, whose ends are predicted. So a loop may have several forms, of which
//! the program chooses one when it starts, from a sample of the segments.
//!
//! Forms change nothing but the rounding of sums. They are chosen when all loops of a statement are planned.

use super::{
    Accumulator, Body, Case, CursorLevel, Driver, FoldEvidence, Inner, InnerForm, Inside, LoopKind, OperandCursor,
    PlannedLoop, PlannedStep, Point, driver::Wrapper,
};
use crate::index::{
    Access, Expr, ExprId, Nest, TensorId, VarId, algebra::can_trap, choices::InnerChoices, combiners::operation,
    constant::Constant, fp::FpMode,
};
use std::collections::BTreeSet;

/// Chooses the forms of all loops of a statement.
pub(super) fn choose_forms(
    nest: &Nest,
    (cursors, fp): (&[OperandCursor], FpMode),
    choices: InnerChoices,
    steps: &mut [PlannedStep],
) {
    let choice = FormChoice { nest, cursors, fp, choices };
    choice.steps(steps, &LoopsAround::default(), false);
}

/// What is fixed for a statement.
struct FormChoice<'a> {
    nest: &'a Nest,
    cursors: &'a [OperandCursor],
    fp: FpMode,
    choices: InnerChoices,
}

/// What is known of the loops around a place.
#[derive(Clone, Default)]
struct LoopsAround {
    /// The variable that runs in lanes.
    lanes: Option<VarId>,
    /// The cursors that stand at a range of nodes, instead of at one.
    at_ranges: BTreeSet<usize>,
    /// A loop over the rows of what is inside, if nothing but that is done in each round.
    rows: Option<RowLoop>,
}

/// A loop over segments, one each round.
#[derive(Clone)]
struct RowLoop {
    var: VarId,
    /// What is written in it.
    writes: Vec<TensorId>,
}

impl FormChoice<'_> {
    /// Steps; `is_asked` says whether what follows them asks if reductions found something.
    fn steps(&self, steps: &mut [PlannedStep], around: &LoopsAround, is_asked: bool) {
        for place in (0..steps.len()).rev() {
            let (before, after) = steps.split_at_mut(place + 1);
            let asks = |step: &PlannedStep| matches!(step, PlannedStep::Write(point) if point.found.is_some());
            let is_asked = is_asked || after.iter().any(asks);
            match &mut before[place] {
                PlannedStep::Write(_) => {}
                PlannedStep::Where(between) => {
                    self.steps(&mut between.produce, &LoopsAround { rows: None, ..around.clone() }, false);
                    self.steps(&mut between.consume, &LoopsAround { rows: None, ..around.clone() }, is_asked);
                }
                PlannedStep::Loop(inner) => self.inner(inner, around, is_asked),
            }
        }
    }

    fn inner(&self, planned: &mut PlannedLoop, around: &LoopsAround, is_asked: bool) {
        planned.inner = self.form(planned, around, is_asked);
        let inside = self.around(planned, around);
        let asks = planned.accumulator.as_ref().is_some_and(|own| own.found == FoldEvidence::ByRounds);
        planned.kind.cases_mut().into_iter().flat_map(|case| case.body.all_mut()).for_each(|body| {
            let is_asked = asks || body.found.is_some();
            self.steps(&mut body.steps, &inside, is_asked);
        });
    }

    /// What is known inside of a loop.
    fn around(&self, planned: &PlannedLoop, around: &LoopsAround) -> LoopsAround {
        let mut inside = LoopsAround { rows: None, ..around.clone() };
        let joined = |driver: &Driver| matches!(&planned.kind, LoopKind::Merges(merge) if merge.is_joined(driver));
        for driver in planned.kind.drivers() {
            match driver.gives_runs() || joined(driver) {
                true => inside.at_ranges.insert(driver.cursor),
                false => inside.at_ranges.remove(&driver.cursor),
            };
        }
        for entered in planned.located.iter().chain(&planned.probed) {
            inside.at_ranges.remove(&entered.cursor);
        }
        if let LoopKind::Lanes(..) = planned.kind {
            inside.lanes = Some(planned.var);
        }
        let case = match &planned.kind {
            LoopKind::Counts(case) => Some(case),
            LoopKind::Walks(driver, case) if self.counts_positions(driver) => Some(case),
            _ => None,
        };
        inside.rows = case
            .filter(|case| runs_without_test(planned, case))
            .map(|case| RowLoop { var: planned.var, writes: written_in(&case.body.general().steps) });
        inside
    }

    /// Whether a walk is a counted loop over positions, in which each node is taken.
    fn counts_positions(&self, driver: &Driver) -> bool {
        let level = self.cursors[driver.cursor].level(driver.level);
        is_as_stored(driver) && !level.properties().branchless && !level.marks_empty_places()
    }

    fn form(&self, planned: &PlannedLoop, around: &LoopsAround, is_asked: bool) -> InnerForm {
        self.choose(planned, around, is_asked).unwrap_or(InnerForm::One(Inner::Plain))
    }

    /// The form of a loop; none where it is plain.
    fn choose(&self, planned: &PlannedLoop, around: &LoopsAround, is_asked: bool) -> Option<InnerForm> {
        let (driver, case, is_shared) = match &planned.kind {
            LoopKind::Walks(driver, case) => (driver, case, false),
            LoopKind::Merges(merge) => (merge.only_driver()?, &merge.cases.first()?.inside, true),
            _ => return None,
        };
        let takes_nodes = !driver.gives_runs() && !driver.gives_subsections();
        let Body::Once(inside) = &case.body else { return None };
        if !takes_nodes || !inside.loops().is_empty() || !planned.probed.is_empty() {
            return None;
        }
        let is_untested = runs_without_test(planned, case);
        // A body that may stand at several places: nothing is looked up or put together in it.
        let is_plain = is_untested
            && !is_shared
            && planned.located.is_empty()
            && planned.grown.is_empty()
            && self.reads_at_positions(inside);
        let Some(accumulator) = &planned.accumulator else {
            return self.scatters(planned, (driver, case), around).filter(|_| is_plain);
        };
        let in_lanes = around.lanes.is_some_and(|var| self.nest.depends_on(accumulator.fold, var));
        let may_be_flagged = accumulator.found == FoldEvidence::ByRounds && (is_asked || accumulator.is_asked);
        let is_sum = is_untested && !may_be_flagged && self.is_sum(accumulator, inside);
        let InnerChoices { gathers_are_fast, gathered, chains, block, .. } = self.choices;
        if in_lanes {
            let has_chains = is_sum && is_plain && case.fetched.is_empty() && !ends_by_test(driver);
            return Some(InnerForm::One(Inner::Chains(if has_chains { chains } else { 1 })));
        }
        if driver.is_in_run() {
            return is_plain.then_some(InnerForm::One(Inner::Blocks(block)));
        }
        if !is_sum || ends_by_test(driver) {
            return None;
        }
        if let Some(abreast) = self.abreast(driver, inside, around).filter(|_| is_plain) {
            return Some(InnerForm::One(abreast));
        }
        let fast = if gathers_are_fast { Inner::Gathers(gathered) } else { Inner::Chains(chains) };
        match self.sampled(driver, around).filter(|_| is_plain) {
            Some(level) if fast != Inner::Chains(1) => Some(InnerForm::Sampled(level, vec![Inner::Chains(1), fast])),
            _ => Some(InnerForm::One(fast)),
        }
    }

    /// Whether the accumulator of a loop is a sum that may be taken in any order.
    fn is_sum(&self, accumulator: &Accumulator, inside: &Inside) -> bool {
        let scalar = self.nest.node(accumulator.fold).r#type;
        let is_absent = |value: ExprId| match self.nest.expr(value) {
            Expr::Constant(known) => known.value == Constant::Absent,
            _ => false,
        };
        let may_regroup = self.fp == FpMode::Fast || !scalar.rounds();
        may_regroup
            && operation(accumulator.combiner, scalar).is_some()
            && inside.taken.is_some_and(|value| !is_absent(value))
    }

    /// Whether all stored operands that are read stand at a node, or are the entry.
    fn reads_at_positions(&self, inside: &Inside) -> bool {
        let values = inside.taken.into_iter().chain(inside.steps.iter().filter_map(|step| match step {
            PlannedStep::Write(point) => Some(point.write.value),
            _ => None,
        }));
        let reads: Vec<_> = values.flat_map(|value| self.nest.reads(value)).collect();
        let is_located = |access: &Access| self.cursors.iter().any(|own| own.access == *access && own.random);
        !reads.iter().any(is_located)
    }

    /// The level whose segments tell which form is fastest, if the loop walks single segments that its positions tell apart.
    fn sampled(&self, driver: &Driver, around: &LoopsAround) -> Option<CursorLevel> {
        let cursor = &self.cursors[driver.cursor];
        let level = cursor.level(driver.level);
        let is_one = !around.at_ranges.contains(&driver.cursor);
        let has_batches = cursor.format.value.batch_levels() > 0;
        let ends = level.format().ends();
        (is_as_stored(driver) && is_one && !has_batches && !cursor.is_local && ends.is_some())
            .then_some(driver.entered())
    }

    /// The sums of several rows at a time, if the rows of a level lie interleaved and the terms are the same whichever row asks.
    fn abreast(&self, driver: &Driver, inside: &Inside, around: &LoopsAround) -> Option<Inner> {
        let cursor = &self.cursors[driver.cursor];
        let abreast = cursor.level(driver.level).abreast();
        let rows =
            around.rows.as_ref().filter(|_| abreast > 1 && is_as_stored(driver) && !self.choices.rounds_share_stack)?;
        let value = inside.taken?;
        let reads = self.nest.reads(value);
        let operand = |tensor: TensorId| self.nest.tensor(tensor).operand;
        let is_written = |access: &Access| rows.writes.iter().any(|tensor| operand(*tensor) == operand(access.tensor));
        let varies = reads.iter().filter(|access| **access != cursor.access).any(|access| access.mentions(rows.var));
        let mut traps = false;
        self.nest.visit_expr(value, &mut |id| {
            traps |= matches!(self.nest.expr(id), Expr::Scalar { operation, .. } if can_trap(operation.name()));
        });
        let is_number = self.nest.uses_as_number(value, rows.var);
        // What a padded lane computes is not used, but must not stop the program.
        (!varies && !is_number && !traps && !reads.iter().any(is_written)).then_some(Inner::Abreast(abreast as i64))
    }

    /// A loop that adds to the points which the coordinates of a segment choose, such as `y[i] += ...` for the entries of a column: no
    /// two entries of a segment have one coordinate.
    fn scatters(
        &self,
        planned: &PlannedLoop,
        (driver, case): (&Driver, &Case),
        around: &LoopsAround,
    ) -> Option<InnerForm> {
        let Body::Once(Inside { steps, .. }) = &case.body else { return None };
        let [PlannedStep::Write(point)] = &steps[..] else { return None };
        let level = self.sampled(driver, around).filter(|_| self.choices.gathers_are_fast && around.lanes.is_none())?;
        let is_unique = self.cursors[driver.cursor].level(driver.level).properties().unique;
        let scatters = vec![Inner::Plain, Inner::Scatters(self.choices.gathered)];
        (is_unique && self.adds_to_own_points(planned.var, point)).then_some(InnerForm::Sampled(level, scatters))
    }

    /// Whether each round adds to a dense point that the variable tells from those of other rounds, and reads no other.
    fn adds_to_own_points(&self, var: VarId, point: &Point) -> bool {
        let (nest, write) = (self.nest, &point.write);
        let target = nest.tensor(write.target.tensor);
        let mut own = write.target.subscripts.iter().filter(|subscript| subscript.mentions(var));
        let tells = own.next().is_some_and(|subscript| subscript.as_var() == Some(var)) && own.next().is_none();
        let reads = nest.reads(write.value);
        let is_own = |access: &Access| nest.tensor(access.tensor).operand == target.operand;
        let is_known = |name: &str| name.starts_with("arith.") || name.starts_with("math.");
        let mut is_plain = true;
        nest.visit_expr(write.value, &mut |id| {
            is_plain &= !matches!(nest.expr(id), Expr::Scalar { operation, .. } if !is_known(operation.name()));
        });
        !target.is_stored()
            && write.combiner.is_some()
            && point.found.is_none()
            && !nest.may_be_absent(write.value)
            && tells
            && is_plain
            && !reads.iter().any(is_own)
    }
}

/// Whether a round does what it does without any test.
fn runs_without_test(planned: &PlannedLoop, case: &Case) -> bool {
    let is_case_tested = match &planned.kind {
        LoopKind::Merges(merge) => merge.tests_case(),
        _ => false,
    };
    case.limits.is_empty()
        && !case.computes_anyway
        && planned.probed.is_empty()
        && !is_case_tested
        && matches!(case.body, Body::Once(_))
}

/// Whether a walk takes the nodes of a level as they are stored.
fn is_as_stored(driver: &Driver) -> bool {
    driver.wrappers.iter().all(|wrapper| matches!(wrapper, Wrapper::Prefetch { .. }))
}

/// Whether a walk tests at each node whether it goes on.
fn ends_by_test(driver: &Driver) -> bool {
    let is_test = |wrapper: &Wrapper| matches!(wrapper, Wrapper::InRun { .. } | Wrapper::Subsection { .. });
    driver.wrappers.iter().any(is_test)
}

/// The choices between forms that the program makes when a statement starts.
pub(super) fn sampled_forms(steps: &[PlannedStep]) -> Vec<(CursorLevel, Vec<Inner>)> {
    let mut found = Vec::new();
    let mut add = |step: &PlannedStep| {
        if let PlannedStep::Loop(inner) = step
            && let InnerForm::Sampled(level, forms) = &inner.inner
            && !found.contains(&(*level, forms.clone()))
        {
            found.push((*level, forms.clone()));
        }
    };
    steps.iter().for_each(|step| step.visit(&mut add));
    found
}

/// The tensors that steps write.
fn written_in(steps: &[PlannedStep]) -> Vec<TensorId> {
    let mut written = Vec::new();
    let mut add = |step: &PlannedStep| {
        if let PlannedStep::Write(point) = step {
            written.push(point.write.target.tensor);
        }
    };
    steps.iter().for_each(|step| step.visit(&mut add));
    written
}
