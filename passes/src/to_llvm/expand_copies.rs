//! `expand-copies`: `memref.copy` of buffers with strides as loops.
//!
//! Upstream calls a function of its runner for them, which a program that is linked with nothing does not have. Copies of buffers that
//! are one piece stay: they become `memcpy`.
//!
//! Example: `test/conversions/expand_copies.mlir`.

use crate::{diagnostic::Reported, options, pass::Pass, values::dimension_size};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, collect_ops, erase, has_identity_layout, is_op, operands, shape},
};
use melior::ir::ValueLike;

options! {
    /// Options of `expand-copies`.
    pub struct ExpandCopies {}
}

impl Pass for ExpandCopies {
    const ARGUMENT: &'static str = "expand-copies";
    const SUMMARY: &'static str = "Convert copies of buffers with strides to loops";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let has_strides = |op: Op<'_>| operands(op).into_iter().any(|buffer| !has_identity_layout(buffer.r#type()));
        for op in collect_ops(root, |op| is_op(op, "memref.copy") && has_strides(op)) {
            let [from, to] = operands(op)[..] else { continue };
            let Some(sizes) = shape(from.r#type()) else { continue };
            copy(&Builder::before(op), (from, to), sizes.len(), &mut Vec::new());
            erase(op);
        }
        Ok(())
    }
}

/// Copies all elements at these indices and any further ones.
fn copy<'c>(builder: &Builder<'c>, buffers: (Value<'c>, Value<'c>), order: usize, indices: &mut Vec<Value<'c>>) {
    let (from, to) = buffers;
    if indices.len() == order {
        return builder.store(builder.load(from, indices), to, indices);
    }
    let size = dimension_size(builder, from, indices.len());
    builder.for_loop((builder.index(0), size, builder.index(1)), &[], |builder, index, _| {
        indices.push(index);
        copy(builder, buffers, order, indices);
        indices.pop();
        Vec::new()
    });
}
