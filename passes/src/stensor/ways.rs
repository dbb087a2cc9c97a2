//! By which way a stored tensor is converted to another format, as data.
//!
//! `stensor-expand-conversions` writes it as operations; `sloop-insert-conversions` asks what it costs.

use lacuna_layout::{
    Description,
    assembly::{Growth, Strategy},
    levels::Assembly,
    order::{comes_in_groups, is_ordered, levels_above_groups, levels_out_of_order, may_repeat},
};
use std::ops::Range;

/// A way from one format to another with the same fill value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A nest copies every point: entries come in an order in which the levels of the result grow.
    Copy,
    /// The same, but only the order below levels with room for every coordinate is that of the result: nodes are counted by
    /// parent, then placed.
    CountAndPlace,
    /// Entries come parent after parent of the one level of the result that stores coordinates: a node table finds the nodes
    /// of each.
    Group,
    /// A list of the entries is sorted, and copied into the result or built into it.
    Sort {
        /// Whether the source is such a list.
        is_list: bool,
        /// By how many levels.
        levels: usize,
    },
}

impl Way {
    /// The way that a conversion goes.
    pub fn new(from: &Description, to: &Description) -> Self {
        if let Some(copy) = copy(from, to) {
            return copy;
        }
        if comes_in_groups(from, to) {
            return Self::Group;
        }
        let own = to.mapping().own_forms().len();
        let counted = counted_levels(from, to).map(|counted| own - counted);
        let sorted = counted.or_else(|| grouped_levels(from, to)).unwrap_or(own);
        Self::Sort { is_list: is_list(from), levels: levels_out_of_order(from, to).min(sorted) }
    }
}

/// The levels by which a list is sorted so that the parents of the one level that stores coordinates come in order: that is
/// enough where a node table finds the nodes of each.
pub fn grouped_levels(from: &Description, to: &Description) -> Option<usize> {
    levels_above_groups(to).filter(|_| !may_repeat(from) && counted_levels(from, to).is_none())
}

/// The levels with room for every coordinate that need no sort, because nodes of a sorted list are counted by parent: each
/// point must be there once.
pub fn counted_levels(from: &Description, to: &Description) -> Option<usize> {
    let growth = Growth::new(to).ok().filter(|_| is_plain(to) && !may_repeat(from))?;
    Some(growth.order_asked(Strategy::Count)?.start)
}

/// The way that copies every point, if entries come in the order of the result's levels, but for those that need none.
fn copy(from: &Description, to: &Description) -> Option<Way> {
    let growth = Growth::new(to).ok()?;
    let shares_levels = from.mapping().own_forms() == to.mapping().own_forms() || is_plain(from) && is_plain(to);
    if !shares_levels || !is_ordered(from) || from.mapping().has_slots() {
        return None;
    }
    let out_of_order = levels_out_of_order(from, to);
    let takes = |strategy| growth.order_asked(strategy).is_some_and(|asked: Range<usize>| out_of_order <= asked.start);
    let strategy = Strategy::PLAIN.into_iter().find(|strategy| takes(*strategy))?;
    Some(if strategy.walks_twice() { Way::CountAndPlace } else { Way::Copy })
}

/// Whether the levels are the dimensions in some order.
pub fn is_plain(format: &Description) -> bool {
    format.mapping().permutation().is_some()
}

/// Whether the format is what `stensor.sort` takes.
pub fn is_list(format: &Description) -> bool {
    let levels = format.levels();
    !format.mapping().has_slots()
        && levels.iter().enumerate().all(|(index, level)| {
            let assembly = if index == 0 { Assembly::Append } else { Assembly::Extend };
            level.assembly() == Some(assembly) && !level.interleaved && (index + 1 == levels.len() || !level.unique)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lacuna_layout::Format;

    fn way(from: &str, to: &str) -> Way {
        let of = |text| Description::of(Format::named(text, 2).unwrap_or_else(|error| panic!("{text}: {error}")));
        Way::new(of(from), of(to))
    }

    #[test]
    fn the_cheapest_way_that_the_order_of_entries_allows() {
        assert_eq!(way("coo", "csr"), Way::Copy);
        assert_eq!(way("csr", "csc"), Way::CountAndPlace);
        assert_eq!(way("csr", "dense,dense@1,0"), Way::Copy);
        assert_eq!(way("csr", "bcsr:2x2"), Way::Group);
        assert_eq!(way("dense,compressed(unordered)", "csr"), Way::Group);
    }

    #[test]
    fn what_comes_in_another_order_is_sorted() {
        let sort = |is_list, levels| Way::Sort { is_list, levels };
        assert_eq!(way("csr", "dcsc"), sort(false, 1));
        assert_eq!(way("coo", "dcsc"), sort(true, 1));
        // A node table finds the blocks of each row of blocks.
        assert_eq!(way("csc", "bcsr:2x2"), sort(false, 1));
        assert_eq!(way("ell", "csr"), sort(false, 2));
        // Rows have room, and are not sorted.
        assert_eq!(way("hash", "csr"), sort(false, 1));
    }

    #[test]
    fn tables_are_built_from_lists() {
        assert_eq!(way("csr", "hash"), Way::Sort { is_list: false, levels: 0 });
    }
}
