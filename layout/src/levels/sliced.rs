//! `sliced[n, m]`: the coordinates under each node are a segment, and those of `n` neighbouring nodes are interleaved: first
//! the first child of each, then the second of each (Kreutzer et al., "A unified sparse matrix data format", SISC 2014: slices
//! of `C = n` rows, sorted in windows of `sigma = m`).
//!
//! Positions say of each slice where it begins, and then how many children each of its nodes has. A slice is as long as its
//! longest segment asks for; the places of shorter ones are padding, and hold no node. Where `m > n`, the nodes above stand in
//! windows of `m` by how many children they have, most first, so that little is padding.

use super::{Array, Capabilities, Children, LevelFormat, Place, Properties, compressed};
use crate::{Level, LevelKind, levels};

pub(super) struct Sliced;

/// The most parents whose segments may be interleaved: more lanes no processor has.
const MOST_PARENTS: u64 = 64;

impl LevelKind {
    /// How many parents share a slice, and how many stand in a window; 1 and 1 without slices.
    pub fn slice(self) -> (u64, u64) {
        match self {
            LevelKind::Sliced { parents, window } => (parents, window),
            _ => (1, 1),
        }
    }
}

impl LevelFormat for Sliced {
    fn word(&self) -> &'static str {
        "sliced"
    }

    fn properties(&self, _: &Level) -> Properties {
        Properties { full: false, ordered: true, unique: true, branchless: false }
    }

    fn capabilities(&self, level: &Level) -> Capabilities {
        Capabilities { walks_ranges: false, ..compressed::capabilities(level) }
    }

    fn arrays(&self) -> &'static [Array] {
        compressed::ARRAYS
    }

    fn positions(&self, level: &Level, parents: u128) -> u128 {
        let each = u128::from(level.kind.slice().0.max(1));
        parents.div_ceil(each).saturating_mul(each + 1)
    }

    fn children(&self, _: &Level, _: u64) -> Children {
        Children::Entries
    }

    fn takes_sizes(&self) -> bool {
        true
    }

    fn abreast(&self, level: &Level) -> u64 {
        level.kind.slice().0
    }

    fn window_above(&self, level: &Level) -> Option<u64> {
        let (parents, window) = level.kind.slice();
        (window > parents).then_some(window)
    }

    fn misplaced(&self, place: &Place<'_>) -> Option<String> {
        let (parents, window) = place.level().kind.slice();
        if parents == 0 || parents > MOST_PARENTS || window < parents || !window.is_multiple_of(parents) {
            return Some(format!(
                "must interleave 1 to {MOST_PARENTS} segments, in windows of a multiple of that, found {parents} in \
                 windows of {window}"
            ));
        }
        if place.format.levels.iter().any(Level::is_batch) {
            return Some("cannot stand in a batch".to_owned());
        }
        let problem = place.lacks_parents();
        if problem.is_some() || window == parents {
            return problem;
        }
        // Parents can only be sorted where they say who they are, and nothing else tells them apart.
        let is_shuffled = |above: &Level| above.keeps_positions() && above.full && !above.ordered && above.unique;
        let is_right = place.number == 1 && place.above().is_some_and(is_shuffled);
        let (list, same) = (levels::of(LevelKind::Compressed).word(), self.word());
        (!is_right).then(|| {
            format!(
                "needs its parents sorted in windows of {window}: the level above must be the top level and \
                 `{list}(unordered, full)`; `{same}[{parents}, {parents}]` asks for no order"
            )
        })
    }
}
