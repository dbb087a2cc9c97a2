//! `sloop-densify-results`: compute stored results as dense tensors if their format has room for every point.
//!
//! If all levels of a result are full (dense levels, blocks of them, `structured[m, m]`), it takes as much room as a dense
//! tensor. It may be impossible to compute such a result a point at a time, because its points come in parts or its terms come in
//! different orders. Then the pass computes it as a dense tensor, which starts from the fill value and takes values in any
//! order, and converts this tensor (`stensor.convert`). Each such result is a remark.
//!
//! The pass finds out by trying whether a result can be computed a point at a time, as `sloop-insert-conversions` does. In both
//! cases a point starts from the fill value, whatever is combined with it, such as a maximum.
//!
//! Example: `test/passes/densify_results.mlir`. Not done here: results without room for some points.

use super::{
    form_results::{form_stored, is_formed, writes_to},
    replace_in_order,
    search::PlanSearch,
};
use crate::{
    bridge::{Binding, read::read_nests, write::emit_nest},
    choices::planning_options,
    diagnostic::{Reported, remark_with_remedy},
    index::{
        Access, Directives, Expr, Nest, Stmt, TensorId, VarId, Write,
        algebra::Known,
        build::{dimension_var, loops},
        problem::Problem,
        statement::first_where,
        subscript::Subscript,
    },
    pass::Pass,
    remedy::Remedy,
    stensor::expand_conversions::can_hold_result,
    values::dynamic_sizes,
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, erase, replace_uses, results},
    stensor::conversion::{Conversion, Convert},
};
use melior::ir::{Type, ValueLike, operation::OperationLike};

planning_options! {
    /// Options of `sloop-densify-results`.
    pub struct DensifyResults {}
}

impl Pass for DensifyResults {
    const ARGUMENT: &'static str = "sloop-densify-results";
    const SUMMARY: &'static str = "Compute stored results as dense tensors if their format has room for every point";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let (nests, mut binding) = read_nests(root)?;
        let mut chosen_of = Vec::new();
        for mut nest in nests {
            nest.choices = self.choices();
            let chosen = choose(&nest).map_err(|problem| binding.report(problem))?;
            if !chosen.is_empty() {
                chosen_of.push((nest, chosen));
            }
        }
        replace_in_order(chosen_of, &mut binding, |nest, chosen, binding| apply(nest, &chosen, binding));
        Ok(())
    }
}

/// A result to be computed as a dense tensor, and why.
struct DenseResult {
    tensor: TensorId,
    why: String,
}

fn choose(nest: &Nest) -> Result<Vec<DenseResult>, Problem> {
    let candidates: Vec<_> = (0..nest.tensors.len()).map(TensorId).filter(|id| is_candidate(nest, *id)).collect();
    if candidates.is_empty() {
        return Ok(Vec::new());
    }
    let mut trial = nest.clone();
    // The statements of a sloop.where cannot be formed: their results are dense in the trial already.
    let (inside, candidates): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|id| is_written_inside(nest, *id));
    for id in &inside {
        trial.tensors[id.0].set_format(None);
    }
    let why = format!("a {} computes it", lacuna_dialects::sloop::index::Where::NAME);
    let mut densified: Vec<_> = inside.into_iter().map(|tensor| DenseResult { tensor, why: why.clone() }).collect();
    if !candidates.is_empty() {
        form_stored(&mut trial)?;
    }
    densified.extend(candidates.into_iter().filter_map(|tensor| {
        let problem = problem_of(&trial, tensor)?;
        Some(DenseResult { tensor, why: problem.message().to_owned() })
    }));
    Ok(densified)
}

/// Whether a statement with a `sloop.where` writes a tensor.
fn is_written_inside(nest: &Nest, id: TensorId) -> bool {
    let has_where = |statement: &&Stmt| first_where(std::slice::from_ref(*statement)).is_some();
    nest.body.iter().filter(has_where).any(|statement| writes_to(statement, id))
}

/// Whether a result can be computed as a dense tensor and gain nothing from its format.
fn is_candidate(nest: &Nest, id: TensorId) -> bool {
    let tensor = nest.tensor(id);
    let Some(format) = tensor.format().filter(|_| tensor.is_output) else { return false };
    let has_all_places = format.levels().iter().all(|level| level.properties().full);
    has_all_places && can_hold_result(format) && !is_formed(nest, id)
}

/// What is in the way of computing a result a point at a time.
fn problem_of(formed: &Nest, tensor: TensorId) -> Option<Problem> {
    let statement = formed.body.iter().find(|statement| writes_to(statement, tensor))?;
    let mut alone = formed.clone();
    alone.body = vec![statement.clone()];
    PlanSearch::default().attempt(&alone).err()
}

/// Puts a nest whose results are dense in the place of one; gives its results, old and new.
fn apply<'c>(mut nest: Nest, chosen: &[DenseResult], binding: &mut Binding<'c>) -> Vec<(Value<'c>, Value<'c>)> {
    let old = binding.op(nest.source);
    let builder = Builder::before(old);
    let mut stored = Vec::new();
    for DenseResult { tensor, why } in chosen {
        let tensor = *tensor;
        let bound = nest.tensor(tensor).clone();
        let operand = binding.value(bound.operand);
        let r#type = builder.tensor_type(operand.r#type(), None);
        let name = nest.name(tensor);
        remark_with_remedy(
            old.location(),
            format!("result {name} is computed as {type} and converted to {}: {why}", bound.type_text()),
            &Remedy::MakeDenseToSave(name),
        );
        let start = if bound.starts_empty { empty(&builder, operand) } else { convert(&builder, operand, r#type) };
        if bound.starts_empty {
            let statement = initialization(&mut nest, tensor);
            nest.body.splice(0..0, statement);
        }
        nest.tensors[tensor.0] = binding.tensor(start).as_output();
        stored.push((tensor, operand.r#type()));
    }
    let new = emit_nest(&nest, &builder, binding);
    let outputs: Vec<_> = (0..nest.tensors.len()).map(TensorId).filter(|id| nest.tensor(*id).is_output).collect();
    let mut replaced = Vec::new();
    for ((old, new), tensor) in results(old).into_iter().zip(results(new)).zip(outputs) {
        let to = stored.iter().find(|(other, _)| *other == tensor).map(|(_, to)| *to);
        let value = to.map_or(new, |to| {
            let value = convert(&builder, new, to);
            builder.create("bufferization.dealloc_tensor", &[new], &[], &[], Vec::new());
            value
        });
        replace_uses(old, value);
        replaced.push((old, value));
    }
    erase(old);
    replaced
}

fn convert<'c>(builder: &Builder<'c>, tensor: Value<'c>, to: Type<'c>) -> Value<'c> {
    Convert::build(builder, tensor, to, Conversion::default())
}

/// A dense tensor for a stored one that is empty.
fn empty<'c>(builder: &Builder<'c>, stored: Value<'c>) -> Value<'c> {
    let dynamic = dynamic_sizes(builder, stored);
    // Not a `tensor.empty`, which may be merged with others and hoisted: this one is freed.
    let segments = builder.segments(&[dynamic.len(), 0, 0]);
    builder.value("bufferization.alloc_tensor", &dynamic, builder.tensor_type(stored.r#type(), None), &[segments])
}

/// Gives each point of a result its fill value.
fn initialization(nest: &mut Nest, tensor: TensorId) -> Vec<Stmt> {
    let location = nest.place;
    let (fill, bound) = (nest.fill(tensor), nest.tensor(tensor).clone());
    let points: Vec<VarId> =
        (0..bound.order()).map(|dimension| nest.add_var(dimension_var(&bound, dimension))).collect();
    let value = nest.add(Expr::Constant(Known { value: fill, absent: false }), bound.element, location);
    let subscripts = points.iter().map(|var| Subscript::var(*var)).collect();
    let write = Write { target: Access { tensor, subscripts }, value, combiner: None, elsewhere: None, location };
    let around: Vec<_> = points.into_iter().map(|var| (var, Directives::default())).collect();
    loops(&around, vec![Stmt::Write(write)])
}
