//! The strategy of a stored result: how its levels grow. Append in the order of the levels, insert in any order, count and
//! place, or group the points of each parent.

use super::Choices;
use crate::{
    analysis::iteration_graph::result_subscripts,
    index::{Access, Nest, Stmt, TensorId, VarId, writes},
};
use lacuna_layout::{
    Description,
    algebra::{Form, OfLevels},
    assembly::Growth,
};

/// How a stored result grows.
#[derive(Clone, Debug)]
pub enum Strategy {
    /// Nodes are appended in the order of the levels, each level by the loop over its coordinates.
    Append,
    /// The loops run in any order: each point is inserted into all levels where it is written.
    Insert,
    /// The nodes of each parent are counted in a first walk, and placed in a second.
    CountAndPlace,
    /// The points come in the order of the parents of the one level that stores coordinates. A first walk finds the nodes of
    /// each parent, in a node table; a second finds the place of each point.
    Group(Group),
}

/// A tensor that takes the points of a list which is never made.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its format.
    pub format: &'static Description,
    /// The dimensions, from the coordinates of the list.
    pub dimensions: Vec<OfLevels>,
    /// Its levels, from the dimensions.
    pub forms: Vec<Form>,
}

impl Strategy {
    /// Whether the loops run twice.
    pub fn is_walked_twice(&self) -> bool {
        matches!(self, Self::CountAndPlace | Self::Group(_))
    }
}

/// In which order the loops of a statement come to the points of a stored result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// That of the levels.
    OfLevels,
    /// The levels below so many come in their order, their parents in another one.
    OfParents(usize),
    /// Any.
    Any,
}

/// The order in which a statement computes a stored result, if the result can grow so.
///
/// It is one write, which replaces each point once. Loops in the order of the levels always do; where there is room for
/// every node, any others do, too; where there is room for every parent, it is enough that the loops over the levels below
/// follow their order.
pub fn order_of(nest: &Nest, statement: &Stmt, tensor: TensorId) -> Option<Order> {
    let all = writes(std::slice::from_ref(statement));
    let mut computing = all.into_iter().filter(|(_, write)| write.target.tensor == tensor);
    let (Some((around, write)), None) = (computing.next(), computing.next()) else { return None };
    let format = nest.tensor(tensor).format()?;
    if write.combiner.is_some() || nest.reads(write.value).iter().any(|access| access.tensor == tensor) {
        return None;
    }
    let levels: Vec<_> = result_subscripts(nest, &write.target).ok()?;
    let vars: Vec<VarId> = levels.iter().filter_map(|level| level.var).collect();
    let loops: Vec<VarId> = around.iter().map(|inner| inner.var).collect();
    let follows = |vars: &[VarId]| loops.iter().filter(|var| vars.contains(var)).eq(vars);
    let takes_any_order = format.levels().iter().all(|level| !level.ordered);
    if loops.len() != vars.len() && !takes_any_order {
        return None;
    }
    if follows(&vars) {
        return Some(Order::OfLevels);
    }
    let growth = Growth::new(format).ok()?;
    if growth.takes_any_order() {
        let has_all = loops.len() == vars.len() && vars.iter().all(|var| loops.contains(var));
        return has_all.then_some(Order::Any);
    }
    let parents = growth.counted_levels()?;
    let below: Vec<_> = levels[parents..].iter().filter_map(|level| level.var).collect();
    (loops.len() == vars.len() && follows(&below)).then_some(Order::OfParents(parents))
}

/// How a stored result grows whose points come in this order.
pub fn strategy(nest: &Nest, tensor: TensorId, order: Order, choices: Choices) -> Strategy {
    let bound = nest.tensor(tensor);
    let format = bound.format().expect("a stored result");
    if let Some(list_for) = bound.list_for {
        let to = list_for.format;
        let forms = to.mapping().forms.iter().map(|form| form.clone().expect("what grows has no slots")).collect();
        return Strategy::Group(Group { format: to, dimensions: format.mapping().dimensions.clone(), forms });
    }
    let may_count = choices.two_phase && Growth::new(format).is_ok_and(|growth| growth.counted_levels().is_some());
    match order {
        Order::OfLevels if !may_count => Strategy::Append,
        Order::Any => Strategy::Insert,
        _ => Strategy::CountAndPlace,
    }
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
        if Growth::new(format).is_ok_and(|growth| growth.takes_any_order()) {
            continue;
        }
        let from = match order_of(nest, statement, target.tensor) {
            Some(Order::OfParents(parents)) => parents,
            _ => 0,
        };
        let levels = result_subscripts(nest, &target).unwrap_or_default();
        let wanted = levels.iter().enumerate().skip(from).filter(|(level, _)| format.level(*level).ordered);
        ordered.extend(wanted.filter_map(|(_, level)| level.var));
    }
    ordered
}
