//! The strategy of a stored result, and the levels in whose order its points have to come. What each strategy asks, and which
//! is chosen of those that suit, the format says ([`Growth::choose`]); here it is seen in which order the loops come to points.

use crate::{
    analysis::iteration_graph::result_subscripts,
    index::{Access, Nest, Stmt, TensorId, VarId, writes},
};
use lacuna_layout::{assembly::Growth, strategy::Strategy};
use std::ops::Range;

/// The cheapest strategy by which a stored result takes its points as a statement computes them, and the levels in whose order
/// they come; `None` if the result cannot grow so.
pub fn order_of(nest: &Nest, statement: &Stmt, tensor: TensorId) -> Option<(Strategy, Range<usize>)> {
    choose(nest, statement, tensor, false)
}

/// How a stored result grows that a statement computes.
pub fn strategy(nest: &Nest, statement: &Stmt, tensor: TensorId) -> Option<Strategy> {
    let (chosen, _) = choose(nest, statement, tensor, nest.choices.two_phase)?;
    // The loops come to the points of the list.
    let is_list = nest.tensor(tensor).grouped_into().is_some();
    Some(if is_list { Strategy::Group } else { chosen })
}

/// The result is one write, which replaces each point once.
fn choose(nest: &Nest, statement: &Stmt, tensor: TensorId, two_walks: bool) -> Option<(Strategy, Range<usize>)> {
    let all = writes(std::slice::from_ref(statement));
    let mut computing = all.into_iter().filter(|(_, write)| write.target.tensor == tensor);
    let (Some((around, write)), None) = (computing.next(), computing.next()) else { return None };
    let format = nest.tensor(tensor).format()?;
    if write.combiner.is_some() || nest.reads(write.value).iter().any(|access| access.tensor == tensor) {
        return None;
    }
    let levels: Vec<_> = result_subscripts(nest, &write.target).ok()?;
    let vars: Vec<VarId> = levels.iter().filter_map(|level| level.var).collect();
    let repeats = |var: &VarId| vars.contains(var) || !nest.runs_once(*var);
    let loops: Vec<VarId> = around.iter().map(|inner| inner.var).filter(repeats).collect();
    // Parts of points may come in loops of their own, one after the other, where the nodes of all levels take any order.
    let takes_parts = format.levels().iter().all(|level| !level.ordered);
    let has_own_loops = loops.len() == vars.len() && vars.iter().all(|var| loops.contains(var));
    Growth::new(format).ok()?.choose(two_walks, |asked| {
        let all_asked = asked.len() == levels.len();
        let asked: Vec<_> = levels[asked.clone()].iter().filter_map(|level| level.var).collect();
        let follows = loops.iter().filter(|var| asked.contains(var)).eq(&asked);
        follows && (has_own_loops || takes_parts && all_asked)
    })
}

/// The stored tensors that a statement writes.
pub fn stored_targets(nest: &Nest, statement: &Stmt) -> Vec<Access> {
    let targets = writes(std::slice::from_ref(statement)).into_iter().map(|(_, write)| write.target.clone());
    let is_result = |target: &Access| nest.tensor(target.tensor).is_stored() && nest.tensor(target.tensor).is_output;
    targets.filter(is_result).collect()
}

/// The variables whose values the stored results of a statement want in increasing order.
pub fn ordered_vars(nest: &Nest, statement: &Stmt) -> Vec<VarId> {
    let mut ordered = Vec::new();
    for target in stored_targets(nest, statement) {
        let Some(format) = nest.tensor(target.tensor).format() else { continue };
        if Growth::new(format).is_ok_and(|growth| growth.order_asked(Strategy::Insert).is_some()) {
            continue;
        }
        let order = order_of(nest, statement, target.tensor).map_or(0..format.level_count(), |(_, asked)| asked);
        let levels = result_subscripts(nest, &target).unwrap_or_default();
        let wanted =
            levels.iter().enumerate().filter(|(level, _)| order.contains(level) && format.level(*level).ordered);
        ordered.extend(wanted.filter_map(|(_, level)| level.var));
    }
    ordered
}
