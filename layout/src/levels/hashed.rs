//! `hashed`: the coordinates under each node are a hash table with open addressing.
//!
//! All tables of a level have the same width, a power of two of at least 2, and an empty slot.

use super::{Array, Capabilities, Children, LevelFormat, Meaning, Place, Properties};
use crate::Level;

pub(super) struct Hashed;

impl LevelFormat for Hashed {
    fn word(&self) -> &'static str {
        "hashed"
    }

    fn properties(&self, _: &Level) -> Properties {
        Properties { full: false, ordered: false, unique: true, branchless: false }
    }

    fn capabilities(&self, _: &Level) -> Capabilities {
        Capabilities {
            iterate_positions: true,
            locate: true,
            stores_coordinates: true,
            keeps_inside: true,
            never_empty: true,
            walks_ranges: true,
        }
    }

    fn arrays(&self) -> &'static [Array] {
        &[Array::Coordinates]
    }

    fn children(&self, _: &Level, _: u64) -> Children {
        Children::Slots
    }

    fn marks_empty_places(&self) -> bool {
        true
    }

    fn is_ordered_by_default(&self) -> bool {
        false
    }

    fn objection(&self, place: &Place<'_>, meaning: &Meaning<'_>) -> Option<String> {
        place.negative_coordinates(meaning)
    }
}
