//! Functions of the compiler's own, next to those that call them.

use crate::symbols::{module_body, unique_name};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, context, is_op},
};
use melior::ir::{Attribute, Type, operation::OperationLike};

/// Adds a function to the module around `anchor`, unless it is there; gives its name, which begins with `name`. It stays a
/// function: what is in it is rare or long.
pub fn define<'c>(
    builder: &Builder<'c>,
    anchor: Op<'c>,
    name: &str,
    arguments: &[Type<'c>],
    results: &[Type<'c>],
    fill: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
) -> String {
    let block = module_body(anchor);
    let end = Builder::at_end(context(anchor), block, builder.location());
    let list = |types: &[Type<'c>]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    // Conversion to the `llvm` dialect looks at the linkage alone: without it the name would be seen by the linker, and two
    // modules that define it could not be linked.
    let attributes: [(&str, Attribute); 4] = [
        ("llvm.linkage", end.parse_attribute("#llvm.linkage<internal>")),
        ("function_type", end.parse_attribute(&format!("({}) -> ({})", list(arguments), list(results)))),
        ("sym_visibility", end.parse_attribute("\"private\"")),
        ("passthrough", end.parse_attribute("[\"noinline\", \"nounwind\"]")),
    ];
    // A function of the program may have the name, but not all of this.
    let is_it = |op: Op<'c>| {
        let is_alike = |(name, own): &(&str, Attribute<'c>)| op.attribute(name).is_ok_and(|found| found == *own);
        is_op(op, "func.func") && attributes.iter().all(is_alike)
    };
    let (name, is_there) = unique_name(block, name, is_it);
    if !is_there {
        let region = end.region(arguments, |builder, arguments| {
            let values = fill(builder, arguments);
            builder.create("func.return", &values, &[], &[], Vec::new());
        });
        let symbol = ("sym_name", end.parse_attribute(&format!("\"{name}\"")));
        let all: Vec<_> = [symbol].into_iter().chain(attributes).collect();
        end.create("func.func", &[], &[], &all, vec![region]);
    }
    name
}

/// A type as part of a name.
pub fn spelled(r#type: Type<'_>) -> String {
    r#type.to_string().replace(['<', '>'], "_")
}
