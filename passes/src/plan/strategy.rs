//! By which strategy a stored result grows, and the levels in whose order its points have to come: one choice. What each
//! strategy asks, and which is chosen of those that suit, the format says ([`lacuna_layout::assembly::Growth::choose`]); here it is seen in which order
//! the loops come to points.

use crate::{
    analysis::iteration_graph::{LevelSubscript, result_subscripts},
    index::{Access, Nest, Stmt, TensorId, VarId, writes},
};
use lacuna_layout::strategy::{Chosen, Strategy};

/// How a stored result takes its points as a statement computes them; `None` if it cannot. The result is one write, which
/// replaces each point once.
pub fn chosen(nest: &Nest, statement: &Stmt, tensor: TensorId) -> Option<Chosen> {
    let all = writes(std::slice::from_ref(statement));
    let mut computing = all.into_iter().filter(|(_, write)| write.target.tensor == tensor);
    let (Some((around, write)), None) = (computing.next(), computing.next()) else { return None };
    let format = nest.tensor(tensor).format()?;
    if write.combiner.is_some() || nest.reads(write.value).iter().any(|access| access.tensor == tensor) {
        return None;
    }
    let levels: Vec<_> = result_subscripts(nest, &write.target).ok()?;
    let vars: Vec<VarId> = levels.iter().filter_map(LevelSubscript::only_var).collect();
    let repeats = |var: &VarId| vars.contains(var) || !nest.runs_once(*var);
    let loops: Vec<VarId> = around.iter().map(|inner| inner.var).filter(repeats).collect();
    let takes_parts = takes_parts(nest, tensor);
    let has_own_loops = loops.len() == vars.len() && vars.iter().all(|var| loops.contains(var));
    // The loops come to the points of a list, from which they go on in groups.
    let is_list = nest.tensor(tensor).grouped_into().is_some();
    let chosen = format.growth().ok()?.choose(nest.choices.two_phase && !is_list, |asked| {
        let all_asked = asked.len() == levels.len();
        let asked: Vec<_> = levels[asked.clone()].iter().filter_map(LevelSubscript::only_var).collect();
        let follows = loops.iter().filter(|var| asked.contains(var)).eq(&asked);
        follows && (has_own_loops || takes_parts && all_asked)
    })?;
    Some(if is_list { Chosen { strategy: Strategy::Group, ..chosen } } else { chosen })
}

/// Whether points may come in any loops, one after the other: where the nodes of all levels of a result take any order, and each
/// point has nodes of its own in all but the last.
pub fn takes_parts(nest: &Nest, tensor: TensorId) -> bool {
    nest.tensor(tensor).format().is_some_and(|format| {
        let levels = format.levels();
        let above = &levels[..levels.len().saturating_sub(1)];
        levels.iter().all(|level| !level.ordered) && above.iter().all(|level| !level.unique)
    })
}

/// Whether a statement computes no stored result whose points it walks twice.
pub fn walks_once(nest: &Nest, statement: &Stmt) -> bool {
    let targets = stored_targets(nest, statement);
    targets.iter().all(|target| chosen(nest, statement, target.tensor).is_some_and(|by| !by.strategy.walks_twice()))
}

/// The variables in whose order the loops have to come at least for a stored result, where they cannot follow all of its
/// levels; `None` if it grows in no other order.
pub fn least_asked(nest: &Nest, target: &Access) -> Option<Vec<VarId>> {
    let asked = nest.tensor(target.tensor).format()?.growth().ok()?.least_order_asked()?;
    let levels = result_subscripts(nest, target).ok()?;
    Some(levels[asked].iter().filter_map(LevelSubscript::only_var).collect())
}

/// The stored tensors that a statement writes.
pub fn stored_targets(nest: &Nest, statement: &Stmt) -> Vec<Access> {
    let targets = writes(std::slice::from_ref(statement)).into_iter().map(|(_, write)| write.target.clone());
    let is_result = |target: &Access| nest.tensor(target.tensor).is_stored() && nest.tensor(target.tensor).is_output;
    targets.filter(is_result).collect()
}
