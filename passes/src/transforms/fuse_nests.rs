//! `sloop-fuse-nests`: make one nest of nests that add to one result, one after the other.
//!
//! `y(i) = A(i,j)·x(j) + b(i)` arrives as two operations, each of which takes the result of the one before as its
//! starting value. Where nothing else uses that result, the statements of the later nest can follow those of the
//! earlier one in a single nest, and `sloop-sink-initializations` can let both meet in one loop.
//!
//! Example: `test/passes/fuse_nests.mlir`. Not done here: nests with several results, or that read what they continue.

use crate::{
    diagnostic::Reported,
    index::{
        Access, Binding, Expr, ExprId, Loop, Nest, Relation, Stmt, Tensor, TensorId, VarId, Where, Write,
        read::read_nests, write::replace_all,
    },
    options,
    pass::Pass,
};
use lacuna_dialects::ir::{Op, defining_op, erase, results, users};
use melior::ir::operation::OperationLike;

options! {
    /// Options of `sloop-fuse-nests`.
    pub struct FuseNests {}
}

impl Pass for FuseNests {
    const ARGUMENT: &'static str = "sloop-fuse-nests";
    const SUMMARY: &'static str = "Fuse consecutive nests that add to the same result";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let (mut nests, mut binding) = read_nests(root)?;
        let mut fused: Vec<Nest> = Vec::new();
        let mut swallowed: Vec<Op> = Vec::new();
        // Nests come in the order of the program, so that a chain is swallowed from its start.
        for index in 0..nests.len() {
            let consumer = nests[index].clone();
            let producer = nests[..index].iter().position(|producer| continues(&consumer, producer, &mut binding));
            if let Some(producer) = producer {
                let whole = fuse(&nests[producer], &consumer);
                let source = nests[producer].source;
                binding.share_sizes(source, whole.source);
                swallowed.push(binding.op(source));
                fused.retain(|nest| nest.source != source);
                fused.push(whole.clone());
                nests[index] = whole;
            }
        }
        replace_all(fused, &mut binding);
        // From the last to the first: each was used by the next one only.
        for op in swallowed.into_iter().rev() {
            erase(op);
        }
        Ok(())
    }
}

/// Whether `consumer` starts from the one result of `producer`, which nothing else uses.
fn continues<'c>(consumer: &Nest, producer: &Nest, binding: &mut Binding<'c>) -> bool {
    let [producing, consuming] = [producer, consumer].map(|nest| binding.op(nest.source));
    let [result] = results(producing)[..] else { return false };
    let outputs: Vec<_> = consumer.tensors.iter().filter(|tensor| tensor.is_output).collect();
    let is_same_block = |left: Op<'_>, right: Op<'_>| match (left.block(), right.block()) {
        (Some(left), Some(right)) => left == right,
        _ => false,
    };
    outputs.len() == 1
        && producer.tensors.iter().filter(|tensor| tensor.is_output).count() == 1
        && outputs[0].operand == binding.value_id(result)
        && defining_op(result) == Some(producing)
        && users(result).len() == 1
        && is_same_block(consuming, producing)
        && ![producer, consumer].iter().any(|nest| nest.drop_fill || nest.keep_fill || has_groups(nest))
}

/// Whether the points of a result come in groups: further statements would not give them so.
fn has_groups(nest: &Nest) -> bool {
    nest.tensors.iter().any(|tensor| tensor.grouped_into().is_some())
}

/// The statements of `first` and then those of `second`, in the place of `second`.
fn fuse(first: &Nest, second: &Nest) -> Nest {
    let keep_order = first.keep_order || second.keep_order;
    let precompute = first.precompute.clone().or_else(|| second.precompute.clone());
    let Joined { tensors, of_first, of_second } = join_tensors(first, second);
    let mut whole =
        Nest { source: second.source, place: second.place, keep_order, precompute, tensors, ..first.clone() };
    let in_first = |id: TensorId| of_first[id.0];
    let in_second = |id: TensorId| of_second[id.0];
    for node in &mut whole.nodes {
        rename_node(&mut node.expr, &in_first, 0, 0);
    }
    let mut body: Vec<_> = first.body.iter().map(|statement| rename(statement, &in_first, 0, 0)).collect();
    let (vars, nodes) = (whole.vars.len(), whole.nodes.len());
    whole.relations.extend(second.relations.iter().map(|relation| Relation {
        var: VarId(relation.var.0 + vars),
        value: relation.value.rename(|var| VarId(var.0 + vars)),
        is_bounded: relation.is_bounded,
    }));
    whole.vars.extend(second.vars.iter().cloned());
    for node in &second.nodes {
        let mut node = node.clone();
        rename_node(&mut node.expr, &in_second, vars, nodes);
        whole.nodes.push(node);
    }
    body.extend(second.body.iter().map(|statement| rename(statement, &in_second, vars, nodes)));
    whole.body = body;
    whole
}

/// The tensors of two nests, and what becomes of the numbers that they have in each.
struct Joined {
    tensors: Vec<Tensor>,
    of_first: Vec<TensorId>,
    of_second: Vec<TensorId>,
}

/// Inputs stand before the one result, which both write, and that before the tensors that live inside. What both nests read is
/// one input.
fn join_tensors(first: &Nest, second: &Nest) -> Joined {
    let is_input = |tensor: &&Tensor| !tensor.is_output && tensor.local().is_none();
    let mut tensors: Vec<_> = first.tensors.iter().filter(is_input).cloned().collect();
    for tensor in second.tensors.iter().filter(is_input) {
        match tensors.iter_mut().find(|known| known.operand == tensor.operand) {
            Some(known) => known.is_window |= tensor.is_window,
            None => tensors.push(tensor.clone()),
        }
    }
    let result = TensorId(tensors.len());
    tensors.extend(first.tensors.iter().find(|tensor| tensor.is_output).cloned());
    let (mut of_first, mut of_second) = (Vec::new(), Vec::new());
    for (nest, numbers) in [(first, &mut of_first), (second, &mut of_second)] {
        for (number, tensor) in nest.tensors.iter().enumerate() {
            let is_first = std::ptr::eq(nest, first);
            let known = || tensors.iter().position(|known| known.operand == tensor.operand);
            numbers.push(match tensor {
                _ if tensor.is_output => result,
                _ if tensor.local().is_some() => {
                    tensors.push(tensor.clone());
                    TensorId(tensors.len() - 1)
                }
                // Inputs of the first nest come first.
                _ if is_first => TensorId(number),
                _ => TensorId(known().expect("all inputs were joined")),
            });
        }
    }
    Joined { tensors, of_first, of_second }
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
