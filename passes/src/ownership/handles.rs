//! Values and operations as numbers, by which maps know them.

use lacuna_dialects::ir::{Op, Value};
use melior::ir::ValueLike;

/// A value, as a number.
pub fn key(value: Value<'_>) -> usize {
    value.to_raw().ptr as usize
}

/// An operation, as a number.
pub fn id(op: Op<'_>) -> usize {
    op.to_raw().ptr as usize
}
