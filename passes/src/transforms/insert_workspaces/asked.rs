//! Results whose loops keep an order that was asked for, in which the terms of a point come apart.

use super::{
    collected::Collection,
    sums::{Division, Sum, Term},
};
use crate::{
    index::{
        Access, Directives, Expr, Nest, Stmt, TensorId, VarId, Write, algebra::is_neutral_constant,
        build::perfect_loops, writes,
    },
    plan::least_asked,
};
use lacuna_dialects::sloop::{Combiner, precompute::Precompute};

/// How many of the innermost dimensions of a result come out of its order, with its terms in loops of this order (WORKSPACES, 2.2):
/// as many as are not led by loops over the dimensions before them. None where all sums run inside.
pub fn mismatch(loops: &[VarId], points: &[VarId]) -> usize {
    points.len() - loops.iter().zip(points).take_while(|(one, other)| one == other).count()
}

/// A statement that adds the terms of a stored result in an order that was asked for, in which they scatter.
pub struct AskedOrder {
    /// The write of the points, once their terms are collected.
    pub write: Write,
    pub division: Division,
    pub collection: Collection,
}

/// What a statement asks for, if it does. The nest gets the sums as expressions.
///
/// # Errors
/// Why there cannot be the workspace that was asked for, too.
pub fn asked_order(
    nest: &mut Nest,
    statement: &Stmt,
    precompute: Option<&Precompute>,
) -> Result<Option<AskedOrder>, String> {
    let Some((loops, write, combiner, points)) = scattered_points(nest, statement) else { return Ok(None) };
    let least = mismatch(&loops, &points);
    let names = |nest: &Nest, vars: &[VarId]| vars.iter().map(|var| nest.var_name(*var)).collect::<Vec<_>>();
    // It may have more dimensions than come out of order, not fewer.
    let inside = match precompute {
        None => least,
        Some(asked) => {
            let is_it = |count: &usize| has_names(&names(nest, &points[points.len() - count..]), &asked.over);
            (least..=points.len()).find(is_it).ok_or_else(|| {
                let inside = names(nest, &points[points.len() - least..]).join(", ");
                format!("in the order {}, points come out of order in {inside}", names(nest, &loops).join(", "))
            })?
        }
    };
    let (around, inside) = points.split_at(points.len() - inside);
    let fold = |nest: &mut Nest, value, var| {
        let node = nest.node(value).clone();
        let fold = Expr::Fold { var, how: Directives::default(), combiner, body: value };
        nest.add(fold, node.r#type, node.location)
    };
    let vars: Vec<_> = loops.iter().copied().filter(|var| !points.contains(var)).collect();
    let part = vars.iter().rev().fold(write.value, |value, var| fold(nest, value, *var));
    let term = Term { vars, value: write.value };
    let fill = nest.fill(write.target.tensor);
    Ok(Some(AskedOrder {
        division: Division { value: part, sums: vec![Sum { part, combiner, terms: vec![term] }] },
        collection: Collection {
            once: Vec::new(),
            around: around.to_vec(),
            inside: inside.to_vec(),
            asked: loops[around.len()..].to_vec(),
            keeping: precompute.and_then(|asked| asked.keeping),
        },
        write: Write { value: part, combiner: None, elsewhere: Some(fill), ..write },
    }))
}

/// Whether variables have these names, in whatever order.
pub fn has_names(vars: &[String], names: &[String]) -> bool {
    vars.len() == names.len() && names.iter().all(|name| vars.contains(name))
}

/// The loops of a statement whose terms scatter, its write, how its terms combine, and the variables of its points.
fn scattered_points(nest: &Nest, statement: &Stmt) -> Option<(Vec<VarId>, Write, Combiner, Vec<VarId>)> {
    let (loops, write) = scattered(nest, statement)?;
    let points = in_order_of_levels(nest, write.target.tensor, &write.target.plain_vars()?);
    Some((loops, write.clone(), write.combiner?, points))
}

/// Whether a result is computed by one statement whose terms scatter in an order that was asked for.
pub fn scatters_as_asked(nest: &Nest, result: TensorId) -> bool {
    let is_writing = |statement: &&Stmt| {
        let all = writes(std::slice::from_ref(*statement));
        all.iter().any(|(_, write)| write.target.tensor == result)
    };
    let writing: Vec<_> = nest.body.iter().filter(is_writing).collect();
    matches!(writing.as_slice(), [statement] if scattered(nest, statement).is_some())
}

/// The loops of a statement, and its write, if these are of a stored result whose terms scatter in them.
fn scattered<'a>(nest: &Nest, statement: &'a Stmt) -> Option<(Vec<VarId>, &'a Write)> {
    let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return None };
    let result = nest.tensor(write.target.tensor);
    let points = write.target.plain_vars()?;
    let loops: Vec<_> = around.iter().map(|inner| inner.var).filter(|var| !nest.runs_once(*var)).collect();
    let reads_itself = nest.reads(write.value).iter().any(|read| read.tensor == write.target.tensor);
    let is_sum = is_neutral_constant(write.combiner?, nest.fill(write.target.tensor), result.element);
    let is_candidate = nest.keep_order && result.is_stored() && result.is_output && result.starts_empty;
    let has_loops = loops.len() == around.len() && points.iter().all(|var| loops.contains(var));
    let sums_are_inside = loops.is_sorted_by_key(|var| !points.contains(var));
    let is_scattered = !sums_are_inside || is_candidate && !takes_points(nest, &write.target, &loops);
    (is_candidate && is_sum && has_loops && is_scattered && !reads_itself).then_some((loops, write))
}

/// Whether a stored result takes points in the order of these loops, if each comes at once.
fn takes_points(nest: &Nest, target: &Access, loops: &[VarId]) -> bool {
    let own = target.plain_vars().map(|vars| in_order_of_levels(nest, target.tensor, &vars));
    let follows = |asked: Vec<VarId>| loops.iter().filter(|var| asked.contains(var)).eq(&asked);
    own.into_iter().chain(least_asked(nest, target)).any(follows)
}

/// The variables of the points of a result, in the order of its levels where these are its dimensions.
fn in_order_of_levels(nest: &Nest, result: TensorId, points: &[VarId]) -> Vec<VarId> {
    let levels = nest.tensor(result).format().and_then(|format| format.mapping().permutation());
    levels.map_or_else(|| points.to_vec(), |order| order.into_iter().map(|dimension| points[dimension]).collect())
}

#[cfg(test)]
mod tests {
    use super::mismatch;
    use crate::index::VarId;

    #[test]
    fn the_order_of_the_mismatch_is_that_of_the_paper() {
        let [i, j, k, l] = [0, 1, 2, 3].map(VarId);
        // WORKSPACES, figure 5: inner, row-wise and outer products of matrices, and a transposition.
        assert_eq!(mismatch(&[i, j, k], &[i, j]), 0);
        assert_eq!(mismatch(&[i, k, j], &[i, j]), 1);
        assert_eq!(mismatch(&[k, i, j], &[i, j]), 2);
        assert_eq!(mismatch(&[i, j], &[j, i]), 2);
        // Sums over the first mode, and a contraction between two free ones.
        assert_eq!(mismatch(&[k, i], &[i]), 1);
        assert_eq!(mismatch(&[i, j, k, l], &[i, j, l]), 1);
        assert_eq!(mismatch(&[i, k, j, l], &[i, j, l]), 2);
    }
}
