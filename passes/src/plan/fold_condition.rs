//! Which folds of a value must take a term before the value has to be stored or combined: all folds of a product, any fold of a
//! sum. The compiler derives this condition from the value of each part whose folds take nothing.

use crate::index::{
    Expr, ExprId, Nest,
    algebra::{self, Known, Simplified},
    specialize::Specializer,
};
use std::collections::{BTreeMap, BTreeSet};

/// Which folds must take a term for a value to differ from the value that it has if no fold takes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoldCondition {
    /// A fold does.
    Fold(ExprId),
    /// All of these hold: they are factors of a product, say.
    All(Vec<FoldCondition>),
    /// One of these holds: they are terms of a sum, say.
    Any(Vec<FoldCondition>),
}

/// What a value is where its folds find nothing, and where they find something, if it has folds.
pub(super) fn without_folds(nest: &mut Nest, value: ExprId) -> Option<(Known, FoldCondition)> {
    let folds = folds_of(nest, value);
    let known = Specializer::with_empty_folds(nest, &folds).without_building().expression(value).1?;
    Some((known, condition(nest, value, &mut BTreeMap::new())?))
}

/// The condition under which the folds of an expression change its value; `None` if the expression has no folds.
fn condition(nest: &mut Nest, id: ExprId, done: &mut BTreeMap<ExprId, Option<FoldCondition>>) -> Option<FoldCondition> {
    if matches!(nest.expr(id), Expr::Fold { .. }) {
        return Some(FoldCondition::Fold(id));
    }
    if let Some(known) = done.get(&id) {
        return known.clone();
    }
    let nothing = empty_value(nest, id);
    let (mut all, mut any) = (Vec::new(), Vec::new());
    for operand in nest.operands(id) {
        let Some(inside) = condition(nest, operand, done) else { continue };
        let empty = empty_value(nest, operand);
        let decides =
            nothing.zip(empty).is_some_and(|(nothing, empty)| is_decided(nest, id, (operand, empty), nothing));
        let list = if decides { &mut all } else { &mut any };
        if !list.contains(&inside) {
            list.push(inside);
        }
    }
    let found = match (all.len(), any.len()) {
        (0, 0) => None,
        (1, _) => all.pop(),
        (0, 1) => any.pop(),
        (0, _) => Some(FoldCondition::Any(any)),
        _ => Some(FoldCondition::All(all)),
    };
    done.insert(id, found.clone());
    found
}

/// The value of an expression whose folds find nothing, if that is a constant.
fn empty_value(nest: &mut Nest, id: ExprId) -> Option<Known> {
    let folds = folds_of(nest, id);
    Specializer::with_empty_folds(nest, &folds).without_building().expression(id).1
}

/// Whether an operation has a value as soon as one of its operands has this one, whatever the others are.
fn is_decided(nest: &Nest, id: ExprId, (operand, empty): (ExprId, Known), value: Known) -> bool {
    let known = |other: &ExprId| (*other == operand).then_some(empty);
    let r#type = nest.node(id).r#type;
    let outcome = match nest.expr(id) {
        Expr::Scalar { operation, operands } => {
            let types: Vec<_> = operands.iter().map(|operand| nest.node(*operand).r#type).collect();
            algebra::simplify(operation.name(), &operands.iter().map(known).collect::<Vec<_>>(), &types, r#type)
        }
        Expr::Combine { combiner, left, right } => {
            algebra::simplify_combine(*combiner, &[known(left), known(right)], r#type)
        }
        _ => return false,
    };
    matches!(outcome, Simplified::Constant(known) if known.value == value.value)
}

/// The folds of an expression that stand in no other.
fn folds_of(nest: &Nest, root: ExprId) -> Vec<ExprId> {
    let is_fold = |id: &ExprId| matches!(nest.expr(*id), Expr::Fold { .. });
    let inner = |id| if is_fold(&id) { Vec::new() } else { nest.operands(id) };
    reachable(root, inner).into_iter().filter(is_fold).collect()
}

/// What is reachable from an expression, each part once.
pub(super) fn reachable(root: ExprId, inner: impl Fn(ExprId) -> Vec<ExprId>) -> BTreeSet<ExprId> {
    let (mut waiting, mut reachable) = (vec![root], BTreeSet::new());
    while let Some(id) = waiting.pop() {
        if reachable.insert(id) {
            waiting.extend(inner(id));
        }
    }
    reachable
}
