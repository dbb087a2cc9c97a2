//! How a tensor is stored: levels, the affine map from dimensions to levels, and widths of indices.
//!
//! The text of a format is the body of the compiler's format attribute, for example `(i, j) -> (i :
//! dense, j : compressed)`; [`Format::named`] also knows the usual short names. Text read and
//! printed again gives the same format. Level formats and their properties are those of Chou
//! (2018), sections 3.1 and 3.3.
//!
//! Left out: which level formats can be packed (asked of [`Format::check_supported`]) and how (see
//! `levels`).

mod determined;
mod display;
mod error;
mod expr;
mod lexer;
mod named;
mod parse;
mod validate;

use std::fmt;
use std::str::FromStr;

pub use error::FormatError;
pub use expr::{DimExpr, dimension_name};

use crate::levels;
use crate::pack::PackError;

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
    /// Every coordinate of an interval that depends on the level above (diagonals).
    Range,
    /// One coordinate a parent, the sum of the two levels above (diagonals).
    Offset,
    /// A hash table of coordinates a parent.
    Hashed,
    /// As compressed, with room between segments.
    LooseCompressed,
    /// `n` stored coordinates in each block of `m`.
    Structured {
        /// Stored coordinates a block.
        n: u64,
        /// Coordinates a block.
        m: u64,
    },
    /// Every coordinate, each with a storage of its own below.
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

    /// The width of that many bits, if there is one.
    pub fn from_bits(bits: u64) -> Option<Width> {
        Width::ALL.into_iter().find(|width| u64::from(width.bits()) == bits)
    }

    /// The largest index: kernels read 32 and 64 bits as signed, narrower ones as unsigned.
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
        let format = Format { order, levels, position_width: Width::default(), coordinate_width: Width::default() };
        format.validate()?;
        Ok(format)
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

    /// Checks that the format makes sense, whether or not it can be packed.
    ///
    /// # Errors
    /// The first rule that is broken; see [`FormatError`].
    pub fn validate(&self) -> Result<(), FormatError> {
        validate::validate(self)
    }

    /// Whether tensors can be packed into this format and walked.
    pub fn is_supported(&self) -> bool {
        self.check_supported().is_ok()
    }

    /// Checks that tensors can be packed into this format and walked.
    ///
    /// # Errors
    /// [`PackError::Unsupported`] with the first level that is in the way.
    pub fn check_supported(&self) -> Result<(), PackError> {
        levels::check_supported(self)
    }

    /// The dimension that each level stores, when every level stores a dimension as it is and each
    /// dimension once.
    pub fn dimension_order(&self) -> Option<Vec<usize>> {
        let dimensions: Vec<usize> =
            self.levels.iter().map(|level| level.expr.as_dimension()).collect::<Option<_>>()?;
        let mut sorted = dimensions.clone();
        sorted.sort_unstable();
        sorted.into_iter().eq(0..self.order).then_some(dimensions)
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Format, FormatError> {
        Format::parse(text)
    }
}
