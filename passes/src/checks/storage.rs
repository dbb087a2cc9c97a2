//! `stensor-check-storage`: stored tensors from outside keep what their formats promise, or the program stops.
//!
//! Compiled code trusts the arrays of stored tensors. This pass has them checked, by the code of each level format: lengths
//! that fit, positions that do not decrease, coordinates in range, in order and once, hash tables in which every search ends.
//! A `cf.assert` names the tensor, the level and what is broken. Checked are the arguments of functions that can be called
//! from outside, when they start, what `stensor.pack` makes, and what functions give whose bodies are elsewhere.
//!
//! Example: `test/passes/check_storage.mlir`. Not done here: what `levels/checking.rs` leaves out. In levels that are unique
//! and in no order, each coordinate is compared with all of its siblings.

use crate::{diagnostic::Reported, levels::checking::check, options, pass::Pass, values::given_name};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, arguments, body, collect_ops, is_op, ops_in, results},
    stensor::storage::Pack,
};
use melior::ir::{
    ValueLike,
    attribute::{FlatSymbolRefAttribute, StringAttribute},
    operation::OperationLike,
};

options! {
    /// Options of `stensor-check-storage`.
    pub struct CheckStorage {}
}

impl Pass for CheckStorage {
    const ARGUMENT: &'static str = "stensor-check-storage";
    const SUMMARY: &'static str = "Check the arrays of stored tensors from outside when the program runs";
    const ANCHOR: Option<&'static str> = Some("builtin.module");

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let functions = collect_ops(root, |op| is_op(op, "func.func"));
        let mut places = Vec::new();
        for function in &functions {
            let Some(entry) = body(*function, 0) else { continue };
            let name = symbol(*function, "sym_name");
            let start = ops_in(entry).first().copied();
            if let Some(start) = start.filter(|_| !is_private(*function)) {
                let stored = arguments(entry).into_iter().enumerate().filter(|(_, value)| is_stored(*value));
                places.extend(stored.map(|(number, value)| (start, value, format!("argument {number} of @{name}"))));
            }
            for op in collect_ops(*function, |op| Pack::is(op) || calls_elsewhere(op, &functions)) {
                let what = if Pack::is(op) {
                    format!("a tensor packed in @{name}")
                } else {
                    format!("a result of @{}", symbol(op, "callee"))
                };
                let next = op.next_in_block().expect("neither is a terminator");
                let next = lacuna_dialects::ir::op(&next);
                let stored = results(op).into_iter().filter(|value| is_stored(*value));
                places.extend(stored.map(|value| (next, value, what.clone())));
            }
        }
        for (before, value, what) in places {
            let name = given_name(value).map_or_else(|| what.clone(), |name| format!("{name}, {what}"));
            check(&Builder::before(before).located(value.location()), value, &name);
        }
        Ok(())
    }
}

fn is_stored(value: Value<'_>) -> bool {
    Format::of(value.r#type()).is_some()
}

/// Whether a function can be called from its module only.
fn is_private(function: Op<'_>) -> bool {
    let visibility = function.attribute("sym_visibility").and_then(StringAttribute::try_from);
    visibility.is_ok_and(|visibility| visibility.value() == "private")
}

/// The name that an attribute says.
fn symbol(op: Op<'_>, attribute: &str) -> String {
    let Ok(attribute) = op.attribute(attribute) else { return String::new() };
    match StringAttribute::try_from(attribute) {
        Ok(name) => name.value().to_owned(),
        Err(_) => {
            FlatSymbolRefAttribute::try_from(attribute).map_or_else(|_| String::new(), |name| name.value().to_owned())
        }
    }
}

/// Whether an operation calls a function whose body is not here.
fn calls_elsewhere(op: Op<'_>, functions: &[Op<'_>]) -> bool {
    is_op(op, "func.call") && {
        let callee = symbol(op, "callee");
        functions.iter().any(|function| symbol(*function, "sym_name") == callee && body(*function, 0).is_none())
    }
}
