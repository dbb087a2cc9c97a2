//! Parsing lines of entries, `coordinate ... coordinate value`, in parallel.
//!
//! The text is cut into pieces of whole lines. Each piece is parsed on its own; the first error in
//! the order of the file wins, whatever the number of threads.

use std::fmt;

use rayon::prelude::*;

use super::error::ReadErrorKind;
use super::lines::{fields, is_content, next_field, shown, split_line};
use super::{Located, ReadOptions};
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
    pub(super) fn mirrored<T: Element>(self, value: T) -> T {
        match self {
            Symmetry::General | Symmetry::Symmetric => value,
            Symmetry::Skew => value.negate(),
            Symmetry::Hermitian => value.conjugate(),
        }
    }
}

/// Parsed entries, coordinates from 0.
pub(super) struct Entries<T> {
    pub(super) coordinates: Vec<Vec<u64>>,
    pub(super) values: Vec<T>,
    /// Lines with entries, which symmetry makes fewer than there are values.
    lines: usize,
}

impl<T> Entries<T> {
    fn empty(order: usize) -> Self {
        Entries { coordinates: vec![Vec::new(); order], values: Vec::new(), lines: 0 }
    }
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
    let parsed: Vec<Result<Entries<T>, (usize, ReadErrorKind)>> = pieces
        .par_iter()
        .map(|&(offset, piece)| {
            let entries = parse_piece(piece, layout).map_err(|(within, kind)| (offset + within, kind));
            phase.advance(piece.len() as u64);
            entries
        })
        .collect();
    let line_at = |offset: usize| first_line + text[..offset].iter().filter(|&&byte| byte == b'\n').count() as u64;
    let parsed =
        parsed.into_iter().collect::<Result<Vec<_>, _>>().map_err(|(offset, kind)| kind.at(line_at(offset)))?;

    if let Some(announced) = layout.announced {
        let found: usize = parsed.iter().map(|piece| piece.lines).sum();
        if (found as u128) < announced {
            let last = text.len() - usize::from(text.ends_with(b"\n"));
            return Err(ReadErrorKind::FewerEntries { announced, found }.at(line_at(last)));
        }
        if found as u128 > announced {
            let offset = nth_content(text, announced, layout.comments);
            return Err(ReadErrorKind::MoreEntries { announced }.at(line_at(offset)));
        }
    }
    Ok(concatenate(parsed, layout.sizes.len()))
}

/// Pieces of whole lines, each with its offset.
fn pieces(text: &[u8]) -> Vec<(usize, &[u8])> {
    let (mut pieces, mut begin) = (Vec::new(), 0);
    while begin < text.len() {
        let goal = text.len().min(begin + PIECE);
        let end = text[goal..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |rest| goal + rest + 1);
        pieces.push((begin, &text[begin..end]));
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

fn concatenate<T: Element>(pieces: Vec<Entries<T>>, order: usize) -> Entries<T> {
    let axis = |dimension: usize| {
        let parts: Vec<&[u64]> = pieces.iter().map(|piece| piece.coordinates[dimension].as_slice()).collect();
        parts.concat()
    };
    let (coordinates, values) = rayon::join(
        || (0..order).into_par_iter().map(axis).collect(),
        || pieces.iter().map(|piece| piece.values.as_slice()).collect::<Vec<_>>().concat(),
    );
    Entries { coordinates, values, lines: pieces.iter().map(|piece| piece.lines).sum() }
}

/// The entries of a piece, or the offset of the first bad line in it.
fn parse_piece<T: Element>(piece: &[u8], layout: &Layout) -> Result<Entries<T>, (usize, ReadErrorKind)> {
    let mut entries = Entries::empty(layout.sizes.len());
    let mut rest = piece;
    while !rest.is_empty() {
        let (line, after) = split_line(rest);
        if is_content(line, layout.comments) {
            parse_line(line, layout, &mut entries).map_err(|kind| (piece.len() - rest.len(), kind))?;
        }
        rest = after;
    }
    Ok(entries)
}

fn parse_line<T: Element>(line: &[u8], layout: &Layout, entries: &mut Entries<T>) -> Result<(), ReadErrorKind> {
    let mut rest = line;
    for (dimension, array) in entries.coordinates.iter_mut().enumerate() {
        let field = next_field(&mut rest).ok_or_else(|| wrong_fields(line, layout))?;
        array.push(parse_coordinate(field, dimension, layout)?);
    }
    let mut field = || next_field(&mut rest).ok_or_else(|| wrong_fields(line, layout));
    let value = match layout.value {
        ValueText::Pattern => T::ONE,
        ValueText::Complex => parse_complex(field()?, field()?)?,
        text => parse_value(field()?, text)?,
    };
    if next_field(&mut rest).is_some_and(|field| !layout.comments.contains(&field[0])) {
        return Err(wrong_fields(line, layout));
    }
    entries.values.push(value);
    entries.lines += 1;
    mirror(value, layout.symmetry, entries)
}

/// Adds the entry that symmetry implies.
fn mirror<T: Element>(value: T, symmetry: Symmetry, entries: &mut Entries<T>) -> Result<(), ReadErrorKind> {
    let [rows, columns] = entries.coordinates.as_mut_slice() else { return Ok(()) };
    let (Some(&row), Some(&column)) = (rows.last(), columns.last()) else { return Ok(()) };
    let (is_stored, place) = match symmetry {
        Symmetry::General => return Ok(()),
        Symmetry::Symmetric | Symmetry::Hermitian => (row >= column, "on or below"),
        Symmetry::Skew => (row > column, "below"),
    };
    if !is_stored {
        let symmetry = symmetry.name();
        return Err(ReadErrorKind::Triangle { row: row + 1, column: column + 1, symmetry, place });
    }
    let mirrored = symmetry.mirrored(value);
    if row != column {
        rows.push(column);
        columns.push(row);
        entries.values.push(mirrored);
    } else if !value.is_same(mirrored) {
        return Err(not_hermitian(row, value));
    }
    Ok(())
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
