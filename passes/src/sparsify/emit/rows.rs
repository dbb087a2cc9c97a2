//! Prefetching rows of dense operands.
//!
//! In `C[i,:] += A[i,j]·B[j,:]`, stored coordinates say which rows of B are read. The hardware cannot foresee them, but they
//! stand in the coordinates array: while one row is used, the row of a later entry is prefetched.

use super::Emitter;
use crate::index::{Access, VarId};
use lacuna_dialects::builder::Builder;

/// What one prefetch brings.
const LINE_BYTES: i64 = 64;

impl<'c> Emitter<'_, 'c> {
    /// In a loop over the stored coordinates of the innermost level of cursor `driver`, fetches the blocks of lanes that
    /// `reads` will want some entries later.
    ///
    /// Only below a level that is full, or in a list from the root: the loops are then long enough together for the
    /// distance to make sense, where the fibres of a hierarchy of sparse levels would pay for a look ahead with every
    /// entry.
    pub(super) fn fetch_rows(&mut self, builder: &Builder<'c>, var: VarId, driver: usize, reads: &[Access]) {
        let cursor = &self.cursors[driver];
        let level = cursor.depth - 1;
        let is_innermost = cursor.depth == cursor.vars.len();
        let is_under_full = level > 0 && cursor.level(level - 1).properties().full;
        let is_in_list = level > 0 && (1..=level).all(|level| cursor.level(level).properties().branchless);
        let stores_coordinates = cursor.level(level).capabilities().stores_coordinates;
        let (Some(lanes), Some(position)) = (self.lanes, self.position(driver)) else { return };
        // Rows that a loop further inside chooses, too, are not known here.
        let is_known = |access: &Access| {
            let mut vars = access.subscripts.iter().flat_map(|subscript| subscript.terms());
            vars.all(|(var, _)| self.vars[var.0].is_some())
        };
        let rows: Vec<_> = reads
            .iter()
            .filter(|access| self.nest.tensor(access.tensor).format().is_none())
            .filter(|access| access.mentions(var) && access.mentions(lanes.var) && is_known(access))
            .collect();
        let distance = self.choices.rows_ahead as i64;
        if distance == 0 || rows.is_empty() || !is_innermost || !(is_under_full || is_in_list) || !stores_coordinates {
            return;
        }
        let tensor = self.binding.value(self.nest.tensor(cursor.access.tensor).operand);
        let later = builder.value(
            "sloop.coordinate",
            &[tensor, position],
            builder.index_type(),
            &[("level", builder.i64_attribute(level as i64)), ("ahead", builder.i64_attribute(distance))],
        );
        let now = self.vars[var.0].replace(later);
        for access in rows {
            let buffer = self.binding.value(self.nest.tensor(access.tensor).operand);
            let bits = self.nest.element_of(access.tensor).bits().unwrap_or(64) as i64;
            let step = (LINE_BYTES * 8 / bits).max(1);
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
