//! First values of rows, in the loop that visits or skips them ([`PassedRows`]).
//!
//! The loop carries the number of the first row that has no value yet.

use super::{Emitter, emitter::OpenRows};
use crate::{
    index::VarId,
    plan::{PassedRows, PlannedLoop},
    sparsify::fill::Rows,
};
use lacuna_dialects::{builder::Builder, ir::Value};

impl<'a, 'c> Emitter<'a, 'c> {
    /// The outermost loop of a statement, which cares for the first values of rows.
    pub(super) fn loop_over_rows(&mut self, builder: &Builder<'c>, outermost: &'a PlannedLoop, passed: PassedRows) {
        let buffer = self.nest.tensor(passed.fill.buffer);
        let value = self.binding.outside_in_place(builder, passed.fill.value, buffer.element);
        let rows = Rows::of(builder, self.binding.op(self.nest.source), self.binding.value(buffer.operand), value);
        self.open_rows = Some(OpenRows { var: passed.var, rows, with_rows: passed.with_rows });
        let first = builder.index(0);
        let first_left = self.walk(builder, outermost, &[first])[0];
        self.open_rows = None;
        rows.fill(builder, first_left, rows.count);
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
        let OpenRows { rows, with_rows, .. } = self.open_rows.filter(|rows| rows.var == var)?;
        let next = builder.binary("arith.addi", row, builder.index(1));
        rows.fill(builder, carried[0], if with_rows { next } else { row });
        Some(next)
    }
}
