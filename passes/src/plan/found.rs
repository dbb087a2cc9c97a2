//! Whether a fold takes something: where that is asked, and how it is known.
//!
//! It is asked of a sum that is a factor of a product, as infinity times an empty sum is zero; and of what a stored result
//! gets, which has a point only where something was found for it.

use super::{Case, FoldEvidence, LoopKind, OperandCursor, PlannedLoop};
use crate::index::{
    Expr, ExprId, Nest,
    algebra::{Known, neutral},
    constant::Constant,
    specialize::Specializer,
};
use lacuna_dialects::sloop::wrappers::Left;
use lacuna_layout::{Level, levels::Array};
use std::collections::{BTreeMap, BTreeSet};

/// Which folds of a value have to find something, so that it is another one than without all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhereFound {
    /// A fold does.
    By(ExprId),
    /// All of these hold: they are factors of a product, say.
    All(Vec<WhereFound>),
    /// One of these holds: they are terms of a sum, say.
    Any(Vec<WhereFound>),
}

/// What a value is where its folds find nothing, and where they find something, if it has folds.
pub(super) fn where_found(nest: &mut Nest, value: ExprId) -> Option<(Known, WhereFound)> {
    let folds = folds_of(nest, value);
    let known = Specializer::with_empty_folds(nest, &folds).without_building().expression(value).1?;
    Some((known, condition(nest, value)?))
}

/// Where some fold of an expression makes it another value than it is without all of them; nothing of one without folds.
fn condition(nest: &mut Nest, id: ExprId) -> Option<WhereFound> {
    if matches!(nest.expr(id), Expr::Fold { .. }) {
        return Some(WhereFound::By(id));
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
        (0, _) => Some(WhereFound::Any(any)),
        _ => Some(WhereFound::All(all)),
    }
}

/// The folds of an expression that stand in no other.
fn folds_of(nest: &Nest, root: ExprId) -> Vec<ExprId> {
    let is_fold = |id: &ExprId| matches!(nest.expr(*id), Expr::Fold { .. });
    let inner = |id| if is_fold(&id) { Vec::new() } else { nest.operands(id) };
    reached(root, inner).into_iter().filter(is_fold).collect()
}

/// How it is known of a loop.
pub(super) fn found(nest: &Nest, cursors: &[OperandCursor], planned: &PlannedLoop) -> FoldEvidence {
    let takes = |case: &Case| {
        case.limits.is_empty() && !case.computes_anyway && planned.probed.is_empty() && takes_always(nest, case)
    };
    match &planned.kind {
        LoopKind::Counts(case) if nest.var(planned.var).size().is_some_and(|size| size > 0) && takes(case) => {
            FoldEvidence::Certain
        }
        LoopKind::Lanes(..) if nest.var(planned.var).size().is_some_and(|size| size > 0) => FoldEvidence::Certain,
        LoopKind::Walks(driver, case) if driver.left() == Left::All && takes(case) => {
            let cursor = &cursors[driver.cursor];
            // All of them have children, as packing guarantees of every level that is not full.
            let above = driver.level.checked_sub(1).map(|above| cursor.level(above));
            let level = cursor.level(driver.level);
            match above {
                Some(above) if !above.properties().full && !cursor.is_local && !cursor.may_have_no_parent() => {
                    FoldEvidence::Certain
                }
                _ if keeps_segments(level) => FoldEvidence::BySegment,
                _ => FoldEvidence::ByRounds,
            }
        }
        _ => FoldEvidence::ByRounds,
    }
}

/// Whether positions say how many nodes a segment has.
fn keeps_segments(level: &Level) -> bool {
    level.arrays().contains(&Array::Positions) && !level.marks_empty_places()
}

/// Whether a case of a fold has a value each time.
fn takes_always(nest: &Nest, case: &Case) -> bool {
    let is_always_taken = |value: ExprId| !nest.may_be_absent(value);
    case.body.all().into_iter().all(|inside| inside.taken.is_some_and(is_always_taken) && !inside.has_reductions())
}

/// Notes of which folds it is asked, because they are factors of a product of floating point.
pub(super) fn ask_of_factors(nest: &Nest, root: ExprId, reductions: &mut BTreeMap<ExprId, Box<PlannedLoop>>) {
    for product in products(nest, root) {
        for fold in sums_in(nest, product) {
            let accumulator = reductions.get_mut(&fold).and_then(|planned| planned.accumulator.as_mut());
            if let Some(accumulator) = accumulator {
                accumulator.is_asked = accumulator.found != FoldEvidence::Certain;
            }
        }
    }
}

/// The products of floating point in an expression, without those that folds inside have.
fn products(nest: &Nest, root: ExprId) -> Vec<ExprId> {
    let inner = |id| if matches!(nest.expr(id), Expr::Fold { .. }) { Vec::new() } else { nest.operands(id) };
    reached(root, inner).into_iter().filter(|id| is_product(nest, *id)).collect()
}

/// What is reached from an expression, each part once.
fn reached(root: ExprId, inner: impl Fn(ExprId) -> Vec<ExprId>) -> BTreeSet<ExprId> {
    let (mut waiting, mut reached) = (vec![root], BTreeSet::new());
    while let Some(id) = waiting.pop() {
        if reached.insert(id) {
            waiting.extend(inner(id));
        }
    }
    reached
}

fn is_product(nest: &Nest, id: ExprId) -> bool {
    matches!(nest.expr(id), Expr::Scalar { operation, .. } if matches!(operation.name(), "arith.mulf" | "complex.mul"))
}

/// The factors of a product that are folds and make it zero where they take nothing: sums do, as they are zero then. A product
/// of nothing is one, and the smallest of nothing is infinity, which are numbers like any other. None of another expression.
pub fn sums_in(nest: &Nest, product: ExprId) -> Vec<ExprId> {
    if !is_product(nest, product) {
        return Vec::new();
    }
    let factors = reached(product, |id| if is_product(nest, id) { nest.operands(id) } else { Vec::new() });
    let is_sum = |id: &ExprId| match nest.expr(*id) {
        Expr::Fold { combiner, .. } => neutral(*combiner, nest.node(*id).r#type).is_some_and(Constant::is_zero),
        _ => false,
    };
    factors.into_iter().filter(is_sum).collect()
}
