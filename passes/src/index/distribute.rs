//! Loops of their own for the writes of loops that hold several statements, at any depth.
//!
//! `forall i { y[i] = 0; forall j { y[i] += A[i,j] } }` becomes `forall i { y[i] = 0 }`, `forall i { forall j { y[i] += A[i,j] } }`.
//! Passes that look at one write at a time take nests that are not perfect so; others let statements meet in one loop again.
//! Nothing changes where two writes touch a tensor only at the point of the loops that they share, or combine into it alike.

use super::{Access, Loop, Nest, Stmt, VarId, Write, build::loops, statement::first_where, writes};
use crate::diagnostic::Problem;

/// A statement for each write; why that would change something, if it would.
pub fn distribute(nest: &mut Nest, statement: &Stmt) -> Result<Vec<Stmt>, Problem> {
    if let Some(inner) = first_where(std::slice::from_ref(statement)) {
        return Err(inner.refuse("a producer and its consumer share a tensor and cannot get loops of their own"));
    }
    let all = writes(std::slice::from_ref(statement));
    for (later, (around, write)) in all.iter().enumerate() {
        for (others, earlier) in &all[..later] {
            let shared: Vec<VarId> = around
                .iter()
                .zip(others)
                .map(|(one, other)| (one.var, other.var))
                .take_while(|(one, other)| one == other)
                .map(|(var, _)| var)
                .collect();
            check(nest, earlier, write, &shared)?;
        }
    }
    let single = |nest: &mut Nest, number: usize, around: &[&Loop], write: &Write| {
        // Each statement has variables of its own.
        let fresh: Vec<(VarId, VarId)> = around
            .iter()
            .map(|inner| match number {
                0 => (inner.var, inner.var),
                _ => (inner.var, nest.add_var(nest.var(inner.var).clone())),
            })
            .collect();
        let renamed = |var: VarId| fresh.iter().find(|(old, _)| *old == var).map_or(var, |(_, new)| *new);
        let vars: Vec<_> = around.iter().map(|inner| (renamed(inner.var), inner.how)).collect();
        let value = nest.rename_expr(write.value, &renamed);
        let subscripts = write.target.subscripts.iter().map(|subscript| subscript.rename(renamed)).collect();
        let target = Access { tensor: write.target.tensor, subscripts };
        loops(&vars, vec![Stmt::Write(Write { target, value, ..write.clone() })])
    };
    Ok(all.iter().enumerate().flat_map(|(number, (around, write))| single(nest, number, around, write)).collect())
}

/// Whether one write may run for all values of the shared loops before the other one runs for any.
fn check(nest: &Nest, earlier: &Write, later: &Write, shared: &[VarId]) -> Result<(), Problem> {
    let reads = |write: &Write| nest.reads(write.value);
    let is_alike = earlier.target.tensor == later.target.tensor
        && earlier.combiner.is_some()
        && earlier.combiner == later.combiner
        && ![earlier, later].iter().any(|write| reads(write).iter().any(|read| read.tensor == write.target.tensor));
    let is_point_of_loops =
        |access: &Access| access.plain_vars().is_some_and(|vars| shared.iter().all(|var| vars.contains(var)));
    let mut pairs = vec![];
    pairs.extend((!is_alike).then(|| (earlier.target.clone(), later.target.clone())));
    pairs.extend(reads(later).into_iter().map(|read| (earlier.target.clone(), read)));
    pairs.extend(reads(earlier).into_iter().map(|read| (read, later.target.clone())));
    let conflict = pairs.into_iter().find(|(one, other)| {
        one.tensor == other.tensor && !(one.subscripts == other.subscripts && is_point_of_loops(one))
    });
    match conflict {
        None => Ok(()),
        Some((access, _)) => Err(Problem::new(
            later.location,
            format!(
                "the statements of these loops depend on each other: what one does to {} matters to another in another \
                 round; give each write a nest of loops of its own",
                nest.name(access.tensor)
            ),
        )),
    }
}

/// Whether loops hold several statements, some of which are no writes.
pub fn is_imperfect(statement: &Stmt) -> bool {
    let (_, inside) = super::build::perfect_loops(statement);
    inside.iter().any(|inner| !matches!(inner, Stmt::Write(_)))
}
