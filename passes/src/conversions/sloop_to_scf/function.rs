//! Functions of the compiler's own, next to those that call them.

use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, body, context, is_op, op, ops_in},
};
use melior::ir::{Attribute, Type, attribute::StringAttribute, operation::OperationLike};

/// Adds a function to the module around `anchor`, unless it is there. It stays a function: what is in it is rare or long.
pub fn define<'c>(
    builder: &Builder<'c>,
    anchor: Op<'c>,
    name: &str,
    arguments: &[Type<'c>],
    results: &[Type<'c>],
    fill: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
) {
    let mut module = anchor;
    while let Some(parent) = module.parent_operation()
        && !is_op(module, "builtin.module")
    {
        module = op(&parent);
    }
    let is_there = |op: Op<'c>| {
        let symbol = op.attribute("sym_name").ok().and_then(|name| StringAttribute::try_from(name).ok());
        is_op(op, "func.func") && symbol.is_some_and(|symbol| symbol.value() == name)
    };
    let Some(block) = body(module, 0).filter(|block| !ops_in(*block).into_iter().any(is_there)) else { return };
    let end = Builder::at_end(context(anchor), block, builder.location());
    let region = end.region(arguments, |builder, arguments| {
        let values = fill(builder, arguments);
        builder.create("func.return", &values, &[], &[], Vec::new());
    });
    let list = |types: &[Type<'c>]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let r#type = format!("({}) -> ({})", list(arguments), list(results));
    let attributes: [(&str, Attribute); 4] = [
        ("sym_name", end.parse_attribute(&format!("\"{name}\""))),
        ("function_type", end.parse_attribute(&r#type)),
        ("sym_visibility", end.parse_attribute("\"private\"")),
        ("passthrough", end.parse_attribute("[\"noinline\", \"nounwind\"]")),
    ];
    end.create("func.func", &[], &[], &attributes, vec![region]);
}
