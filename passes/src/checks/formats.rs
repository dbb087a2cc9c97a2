//! `stensor-check-formats`: refuse formats that make no sense, where they first appear.
//!
//! All types are looked through: those of results and block arguments, and those in attributes, such as the signatures of
//! functions. Each format whose levels do not determine its dimensions, say again what others say, or stand where they
//! cannot ([`lacuna_layout::Format::flaw`]), gives one error. The code that walks levels relies on there being none, so each pass that reads
//! formats has this run before it ([`Pass::TRUSTS_FORMATS`]); in the pipeline the pass comes first.
//!
//! Example: `test/passes/check_formats.mlir`. Not done here: what the dialect verifies when it reads a format.

use crate::{diagnostic::Reported, flaws::check_formats, options, pass::Pass};
use lacuna_dialects::ir::Op;

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
