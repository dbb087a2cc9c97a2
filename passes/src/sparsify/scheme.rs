//! The strategy of a stored result: append in the order of its levels, count and place, or insert in any order.

use super::stored_results::stored_targets;
use crate::{
    analysis::iteration_graph::level_subscripts,
    index::{Nest, Stmt, TensorId, VarId, build::perfect_loops},
};
use lacuna_layout::assembly::Plan;

/// The way of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Nodes are appended in the order of the levels.
    InOrder,
    /// The loops take the parents of the nodes in another order: nodes are counted by parent, and then placed.
    Counted {
        /// The number of levels above the nodes.
        parents: usize,
    },
    /// The loops run in any order: each point is inserted into all levels where it is written.
    InPlace,
}

/// How the statement that computes a stored result puts it together, if its loops allow for any way.
///
/// It is one write, which replaces each point once. Loops in the order of the levels always do; where there is room for
/// every node, any others do, too; where there is room for every parent, it is enough that the loops over the levels below
/// follow their order.
pub fn scheme_of(nest: &Nest, statement: &Stmt, tensor: TensorId) -> Option<Scheme> {
    let (around, inside) = perfect_loops(statement);
    let [Stmt::Write(write)] = inside else { return None };
    let format = nest.tensor(tensor).format()?;
    if write.combiner.is_some() || nest.reads(write.value).iter().any(|access| access.tensor == tensor) {
        return None;
    }
    let levels: Vec<_> = level_subscripts(nest, &write.target).unwrap_or_default();
    let vars: Vec<VarId> = levels.iter().filter_map(|level| level.var).collect();
    let loops: Vec<VarId> = around.iter().map(|inner| inner.var).collect();
    let follows = |vars: &[VarId]| loops.iter().filter(|var| vars.contains(var)).eq(vars);
    let takes_any_order = format.levels().iter().all(|level| !level.ordered);
    if loops.len() != vars.len() && !takes_any_order {
        return None;
    }
    if follows(&vars) {
        return Some(Scheme::InOrder);
    }
    let plan = Plan::new(format).ok()?;
    if plan.takes_any_order() {
        let has_all = loops.len() == vars.len() && vars.iter().all(|var| loops.contains(var));
        return has_all.then_some(Scheme::InPlace);
    }
    let parents = plan.counted_levels()?;
    let below: Vec<_> = levels[parents..].iter().filter_map(|level| level.var).collect();
    (loops.len() == vars.len() && follows(&below)).then_some(Scheme::Counted { parents })
}

/// Whether a stored result of a statement comes in another order than that of its levels.
pub fn is_counted(nest: &Nest, statement: &Stmt) -> bool {
    let counted = |tensor| matches!(scheme_of(nest, statement, tensor), Some(Scheme::Counted { .. }));
    stored_targets(nest, statement).iter().any(|target| counted(target.tensor))
}

/// The variables whose values the stored results of a statement want in increasing order.
pub fn ordered_vars(nest: &Nest, statement: &Stmt) -> Vec<VarId> {
    let mut ordered = Vec::new();
    for target in stored_targets(nest, statement) {
        let Some(format) = nest.tensor(target.tensor).format() else { continue };
        if Plan::new(format).is_ok_and(|plan| plan.takes_any_order()) {
            continue;
        }
        let from = match scheme_of(nest, statement, target.tensor) {
            Some(Scheme::Counted { parents }) => parents,
            _ => 0,
        };
        let levels = level_subscripts(nest, &target).unwrap_or_default();
        let wanted = levels.iter().enumerate().skip(from).filter(|(level, _)| format.level(*level).ordered);
        ordered.extend(wanted.filter_map(|(_, level)| level.var));
    }
    ordered
}
