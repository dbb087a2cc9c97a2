//! The operations of bodies that compute with what is stored, and values of which it is known where they come from that.

use super::scalar_ops::origin;
use lacuna_dialects::ir::{Block, Op, Value, defining_op, is_op, op_name, operands, ops_in};

const NAMES: [&str; 4] =
    ["sparse_tensor.binary", "sparse_tensor.unary", "sparse_tensor.select", "sparse_tensor.reduce"];

/// Whether an operation computes with what is stored.
pub fn is_semiring(op: Op<'_>) -> bool {
    NAMES.iter().any(|name| is_op(op, name))
}

/// Whether it is known where a scalar of a body comes from what is stored.
pub fn check_origin(value: Value<'_>, block: Block<'_>) -> Result<(), String> {
    let Some(op) = defining_op(value).filter(|op| ops_in(block).contains(op)) else { return Ok(()) };
    if is_op(op, "sparse_tensor.reduce") {
        return Err("it takes the result of a reduction".to_owned());
    }
    if is_semiring(op) {
        return Ok(());
    }
    if origin(op).is_none() {
        return Err(format!("where the result of {} is stored is not known", op_name(op)));
    }
    operands(op).into_iter().try_for_each(|operand| check_origin(operand, block))
}
