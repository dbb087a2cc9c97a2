//! `dense`: every coordinate from 0 to the size of the level, nothing stored.
//!
//! The child of `p` at coordinate `c` is at `p * size + c`.

use super::{Assembly, Capabilities, Children, LevelFormat, Meaning, Place, Properties};
use crate::Level;

pub(super) struct Dense;

pub(super) const PROPERTIES: Properties = Properties { full: true, ordered: true, unique: true, branchless: false };

pub(super) const CAPABILITIES: Capabilities = Capabilities {
    iterate_positions: true,
    locate: true,
    stores_coordinates: false,
    keeps_inside: false,
    never_empty: false,
    walks_ranges: true,
};

impl LevelFormat for Dense {
    fn word(&self) -> &'static str {
        "dense"
    }

    fn properties(&self, _: &Level) -> Properties {
        PROPERTIES
    }

    fn capabilities(&self, _: &Level) -> Capabilities {
        CAPABILITIES
    }

    fn assembly(&self, _: &Level) -> Option<Assembly> {
        Some(Assembly::Insert)
    }

    fn children(&self, _: &Level, size: u64) -> Children {
        Children::Each(size)
    }

    fn is_always_full(&self) -> bool {
        true
    }

    fn objection(&self, place: &Place<'_>, meaning: &Meaning<'_>) -> Option<String> {
        place.negative_coordinates(meaning)
    }
}
