//! The storage format of a tensor, as a value.
//!
//! The text of a format is the body of the compiler's format attribute, for example `(i, j) -> (i :
//! dense, j : compressed)`; [`Format::named`] also knows the usual short names. Text read and
//! printed again gives the same format. Level formats and their properties are those of Chou
//! (2018), sections 3.1 and 3.3.

use std::str::FromStr;

use crate::{
    DimExpr, Fill, FormatError, Level, Width,
    algebra::{Mapping, Unmappable},
    flaw, text,
};

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
    pub fn with_defaults(order: usize, levels: Vec<Level>) -> Format {
        let width = Width::default();
        Format { order, levels, position_width: width, coordinate_width: width, fill: None }
    }

    /// Every value in row-major order.
    pub fn dense(order: usize) -> Format {
        let level = |dimension| Level::new(DimExpr::Dim(dimension), crate::LevelKind::Dense);
        Format::with_defaults(order, (0..order).map(level).collect())
    }

    /// Whether a format has a value for every point, in row-major order, and nothing else.
    pub fn is_row_major(&self) -> bool {
        self.levels == Format::dense(self.order).levels
    }

    /// Reads the text of a format, bare or as `#stensor.format<...>`.
    ///
    /// # Errors
    /// The column of the first thing that does not belong, or as [`Format::validate`].
    pub fn parse(text: &str) -> Result<Format, FormatError> {
        let format = text::parse::attribute(text)?;
        format.validate()?;
        Ok(format)
    }

    /// Reads a short name (`csr`, `bcsr:4x4`), a list of levels (`dense,compressed@1,0`), or the
    /// text of a format, for a tensor of `order` dimensions.
    ///
    /// # Errors
    /// When the text is none of these, or is not for that order, or as [`Format::validate`].
    pub fn named(text: &str, order: usize) -> Result<Format, FormatError> {
        let format = text::named::format(text, order)?;
        format.validate()?;
        Ok(format)
    }

    /// The short names that [`Format::named`] knows, each with a line of help.
    pub fn names() -> &'static [(&'static str, &'static str)] {
        text::named::NAMES
    }

    /// A name that [`Format::named`] reads as this format; `None` where only its text says it.
    pub fn short_name(&self) -> Option<String> {
        text::short_name::of(self)
    }

    /// What is wrong with the format, if anything is. Every format that has no flaw can be packed, walked, validated and
    /// compiled.
    pub fn flaw(&self) -> Option<FormatError> {
        self.validated().err()
    }

    /// That part of its flaws that needs no map: a level that cannot be configured as it is, or cannot stand where it does.
    pub fn misfit(&self) -> Option<FormatError> {
        flaw::misfit(self)
    }

    /// Checks that the format makes sense.
    ///
    /// # Errors
    /// Its [flaw](Format::flaw).
    pub fn validate(&self) -> Result<(), FormatError> {
        self.validated().map(|_| ())
    }

    /// Checks that the format makes sense, and gives its map.
    ///
    /// # Errors
    /// Its [flaw](Format::flaw).
    pub fn validated(&self) -> Result<Mapping, FormatError> {
        flaw::validated(self)
    }

    /// The map between dimensions and levels, in both directions.
    ///
    /// # Errors
    /// What makes it no map; a format without a flaw has one.
    pub fn mapping(&self) -> Result<Mapping, Unmappable> {
        Mapping::new(self)
    }

    /// The same format, each expression written the one way that its form is written.
    #[must_use]
    pub fn canonical(mut self) -> Format {
        for level in &mut self.levels {
            level.expr = level.expr.canonical();
        }
        self
    }

    /// The number of batch levels, which stand outermost.
    pub fn batch_levels(&self) -> usize {
        self.levels.iter().take_while(|level| level.is_batch()).count()
    }

    /// How many levels, from the top, have coordinates that a level computes with. Positions of a batch are those of one of
    /// its tensors.
    pub fn computes_with(&self, number: usize) -> usize {
        let level = &self.levels[number];
        let batches = || if level.keeps_positions() { self.batch_levels().min(number) } else { 0 };
        if level.format().computes_with_coordinates() { number } else { batches() }
    }

    /// The nodes of a level are to stand in windows of so many by how many entries they have, most first: the level below asks
    /// for that.
    pub fn window(&self, number: usize) -> Option<u64> {
        let below = self.levels.get(number + 1)?;
        below.format().window_above(below)
    }

    /// The level that counts entries (`_`), if there is one.
    pub fn slot_level(&self) -> Option<usize> {
        self.levels.iter().position(Level::is_slot)
    }

    /// The first level below that of slots whose coordinates are stored, which has one child a parent.
    pub fn first_below_slots(&self, slot: usize) -> usize {
        slot + 1 + self.levels[slot + 1..].iter().take_while(|level| level.has_all_places()).count()
    }

    /// The last of the levels that tell apart the positions of a level under one parent: while one
    /// is not unique, the next that has one child a parent takes part.
    pub fn last_key(&self, level: usize) -> usize {
        let takes_part = |last: usize| self.levels.get(last + 1).is_some_and(Level::is_branchless);
        let mut last = level;
        while !self.levels[last].unique && takes_part(last) {
            last += 1;
        }
        last
    }

    /// The value of points that are not stored, where it is not zero.
    pub fn nonzero_fill(&self) -> Option<Fill> {
        self.fill.filter(|fill| !fill.is_zero())
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Format, FormatError> {
        Format::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_is_row_major_in_every_order() {
        for order in 0..4 {
            assert!(Format::dense(order).is_row_major() && Format::dense(order).flaw().is_none());
            assert_eq!(Format::named("dense", order).as_ref(), Ok(&Format::dense(order)));
        }
        for text in
            ["(i, j) -> (j : dense, i : dense)", "(i) -> (i : compressed(full))", "(i) -> (0 : dense, i : dense)"]
        {
            assert!(!Format::parse(text).is_ok_and(|format| format.is_row_major()), "{text}");
        }
        let filled = Format::parse("(i) -> (i : dense), fill = 1.0 : f64").expect("a format");
        assert!(filled.is_row_major());
    }
}
