//! Copies of the operations of a block, on other values.

use lacuna_dialects::{
    builder::Builder,
    ir::{Block, Op, Value, arguments, operands, ops_in, results},
    sloop::index::Yield,
};
use melior::ir::ValueLike;
use std::collections::HashMap;

/// Copies the operations of a block, which have no regions, to where `builder` stands, with other values in the place of the
/// block's arguments; gives what it yields. `own` may put something else in the place of an operation.
pub fn copy_ops<'c>(
    block: Block<'c>,
    builder: &Builder<'c>,
    values: &[Value<'c>],
    own: impl Fn(Op<'c>, &[Value<'c>]) -> Option<Vec<Value<'c>>>,
) -> Vec<Value<'c>> {
    let mut copies: HashMap<_, _> =
        arguments(block).iter().zip(values).map(|(argument, value)| (key(*argument), *value)).collect();
    for inner in ops_in(block) {
        let moved: Vec<_> =
            operands(inner).into_iter().map(|value| copies.get(&key(value)).copied().unwrap_or(value)).collect();
        if Yield::is(inner) {
            return moved;
        }
        let old = results(inner);
        let types: Vec<_> = old.iter().map(|value| value.r#type()).collect();
        let new = own(inner, &moved).unwrap_or_else(|| builder.clone_op(inner, &moved, &types, &[]));
        copies.extend(old.into_iter().map(key).zip(new));
    }
    Vec::new()
}

fn key(value: Value<'_>) -> usize {
    value.to_raw().ptr as usize
}
