//! What is made and freed: buffers to one pass, stored tensors to another.

use crate::ownership::summary::Callees;
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, blocks, collect_ops, ops_in},
    sloop,
};
use melior::ir::Type;

/// What is made and freed.
pub trait Owning<'c> {
    /// Whether values of a type are.
    fn is_owned(&self, r#type: Type<'c>) -> bool;

    /// What an operation makes for the block that it stands in.
    fn made(&self, op: Op<'c>, functions: &mut dyn Callees<'c>) -> Vec<Value<'c>>;

    fn free(&self, builder: &Builder<'c>, value: Value<'c>);

    /// A copy, of the same type. Gives what is made for it, and what is to be used.
    fn copy(&self, builder: &Builder<'c>, value: Value<'c>) -> (Value<'c>, Value<'c>);

    /// What an operation copies, whole, under the name that it has where it is made, and to what, if it does nothing else.
    fn copied(&self, op: Op<'c>) -> Option<[Value<'c>; 2]>;
}

/// The operations of a function that are not part of an operation of ours.
pub fn ops_around(function: Op<'_>) -> Vec<Op<'_>> {
    let is_around = |op: Op<'_>| !blocks(op).is_empty() && !sloop::owns(op);
    collect_ops(function, is_around).into_iter().flat_map(blocks).flat_map(ops_in).collect()
}
