//! Which forms innermost loops take.
//!
//! What is best depends on the processor and on the segments. Where gathers are fast, a vector takes several entries at a time,
//! and the last ones under a mask: segments of any length cost one round each so many entries, and no branch that depends on the
//! length is mispredicted. Where gathers are slow, scalar loads fill vectors of two or four entries. Entry by entry is faster than
//! either on segments that are short and alike, as those of stencils, whose ends are predicted. So a loop may have several forms, of
//! which the program chooses one when it starts, from a sample of the segments.
//!
//! Forms change nothing but the rounding of sums. They are chosen when all loops of a statement are planned.

use super::{
    Accumulator, Body, Case, CursorLevel, Driver, FoldEvidence, Inner, InnerForm, Inside, LoopKind, OperandCursor,
    PlannedLoop, PlannedStep, Point,
    legal_forms::{LegalForms, LegalSum},
    unrolled,
};
use crate::index::{
    Access, Expr, ExprId, Nest, TensorId, VarId, algebra::can_trap, choices::InnerChoices, combiners::operation,
    constant::Constant, fp::FpMode, problem::Problem,
};
use std::collections::BTreeSet;

/// The lanes of the vectors into which sums pack entries: those of short segments, and those of long ones.
const PACKED_LANES: [i64; 2] = [2, 4];

/// How many such vectors there are side by side.
const PACKED_CHAINS: i64 = 2;

/// Chooses the forms of all loops of a statement.
///
/// # Errors
/// If a form is asked for that does not suit its loop.
pub(super) fn choose_forms(
    nest: &Nest,
    (cursors, fp): (&[OperandCursor], FpMode),
    choices: InnerChoices,
    steps: &mut [PlannedStep],
) -> Result<(), Problem> {
    let choice = FormChoice { nest, cursors, fp, choices };
    choice.steps(steps, &LoopsAround::default(), false)
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
    fn steps(&self, steps: &mut [PlannedStep], around: &LoopsAround, is_asked: bool) -> Result<(), Problem> {
        for place in (0..steps.len()).rev() {
            let (before, after) = steps.split_at_mut(place + 1);
            let asks = |step: &PlannedStep| matches!(step, PlannedStep::Write(point) if point.found.is_some());
            let is_asked = is_asked || after.iter().any(asks);
            match &mut before[place] {
                PlannedStep::Write(_) => {}
                PlannedStep::Where(between) => {
                    self.steps(&mut between.produce, &LoopsAround { rows: None, ..around.clone() }, false)?;
                    self.steps(&mut between.consume, &LoopsAround { rows: None, ..around.clone() }, is_asked)?;
                }
                PlannedStep::Loop(inner) => self.inner(inner, around, is_asked)?,
            }
        }
        Ok(())
    }

    fn inner(&self, planned: &mut PlannedLoop, around: &LoopsAround, is_asked: bool) -> Result<(), Problem> {
        planned.inner = self.form(planned, around, is_asked)?;
        planned.copies = self.copies(planned)?;
        let inside = self.around(planned, around);
        let asks = planned.accumulator.as_ref().is_some_and(|own| own.found == FoldEvidence::ByRounds);
        let mut bodies = planned.kind.cases_mut().into_iter().flat_map(|case| case.body.all_mut());
        bodies.try_for_each(|body| {
            let is_asked = asks || body.found.is_some();
            self.steps(&mut body.steps, &inside, is_asked)
        })
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
        driver.takes_stored_nodes() && !level.properties().branchless && !level.marks_empty_places()
    }

    /// The form of a loop: the one that is asked for, or what suits the processor.
    fn form(&self, planned: &PlannedLoop, around: &LoopsAround, is_asked: bool) -> Result<InnerForm, Problem> {
        let legal = self.legal(planned, around, is_asked);
        let asked = Inner::asked(self.nest.var(planned.var).inner).filter(|_| self.choices.obeys);
        let is_unrolled = self.nest.var(planned.var).inner.unroll.is_some() && self.choices.obeys;
        let Some(asked) = asked else {
            let form = legal.map_or(InnerForm::One(Inner::Plain), |legal| match legal.sum {
                // Copies are of a body that takes one entry.
                Some(_) if is_unrolled && !legal.is_in_lanes => InnerForm::One(Inner::Chains(1)),
                None if is_unrolled => InnerForm::One(Inner::Plain),
                _ => self.choose(&legal),
            });
            return Ok(form);
        };
        let unfit = match legal {
            Ok(legal) => legal.misfit(asked),
            Err(why) => Some(why),
        };
        let Some(why) = unfit else { return Ok(InnerForm::One(asked)) };
        let var = self.nest.var_name(planned.var);
        Err(Problem::new(
            self.nest.place,
            format!("the loop over {var} cannot take its entries in the form {asked}: it {why}"),
        ))
    }

    /// How many copies of the body are asked for.
    fn copies(&self, planned: &PlannedLoop) -> Result<Option<i64>, Problem> {
        let asked = self.nest.var(planned.var).inner.unroll.filter(|_| self.choices.obeys);
        let Some((copies, why)) = asked.and_then(|copies| Some((copies, unrolled::misfit(planned, copies)?))) else {
            return Ok(asked);
        };
        let var = self.nest.var_name(planned.var);
        Err(Problem::new(
            self.nest.place,
            format!("the loop over {var} cannot be unrolled to {copies} copies: it {why}"),
        ))
    }

    /// What the entries of a loop allow.
    ///
    /// # Errors
    /// Why it is no innermost loop over the entries of a segment.
    fn legal<'p>(
        &self,
        planned: &'p PlannedLoop,
        around: &LoopsAround,
        is_asked: bool,
    ) -> Result<LegalForms<'p>, &'static str> {
        let (driver, case, is_shared) = match &planned.kind {
            LoopKind::Walks(driver, case) => (driver, case, false),
            LoopKind::Merges(merge) => {
                let driver = merge.only_driver().ok_or("merges several operands")?;
                (driver, &merge.cases.first().ok_or("has nothing to do")?.inside, true)
            }
            _ => return Err("walks no stored level"),
        };
        if driver.gives_runs() || driver.gives_subsections() {
            return Err("takes several entries in each round");
        }
        let Body::Once(inside) = &case.body else { return Err("tests bounds") };
        if !inside.loops().is_empty() {
            return Err("has loops inside");
        }
        if !planned.probed.is_empty() {
            return Err("looks up what another operand stores");
        }
        let is_untested = runs_without_test(planned, case);
        // A body that may stand at several places: nothing is looked up or put together in it.
        let is_plain = is_untested
            && !is_shared
            && planned.located.is_empty()
            && planned.grown.is_empty()
            && self.may_be_repeated(inside);
        // Blocks of lanes may stand in it: these are no loops, but vectors.
        let is_scalar = !inside.steps.iter().any(|step| matches!(step, PlannedStep::Loop(_)));
        let walk = LegalForms {
            driver,
            is_plain,
            sampled: self.sampled(driver, around).filter(|_| is_plain),
            takes_each: is_plain && self.counts_positions(driver),
            is_scalar,
            is_in_lanes: around.lanes.is_some(),
            sum: None,
            scatters: false,
        };
        let Some(accumulator) = &planned.accumulator else {
            return Ok(LegalForms { scatters: is_plain && self.scatters(planned, (driver, case), around), ..walk });
        };
        let may_be_flagged = accumulator.found == FoldEvidence::ByRounds && (is_asked || accumulator.is_asked);
        let scalar = self.nest.node(accumulator.fold).r#type;
        let may_regroup = is_untested && !may_be_flagged && self.is_sum(accumulator, inside);
        let sum = LegalSum {
            may_regroup,
            fills_lanes: scalar.fills_lanes(),
            fetches_rows: !case.fetched.is_empty(),
            abreast: self.abreast(driver, inside, around).filter(|_| is_plain && is_scalar && may_regroup),
        };
        let is_in_lanes = around.lanes.is_some_and(|var| self.nest.depends_on(accumulator.fold, var));
        Ok(LegalForms { is_in_lanes, sum: Some(sum), ..walk })
    }

    /// The form that suits the processor.
    fn choose(&self, legal: &LegalForms<'_>) -> InnerForm {
        let InnerChoices { gathers_are_fast, gathered, chains, block, .. } = self.choices;
        let one = InnerForm::One;
        let Some(sum) = &legal.sum else {
            let scatters = legal.sampled.filter(|_| legal.scatters && gathers_are_fast);
            return scatters.map_or(one(Inner::Plain), |level| {
                InnerForm::Sampled(level, vec![Inner::Plain, Inner::Scatters(gathered)])
            });
        };
        if legal.is_in_lanes {
            return one(Inner::Chains(if legal.has_chains_of_vectors() { chains } else { 1 }));
        }
        if legal.driver.is_in_run() {
            return one(if legal.is_plain { Inner::Blocks(block) } else { Inner::Plain });
        }
        if !sum.may_regroup || legal.driver.ends_by_test() {
            return one(Inner::Plain);
        }
        if let Some(abreast) = sum.abreast {
            return one(Inner::Abreast(abreast));
        }
        let gathers = gathers_are_fast.then_some(Inner::Gathers(gathered));
        let sampled = legal.sampled.filter(|_| self.choices.several_forms);
        let Some(level) = sampled else { return one(gathers.unwrap_or(Inner::Chains(chains))) };
        let packed = PACKED_LANES.map(|lanes| Inner::Packed { lanes, chains: PACKED_CHAINS });
        let packed = packed.into_iter().filter(|packed| legal.misfit(*packed).is_none());
        let mut forms: Vec<_> = std::iter::once(Inner::Chains(1)).chain(packed).chain(gathers).collect();
        if forms.len() == 1 {
            forms.push(Inner::Chains(chains));
        }
        InnerForm::Sampled(level, forms)
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

    /// Whether what a round does, and the blocks of lanes inside, may stand at several places.
    fn may_be_repeated(&self, inside: &Inside) -> bool {
        let may_be = |step: &PlannedStep| match step {
            PlannedStep::Write(point) => point.found.is_none(),
            PlannedStep::Where(_) => false,
            PlannedStep::Loop(inner) => {
                let LoopKind::Lanes(_, case) = &inner.kind else { return false };
                let is_plain = inner.located.is_empty() && inner.grown.is_empty() && runs_without_test(inner, case);
                is_plain && self.may_be_repeated(case.body.general())
            }
        };
        inside.found.is_none() && inside.steps.iter().all(may_be) && self.reads_at_positions(inside)
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
        (driver.takes_stored_nodes() && is_one && !has_batches && !cursor.is_local && ends.is_some())
            .then_some(driver.entered())
    }

    /// The sums of several rows at a time, if the rows of a level lie interleaved and the terms are the same whichever row asks.
    fn abreast(&self, driver: &Driver, inside: &Inside, around: &LoopsAround) -> Option<i64> {
        let cursor = &self.cursors[driver.cursor];
        let abreast = cursor.level(driver.level).abreast();
        let rows = around
            .rows
            .as_ref()
            .filter(|_| abreast > 1 && driver.takes_stored_nodes() && !self.choices.rounds_share_stack)?;
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
        (!varies && !is_number && !traps && !reads.iter().any(is_written)).then_some(abreast as i64)
    }

    /// A loop that adds to the points which the coordinates of a segment choose, such as `y[i] += ...` for the entries of a column: no
    /// two entries of a segment have one coordinate.
    fn scatters(&self, planned: &PlannedLoop, (driver, case): (&Driver, &Case), around: &LoopsAround) -> bool {
        let Body::Once(Inside { steps, .. }) = &case.body else { return false };
        let [PlannedStep::Write(point)] = &steps[..] else { return false };
        let is_unique = self.cursors[driver.cursor].level(driver.level).properties().unique;
        is_unique && !driver.ends_by_test() && around.lanes.is_none() && self.adds_to_own_points(planned.var, point)
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
        let scalar = nest.node(write.value).r#type;
        let mut is_plain = scalar.is_float() || scalar.is_integer();
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
