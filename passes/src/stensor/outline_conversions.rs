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
    ir::{Op, collect_ops, erase, is_op, op_name, replace_uses},
    sloop::index::Nest,
    stensor::conversion::{CONVERSION, Convert},
};
use melior::ir::{ValueLike, operation::OperationLike};

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
                collect_ops(function, makes_stored).into_iter().filter_map(Convert::of).for_each(outline);
            }
        }
        Ok(())
    }
}

/// Whether a function does nothing but convert one tensor: it is a function of its own already.
fn is_conversion_alone(function: Op<'_>) -> bool {
    let works = |op: Op<'_>| {
        let name = op_name(op);
        name == Convert::NAME || name == Nest::NAME || name.starts_with("linalg.")
    };
    matches!(collect_ops(function, works).as_slice(), [op] if Convert::is(*op))
}

/// Whether an operation converts a tensor to another format.
///
/// A table that is made for lookups stays where it is looked up: there, LLVM sees that each coordinate has a slot of its own, so
/// that the first look decides.
fn makes_stored(op: Op<'_>) -> bool {
    Convert::of(op).is_some_and(|convert| {
        let (from, to) = (convert.source().r#type(), convert.result().r#type());
        !convert.how().for_lookups && from != to && Format::of(to).is_some()
    })
}

fn outline(convert: Convert<'_>) {
    let builder = Builder::before(convert.op());
    let (source, result) = (convert.source(), convert.result());
    let note = (CONVERSION, convert.how().attribute(&builder));
    let signature = Signature {
        name: "lacuna.convert",
        arguments: &[source.r#type()],
        results: &[result.r#type()],
        notes: &[note],
        called: Called::Always,
    };
    // It converts other tensors, too.
    let nameless = builder.located(without_name(convert.op().location()));
    let name = define_noted(&nameless, convert.op(), signature, |builder, arguments| {
        vec![Convert::build(builder, arguments[0], result.r#type(), convert.how())]
    });
    let callee = ("callee", builder.parse_attribute(&format!("@{name}")));
    replace_uses(result, builder.value("func.call", &[source], result.r#type(), &[callee, note]));
    erase(convert.op());
}
