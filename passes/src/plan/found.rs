//! Whether a fold takes something: where that is asked, and how it is known.
//!
//! It is asked of a sum that is a factor of a product, as infinity times an empty sum is zero; and of what a stored result
//! gets, which has a point only where something was found for it.

use super::{Case, FoldEvidence, LoopKind, OperandCursor, PlannedLoop, fold_condition::reachable};
use crate::index::{Expr, ExprId, Nest, algebra::neutral, constant::Constant};
use lacuna_dialects::sloop::wrappers::Left;
use lacuna_layout::{Level, levels::Array};
use std::collections::BTreeMap;

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
    reachable(root, inner).into_iter().filter(|id| is_product(nest, *id)).collect()
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
    let factors = reachable(product, |id| if is_product(nest, id) { nest.operands(id) } else { Vec::new() });
    let is_sum = |id: &ExprId| match nest.expr(*id) {
        Expr::Fold { combiner, .. } => neutral(*combiner, nest.node(*id).r#type).is_some_and(Constant::is_zero),
        _ => false,
    };
    factors.into_iter().filter(is_sum).collect()
}
