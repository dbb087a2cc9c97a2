//! Growing arrays, out of line: a function for each element type, so that loops over results stay small.
//!
//! A result of three compressed levels has room made for it in dozens of places, one for each case of each loop. With the
//! copy in each of them, LLVM spends more time on growing than on everything else.

use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, body, context, is_op, op, ops_in},
};
use melior::ir::{Attribute, Type, ValueLike, attribute::StringAttribute, operation::OperationLike};

/// Moves an array to one of another length; gives the new one.
pub fn grow<'c>(builder: &Builder<'c>, anchor: Op<'c>, array: Value<'c>, length: Value<'c>) -> Value<'c> {
    let r#type = array.r#type();
    let name = format!("lacuna_grow_{}", spelled(builder.scalar_type(r#type)));
    declare(builder, anchor, &name, r#type);
    let callee = builder.parse_attribute(&format!("@{name}"));
    builder.value("func.call", &[array, length], r#type, &[("callee", callee)])
}

/// The element type as part of a name.
fn spelled(element: Type<'_>) -> String {
    element.to_string().replace(['<', '>'], "_")
}

/// Adds the function to the module around `anchor`, once.
fn declare<'c>(builder: &Builder<'c>, anchor: Op<'c>, name: &str, r#type: Type<'c>) {
    let mut module = anchor;
    while let Some(parent) = module.parent_operation() {
        module = op(&parent);
    }
    let is_there = |op: Op<'c>| {
        let symbol = op.attribute("sym_name").ok().and_then(|name| StringAttribute::try_from(name).ok());
        is_op(op, "func.func") && symbol.is_some_and(|symbol| symbol.value() == name)
    };
    let Some(block) = body(module, 0).filter(|block| !ops_in(*block).into_iter().any(is_there)) else { return };
    let end = Builder::at_end(context(anchor), block, anchor.location());
    let index = builder.index_type();
    let region = end.region(&[r#type, index], |builder, arguments| {
        let (before, length) = (arguments[0], arguments[1]);
        let after = builder.value("memref.alloc", &[length], r#type, &[builder.segments(&[1, 0])]);
        let old = crate::nest::build::dimension_var(builder, before, 0).extent;
        let kept = builder.binary("arith.minui", old, length);
        builder.for_loop((builder.index(0), kept, builder.index(1)), &[], |builder, at, _| {
            builder.store(builder.load(before, &[at]), after, &[at]);
            Vec::new()
        });
        builder.create("memref.dealloc", &[before], &[], &[], Vec::new());
        builder.create("func.return", &[after], &[], &[], Vec::new());
    });
    let attributes: [(&str, Attribute); 4] = [
        ("sym_name", end.parse_attribute(&format!("\"{name}\""))),
        ("function_type", end.parse_attribute(&format!("({type}, index) -> {type}"))),
        ("sym_visibility", end.parse_attribute("\"private\"")),
        ("passthrough", end.parse_attribute("[\"noinline\", \"cold\"]")),
    ];
    end.create("func.func", &[], &[], &attributes, vec![region]);
}
