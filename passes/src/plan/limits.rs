//! Limits: where the bounds that several loops over one dimension keep together are tested, such as those over blocks and
//! inside them.
//!
//! Only the last block of a dimension reaches over its edge. So if the size of the remaining loops is known, one test tells
//! whole blocks from partial ones, and the inside of a whole block is not tested. So it is with the points that an entry is
//! scattered to, `r - p`: only near an edge may some lie outside.

use super::{CursorLevel, OperandCursor};
use crate::index::{Limit, Nest, VarId, build::dimension_extent, subscript::Subscript};
use lacuna_layout::algebra::DimensionForm;

/// A bound, tested once where some of its loops are still to open.
#[derive(Clone, Debug)]
pub struct WholeBlock {
    /// The bound.
    pub limit: Limit,
    /// The smallest value that its subscript can still take.
    pub nearest: Subscript,
    /// Whether that may be negative.
    pub may_be_negative: bool,
    /// How much larger the largest value is.
    pub further: i64,
}

/// What is known where bounds are tested.
pub(super) struct BoundsAround<'a> {
    pub nest: &'a Nest,
    /// The variables of the loops that are open.
    pub open: &'a [VarId],
    pub cursors: &'a [OperandCursor],
    /// The bounds that are still to be tested.
    pub limits: &'a [Limit],
}

impl BoundsAround<'_> {
    /// The bounds that say something once the loop over `var` is open: those of whose variables it is the last, but for
    /// those that one of its drivers, which stand before the level that they enter, keeps by itself.
    pub fn said_at(&self, var: VarId, drivers: &[usize]) -> Vec<Limit> {
        let is_kept = |limit: &&Limit| {
            let mut cursors = drivers.iter().map(|index| &self.cursors[*index]);
            cursors.any(|cursor| cursor.level_that_keeps(self.nest, limit) == Some(cursor.depth))
        };
        let is_said = |limit: &&Limit| {
            let mut vars = limit.subscript.vars();
            limit.subscript.mentions(var) && vars.all(|(other, _)| other == var || self.open.contains(&other))
        };
        self.limits.iter().filter(is_said).filter(|limit| !is_kept(limit)).cloned().collect()
    }

    /// That coordinates which are located or looked up here lie inside of their dimension, where this follows only from bounds that
    /// loops further inside test: what is below the place is walked before.
    pub fn needed_to_locate(&self, located: &[CursorLevel]) -> Vec<Limit> {
        let is_open = |var: VarId| self.open.contains(&var);
        let needed = |entered: &CursorLevel| {
            let cursor = &self.cursors[entered.cursor];
            let subscript = &cursor.subscripts[entered.level];
            let is_tested_later = |limit: &Limit| {
                let mut vars = limit.subscript.vars().map(|(var, _)| var);
                vars.clone().any(|var| subscript.mentions(var)) && !vars.all(is_open)
            };
            let dimension = cursor.format.mapping().forms[entered.level].as_ref()?.as_dimension()?;
            let tensor = cursor.access.tensor;
            let is_inside = subscript
                .as_var()
                .is_some_and(|var| !self.nest.may_differ(tensor, dimension, &self.nest.var(var).extent));
            let extent = dimension_extent(self.nest.tensor(tensor), dimension);
            let limit = Limit { subscript: subscript.clone(), extent };
            (!is_inside && self.limits.iter().any(is_tested_later)).then_some(limit)
        };
        let mut all: Vec<Limit> = Vec::new();
        for limit in located.iter().filter_map(needed) {
            if !all.contains(&limit) {
                all.push(limit);
            }
        }
        all
    }

    /// The bounds that say something once the loop over `var` is open and only one of the drivers stores something.
    pub fn said_at_any(&self, var: VarId, drivers: &[usize]) -> Vec<Limit> {
        let mut said: Vec<Limit> = Vec::new();
        for limit in drivers.iter().flat_map(|driver| self.said_at(var, &[*driver])) {
            if !said.contains(&limit) {
                said.push(limit);
            }
        }
        said
    }

    /// The bounds that are about variables whose loops are still to open, and will be tested there, if one test inside the
    /// loop over `var`, in which there are loops over `inside`, can tell where none of them is reached. `None` where that is not
    /// known here, or was known further outside.
    pub fn kept_by_wholes(&self, var: VarId, inside: &[VarId]) -> Option<Vec<WholeBlock>> {
        let pending: Vec<_> = self.limits.iter().filter(|limit| self.is_tested_inside(limit, inside)).collect();
        let wholes: Vec<_> = pending.into_iter().map(|limit| self.whole(limit)).collect::<Option<_>>()?;
        // What reaches below zero wherever the loop stands is told further inside.
        let can_be_kept = |whole: &WholeBlock| !whole.nearest.is_fixed() || whole.nearest.constant() >= 0;
        let wholes: Vec<_> = wholes.into_iter().filter(can_be_kept).collect();
        let is_said_here = wholes.iter().any(|whole| whole.limit.subscript.mentions(var));
        is_said_here.then_some(wholes)
    }

    /// Whether a bound is about variables whose loops are still to open, and will be tested there: no cursor may keep it.
    fn is_tested_inside(&self, limit: &Limit, inside: &[VarId]) -> bool {
        let mut to_open = limit.subscript.vars().map(|(var, _)| var).filter(|var| !self.open.contains(var));
        to_open.clone().next().is_some()
            && to_open.all(|var| inside.contains(&var))
            && self.cursors.iter().all(|cursor| cursor.level_that_keeps(self.nest, limit).is_none())
    }

    /// How a bound is tested for all that is still to open, if it is known how many values its subscript can still take.
    fn whole(&self, limit: &Limit) -> Option<WholeBlock> {
        let subscript = &limit.subscript;
        let unopened = subscript.terms_of(|var| !self.open.contains(&var));
        let bounds = self.nest.bounds(&unopened);
        let (least, further) = (i64::try_from(bounds.least?).ok()?, bounds.span()?);
        let nearest = subscript.plus(&unopened, -1).plus(&Subscript::constant_of(least), 1);
        let may_be_negative = self.nest.bounds(&nearest).least.is_none_or(|least| least < 0);
        Some(WholeBlock { limit: limit.clone(), nearest, may_be_negative, further })
    }
}
