//! First values of rows, in the loop that visits or skips them ([`crate::plan::PassedRows`]).
//!
//! The loop carries the number of the first row that has no value yet.

use super::{Emitter, emitter::OpenRows};
use crate::index::VarId;
use lacuna_dialects::{builder::Builder, ir::Value};

impl<'c> Emitter<'_, 'c> {
    /// What the loop over a variable carries first, besides an accumulator: the first row without a value, where it cares for rows.
    pub(super) fn first_row(&self, builder: &Builder<'c>, var: VarId) -> Vec<Value<'c>> {
        self.open_rows().filter(|rows| rows.var == var).map(|_| builder.index(0)).into_iter().collect()
    }

    /// Gives the rows that such a loop has left without a value their first value.
    pub(super) fn fill_last_rows(&self, builder: &Builder<'c>, left: &[Value<'c>]) {
        if let (Some(OpenRows { rows, .. }), [first_left]) = (self.open_rows(), left) {
            rows.fill(builder, *first_left, rows.count);
        }
    }

    /// Gives the rows from `first` on their first value that the loop over `var` passes before it comes to `row`; gives
    /// the first row that is left without one. `None` where the loop does not care for rows.
    pub(super) fn fill_passed(
        &self,
        builder: &Builder<'c>,
        var: VarId,
        row: Value<'c>,
        carried: &[Value<'c>],
    ) -> Option<Value<'c>> {
        let OpenRows { rows, with_rows, .. } = self.open_rows().filter(|rows| rows.var == var)?;
        let next = builder.binary("arith.addi", row, builder.index(1));
        rows.fill(builder, carried[0], if with_rows { next } else { row });
        Some(next)
    }
}
