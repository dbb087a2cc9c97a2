//! Bodies of loops over cursors, moved to where the code for the loop is; and what is done and made in them.

use super::{copy::copy_ops, cursors::OpenCursor, lookups::load_value};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, arguments, body, collect_ops, erase, op_name, operands, ops_in, replace_uses},
    sloop::{self, cursors::Iterate, index::Yield, lookups::ValueAt},
};
use melior::ir::{ValueLike, operation::OperationLike};

/// The body of a level loop for one child, if it is there; gives the next carried values.
pub fn child<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    cursor: &dyn OpenCursor<'c>,
    counter: Value<'c>,
    carried: &[Value<'c>],
) -> Vec<Value<'c>> {
    at_child(builder, cursor, counter, carried, |builder, given| adopt_body(r#loop.op(), builder, given))
}

/// The same for one that stays where it is: a copy of its body. See [`can_be_copied`].
pub fn copied_child<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    cursor: &dyn OpenCursor<'c>,
    counter: Value<'c>,
    carried: &[Value<'c>],
) -> Vec<Value<'c>> {
    at_child(builder, cursor, counter, carried, |builder, given| copy_body(r#loop, builder, given, |_, _| None))
}

fn at_child<'c>(
    builder: &Builder<'c>,
    cursor: &dyn OpenCursor<'c>,
    counter: Value<'c>,
    carried: &[Value<'c>],
    emit: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
) -> Vec<Value<'c>> {
    let body = |builder: &Builder<'c>| {
        let coordinate = cursor.coordinate(builder, counter);
        let position = cursor.position(builder, counter);
        let given: Vec<_> = [coordinate, position].into_iter().chain(carried.iter().copied()).collect();
        emit(builder, &given)
    };
    let Some(there) = cursor.is_there(builder, counter) else { return body(builder) };
    let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
    builder.if_else(there, &types, body, |_| carried.to_vec())
}

/// Whether the body of a level loop is short enough to be there twice: no loops, nothing that is put together.
pub fn can_be_copied(r#loop: Iterate<'_>) -> bool {
    let is_plain =
        |inner: Op<'_>| inner.region_count() == 0 && (!sloop::owns(inner) || ValueAt::is(inner) || Yield::is(inner));
    body(r#loop.op(), 0).is_some_and(|block| ops_in(block).into_iter().all(is_plain))
}

/// Copies the body of a level loop to where `builder` stands, with its arguments replaced; gives what it yields. `own` may put
/// something else in the place of an operation.
pub fn copy_body<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    given: &[Value<'c>],
    own: impl Fn(Op<'c>, &[Value<'c>]) -> Option<Vec<Value<'c>>>,
) -> Vec<Value<'c>> {
    let block = body(r#loop.op(), 0).expect("the verifier asks for a body");
    copy_ops(block, builder, given, |inner, moved| match ValueAt::of(inner) {
        Some(value) => Some(vec![load_value(builder, value, &value.read_at(moved))]),
        None => own(inner, moved),
    })
}

/// Moves the body of a level loop to where `builder` stands, with its arguments replaced; gives what it yields.
pub fn adopt_body<'c>(op: Op<'c>, builder: &Builder<'c>, values: &[Value<'c>]) -> Vec<Value<'c>> {
    adopt_region(op, 0, builder, values)
}

/// The same of any region of an operation.
pub fn adopt_region<'c>(op: Op<'c>, region: usize, builder: &Builder<'c>, values: &[Value<'c>]) -> Vec<Value<'c>> {
    let block = body(op, region).expect("the verifier asks for a body");
    for (argument, value) in arguments(block).into_iter().zip(values) {
        replace_uses(argument, *value);
    }
    let mut yielded = Vec::new();
    for inner in ops_in(block) {
        if Yield::is(inner) {
            yielded = operands(inner);
            erase(inner);
        } else {
            builder.adopt(inner);
        }
    }
    yielded
}

/// The operations in another that store something in an array.
pub fn stores(around: Op<'_>) -> Vec<Op<'_>> {
    collect_ops(around, |inner| stored_in(inner).is_some())
}

/// The array in which an operation stores something.
pub fn stored_in(store: Op<'_>) -> Option<Value<'_>> {
    match op_name(store).as_str() {
        "memref.store" | "vector.store" => Some(operands(store)[1]),
        "vector.maskedstore" => Some(operands(store)[0]),
        _ => None,
    }
}
