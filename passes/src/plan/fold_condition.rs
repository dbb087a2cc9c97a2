//! Which folds of a value have to find something, where nothing is stored or taken otherwise: all factors of a product, one term of a
//! sum. It follows from what the value is where some of its folds find nothing.

use crate::index::{Expr, ExprId, Nest, algebra::Known, specialize::Specializer};
use std::collections::BTreeSet;

/// Which folds of a value have to find something, so that it is another one than without all of them.
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
    Some((known, condition(nest, value)?))
}

/// Where some fold of an expression makes it another value than it is without all of them; nothing of one without folds.
fn condition(nest: &mut Nest, id: ExprId) -> Option<FoldCondition> {
    if matches!(nest.expr(id), Expr::Fold { .. }) {
        return Some(FoldCondition::Fold(id));
    }
    let without = |nest: &mut Nest, folds: &[ExprId]| {
        Specializer::with_empty_folds(nest, folds).without_building().expression(id).1.map(|known| known.value)
    };
    let folds = folds_of(nest, id);
    let nothing = without(nest, &folds);
    let (mut all, mut any) = (Vec::new(), Vec::new());
    for operand in nest.operands(id) {
        let Some(inside) = condition(nest, operand) else { continue };
        let own = folds_of(nest, operand);
        let decides = nothing.is_some() && without(nest, &own) == nothing;
        let list = if decides { &mut all } else { &mut any };
        if !list.contains(&inside) {
            list.push(inside);
        }
    }
    match (all.len(), any.len()) {
        (0, 0) => None,
        (1, _) => all.pop(),
        (0, 1) => any.pop(),
        (0, _) => Some(FoldCondition::Any(any)),
        _ => Some(FoldCondition::All(all)),
    }
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
