//! `structured[n, m]`: `n` coordinates under each node, out of `m`. Groups with fewer entries are filled up.

use super::{Array, Capabilities, Children, LevelFormat, Meaning, Place, Properties};
use crate::{Level, LevelKind, algebra::Form};

pub(super) struct Structured;

impl LevelKind {
    /// The number of stored coordinates and of all coordinates a block; 1 and 1 without blocks.
    pub fn block(self) -> (u64, u64) {
        match self {
            LevelKind::Structured { n, m } => (n, m),
            _ => (1, 1),
        }
    }
}

impl LevelFormat for Structured {
    fn word(&self) -> &'static str {
        "structured"
    }

    fn properties(&self, level: &Level) -> Properties {
        let (stored, block) = level.kind.block();
        Properties { full: stored == block, ordered: true, unique: true, branchless: false }
    }

    fn capabilities(&self, _: &Level) -> Capabilities {
        // What fills up a group at the edge of the tensor may lie outside of it.
        Capabilities {
            iterate_positions: true,
            locate: false,
            stores_coordinates: true,
            keeps_inside: false,
            never_empty: false,
            walks_ranges: true,
        }
    }

    fn arrays(&self) -> &'static [Array] {
        &[Array::Coordinates]
    }

    fn children(&self, level: &Level, _: u64) -> Children {
        Children::Each(level.kind.block().0)
    }

    fn takes_sizes(&self) -> bool {
        true
    }

    fn misplaced(&self, place: &Place<'_>) -> Option<String> {
        let (n, m) = place.level().kind.block();
        let problem = || format!("must store between 1 and {m} of each {m} coordinates, found {n}");
        (n == 0 || n > m).then(problem)
    }

    fn objection(&self, place: &Place<'_>, meaning: &Meaning<'_>) -> Option<String> {
        let form = meaning.form?;
        let (_, block) = place.level().kind.block();
        // What remains by one is zero.
        let is_block = form.as_remainder().is_some_and(|divisor| u64::try_from(divisor) == Ok(block))
            || block == 1 && *form == Form::default();
        let problem = || format!("must be a remainder `mod {block}`, found `{}`", place.level().expr);
        (!is_block).then(problem)
    }
}
