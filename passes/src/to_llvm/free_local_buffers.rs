//! `free-local-buffers`: free the buffers that a function makes and keeps to itself.
//!
//! Bufferization makes a buffer for each dense tensor that a function computes for its own use, and frees none. Here each
//! is freed after its last access, where it can be seen that nobody keeps it: it is only loaded from, stored to, copied,
//! looked at through views, passed to functions that do no more, or handed on by control flow. So is a buffer that a function
//! called made and handed over. A loop that carries new buffers owns what it carries, so it starts from a copy of what somebody
//! else owns; copies that it would make in each round are dropped ([`crate::ownership`] says how).
//!
//! Runs when everything is loops over buffers. Examples: `test/conversions/free_local_buffers.mlir`,
//! `test/conversions/free_carried_buffers.mlir`. Not done here: buffers that are stored in memory, resized or passed to unknown
//! functions, whose owner is elsewhere, those that are freed already, and those of which it is not known that a function called made
//! them: they may be arguments.

use crate::{
    diagnostic::Reported,
    options,
    ownership::{Callees, Owning, Summaries, settle},
    pass::Pass,
    values::dynamic_sizes,
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, defining_op, element_type, is_memref, is_op, operands, results, shape},
};
use melior::ir::{Type, ValueLike, r#type::MemRefType};

options! {
    /// Options of `free-local-buffers`.
    pub struct FreeLocalBuffers {
        /// alignment, in bytes, of copies of buffers: a power of two, or 0 for that of the elements
        pub alignment: u64 = "64",
    }
}

impl Pass for FreeLocalBuffers {
    const ARGUMENT: &'static str = "free-local-buffers";
    const SUMMARY: &'static str = "Free buffers that a function makes and keeps to itself";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        settle(root, &Buffers { alignment: self.alignment }, &mut Summaries::new(root, true));
        Ok(())
    }
}

/// Buffers, as values that are made and freed.
struct Buffers {
    alignment: u64,
}

impl<'c> Owning<'c> for Buffers {
    fn is_owned(&self, r#type: Type<'c>) -> bool {
        is_memref(r#type)
    }

    fn made(&self, op: Op<'c>, functions: &mut dyn Callees<'c>) -> Vec<Value<'c>> {
        let is_buffer = |value: &Value<'c>| is_memref(value.r#type());
        if is_op(op, "memref.alloc") {
            results(op)
        } else if is_op(op, "func.call") && results(op).iter().any(is_buffer) {
            let made = functions.callee(op).map_or_else(Vec::new, |callee| callee.made(op));
            made.into_iter().filter(is_buffer).collect()
        } else {
            Vec::new()
        }
    }

    fn free(&self, builder: &Builder<'c>, value: Value<'c>) {
        builder.create("memref.dealloc", &[value], &[], &[], Vec::new());
    }

    fn copy(&self, builder: &Builder<'c>, value: Value<'c>) -> (Value<'c>, Value<'c>) {
        let r#type = value.r#type();
        let known = shape(r#type).expect("a buffer that is handed on has a rank");
        let known: Vec<_> = known.iter().map(|size| size.map_or(i64::MIN, |size| size as i64)).collect();
        let element = element_type(r#type).expect("a buffer has elements");
        let own = MemRefType::new(element, &known, None, None).into();
        let alignment = ("alignment", builder.i64_attribute(self.alignment as i64));
        let sizes = dynamic_sizes(builder, value);
        let attributes = [builder.segments(&[sizes.len(), 0]), alignment];
        let given = if self.alignment == 0 { &attributes[..1] } else { &attributes[..] };
        let made = builder.value("memref.alloc", &sizes, own, given);
        builder.create("memref.copy", &[value, made], &[], &[], Vec::new());
        let copy = if own == r#type { made } else { builder.value("memref.cast", &[made], r#type, &[]) };
        (made, copy)
    }

    fn copied(&self, op: Op<'c>) -> Option<[Value<'c>; 2]> {
        if !is_op(op, "memref.copy") {
            return None;
        }
        let [mut source, target] = operands(op)[..] else { return None };
        while let Some(cast) = defining_op(source).filter(|op| is_op(*op, "memref.cast")) {
            source = operands(cast)[0];
        }
        Some([source, target])
    }
}
