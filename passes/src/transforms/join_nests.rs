//! Two nests as one, where the second takes the one result of the first; what may stand between them; and how the first is removed once
//! nothing reads its result.
//!
//! Not done here: nests between which something is freed or written. [`result_for`] also leaves alone results that something else uses, such
//! as a release: so index notation keeps its statements apart, whose results it releases at the end.

use crate::{
    bridge::Binding,
    buffer_effects::Effects,
    index::{Access, Expr, ExprId, Loop, Nest, Relation, Stmt, Tensor, TensorId, VarId, Where, Write},
    values::{constant_integer, dimension_size},
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{
        Op, Value, collect_ops, defining_op, erase, is_memref, is_op, op_name, operands, ops_in, replace_uses, results,
        shape, users,
    },
    stensor::storage::{Empty, Release},
};
use melior::ir::{ValueLike, operation::OperationLike};

/// The one result of a nest, if what the nest computes may be computed where `second` stands, and nothing but `second` uses its
/// values.
pub(super) fn result_for<'c>(first: &Nest, second: &Nest, binding: &Binding<'c>) -> Option<Value<'c>> {
    let [before, after] = [first, second].map(|nest| binding.op(nest.source));
    let [result] = results(before)[..] else { return None };
    let users: Vec<_> = users(result).into_iter().filter(|user| asked_dimension(*user).is_none()).collect();
    let is_one_output = first.tensors.iter().filter(|tensor| tensor.is_output).count() == 1;
    let leaves_fill = [first, second].iter().any(|nest| nest.drop_fill || nest.keep_fill);
    (users == [after] && defining_op(result) == Some(before) && is_one_output && !leaves_fill)
        .then_some(result)
        .filter(|_| nothing_changes_between(before, after))
}

/// The dimension that an operation asks the size of, if it does nothing else.
pub(super) fn asked_dimension(op: Op<'_>) -> Option<usize> {
    let which = *operands(op).get(1).filter(|_| is_op(op, "tensor.dim"))?;
    constant_integer(which)?.try_into().ok()
}

/// Whether two operations stand in one block, and nothing between them changes or frees what the first reads.
pub(super) fn nothing_changes_between(first: Op<'_>, second: Op<'_>) -> bool {
    let (Some(block), Some(other)) = (first.block(), second.block()) else { return false };
    if block != other {
        return false;
    }
    let all = ops_in(block);
    let place = |op: Op<'_>| all.iter().position(|other| *other == op);
    let (Some(from), Some(to)) = (place(first), place(second)) else { return false };
    from < to && all[from + 1..to].iter().all(|op| collect_ops(*op, |_| true).into_iter().all(leaves_storage_alone))
}

/// Whether an operation leaves buffers and stored tensors alone, but for reading tensors. Functions may write anything.
fn leaves_storage_alone(op: Op<'_>) -> bool {
    let Effects { accesses, frees, passes, .. } = Effects::of(op, false);
    let is_buffer = |value: &Value<'_>| is_memref(value.r#type());
    let is_kept = |value: &Value<'_>| is_buffer(value) || Format::of(value.r#type()).is_some();
    let is_call = ["func.", "llvm."].iter().any(|dialect| op_name(op).starts_with(dialect));
    !is_call && frees.is_empty() && !accesses.iter().any(is_buffer) && !passes.iter().any(is_kept)
}

/// Two nests as one that has the tensors, variables and expressions of both, and no statements yet.
pub(super) struct Joined {
    /// In the place of the second; it chooses as the first does.
    pub nest: Nest,
    /// The statements of the first.
    pub first: Vec<Stmt>,
    /// Those of the second.
    pub second: Vec<Stmt>,
    /// The result of the first: an output, if the second goes on with it, or an input that it reads.
    pub taken: TensorId,
}

/// Joins two nests. `taken` is the result of the first.
pub(super) fn join<'c>(first: &Nest, second: &Nest, taken: Value<'c>, binding: &mut Binding<'c>) -> Joined {
    binding.share_sizes(first.source, second.source);
    let JoinedTensors { tensors, of_first, of_second, taken } = join_tensors(first, second, taken, binding);
    let keep_order = first.keep_order || second.keep_order;
    let precompute = first.precompute.clone().or_else(|| second.precompute.clone());
    let mut nest = Nest {
        source: second.source,
        place: second.place,
        keep_order,
        precompute,
        tensors,
        body: Vec::new(),
        ..first.clone()
    };
    let in_first = |id: TensorId| of_first[id.0];
    let in_second = |id: TensorId| of_second[id.0];
    for node in &mut nest.nodes {
        rename_node(&mut node.expr, &in_first, 0, 0);
    }
    let (vars, nodes) = (nest.vars.len(), nest.nodes.len());
    nest.relations.extend(second.relations.iter().map(|relation| Relation {
        var: VarId(relation.var.0 + vars),
        value: relation.value.rename(|var| VarId(var.0 + vars)),
        is_bounded: relation.is_bounded,
        is_asked: relation.is_asked,
    }));
    nest.vars.extend(second.vars.iter().cloned());
    for node in &second.nodes {
        let mut node = node.clone();
        rename_node(&mut node.expr, &in_second, vars, nodes);
        nest.nodes.push(node);
    }
    let first = first.body.iter().map(|statement| rename(statement, &in_first, 0, 0)).collect();
    let second = second.body.iter().map(|statement| rename(statement, &in_second, vars, nodes)).collect();
    Joined { nest, first, second, taken }
}

/// The tensors of two nests, and what becomes of the numbers that they have in each.
struct JoinedTensors {
    tensors: Vec<Tensor>,
    of_first: Vec<TensorId>,
    of_second: Vec<TensorId>,
    taken: TensorId,
}

/// Inputs stand before outputs, and these before the tensors that live inside. What both nests read is one input, and what the
/// first gives is what the second takes.
fn join_tensors<'c>(first: &Nest, second: &Nest, taken: Value<'c>, binding: &mut Binding<'c>) -> JoinedTensors {
    let taken = binding.value_id(taken);
    let mut tensors: Vec<Tensor> = first.tensors.iter().filter(|tensor| tensor.is_input()).cloned().collect();
    for tensor in second.tensors.iter().filter(|tensor| tensor.is_input()) {
        match tensors.iter_mut().find(|known| known.operand == tensor.operand) {
            Some(known) => known.is_window |= tensor.is_window,
            None => tensors.push(tensor.clone()),
        }
    }
    let inputs = tensors.len();
    tensors.extend(second.tensors.iter().filter(|tensor| tensor.is_output).cloned());
    let place_of_taken = tensors.iter().position(|tensor| tensor.operand == taken).expect("the second takes it");
    if let Some(result) = first.tensors.iter().find(|tensor| tensor.is_output)
        && place_of_taken >= inputs
    {
        tensors[place_of_taken] = result.clone();
    }
    let (mut of_first, mut of_second) = (Vec::new(), Vec::new());
    for (nest, numbers) in [(first, &mut of_first), (second, &mut of_second)] {
        let mut outputs = inputs..;
        for tensor in &nest.tensors {
            let known = || tensors[..inputs].iter().position(|known| known.operand == tensor.operand);
            let place = match tensor {
                _ if tensor.is_output && std::ptr::eq(nest, first) => place_of_taken,
                _ if tensor.is_output => outputs.next().expect("there is one for each"),
                _ if !tensor.is_input() => {
                    tensors.push(tensor.clone());
                    tensors.len() - 1
                }
                _ => known().expect("all inputs were joined"),
            };
            numbers.push(TensorId(place));
        }
    }
    JoinedTensors { tensors, of_first, of_second, taken: TensorId(place_of_taken) }
}

fn rename_access(access: &Access, tensor: &impl Fn(TensorId) -> TensorId, vars: usize) -> Access {
    Access {
        tensor: tensor(access.tensor),
        subscripts: access.subscripts.iter().map(|subscript| subscript.rename(|var| VarId(var.0 + vars))).collect(),
    }
}

fn rename_node(expr: &mut Expr, tensor: &impl Fn(TensorId) -> TensorId, vars: usize, nodes: usize) {
    let shift = |id: &mut ExprId| id.0 += nodes;
    match expr {
        Expr::Read(access) | Expr::Stored(access) => *access = rename_access(access, tensor, vars),
        Expr::Index(var) => var.0 += vars,
        Expr::Outside(_) | Expr::Constant(_) => {}
        Expr::Scalar { operands, .. } => operands.iter_mut().for_each(shift),
        Expr::Combine { left, right, .. } => {
            shift(left);
            shift(right);
        }
        Expr::Fold { var, body, .. } => {
            var.0 += vars;
            shift(body);
        }
    }
}

fn rename(statement: &Stmt, tensor: &impl Fn(TensorId) -> TensorId, vars: usize, nodes: usize) -> Stmt {
    let renamed = |body: &[Stmt]| body.iter().map(|statement| rename(statement, tensor, vars, nodes)).collect();
    match statement {
        Stmt::Write(write) => Stmt::Write(Write {
            target: rename_access(&write.target, tensor, vars),
            value: ExprId(write.value.0 + nodes),
            ..write.clone()
        }),
        Stmt::Loop(inner) => {
            Stmt::Loop(Loop { var: VarId(inner.var.0 + vars), how: inner.how, body: renamed(&inner.body) })
        }
        Stmt::Where(inner) => Stmt::Where(Where {
            tensor: tensor(inner.tensor),
            produce: renamed(&inner.produce),
            consume: renamed(&inner.consume),
            location: inner.location,
        }),
    }
}

/// Removes an operation whose only result is unread, and its release. A `tensor.dim` of the result becomes one of its initial tensor.
pub(super) fn remove_unread(op: Op<'_>) {
    let result = results(op)[0];
    let start = *operands(op).last().expect("a result starts from an operand");
    for user in users(result) {
        if Release::is(user) {
            erase(user);
            continue;
        }
        let dimension = asked_dimension(user).expect("there are no other users");
        replace_uses(results(user)[0], size(&Builder::before(user), start, dimension));
        erase(user);
    }
    erase(op);
    if let Some(empty) = defining_op(start).filter(|op| Empty::is(*op))
        && users(start).is_empty()
    {
        erase(empty);
    }
}

/// The size of a dimension, taken from the operands of `stensor.empty` if possible, so that the empty tensor can go.
fn size<'c>(builder: &Builder<'c>, tensor: Value<'c>, dimension: usize) -> Value<'c> {
    let shape = shape(tensor.r#type()).unwrap_or_default();
    let is_dynamic = |dimension: &usize| shape.get(*dimension).is_some_and(Option::is_none);
    let empty = defining_op(tensor).filter(|op| Empty::is(*op) && is_dynamic(&dimension));
    let given = empty.map(|empty| operands(empty)[(0..dimension).filter(is_dynamic).count()]);
    given.unwrap_or_else(|| dimension_size(builder, tensor, dimension))
}
