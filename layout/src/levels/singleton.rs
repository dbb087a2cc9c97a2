//! `singleton`: each node has exactly one child, at its own position.

use super::{Array, Assembly, Capabilities, Children, LevelFormat, Place, Properties};
use crate::Level;

pub(super) struct Singleton;

impl LevelFormat for Singleton {
    fn word(&self) -> &'static str {
        "singleton"
    }

    fn properties(&self, level: &Level) -> Properties {
        let Level { full, ordered, unique, .. } = *level;
        Properties { full, ordered, unique, branchless: true }
    }

    fn capabilities(&self, _: &Level) -> Capabilities {
        Capabilities {
            iterate_positions: true,
            locate: false,
            stores_coordinates: true,
            keeps_inside: true,
            never_empty: false,
            walks_ranges: true,
        }
    }

    fn assembly(&self, _: &Level) -> Option<Assembly> {
        Some(Assembly::Extend)
    }

    fn arrays(&self) -> &'static [Array] {
        &[Array::Coordinates]
    }

    fn children(&self, _: &Level, _: u64) -> Children {
        Children::Each(1)
    }

    fn is_list(&self) -> bool {
        true
    }

    fn can_be_interleaved(&self) -> bool {
        true
    }

    fn carries_interleaved(&self) -> bool {
        true
    }

    fn misplaced(&self, place: &Place<'_>) -> Option<String> {
        place.lacks_parents().or_else(|| {
            let above = place.above().filter(|_| place.level().interleaved)?;
            let (number, kind) = (place.number - 1, above.kind);
            let problem = || format!("cannot be interleaved with level {number} ({kind}), which stores no coordinates");
            (!above.format().carries_interleaved()).then(problem)
        })
    }
}
