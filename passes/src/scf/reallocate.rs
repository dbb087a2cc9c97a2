//! Arrays that grow, out of line: a function for each element type, so that loops over results stay small.
//!
//! A result of three compressed levels has room made for it in dozens of places, one for each case of each loop. With the
//! copy in each of them, LLVM spends more time on growing than on everything else.

use super::arrays::allocate;
use crate::{
    function::{Called, Signature, define_noted, spelled},
    values::dimension_size,
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value},
};
use melior::ir::ValueLike;

/// Moves an array to one of another length; gives the new one.
pub fn reallocate<'c>(builder: &Builder<'c>, anchor: Op<'c>, array: Value<'c>, length: Value<'c>) -> Value<'c> {
    let r#type = array.r#type();
    let name = format!("lacuna.grow.{}", spelled(builder.scalar_type(r#type)));
    let signature = Signature {
        name: &name,
        arguments: &[r#type, builder.index_type()],
        results: &[r#type],
        notes: &[],
        called: Called::Seldom,
    };
    let name = define_noted(builder, anchor, signature, |builder, arguments| {
        let (before, length) = (arguments[0], arguments[1]);
        let after = allocate(builder, r#type, length);
        let kept = builder.binary("arith.minui", dimension_size(builder, before, 0), length);
        builder.for_loop((builder.index(0), kept, builder.index(1)), &[], |builder, at, _| {
            builder.store(builder.load(before, &[at]), after, &[at]);
            Vec::new()
        });
        builder.create("memref.dealloc", &[before], &[], &[], Vec::new());
        vec![after]
    });
    let callee = builder.parse_attribute(&format!("@{name}"));
    builder.value("func.call", &[array, length], r#type, &[("callee", callee)])
}
