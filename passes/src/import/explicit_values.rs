//! `explicitVal` of upstream's encodings: computations take it for the value of each entry, whatever the array of values
//! holds.

use super::encoding::explicit_value;
use crate::diagnostic::{Reported, error};
use lacuna_dialects::{
    builder::Builder,
    ir::{
        Block, Op, Value, arguments, body, collect_ops, encoding, is_op, op_name, operands, ops_in, segments,
        set_operand, users,
    },
    sloop::points::Stored,
};
use melior::ir::{Attribute, AttributeLike, ValueLike, operation::OperationLike};

/// An element of an operand whose entries have one value.
pub struct ExplicitElement<'c> {
    body: Block<'c>,
    element: Value<'c>,
    value: Attribute<'c>,
}

/// The elements of a module whose types are still upstream's.
pub fn plan(root: Op<'_>) -> Result<Vec<ExplicitElement<'_>>, Reported> {
    let mut found = Vec::new();
    for op in collect_ops(root, |op| op_name(op).starts_with("linalg.")) {
        let inputs = segments(op).first().copied().unwrap_or(0);
        for (number, operand) in operands(op).into_iter().take(inputs).enumerate() {
            let Some(value) = encoding(operand.r#type()).and_then(explicit_value) else { continue };
            if !is_op(op, "linalg.generic") {
                let why = "only linalg.generic reads operands with explicitVal: run linalg-generalize-named-ops first";
                return Err(error(op.location(), format!("{} is not imported: {why}", op_name(op))));
            }
            let body = body(op, 0).expect("a generic has a body");
            found.push(ExplicitElement { body, element: arguments(body)[number], value });
        }
    }
    Ok(found)
}

/// Puts the value in the place of the element where there is an entry.
pub fn rewrite(explicit: &ExplicitElement<'_>) {
    let ExplicitElement { body, element, value } = *explicit;
    let readers: Vec<_> = users(element).into_iter().filter(|user| !Stored::is(*user)).collect();
    let Some(first) = ops_in(body).first().copied().filter(|_| !readers.is_empty()) else { return };
    let builder = Builder::before(first);
    let name = if value.is_array() { "complex.constant" } else { "arith.constant" };
    let entry = builder.value(name, &[], element.r#type(), &[("value", value)]);
    let chosen =
        builder.value("arith.select", &[Stored::build(&builder, element), entry, element], element.r#type(), &[]);
    for reader in readers {
        for (number, operand) in operands(reader).into_iter().enumerate() {
            if operand == element {
                set_operand(reader, number, chosen);
            }
        }
    }
}
