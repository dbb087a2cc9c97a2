//! A value if a flag is set, and a constant otherwise: a load from one of two addresses.
//!
//! A load followed by a select becomes a branch on machines that cannot select floating-point numbers by a flag, such as x86
//! before AVX-512. This branch is as hard to predict as the flag. Addresses are integers, and every machine can select integers
//! by a flag.

use crate::{function::spelled, levels::LevelSite, symbols};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, op_name},
};
use melior::ir::{Attribute, ValueLike, attribute::DenseElementsAttribute, operation::OperationLike};

/// Loads the value at a position of a stored tensor where a flag is set, and the constant elsewhere. The operation stands in
/// the module that holds the constant.
pub fn load<'c>(
    builder: &Builder<'c>,
    anchor: Op<'c>,
    (site, position): (LevelSite<'c>, Value<'c>),
    (flag, constant): (Value<'c>, Attribute<'c>),
) -> Value<'c> {
    let choose = |left: Value<'c>, right| builder.value("arith.select", &[flag, left, right], left.r#type(), &[]);
    let values = site.values(builder);
    let array = choose(values, constant_array(builder, anchor, values, constant));
    builder.load(array, &[choose(position, builder.index(0))])
}

/// An array of one element in the module: the constant, as an array like another.
fn constant_array<'c>(builder: &Builder<'c>, anchor: Op<'c>, like: Value<'c>, constant: Attribute<'c>) -> Value<'c> {
    let r#type = like.r#type();
    let scalar = builder.scalar_type(r#type);
    let array = builder.parse_type(&format!("memref<1x{scalar}>"));
    let tensor = lacuna_dialects::ir::tensor_type(vec![Some(1)], scalar, None);
    let number = DenseElementsAttribute::new(tensor, &[constant]).expect("a number of the type of its array");
    let name = format!("lacuna.constant.{}", spelled(scalar));
    let global = global_constant(builder, anchor, &name, (&array.to_string(), number.into()));
    builder.value("memref.cast", &[global], r#type, &[])
}

/// An array in the module that has these values. Its name begins with `name`.
pub fn global_constant<'c>(
    builder: &Builder<'c>,
    anchor: Op<'c>,
    name: &str,
    (array, values): (&str, Attribute<'c>),
) -> Value<'c> {
    let attributes = [
        ("sym_visibility", builder.parse_attribute("\"private\"")),
        ("type", builder.parse_attribute(array)),
        ("initial_value", values),
        ("constant", Attribute::unit(builder.context())),
    ];
    let block = symbols::module_body(anchor);
    let is_it = |op: Op<'c>| {
        op_name(op) == "memref.global" && attributes.iter().all(|(name, own)| op.attribute(name) == Ok(*own))
    };
    let (name, is_there) = symbols::unique_name(block, name, is_it);
    if !is_there {
        let end = Builder::at_end(builder.context(), block, builder.location());
        let symbol = ("sym_name", end.parse_attribute(&format!("\"{name}\"")));
        let all: Vec<_> = [symbol].into_iter().chain(attributes).collect();
        end.create("memref.global", &[], &[], &all, Vec::new());
    }
    let symbol = ("name", builder.parse_attribute(&format!("@{name}")));
    builder.value("memref.get_global", &[], builder.parse_type(array), &[symbol])
}
