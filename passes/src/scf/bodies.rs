//! Bodies of loops over cursors, moved to where the code for the loop is.

use super::cursors::OpenCursor;
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, arguments, body, erase, operands, ops_in, replace_uses},
    sloop::{cursors::Iterate, index::Yield},
};
use melior::ir::ValueLike;

/// The body of a level loop for one child, if it is there; gives the next carried values.
pub fn child<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    cursor: &dyn OpenCursor<'c>,
    counter: Value<'c>,
    carried: &[Value<'c>],
) -> Vec<Value<'c>> {
    let body = |builder: &Builder<'c>| {
        let coordinate = cursor.coordinate(builder, counter);
        let position = cursor.position(builder, counter);
        let given: Vec<_> = [coordinate, position].into_iter().chain(carried.iter().copied()).collect();
        adopt_body(r#loop.op(), builder, &given)
    };
    let Some(there) = cursor.is_there(builder, counter) else { return body(builder) };
    let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
    builder.if_else(there, &types, body, |_| carried.to_vec())
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
