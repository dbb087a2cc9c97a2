//! The ways in which a statement can compute a stored result, and the cheapest of them.

use super::{
    asked::has_names,
    collected::{Collection, collect},
    sums::divisions,
};
use crate::{
    analysis::iteration_graph::is_random_access,
    index::{Nest, Stmt, TensorId, VarId, Write, build::perfect_loops},
    plan::cost::Cost,
    transforms::{
        insert_conversions::{for_statement, list_orders},
        search::PlanSearch,
    },
};
use lacuna_dialects::sloop::schedule::Precompute;

/// Statements with more stored operands are tried with workspaces over one dimension only: each try takes long.
const MOST_READS: usize = 4;

/// A statement whose sums are collected in workspaces.
pub struct Candidate {
    /// The nest with this statement in the place of the one that it computes the result of.
    pub nest: Nest,
    /// The result.
    pub result: TensorId,
    /// Which loops stand where.
    pub collection: Collection,
    /// Why the sums are collected so.
    pub why: String,
}

/// The cheapest way to collect the sums of a statement, if that costs less than to compute a point at a time, or if it was asked
/// for.
///
/// # Errors
/// Why there cannot be the workspace that was asked for.
pub fn cheapest(
    nest: &Nest,
    statement: usize,
    asked: Option<&Precompute>,
    search: &PlanSearch,
) -> Result<Option<Candidate>, String> {
    let Some((once, write)) = computes_points(nest, &nest.body[statement]) else { return Ok(None) };
    let mut divided = nest.clone();
    let divisions = divisions(&mut divided, write.value);
    let Some(points) = write.target.plain_vars().filter(|_| !divisions.is_empty()) else { return Ok(None) };
    let result = write.target.tensor;
    let at_once = for_statement(nest, statement, search);
    let mut least = at_once.as_ref().ok().map(|chosen| chosen.cost).filter(|_| asked.is_none());
    // Whether something is converted for the cheapest way so far.
    let mut converts = at_once.as_ref().map_or(true, |chosen| !chosen.conversions.is_empty());
    let (mut best, mut refused) = (None, None);
    let reads = nest.reads(write.value).into_iter().filter(|read| !is_random_access(nest, read.tensor));
    let may_widen = asked.is_none() && reads.count() <= MOST_READS;
    let mut splits = splits(nest, statement, (result, &points), asked)?;
    while !splits.is_empty() {
        for (split, division) in splits.iter().flat_map(|split| divisions.iter().map(move |division| (split, division)))
        {
            if least.is_some() && search.ends() {
                break;
            }
            let (around, inside) = split.clone();
            let keeping = asked.and_then(|asked| asked.keeping);
            let collection = Collection { once: once.clone(), around, inside, keeping };
            let mut trial = divided.clone();
            let body = collect(&mut trial, &write, division, &collection);
            trial.body.splice(statement..=statement, body);
            let chosen = match for_statement(&trial, statement, search) {
                Ok(chosen) => chosen,
                Err(problem) => {
                    refused.get_or_insert(problem);
                    continue;
                }
            };
            if least.is_none_or(|least: Cost| chosen.cost.is_less_than(&least)) {
                (least, converts) = (Some(chosen.cost), !chosen.conversions.is_empty());
                let steps = chosen.cost.total();
                let why = match &at_once {
                    _ if asked.is_some() => "this was asked for".to_owned(),
                    Ok(other) => format!("this costs {steps:.0} steps, a point at a time {:.0}", other.cost.total()),
                    Err(problem) => format!("a point at a time, {}", problem.message()),
                };
                best = Some(Candidate { nest: trial, result, collection, why });
            }
        }
        // A workspace over more dimensions asks operands for fewer loops around it.
        splits = if converts && may_widen && !search.ends() { with_one_more_inside(&splits) } else { Vec::new() };
    }
    match (asked, refused) {
        (Some(_), Some(problem)) if best.is_none() => Err(problem.message().to_owned()),
        _ => Ok(best),
    }
}

/// Variables around a workspace, and those inside.
type Split = (Vec<VarId>, Vec<VarId>);

/// The same with the innermost variable of those around inside, too.
fn with_one_more_inside(splits: &[Split]) -> Vec<Split> {
    let mut wider: Vec<Split> = Vec::new();
    for (around, inside) in splits {
        let Some((last, around)) = around.split_last() else { continue };
        wider.push((around.to_vec(), std::iter::once(last).chain(inside).copied().collect()));
    }
    wider
}

/// The variables of the points of a result around a workspace, and those inside: in each order that something suggests, the
/// innermost one is inside, unless others were asked for.
fn splits(
    nest: &Nest,
    statement: usize,
    (result, points): (TensorId, &[VarId]),
    asked: Option<&Precompute>,
) -> Result<Vec<Split>, String> {
    let mut alone = nest.clone();
    alone.body = vec![nest.body[statement].clone()];
    let orders = list_orders(&alone, result, &[]).into_iter();
    let orders: Vec<Vec<VarId>> =
        orders.map(|order| order.into_iter().map(|dimension| points[dimension]).collect()).collect();
    let Some(asked) = asked else {
        let split = |order: Vec<VarId>| (order[..order.len() - 1].to_vec(), order[order.len() - 1..].to_vec());
        return Ok(orders.into_iter().map(split).collect());
    };
    let is_asked = |var: &VarId| asked.over.contains(&nest.var_name(*var));
    let mut splits = Vec::new();
    for order in orders {
        let (inside, around): (Vec<_>, Vec<_>) = order.into_iter().partition(is_asked);
        let names: Vec<_> = inside.iter().map(|var| nest.var_name(*var)).collect();
        if !has_names(&names, &asked.over) {
            return Err(format!("result {} is subscripted by {}", nest.name(result), nest.var_names(points, ", ")));
        }
        if !splits.contains(&(around.clone(), inside.clone())) {
            splits.push((around, inside));
        }
    }
    Ok(splits)
}

/// The write of a statement that computes each point of a stored result at once, and the variables of loops that run once around
/// those of the points.
fn computes_points(nest: &Nest, statement: &Stmt) -> Option<(Vec<VarId>, Write)> {
    let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return None };
    let target = nest.tensor(write.target.tensor);
    let points = write.target.plain_vars()?;
    let is_formed = write.combiner.is_none() && write.elsewhere.is_some();
    let reads_itself = nest.reads(write.value).iter().any(|read| read.tensor == write.target.tensor);
    if !target.is_stored() || !target.is_output || !is_formed || reads_itself || points.is_empty() {
        return None;
    }
    let once: Vec<_> = around.iter().map(|inner| inner.var).filter(|var| !points.contains(var)).collect();
    (once.iter().all(|var| nest.runs_once(*var)) && around.len() == once.len() + points.len())
        .then(|| (once, write.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{index::testing, transforms::form_results::form_stored};

    /// The variables around the workspace of a statement, and those of the workspace, by name; none where each point is computed at
    /// once.
    fn chosen(text: &str, formats: &[(&str, &str)]) -> Option<(String, String)> {
        let mut nest = testing::stored(text, &[("i", 1000), ("j", 1000), ("k", 1000), ("l", 1000)], formats);
        for tensor in &mut nest.tensors {
            tensor.starts_empty = tensor.is_output;
        }
        form_stored(&mut nest).unwrap_or_else(|problem| panic!("{}", problem.message()));
        let Candidate { nest, collection, .. } =
            cheapest(&nest, 0, None, &PlanSearch::default()).expect("nothing was asked for")?;
        Some((nest.var_names(&collection.around, ""), nest.var_names(&collection.inside, "")))
    }

    fn of_product(left: &str, right: &str, result: &str) -> Option<(String, String)> {
        chosen("C(i,j) += A(i,k) * B(k,j)", &[("A", left), ("B", right), ("C", result)])
    }

    #[test]
    fn products_of_rows_go_by_rows_and_those_of_columns_by_columns() {
        let rows = Some(("i".to_owned(), "j".to_owned()));
        let columns = Some(("j".to_owned(), "i".to_owned()));
        assert_eq!(of_product("csr", "csr", "csr"), rows);
        assert_eq!(of_product("csc", "csc", "csc"), columns);
        // Never all rows with all columns.
        for right in ["csr", "csc", "dcsr", "dcsc", "coo"] {
            for left in ["csr", "csc", "dcsr", "dcsc", "coo"] {
                assert!(of_product(left, right, "csr").is_some(), "{left} times {right}");
            }
        }
    }

    #[test]
    fn sums_in_order_need_no_workspace() {
        assert_eq!(chosen("y(i) += A(i,k) * B(k,j)", &[("A", "csr"), ("y", "compressed")]), None);
        assert_eq!(chosen("C(i,j) += A(i,j) * B(i,k) * D(j,k)", &[("A", "csr"), ("C", "csr")]), None);
    }
}
