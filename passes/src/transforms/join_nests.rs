//! Two nests as one, where the second takes the one result of the first and nothing else does.

use crate::{
    buffer_effects::Effects,
    index::{Access, Binding, Expr, ExprId, Loop, Nest, Relation, Stmt, Tensor, TensorId, VarId, Where, Write},
};
use lacuna_dialects::{
    format::Format,
    ir::{Op, Value, collect_ops, defining_op, is_memref, is_op, ops_in, results, users},
};
use melior::ir::{ValueLike, operation::OperationLike};

/// The one result of a nest, if what the nest computes may be computed where `second` stands, and nothing but `second` uses its
/// values.
pub(super) fn result_for<'c>(first: &Nest, second: &Nest, binding: &Binding<'c>) -> Option<Value<'c>> {
    let [before, after] = [first, second].map(|nest| binding.op(nest.source));
    let [result] = results(before)[..] else { return None };
    let asks_size = |user: &Op<'_>| is_op(*user, "tensor.dim");
    let (_, users): (Vec<_>, Vec<_>) = users(result).into_iter().partition(asks_size);
    let is_one_output = first.tensors.iter().filter(|tensor| tensor.is_output).count() == 1;
    let leaves_fill = [first, second].iter().any(|nest| nest.drop_fill || nest.keep_fill);
    (users == [after] && defining_op(result) == Some(before) && is_one_output && !leaves_fill)
        .then_some(result)
        .filter(|_| is_calm_between(before, after))
}

/// Whether two operations stand in one block, and nothing between them changes or frees what the first reads.
fn is_calm_between(first: Op<'_>, second: Op<'_>) -> bool {
    let (Some(block), Some(other)) = (first.block(), second.block()) else { return false };
    if block != other {
        return false;
    }
    let all = ops_in(block);
    let place = |op: Op<'_>| all.iter().position(|other| *other == op);
    let (Some(from), Some(to)) = (place(first), place(second)) else { return false };
    from < to && all[from + 1..to].iter().all(|op| collect_ops(*op, |_| true).into_iter().all(is_calm))
}

/// Whether an operation leaves buffers and stored tensors alone, but for reading tensors.
fn is_calm(op: Op<'_>) -> bool {
    let Effects { accesses, frees, passes, .. } = Effects::of(op, false);
    let is_buffer = |value: &Value<'_>| is_memref(value.r#type());
    let is_kept = |value: &Value<'_>| is_buffer(value) || Format::of(value.r#type()).is_some();
    frees.is_empty() && !accesses.iter().any(is_buffer) && !passes.iter().any(is_kept)
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
    pub passed: TensorId,
}

/// Joins two nests. `passed` is the result of the first.
pub(super) fn join<'c>(first: &Nest, second: &Nest, passed: Value<'c>, binding: &mut Binding<'c>) -> Joined {
    binding.share_sizes(first.source, second.source);
    let JoinedTensors { tensors, of_first, of_second, passed } = join_tensors(first, second, passed, binding);
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
    }));
    nest.vars.extend(second.vars.iter().cloned());
    for node in &second.nodes {
        let mut node = node.clone();
        rename_node(&mut node.expr, &in_second, vars, nodes);
        nest.nodes.push(node);
    }
    let first = first.body.iter().map(|statement| rename(statement, &in_first, 0, 0)).collect();
    let second = second.body.iter().map(|statement| rename(statement, &in_second, vars, nodes)).collect();
    Joined { nest, first, second, passed }
}

/// The tensors of two nests, and what becomes of the numbers that they have in each.
struct JoinedTensors {
    tensors: Vec<Tensor>,
    of_first: Vec<TensorId>,
    of_second: Vec<TensorId>,
    passed: TensorId,
}

/// Inputs stand before outputs, and these before the tensors that live inside. What both nests read is one input, and what the
/// first gives is what the second takes.
fn join_tensors<'c>(first: &Nest, second: &Nest, passed: Value<'c>, binding: &mut Binding<'c>) -> JoinedTensors {
    let passed = binding.value_id(passed);
    let mut tensors: Vec<Tensor> = first.tensors.iter().filter(|tensor| tensor.is_input()).cloned().collect();
    for tensor in second.tensors.iter().filter(|tensor| tensor.is_input()) {
        match tensors.iter_mut().find(|known| known.operand == tensor.operand) {
            Some(known) => known.is_window |= tensor.is_window,
            None => tensors.push(tensor.clone()),
        }
    }
    let inputs = tensors.len();
    tensors.extend(second.tensors.iter().filter(|tensor| tensor.is_output).cloned());
    let place_of_passed = tensors.iter().position(|tensor| tensor.operand == passed).expect("the second takes it");
    if let Some(result) = first.tensors.iter().find(|tensor| tensor.is_output)
        && place_of_passed >= inputs
    {
        tensors[place_of_passed] = result.clone();
    }
    let (mut of_first, mut of_second) = (Vec::new(), Vec::new());
    for (nest, numbers) in [(first, &mut of_first), (second, &mut of_second)] {
        let mut outputs = inputs..;
        for tensor in &nest.tensors {
            let known = || tensors[..inputs].iter().position(|known| known.operand == tensor.operand);
            let place = match tensor {
                _ if tensor.is_output && std::ptr::eq(nest, first) => place_of_passed,
                _ if tensor.is_output => outputs.next().expect("there is one for each"),
                _ if tensor.local().is_some() => {
                    tensors.push(tensor.clone());
                    tensors.len() - 1
                }
                _ => known().expect("all inputs were joined"),
            };
            numbers.push(TensorId(place));
        }
    }
    JoinedTensors { tensors, of_first, of_second, passed: TensorId(place_of_passed) }
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
