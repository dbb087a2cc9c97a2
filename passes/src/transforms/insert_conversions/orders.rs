//! In which orders the points of a result may be listed, so that the loops that compute them follow the operands.

use super::trial::{loop_order, separate};
use crate::index::{Access, Nest, TensorId, VarId, subscript::Subscript, writes};
use lacuna_layout::{Description, algebra::DimensionForm};

/// Orders of the dimensions of a result: that of its levels, that of the loops if it asks for none (and the `chosen`
/// operands neither), and those of the levels of each operand; of a chosen operand, dimensions with fewer terms come first. There
/// are as many orders as operands, not as permutations.
pub(in crate::transforms) fn list_orders(nest: &Nest, result: TensorId, chosen: &[&Access]) -> Vec<Vec<usize>> {
    let count = nest.tensor(result).order();
    let own =
        nest.tensor(result).format().map_or_else(|| (0..count).collect(), |format| dimensions_by_level(format, count));
    let mut orders = vec![own.clone()];
    let writes = writes(&nest.body);
    let write = writes.iter().find(|(_, write)| write.target.tensor == result);
    if let Some((_, write)) = write
        && let Some(vars) = write.target.plain_vars()
    {
        let in_order_of = |given: Vec<VarId>| {
            let place = |dimension: &usize| given.iter().position(|var| *var == vars[*dimension]);
            let mut order = own.clone();
            order.sort_by_key(|dimension| place(dimension).unwrap_or(usize::MAX));
            order
        };
        orders.extend(free_loop_order(nest, result, chosen).map(in_order_of));
        for access in nest.reads(write.value) {
            if let Some(format) = nest.tensor(access.tensor).format() {
                let mut dimensions = dimensions_by_level(format, access.subscripts.len());
                if chosen.contains(&&access) {
                    // A converted operand may list dimensions with fewer terms first: one loop resolves such a dimension.
                    let terms =
                        |subscript: &Subscript| subscript.vars().filter(|(var, _)| !nest.runs_once(*var)).count();
                    dimensions.sort_by_key(|dimension| terms(&access.subscripts[*dimension]));
                }
                let vars = |dimension: usize| access.subscripts[dimension].vars().map(|(var, _)| var);
                orders.push(in_order_of(dimensions.into_iter().flat_map(vars).collect()));
            }
        }
    }
    let mut distinct: Vec<Vec<usize>> = Vec::new();
    for order in orders.into_iter().filter(|order| !order.is_empty()) {
        if !distinct.contains(&order) {
            distinct.push(order);
        }
    }
    distinct
}

/// The order of the loops if neither the result nor the chosen operands ask for one.
fn free_loop_order(nest: &Nest, result: TensorId, chosen: &[&Access]) -> Option<Vec<VarId>> {
    let mut trial = nest.clone();
    separate(&mut trial, chosen);
    trial.tensors[result.0].set_format(None);
    loop_order(&trial)
}

/// The dimensions in the order in which levels mention them first.
fn dimensions_by_level(format: &'static Description, count: usize) -> Vec<usize> {
    let forms = &format.mapping().forms;
    let first_level = |dimension: &usize| {
        forms.iter().position(|form| form.as_ref().is_some_and(|form| form.dimensions().contains(dimension)))
    };
    let mut dimensions: Vec<usize> = (0..count).collect();
    dimensions.sort_by_key(|dimension| first_level(dimension).unwrap_or(usize::MAX));
    dimensions
}
