//! `convert-sloop-to-scf`: cursor form to loops over arrays.
//!
//! Each level format emits its own level functions ([`crate::levels`]); here they are put into loops: a counted loop
//! over positions, no loop where a level has exactly one child a node, and a `while` where neighbours of equal coordinate
//! are taken together, which scans ahead unless the loop over what is below them finds their end ([`open_runs`]).
//!
//! Example: `test/conversions/sloop_to_scf.mlir`.

mod abreast;
mod arrays;
mod batches;
mod bodies;
mod build;
mod capacity_checks;
mod cell;
mod check;
mod coiterate;
mod copy;
mod cursors;
mod entries;
mod hints;
mod iterate;
mod lookups;
mod open_runs;
mod options;
mod packed;
mod reallocate;
mod results;
mod sampled;
mod scatters;
mod sort;
mod sort_segment;
mod span;
mod sums;
mod value_or_constant;
pub mod workspaces;

use crate::{diagnostic::Reported, pass::Pass};
pub use cell::Cell;
use lacuna_dialects::{
    ir::{Op, collect_ops, erase, op_name},
    sloop::{
        self,
        cursors::{Coiterate, Iterate, is_cursor},
        index::Yield,
        lookups::{Choose, CoordinateAt, Locate, NodeCount, ValueAt},
    },
    stensor::{
        conversion::{Build, Sort},
        storage::LevelSize,
    },
};
pub use options::SloopToScf;
pub use reallocate::reallocate;

impl Pass for SloopToScf {
    const ARGUMENT: &'static str = "convert-sloop-to-scf";
    const SUMMARY: &'static str = "Convert cursor form to loops over arrays";
    const ANCHOR: Option<&'static str> = Some("builtin.module");

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for op in collect_ops(root, sloop::owns) {
            check::check(op)?;
        }
        // Outer loops first: bodies move, and the handles of what they hold stay good. Yields go with their loops.
        let lowered = |op| {
            (sloop::owns(op) && !Yield::is(op) && !is_cursor(op)) || LevelSize::is(op) || Sort::is(op) || Build::is(op)
        };
        let mut assemblies = results::Assemblies::default();
        let mut gone = Vec::new();
        for op in collect_ops(root, lowered) {
            if gone.contains(&op) {
                continue;
            }
            match op_name(op).as_str() {
                Sort::NAME => Sort::of(op).into_iter().for_each(|sort| sort::lower(sort, self)),
                Build::NAME => Build::of(op).into_iter().for_each(build::lower),
                LevelSize::NAME => LevelSize::of(op).into_iter().for_each(lookups::level_size),
                _ if results::Assemblies::holds(op) => assemblies.lower(op, self),
                Iterate::NAME => {
                    gone.extend(Iterate::of(op).map(|walk| iterate::lower(walk, self)).unwrap_or_default())
                }
                Coiterate::NAME => Coiterate::of(op).into_iter().for_each(|merge| coiterate::lower(merge, self)),
                Locate::NAME => Locate::of(op).into_iter().for_each(lookups::locate),
                CoordinateAt::NAME => CoordinateAt::of(op).into_iter().for_each(lookups::coordinate),
                Choose::NAME => Choose::of(op).into_iter().for_each(|choose| sampled::lower(choose, self)),
                NodeCount::NAME => NodeCount::of(op).into_iter().for_each(lookups::node_count),
                _ => ValueAt::of(op).into_iter().for_each(lookups::value),
            }
        }
        assemblies.finish();
        // Loops have taken from them what they say.
        collect_ops(root, is_cursor).into_iter().rev().for_each(erase);
        Ok(())
    }
}
