//! `sloop-form-results`: give each stored result one statement that computes a point at a time.
//!
//! Nodes are appended to a stored result in order and once, so its statements, each of which adds a term to every point
//! or fills them all, become one: loops over the dimensions in the order of the result's levels, and a write of the sum
//! of all terms, in which the variables that are summed over are folds. What the result starts from, if it stores
//! anything, is a term like any other.
//!
//! A result is formed where it stands, if its terms are side by side and give each point once: they become one write, in the
//! loops that they share with other statements. So several results grow at once. If they do, but cannot be walked together,
//! the terms of each stored result get loops of their own; what stood beside them keeps its loops ([`super::sharing`]). Around a
//! `sloop.where` this is impossible.
//!
//! Example: `test/passes/form_results.mlir`. Not done here: results whose terms scatter in an order of the loops that was asked
//! for; they are left to `sloop-insert-workspaces`.

use super::{
    insert_workspaces::scatters_as_asked, known_subscripts::is_beside_others, rewrite_planned, search::PlanSearch,
    sharing::grow_alone,
};
use crate::{
    choices::planning_options,
    diagnostic::Reported,
    index::{
        Access, Directives, Expr, ExprId, Loop, Nest, Place, Relation, Size, Stmt, TensorId, VarId, Write,
        algebra::{self, Known},
        build::{dimension_var, loops},
        distribute::{distribute, units},
        problem::Problem,
        statement::first_where,
        subscript::Subscript,
        writes,
    },
    pass::Pass,
};
use lacuna_dialects::ir::Op;

planning_options! {
    /// Options of `sloop-form-results`.
    pub struct FormResults {}
}

impl Pass for FormResults {
    const ARGUMENT: &'static str = "sloop-form-results";
    const SUMMARY: &'static str = "Combine the terms of each stored result into one statement";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_planned(root, self.choices(), form_stored)
    }
}

/// Gives each stored result of a nest one statement; says whether something changed.
pub(super) fn form_stored(nest: &mut Nest) -> Result<bool, Problem> {
    let is_stored = |id: &TensorId| nest.tensor(*id).is_output && nest.tensor(*id).format().is_some();
    let is_left = |id: &TensorId| scatters_as_asked(nest, *id);
    let all = (0..nest.tensors.len()).map(TensorId).filter(is_stored);
    let all: Vec<_> = all.filter(|id| !is_left(id)).collect();
    let (mut formed, mut trial) = (Vec::new(), nest.clone());
    for id in &all {
        if is_formed(&trial, *id) || form_in_place(&mut trial, *id) {
            formed.push(*id);
        }
    }
    let mut apart: Vec<TensorId> = Vec::new();
    for (index, statement) in trial.body.iter().enumerate() {
        let here = || formed.iter().copied().filter(|id| writes_to(statement, *id));
        let is_shared = !is_alone(statement) && first_where(std::slice::from_ref(statement)).is_none();
        let is_whole = is_shared && {
            let others = all.iter().filter(|id| !formed.contains(id));
            !others.clone().any(|id| writes_to(statement, *id)) && can_be_walked(&trial, index)
        };
        if is_shared && !is_whole {
            apart.extend(here());
        }
    }
    let mut changed = false;
    let mut stored = Vec::new();
    for id in all {
        if !formed.contains(&id) || apart.contains(&id) {
            stored.push(id);
        } else if !is_formed(nest, id) {
            changed |= form_in_place(nest, id);
        }
    }
    if stored.is_empty() {
        return Ok(changed);
    }
    split_statements(nest, &stored)?;
    stored.into_iter().try_for_each(|id| form(nest, id))?;
    Ok(true)
}

/// Whether a result has one write, alone or in a `sloop.where`, that gives each point once.
pub(super) fn is_formed(nest: &Nest, tensor: TensorId) -> bool {
    let mut writing = nest.body.iter().filter(|statement| writes_to(statement, tensor));
    let (Some(statement), None) = (writing.next(), writing.next()) else { return false };
    let all = writes(std::slice::from_ref(statement));
    let mut all = all.into_iter().filter(|(_, write)| write.target.tensor == tensor);
    let (Some((around, write)), None) = (all.next(), all.next()) else { return false };
    write.elsewhere.is_some() && write.combiner.is_none() && gives_each_point_once(nest, &around, write)
}

/// Whether there is a plan for a statement as it stands, or for what becomes of it when its loops are ordered.
fn can_be_walked(nest: &Nest, statement: usize) -> bool {
    let body = vec![nest.body[statement].clone()];
    PlanSearch::default().attempt(&Nest { body, ..nest.clone() }).is_ok()
}

/// Whether a statement is one write in loops.
fn is_alone(statement: &Stmt) -> bool {
    matches!(units(statement).as_slice(), [unit] if matches!(unit.inside, Stmt::Write(_)))
}

/// Whether the loops around a write are those over the dimensions of its tensor, and others that run once.
fn gives_each_point_once(nest: &Nest, around: &[&Loop], write: &Write) -> bool {
    write.target.plain_vars().is_some_and(|mut points| {
        let repeats = |var: &VarId| points.contains(var) || !nest.runs_once(*var);
        let mut vars: Vec<_> = around.iter().map(|inner| inner.var).filter(repeats).collect();
        vars.sort_unstable();
        points.sort_unstable();
        points == vars && points.windows(2).all(|pair| pair[0] != pair[1])
    })
}

/// Makes one write of the terms of a result that a `sloop.where` computes, if the result stores nothing before, and they stand
/// side by side and give each point once; says whether they do.
fn form_in_place(nest: &mut Nest, tensor: TensorId) -> bool {
    let mut writing = nest.body.iter().enumerate().filter(|(_, statement)| writes_to(statement, tensor));
    let (Some((index, statement)), None) = (writing.next(), writing.next()) else { return false };
    let statement = std::slice::from_ref(statement);
    if is_alone(&statement[0]) || !nest.tensor(tensor).starts_empty {
        return false;
    }
    let all = writes(statement);
    let terms: Vec<_> = all.into_iter().filter(|(_, write)| write.target.tensor == tensor).collect();
    let is_same = |write: &Write| write.target == terms[0].1.target;
    if !terms.iter().all(|(around, write)| gives_each_point_once(nest, around, write) && is_same(write)) {
        return false;
    }
    let Some(points) = terms[0].1.target.plain_vars() else { return false };
    let count = terms.len();
    let mut body = nest.body.clone();
    let formed = change_side_by_side(&mut body[index..=index], tensor, count, &mut |side, places| {
        check_between(nest, &side[places[0]..=places[count - 1]], tensor).ok()?;
        let (fill, element, location) = (nest.fill(tensor), nest.element_of(tensor), nest.place);
        let mut value = nest.add(Expr::Constant(Known { value: fill, absent: true }), element, location);
        let terms =
            writes(side).into_iter().filter(|(around, write)| around.is_empty() && write.target.tensor == tensor);
        let terms: Vec<Write> = terms.map(|(_, write)| write.clone()).collect();
        for write in &terms {
            value = add_term(nest, (&points, write), &points, value).ok()?;
        }
        terms.last().map(|last| Write { value, combiner: None, elsewhere: Some(fill), ..last.clone() })
    });
    if formed {
        nest.body = body;
    }
    formed
}

/// Why a result that a `sloop.where` computes cannot be formed where it stands, and what to change.
fn why_not_in_place(nest: &Nest, statement: &Stmt, tensor: TensorId) -> &'static str {
    let all = writes(std::slice::from_ref(statement));
    let mut terms = all.iter().filter(|(_, write)| write.target.tensor == tensor);
    if !nest.tensor(tensor).starts_empty {
        "may store something before: let it start empty, and add what it held as a term"
    } else if !terms.all(|(around, write)| gives_each_point_once(nest, around, write)) {
        "has a term without exactly one loop for each dimension: let the producer sum over other loops"
    } else {
        "has terms that stand apart: write them side by side, in the same loops, or give each a result of its own"
    }
}

/// Puts one write in the place of the last of `count` writes of a tensor, and drops the others, if all are in one list of
/// statements and `form` makes one of them; says whether it does.
fn change_side_by_side(
    body: &mut [Stmt],
    tensor: TensorId,
    count: usize,
    form: &mut impl FnMut(&[Stmt], &[usize]) -> Option<Write>,
) -> bool {
    body.iter_mut().any(|statement| {
        let sides = match statement {
            Stmt::Write(_) => Vec::new(),
            Stmt::Loop(inner) => vec![&mut inner.body],
            Stmt::Where(inner) => vec![&mut inner.produce, &mut inner.consume],
        };
        sides.into_iter().any(|side| {
            let is_term = |statement: &Stmt| matches!(statement, Stmt::Write(write) if write.target.tensor == tensor);
            let places: Vec<usize> = (0..side.len()).filter(|place| is_term(&side[*place])).collect();
            if places.len() != count {
                return change_side_by_side(side, tensor, count, form);
            }
            let Some(write) = form(side, &places) else { return false };
            side[places[count - 1]] = Stmt::Write(write);
            for place in places[..count - 1].iter().rev() {
                side.remove(*place);
            }
            true
        })
    })
}

/// Whether a statement writes a tensor.
pub(super) fn writes_to(statement: &Stmt, tensor: TensorId) -> bool {
    writes(std::slice::from_ref(statement)).iter().any(|(_, write)| write.target.tensor == tensor)
}

/// Gives each term of a result loops of its own.
fn split_statements(nest: &mut Nest, results: &[TensorId]) -> Result<(), Problem> {
    let mut split = Vec::new();
    for statement in nest.body.clone() {
        if let Some(inner) = first_where(std::slice::from_ref(&statement))
            && let Some(result) = results.iter().find(|result| writes_to(&statement, **result))
        {
            let (name, why) = (nest.name(*result), why_not_in_place(nest, &statement, *result));
            return Err(inner.refuse(&format!("its loops cannot be taken apart, and {name} {why}")));
        }
        let sharing = grow_alone(nest, &statement, results);
        split.extend(if sharing.is_apart() { distribute(nest, &statement, &sharing.groups)? } else { vec![statement] });
    }
    nest.body = split;
    Ok(())
}

/// Makes one statement of all that write `tensor`.
pub(super) fn form(nest: &mut Nest, tensor: TensorId) -> Result<(), Problem> {
    let location = nest.place;
    let element = nest.element_of(tensor);
    let fill = nest.fill(tensor);
    let bound = nest.tensor(tensor).clone();
    let order = bound.order();
    let points: Vec<VarId> = (0..order).map(|dimension| nest.add_var(dimension_var(&bound, dimension))).collect();
    let target = |tensor| Access { tensor, subscripts: points.iter().map(|var| Subscript::var(*var)).collect() };
    let mut value = if bound.starts_empty {
        nest.add(Expr::Constant(Known { value: fill, absent: true }), element, location)
    } else {
        let input = nest.add_start(tensor);
        nest.add(Expr::Read(target(input)), element, location)
    };
    let body = std::mem::take(&mut nest.body);
    let terms_at: Vec<_> = (0..body.len()).filter(|index| writes_to(&body[*index], tensor)).collect();
    if let (Some(first), Some(last)) = (terms_at.first(), terms_at.last()) {
        check_between(nest, &body[*first..=*last], tensor)?;
    }
    // Where the last term stands; what is before it does not change what the terms read.
    let place = terms_at.last().map_or(body.len(), |last| last + 1 - terms_at.len());
    let (terms, mut others): (Vec<_>, Vec<_>) = body.into_iter().partition(|statement| writes_to(statement, tensor));
    take_extents(nest, &writes(&terms), &points, bound.starts_empty)?;
    take_requests(nest, &writes(&terms), &points);
    let mut once = Vec::new();
    for term in &terms {
        for (around, write) in writes(std::slice::from_ref(term)) {
            let around: Vec<_> = around.iter().map(|inner| inner.var).collect();
            once.extend(around.iter().filter(|var| stands_around(nest, (&around, write), **var)));
            value = add_term(nest, (&around, write), &points, value)?;
        }
    }
    let levels = nest.tensor(tensor).format().and_then(|format| format.mapping().permutation());
    let asked = if nest.keep_order { order_asked(nest, &writes(&terms))? } else { None };
    let dimensions = asked.or(levels).unwrap_or_else(|| (0..order).collect());
    let all_reads = nest.reads(value);
    let (inside, outside): (Vec<_>, Vec<_>) =
        once.into_iter().partition(|var| is_beside_others(nest, &all_reads, *var));
    let vars = outside.into_iter().chain(dimensions.into_iter().map(|dimension| points[dimension])).chain(inside);
    let around: Vec<_> = vars.map(|var| (var, Directives::default())).collect();
    let location = terms.first().and_then(first_location).unwrap_or(location);
    let write = Write { target: target(tensor), value, combiner: None, elsewhere: Some(fill), location };
    let place = place.min(others.len());
    others.splice(place..place, loops(&around, vec![Stmt::Write(write)]));
    nest.body = others;
    Ok(())
}

/// The order of the dimensions of a result in the loops of its terms, which keep their order.
///
/// # Errors
/// If no loops over the points of the result, with sums inside, have this order.
fn order_asked(nest: &Nest, terms: &[(Vec<&Loop>, &Write)]) -> Result<Option<Vec<usize>>, Problem> {
    let mut asked: Option<Vec<usize>> = None;
    for (around, write) in terms {
        let Some(own) = write.target.plain_vars() else { continue };
        let dimension = |var: &VarId| own.iter().position(|other| other == var);
        let vars: Vec<_> = around.iter().map(|inner| inner.var).filter(|var| !nest.runs_once(*var)).collect();
        let refuse = |why: &str| {
            let (name, order) = (nest.describe(write.target.tensor), nest.var_names(&vars, ", "));
            let message = format!("result {name}: the loop order that was asked for, {order}, cannot be kept: {why}");
            Err(Problem::new(write.location, message))
        };
        if !vars.is_sorted_by_key(|var| dimension(var).is_none()) {
            return refuse(
                "a point of a stored result is computed at once, so the loops that are summed over run inside of all others",
            );
        }
        let order: Vec<_> = around.iter().filter_map(|inner| dimension(&inner.var)).collect();
        if asked.as_ref().is_some_and(|asked| *asked != order) {
            return refuse(
                "another term of it has its loops in another order, and all terms of a point are computed together",
            );
        }
        asked = Some(order);
    }
    Ok(asked.filter(|order| Some(order.len()) == terms.first().map(|(_, write)| write.target.subscripts.len())))
}

/// Lets the variables of the points of a result run as far as the loops of its terms: these may leave out the last coordinates.
fn take_extents(
    nest: &mut Nest,
    terms: &[(Vec<&Loop>, &Write)],
    points: &[VarId],
    starts_empty: bool,
) -> Result<(), Problem> {
    // A bound of one term would leave out points of all.
    if terms.len() > 1 || !starts_empty {
        for (around, write) in terms {
            let once: Vec<_> = around.iter().map(|inner| inner.var).filter(|var| nest.runs_once(*var)).collect();
            let own = write.target.plain_vars().unwrap_or_default();
            let has_skipped_points = |var: &VarId| nest.leaves_out_rounds(&[*var], &once);
            if own.iter().any(has_skipped_points) || nest.leaves_out_rounds(&once, &own) {
                return Err(Problem::new(
                    write.location,
                    format!(
                        "result {}: a bound leaves points out of this term, and all terms of a point are computed together: \
                         let each run over the whole dimension",
                        nest.describe(write.target.tensor)
                    ),
                ));
            }
        }
    }
    for (dimension, point) in points.iter().enumerate() {
        // Where a bound cuts off what a loop goes beyond, the extent of the loop says nothing of the dimension.
        if let [(_, write)] = terms
            && let Some(own) = write.target.subscripts[dimension].as_var()
            && starts_empty
            && nest.leaves_out_rounds(&[own], &[])
        {
            nest.vars[point.0].extent = nest.var(own).extent.clone();
            continue;
        }
        let all = nest.var(*point).size().filter(|_| !starts_empty);
        let mut sizes: Vec<_> = all.map(|size| (size, nest.place)).into_iter().collect();
        let own = |write: &Write| nest.var(write.target.subscripts[dimension].as_var()?).size();
        sizes.extend(terms.iter().filter_map(|(_, write)| Some((own(write)?, write.location))));
        let Some((size, _)) = sizes.first().copied() else { continue };
        if let Some((other, location)) = sizes.iter().find(|(other, _)| *other != size) {
            let result = terms.first().map_or_else(String::new, |(_, write)| nest.describe(write.target.tensor));
            return Err(Problem::new(
                *location,
                format!(
                    "result {result}: a term runs over {other} of the coordinates of dimension {dimension}, another over \
                     {size}, and all terms of a point are computed together: let each run over the whole dimension"
                ),
            ));
        }
        nest.vars[point.0].extent = Size::Number(size);
    }
    Ok(())
}

/// Asks of the loops over the points of a result what is asked of those of its terms.
fn take_requests(nest: &mut Nest, terms: &[(Vec<&Loop>, &Write)], points: &[VarId]) {
    for (_, write) in terms {
        for (subscript, point) in write.target.subscripts.iter().zip(points) {
            let own = subscript.as_var().map(|own| nest.var(own).clone());
            if let Some(own) = own.filter(|own| own.inner != Directives::default()) {
                let point = &mut nest.vars[point.0];
                (point.name, point.inner) = (own.name, own.inner);
            }
        }
    }
}

/// Terms can be computed together where nothing between them reads the result or changes what they read.
pub(super) fn check_between(nest: &Nest, statements: &[Stmt], result: TensorId) -> Result<(), Problem> {
    let mut read_before: Vec<TensorId> = Vec::new();
    for statement in statements {
        let all = writes(std::slice::from_ref(statement));
        let reads = all.iter().flat_map(|(_, write)| nest.reads(write.value)).map(|access| access.tensor);
        if writes_to(statement, result) {
            read_before.extend(reads);
            continue;
        }
        let reads_result = reads.into_iter().any(|tensor| tensor == result);
        let changes_terms = all.iter().any(|(_, write)| read_before.contains(&write.target.tensor));
        if reads_result || changes_terms {
            return Err(Problem::new(
                nest.place,
                format!(
                    "result {} is stored, but between its terms a statement reads it or writes one of its operands",
                    nest.describe(result)
                ),
            ));
        }
    }
    Ok(())
}

fn first_location(statement: &Stmt) -> Option<Place> {
    writes(std::slice::from_ref(statement)).first().map(|(_, write)| write.location)
}

/// Whether a loop that runs once, one of the loops `around` a write, stands around all loops of a result, as it repeats nothing. Where it
/// is for an operand of which the result has no variable, it is summed over like the others of that operand. So it is inside of a loop that
/// is summed over, in an order that was asked for.
fn stands_around(nest: &Nest, (around, write): (&[VarId], &Write), var: VarId) -> bool {
    let outer = around.iter().take_while(|other| **other != var);
    let is_summed = |other: &VarId| !nest.runs_once(*other) && !write.target.mentions(*other);
    if nest.keep_order && write.combiner.is_some() && outer.copied().any(|other| is_summed(&other)) {
        return false;
    }
    let is_own = |access: &Access| {
        access.subscripts.iter().flat_map(Subscript::vars).any(|(other, _)| write.target.mentions(other))
    };
    let reads = nest.reads(write.value);
    let mut reading = reads.iter().filter(|access| access.mentions(var));
    let is_alone =
        |access: &Access| access.subscripts.iter().flat_map(Subscript::vars).all(|(other, _)| nest.runs_once(other));
    nest.runs_once(var)
        && !write.target.mentions(var)
        && (write.combiner.is_none() || reading.all(|access| is_own(access) || is_alone(access)))
}

/// The value of a point after a write in loops over these variables, from the one before it.
fn add_term(
    nest: &mut Nest,
    (around, write): (&[VarId], &Write),
    points: &[VarId],
    before: ExprId,
) -> Result<ExprId, Problem> {
    let refuse =
        |why: &str| Err(Problem::new(write.location, format!("result {}: {why}", nest.describe(write.target.tensor))));
    let Some(own) = write.target.plain_vars() else {
        let in_parts = write.target.subscripts.iter().find_map(|subscript| nest.variable_in_parts(subscript));
        return match in_parts {
            Some((relation, _)) => {
                let parts: Vec<_> = relation.value.vars().map(|(part, _)| part).collect();
                let derived = nest.var_name(relation.var);
                refuse(&format!(
                    "each subscript of a stored result must be an index variable that has a loop, {derived} is derived \
                     from {}: write one loop over {derived}",
                    nest.var_names(&parts, " and ")
                ))
            }
            None => refuse("each subscript of a stored result must be an index variable"),
        };
    };
    if own.iter().enumerate().any(|(index, var)| own[..index].contains(var)) {
        return refuse("an index variable subscripts a stored result twice");
    }
    let leaves_points_out = |relation: &&Relation| {
        relation.is_bounded && relation.value.vars().count() > 1 && {
            let open: Vec<_> = relation.value.vars().filter(|(var, _)| around.contains(var)).collect();
            open.len() > 1 && open.iter().all(|(var, _)| own.contains(var))
        }
    };
    if let Some(relation) = nest.relations.iter().find(leaves_points_out) {
        let parts: Vec<_> = relation.value.vars().map(|(part, _)| part).collect();
        let derived = nest.var_name(relation.var);
        return refuse(&format!(
            "its subscripts {} are parts of {derived}, whose bound leaves points out: write one loop over {derived}",
            nest.var_names(&parts, " and ")
        ));
    }
    let is_summed = |var: &VarId| !own.contains(var) && !stands_around(nest, (around, write), *var);
    let summed: Vec<_> = around.iter().copied().filter(is_summed).collect();
    let combiner = match (write.combiner, summed.is_empty()) {
        (None, false) => return refuse("a point is replaced more than once, and which value stays is not defined"),
        (combiner, _) => combiner,
    };
    let rename = |var: VarId| own.iter().position(|other| *other == var).map_or(var, |dimension| points[dimension]);
    for (own, point) in own.iter().zip(points) {
        nest.vars[point.0].name = nest.var(*point).name.clone().or_else(|| nest.var(*own).name.clone());
    }
    nest.copy_relations(|value| value.rename(rename));
    let old =
        Access { tensor: write.target.tensor, subscripts: points.iter().map(|var| Subscript::var(*var)).collect() };
    let mut value = nest.rename_expr(write.value, &rename);
    value = nest.replace_reads(value, &old, before);
    if nest.reads(value).iter().any(|access| access.tensor == write.target.tensor) {
        return Err(Problem::new(
            write.location,
            format!(
                "result {} is read at another point than the one that is written",
                nest.describe(write.target.tensor)
            ),
        ));
    }
    let node = nest.node(value);
    let (r#type, location) = (node.r#type, node.location);
    let Some(combiner) = combiner else { return Ok(value) };
    for var in summed.into_iter().rev() {
        value = nest.add(Expr::Fold { var, how: Directives::default(), combiner, body: value }, r#type, location);
    }
    let starts_neutral = matches!(nest.expr(before), Expr::Constant(known) if algebra::is_neutral_constant(combiner, known.value, r#type));
    if starts_neutral {
        return Ok(value);
    }
    Ok(nest.add(Expr::Combine { combiner, left: before, right: value }, r#type, location))
}
