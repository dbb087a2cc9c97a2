//! Prefetching rows of dense operands.
//!
//! In `C[i,:] += A[i,j]·B[j,:]`, stored coordinates say which rows of B are read. The hardware cannot foresee them, but they
//! stand in the coordinates array: while one row is used, the row of a later entry is prefetched.
//!
//! That costs a load and a prefetch for each line, so it is done only where it can gain: for operands that no cache holds,
//! and rows that end before the hardware follows them. Sizes are known when the program runs.

use super::Emitter;
use crate::{
    index::VarId,
    plan::{
        Case, CursorLevel,
        constants::{LINE_BYTES, LONGEST_FETCHED_ROW_BYTES},
    },
    values::dimension_size,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Value, shape},
    sloop::lookups::CoordinateAt,
};
use melior::ir::ValueLike;

impl<'c> Emitter<'_, 'c> {
    /// In a loop over the stored coordinates of a level, fetches the blocks of lanes that rows of dense operands will want some
    /// entries later.
    pub(super) fn fetch_rows(&mut self, builder: &Builder<'c>, var: VarId, walked: CursorLevel, case: &Case) {
        let (Some(lanes), Some(position)) = (self.here.lanes, self.position(walked.cursor)) else { return };
        let rows = &case.fetched;
        if rows.is_empty() {
            return;
        }
        let (site, distance) = (self.site(walked.cursor, walked.level), case.rows_ahead as i64);
        for access in rows {
            let buffer = self.binding.value(self.nest.tensor(access.tensor).operand);
            let bits = self.nest.element_of(access.tensor).bits().unwrap_or(64) as i64;
            let gains = gains(builder, buffer, bits, case.cached_bytes as i64);
            let fetch = |builder: &Builder<'c>| {
                let later = CoordinateAt::build(builder, (site.tensor, site.level), position, distance);
                let now = self.here.vars[var.0].replace(later);
                let mut indices = self.indices(builder, access);
                self.here.vars[var.0] = now;
                let Some(first) = indices.pop() else { return Vec::new() };
                let step = (LINE_BYTES as i64 * 8 / bits).max(1);
                for lane in (0..lanes.most).step_by(step as usize) {
                    let last = builder.binary("arith.addi", first, builder.index(lane));
                    let at: Vec<_> = indices.iter().copied().chain([last]).collect();
                    builder.prefetch(buffer, &at);
                }
                Vec::new()
            };
            builder.if_else(gains, &[], fetch, |_| Vec::new());
        }
    }
}

/// Whether fetching rows of a buffer ahead gains: there are more bytes of it than of the cache, and its rows are short.
fn gains<'c>(builder: &Builder<'c>, buffer: Value<'c>, bits: i64, cached_bytes: i64) -> Value<'c> {
    let order = shape(buffer.r#type()).map_or(0, |shape| shape.len());
    let sizes: Vec<_> = (0..order).map(|dimension| dimension_size(builder, buffer, dimension)).collect();
    let number_in = |bytes: i64| builder.index(bytes.saturating_mul(8) / bits);
    let all = sizes.iter().copied().reduce(|all, size| builder.binary("arith.muli", all, size));
    let (Some(all), Some(row)) = (all, sizes.last().copied()) else { return builder.integer(0, builder.bool_type()) };
    let exceeds_cache = builder.compare(ComparePredicate::UnsignedLess, number_in(cached_bytes), all);
    let is_short =
        builder.compare(ComparePredicate::UnsignedLessEqual, row, number_in(LONGEST_FETCHED_ROW_BYTES as i64));
    builder.binary("arith.andi", exceeds_cache, is_short)
}
