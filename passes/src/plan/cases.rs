//! Plans the cases of a loop: what is tested, fetched and done where exactly some of its drivers store something.

use super::constants::LINE_BYTES;
use super::{
    Body, Case, CursorLevel, Driver, Inside, OperandCursor,
    begin::{EnclosingBegin, EnclosingSubsections},
    blend::can_be_wasted,
    fold_condition::without_folds,
    growth::Grown,
    limits::BoundsAround,
    loop_kind::{LoopKind, Merging},
    merge::DecidedLoop,
    planner::Planner,
    work::{Taken, Work, changes_nothing},
};
use crate::{
    choices::Choices,
    index::{Access, Place, VarId, problem::Problem},
};

impl Planner<'_> {
    /// Plans the case of the loop over `var`, which is open, in which these drivers store something.
    pub(super) fn case(
        &mut self,
        var: VarId,
        decided: &DecidedLoop,
        (drivers, work): (&[&Driver], &Work),
        grown: &[Grown],
        location: Place,
    ) -> Result<Case, Problem> {
        let is_walked = |driver: &&&Driver| !driver.gives_subsections();
        let entered: Vec<usize> = drivers.iter().filter(is_walked).map(|driver| driver.cursor).collect();
        let serves_others = matches!(&decided.kind, LoopKind::Merges(merge) if merge.serves_others(drivers.len()));
        let mut limits = match decided.kind {
            // The case also runs where no driver stores anything.
            _ if serves_others && decided.kind.takes_every_value() => self.around().said_at(var, &[]),
            // The case also runs where only some drivers store something.
            _ if serves_others => self.around().said_at_any(var, &entered),
            _ => self.around().said_at(var, &entered),
        };
        if !matches!(decided.kind, LoopKind::Lanes(..)) {
            let entered: Vec<_> = decided.located.iter().chain(&decided.probed).copied().collect();
            let needed = self.around().needed_to_locate(&entered);
            limits.extend(needed.into_iter().filter(|limit| !limits.contains(limit)).collect::<Vec<_>>());
        }
        let others = decided.located.iter().chain(&decided.probed).map(|entered: &CursorLevel| entered.cursor);
        let others: Vec<_> = others.collect();
        let tested = decided.kind.tested_pending();
        let all: Vec<_> = entered.iter().chain(&others).copied().collect();
        let reduced = drivers.iter().copied().filter(|driver| driver.gives_subsections());
        let reduced: Vec<&Driver> = reduced.chain(decided.kind.only_subsections()).collect();
        let in_parts = reduced.iter().map(|driver| driver.cursor);
        let changed: Vec<_> = all.iter().chain(tested).copied().chain(in_parts).collect();
        let places = |cursor: &OperandCursor| cursor.state();
        let before: Vec<_> = changed.iter().map(|index| places(&self.cursors[*index])).collect();
        tested.iter().for_each(|index| self.cursors[*index].may_be_missing = false);
        all.iter().for_each(|index| self.cursors[*index].enter());
        for driver in reduced {
            let begin = match &driver.parents {
                None => EnclosingBegin::Passed,
                Some(parents) => EnclosingBegin::Buffered(parents.buffer_index.clone()),
            };
            let enclosing = EnclosingSubsections { direction: driver.direction(), begin };
            self.cursors[driver.cursor].enclosing_subsections[driver.level] = Some(enclosing);
        }
        if let LoopKind::Merges(merge) = &decided.kind {
            // A shared merge tests what its operands store.
            let is_tested = matches!(merge.how, Merging::Shared(_));
            for driver in drivers.iter().filter(|driver| merge.is_joined(driver)) {
                let cursor = &mut self.cursors[driver.cursor];
                cursor.may_be_missing = !is_tested || cursor.depth < cursor.vars.len();
                cursor.lose_begins();
            }
        }
        if !drivers.is_empty() && !decided.kind.takes_every_value() {
            others.iter().for_each(|index| self.cursors[*index].is_sampled = true);
        }
        let fetched = match drivers {
            [driver] if !driver.gives_runs() && !driver.gives_subsections() => {
                self.rows_ahead(var, driver.cursor, work)
            }
            _ => Vec::new(),
        };
        let computes_anyway = limits.is_empty() && self.can_compute_anyway(&decided.probed, work);
        let opened = self.opened.clone();
        for grown in grown {
            self.opened[grown.result].level = self.results[grown.result].below(grown.level);
        }
        let may_split = self.lanes.is_none() && !serves_others;
        let body = match self.around().kept_by_wholes(var, &work.loop_vars(&self.plan.nest)).filter(|_| may_split) {
            None => Body::Once(self.inside(work, location)?),
            Some(wholes) => {
                let edge = self.inside(work, location)?;
                let rest = self
                    .limits
                    .iter()
                    .filter(|limit| !wholes.iter().any(|whole| whole.limit == **limit))
                    .cloned()
                    .collect();
                let all = std::mem::replace(&mut self.limits, rest);
                let was_repeated = std::mem::replace(&mut self.is_repeated, true);
                let whole = self.inside(work, location)?;
                (self.limits, self.is_repeated) = (all, was_repeated);
                Body::ByWholes { kept: wholes, whole, edge }
            }
        };
        self.opened = opened;
        for (index, before) in changed.iter().zip(before) {
            let cursor = &mut self.cursors[*index];
            cursor.restore(before);
        }
        let Choices { rows_ahead, cached_bytes, .. } = self.choices;
        Ok(Case { fetched, rows_ahead, cached_bytes, limits, computes_anyway, body })
    }

    fn around(&self) -> BoundsAround<'_> {
        BoundsAround { nest: &self.plan.nest, open: &self.open, cursors: &self.cursors, limits: &self.limits }
    }

    fn inside(&mut self, work: &Work, location: Place) -> Result<Inside, Problem> {
        let mut steps = self.steps(&work.statements)?;
        let taken = work.taken.map(|taken| self.with_present(taken.value));
        let mut found = None;
        if let Some((value, Taken { combiner, .. })) = taken.zip(work.taken) {
            steps.extend(self.reductions(value, location)?);
            let nest = &mut self.plan.nest;
            let without = without_folds(nest, value);
            found = without.filter(|(known, _)| changes_nothing(nest, combiner, value, *known)).map(|(_, found)| found);
        }
        Ok(Inside { steps, taken, found })
    }

    /// Whether what a loop computes can be computed as well where cursors that were looked up store nothing, and is
    /// cheaper than a branch.
    fn can_compute_anyway(&self, probed: &[CursorLevel], work: &Work) -> bool {
        let (true, Some(taken)) = (work.statements.is_empty(), work.taken) else { return false };
        let has_a_value = |entered: &CursorLevel| {
            let cursor = &self.cursors[entered.cursor];
            cursor.level(cursor.depth - 1).capabilities().never_empty && cursor.depth == cursor.vars.len()
        };
        !probed.is_empty()
            && self.lanes.is_none()
            && probed.iter().all(has_a_value)
            && can_be_wasted(&self.plan.nest, taken.value)
    }

    /// In a loop over the stored coordinates of the innermost level of a cursor, the rows of dense operands that lanes read.
    ///
    /// Only below a level that is full, or in a list from the root: the loops are then long enough together for the
    /// distance to make sense, where the fibres of a hierarchy of sparse levels would pay for a look ahead with every
    /// entry.
    fn rows_ahead(&self, var: VarId, driver: usize, work: &Work) -> Vec<Access> {
        let cursor = &self.cursors[driver];
        let level = cursor.depth - 1;
        let is_innermost = cursor.depth == cursor.vars.len();
        let is_under_full = level > 0 && cursor.level(level - 1).properties().full;
        let is_in_list = level > 0 && (1..=level).all(|level| cursor.level(level).properties().branchless);
        let stores_coordinates = cursor.level(level).capabilities().stores_coordinates;
        let Some((lanes, width)) = self.lanes.filter(|_| self.choices.rows_ahead > 0) else { return Vec::new() };
        let is_shifted = cursor.subscripts[level].as_var().is_none();
        if !is_innermost || !(is_under_full || is_in_list) || !stores_coordinates || is_shifted {
            return Vec::new();
        }
        // Of rows of a line or less, enough are under way at once.
        let is_long = |access: &Access| {
            let bits = self.plan.nest.element_of(access.tensor).bits().unwrap_or(64);
            width as u64 * bits > LINE_BYTES * 8
        };
        // Rows that a loop further inside chooses, too, are not known here.
        let is_known = |access: &Access| {
            let mut vars = access.subscripts.iter().flat_map(|subscript| subscript.vars());
            vars.all(|(var, _)| self.open.contains(&var))
        };
        let mut rows = work.accesses(&self.plan.nest);
        rows.retain(|access| !self.plan.nest.tensor(access.tensor).is_stored());
        rows.retain(|access| access.mentions(var) && access.mentions(lanes) && is_known(access) && is_long(access));
        rows
    }
}
