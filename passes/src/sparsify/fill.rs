//! Statements that give every point of a result the same value.
//!
//! Such a statement runs over the result as over one array, which LLVM knows to be a `memset`; and where the value is
//! zero, a statement that then adds to each point at most once may store instead.

use super::cursor::Cursor;
use crate::nest::{Expr, Nest, Stmt, Write, build::perfect_loops, expression::constant_number};
use lacuna_dialects::{
    builder::Builder,
    ir::{Value, has_identity_layout, shape},
    sloop::Combiner,
};
use melior::ir::ValueLike;

/// The write of a statement that gives every point of a tensor one value from outside, with that value.
fn as_fill<'a, 'c>(nest: &'a Nest<'c>, statement: &'a Stmt<'c>) -> Option<(&'a Write<'c>, Value<'c>)> {
    let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return None };
    let vars = write.target.plain_vars()?;
    let is_all = vars.len() == around.len()
        && around.iter().all(|inner| vars.contains(&inner.var))
        && vars.iter().enumerate().all(|(index, var)| !vars[..index].contains(var))
        && covers(nest, write);
    match nest.expr(write.value) {
        Expr::Outside(value) if is_all && write.combiner.is_none() => Some((write, *value)),
        _ => None,
    }
}

/// Whether no loop is known to stop short of the dimension that its variable subscripts.
fn covers(nest: &Nest<'_>, write: &Write<'_>) -> bool {
    let sizes = shape(nest.tensor(write.target.tensor).r#type).unwrap_or_default();
    let vars = write.target.plain_vars().unwrap_or_default();
    vars.iter().zip(sizes).all(|(var, size)| match (nest.var(*var).size, size) {
        (Some(extent), Some(size)) => extent == size,
        _ => true,
    })
}

/// The buffer and value of a statement that can run over a buffer as over one array.
pub fn plan<'c>(nest: &Nest<'c>, statement: &Stmt<'c>) -> Option<(Value<'c>, Value<'c>)> {
    let (write, value) = as_fill(nest, statement)?;
    let buffer = nest.tensor(write.target.tensor).operand;
    has_identity_layout(buffer.r#type()).then_some((buffer, value))
}

/// A loop over a buffer without gaps that stores one value everywhere.
pub fn emit<'c>(builder: &Builder<'c>, buffer: Value<'c>, value: Value<'c>) {
    let r#type = buffer.r#type();
    let rank = shape(r#type).map_or(0, |shape| shape.len());
    if rank == 0 {
        return builder.store(value, buffer, &[]);
    }
    let flat = if rank == 1 { buffer } else { flatten(builder, buffer, rank) };
    let length = crate::nest::build::dimension_var(builder, flat, 0).extent;
    builder.for_loop((builder.index(0), length, builder.index(1)), &[], |inner, at, _| {
        inner.store(value, flat, &[at]);
        Vec::new()
    });
}

/// The same buffer with one dimension.
fn flatten<'c>(builder: &Builder<'c>, buffer: Value<'c>, rank: usize) -> Value<'c> {
    let sizes = shape(buffer.r#type()).unwrap_or_default();
    let length = sizes.iter().try_fold(1u64, |product, size| size.and_then(|size| product.checked_mul(size)));
    let length = length.and_then(|length| i64::try_from(length).ok()).map_or_else(|| "?".to_owned(), |l| l.to_string());
    let flat = builder.parse_type(&format!("memref<{length}x{}>", builder.scalar_type(buffer.r#type())));
    let all: Vec<_> = (0..rank).map(|dimension| dimension.to_string()).collect();
    let together = builder.parse_attribute(&format!("[[{}]]", all.join(", ")));
    builder.value("memref.collapse_shape", &[buffer], flat, &[("reassociation", together)])
}

/// Whether `before` zeroes the result that `statement` adds to, and `statement` adds to each point at most once.
pub fn leaves_zeros_for<'c>(nest: &Nest<'c>, before: &Stmt<'c>, statement: &Stmt<'c>, cursors: &[Cursor<'c>]) -> bool {
    let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return false };
    let Some((zeroed, value)) = as_fill(nest, before) else { return false };
    let Some(vars) = write.target.plain_vars() else { return false };
    constant_number(value) == Some(0.0)
        && zeroed.target.tensor == write.target.tensor
        && write.combiner == Some(Combiner::Add)
        && nest.reads(write.value).iter().all(|access| access.tensor != write.target.tensor)
        && around.iter().all(|inner| vars.contains(&inner.var))
        && cursors.iter().all(|cursor| cursor.random || visits_points_once(nest, write, cursor))
}

/// Whether no point is visited twice, in whole or in parts that the value folds.
fn visits_points_once<'c>(nest: &Nest<'c>, write: &Write<'c>, cursor: &Cursor<'c>) -> bool {
    let folded = nest.folded_vars(write.value);
    let folds_levels = cursor.vars.iter().flatten().any(|var| folded.contains(var));
    let is_unique = (0..cursor.vars.len()).all(|level| cursor.level_format(level).properties().unique);
    !cursor.may_repeat_points() && (is_unique || !folds_levels)
}
