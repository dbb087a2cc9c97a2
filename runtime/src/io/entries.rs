//! Parsing lines of entries, `coordinate ... coordinate value`, in parallel.
//!
//! The text is cut into pieces of whole lines. The lines of each are counted, so that its entries have their place in the arrays
//! of all before any is parsed; then each piece is parsed on its own, in one pass. The first error in the order of the file wins,
//! whatever the number of threads.

use std::fmt;

use rayon::prelude::*;

use super::error::ReadErrorKind;
use super::lines::{
    fields, is_content, is_end_of_field, next_content, next_field, shown, skip_blanks, skip_line, split_line,
    take_whole_number,
};
use super::{Located, ReadOptions};
use crate::memory;
use crate::progress::Phase;
use crate::value::{Element, NumberError, is_integer_text};

const PIECE: usize = 1 << 20;

/// What the lines of a file are like.
pub(super) struct Layout {
    /// The format of the file, for messages.
    pub(super) format: &'static str,
    /// What begins with one of these bytes is a comment.
    pub(super) comments: &'static [u8],
    /// What each coordinate is called, one a dimension.
    pub(super) axes: Vec<Axis>,
    /// The size of each dimension, where it is known.
    pub(super) sizes: Vec<Option<u64>>,
    pub(super) value: ValueText,
    /// The symmetry of a matrix, whose other half is added while parsing.
    pub(super) symmetry: Symmetry,
    /// Number of entries that there must be.
    pub(super) announced: Option<u128>,
}

/// The name of a coordinate in messages: `row 3`, or `coordinate 3 of dimension 1`.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// What stands before the number.
    pub(super) noun: &'static str,
    /// What stands after the number.
    pub(super) suffix: String,
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.noun, self.suffix)
    }
}

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueText {
    /// Not at all: every value is 1.
    Pattern,
    /// Integers alone, which no type may round.
    Integer,
    Real,
    /// Reals, and integers which no type may round.
    Number,
    /// Two fields, the real part and the imaginary one.
    Complex,
}

impl ValueText {
    /// What the fields of a value are called.
    fn fields(self) -> &'static [&'static str] {
        match self {
            ValueText::Pattern => &[],
            ValueText::Integer | ValueText::Real | ValueText::Number => &["value"],
            ValueText::Complex => &["real part", "imaginary part"],
        }
    }
}

/// Which entries a file leaves out because others imply them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    General,
    /// `A(j, i) = A(i, j)`; entries are on or below the diagonal.
    Symmetric,
    /// `A(j, i) = -A(i, j)`; entries are below the diagonal.
    Skew,
    /// `A(j, i)` is the complex conjugate of `A(i, j)`; entries are on or below the diagonal.
    Hermitian,
}

impl Symmetry {
    pub(super) fn name(self) -> &'static str {
        match self {
            Symmetry::General => "general",
            Symmetry::Symmetric => "symmetric",
            Symmetry::Skew => "skew-symmetric",
            Symmetry::Hermitian => "Hermitian",
        }
    }

    /// The value at the mirrored place.
    pub(super) fn mirrored<T: Element>(self, value: T) -> Result<T, ReadErrorKind> {
        match self {
            Symmetry::General | Symmetry::Symmetric => Ok(value),
            Symmetry::Skew => {
                let negative = value.negate();
                if value.as_integer().map(|value| -value) == negative.as_integer() {
                    return Ok(negative);
                }
                Err(ReadErrorKind::NegativeRange { found: value.to_scalar().to_string(), dtype: T::DTYPE })
            }
            Symmetry::Hermitian => Ok(value.conjugate()),
        }
    }
}

/// Parsed entries, coordinates from 0.
pub(super) struct Entries<T> {
    pub(super) coordinates: Vec<Vec<u64>>,
    pub(super) values: Vec<T>,
}

/// A piece of the text: whole lines.
#[derive(Clone, Copy)]
struct Piece<'a> {
    /// Where it begins in the text.
    offset: usize,
    text: &'a [u8],
}

/// The entries of a piece, in its part of the arrays of all.
struct Parsed<'a, T> {
    coordinates: Vec<&'a mut [u64]>,
    values: &'a mut [T],
    /// How many entries there are.
    count: usize,
    /// Lines with entries, which symmetry makes fewer than there are values.
    lines: usize,
}

/// Parses every line of `text`, whose first line has the number `first_line`.
pub(super) fn parse<T: Element>(
    text: &[u8],
    first_line: u64,
    layout: &Layout,
    options: &ReadOptions<'_>,
) -> Result<Entries<T>, Located> {
    let phase = Phase::start(options.progress, "parsing", text.len() as u64);
    let pieces = pieces(text);
    let room: Vec<usize> = pieces.par_iter().map(|piece| layout.most_entries(piece.text)).collect();
    let total = room.iter().map(|room| *room as u128).sum();
    let bytes_each = layout.sizes.len() * size_of::<u64>() + size_of::<T>();
    let total = memory::require("the entries of the file", total, bytes_each).map_err(ReadErrorKind::Memory)?;
    let mut entries =
        Entries { coordinates: layout.sizes.iter().map(|_| vec![0; total]).collect(), values: vec![T::ZERO; total] };
    let parsed: Vec<Result<(usize, usize), (usize, ReadErrorKind)>> = entries
        .parts(&room)
        .into_par_iter()
        .zip(&pieces)
        .map(|(mut part, piece)| {
            part.parse(piece.text, layout).map_err(|(within, kind)| (piece.offset + within, kind))?;
            phase.advance(piece.text.len() as u64);
            Ok((part.count, part.lines))
        })
        .collect();
    let line_at = |offset: usize| first_line + memchr::memchr_iter(b'\n', &text[..offset]).count() as u64;
    let parsed =
        parsed.into_iter().collect::<Result<Vec<_>, _>>().map_err(|(offset, kind)| kind.at(line_at(offset)))?;

    if let Some(announced) = layout.announced {
        let found: usize = parsed.iter().map(|(_, lines)| lines).sum();
        if (found as u128) < announced {
            let last = text.len() - usize::from(text.ends_with(b"\n"));
            return Err(ReadErrorKind::FewerEntries { announced, found }.at(line_at(last)));
        }
        if found as u128 > announced {
            let offset = nth_content(text, announced, layout.comments);
            return Err(ReadErrorKind::MoreEntries { announced }.at(line_at(offset)));
        }
    }
    let counts: Vec<usize> = parsed.into_iter().map(|(count, _)| count).collect();
    entries.close_gaps(&room, &counts);
    Ok(entries)
}

impl Layout {
    /// The most entries that a piece of text holds: one a line, which has a byte and one more for each field; and another,
    /// where symmetry implies it.
    fn most_entries(&self, text: &[u8]) -> usize {
        let lines = memchr::memchr_iter(b'\n', text).count() + usize::from(!text.ends_with(b"\n"));
        let least_bytes = 2 * (self.sizes.len() + self.value.fields().len()).max(1);
        let mirrored = if self.symmetry == Symmetry::General { 1 } else { 2 };
        lines.min(text.len().div_ceil(least_bytes)) * mirrored
    }
}

impl<T: Element> Entries<T> {
    /// The parts of the arrays in which so many entries each have room.
    fn parts(&mut self, room: &[usize]) -> Vec<Parsed<'_, T>> {
        let mut coordinates: Vec<&mut [u64]> = self.coordinates.iter_mut().map(Vec::as_mut_slice).collect();
        let mut values = self.values.as_mut_slice();
        let mut parts = Vec::with_capacity(room.len());
        for &room in room {
            let own = coordinates.iter_mut().map(|rest| rest.split_off_mut(..room).expect("the parts are all of it"));
            let own = own.collect();
            let values = values.split_off_mut(..room).expect("the parts are all of it");
            parts.push(Parsed { coordinates: own, values, count: 0, lines: 0 });
        }
        parts
    }

    /// Moves the entries of all parts, which had `room` for more than there are, next to each other.
    fn close_gaps(&mut self, room: &[usize], counts: &[usize]) {
        fn close<E: Copy>(array: &mut Vec<E>, room: &[usize], counts: &[usize]) {
            let (mut begin, mut end) = (0, 0);
            for (room, count) in room.iter().zip(counts) {
                if begin != end {
                    array.copy_within(begin..begin + count, end);
                }
                (begin, end) = (begin + room, end + count);
            }
            array.truncate(end);
            array.shrink_to_fit();
        }
        if room != counts {
            self.coordinates.par_iter_mut().for_each(|array| close(array, room, counts));
            close(&mut self.values, room, counts);
        }
    }
}

fn pieces(text: &[u8]) -> Vec<Piece<'_>> {
    let (mut pieces, mut begin) = (Vec::new(), 0);
    while begin < text.len() {
        let goal = text.len().min(begin + PIECE);
        let end = memchr::memchr(b'\n', &text[goal..]).map_or(text.len(), |rest| goal + rest + 1);
        pieces.push(Piece { offset: begin, text: &text[begin..end] });
        begin = end;
    }
    pieces
}

/// The offset of the line with the `n`-th entry, from 0.
fn nth_content(text: &[u8], n: u128, comments: &[u8]) -> usize {
    let (mut rest, mut seen) = (text, 0);
    while !rest.is_empty() {
        let (line, after) = split_line(rest);
        if is_content(line, comments) {
            if seen == n {
                break;
            }
            seen += 1;
        }
        rest = after;
    }
    text.len() - rest.len()
}

impl<T: Element> Parsed<'_, T> {
    /// Parses a piece; or gives the offset of the first bad line in it.
    fn parse(&mut self, text: &[u8], layout: &Layout) -> Result<(), (usize, ReadErrorKind)> {
        let mut rest = text;
        while !rest.is_empty() {
            let begin = rest;
            match next_content(rest, layout.comments) {
                Some(line) => {
                    rest = line;
                    self.line(&mut rest, layout)
                        .map_err(|problem| (text.len() - begin.len(), problem.kind(begin, layout)))?;
                    rest = skip_line(rest);
                }
                None => rest = skip_line(rest),
            }
        }
        Ok(())
    }

    /// Parses the fields of a line, which begins with the first of them.
    fn line(&mut self, rest: &mut &[u8], layout: &Layout) -> Result<(), BadLine> {
        let place = self.count;
        for (dimension, array) in self.coordinates.iter_mut().enumerate() {
            array[place] = take_coordinate(rest, dimension, layout)?;
        }
        self.values[place] = match layout.value {
            ValueText::Pattern => T::ONE,
            ValueText::Complex => parse_complex(take_field(rest)?, take_field(rest)?)?,
            text => take_value(rest, text)?,
        };
        if !matches!(*rest, [] | [b'\n', ..])
            && next_field(rest).is_some_and(|field| !layout.comments.contains(&field[0]))
        {
            return Err(BadLine::Fields);
        }
        self.count += 1;
        self.lines += 1;
        if layout.symmetry == Symmetry::General { Ok(()) } else { Ok(self.mirror(layout.symmetry)?) }
    }

    /// Adds the entry that symmetry implies.
    fn mirror(&mut self, symmetry: Symmetry) -> Result<(), ReadErrorKind> {
        let [rows, columns] = self.coordinates.as_mut_slice() else { return Ok(()) };
        let place = self.count - 1;
        let (row, column, value) = (rows[place], columns[place], self.values[place]);
        let (is_stored, stored) = match symmetry {
            Symmetry::General | Symmetry::Symmetric | Symmetry::Hermitian => (row >= column, "on or below"),
            Symmetry::Skew => (row > column, "below"),
        };
        if !is_stored {
            let symmetry = symmetry.name();
            return Err(ReadErrorKind::Triangle { row: row + 1, column: column + 1, symmetry, place: stored });
        }
        let mirrored = symmetry.mirrored(value)?;
        if row != column {
            rows[place + 1] = column;
            columns[place + 1] = row;
            self.values[place + 1] = mirrored;
            self.count += 1;
        } else if !value.is_same(mirrored) {
            return Err(not_hermitian(row, value));
        }
        Ok(())
    }
}

fn take_field<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8], BadLine> {
    next_field(rest).ok_or(BadLine::Fields)
}

/// Takes a coordinate off a line; it counts from 0.
fn take_coordinate(rest: &mut &[u8], dimension: usize, layout: &Layout) -> Result<u64, BadLine> {
    match take_whole_number(skip_blanks(rest)) {
        Some((coordinate, after))
            if coordinate >= 1 && layout.sizes[dimension].is_none_or(|size| coordinate <= size) =>
        {
            *rest = after;
            Ok(coordinate - 1)
        }
        _ => Ok(parse_coordinate(take_field(rest)?, dimension, layout)?),
    }
}

/// Takes a value of one field off a line.
fn take_value<T: Element>(rest: &mut &[u8], text: ValueText) -> Result<T, BadLine> {
    // Integers may not be rounded, for which all of their digits are looked at.
    if text == ValueText::Real {
        let field = skip_blanks(rest);
        if let Some((value, length)) = T::parse_prefix(field).filter(|(_, length)| is_end_of_field(&field[*length..])) {
            *rest = &field[length..];
            return Ok(value);
        }
    }
    Ok(parse_value(take_field(rest)?, text)?)
}

/// What is wrong with a line.
enum BadLine {
    /// It has more or fewer fields than it should.
    Fields,
    Other(ReadErrorKind),
}

impl From<ReadErrorKind> for BadLine {
    fn from(kind: ReadErrorKind) -> Self {
        Self::Other(kind)
    }
}

impl BadLine {
    /// The error, of text that begins with the line.
    #[cold]
    fn kind(self, text: &[u8], layout: &Layout) -> ReadErrorKind {
        match self {
            Self::Fields => wrong_fields(split_line(text).0, layout),
            Self::Other(kind) => kind,
        }
    }
}

/// The error of a value on the diagonal that is not its own conjugate.
#[cold]
pub(super) fn not_hermitian<T: Element>(row: u64, value: T) -> ReadErrorKind {
    ReadErrorKind::Diagonal { place: row + 1, found: value.to_scalar().to_string() }
}

#[cold]
fn wrong_fields(line: &[u8], layout: &Layout) -> ReadErrorKind {
    let mut meaning: Vec<String> = layout.axes.iter().map(Axis::to_string).collect();
    meaning.extend(layout.value.fields().iter().map(|field| (*field).to_owned()));
    ReadErrorKind::EntryFields { found: fields(line).len(), required: meaning.len(), meaning: meaning.join(", ") }
}

/// A coordinate from 0.
fn parse_coordinate(field: &[u8], dimension: usize, layout: &Layout) -> Result<u64, ReadErrorKind> {
    let digit = |value: u64, &byte: &u8| {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 { None } else { value.checked_mul(10)?.checked_add(digit.into()) }
    };
    let last = layout.sizes[dimension].unwrap_or(u64::MAX);
    let digits = field.strip_prefix(b"+").unwrap_or(field);
    match digits.iter().try_fold(0, digit) {
        Some(coordinate) if coordinate >= 1 && coordinate <= last => Ok(coordinate - 1),
        _ => Err(bad_coordinate(field, dimension, layout)),
    }
}

#[cold]
fn bad_coordinate(field: &[u8], dimension: usize, layout: &Layout) -> ReadErrorKind {
    let (axis, found) = (&layout.axes[dimension], shown(field));
    if !is_integer_text(field) {
        return ReadErrorKind::Coordinate { axis: axis.to_string(), found };
    }
    let range = match layout.sizes[dimension] {
        Some(0) => "of size 0".to_owned(),
        Some(size) => format!("1..={size}"),
        None => "1..".to_owned(),
    };
    let coordinate = format!("{} {found}{}", axis.noun, axis.suffix);
    ReadErrorKind::CoordinateRange { coordinate, range, format: layout.format }
}

fn parse_value<T: Element>(field: &[u8], text: ValueText) -> Result<T, ReadErrorKind> {
    if text == ValueText::Integer && !is_integer_text(field) {
        let found = shown(field);
        let is_number = f64::parse(field) != Err(NumberError::NotANumber);
        return Err(if is_number { ReadErrorKind::NotInteger { found } } else { ReadErrorKind::Value { found } });
    }
    let is_exact = text == ValueText::Integer || text == ValueText::Number && is_integer_text(field);
    let value = if is_exact { T::parse_integer(field) } else { T::parse(field) };
    value.map_err(|error| bad_value::<T>(field, error))
}

fn parse_complex<T: Element>(real: &[u8], imaginary: &[u8]) -> Result<T, ReadErrorKind> {
    T::parse_complex(real, imaginary).map_err(|error| {
        let is_bad = |field: &&&[u8]| T::parse(field).is_err();
        bad_value::<T>([real, imaginary].iter().find(is_bad).copied().unwrap_or(real), error)
    })
}

#[cold]
fn bad_value<T: Element>(field: &[u8], error: NumberError) -> ReadErrorKind {
    ReadErrorKind::of_number(error, shown(field), T::DTYPE)
}
