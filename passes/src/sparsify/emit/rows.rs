//! Prefetching rows of dense operands.
//!
//! In `C[i,:] += A[i,j]·B[j,:]`, stored coordinates say which rows of B are read. The hardware cannot foresee them, but they
//! stand in the coordinates array: while one row is used, the row of a later entry is prefetched.

use super::Emitter;
use crate::{
    index::VarId,
    plan::{Case, Entered, constants::LINE_BYTES},
};
use lacuna_dialects::{builder::Builder, sloop::lookups::CoordinateAt};

impl<'c> Emitter<'_, 'c> {
    /// In a loop over the stored coordinates of a level, fetches the blocks of lanes that rows of dense operands will want some
    /// entries later.
    pub(super) fn fetch_rows(&mut self, builder: &Builder<'c>, var: VarId, walked: Entered, case: &Case) {
        let (Some(lanes), Some(position)) = (self.lanes, self.position(walked.cursor)) else { return };
        let rows = &case.fetched;
        if rows.is_empty() {
            return;
        }
        let (site, distance) = (self.site(walked.cursor, walked.level), case.rows_ahead as i64);
        let later = CoordinateAt::build(builder, (site.tensor, site.level), position, distance);
        let now = self.vars[var.0].replace(later);
        for access in rows {
            let buffer = self.binding.value(self.nest.tensor(access.tensor).operand);
            let bits = self.nest.element_of(access.tensor).bits().unwrap_or(64) as i64;
            let step = (LINE_BYTES as i64 * 8 / bits).max(1);
            let mut indices = self.indices(builder, access);
            let Some(first) = indices.pop() else { continue };
            for lane in (0..lanes.width).step_by(step as usize) {
                let last = builder.binary("arith.addi", first, builder.index(lane));
                let at: Vec<_> = indices.iter().copied().chain([last]).collect();
                builder.prefetch(buffer, &at);
            }
        }
        self.vars[var.0] = now;
    }
}
