//! `sloop-walk-once`: statements that walk the same entries of a stored operand walk them together.
//!
//! `y[i] += S[i,j] · x[j]` and `y[i] += S[j,i] · x[j]`, the product with a symmetric matrix of which one half is stored, are a sum
//! over each row and a scatter from each row. With the variables of the second renamed, both take the entry of row `i` and column
//! `j`: the loops are the same, and each entry is read once.
//!
//! ```text
//! forall i { forall j { y[i] += S[i,j] · x[j];  y[j] += S[i,j] · x[i] } }
//! ```
//!
//! Two sums stay apart: each alone runs in lanes. Additions to one result then come in another order, so floating point is left
//! alone when `fp=strict`, unless the results are two.
//!
//! Example: `test/passes/walk_once.mlir`. Not done here: loops over dense dimensions inside of those over the operand; statements
//! of several nests.

use super::rewrite_planned;
use crate::{
    analysis::iteration_graph::is_random_access,
    choices::planning_options,
    diagnostic::Reported,
    fp::FpMode,
    index::{
        Access, Directives, Loop, Nest, Stmt, VarId, Write,
        build::{loops, perfect_loops},
        distribute::are_independent,
    },
    pass::Pass,
    plan::Plan,
};
use lacuna_dialects::ir::Op;

planning_options! {
    /// Options of `sloop-walk-once`.
    pub struct WalkOnce {}
}

impl Pass for WalkOnce {
    const ARGUMENT: &'static str = "sloop-walk-once";
    const SUMMARY: &'static str = "Let statements that walk the same entries of a stored operand share their loops";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_planned(root, self.choices(), |nest| Ok(self.share(nest)))
    }
}

impl WalkOnce {
    /// Lets statements of a nest share loops; says whether some do.
    pub(crate) fn share(&self, nest: &mut Nest) -> bool {
        let mut changed = false;
        let mut later = 1;
        while later < nest.body.len() {
            let trial = (0..later).find_map(|earlier| self.together(nest, earlier, later));
            match trial.filter(|trial| Plan::new(trial).is_ok()) {
                Some(trial) => {
                    *nest = trial;
                    changed = true;
                }
                None => later += 1,
            }
        }
        changed
    }

    /// The nest with the later one of two statements in the loops of the earlier one, if they walk the same.
    fn together(&self, nest: &Nest, earlier: usize, later: usize) -> Option<Nest> {
        let (first, second) = (Walking::of(nest, &nest.body[earlier])?, Walking::of(nest, &nest.body[later])?);
        let rename = first.renaming(nest, &second)?;
        let all: Vec<_> = first.writes.iter().chain(&second.writes).collect();
        let has_scatter = first.scatters() || second.scatters();
        // The later one now runs before what stands between, and its rounds between those of the earlier one.
        let stays_right = nest.body[earlier..later].iter().all(|other| are_independent(nest, other, &nest.body[later]));
        let may_reorder = |write: &Write| {
            let is_shared = all.iter().filter(|other| other.target.tensor == write.target.tensor).count() > 1;
            !is_shared || self.fp == FpMode::Fast || !nest.element_of(write.target.tensor).rounds()
        };
        if !has_scatter || !stays_right || !all.iter().all(|write| may_reorder(write)) {
            return None;
        }
        let around: Vec<_> = first.around.iter().map(|inner| (inner.var, Directives::default())).collect();
        let mut body: Vec<_> = first.writes.iter().map(|write| Stmt::Write((*write).clone())).collect();
        let mut trial = nest.clone();
        for write in &second.writes {
            let value = trial.rename_expr(write.value, &rename);
            let subscripts = write.target.subscripts.iter().map(|subscript| subscript.rename(&rename)).collect();
            let target = Access { tensor: write.target.tensor, subscripts };
            body.push(Stmt::Write(Write { target, value, ..(*write).clone() }));
        }
        trial.body[earlier] = loops(&around, body).pop()?;
        trial.body.remove(later);
        Some(trial)
    }
}

/// A statement that adds something to dense results for each entry of stored operands.
struct Walking<'a> {
    around: Vec<&'a Loop>,
    writes: Vec<&'a Write>,
    /// The stored operands that are walked, each once.
    walked: Vec<Access>,
}

impl<'a> Walking<'a> {
    fn of(nest: &Nest, statement: &'a Stmt) -> Option<Self> {
        let (around, inside) = perfect_loops(statement);
        let writes: Vec<_> = inside.iter().map(as_sum).collect::<Option<_>>()?;
        let is_dense = |write: &&Write| {
            let tensor = nest.tensor(write.target.tensor);
            tensor.is_output && !tensor.is_stored()
        };
        let mut walked: Vec<Access> = Vec::new();
        for access in writes.iter().flat_map(|write| nest.reads(write.value)) {
            if !is_random_access(nest, access.tensor) && !walked.contains(&access) {
                walked.push(access);
            }
        }
        let vars: Vec<_> = around.iter().map(|inner| inner.var).collect();
        let is_plain = around.iter().all(|inner| inner.how == Directives::default())
            && !nest.relations.iter().any(|relation| vars.iter().any(|var| relation.value.mentions(*var)));
        // Each loop takes all of a dimension.
        let says_all = |access: &Access| {
            let subscripts = access.plain_vars().unwrap_or_default();
            let mut dimensions = subscripts.iter().enumerate();
            let is_whole =
                dimensions.all(|(dimension, var)| !nest.may_differ(access.tensor, dimension, &nest.var(*var).extent));
            is_whole && vars.iter().all(|var| subscripts.contains(var))
        };
        let is_walk = writes.iter().all(is_dense) && is_plain && walked.iter().any(says_all);
        is_walk.then_some(Self { around, writes, walked })
    }

    /// Whether it adds to other points in each round of its innermost loop.
    fn scatters(&self) -> bool {
        let is_moved = |inner: &&Loop| self.writes.iter().any(|write| write.target.mentions(inner.var));
        self.around.last().is_some_and(is_moved)
    }

    /// What the variables of another statement are called in this one, if both walk the same.
    fn renaming(&self, nest: &Nest, other: &Self) -> Option<impl Fn(VarId) -> VarId + use<>> {
        if self.around.len() != other.around.len() || nest.keep_order {
            return None;
        }
        let pairs: Vec<_> = other.around.iter().zip(&self.around).map(|(from, to)| (from.var, to.var)).collect();
        let rename = move |var: VarId| pairs.iter().find(|(from, _)| *from == var).map_or(var, |(_, to)| *to);
        let renamed = |access: &Access| Access {
            tensor: access.tensor,
            subscripts: access.subscripts.iter().map(|subscript| subscript.rename(&rename)).collect(),
        };
        let is_same = self.walked.len() == other.walked.len()
            && other.walked.iter().all(|access| self.walked.contains(&renamed(access)));
        is_same.then_some(rename)
    }
}

/// The write that a statement is, if it combines with what is there.
fn as_sum(statement: &Stmt) -> Option<&Write> {
    match statement {
        Stmt::Write(write) if write.combiner.is_some() && write.elsewhere.is_none() => Some(write),
        _ => None,
    }
}
