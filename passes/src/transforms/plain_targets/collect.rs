//! Results whose values are collected in a workspace.
//!
//! ```text
//! C(i, j + 5) += B(i, j)     forall i { where w(s) { forall j: w(j + 5) += B(i,j) } { forall s: C(i,s) = C(i,s) + w(s) } }
//! ```
//!
//! The workspace has the dimensions of the result, but for the outermost ones that a loop of each statement gives: these loops stand
//! around both sides, if the levels of operands allow it. What the result held before is read where it is taken from the workspace.

use super::coverage::Coverage;
use crate::{
    analysis::iteration_graph::{Edge, loop_order},
    index::{
        Access, Combiner, Directives, Expr, ExprId, Local, Nest, Place, Stmt, Tensor, TensorId, TensorKind, ValueId,
        VarId, Where, Write,
        algebra::{Known, is_neutral_constant, neutral},
        build::{dimension_extent, dimension_var, loops, perfect_loops},
        constant::Constant,
        problem::Problem,
        statement::change_writes,
        subscript::Subscript,
        writes,
    },
    transforms::form_results::{check_between, writes_to},
};

/// Collects what statements write to a result, and takes the result from there.
///
/// # Errors
/// If the values do not combine in one way.
pub fn collect(nest: &mut Nest, result: TensorId, coverage: Coverage, facts: &mut Vec<String>) -> Result<(), Problem> {
    let at: Vec<_> = (0..nest.body.len()).filter(|index| writes_to(&nest.body[*index], result)).collect();
    let (Some(first), Some(last)) = (at.first().copied(), at.last().copied()) else { return Ok(()) };
    check_between(nest, &nest.body[first..=last], result)?;
    let fill = nest.fill(result);
    let (combiner, location) = how_combined(nest, result)?;
    let name = nest.name(result);
    let before = (!nest.tensor(result).starts_empty).then(|| nest.add_start(result));
    let body = std::mem::take(&mut nest.body);
    let (mut produce, mut others): (Vec<_>, Vec<_>) =
        body.into_iter().partition(|statement| writes_to(statement, result));
    let order = dimensions_in_order(nest, result);
    let shared = shared_dimensions(nest, &produce, &order, coverage);
    let (around, inside) = order.split_at(shared);
    let workspace = add_workspace(nest, result, inside, (combiner, fill));
    let points = points(nest, result);
    let point = |dimensions: &[usize]| dimensions.iter().map(|dimension| points[*dimension]).collect::<Vec<_>>();
    for statement in &mut produce {
        share_loops(nest, statement, around, &points);
        change_writes(std::slice::from_mut(statement), &mut |write| {
            if write.target.tensor == result {
                let subscripts = inside.iter().map(|dimension| write.target.subscripts[*dimension].clone()).collect();
                write.target = Access { tensor: workspace, subscripts };
            }
        });
    }
    let (around, inside) = (point(around), point(inside));
    let mut value = read(nest, workspace, &inside, location);
    let element = nest.element_of(result);
    let starts_neutral = |combiner: &Combiner| before.is_none() && is_neutral_constant(*combiner, fill, element);
    if let Some(combiner) = combiner.filter(|combiner| !starts_neutral(combiner)) {
        let left = match before {
            Some(before) => read(nest, before, &points, location),
            None => nest.add(Expr::Constant(Known { value: fill, absent: true }), element, location),
        };
        value = nest.add(Expr::Combine { combiner, left, right: value }, element, location);
    }
    let write = Write { target: at_points(result, &points), value, combiner: None, elsewhere: Some(fill), location };
    let consume = loops(&plain(&inside), vec![Stmt::Write(write)]);
    let collected = Stmt::Where(Where { tensor: workspace, produce, consume, location });
    // Where the last one stood: what is before it does not change what they read.
    let place = (last + 1 - at.len()).min(others.len());
    others.splice(place..place, loops(&plain(&around), vec![collected]));
    nest.body = others;
    let workspace = match around.as_slice() {
        [] => "a workspace with its dimensions".to_owned(),
        around => format!("a workspace for each {}", nest.var_names(around, ", ")),
    };
    facts.push(format!(
        "the values of result {name} are collected in {workspace}: they come in another order than its points"
    ));
    Ok(())
}

/// How many of the dimensions, from the first on, a loop of each statement gives, which can stand around all others.
fn shared_dimensions(nest: &Nest, statements: &[Stmt], order: &[usize], coverage: Coverage) -> usize {
    let count = |statement: &Stmt| {
        let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return 0 };
        let vars: Vec<_> = around.iter().map(|inner| inner.var).collect();
        let is_own = |dimension: &usize| {
            let subscripts = write.target.subscripts.iter().enumerate();
            write.target.subscripts[*dimension].as_var().is_some_and(|var| {
                vars.contains(&var)
                    && !nest.is_in_relation(var)
                    && !coverage.may_cover_part(nest, write.target.tensor, *dimension, var)
                    && subscripts.filter(|(other, _)| other != dimension).all(|(_, other)| !other.mentions(var))
            })
        };
        let own: Vec<VarId> = order
            .iter()
            .take_while(|dimension| is_own(dimension))
            .filter_map(|dimension| write.target.subscripts[*dimension].as_var())
            .collect();
        let reads = nest.reads(write.value);
        let can_stand_around = |count: &usize| {
            let first = &own[..*count];
            if nest.keep_order && !vars.starts_with(first) {
                return false;
            }
            let others = vars.iter().copied().filter(|var| !first.contains(var));
            let mut edges: Vec<Edge> = first.windows(2).map(|pair| (pair[0], pair[1])).collect();
            edges.extend(others.flat_map(|other| first.last().map(|last| (*last, other))));
            loop_order(nest, &vars, &reads, &edges).is_ok()
        };
        (0..=own.len()).rev().find(can_stand_around).unwrap_or(0)
    };
    statements.iter().map(count).min().unwrap_or(0)
}

/// Lets the loops of a statement over these dimensions be those around it, over `points`.
fn share_loops(nest: &mut Nest, statement: &mut Stmt, around: &[usize], points: &[VarId]) {
    let (own, inside) = perfect_loops(statement);
    let [Stmt::Write(write)] = inside else { return };
    let shared: Vec<(VarId, VarId)> = around
        .iter()
        .filter_map(|dimension| Some((write.target.subscripts[*dimension].as_var()?, points[*dimension])))
        .collect();
    let rename = |var: VarId| shared.iter().find(|(old, _)| *old == var).map_or(var, |(_, new)| *new);
    let kept: Vec<(VarId, Directives)> = own
        .iter()
        .filter(|inner| !shared.iter().any(|(old, _)| *old == inner.var))
        .map(|inner| (inner.var, inner.how))
        .collect();
    let mut write = write.clone();
    for (old, new) in &shared {
        nest.vars[new.0].name = nest.var(*new).name.clone().or_else(|| nest.var(*old).name.clone());
    }
    write.value = nest.rename_expr(write.value, &rename);
    write.target.subscripts = write.target.subscripts.iter().map(|subscript| subscript.rename(rename)).collect();
    *statement = match loops(&kept, vec![Stmt::Write(write)]).pop() {
        Some(statement) => statement,
        None => return,
    };
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

/// A tensor with these dimensions of a result, whose points hold what changes nothing.
fn add_workspace(
    nest: &mut Nest,
    result: TensorId,
    dimensions: &[usize],
    (combiner, fill): (Option<Combiner>, Constant),
) -> TensorId {
    let bound = nest.tensor(result);
    let element = bound.element;
    let shape = dimensions.iter().map(|dimension| bound.shape[*dimension]).collect();
    let sizes = dimensions.iter().map(|dimension| dimension_extent(bound, *dimension)).collect();
    let initially = combiner.and_then(|combiner| neutral(combiner, element)).unwrap_or(fill);
    let id = TensorId(nest.tensors.len());
    let mut tensor = Tensor::new(ValueId::of_new(id), shape, element, None);
    tensor.kind = TensorKind::Local(Local { sizes, initially, is_full: false, asked: None });
    nest.tensors.push(tensor);
    id
}
