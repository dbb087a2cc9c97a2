//! The order of folds inside of a value.

use crate::index::{Expr, ExprId, Nest, VarId};
use lacuna_dialects::sloop::{Combiner, Directives};
use std::collections::BTreeMap;

/// The variables of folds that stand directly inside one another, outermost first, how they combine, and what is in the
/// innermost.
fn fold_chain(nest: &Nest, root: ExprId) -> (Vec<VarId>, Option<Combiner>, ExprId) {
    let (mut vars, mut how, mut inside) = (Vec::new(), None, root);
    while let Expr::Fold { var, how: Directives { lanes: None, .. }, combiner, body } = nest.expr(inside) {
        if how.is_some_and(|how| how != *combiner) {
            break;
        }
        how = Some(*combiner);
        vars.push(*var);
        inside = *body;
    }
    (vars, how, inside)
}

/// Whether some chain of folds runs in another order than this one.
pub fn folds_differ(nest: &Nest, root: ExprId, order: &[VarId]) -> bool {
    let place = |var: &VarId| order.iter().position(|other| other == var);
    let mut differ = false;
    nest.visit_expr(root, &mut |id| differ |= !fold_chain(nest, id).0.is_sorted_by_key(place));
    differ
}

/// Puts each chain of folds into an order.
pub fn order_folds(nest: &mut Nest, root: ExprId, order: &[VarId]) -> ExprId {
    if !folds_differ(nest, root, order) {
        return root;
    }
    let (mut vars, how, inside) = fold_chain(nest, root);
    let Some(combiner) = how else {
        let parts: BTreeMap<_, _> =
            nest.operands(root).into_iter().map(|operand| (operand, order_folds(nest, operand, order))).collect();
        return nest.with_operands(root, &parts);
    };
    vars.sort_by_key(|var| order.iter().position(|other| other == var));
    let node = nest.node(root);
    let (r#type, location) = (node.r#type, node.location);
    let mut value = order_folds(nest, inside, order);
    for var in vars.into_iter().rev() {
        value = nest.add(Expr::Fold { var, how: Directives::default(), combiner, body: value }, r#type, location);
    }
    value
}
