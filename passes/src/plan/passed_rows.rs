//! Results that get their first value row by row, as a loop visits or skips their rows.
//!
//! `C[i,:] = 0` for all `i`, followed by a loop over the stored rows of an operand, would write all of C first, and come back
//! to each row when it has left the caches. If the rows come in order, the loop knows at each row which rows it has skipped. It
//! gives them the first value then, and the rows after the last one at the end. A visited row gets the first value before
//! anything is combined with it, or none if each of its points is stored once.
//!
//! Not done here: rows that are parts of blocks; loops that take every row.

use super::{
    Computed, Driver, LoopKind, Merging, PlannedLoop, PlannedStep,
    constants::SHORTEST_ROW_BYTES,
    first_values::{PassedRows, as_fill, fill_of},
};
use crate::{
    analysis::visits::visits_all_once,
    index::{Nest, Stmt, Tensor, VarId, build::perfect_loops},
};

/// How the rows of the result of `statement` get the value that `before` gives all of its points, if they can get it in
/// the outermost loop of `statement`, which has been planned and writes the same tensor.
pub(super) fn passed_rows(
    nest: &Nest,
    before: &Stmt,
    statement: &Stmt,
    computed: &Computed,
    is_fresh: bool,
) -> Option<PassedRows> {
    let fill = fill_of(nest, before)?;
    let (filled, _) = as_fill(nest, before)?;
    let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return None };
    let ([PlannedStep::Loop(outermost)], [_, inner @ ..]) = (computed.steps.as_slice(), around.as_slice()) else {
        return None;
    };
    let var = outermost.var;
    let (first, others) = write.target.subscripts.split_first()?;
    if first.as_var() != Some(var)
        || others.iter().any(|subscript| subscript.mentions(var))
        || nest.reads(write.value).iter().any(|access| access.tensor == write.target.tensor)
        || nest.is_limited(var)
        || is_short(nest.tensor(fill.buffer))
    {
        return None;
    }
    let comes_in_order = |driver: &Driver| {
        let properties = computed.cursors[driver.cursor].level(driver.level).properties();
        (driver.is_reordered() || properties.ordered) && (driver.gives_runs() || properties.unique)
    };
    if outermost.kind.takes_every_value() || !outermost.kind.drivers().iter().all(comes_in_order) {
        return None;
    }
    let sizes = |vars: Vec<VarId>| vars.into_iter().map(|var| nest.var(var).size()).collect::<Vec<_>>();
    let is_all = filled.target.plain_vars().map(sizes) == write.target.plain_vars().map(sizes);
    let stores_each_point = is_fresh
        && is_all
        && outermost.probed.is_empty()
        && comes_to_points(outermost)
        && !nest.knows_absence(write.value)
        && inner.iter().all(|inner| write.target.mentions(inner.var) && visits_all_once(nest, write, inner.var));
    Some(PassedRows { var, fill, with_rows: !stores_each_point })
}

/// Whether each round of a loop comes to all points that its inner loops visit: none inside tests what operands store.
fn comes_to_points(outermost: &PlannedLoop) -> bool {
    fn tests_inside(inner: &PlannedLoop) -> bool {
        let inside = inner.kind.cases().into_iter().flat_map(|case| case.body.all());
        let mut loops = inside.flat_map(|inside| inside.loops());
        loops.any(|inner| inner.kind.tests_inside_case() || tests_inside(inner))
    }
    let is_joined = matches!(&outermost.kind, LoopKind::Merges(merge) if matches!(merge.how, Merging::Joined(_)));
    !is_joined && !tests_inside(outermost)
}

/// Whether the rows of a buffer are known to be short.
fn is_short(buffer: &Tensor) -> bool {
    let Some((_, row)) = buffer.shape.split_first() else { return true };
    let bits = buffer.element.bits().unwrap_or(64);
    let points = row.iter().try_fold(1u64, |points, size| size.map(|size| points.saturating_mul(size)));
    points.is_some_and(|points| points.saturating_mul(bits) < SHORTEST_ROW_BYTES * 8)
}
