//! Values in upstream's formats.

use lacuna_dialects::{
    format::Format,
    ir::{Op, Value, arguments, blocks, operands, results},
};
use melior::ir::ValueLike;

/// The results and block arguments of an operation, and its operands, that are tensors in upstream's formats.
pub fn foreign_values(op: Op<'_>) -> Vec<Value<'_>> {
    let mut values = defined_values(op);
    values.extend(operands(op));
    values.retain(|value| Format::is_foreign(value.r#type()));
    values
}

pub fn defined_values(op: Op<'_>) -> Vec<Value<'_>> {
    results(op).into_iter().chain(blocks(op).into_iter().flat_map(arguments)).collect()
}
