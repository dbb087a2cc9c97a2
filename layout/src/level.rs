//! One level of a format: what it stores, in which level format, and with which properties.

use crate::{
    DimExpr,
    levels::{self, Array, Assembly, Capabilities, Children, LevelFormat, Properties},
};

/// One level of a format.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    /// What the coordinates of this level are, in terms of dimensions.
    pub expr: DimExpr,
    /// How they are stored.
    pub kind: LevelKind,
    /// No two children of one parent have the same coordinate.
    pub unique: bool,
    /// The children of one parent have increasing coordinates.
    pub ordered: bool,
    /// The children of one parent have every coordinate of the level.
    pub full: bool,
    /// The coordinates are stored interleaved with those of the level above (an array of structures).
    pub interleaved: bool,
}

/// A level format: how the coordinates of a level are stored. What each one is stands in [`levels`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelKind {
    /// Every coordinate, none of them stored.
    Dense,
    /// A segment of coordinates a parent, found through positions.
    Compressed,
    /// One coordinate a parent.
    Singleton,
    /// Every coordinate of a dimension, none stored; those that a level above, a difference of this
    /// dimension and another one, sends outside the tensor do not count (diagonals).
    Range,
    /// One coordinate a parent, which the levels above determine; not stored (diagonals).
    Offset,
    /// A hash table of coordinates a parent, all tables of one size.
    Hashed,
    /// As compressed, with room between segments: begin and end of each are stored.
    LooseCompressed,
    /// `n` stored coordinates in each block of `m`.
    Structured {
        /// Stored coordinates a block.
        n: u64,
        /// Coordinates a block.
        m: u64,
    },
    /// Every coordinate, each with a storage of its own below, in blocks of one length an array.
    Batch,
    /// As compressed, with the segments of neighbouring parents interleaved.
    Sliced {
        /// How many segments are interleaved.
        parents: u64,
        /// How many parents stand in order of how many children they have.
        window: u64,
    },
}

impl LevelKind {
    /// All of them, with sizes of 0 where they take some.
    pub const ALL: [LevelKind; 10] = [
        LevelKind::Dense,
        LevelKind::Compressed,
        LevelKind::Singleton,
        LevelKind::Range,
        LevelKind::Offset,
        LevelKind::Hashed,
        LevelKind::LooseCompressed,
        LevelKind::Structured { n: 0, m: 0 },
        LevelKind::Batch,
        LevelKind::Sliced { parents: 0, window: 0 },
    ];

    /// Its word in the text of a format, without parameters.
    pub fn word(self) -> &'static str {
        levels::of(self).word()
    }

    /// The level format of a word, with sizes of 0 if it takes some.
    pub fn from_word(word: &str) -> Option<LevelKind> {
        LevelKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Its sizes, if it takes some.
    pub fn sizes(self) -> Option<(u64, u64)> {
        match self {
            LevelKind::Structured { n, m } => Some((n, m)),
            LevelKind::Sliced { parents, window } => Some((parents, window)),
            _ => None,
        }
    }

    /// The same level format with these sizes, if it takes some.
    #[must_use]
    pub fn with_sizes(self, (n, m): (u64, u64)) -> LevelKind {
        match self {
            LevelKind::Structured { .. } => LevelKind::Structured { n, m },
            LevelKind::Sliced { .. } => LevelKind::Sliced { parents: n, window: m },
            kind => kind,
        }
    }
}

impl Level {
    /// A level with the usual properties of its kind.
    pub fn new(expr: DimExpr, kind: LevelKind) -> Level {
        let format = levels::of(kind);
        let (ordered, full) = (format.is_ordered_by_default(), format.is_always_full());
        Level { expr, kind, unique: true, ordered, full, interleaved: false }
    }

    /// The same level, not unique.
    pub fn nonunique(self) -> Level {
        Level { unique: false, ..self }
    }

    /// The same level, not ordered.
    pub fn unordered(self) -> Level {
        Level { ordered: false, ..self }
    }

    /// What its level format says.
    pub fn format(&self) -> &'static dyn LevelFormat {
        levels::of(self.kind)
    }

    /// What always holds of its coordinates.
    pub fn properties(&self) -> Properties {
        self.format().properties(self)
    }

    /// How it can be accessed.
    pub fn capabilities(&self) -> Capabilities {
        self.format().capabilities(self)
    }

    /// How nodes get into it; `None` where results cannot be put together with it.
    pub fn assembly(&self) -> Option<Assembly> {
        self.format().assembly(self)
    }

    /// The arrays of its own, in the order of `stensor.pack`.
    pub fn arrays(&self) -> &'static [Array] {
        match self.format().arrays() {
            // The coordinates of an interleaved level stand in the array of the level above.
            [Array::Coordinates] if self.interleaved => &[],
            arrays => arrays,
        }
    }

    /// Whether it has one child a parent, whose coordinate is stored.
    pub fn keeps_one(&self) -> bool {
        self.is_branchless() && self.stores_coordinates()
    }

    /// Whether it has an array of positions.
    pub fn keeps_positions(&self) -> bool {
        self.arrays().contains(&Array::Positions)
    }

    /// Whether it has an array of coordinates of its own.
    pub fn keeps_coordinates(&self) -> bool {
        self.arrays().contains(&Array::Coordinates)
    }

    /// Whether coordinates of it are stored, in its own array or in that of the level above.
    pub fn stores_coordinates(&self) -> bool {
        self.capabilities().stores_coordinates
    }

    /// How many children each parent has, in a level of `size` coordinates.
    pub fn children(&self, size: u64) -> Children {
        self.format().children(self, size)
    }

    /// How many children each parent has when the position of a child is `parent * that + coordinate`, with nothing stored.
    pub fn addresses(&self, size: u64) -> Option<u64> {
        match self.children(size) {
            Children::Each(count) if !self.stores_coordinates() => Some(count),
            _ => None,
        }
    }

    /// Whether each parent has exactly one child.
    pub fn is_branchless(&self) -> bool {
        self.properties().branchless
    }

    /// Whether its coordinates follow from the levels above, and its nodes are those of the level above.
    pub fn is_implied(&self) -> bool {
        self.assembly() == Some(Assembly::Implied)
    }

    /// Whether it counts the entries of a row (`_`).
    pub fn is_slot(&self) -> bool {
        self.expr == DimExpr::Slot
    }

    /// Whether there is a place for every coordinate, none of them stored, in one array for all parents.
    pub fn has_all_places(&self) -> bool {
        let capabilities = self.capabilities();
        let is_full = self.properties().full && capabilities.locate && !capabilities.stores_coordinates;
        is_full && self.assembly() == Some(Assembly::Insert)
    }

    /// Of how many neighbouring parents the segments are interleaved; 1 where they are not.
    pub fn abreast(&self) -> u64 {
        self.format().abreast(self)
    }

    /// Whether coordinates are stored of places without a node.
    pub fn marks_empty_places(&self) -> bool {
        self.format().marks_empty_places()
    }

    /// Whether tensors below its nodes have arrays of their own.
    pub fn is_batch(&self) -> bool {
        self.format().divides_arrays()
    }
}
