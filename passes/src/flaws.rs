//! The formats of all types under an operation, none of which may have a flaw.

use crate::diagnostic::{Reported, error};
use lacuna_dialects::{
    format::{formats_in, has_flawed_format},
    ir::{Op, arguments, blocks, collect_ops, context, results},
};
use melior::ir::{Attribute, AttributeLike, Location, ValueLike, attribute::TypeAttribute, operation::OperationLike};
use std::collections::HashSet;

/// Emits an error for each bad format under an operation.
pub fn check_formats(root: Op<'_>) -> Result<(), Reported> {
    // Every pass that trusts formats asks: the IR is searched only where there is something to be found.
    if !has_flawed_format(context(root)) {
        return Ok(());
    }
    let mut visit = Visit::default();
    for op in collect_ops(root, |_| true) {
        for value in results(op).into_iter().chain(blocks(op).into_iter().flat_map(arguments)) {
            visit.attribute(TypeAttribute::new(value.r#type()).into(), || value.location());
        }
        for (_, attribute) in op.attributes() {
            visit.attribute(attribute, || op.location());
        }
    }
    visit.reported.map_or(Ok(()), Err)
}

/// What has been seen: MLIR keeps one of all equal attributes, types and formats.
#[derive(Default)]
struct Visit {
    seen: HashSet<*const std::ffi::c_void>,
    reported: Option<Reported>,
}

impl Visit {
    fn attribute<'c>(&mut self, attribute: Attribute<'c>, location: impl Fn() -> Location<'c>) {
        if !self.is_new(attribute) {
            return;
        }
        for format in formats_in(attribute) {
            let is_seen = format.attribute() != attribute && !self.is_new(format.attribute());
            if let Some(why) = format.flaw().filter(|_| !is_seen) {
                let message = format!("no tensor can be stored as {format}: {why}");
                self.reported = Some(error(location(), message));
            }
        }
    }

    fn is_new(&mut self, attribute: Attribute<'_>) -> bool {
        self.seen.insert(attribute.to_raw().ptr)
    }
}
