//! What a body yields as writes of results, which combine where the body combines with the old value.

use super::{
    combination::{self, BodyFacts},
    expressions::Expressions,
    operation::Generic,
    quotients::PartLoops,
    refusal::{Unconvertible, refuse},
};
use crate::{
    bridge::Binding,
    index::{Access, Directives, Expr, Nest, Stmt, TensorId, VarId, Write, constant::Constant},
};
use lacuna_dialects::{
    ir::{Block, Op, Value, arguments, body, context, defining_op, operands, ops_in},
    sloop::Combiner,
    sloop::index::FROM_NOTHING,
};
use melior::ir::{Location, operation::OperationLike};

/// The writes of the results of the body, which start from constants where these are known.
pub(super) fn statements<'c>(
    nest: &mut Nest,
    generic: &Generic<'c>,
    binding: &mut Binding<'c>,
    tensors: &[Option<TensorId>],
    (vars, parts): (&[VarId], &PartLoops),
    start_from: &[Option<Constant>],
) -> Result<Vec<Stmt>, Unconvertible<'c>> {
    let location = generic.op.location();
    let block = body(generic.op, 0).ok_or_else(|| refuse(location, "the operation has no body"))?;
    let parameters = arguments(block);
    let accesses = tensors
        .iter()
        .enumerate()
        .map(|(operand, tensor)| tensor.map(|tensor| generic.access(operand, tensor, (vars, parts))).transpose())
        .collect::<Result<Vec<_>, _>>()?;
    let mut known = Expressions::of_parameters(nest, generic, binding, vars, &parameters, &accesses);
    let yielded = ops_in(block).pop().map(operands).unwrap_or_default();
    let mut combinations = Vec::new();
    for (result, value) in yielded.iter().enumerate() {
        combinations.push(combination(nest, generic, block, (result, *value), tensors, start_from)?);
    }
    for op in ops_in(block) {
        known.add(nest, op)?;
    }
    let mut writes: Vec<Write> = Vec::new();
    for ((result, value), combination) in yielded.into_iter().enumerate().zip(combinations) {
        let index = generic.inputs + result;
        let target = accesses[index].clone().ok_or_else(|| refuse(location, "a result is not a tensor"))?;
        if value == parameters[index] {
            // The old value stays: nothing is written.
            continue;
        }
        let mut parts = result_writes(nest, &mut known, value, combination, &target);
        if generic.op.has_attribute(FROM_NOTHING) && nest.tensor(target.tensor).format().is_some() {
            parts.iter_mut().for_each(|write| fold_from_nothing(nest, write, vars));
        }
        // Writes run one after the other, results of a generic all at once.
        let is_written = |access: &Access| writes.iter().any(|other| other.target.tensor == access.tensor);
        if parts.iter().any(|write| nest.reads(write.value).iter().any(is_written)) {
            return Err(refuse(
                location,
                format!("result {result} is computed from the old value of another result, which is not compiled yet"),
            ));
        }
        writes.extend(parts);
    }
    Ok(writes.into_iter().map(Stmt::Write).collect())
}

/// Makes a write that combines one that replaces, with what the folds over the variables of the reduction find.
fn fold_from_nothing(nest: &mut Nest, write: &mut Write, vars: &[VarId]) {
    let Some(combiner) = write.combiner.take() else { return };
    for var in vars.iter().rev().filter(|var| !write.target.mentions(**var)) {
        let r#type = nest.node(write.value).r#type;
        let fold = Expr::Fold { var: *var, how: Directives::default(), combiner, body: write.value };
        write.value = nest.add(fold, r#type, write.location);
    }
}

/// What a result combines with its old value, emitted at the end of the body.
struct Combined<'c> {
    combiner: Combiner,
    last: Op<'c>,
    values: Vec<Value<'c>>,
}

/// What the body combines with the old value of a result; nothing where it does not, which only a body that computes
/// each point once may.
fn combination<'c>(
    nest: &Nest,
    generic: &Generic<'c>,
    block: Block<'c>,
    (result, value): (usize, Value<'c>),
    tensors: &[Option<TensorId>],
    start_from: &[Option<Constant>],
) -> Result<Option<Combined<'c>>, Unconvertible<'c>> {
    let index = generic.inputs + result;
    let own = arguments(block)[index];
    let Some(id) = tensors[index].filter(|_| value != own) else { return Ok(None) };
    let is_number = |constant: Constant| !matches!(constant, Constant::Float(number) if number.is_nan());
    let around = BodyFacts {
        op: generic.op,
        block,
        own,
        fp: generic.fp,
        is_reduction: generic.has_reduction,
        is_stored: nest.tensor(id).format().is_some(),
        starts_from_numbers: start_from[result].is_some_and(is_number),
    };
    match combination::find(&around, value) {
        // A product that is computed once is one like any other: a factor that is not stored annihilates the old value.
        Ok(plan) if plan.combiner == Combiner::Mul && !around.is_reduction && !around.is_stored => Ok(None),
        Ok(plan) => Ok(Some(Combined { combiner: plan.combiner, last: plan.last, values: plan.emit(&around) })),
        Err(refusal) if generic.has_reduction => {
            Err(Unconvertible { location: known_location(refusal.location, generic.op), ..refusal })
        }
        Err(_) => Ok(None),
    }
}

/// The writes of a yielded value: combining, one after the other, where the body combines with the old value and does
/// nothing else with it.
fn result_writes<'c>(
    nest: &mut Nest,
    known: &mut Expressions<'_, 'c>,
    value: Value<'c>,
    combined: Option<Combined<'c>>,
    target: &Access,
) -> Vec<Write> {
    let (combiner, last, values) = match combined {
        Some(Combined { combiner, last, values }) => (Some(combiner), Some(last), values),
        None => (None, defining_op(value), vec![value]),
    };
    let around = known.generic().op;
    let location = last.map_or(around.location(), |op| known_location(op.location(), around));
    let location = known.place(location);
    let write = |value| Write { target: target.clone(), value, combiner, elsewhere: None, location };
    values.into_iter().map(|value| write(known.of(nest, value, around))).collect()
}

/// A location, or that of the operation around, if it is unknown: generalization leaves bodies without any.
fn known_location<'c>(location: Location<'c>, around: Op<'c>) -> Location<'c> {
    if location == Location::unknown(context(around)) { around.location() } else { location }
}
