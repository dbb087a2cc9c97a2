//! `sloop-release-intermediates`: free stored tensors that a function computes for its own use.
//!
//! A stored result has arrays of its own, whatever its nest starts from, and so has what a list is built into, and what a
//! function converts. One that the function only reads, itself or its arrays, has no owner outside, so the function frees it
//! after the last read. The same holds of what a function called made and handed over
//! ([`crate::ownership`]). Runs when the nests are final, before bufferization, which frees nothing that is stored.
//!
//! Example: `test/passes/release_intermediates.mlir`. Not done here: tensors that something else may keep, or
//! of which it is not known that a function called made them (they may be arguments); what a conversion is made of, which is
//! freed by who makes the conversion; and results of nests that nothing reads but for their sizes, which are not
//! computed at all.

use crate::{
    buffer_effects::Effects,
    diagnostic::Reported,
    options,
    ownership::{Callees, Owning, Summaries, settle},
    pass::Pass,
    values::dynamic_sizes,
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, is_op, op_name, results, users},
    stensor::storage::{Empty, Pack, Release, Unpack},
};
use melior::ir::{Type, ValueLike};

options! {
    /// Options of `sloop-release-intermediates`.
    pub struct ReleaseIntermediates {}
}

impl Pass for ReleaseIntermediates {
    const ARGUMENT: &'static str = "sloop-release-intermediates";
    const SUMMARY: &'static str = "Free stored tensors that only their function reads";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        settle(root, &StoredTensors, &mut Summaries::new(root, false));
        Ok(())
    }
}

/// Stored tensors, as values that are made and freed.
struct StoredTensors;

impl<'c> Owning<'c> for StoredTensors {
    fn is_owned(&self, r#type: Type<'c>) -> bool {
        Format::of(r#type).is_some()
    }

    fn made(&self, op: Op<'c>, functions: &mut dyn Callees<'c>) -> Vec<Value<'c>> {
        let made = if is_op(op, "func.call") {
            functions.callee(op).map_or_else(Vec::new, |callee| callee.made(op))
        } else if Empty::is(op) {
            // Arrays are made for it where it is more than the start of a result.
            results(op).into_iter().filter(|tensor| users(*tensor).into_iter().any(hands_on)).collect()
        } else {
            let is_computed = |tensor: &Value<'c>| !users(*tensor).iter().all(|user| is_op(*user, "tensor.dim"));
            Effects::of(op, false).makes.into_iter().filter(is_computed).collect()
        };
        made.into_iter().filter(|result| self.is_owned(result.r#type())).collect()
    }

    fn free(&self, builder: &Builder<'c>, value: Value<'c>) {
        Release::build(builder, value);
    }

    fn copy(&self, builder: &Builder<'c>, value: Value<'c>) -> (Value<'c>, Value<'c>) {
        let copy_array = |array: Value<'c>| {
            let sizes = dynamic_sizes(builder, array);
            let made = builder.value("memref.alloc", &sizes, array.r#type(), &[builder.segments(&[sizes.len(), 0])]);
            builder.create("memref.copy", &[array, made], &[], &[], Vec::new());
            made
        };
        let arrays: Vec<_> = Unpack::build(builder, value).into_iter().map(copy_array).collect();
        let copy = Pack::build(builder, &arrays, &dynamic_sizes(builder, value), value.r#type());
        (copy, copy)
    }

    fn copied(&self, _op: Op<'c>) -> Option<[Value<'c>; 2]> {
        None
    }
}

/// Whether an operation hands its operands to others as they are.
fn hands_on(op: Op<'_>) -> bool {
    let name = op_name(op);
    name.starts_with("scf.") || name.starts_with("cf.") || is_op(op, "func.return")
}
