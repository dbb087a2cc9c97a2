//! `sloop-merge-terms`: let terms that visit the same points of a result meet in one loop.
//!
//! `y[i] += Σj A[i,j]·x[j]` and `y[i] += b[i]`, each for all `i`, become one loop that adds both: the result is loaded
//! and stored once. Terms inside of loops that they share, or on one side of a `sloop.where`, meet there. Terms of one result that visit every point go before those that do not, so that the
//! initialization can meet them (`sloop-sink-initializations`).
//!
//! Sums are reassociated, so floating point is left alone when `fp=strict`.
//!
//! Example: `test/passes/merge_terms.mlir`. Not done here: terms whose loops run in different orders over stored
//! operands, or in different lanes.

use super::rewrite_nests;
use crate::{
    analysis::{iteration_graph::is_random_access, visits::visits_all_once},
    diagnostic::Reported,
    fp::FpMode,
    index::{
        Expr, Nest, Stmt, TensorId, VarId, Write,
        build::{loops, perfect_loops},
        statement::change_each_list,
        writes,
    },
    options,
    pass::Pass,
};
use lacuna_dialects::{
    ir::Op,
    sloop::{Combiner, Directives},
};

options! {
    /// Options of `sloop-merge-terms`.
    pub struct MergeTerms {
        /// allowed changes to floating-point arithmetic: fast (reassociate, contract, ignore signs of zeros) or strict (none)
        pub fp: FpMode = "fast",
    }
}

impl Pass for MergeTerms {
    const ARGUMENT: &'static str = "sloop-merge-terms";
    const SUMMARY: &'static str = "Merge terms that visit the same points of a result into one loop";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_nests(root, |nest| {
            let mut body = std::mem::take(&mut nest.body);
            let changed = change_each_list(&mut body, &mut Vec::new(), &mut |open, list| self.merge(nest, list, open));
            nest.body = body;
            Ok(changed)
        })
    }
}

impl MergeTerms {
    /// Merges the terms among statements that follow one another in loops over `open`; says whether there are some.
    fn merge(&self, nest: &mut Nest, body: &mut Vec<Stmt>, open: &[VarId]) -> bool {
        let mut changed = self.put_whole_terms_first(nest, body, open);
        let mut merged: Vec<Stmt> = Vec::new();
        for statement in std::mem::take(body) {
            let met = merged.last().and_then(|last| self.meeting(nest, (last, &statement), open));
            match met {
                Some(meeting) => {
                    merged.pop();
                    merged.push(apply(nest, meeting));
                    changed = true;
                }
                None => merged.push(statement),
            }
        }
        *body = merged;
        changed
    }

    /// Reorders runs of statements that add to one result and do not read it.
    fn put_whole_terms_first(&self, nest: &Nest, body: &mut [Stmt], open: &[VarId]) -> bool {
        let mut changed = false;
        let mut start = 0;
        while start < body.len() {
            let target = self.adds_to(nest, &body[start]);
            let same = body[start..]
                .iter()
                .take_while(|statement| target.is_some() && self.adds_to(nest, statement) == target)
                .count();
            let run = &mut body[start..start + same];
            let is_late = |statement: &Stmt| whole_term(nest, statement, open).is_none();
            if !run.is_sorted_by_key(is_late) {
                run.sort_by_key(is_late);
                changed = true;
            }
            start += same.max(1);
        }
        changed
    }

    /// The result that a statement adds to, where adding in another order is allowed.
    fn adds_to(&self, nest: &Nest, statement: &Stmt) -> Option<TensorId> {
        let all = writes(std::slice::from_ref(statement));
        let [(_, write)] = all[..] else { return None };
        let target = write.target.tensor;
        let may_reorder = self.fp == FpMode::Fast || !nest.node(write.value).r#type.is_float();
        let adds = write.combiner == Some(Combiner::Add) && may_reorder;
        (adds && nest.reads(write.value).iter().all(|access| access.tensor != target)).then_some(target)
    }

    fn meeting(&self, nest: &Nest, (first, second): (&Stmt, &Stmt), open: &[VarId]) -> Option<MeetingTerms> {
        if self.adds_to(nest, first)? != self.adds_to(nest, second)? {
            return None;
        }
        let (first, second) = (whole_term(nest, first, open)?, whole_term(nest, second, open)?);
        let is_open = |var: &VarId| open.contains(var);
        let agree =
            |a: &VarId, b: &VarId| a == b || nest.var(*a).size() == nest.var(*b).size() && !is_open(a) && !is_open(b);
        let sizes_agree = first.points.iter().zip(&second.points).all(|(a, b)| agree(a, b));
        let renamed: Vec<_> = second
            .around
            .iter()
            .map(|(var, how)| {
                let dimension = second.points.iter().position(|point| point == var)?;
                Some((first.points[dimension], *how))
            })
            .collect::<Option<_>>()?;
        // The loops of a term that walks a stored operand stay as they are; the other term follows.
        let (leader, follower) = match (first.walks_stored, second.walks_stored) {
            (true, true) if first.around != renamed => return None,
            (false, true) => (renamed, first.around.clone()),
            _ => (first.around.clone(), renamed),
        };
        let lanes = |around: &[(VarId, Directives)]| around.iter().filter(|(_, how)| how.lanes.is_some()).count();
        // A term without lanes may have none because it cannot; one that has some does as well without.
        let is_possible = sizes_agree && (lanes(&leader) == 0 || sorted(&leader) == sorted(&follower));
        is_possible.then_some(MeetingTerms { around: leader, first, second })
    }
}

/// Loops in the order of their variables, to compare lanes.
fn sorted(around: &[(VarId, Directives)]) -> Vec<(VarId, Directives)> {
    let mut around = around.to_vec();
    around.sort();
    around
}

/// A statement that adds once to every point of a result, or to every one in this round of the loops around.
struct WholeTerm {
    around: Vec<(VarId, Directives)>,
    write: Write,
    /// The variable of each dimension of the result.
    points: Vec<VarId>,
    /// Whether a stored operand asks for the order of the loops.
    walks_stored: bool,
}

fn whole_term(nest: &Nest, statement: &Stmt, open: &[VarId]) -> Option<WholeTerm> {
    let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return None };
    let points = write.target.plain_vars()?;
    let around: Vec<_> = around.iter().map(|inner| (inner.var, inner.how)).collect();
    let is_whole = around.len() == points.iter().filter(|point| !open.contains(point)).count()
        && points.iter().enumerate().all(|(index, var)| !points[..index].contains(var))
        && around.iter().all(|(var, _)| points.contains(var) && visits_all_once(nest, write, *var));
    let walks_stored = nest.reads(write.value).iter().any(|access| !is_random_access(nest, access.tensor));
    is_whole.then(|| WholeTerm { around, write: write.clone(), points, walks_stored })
}

/// Two terms that meet.
struct MeetingTerms {
    around: Vec<(VarId, Directives)>,
    first: WholeTerm,
    second: WholeTerm,
}

fn apply(nest: &mut Nest, meeting: MeetingTerms) -> Stmt {
    let MeetingTerms { around, first, second } = meeting;
    let rename = |var: VarId| {
        second.points.iter().position(|point| *point == var).map_or(var, |dimension| first.points[dimension])
    };
    let right = nest.rename_expr(second.write.value, &rename);
    let node = nest.node(first.write.value);
    let (r#type, location) = (node.r#type, node.location);
    let sum = Expr::Combine { combiner: Combiner::Add, left: first.write.value, right };
    let value = nest.add(sum, r#type, location);
    let write = Stmt::Write(Write { value, ..first.write });
    loops(&around, vec![write]).pop().expect("wrapping a statement in loops gives a statement")
}
