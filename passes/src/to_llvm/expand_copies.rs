//! `expand-copies`: `memref.copy` of buffers that are not one piece, as loops.
//!
//! Upstream lowers them to a call of `memrefCopy` of its runner library, which our kernels do not link. A copy between buffers whose types
//! say that each is one piece stays, and becomes `memcpy`.
//!
//! Example: `test/conversions/expand_copies.mlir`.

use crate::{diagnostic::Reported, options, pass::Pass, values::dimension_size};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, collect_ops, erase, is_one_piece, is_op, operands, shape},
};
use melior::ir::ValueLike;

options! {
    /// Options of `expand-copies`.
    pub struct ExpandCopies {}
}

impl Pass for ExpandCopies {
    const ARGUMENT: &'static str = "expand-copies";
    const SUMMARY: &'static str = "Expand copies of buffers that are not one piece";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let has_gaps = |op: Op<'_>| operands(op).into_iter().any(|buffer| !is_one_piece(buffer.r#type()));
        for op in collect_ops(root, |op| is_op(op, "memref.copy") && has_gaps(op)) {
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
