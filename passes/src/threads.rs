//! What a second thread is given: the words of its context.
//!
//! The first word says which thread it is, the second whether somebody has to wait for it. Behind them stands each argument, as
//! the `llvm` dialect has it.

use lacuna_dialects::{
    builder::{Builder, is_float},
    ir::{Value, is_memref, shape},
};
use melior::ir::{
    Type,
    r#type::{IntegerType, MemRefType},
};

/// Where it stands which thread it is.
pub const THREAD: i64 = 0;
/// Where it stands whether somebody has to wait for it.
pub const RUNS: i64 = 1;

/// An argument in a context.
pub struct ContextSlot<'c> {
    /// The word at which it begins.
    pub at: i64,
    /// Its type in the `llvm` dialect.
    pub stored: Type<'c>,
}

/// Where arguments of some types stand, and how many words there are together. `None` if there is one of a type that no context
/// holds.
pub fn slots<'c>(builder: &Builder<'c>, types: &[Type<'c>]) -> Option<(Vec<ContextSlot<'c>>, i64)> {
    let mut next = RUNS + 1;
    let slots = types.iter().map(|r#type| {
        let (stored, words) = stored_as(builder, *r#type)?;
        let slot = ContextSlot { at: next, stored };
        next += words;
        Some(slot)
    });
    let slots = slots.collect::<Option<Vec<_>>>()?;
    Some((slots, next))
}

/// A context for arguments of these types, which no thread has.
///
/// # Panics
/// If there is a type that no context holds.
pub fn new_context<'c>(builder: &Builder<'c>, types: &[Type<'c>]) -> Value<'c> {
    let (_, words) = slots(builder, types).expect("arrays and scalars have a type in the llvm dialect");
    let word: Type = IntegerType::new(builder.context(), 64).into();
    let r#type = MemRefType::new(word, &[words], None, None).into();
    let context = builder.value("memref.alloc", &[], r#type, &[builder.segments(&[0, 0])]);
    builder.store(builder.integer(0, word), context, &[builder.index(RUNS)]);
    context
}

/// The type of a value in the `llvm` dialect, and how many words it takes.
fn stored_as<'c>(builder: &Builder<'c>, r#type: Type<'c>) -> Option<(Type<'c>, i64)> {
    if is_memref(r#type) {
        let rank = shape(r#type)?.len() as i64;
        // Two pointers, an offset, sizes and strides.
        let ends = if rank == 0 { String::new() } else { format!(", array<{rank} x i64>, array<{rank} x i64>") };
        return Some((builder.parse_type(&format!("!llvm.struct<(ptr, ptr, i64{ends})>")), 3 + 2 * rank));
    }
    if r#type == builder.index_type() {
        return Some((IntegerType::new(builder.context(), 64).into(), 1));
    }
    if let Ok(integer) = IntegerType::try_from(r#type) {
        return Some((r#type, i64::from(integer.width().div_ceil(64))));
    }
    if is_float(r#type) {
        return Some((r#type, 1));
    }
    let text = r#type.to_string();
    let part = text.strip_prefix("complex<")?.strip_suffix('>')?;
    Some((builder.parse_type(&format!("!llvm.struct<({part}, {part})>")), 2))
}
