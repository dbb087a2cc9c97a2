//! Level formats: one file each, behind one trait (LEVELS, tables 3.1 and 3.2).
//!
//! To add one: write its file, implement [`LevelFormat`], name it in [`of`]. All other code of this crate asks a level for its
//! properties, and never which level format it is. The runtime has one file more for each that packs and checks it, the
//! compiler one that emits code for it.

mod batch;
mod compressed;
mod dense;
pub mod hashed;
mod loose_compressed;
mod offset;
mod place;
mod range;
mod singleton;
mod sliced;
mod structured;

pub use place::{Meaning, Place};

use crate::{Level, LevelKind};

/// What always holds of the coordinates of a level (LEVELS, section 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Properties {
    /// Every coordinate of the dimension is there.
    pub full: bool,
    /// Siblings stand in increasing order.
    pub ordered: bool,
    /// No coordinate occurs twice among siblings.
    pub unique: bool,
    /// Every node of the level above has exactly one child.
    pub branchless: bool,
}

/// How a level can be accessed (LEVELS, section 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Positions under a node can be enumerated.
    pub iterate_positions: bool,
    /// The position of a coordinate under a node can be computed.
    pub locate: bool,
    /// An array holds the coordinate of each position.
    pub stores_coordinates: bool,
    /// Coordinates that are enumerated are those of points of the tensor, also where its size is no multiple of that of
    /// its blocks.
    pub keeps_inside: bool,
    /// There are positions under each node, whether or not anything is stored.
    pub never_empty: bool,
    /// Positions under several neighbouring nodes, or under none, can be enumerated as one range. Other levels enumerate positions
    /// under at most one node.
    pub walks_ranges: bool,
}

/// How nodes get into a level of a result (LEVELS, section 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assembly {
    /// There is a place for every coordinate: nodes are inserted in any order.
    Insert,
    /// Nodes are appended, and the segment of each parent is closed after its children.
    Append,
    /// Each node is appended together with its parent.
    Extend,
    /// Nodes are there with their parents.
    Implied,
}

/// The arrays that a level may store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// Where the children of each node start.
    Positions,
    /// The coordinate of each node.
    Coordinates,
}

/// What is stored of the segments into which parents divide a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Where each begins and the last one ends.
    Shared,
    /// Where each begins and ends.
    Both,
}

impl Ends {
    /// The length of the positions array.
    pub fn length(self, parents: u128) -> u128 {
        match self {
            Ends::Shared => parents.saturating_add(1),
            Ends::Both => parents.saturating_mul(2),
        }
    }
}

/// How many children the parents of a level have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Children {
    /// As many each, whatever is stored.
    Each(u64),
    /// Those that entries make.
    Entries,
    /// As many each as the hash table of the fullest one has slots.
    Slots,
}

/// What a level format is, without code that packs, checks or walks it. All questions are asked of a level, which says how the
/// level format is configured.
pub trait LevelFormat: Sync {
    /// Its word in the text of a format, without parameters.
    fn word(&self) -> &'static str;

    /// What always holds.
    fn properties(&self, level: &Level) -> Properties;

    /// What can be done.
    fn capabilities(&self, level: &Level) -> Capabilities;

    /// How results are put together; `None` where they cannot be.
    fn assembly(&self, _level: &Level) -> Option<Assembly> {
        None
    }

    /// The arrays, positions before coordinates.
    fn arrays(&self) -> &'static [Array] {
        &[]
    }

    /// What is stored of segments whose elements stand side by side; `None` where there are none.
    fn ends(&self) -> Option<Ends> {
        None
    }

    /// The length of the positions array.
    fn positions(&self, _level: &Level, parents: u128) -> u128 {
        self.ends().map_or(0, |ends| ends.length(parents))
    }

    /// How many children each parent has, in a level of `size` coordinates.
    fn children(&self, level: &Level, size: u64) -> Children;

    /// Whether coordinates are stored of places without a node, all ones: empty slots.
    fn marks_empty_places(&self) -> bool {
        false
    }

    /// Whether tensors below its nodes have arrays of their own.
    fn divides_arrays(&self) -> bool {
        false
    }

    /// Whether two sizes stand beside its word, of which the second is not less than the first.
    fn takes_sizes(&self) -> bool {
        false
    }

    /// Of how many neighbouring parents the segments are interleaved; 1 where they are not.
    fn abreast(&self, _level: &Level) -> u64 {
        1
    }

    /// The parents stand in windows of so many by how many children they have, most first; `None` where they do not.
    fn window_above(&self, _level: &Level) -> Option<u64> {
        None
    }

    /// Whether it computes with the coordinates of all levels above.
    fn computes_with_coordinates(&self) -> bool {
        false
    }

    /// Whether siblings stand in order unless a level says otherwise.
    fn is_ordered_by_default(&self) -> bool {
        true
    }

    /// Whether every coordinate is there, always.
    fn is_always_full(&self) -> bool {
        false
    }

    /// Whether a level can say that it is unordered, not unique, or full (LEVELS, table 3.2, narrowed: a dense level that
    /// repeats or shuffles coordinates is a compressed one).
    fn is_list(&self) -> bool {
        false
    }

    /// Whether its coordinates can stand in the array of the level above.
    fn can_be_interleaved(&self) -> bool {
        false
    }

    /// Whether the coordinates of a level below can stand in its array.
    fn carries_interleaved(&self) -> bool {
        false
    }

    /// What is wrong with where a level stands, whatever it stores.
    fn misplaced(&self, _place: &Place<'_>) -> Option<String> {
        None
    }

    /// What is wrong with what a level stores there.
    fn objection(&self, _place: &Place<'_>, _meaning: &Meaning<'_>) -> Option<String> {
        None
    }
}

/// The level format of a kind.
pub fn of(kind: LevelKind) -> &'static dyn LevelFormat {
    match kind {
        LevelKind::Dense => &dense::Dense,
        LevelKind::Compressed => &compressed::Compressed,
        LevelKind::Singleton => &singleton::Singleton,
        LevelKind::Range => &range::Range,
        LevelKind::Offset => &offset::Offset,
        LevelKind::Hashed => &hashed::Hashed,
        LevelKind::LooseCompressed => &loose_compressed::LooseCompressed,
        LevelKind::Structured { .. } => &structured::Structured,
        LevelKind::Sliced { .. } => &sliced::Sliced,
        LevelKind::Batch => &batch::Batch,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DimExpr;

    fn levels() -> impl Iterator<Item = Level> {
        let sized = [(1, 1), (2, 4)].map(|(n, m)| LevelKind::Structured { n, m });
        let sliced = LevelKind::Sliced { parents: 4, window: 16 };
        let kinds = LevelKind::ALL.into_iter().chain(sized).chain([sliced]);
        kinds.flat_map(|kind| {
            let plain = Level::new(DimExpr::Dim(0), kind);
            let is_list = plain.format().is_list();
            let others = [plain.clone().nonunique(), plain.clone().unordered(), Level { full: true, ..plain.clone() }];
            std::iter::once(plain).chain(others.into_iter().filter(move |_| is_list))
        })
    }

    #[test]
    fn words_name_level_formats() {
        for kind in LevelKind::ALL {
            assert_eq!(LevelKind::from_word(kind.word()), Some(kind));
        }
        assert_eq!(LevelKind::from_word("sparse"), None);
    }

    #[test]
    fn levels_have_the_properties_that_they_say() {
        for level in levels() {
            let properties = level.properties();
            assert_eq!((properties.unique, properties.ordered), (level.unique, level.ordered), "{level}");
            assert!(!level.full || properties.full, "{level}");
            assert_eq!(level.format().is_always_full(), Level::new(DimExpr::Dim(0), level.kind).full, "{level}");
        }
    }

    #[test]
    fn arrays_fit_properties_and_capabilities() {
        for level in levels() {
            let (properties, capabilities) = (level.properties(), level.capabilities());
            assert_eq!(level.keeps_coordinates(), capabilities.stores_coordinates, "{level}");
            assert_eq!(level.keeps_positions(), level.format().positions(&level, 8) > 0, "{level}");
            assert_eq!(
                properties.branchless,
                level.children(7) == Children::Each(1)
                    && level.children(9) == Children::Each(1)
                    && !matches!(level.kind, LevelKind::Structured { .. }),
                "{level}"
            );
            // A level that is full has a child for every coordinate.
            if properties.full && !properties.branchless && !matches!(level.kind, LevelKind::Structured { .. }) {
                assert_eq!(level.children(7), Children::Each(7), "{level}");
            }
            // Coordinates that are not stored are computed, or follow from others.
            assert!(capabilities.iterate_positions || level.is_implied(), "{level}");
            assert_eq!(level.has_all_places(), matches!(level.kind, LevelKind::Dense), "{level}");
            assert_eq!(level.format().marks_empty_places(), level.children(7) == Children::Slots, "{level}");
        }
    }

    #[test]
    fn interleaved_levels_have_no_array() {
        let level = Level { interleaved: true, ..Level::new(DimExpr::Dim(1), LevelKind::Singleton) };
        assert!(level.arrays().is_empty() && level.stores_coordinates());
    }

    #[test]
    fn segments_are_as_long_as_they_are_stored() {
        assert_eq!((Ends::Shared.length(3), Ends::Both.length(3)), (4, 6));
        let sliced = Level::new(DimExpr::Dim(0), LevelKind::Sliced { parents: 8, window: 8 });
        assert_eq!([0, 1, 8, 9].map(|parents| sliced.format().positions(&sliced, parents)), [0, 9, 9, 18]);
        assert_eq!(Ends::Both.length(u128::MAX), u128::MAX);
    }
}
