//! `sloop-form-folds`: turn innermost reduction loops into folds, which live in registers.
//!
//! A write that combines into a point that the innermost loop does not move is a sum (product, ...) over that loop:
//! the loop becomes a `sloop.fold` in the value and the point is written once. Factors of a sum that do not vary with
//! the loop are multiplied in afterwards, once: `Σk b·c·d[j] = d[j] · Σk b·c`, the factored form of MTTKRP.
//!
//! Both reassociate, so floating point is left alone when `fp=strict`. A sum over two variables of a product whose factors vary
//! with one of them each becomes a product of two sums, and sums of the same elements one.
//!
//! Infinity times an empty sum is zero, as nothing was to be summed. So a factor of floating point is taken out of sums that
//! cannot be empty, or of which the plan can tell whether they are. In a nest that could not be walked then, all factors stay:
//! outside of its sum, a factor may meet an operand with which its format cannot be merged.
//!
//! Example: `test/passes/form_folds.mlir`.

use super::rewrite_planned;
use crate::{
    analysis::iteration_graph::{is_random_access, level_subscripts},
    choices::planning_options,
    diagnostic::Reported,
    fp::FpMode,
    index::{Expr, ExprId, Loop, Nest, Operation, Stmt, VarId, Write},
    pass::Pass,
    plan::Plan,
};
use lacuna_dialects::{ir::Op, sloop::Combiner};

use std::collections::BTreeMap;

/// Longer products stay whole.
const MOST_FACTORS: u64 = 64;

planning_options! {
    /// Options of `sloop-form-folds`.
    pub struct FormFolds {}
}

impl Pass for FormFolds {
    const ARGUMENT: &'static str = "sloop-form-folds";
    const SUMMARY: &'static str = "Turn innermost reduction loops into folds, and move invariant factors out of them";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_planned(root, self.choices(), |nest| Ok(self.fold(nest)))
    }
}

impl FormFolds {
    /// Turns the innermost reduction loops of a nest into folds; says whether there are some.
    pub(crate) fn fold(&self, nest: &mut Nest) -> bool {
        let mut trial = nest.clone();
        let changed = self.fold_body(&mut trial, true);
        // Outside of the fold a factor meets other operands than inside, with which its format may not be merged.
        let has_plan = |nest: &Nest| Plan::new(nest).is_ok();
        if changed && !has_plan(&trial) && has_plan(nest) {
            return self.fold_body(nest, false);
        }
        *nest = trial;
        changed
    }

    fn fold_body(&self, nest: &mut Nest, moves_factors: bool) -> bool {
        let mut body = std::mem::take(&mut nest.body);
        let changed = self.fold_statements(nest, &mut body, moves_factors);
        nest.body = body;
        changed
    }

    fn fold_statements(&self, nest: &mut Nest, body: &mut [Stmt], moves_factors: bool) -> bool {
        let mut changed = false;
        for statement in body {
            match statement {
                Stmt::Write(_) => {}
                Stmt::Loop(inner) => {
                    changed |= self.fold_statements(nest, &mut inner.body, moves_factors);
                    if let Some(write) = self.as_fold(nest, inner, moves_factors) {
                        *statement = Stmt::Write(write);
                        changed = true;
                    }
                }
                Stmt::Where(inner) => {
                    changed |= self.fold_statements(nest, &mut inner.produce, moves_factors);
                    changed |= self.fold_statements(nest, &mut inner.consume, moves_factors);
                }
            }
        }
        changed
    }

    /// The write that a reduction loop amounts to, if it is one.
    fn as_fold(&self, nest: &mut Nest, inner: &Loop, moves_factors: bool) -> Option<Write> {
        let [Stmt::Write(write)] = inner.body.as_slice() else { return None };
        let combiner = write.combiner?;
        let target = write.target.tensor;
        if write.target.mentions(inner.var) || nest.reads(write.value).iter().any(|access| access.tensor == target) {
            return None;
        }
        // Outside of the loop, a point is read and written whether a round runs or not.
        let mut points = nest.reads(write.value);
        points.push(write.target.clone());
        if points.iter().any(|point| nest.relies_on_rounds(point, inner.var)) {
            return None;
        }
        let node = nest.node(write.value);
        let (r#type, location) = (node.r#type, node.location);
        if r#type.is_float() && self.fp == FpMode::Strict {
            return None;
        }
        let mut factors = Vec::new();
        let mut body = write.value;
        let is_small = moves_factors && product_size(nest, write.value) <= MOST_FACTORS;
        let may_move = !r#type.is_float() || is_never_empty(nest, body, inner.var) || is_walked(nest, body, inner.var);
        if combiner == Combiner::Add && is_small && may_move {
            match split_factors(nest, body, inner.var, &mut factors) {
                Some(varying) => body = varying,
                None => factors.clear(),
            }
        }
        let mut value = nest.add(Expr::Fold { var: inner.var, how: inner.how, combiner, body }, r#type, location);
        let product =
            |nest: &mut Nest, operation, operands| nest.add(Expr::Scalar { operation, operands }, r#type, location);
        // One product with the sum: it is zero where there is nothing to sum, whatever the factors are.
        let factor = factors
            .into_iter()
            .rev()
            .reduce(|(_, right), (operation, left)| (operation, product(nest, operation, vec![left, right])));
        if let Some((operation, factor)) = factor {
            value = product(nest, operation, vec![factor, value]);
            value = nest.with_shared_folds(value);
        }
        Some(Write { value, ..write.clone() })
    }
}

/// The number of factors of a product, each counted as often as it is multiplied.
fn product_size(nest: &Nest, root: ExprId) -> u64 {
    let mut sizes: BTreeMap<ExprId, u64> = BTreeMap::new();
    nest.visit_expr(root, &mut |id| {
        let size = match factors_of(nest, id) {
            Some((_, operands)) => operands.iter().fold(0, |sum: u64, operand| sum.saturating_add(sizes[operand])),
            None => 1,
        };
        sizes.insert(id, size);
    });
    sizes[&root]
}

/// The operation and operands of a product.
fn factors_of(nest: &Nest, id: ExprId) -> Option<(Operation, Vec<ExprId>)> {
    match nest.expr(id) {
        Expr::Scalar { operation, operands } if matches!(operation.name(), "arith.mulf" | "arith.muli") => {
            Some((*operation, operands.clone()))
        }
        _ => None,
    }
}

/// Takes the factors that do not vary with `var` out of a product; gives what remains, `None` if nothing does.
fn split_factors(nest: &mut Nest, id: ExprId, var: VarId, factors: &mut Vec<(Operation, ExprId)>) -> Option<ExprId> {
    let Some((operation, operands)) = factors_of(nest, id) else { return Some(id) };
    let mut varying = Vec::new();
    for operand in operands {
        if nest.depends_on(operand, var) {
            varying.push(split_factors(nest, operand, var, factors)?);
        } else {
            factors.push((operation, operand));
        }
    }
    match varying.as_slice() {
        [] => None,
        [one] => Some(*one),
        _ => {
            let node = nest.node(id);
            let (r#type, location) = (node.r#type, node.location);
            Some(nest.add(Expr::Scalar { operation, operands: varying }, r#type, location))
        }
    }
}

/// Whether a stored level, whose nodes can be counted, leads a loop over `var` through `value`.
fn is_walked(nest: &Nest, value: ExprId, var: VarId) -> bool {
    let reads = nest.reads(value);
    reads.iter().any(|access| access.mentions(var) && !is_random_access(nest, access.tensor))
}

/// Whether a fold of `value` over `var` certainly combines at least one value.
///
/// A dense loop does when its size is a known positive number. A loop that a level drives does when the level above
/// stores only nodes that have children, as packing guarantees of every level that is not full.
fn is_never_empty(nest: &Nest, value: ExprId, var: VarId) -> bool {
    let mut driven = false;
    for access in nest.reads(value) {
        if is_random_access(nest, access.tensor) || !access.mentions(var) {
            continue;
        }
        driven = true;
        let (Some(format), Ok(levels)) = (nest.tensor(access.tensor).format(), level_subscripts(nest, &access)) else {
            return false;
        };
        let level = levels.iter().position(|level| level.vars.contains(&var)).unwrap_or(0);
        if level == 0 || format.level(level - 1).full || levels[level].is_part {
            return false;
        }
    }
    driven || nest.var(var).size().is_some_and(|size| size > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{testing::nest, writes};

    /// How many folds the value of the one statement has.
    fn folds(text: &str) -> usize {
        let mut nest = nest(text, &[("i", 4), ("j", 5), ("k", 5), ("l", 6)]);
        FormFolds::default().fold(&mut nest);
        let value = writes(&nest.body)[0].1.value;
        let mut folds = 0;
        nest.visit_expr(value, &mut |id| folds += usize::from(matches!(nest.expr(id), Expr::Fold { .. })));
        folds
    }

    #[test]
    fn sums_of_the_same_elements_are_one() {
        assert_eq!(folds("y(i) += A(i,j) * x(j) * A(i,k) * x(k)"), 1);
        assert_eq!(folds("y(i) += A(i,j) * x(j) * A(i,k) * x(k) * A(i,j) * x(j)"), 2);
    }

    #[test]
    fn sums_of_other_operands_dimensions_and_ranges_are_not_the_same() {
        assert_eq!(folds("y(i) += A(i,j) * x(j) * B(i,k) * x(k)"), 2);
        assert_eq!(folds("y(i) += A(i,j) * x(j) * A(k,i) * x(k)"), 2);
        assert_eq!(folds("y(i) += A(i,j) * x(j) * A(i,l) * x(l)"), 2);
    }
}
