//! `stensor-outline-conversions`: conversions between formats become functions that the module has once.
//!
//! A conversion is long: it lists entries, sorts them and puts levels together. Where a function converts several tensors, or
//! does something else besides, each conversion moves into a function of its own. Conversions from one type to another share
//! it. So its code is compiled once, and the loops around it stay in a function that is small enough to be optimized well.
//!
//! The call says [`CONVERSION`], as the function does: the arrays of its result are its caller's.
//!
//! Example: `test/conversions/outline_conversions.mlir`. Not done here: conversions to dense tensors, which are a loop; types
//! that differ in static sizes do not share a function.

use super::expand_conversions::FOR_LOOKUPS;
use crate::{
    diagnostic::Reported,
    function::{Called, Signature, define_noted},
    options,
    pass::Pass,
    values::without_name,
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, collect_ops, erase, is_op, op_name, operands, replace_uses, results},
};
use melior::ir::{Attribute, ValueLike, operation::OperationLike};

/// Says of a function, and of calls of it, that it is a conversion, and with which attributes.
pub const CONVERSION: &str = "stensor.conversion";

options! {
    /// Options of `stensor-outline-conversions`.
    pub struct OutlineConversions {}
}

impl Pass for OutlineConversions {
    const ARGUMENT: &'static str = "stensor-outline-conversions";
    const SUMMARY: &'static str = "Move conversions between formats into functions that the module has once";
    const ANCHOR: Option<&'static str> = Some("builtin.module");

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let functions = collect_ops(root, |op| is_op(op, "func.func") && !op.has_attribute(CONVERSION));
        for function in functions {
            if !is_conversion_alone(function) {
                collect_ops(function, makes_stored).into_iter().for_each(outline);
            }
        }
        Ok(())
    }
}

/// Whether a function does nothing but convert one tensor: it is a function of its own already.
fn is_conversion_alone(function: Op<'_>) -> bool {
    let works = |op: Op<'_>| {
        let name = op_name(op);
        name == "stensor.convert" || name == "sloop.nest" || name.starts_with("linalg.")
    };
    matches!(collect_ops(function, works).as_slice(), [op] if is_op(*op, "stensor.convert"))
}

/// Whether an operation converts a tensor to another format.
///
/// A table that is made for lookups stays where it is looked up: there, LLVM sees that each coordinate has a slot of its own, so
/// that the first look decides.
fn makes_stored(op: Op<'_>) -> bool {
    is_op(op, "stensor.convert") && !op.has_attribute(FOR_LOOKUPS) && {
        let (from, to) = (operands(op)[0].r#type(), results(op)[0].r#type());
        from != to && Format::of(to).is_some()
    }
}

fn outline(op: Op<'_>) {
    let builder = Builder::before(op);
    let (source, result) = (operands(op)[0], results(op)[0]);
    let own: Vec<(String, Attribute)> = op
        .attributes()
        .filter_map(|(name, attribute)| Some((name.as_string_ref().as_str().ok()?.to_owned(), attribute)))
        .collect();
    let own: Vec<_> = own.iter().map(|(name, attribute)| (name.as_str(), *attribute)).collect();
    let words: Vec<_> = own.iter().map(|(name, attribute)| format!("{name} = {attribute}")).collect();
    let note = (CONVERSION, builder.parse_attribute(&format!("{{{}}}", words.join(", "))));
    let signature = Signature {
        name: "lacuna.convert",
        arguments: &[source.r#type()],
        results: &[result.r#type()],
        notes: &[note],
        called: Called::Always,
    };
    // It converts other tensors, too.
    let nameless = builder.located(without_name(op.location()));
    let name = define_noted(&nameless, op, signature, |builder, arguments| {
        vec![builder.value("stensor.convert", arguments, result.r#type(), &own)]
    });
    let callee = ("callee", builder.parse_attribute(&format!("@{name}")));
    replace_uses(result, builder.value("func.call", &[source], result.r#type(), &[callee, note]));
    erase(op);
}
