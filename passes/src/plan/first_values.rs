//! What the points of a dense result hold before a statement adds to them.
//!
//! A statement that gives every point the same value runs over the result as over one array, which LLVM knows to be a
//! `memset`; and where the value is zero, a statement that then adds to each point at most once may store instead.

use super::cursor::OperandCursor;
use crate::{
    fp::FpMode,
    index::{Expr, Nest, Outside, Stmt, TensorId, TensorKind, VarId, Write, build::perfect_loops, writes},
};
use lacuna_dialects::sloop::Combiner;
use lacuna_layout::order::tells_nodes_apart;
use std::collections::BTreeMap;

/// The write of a statement that gives every point of a tensor one value from outside, with that value.
pub(super) fn as_fill<'a>(nest: &Nest, statement: &'a Stmt) -> Option<(&'a Write, Outside)> {
    let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return None };
    let vars = write.target.plain_vars()?;
    let is_all = vars.len() == around.len()
        && around.iter().all(|inner| vars.contains(&inner.var))
        && vars.iter().enumerate().all(|(index, var)| !vars[..index].contains(var))
        && covers(nest, write)
        && !nest.leaves_out_rounds(&vars, &[]);
    match nest.expr(write.value) {
        Expr::Outside(value) if is_all && write.combiner.is_none() => Some((write, *value)),
        _ => None,
    }
}

/// Whether no loop is known to stop short of the dimension that its variable subscripts.
fn covers(nest: &Nest, write: &Write) -> bool {
    let sizes = &nest.tensor(write.target.tensor).shape;
    let vars = write.target.plain_vars().unwrap_or_default();
    vars.iter().zip(sizes).all(|(var, size)| match (nest.var(*var).size(), size) {
        (Some(extent), Some(size)) => extent == *size,
        _ => true,
    })
}

/// Which statement gives the result of which its first values: for each statement of a nest, the one right before it, if that
/// gives all points of the same tensor one value.
pub(super) fn fills_of(nest: &Nest) -> BTreeMap<usize, usize> {
    let fills = |pair: &[Stmt]| {
        let [before, statement] = pair else { return false };
        let (_, [Stmt::Write(write)]) = perfect_loops(statement) else { return false };
        let operand = |tensor: TensorId| nest.tensor(tensor).operand;
        as_fill(nest, before).is_some_and(|(filled, _)| operand(filled.target.tensor) == operand(write.target.tensor))
    };
    let pairs = nest.body.windows(2).enumerate();
    pairs.filter(|(_, pair)| fills(pair)).map(|(before, _)| (before + 1, before)).collect()
}

/// What the result of a statement holds before, because another statement gives all of its points one value.
#[derive(Clone, Debug)]
pub struct FirstValues {
    /// That statement of the nest.
    pub by: usize,
    /// Whether these are zeros and each point is written once, so that adding is storing.
    pub is_fresh: bool,
}

/// A value for all points of a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Fill {
    /// The buffer.
    pub buffer: TensorId,
    /// The value.
    pub value: Outside,
}

/// The fill that a statement is, if it can run over the buffer as over one array.
pub(super) fn fill_of(nest: &Nest, statement: &Stmt) -> Option<Fill> {
    let (write, value) = as_fill(nest, statement)?;
    let buffer = write.target.tensor;
    let is_contiguous = matches!(nest.tensor(buffer).kind, TensorKind::Buffer { is_contiguous: true, .. });
    is_contiguous.then_some(Fill { buffer, value })
}

/// Whether `before` leaves zeros for `statement` to store to instead of adding.
pub(super) fn is_fresh(nest: &Nest, before: &Stmt, statement: &Stmt, cursors: &[OperandCursor], fp: FpMode) -> bool {
    // To the letter, 0 + -0 is 0.
    (fp == FpMode::Fast || !adds_floats(nest, statement)) && leaves_zeros_for(nest, before, statement, cursors)
}

/// Whether what a statement writes is floating point.
fn adds_floats(nest: &Nest, statement: &Stmt) -> bool {
    writes(std::slice::from_ref(statement)).iter().any(|(_, write)| nest.node(write.value).r#type.is_float())
}

/// Whether `before` zeroes the result that `statement` adds to, and `statement` adds to each point at most once.
fn leaves_zeros_for(nest: &Nest, before: &Stmt, statement: &Stmt, cursors: &[OperandCursor]) -> bool {
    let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return false };
    let Some((zeroed, value)) = as_fill(nest, before) else { return false };
    let Some(vars) = write.target.plain_vars() else { return false };
    value.number() == Some(0.0)
        && zeroed.target.tensor == write.target.tensor
        && write.combiner == Some(Combiner::Add)
        && nest.reads(write.value).iter().all(|access| access.tensor != write.target.tensor)
        && around.iter().all(|inner| vars.contains(&inner.var))
        && cursors.iter().all(|cursor| cursor.random || visits_points_once(nest, write, cursor))
}

/// Whether no point is visited twice, in whole or in parts that the value folds.
fn visits_points_once(nest: &Nest, write: &Write, cursor: &OperandCursor) -> bool {
    let folded = nest.folded_vars(write.value);
    let folds_levels = cursor.vars.iter().flatten().any(|var| folded.contains(var));
    let comes_once = |level| cursor.level(level).properties().unique || cursor.takes_runs_at(level);
    tells_nodes_apart(cursor.format) && (!folds_levels || (0..cursor.vars.len()).all(comes_once))
}

/// A result whose rows get their first value in the loop of the statement that computes it; the statement that fills it does nothing.
#[derive(Clone, Copy, Debug)]
pub struct PassedRows {
    /// The variable of the outermost loop: the first subscript of the result.
    pub var: VarId,
    /// The fill that gives them their first value.
    pub fill: Fill,
    /// Whether a row that the loop comes to gets the first value, too.
    pub with_rows: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{
        Access, Directives, Place, Scalar, Size, Var, build::loops, constant::Constant, subscript::Subscript,
        testing::nest,
    };

    /// A statement that gives every point of a tensor of one dimension zero, as far as a loop over so many values goes.
    fn fill(nest: &mut Nest, tensor: TensorId, size: u64) -> Stmt {
        let var = nest.add_var(Var::new(Size::Number(size), None));
        let value = nest.add(Expr::Outside(Outside::constant(Constant::Float(0.0))), Scalar::F64, Place(0));
        let target = Access { tensor, subscripts: vec![Subscript::var(var)] };
        let write = Write { target, value, combiner: None, elsewhere: None, location: Place(0) };
        loops(&[(var, Directives::default())], vec![Stmt::Write(write)]).remove(0)
    }

    fn tensor(nest: &Nest, name: &str) -> TensorId {
        let found = nest.tensors.iter().position(|tensor| tensor.name.as_deref() == Some(name));
        TensorId(found.expect("a tensor"))
    }

    /// `y(i) += A(i,j) * x(j)`, after these fills.
    fn product(fills: &[(&str, u64)]) -> Nest {
        let mut made = nest("y(i) += A(i,j) * x(j)", &[("i", 8), ("j", 9)]);
        for (place, (name, size)) in fills.iter().enumerate() {
            let filled = tensor(&made, name);
            let filled = fill(&mut made, filled, *size);
            made.body.insert(place, filled);
        }
        made
    }

    #[test]
    fn a_fill_belongs_to_the_statement_after_it_that_writes_the_same_tensor() {
        let pairs = |fills: &[(&str, u64)]| fills_of(&product(fills)).into_iter().collect::<Vec<_>>();
        assert_eq!(pairs(&[("y", 8)]), [(1, 0)]);
        assert_eq!(pairs(&[("x", 9), ("y", 8)]), [(2, 1)]);
        assert_eq!(pairs(&[]), []);
        // Another tensor, another statement between, a part of the points.
        assert_eq!(pairs(&[("x", 9)]), []);
        assert_eq!(pairs(&[("y", 8), ("x", 9)]), []);
        assert_eq!(pairs(&[("y", 7)]), []);
        // A second fill is the one that counts.
        assert_eq!(pairs(&[("y", 8), ("y", 8)]), [(1, 0), (2, 1)]);
    }
}
