//! `offset`: one coordinate a node, which follows from those above; nothing is stored.

use super::{Assembly, Capabilities, Children, LevelFormat, Meaning, Place, Properties};
use crate::Level;

pub(super) struct Offset;

impl LevelFormat for Offset {
    fn word(&self) -> &'static str {
        "offset"
    }

    fn properties(&self, _: &Level) -> Properties {
        Properties { full: false, ordered: true, unique: true, branchless: true }
    }

    fn capabilities(&self, _: &Level) -> Capabilities {
        Capabilities {
            iterate_positions: false,
            locate: false,
            stores_coordinates: false,
            keeps_inside: true,
            never_empty: false,
            walks_ranges: false,
        }
    }

    fn assembly(&self, _: &Level) -> Option<Assembly> {
        Some(Assembly::Implied)
    }

    fn children(&self, _: &Level, _: u64) -> Children {
        Children::Each(1)
    }

    fn misplaced(&self, place: &Place<'_>) -> Option<String> {
        // LEVELS, table 3.1: the coordinate of the parent and an offset that the coordinate above that one has.
        let lacks_offset = || (place.number < 2).then(|| "is the sum of two levels above it, it has one".to_owned());
        place.lacks_parents().or_else(lacks_offset)
    }

    fn objection(&self, place: &Place<'_>, meaning: &Meaning<'_>) -> Option<String> {
        let unknown = place.unknown_above(meaning)?;
        Some(format!("must be determined by the levels above, they do not determine {unknown}"))
    }
}
