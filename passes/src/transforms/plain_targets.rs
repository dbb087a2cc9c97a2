//! `sloop-plain-targets`: let stored results that are written at compound subscripts be written at variables.
//!
//! Nodes of a stored result are appended in the order of its coordinates, by loops over these. `A(i + 1, j) = B(i, j)` has no loop over
//! the first coordinate `r` of `A`. There are two ways to one:
//!
//! * The variables change: the loop over `i` becomes one over `r`, `i = r - 1` is derived, and rounds in which `i` is out of its range are
//!   left out. That is done where each compound subscript has a variable with factor 1 or -1 which no other has, and which spans most
//!   of the dimension: then the loops do not run longer. Operands are read at compound subscripts then, and walked like those of any
//!   convolution.
//! * The values are collected in a workspace with the dimensions of the result, at compound subscripts, and the result is taken from
//!   there ([`crate::index::Where`]): for `K(2*i + p, 2*j + q)`, whose points come in the order of the operands, for `L(i, i)`, and where
//!   several statements write the result, or it holds something already. A remark says so.
//!
//! Example: `test/passes/plain_targets.mlir`. Not done here: dense results, which are written in any order.

use super::form_results::{check_between, writes_to};
use crate::{
    bridge::{read::read_nests, write::replace_all},
    diagnostic::{Reported, remark},
    index::{
        Access, Combiner, Directives, Expr, ExprId, Local, Nest, Place, Relation, Stmt, Tensor, TensorId, TensorKind,
        ValueId, Var, VarId, Where, Write,
        algebra::{Known, is_neutral_constant, neutral},
        build::{dimension_extent, dimension_var, loops, perfect_loops},
        constant::Constant,
        problem::Problem,
        statement::change_writes,
        subscript::Subscript,
        writes,
    },
    options,
    pass::Pass,
};
use lacuna_dialects::ir::Op;
use std::collections::BTreeMap;

options! {
    /// Options of `sloop-plain-targets`.
    pub struct PlainTargets {}
}

impl Pass for PlainTargets {
    const ARGUMENT: &'static str = "sloop-plain-targets";
    const SUMMARY: &'static str = "Let stored results with compound subscripts be written at variables";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let (nests, mut binding) = read_nests(root)?;
        let mut changed = Vec::new();
        for mut nest in nests {
            let mut facts = Vec::new();
            if make_plain(&mut nest, &mut facts).map_err(|problem| binding.report(problem))? {
                facts.iter().for_each(|fact| remark(binding.location(nest.place), fact));
                changed.push(nest);
            }
        }
        replace_all(changed, &mut binding);
        Ok(())
    }
}

/// Gives the stored results of a nest plain subscripts; says whether something changed, and adds to `facts` what is dear.
///
/// # Errors
/// If the writes of a result do not combine in one way.
pub(super) fn make_plain(nest: &mut Nest, facts: &mut Vec<String>) -> Result<bool, Problem> {
    let is_compound = |write: &Write| nest.tensor(write.target.tensor).is_stored() && !is_plain(&write.target);
    let all = writes(&nest.body);
    let mut results: Vec<TensorId> =
        all.iter().filter(|(_, write)| is_compound(write)).map(|(_, write)| write.target.tensor).collect();
    // A later one moves no number of those before it.
    results.sort_unstable_by_key(|result| std::cmp::Reverse(result.0));
    results.dedup();
    for result in &results {
        if !derive(nest, *result) {
            collect(nest, *result, facts)?;
        }
    }
    Ok(!results.is_empty())
}

/// Whether each subscript is a variable, another one.
fn is_plain(target: &Access) -> bool {
    target.plain_vars().is_some_and(|vars| (0..vars.len()).all(|index| !vars[..index].contains(&vars[index])))
}

/// Loops over the coordinates of a result, where one statement writes it and its variables follow from them; says whether it is so.
fn derive(nest: &mut Nest, result: TensorId) -> bool {
    let writing: Vec<_> = (0..nest.body.len()).filter(|index| writes_to(&nest.body[*index], result)).collect();
    let [index] = writing[..] else { return false };
    let (around, inside) = perfect_loops(&nest.body[index]);
    let [Stmt::Write(write)] = inside else { return false };
    if nest.keep_order || !nest.tensor(result).starts_empty {
        return false;
    }
    let given: Vec<(VarId, Directives)> = around.iter().map(|inner| (inner.var, inner.how)).collect();
    let target = write.target.clone();
    let Some(resolved) = resolved_by(nest, &target, &given) else { return false };
    let mut statement = nest.body[index].clone();
    let mut replaced: BTreeMap<VarId, VarId> = BTreeMap::new();
    for (dimension, var) in resolved.iter().enumerate() {
        let subscript = &target.subscripts[dimension];
        let (factor, others) = (subscript.coefficient(*var), subscript.without(&[*var]));
        if subscript.as_var().is_some() {
            continue;
        }
        let name = Some(nest.text(subscript).into());
        let coordinate = nest.add_var(Var { name, ..dimension_var(nest.tensor(result), dimension) });
        // factor * var + others = coordinate, and the factor is 1 or -1.
        let value = Subscript::constant_of(0).plus(&Subscript::var(coordinate), factor).plus(&others, -factor);
        nest.relations.push(Relation { var: *var, value, is_bounded: true });
        replaced.insert(*var, coordinate);
    }
    let own = |(var, how): &(VarId, Directives)| (replaced.get(var).copied().unwrap_or(*var), *how);
    let around: Vec<_> = given.iter().map(own).collect();
    change_writes(std::slice::from_mut(&mut statement), &mut |write| nest.write_in_loops(write));
    let inside = perfect_loops(&statement).1.to_vec();
    nest.body[index] = loops(&around, inside).remove(0);
    true
}

/// For each dimension of a target the variable that its coordinate tells, if there is one.
fn resolved_by(nest: &Nest, target: &Access, given: &[(VarId, Directives)]) -> Option<Vec<VarId>> {
    let has_loop = |var: VarId| given.iter().any(|(other, _)| *other == var);
    let spans = |(var, factor): (VarId, i64)| {
        Some(nest.var(var).size()?.saturating_sub(1).saturating_mul(factor.unsigned_abs()))
    };
    let resolving = |(dimension, subscript): (usize, &Subscript)| {
        let is_elsewhere = |var: VarId| {
            let mut others = target.subscripts.iter().enumerate().filter(|(other, _)| *other != dimension);
            others.any(|(_, other)| other.mentions(var))
        };
        let own = subscript.vars().find(|(var, factor)| {
            let spans_most = |other: (VarId, i64)| {
                other.0 == *var || spans((*var, *factor)).zip(spans(other)).is_some_and(|(own, other)| own >= other)
            };
            factor.unsigned_abs() == 1
                && has_loop(*var)
                && !is_elsewhere(*var)
                && nest.var(*var).has_range()
                && !nest.is_in_relation(*var)
                && subscript.vars().all(spans_most)
        });
        own.map(|(var, _)| var)
    };
    target.subscripts.iter().enumerate().map(resolving).collect()
}

/// Collects what statements write to a result in a workspace, and takes the result from there.
fn collect(nest: &mut Nest, result: TensorId, facts: &mut Vec<String>) -> Result<(), Problem> {
    let at: Vec<_> = (0..nest.body.len()).filter(|index| writes_to(&nest.body[*index], result)).collect();
    let (Some(first), Some(last)) = (at.first().copied(), at.last().copied()) else { return Ok(()) };
    check_between(nest, &nest.body[first..=last], result)?;
    let fill = nest.fill(result);
    let (combiner, location) = how_combined(nest, result)?;
    facts.push(format!(
        "the values of result {} are collected in a workspace with its dimensions: they come in another order than its points",
        nest.name(result)
    ));
    let before = (!nest.tensor(result).starts_empty).then(|| nest.insert_start(result));
    let result = before.map_or(result, |(_, result)| result);
    let order = dimensions_in_order(nest, result);
    let workspace = add_workspace(nest, result, &order, (combiner, fill));
    let body = std::mem::take(&mut nest.body);
    let (mut produce, mut others): (Vec<_>, Vec<_>) =
        body.into_iter().partition(|statement| writes_to(statement, result));
    change_writes(&mut produce, &mut |write| {
        if write.target.tensor == result {
            let subscripts = order.iter().map(|dimension| write.target.subscripts[*dimension].clone()).collect();
            write.target = Access { tensor: workspace, subscripts };
        }
    });
    let points = points(nest, result);
    let inside: Vec<_> = order.iter().map(|dimension| points[*dimension]).collect();
    let mut value = read(nest, workspace, &inside, location);
    let element = nest.element_of(result);
    let starts_neutral = |combiner: &Combiner| before.is_none() && is_neutral_constant(*combiner, fill, element);
    if let Some(combiner) = combiner.filter(|combiner| !starts_neutral(combiner)) {
        let left = match before {
            Some((before, _)) => read(nest, before, &points, location),
            None => nest.add(Expr::Constant(Known { value: fill, absent: true }), element, location),
        };
        value = nest.add(Expr::Combine { combiner, left, right: value }, element, location);
    }
    let write = Write { target: at_points(result, &points), value, combiner: None, elsewhere: Some(fill), location };
    let consume = loops(&plain(&inside), vec![Stmt::Write(write)]);
    // Where the last one stood: what is before it does not change what they read.
    let place = (last + 1 - at.len()).min(others.len());
    others.insert(place, Stmt::Where(Where { tensor: workspace, produce, consume, location }));
    nest.body = others;
    Ok(())
}

/// How the values of a result combine, and where it is written first.
///
/// # Errors
/// If some combine otherwise than others, or are computed from what the result holds.
fn how_combined(nest: &Nest, result: TensorId) -> Result<(Option<Combiner>, Place), Problem> {
    let all = writes(&nest.body);
    let own: Vec<_> = all.into_iter().map(|(_, write)| write).filter(|write| write.target.tensor == result).collect();
    let (combiner, location) = (own[0].combiner, own[0].location);
    let refuse = |why: &str| {
        let name = nest.describe(result);
        Err(Problem::new(
            location,
            format!("result {name}: it is stored and written at compound subscripts, and {why}"),
        ))
    };
    let starts_empty = nest.tensor(result).starts_empty;
    let has_neutral = combiner.is_none_or(|combiner| neutral(combiner, nest.element_of(result)).is_some());
    if !has_neutral
        || own.iter().any(|write| write.combiner != combiner)
        || combiner.is_none() && (own.len() > 1 || !starts_empty)
    {
        return refuse("its values do not all combine in one way: write it dense, and convert");
    }
    let reads_itself = own.iter().any(|write| nest.reads(write.value).iter().any(|read| read.tensor == result));
    if reads_itself {
        return refuse("its values are computed from what it holds: write it dense, and convert");
    }
    Ok((combiner, location))
}

/// The dimensions of a result in the order in which its points are appended: that of its levels, where each stores a dimension.
fn dimensions_in_order(nest: &Nest, result: TensorId) -> Vec<usize> {
    let bound = nest.tensor(result);
    let levels = bound.format().and_then(|format| format.mapping().permutation());
    levels.unwrap_or_else(|| (0..bound.order()).collect())
}

/// Variables of the points of a tensor, one for each dimension.
fn points(nest: &mut Nest, tensor: TensorId) -> Vec<VarId> {
    let bound = nest.tensor(tensor).clone();
    (0..bound.order()).map(|dimension| nest.add_var(dimension_var(&bound, dimension))).collect()
}

fn plain(vars: &[VarId]) -> Vec<(VarId, Directives)> {
    vars.iter().map(|var| (*var, Directives::default())).collect()
}

fn at_points(tensor: TensorId, points: &[VarId]) -> Access {
    Access { tensor, subscripts: points.iter().copied().map(Subscript::var).collect() }
}

fn read(nest: &mut Nest, tensor: TensorId, points: &[VarId], location: Place) -> ExprId {
    nest.add(Expr::Read(at_points(tensor, points)), nest.element_of(tensor), location)
}

/// A tensor with the dimensions of a result in this order, whose points hold what changes nothing.
fn add_workspace(
    nest: &mut Nest,
    result: TensorId,
    order: &[usize],
    (combiner, fill): (Option<Combiner>, Constant),
) -> TensorId {
    let bound = nest.tensor(result);
    let element = bound.element;
    let shape = order.iter().map(|dimension| bound.shape[*dimension]).collect();
    let sizes = order.iter().map(|dimension| dimension_extent(bound, *dimension)).collect();
    let initially = combiner.and_then(|combiner| neutral(combiner, element)).unwrap_or(fill);
    let id = TensorId(nest.tensors.len());
    let mut tensor = Tensor::new(ValueId::of_new(id), shape, element, None);
    tensor.kind = TensorKind::Local(Local { sizes, initially, is_full: false, asked: None });
    nest.tensors.push(tensor);
    id
}
