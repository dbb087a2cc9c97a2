//! How a tensor is stored: levels, the affine map from dimensions to levels, and widths of indices.
//!
//! The text of a format is the body of the compiler's format attribute, for example `(i, j) -> (i :
//! dense, j : compressed)`; [`Format::named`] also knows the usual short names. Text read and
//! printed again gives the same format. Level formats and their properties are those of Chou
//! (2018), sections 3.1 and 3.3.
//!
//! Left out: how levels are stored (see `levels`).

mod display;
mod error;
mod expr;
mod extent;
mod fill;
mod lexer;
mod named;
mod parse;
mod recover;
mod validate;

use std::fmt;
use std::str::FromStr;

use crate::value::Scalar;
pub use error::{FormatError, LevelSizeError};
pub use expr::{DimExpr, dimension_name};
pub(crate) use extent::Extent;
pub use fill::Fill;
use recover::recover;
pub(crate) use recover::{Recovered, Recovery};

/// The storage format of a tensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// Number of dimensions.
    pub order: usize,
    /// The levels, top first.
    pub levels: Vec<Level>,
    /// Width of each stored position.
    pub position_width: Width,
    /// Width of each stored coordinate.
    pub coordinate_width: Width,
    /// The value of what is not stored; zero when absent.
    pub fill: Option<Fill>,
}

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
    /// The coordinates are stored interleaved with those of the level above (an array of
    /// structures).
    pub interleaved: bool,
}

/// A level format: how the coordinates of a level are stored.
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
}

impl LevelKind {
    /// Its word in the text of a format, without parameters.
    pub const fn word(self) -> &'static str {
        match self {
            LevelKind::Dense => "dense",
            LevelKind::Compressed => "compressed",
            LevelKind::Singleton => "singleton",
            LevelKind::Range => "range",
            LevelKind::Offset => "offset",
            LevelKind::Hashed => "hashed",
            LevelKind::LooseCompressed => "loose_compressed",
            LevelKind::Structured { .. } => "structured",
            LevelKind::Batch => "batch",
        }
    }

    /// Whether levels of this kind enumerate coordinates in increasing order unless said otherwise.
    pub const fn is_ordered_by_default(self) -> bool {
        !matches!(self, LevelKind::Hashed)
    }

    /// Whether levels of this kind hold every coordinate, always.
    pub const fn is_always_full(self) -> bool {
        matches!(self, LevelKind::Dense | LevelKind::Batch)
    }

    /// Whether levels of this kind keep an array of positions.
    pub const fn keeps_positions(self) -> bool {
        matches!(self, LevelKind::Compressed | LevelKind::LooseCompressed)
    }

    /// Whether levels of this kind keep coordinates (those of an interleaved level are in the array
    /// of the level above).
    pub const fn keeps_coordinates(self) -> bool {
        !matches!(self, LevelKind::Dense | LevelKind::Range | LevelKind::Offset | LevelKind::Batch)
    }

    /// Whether each parent has exactly one child (no coordinate has a sibling).
    pub const fn is_branchless(self) -> bool {
        matches!(self, LevelKind::Singleton | LevelKind::Offset)
    }
}

impl Level {
    /// A level with the usual properties of its kind.
    pub fn new(expr: DimExpr, kind: LevelKind) -> Level {
        let (ordered, full) = (kind.is_ordered_by_default(), kind.is_always_full());
        Level { expr, kind, unique: true, ordered, full, interleaved: false }
    }

    /// Whether each parent has a child for every coordinate, of which there may be several.
    pub fn has_all(&self) -> bool {
        let is_whole_block = matches!(self.kind, LevelKind::Structured { n, m } if n == m);
        !self.kind.is_branchless() && (self.full || is_whole_block)
    }

    /// The same level, not unique.
    pub fn nonunique(self) -> Level {
        Level { unique: false, ..self }
    }

    /// The same level, not ordered.
    pub fn unordered(self) -> Level {
        Level { ordered: false, ..self }
    }
}

/// Width of a stored index. Indices are read as non-negative numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// 8 bits.
    W8,
    /// 16 bits.
    W16,
    /// 32 bits, the default.
    #[default]
    W32,
    /// 64 bits.
    W64,
}

impl Width {
    /// Every width, the smallest first.
    pub const ALL: [Width; 4] = [Width::W8, Width::W16, Width::W32, Width::W64];

    /// Number of bits.
    pub const fn bits(self) -> u32 {
        match self {
            Width::W8 => 8,
            Width::W16 => 16,
            Width::W32 => 32,
            Width::W64 => 64,
        }
    }

    /// Number of bytes.
    pub const fn size_in_bytes(self) -> usize {
        (self.bits() / u8::BITS) as usize
    }

    /// The width of that many bits, if there is one.
    pub fn from_bits(bits: u64) -> Option<Width> {
        Width::ALL.into_iter().find(|width| u64::from(width.bits()) == bits)
    }

    /// The largest index: kernels read 32 and 64 bits as signed, narrower ones as unsigned (but for
    /// coordinates that can be negative, which are two's complement in every width).
    pub const fn max_index(self) -> u64 {
        match self {
            Width::W8 => u8::MAX as u64,
            Width::W16 => u16::MAX as u64,
            Width::W32 => i32::MAX as u64,
            Width::W64 => i64::MAX as u64,
        }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bits())
    }
}

impl Format {
    /// A format with the default widths.
    ///
    /// # Errors
    /// As [`Format::validate`].
    pub fn new(order: usize, levels: Vec<Level>) -> Result<Format, FormatError> {
        let format = Format::with_defaults(order, levels);
        format.validate()?;
        Ok(format)
    }

    /// A format with the default widths and fill value, not validated.
    fn with_defaults(order: usize, levels: Vec<Level>) -> Format {
        let width = Width::default();
        Format { order, levels, position_width: width, coordinate_width: width, fill: None }
    }

    /// Reads the text of a format, bare or as `#stensor.format<...>`.
    ///
    /// # Errors
    /// The column of the first thing that does not belong, or as [`Format::validate`].
    pub fn parse(text: &str) -> Result<Format, FormatError> {
        let format = parse::attribute(text)?;
        format.validate()?;
        Ok(format)
    }

    /// Reads a short name (`csr`, `bcsr:4x4`), a list of levels (`dense,compressed@1,0`), or the
    /// text of a format, for a tensor of `order` dimensions.
    ///
    /// # Errors
    /// When the text is none of these, or is not for that order, or as [`Format::validate`].
    pub fn named(text: &str, order: usize) -> Result<Format, FormatError> {
        let format = named::format(text, order)?;
        format.validate()?;
        Ok(format)
    }

    /// The short names that [`Format::named`] knows, each with a line of help.
    pub fn names() -> &'static [(&'static str, &'static str)] {
        named::NAMES
    }

    /// Checks that the format makes sense. Every format that does can be packed, walked and
    /// validated.
    ///
    /// # Errors
    /// The first rule that is broken; see [`FormatError`].
    pub fn validate(&self) -> Result<(), FormatError> {
        validate::validate(self)
    }

    /// How dimensions are computed from the coordinates of levels.
    pub(crate) fn recovery(&self) -> Recovery {
        // Offsets are computed from the others.
        let said = |level: &Level| if level.kind == LevelKind::Offset { DimExpr::Slot } else { level.expr.clone() };
        let exprs: Vec<DimExpr> = self.levels.iter().map(said).collect();
        recover(self.order, exprs.iter())
    }

    /// A level whose coordinates no code could tell, offsets included.
    pub(crate) fn needless_level(&self) -> Option<usize> {
        let all = || self.levels.iter().map(|level| &level.expr);
        self.recovery().needless.or_else(|| recover(self.order, all()).needless)
    }

    /// The number of batch levels, which stand outermost.
    pub(crate) fn batch_levels(&self) -> usize {
        self.levels.iter().take_while(|level| level.kind == LevelKind::Batch).count()
    }

    /// The level that counts entries (`_`), if there is one.
    pub(crate) fn slot_level(&self) -> Option<usize> {
        self.levels.iter().position(|level| level.expr == DimExpr::Slot)
    }

    /// The first level below that of slots that is not dense, which is a singleton.
    pub(crate) fn first_below_slots(&self, slot: usize) -> usize {
        slot + 1 + self.levels[slot + 1..].iter().take_while(|level| level.kind == LevelKind::Dense).count()
    }

    /// The last of the levels that tell apart the positions of a level under one parent: while one
    /// is not unique, the next that has one child a parent takes part.
    pub(crate) fn last_key(&self, level: usize) -> usize {
        let takes_part = |last: usize| self.levels.get(last + 1).is_some_and(|below| below.kind.is_branchless());
        let mut last = level;
        while !self.levels[last].unique && takes_part(last) {
            last += 1;
        }
        last
    }

    /// The value of points that are not stored, where it is not zero.
    pub fn nonzero_fill(&self) -> Option<Scalar> {
        self.fill.map(Fill::value).filter(|fill| !fill.is_zero())
    }

    /// Whether tensors may hold values of points that nobody stored, to fill up blocks, diagonals or
    /// slots, and not tell them from stored zeros.
    pub fn fills_up(&self) -> bool {
        let has_slots = self.levels.iter().any(|level| level.expr == DimExpr::Slot);
        // Levels with one child a parent have those that their parents have.
        let decisive = self.levels.iter().rposition(|level| !level.kind.is_branchless());
        // Where every parent is there, a singleton below needs an entry for each.
        let first_list = self.levels.iter().position(|level| level.kind.keeps_coordinates() && !level.has_all());
        has_slots
            || decisive.is_none_or(|level| {
                let can = crate::levels::of(self.levels[level].kind).fills_up(&self.levels[level]);
                can && first_list.is_none_or(|list| list <= level)
            })
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Format, FormatError> {
        Format::parse(text)
    }
}
