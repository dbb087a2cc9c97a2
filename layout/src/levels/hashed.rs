//! `hashed`: the coordinates under each node are a hash table with open addressing.
//!
//! All tables of a level have the same width, a power of two of at least 2, and an empty slot.

use super::{Array, Capabilities, Children, LevelFormat, Meaning, Place, Properties};
use crate::Level;

/// Where the search for a coordinate starts, in a table with fewer slots than there are coordinates: `coordinate * SPREAD`, whose
/// halves are mixed by exclusive or, times `SCATTER`; of the upper half of that, as many bits as the width of the table has.
/// Those who pack tables and the code of kernels both do this.
///
/// The golden ratio in 64 bits: multiplying by it spreads neighbours over the table (Knuth, volume 3, section 6.4).
pub const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// An odd number with as many ones as zeros. After the product's halves are mixed, equal steps, which a product takes to
/// equal steps, are none any more.
pub const SCATTER: u64 = 0xBF58_476D_1CE4_E5B9;

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
