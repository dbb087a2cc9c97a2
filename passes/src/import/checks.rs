//! Which bodies with `binary`, `unary`, `select` and `reduce` can be imported.

use super::{
    reduction::{Reduced, reduction_of},
    scalar_ops::{origin, required},
    stored_bodies::{check_origin, is_semiring},
};
use crate::{
    diagnostic::{Reported, error},
    index::combiners::from_operation,
};
use lacuna_dialects::{
    format::Format,
    ir::{Op, Value, arguments, body, collect_ops, is_op, op_name, operands, ops_in, results, segments, users},
    sloop::Combiner,
};
use melior::ir::{ValueLike, operation::OperationLike};

/// Whether an operation goes with the body of a generic.
pub fn is_in_body(op: Op<'_>) -> bool {
    is_semiring(op) || is_op(op, "sparse_tensor.yield")
}

/// The operations whose bodies hold some.
pub fn generics<'c>(root: Op<'c>) -> Vec<Op<'c>> {
    collect_ops(root, |op| {
        is_op(op, "linalg.generic") && body(op, 0).is_some_and(|body| ops_in(body).into_iter().any(is_semiring))
    })
}

/// Whether everything in a body can be imported.
pub fn check(generic: Op<'_>) -> Result<(), Reported> {
    let Some(block) = body(generic, 0) else { return Ok(()) };
    let inputs = segments(generic).first().copied().unwrap_or(0);
    let own = &arguments(block)[inputs..];
    let inside = ops_in(block);
    // Values that may be none, and the operations behind them.
    let mut chosen: Vec<(Value, Op)> = Vec::new();
    for op in &inside {
        let refuse = |why: String| Err(error(op.location(), format!("{} is not imported: {why}", op_name(*op))));
        let taken = chosen.iter().find(|(value, _)| operands(*op).contains(value)).copied();
        let is_last =
            is_op(*op, "linalg.yield") || own.iter().any(|own| users(*own).contains(op) && accumulates(*op, *own));
        if is_op(*op, "sparse_tensor.reduce") {
            let planned = reduction_of(generic, *op).and_then(|reduced| check_identity(generic, *op, &reduced));
            if let Err(why) = planned {
                return refuse(why);
            }
        } else if is_semiring(*op) {
            chosen.push((results(*op)[0], *op));
        } else if let Some((_, source)) = taken.filter(|_| !is_last) {
            let is_required = chosen.iter().any(|(value, _)| required(*op) == Some(*value));
            if origin(*op).is_none() || is_required {
                return Err(error(
                    op.location(),
                    format!(
                        "{} uses the result of {}, which may be missing, and has no meaning for a missing value: move it \
                         into the region of a sparse_tensor.unary or binary",
                        op_name(*op),
                        op_name(source)
                    ),
                ));
            }
            chosen.push((results(*op)[0], source));
        }
        if matches!(op_name(*op).as_str(), "sparse_tensor.binary" | "sparse_tensor.unary") {
            for operand in operands(*op) {
                if let Err(why) = check_origin(operand, block) {
                    return refuse(why);
                }
            }
        }
    }
    for (value, source) in chosen {
        if let Some(user) = users(value).into_iter().find(|user| !inside.contains(user)) {
            return Err(error(
                user.location(),
                format!(
                    "{} in a region uses the result of {} outside of it, which may be missing: pass it as an operand",
                    op_name(user),
                    op_name(source)
                ),
            ));
        }
    }
    Ok(())
}

/// Whether the result of a reduction can start from its identity; why not.
fn check_identity<'c>(generic: Op<'c>, op: Op<'c>, reduced: &Reduced<'c>) -> Result<(), String> {
    let index = segments(generic).first().copied().unwrap_or(0) + reduced.result;
    let own = body(generic, 0).map(arguments).expect("a generic has a body")[index];
    let is_dense = !Format::is_foreign(operands(generic)[index].r#type());
    let is_idempotent = !matches!(reduced.reduction.combiner, Combiner::Add | Combiner::Mul | Combiner::Xor);
    // One that is read starts from what it was.
    let is_read = users(own).into_iter().any(|user| user != op);
    if is_dense || reduced.is_neutral || is_idempotent || is_read {
        return Ok(());
    }
    Err("the result is stored, and the identity changes what it is combined with".to_owned())
}

/// Whether an operation takes the old value of a result for nothing but combining it with a new one.
pub fn accumulates(op: Op<'_>, own: Value<'_>) -> bool {
    if is_op(op, "sparse_tensor.reduce") {
        return operands(op)[..2].contains(&own);
    }
    from_operation(&op_name(op)).is_some()
        && users(own) == [op]
        && users(results(op)[0]).iter().all(|user| is_op(*user, "linalg.yield"))
}
