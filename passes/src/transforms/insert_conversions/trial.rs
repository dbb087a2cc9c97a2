//! Copies of a nest in which operands and results are stored in other formats, to be tried.

use super::formats::{First, hierarchy};
use crate::{
    analysis::iteration_graph::level_subscripts,
    index::{Access, Expr, Nest, TensorId, VarId, subscript::Subscript, writes},
    transforms::{known_subscripts::resolve_dimensions, schedule::schedule_nest, split_variables::split},
};
use lacuna_layout::Description;

/// Stores a tensor of a nest in another format. Its operand stays, so the nest is good for attempts only.
pub(super) fn store_as(nest: &mut Nest, tensor: TensorId, format: &'static Description) {
    nest.tensors[tensor.0].set_format(Some(format));
}

/// Has the points of a result come in groups, in the order of a list.
pub(super) fn group(nest: &mut Nest, result: TensorId, list: &'static Description) {
    let tensor = &mut nest.tensors[result.0];
    *tensor = tensor.clone().as_list(list);
}

/// So many positions, 16 MB of them, are there for each value of a variable also where no tensor has room for all.
const MOST_SPARE_ROOM: u64 = 1 << 22;

/// What an operand is converted to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// Its format.
    pub to: &'static Description,
    /// Whether the first level is made for lookups.
    pub is_hashed: bool,
    /// The dimensions whose subscripts are known when loops come to their levels.
    pub known: Vec<usize>,
}

/// Gives each of the accesses a tensor of its own, with compressed levels in the order in which the loops run without
/// them; `None` where even that order does not exist. The first level is dense where that `may_be` and another tensor has room
/// for every coordinate of the dimension, too, or these are few; it is hashed where that may be and another stored operand has the
/// coordinates.
pub(super) fn convert_reads(trial: &mut Nest, chosen: &[&Access], may_be: First) -> Option<Vec<Target>> {
    let roomy = if may_be == First::Compressed { Vec::new() } else { vars_with_room(trial, chosen) };
    let looked_up = |var: VarId, access: &Access| {
        let reads = trial.nodes.iter().filter_map(|node| match &node.expr {
            Expr::Read(read) => Some(read),
            _ => None,
        });
        let mut others = reads.filter(|read| *read != access && read.mentions(var));
        may_be == First::Hashed && others.any(|read| trial.tensor(read.tensor).is_stored())
    };
    let first_of = |var: VarId, access: &Access| match may_be {
        First::Dense | First::Hashed if roomy.contains(&var) || is_small(trial, var) => First::Dense,
        First::Hashed if looked_up(var, access) => First::Hashed,
        _ => First::Compressed,
    };
    let with_first = |access: &&Access| -> Vec<(VarId, First)> {
        access.plain_vars().unwrap_or_default().into_iter().map(|var| (var, first_of(var, access))).collect()
    };
    let firsts: Vec<_> = chosen.iter().map(with_first).collect();
    let stored: Vec<_> = chosen.iter().map(|access| trial.tensor(access.tensor).clone()).collect();
    let tensors = separate(trial, chosen);
    let order = loop_order(trial)?;
    let mut types = Vec::new();
    for (((tensor, access), chosen), firsts) in tensors.into_iter().zip(stored).zip(firsts) {
        // A dimension is walked in the loop that resolves its subscript. A loop that runs once goes wherever it has to.
        let place = |var: VarId| order.iter().position(|other| *other == var).unwrap_or(usize::MAX);
        let goes_along = |var: &VarId| can_move(trial, &access, *var);
        let resolved = |subscript: &Subscript| {
            let vars = subscript.vars().map(|(var, _)| var);
            vars.max_by_key(|var| (!goes_along(var), place(*var)))
        };
        let vars: Vec<_> = access.subscripts.iter().map(resolved).collect::<Option<_>>()?;
        let terms = |subscript: &Subscript| subscript.vars().filter(|(var, _)| !goes_along(var)).count();
        let mut dimensions: Vec<usize> = (0..vars.len()).collect();
        dimensions.sort_by_key(|dimension| (place(vars[*dimension]), terms(&access.subscripts[*dimension])));
        let known = resolved_above(trial, &access, (&dimensions, &vars));
        let outermost = dimensions.first().map(|dimension| vars[*dimension]);
        let first =
            firsts.iter().find(|(var, _)| Some(*var) == outermost).map_or(First::Compressed, |(_, first)| *first);
        let to = hierarchy(&chosen, &dimensions, first);
        store_as(trial, tensor, to);
        if !known.is_empty() {
            let mut body = std::mem::take(&mut trial.body);
            body.iter_mut().for_each(|statement| resolve_dimensions(trial, statement, (&access, &known)));
            trial.body = body;
        }
        types.push(Target { to, is_hashed: first == First::Hashed, known });
    }
    Some(types)
}

/// The dimensions, which are walked in this order, whose subscripts the loops that resolve those before them resolve, too. Given is
/// the variable of that loop for each dimension; a loop that runs once can still be put further inside.
fn resolved_above(nest: &Nest, access: &Access, (dimensions, resolved): (&[usize], &[VarId])) -> Vec<usize> {
    let (mut above, mut known): (Vec<VarId>, Vec<usize>) = (Vec::new(), Vec::new());
    for (place, dimension) in dimensions.iter().enumerate() {
        let own: Vec<_> = access.subscripts[*dimension].vars().map(|(var, _)| var).collect();
        let is_new = |var: &VarId| !above.contains(var);
        let is_same = place > 0 && resolved[dimensions[place - 1]] == resolved[*dimension];
        let has_own = own.iter().any(|var| is_new(var) && (!is_same || can_move(nest, access, *var)));
        if !has_own {
            known.push(*dimension);
        }
        above.extend(own);
    }
    known
}

/// Whether the loop over a variable can be put further inside: it runs once, and nothing else is subscripted by it.
fn can_move(nest: &Nest, access: &Access, var: VarId) -> bool {
    let is_other = |expr: &Expr| matches!(expr, Expr::Read(read) | Expr::Stored(read) if read.subscripts != access.subscripts && read.mentions(var));
    let is_written = writes(&nest.body).into_iter().any(|(_, write)| write.target.mentions(var));
    nest.runs_once(var) && !is_written && !nest.nodes.iter().any(|node| is_other(&node.expr))
}

/// Gives each of the accesses a tensor of its own, which asks for no order: as dense ones do.
pub(super) fn separate(trial: &mut Nest, chosen: &[&Access]) -> Vec<(TensorId, Access)> {
    let mut tensors = Vec::new();
    for access in chosen {
        let bound = trial.tensor(access.tensor).clone();
        let tensor = trial.add_input(bound);
        let new = Access { tensor, ..(*access).clone() };
        replace_access(trial, access, &new);
        tensors.push((tensor, new));
    }
    for (tensor, _) in &tensors {
        trial.tensors[tensor.0].set_format(None);
    }
    tensors
}

/// The order in which the loops of a nest of one statement run, those of its writes one after the other, folds of each last.
pub(super) fn loop_order(nest: &Nest) -> Option<Vec<VarId>> {
    let mut ordered = nest.clone();
    split(&mut ordered).ok()?;
    schedule_nest(&mut ordered).ok()?;
    let mut order: Vec<VarId> = Vec::new();
    for (around, write) in writes(&ordered.body) {
        let vars = around.iter().map(|inner| inner.var).chain(ordered.folded_vars(write.value));
        let new: Vec<_> = vars.filter(|var| !order.contains(var)).collect();
        order.extend(new);
    }
    Some(order)
}

/// Reads `new` instead of `old`, or asks what it stores, in every statement.
pub(in crate::transforms) fn replace_access(nest: &mut Nest, old: &Access, new: &Access) {
    for node in &mut nest.nodes {
        if let Expr::Read(access) | Expr::Stored(access) = &mut node.expr
            && access == old
        {
            *access = new.clone();
        }
    }
}

/// Whether room for every value of a variable is little, whatever is stored.
fn is_small(nest: &Nest, var: VarId) -> bool {
    nest.var(var).size().is_some_and(|size| size <= MOST_SPARE_ROOM)
}

/// The variables for each of whose values some tensor has room, other than those that are read by the chosen accesses.
fn vars_with_room(nest: &Nest, chosen: &[&Access]) -> Vec<VarId> {
    let mut roomy = Vec::new();
    for (_, write) in writes(&nest.body) {
        let accesses = nest.reads(write.value).into_iter().chain([write.target.clone()]);
        for access in accesses.filter(|access| !chosen.contains(&access)) {
            let Some(vars) = access.plain_vars() else { continue };
            match nest.tensor(access.tensor).format() {
                None => roomy.extend(vars),
                Some(format) => {
                    let first = format.level(0);
                    let has_room = first.properties().full && !first.stores_coordinates();
                    let levels = level_subscripts(nest, &access).unwrap_or_default();
                    roomy.extend(levels.first().and_then(|level| level.only_var()).filter(|_| has_room));
                }
            }
        }
    }
    roomy
}
