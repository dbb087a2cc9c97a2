//! A value if a flag is set, and a constant otherwise: a load from one of two addresses.
//!
//! A load followed by a select becomes a branch on machines that cannot select floating-point numbers by a flag, such as x86
//! before AVX-512. This branch is as hard to predict as the flag. Addresses are integers, and every machine can select integers
//! by a flag.

use crate::{function::spelled, levels::LevelSite, symbols};
use lacuna_dialects::{
    builder::{Builder, is_float},
    format::Format,
    ir::{Op, Value, defining_op, erase, is_op, op_name, operands, replace_uses, results, users},
    sloop::lookups::ValueAt,
};
use melior::ir::{Attribute, Type, ValueLike, operation::OperationLike, r#type::IntegerType};

/// A choice between a value of a stored tensor and a constant.
struct SelectedValue<'c> {
    op: Op<'c>,
    site: LevelSite<'c>,
    position: Value<'c>,
    constant: Attribute<'c>,
}

/// Turns the choices that a flag makes between a value of a stored tensor and a constant into loads.
pub fn load_where<'c>(flag: Value<'c>) {
    for choice in users(flag).into_iter().filter_map(|user| SelectedValue::of(user, flag)) {
        let builder = Builder::before(choice.op);
        let loaded = choice.load(&builder, flag);
        replace_uses(results(choice.op)[0], loaded);
        erase(choice.op);
    }
}

impl<'c> SelectedValue<'c> {
    fn of(op: Op<'c>, flag: Value<'c>) -> Option<Self> {
        if !is_op(op, "arith.select") {
            return None;
        }
        let [condition, value, otherwise] = operands(op)[..] else { return None };
        let value = defining_op(value).and_then(ValueAt::of).filter(|value| value.last().is_none())?;
        let constant = defining_op(otherwise).filter(|constant| is_op(*constant, "arith.constant"))?;
        let (tensor, position) = (value.tensor(), value.position());
        let is_scalar = is_float(otherwise.r#type()) || IntegerType::try_from(otherwise.r#type()).is_ok();
        let site = LevelSite { tensor, format: Format::of(tensor.r#type())?, level: 0 };
        let constant = constant.attribute("value").ok()?;
        (condition == flag && is_scalar).then_some(Self { op, site, position, constant })
    }

    fn load(&self, builder: &Builder<'c>, flag: Value<'c>) -> Value<'c> {
        let choose = |left: Value<'c>, right| builder.value("arith.select", &[flag, left, right], left.r#type(), &[]);
        let values = self.site.values(builder);
        let array = choose(values, self.constant_array(builder, values.r#type()));
        builder.load(array, &[choose(self.position, builder.index(0))])
    }

    /// An array of one element in the module: the constant.
    fn constant_array(&self, builder: &Builder<'c>, r#type: Type<'c>) -> Value<'c> {
        let scalar = builder.scalar_type(r#type);
        let array = builder.parse_type(&format!("memref<1x{scalar}>"));
        let text = self.constant.to_string();
        let number = text.split(" : ").next().unwrap_or(&text);
        let attributes = [
            ("sym_visibility", builder.parse_attribute("\"private\"")),
            ("type", builder.parse_attribute(&array.to_string())),
            ("initial_value", builder.parse_attribute(&format!("dense<{number}> : tensor<1x{scalar}>"))),
            ("constant", Attribute::unit(builder.context())),
        ];
        let block = symbols::module_body(self.op);
        let is_it = |op: Op<'c>| {
            op_name(op) == "memref.global" && attributes.iter().all(|(name, own)| op.attribute(name) == Ok(*own))
        };
        let (name, is_there) = symbols::unique_name(block, &format!("lacuna.constant.{}", spelled(scalar)), is_it);
        if !is_there {
            let end = Builder::at_end(builder.context(), block, builder.location());
            let symbol = ("sym_name", end.parse_attribute(&format!("\"{name}\"")));
            let all: Vec<_> = [symbol].into_iter().chain(attributes).collect();
            end.create("memref.global", &[], &[], &all, Vec::new());
        }
        let global =
            builder.value("memref.get_global", &[], array, &[("name", builder.parse_attribute(&format!("@{name}")))]);
        builder.value("memref.cast", &[global], r#type, &[])
    }
}
