//! Operations on scalars, from the IR and back.

use super::{Binding, constants::constant_of, types::type_of};
use crate::index::{Detail, Operation, Scalar, constant::Constant};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, integer_attribute, op_name, results},
};
use melior::ir::{Attribute, ValueLike, attribute::ArrayAttribute, operation::OperationLike};

impl<'c> Binding<'c> {
    /// A result of an operation of the IR.
    pub fn operation(&mut self, op: Op<'c>, result: usize) -> Operation {
        Operation::new(&op_name(op), result, detail_of(op), Some(self.op_id(op)))
    }

    /// An operation on these operands, with a result of this type; in as many lanes as they have, if any are given.
    pub fn emit_operation(
        &self,
        builder: &Builder<'c>,
        operation: Operation,
        (operands, r#type): (&[Value<'c>], Scalar),
        lanes: Option<i64>,
        extra: &[(&str, Attribute<'c>)],
    ) -> Value<'c> {
        let in_lanes = |scalar| lanes.map_or(scalar, |width| builder.vector_type(width, scalar));
        match operation.source.map(|source| self.op(source)) {
            Some(source) => {
                let types: Vec<_> = results(source).into_iter().map(|result| in_lanes(result.r#type())).collect();
                builder.clone_op(source, operands, &types, extra)[operation.result]
            }
            None => {
                let r#type = in_lanes(type_of(r#type, builder.context()));
                builder.value(operation.op_name(), operands, r#type, extra)
            }
        }
    }
}

/// What decides the value of an operation besides its operands.
fn detail_of(op: Op<'_>) -> Detail {
    let value = || op.attribute("value").ok();
    match op_name(op).as_str() {
        "arith.cmpi" | "arith.cmpf" => integer_attribute(op, "predicate").map_or(Detail::None, Detail::Predicate),
        "arith.constant" => value().and_then(constant_of).map_or(Detail::None, Detail::Number),
        "complex.constant" => value().and_then(complex_parts).map_or(Detail::None, |(re, im)| Detail::Complex(re, im)),
        _ => Detail::None,
    }
}

/// The parts of a complex constant, `[1.0 : f64, 2.0 : f64]`.
fn complex_parts(attribute: Attribute<'_>) -> Option<(f64, f64)> {
    let parts = ArrayAttribute::try_from(attribute).ok()?;
    let part = |index| match constant_of(parts.element(index).ok()?)? {
        Constant::Float(number) => Some(number),
        Constant::Integer(number) => Some(number as f64),
        Constant::Complex(..) | Constant::Zero | Constant::Absent => None,
    };
    Some((part(0)?, part(1)?))
}
