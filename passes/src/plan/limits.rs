//! Limits: where the bounds that several loops over one dimension keep together are tested, such as those over blocks and
//! inside them.
//!
//! Only the last block of a dimension reaches over its edge. So if the size of the remaining loops is known, one test tells
//! whole blocks from partial ones, and the inside of a whole block is not tested.

use super::OperandCursor;
use crate::index::{Limit, Nest, VarId};

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
            cursors.any(|cursor| cursor.level_that_keeps(limit) == Some(cursor.depth))
        };
        let is_said = |limit: &&Limit| {
            let mut terms = limit.subscript.terms().iter();
            limit.subscript.mentions(var) && terms.all(|(other, _)| *other == var || self.open.contains(other))
        };
        self.limits.iter().filter(is_said).filter(|limit| !is_kept(limit)).cloned().collect()
    }

    /// The bounds that are about variables whose loops are still to open, and will be tested there, if one test inside the
    /// loop over `var` can tell where none of them is reached. `None` where that is not known here, or was known further
    /// outside.
    pub fn kept_by_wholes(&self, var: VarId) -> Option<Vec<Limit>> {
        let pending: Vec<_> = self.limits.iter().filter(|limit| self.is_tested_inside(limit)).cloned().collect();
        let is_said_here = pending.iter().any(|limit| limit.subscript.mentions(var));
        (is_said_here && pending.iter().all(|limit| self.has_farthest(limit))).then_some(pending)
    }

    /// Whether a bound is about variables whose loops are still to open, and will be tested there: no cursor may keep it.
    fn is_tested_inside(&self, limit: &Limit) -> bool {
        limit.subscript.terms().iter().any(|(var, _)| !self.open.contains(var))
            && self.cursors.iter().all(|cursor| cursor.level_that_keeps(limit).is_none())
    }

    /// Whether the largest value that a limited subscript can still take is known, and its smallest is that where what is
    /// still to open is zero.
    fn has_farthest(&self, limit: &Limit) -> bool {
        let is_known = |var: VarId| self.open.contains(&var) || self.nest.var(var).size().is_some();
        limit.subscript.constant() >= 0
            && limit.subscript.terms().iter().all(|(var, factor)| *factor > 0 && is_known(*var))
    }
}
