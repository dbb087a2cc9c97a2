//! `stensor-check-formats`: refuse formats that make no sense, where they first appear.
//!
//! All types are looked through: those of results and block arguments, and those in attributes, such as the signatures of
//! functions. Each format whose levels do not determine its dimensions, say again what others say, or stand where they
//! cannot ([`lacuna_layout::Format::flaw`]), gives one error. The code that walks levels relies on there being none, so each pass that reads
//! formats has this run before it ([`Pass::TRUSTS_FORMATS`]); in the pipeline the pass comes first.
//!
//! Example: `test/passes/check_formats.mlir`. Not done here: what the dialect verifies when it reads a format.

use crate::{
    diagnostic::{Reported, error},
    options,
    pass::Pass,
};
use lacuna_dialects::{
    format::formats_in,
    ir::{Op, arguments, blocks, collect_ops, results},
};
use melior::ir::{Attribute, AttributeLike, Location, ValueLike, attribute::TypeAttribute, operation::OperationLike};
use std::collections::HashSet;

options! {
    /// Options of `stensor-check-formats`.
    pub struct CheckFormats {}
}

impl Pass for CheckFormats {
    const ARGUMENT: &'static str = "stensor-check-formats";
    const SUMMARY: &'static str = "Refuse formats that make no sense, where they first appear";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        check_formats(root)
    }
}

/// Emits an error for each bad format under an operation.
pub fn check_formats(root: Op<'_>) -> Result<(), Reported> {
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
            if let Some(why) = format.description().value.flaw().filter(|_| !is_seen) {
                let message = format!("no tensor can be stored as {format}: {why}");
                self.reported = Some(error(location(), message));
            }
        }
    }

    fn is_new(&mut self, attribute: Attribute<'_>) -> bool {
        self.seen.insert(attribute.to_raw().ptr)
    }
}
