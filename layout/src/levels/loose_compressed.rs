//! `loose_compressed`: the coordinates under each node are a segment with a beginning and an end of its own.
//!
//! The children of `p` are those from `positions[2p]` to `positions[2p + 1]`; between segments there may be gaps.

use super::{Array, Assembly, Capabilities, Children, Ends, LevelFormat, Properties, compressed};
use crate::Level;

pub(super) struct LooseCompressed;

impl LevelFormat for LooseCompressed {
    fn word(&self) -> &'static str {
        "loose_compressed"
    }

    fn properties(&self, level: &Level) -> Properties {
        let Level { full, ordered, unique, .. } = *level;
        Properties { full, ordered, unique, branchless: false }
    }

    fn capabilities(&self, level: &Level) -> Capabilities {
        Capabilities { walks_ranges: false, ..compressed::capabilities(level) }
    }

    fn assembly(&self, level: &Level) -> Option<Assembly> {
        level.full.then_some(Assembly::Insert)
    }

    fn arrays(&self) -> &'static [Array] {
        compressed::ARRAYS
    }

    fn ends(&self) -> Option<Ends> {
        Some(Ends::Both)
    }

    fn children(&self, level: &Level, size: u64) -> Children {
        compressed::children(level, size)
    }

    fn is_list(&self) -> bool {
        true
    }

    fn carries_interleaved(&self) -> bool {
        true
    }
}
