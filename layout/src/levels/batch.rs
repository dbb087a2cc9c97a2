//! `batch`: as `dense`, over tensors that each have a block of every array of their own.

use super::{Capabilities, Children, LevelFormat, Meaning, Place, Properties, dense};
use crate::Level;

pub(super) struct Batch;

impl LevelFormat for Batch {
    fn word(&self) -> &'static str {
        "batch"
    }

    fn properties(&self, _: &Level) -> Properties {
        dense::PROPERTIES
    }

    fn capabilities(&self, _: &Level) -> Capabilities {
        dense::CAPABILITIES
    }

    fn children(&self, _: &Level, size: u64) -> Children {
        Children::Each(size)
    }

    fn divides_arrays(&self) -> bool {
        true
    }

    fn is_always_full(&self) -> bool {
        true
    }

    fn misplaced(&self, place: &Place<'_>) -> Option<String> {
        let above = place.above().filter(|above| !above.is_batch())?;
        Some(format!("may stand below batch levels only, it stands below {}", above.kind))
    }

    fn objection(&self, place: &Place<'_>, meaning: &Meaning<'_>) -> Option<String> {
        place.negative_coordinates(meaning)
    }
}
