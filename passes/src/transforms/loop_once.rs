//! `sloop-loop-once`: give subscripts of stored operands that no loop resolves loops that run once, and local tensors without
//! dimensions.
//!
//! `A(2,i)` becomes `A(v + 2, i)` under a loop over `v`, which takes one value. Levels are walked by loops, so a row or a column
//! of a stored tensor is then a window like any other: its walk is clipped to one coordinate, or the coordinate is located. A loop
//! that runs once repeats nothing: it may stand anywhere around a write ([`Nest::runs_once`]).
//!
//! On a diagonal, `A(i,i)`, the coordinate in the inner level is known where the loop over `i` has come to one in the outer level:
//! it becomes `A(i, i + v)`, and so does every subscript whose variables all occur in levels above, as in `A(i + j, i - j)`
//! ([`super::known_subscripts`]).
//!
//! Before that, the pass removes loops over variables of size 1 that are terms of subscripts and that no target mentions
//! ([`super::size_one_loops`]).
//!
//! Local tensors are read in the same way. A local tensor without dimensions gets one of size one, and its producer and its consumer a
//! loop each. Then it is scattered into and collected like any other.
//!
//! Example: `test/passes/loop_once.mlir`. Not done here: converting what levels store in parts (blocks, diagonals) to levels that
//! loops can walk (`sloop-plain-levels`).

use super::{
    known_subscripts::{is_walked, resolve_known},
    rewrite_nests,
    size_one_loops::drop_loops_of_size_one,
};
use crate::{
    diagnostic::Reported,
    index::{
        Access, Directives, Expr, Nest, Size, Stmt, TensorId, Var, VarId, build::loops, statement::change_writes,
        subscript::Subscript, writes,
    },
    options,
    pass::Pass,
};
use lacuna_dialects::ir::Op;

options! {
    /// Options of `sloop-loop-once`.
    pub struct LoopOnce {}
}

impl Pass for LoopOnce {
    const ARGUMENT: &'static str = "sloop-loop-once";
    const SUMMARY: &'static str = "Give subscripts of stored operands that no loop resolves, and local tensors without \
                                   dimensions, loops that run once";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_nests(root, |nest| Ok(loop_once(nest)))
    }
}

/// Where an operand is read at one coordinate: which, in which dimension, and at which.
type Fixed = (TensorId, usize, Subscript);

pub(super) fn loop_once(nest: &mut Nest) -> bool {
    let mut body = std::mem::take(&mut nest.body);
    let mut changed = drop_loops_of_size_one(nest, &mut body);
    nest.body = body;
    changed |= give_dimensions(nest);
    let mut body = std::mem::take(&mut nest.body);
    for statement in &mut body {
        let mut named: Vec<(Fixed, VarId)> = Vec::new();
        for (_, write) in writes(std::slice::from_ref(statement)) {
            let fixed: Vec<_> =
                nest.reads(write.value).iter().flat_map(|access| fixed_subscripts(nest, access)).collect();
            for fixed in fixed {
                if !named.iter().any(|(known, _)| *known == fixed) {
                    let var = nest.add_var(Var::new(Size::Number(1), None));
                    named.push((fixed, var));
                }
            }
        }
        if named.is_empty() {
            continue;
        }
        changed = true;
        for ((tensor, ..), _) in &named {
            nest.tensors[tensor.0].is_window |= nest.tensor(*tensor).is_input();
        }
        let inside = std::slice::from_mut(statement);
        change_writes(inside, &mut |write| {
            write.value = nest.rewrite_expr(write.value, &mut |nest, expr| match expr {
                Expr::Read(access) => Some(Expr::Read(shifted(nest, access, &named)?)),
                Expr::Stored(access) => Some(Expr::Stored(shifted(nest, access, &named)?)),
                _ => None,
            });
        });
        let around: Vec<_> = named.iter().map(|(_, var)| (*var, Directives::default())).collect();
        let all = loops(&around, vec![statement.clone()]);
        *statement = all.into_iter().next().expect("there is a loop");
    }
    changed |= resolve_known(nest, &mut body);
    nest.body = body;
    changed
}

/// The fixed subscripts of an access to a local tensor, or to a stored operand that is walked.
fn fixed_subscripts(nest: &Nest, access: &Access) -> Vec<Fixed> {
    let is_fixed = |dimension: &usize| is_walked(nest, access.tensor) && access.subscripts[*dimension].is_fixed();
    let fixed = (0..nest.tensor(access.tensor).order()).filter(is_fixed);
    fixed.map(|dimension| (access.tensor, dimension, access.subscripts[dimension].clone())).collect()
}

/// The access with the variables in place of what is fixed; none where nothing is.
fn shifted(nest: &Nest, access: &Access, named: &[(Fixed, VarId)]) -> Option<Access> {
    let fixed = fixed_subscripts(nest, access);
    let mut shifted = access.clone();
    for place in &fixed {
        let (_, var) = named.iter().find(|(known, _)| known == place)?;
        shifted.subscripts[place.1] = place.2.plus(&Subscript::var(*var), 1);
    }
    (!fixed.is_empty()).then_some(shifted)
}

/// Gives each local tensor without dimensions one of size one.
fn give_dimensions(nest: &mut Nest) -> bool {
    let tensors = (0..nest.tensors.len()).map(TensorId);
    let scalars: Vec<_> =
        tensors.filter(|id| nest.tensor(*id).local().is_some() && nest.tensor(*id).order() == 0).collect();
    for id in &scalars {
        nest.tensors[id.0].add_local_dimension(1);
    }
    let mut body = std::mem::take(&mut nest.body);
    give_loops(nest, &mut body, &scalars);
    nest.body = body;
    !scalars.is_empty()
}

/// Gives the producers and consumers of these tensors, which have a dimension of size one, the loops over it.
fn give_loops(nest: &mut Nest, body: &mut [Stmt], scalars: &[TensorId]) {
    for statement in body {
        let inner = match statement {
            Stmt::Write(_) => continue,
            Stmt::Loop(inner) => {
                give_loops(nest, &mut inner.body, scalars);
                continue;
            }
            Stmt::Where(inner) => inner,
        };
        give_loops(nest, &mut inner.produce, scalars);
        give_loops(nest, &mut inner.consume, scalars);
        if !scalars.contains(&inner.tensor) {
            continue;
        }
        let local = inner.tensor;
        let [produced, consumed] = [0, 1].map(|_| nest.add_var(Var::new(Size::Number(1), None)));
        change_writes(&mut inner.produce, &mut |write| {
            if write.target.tensor == local {
                write.target.subscripts = vec![Subscript::var(produced)];
            }
        });
        let at_consumed = |access: &Access| {
            (access.tensor == local).then(|| Access { tensor: local, subscripts: vec![Subscript::var(consumed)] })
        };
        change_writes(&mut inner.consume, &mut |write| {
            write.value = nest.rewrite_expr(write.value, &mut |_, expr| match expr {
                Expr::Read(access) => at_consumed(access).map(Expr::Read),
                Expr::Stored(access) => at_consumed(access).map(Expr::Stored),
                _ => None,
            });
        });
        for (var, side) in [(produced, &mut inner.produce), (consumed, &mut inner.consume)] {
            if !side.is_empty() {
                *side = loops(&[(var, Directives::default())], std::mem::take(side));
            }
        }
    }
}
