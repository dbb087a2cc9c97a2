//! The Matrix Market exchange formats, `coordinate` and `array` (Boisvert, Pozo and Remington,
//! NISTIR 5935).

use super::entries::{self, Axis, Layout, Symmetry, ValueText};
use super::error::ReadErrorKind;
use super::lines::{Lines, fields, shown};
use super::{Located, ReadOptions, fit};
use crate::coo::Coo;
use crate::data::{Data, Dense};
use crate::memory;
use crate::value::{Dtype, Element, Kind};
use rayon::prelude::*;

const COMMENTS: &[u8] = b"%";
const FORMAT: &str = "Matrix Market";

/// What the first line says.
struct Header {
    is_array: bool,
    value: ValueText,
    symmetry: Symmetry,
}

pub(super) fn parse<T: Element>(text: &[u8], options: &ReadOptions<'_>) -> Result<Data, Located> {
    let mut lines = Lines::new(text);
    let header = match lines.next_line() {
        Some(line) => header(line, T::DTYPE).map_err(|kind| kind.at(1))?,
        None => return Err(ReadErrorKind::Empty { expected: "%%MatrixMarket matrix ..." }.at(1)),
    };
    let Some(size_line) = lines.next_content(COMMENTS) else {
        return Err(ReadErrorKind::MissingSizes.at(lines.line));
    };
    let at_sizes = |kind: ReadErrorKind| kind.at(lines.line);
    let sizes = sizes(size_line, &header).map_err(at_sizes)?;
    let of_file = [sizes.rows, sizes.columns];
    let kept = fit::kept_dimensions(&of_file, options).map_err(at_sizes)?;
    let shape = kept.iter().map(|&dimension| of_file[dimension]).collect();
    let (body, first_line) = (lines.rest(), lines.line + 1);
    if header.is_array {
        let values = T::wrap(array::<T>(body, first_line, sizes, &header, options)?);
        return Ok(Data::Dense(Dense { shape, values }));
    }
    let layout = Layout {
        format: FORMAT,
        comments: COMMENTS,
        axes: ["row", "column"].map(|noun| Axis { noun, suffix: String::new() }).to_vec(),
        sizes: of_file.map(Some).to_vec(),
        value: header.value,
        symmetry: header.symmetry,
        announced: Some(sizes.entries),
    };
    let mut entries = entries::parse::<T>(body, first_line, &layout, options)?;
    // Dimensions of size 1 that are left out have only zeros.
    let coordinates = kept.iter().map(|&dimension| std::mem::take(&mut entries.coordinates[dimension])).collect();
    Ok(Data::Entries(Coo { shape, coordinates, values: T::wrap(entries.values) }))
}

/// Whether a file says every point of a matrix, by its first line.
pub(super) fn is_array(head: &[u8]) -> bool {
    let first = Lines::new(head).next_line().unwrap_or_default();
    fields(first).get(2).is_some_and(|format| format.eq_ignore_ascii_case(b"array"))
}

fn header(line: &[u8], dtype: Dtype) -> Result<Header, ReadErrorKind> {
    let words = fields(line);
    let lower: Vec<String> = words.iter().map(|word| String::from_utf8_lossy(word).to_ascii_lowercase()).collect();
    if lower.first().map(String::as_str) != Some("%%matrixmarket") {
        let found = shown(words.first().copied().unwrap_or_default());
        return Err(ReadErrorKind::NotMatrixMarket { found });
    }
    let [_, object, format, field, symmetry] = lower.as_slice() else {
        return Err(ReadErrorKind::HeaderWords { found: words.len() });
    };
    let unknown = |what: &'static str, place: usize, expected: &'static str| {
        Err(ReadErrorKind::HeaderWord { what, found: shown(words[place]), expected })
    };
    if object != "matrix" {
        return unknown("object", 1, "matrix");
    }
    let is_array = match format.as_str() {
        "coordinate" => false,
        "array" => true,
        _ => return unknown("format", 2, "coordinate or array"),
    };
    let value = match field.as_str() {
        "real" | "double" => ValueText::Real,
        "integer" | "unsigned-integer" => ValueText::Integer,
        "pattern" => ValueText::Pattern,
        "complex" => ValueText::Complex,
        _ => return unknown("field", 3, "real, double, complex, integer, unsigned-integer or pattern"),
    };
    let symmetry = match symmetry.as_str() {
        "general" => Symmetry::General,
        "symmetric" => Symmetry::Symmetric,
        "skew-symmetric" => Symmetry::Skew,
        "hermitian" => Symmetry::Hermitian,
        _ => return unknown("symmetry", 4, "general, symmetric, skew-symmetric or hermitian"),
    };
    let contradiction = |first, second| Err(ReadErrorKind::Contradiction { first, second });
    match value {
        ValueText::Complex if dtype.kind() != Kind::Complex => Err(ReadErrorKind::Complex { dtype }),
        ValueText::Real if symmetry == Symmetry::Hermitian => contradiction("real", "Hermitian"),
        ValueText::Integer if symmetry == Symmetry::Hermitian => contradiction("integer", "Hermitian"),
        ValueText::Pattern if symmetry == Symmetry::Hermitian => contradiction("pattern", "Hermitian"),
        ValueText::Pattern if is_array => contradiction("pattern", "an array"),
        ValueText::Pattern if symmetry == Symmetry::Skew => contradiction("pattern", "skew-symmetric"),
        _ => Ok(Header { is_array, value, symmetry }),
    }
}

#[derive(Clone, Copy)]
struct Sizes {
    rows: u64,
    columns: u64,
    /// Lines with entries.
    entries: u128,
}

fn sizes(line: &[u8], header: &Header) -> Result<Sizes, ReadErrorKind> {
    let names: &[&'static str] = if header.is_array { &["rows", "columns"] } else { &["rows", "columns", "entries"] };
    let fields = fields(line);
    if fields.len() != names.len() {
        let meaning = if header.is_array { "rows, columns" } else { "rows, columns, entries" };
        return Err(ReadErrorKind::SizeFields { found: fields.len(), required: names.len(), meaning });
    }
    let size = |place: usize| {
        let parsed = std::str::from_utf8(fields[place]).ok().and_then(|text| text.parse::<u64>().ok());
        parsed.ok_or_else(|| ReadErrorKind::Size { what: names[place], found: shown(fields[place]) })
    };
    let (rows, columns) = (size(0)?, size(1)?);
    if header.symmetry != Symmetry::General && rows != columns {
        return Err(ReadErrorKind::NotSquare { symmetry: header.symmetry.name(), rows, columns });
    }
    let (wide_rows, wide_columns) = (u128::from(rows), u128::from(columns));
    let entries = match header.symmetry {
        _ if !header.is_array => size(2)?.into(),
        Symmetry::General => wide_rows * wide_columns,
        // Halves are multiplied so that 2^64 rows do not overflow.
        Symmetry::Symmetric | Symmetry::Hermitian if rows.is_multiple_of(2) => wide_rows / 2 * (wide_rows + 1),
        Symmetry::Symmetric | Symmetry::Hermitian => wide_rows * wide_rows.div_ceil(2),
        Symmetry::Skew if rows.is_multiple_of(2) => wide_rows / 2 * wide_rows.saturating_sub(1),
        Symmetry::Skew => wide_rows * (wide_rows / 2),
    };
    Ok(Sizes { rows, columns, entries })
}

/// The values of an array, row after row. In the file they stand column after column; symmetric ones leave out what is
/// above the diagonal, and skew-symmetric ones the diagonal too.
fn array<T: Element>(
    body: &[u8],
    first_line: u64,
    sizes: Sizes,
    header: &Header,
    options: &ReadOptions<'_>,
) -> Result<Vec<T>, Located> {
    let layout = Layout {
        format: FORMAT,
        comments: COMMENTS,
        axes: Vec::new(),
        sizes: Vec::new(),
        value: header.value,
        symmetry: Symmetry::General,
        announced: Some(sizes.entries),
    };
    let found: Vec<T> = entries::parse(body, first_line, &layout, options)?.values;
    let points = u128::from(sizes.rows) * u128::from(sizes.columns);
    let points = memory::require("the values of the array", points, size_of::<T>()).map_err(ReadErrorKind::Memory)?;
    let (rows, columns) = (sizes.rows as usize, sizes.columns as usize);
    if header.symmetry == Symmetry::General {
        return Ok((0..points).into_par_iter().map(|point| found[point % columns * rows + point / columns]).collect());
    }
    let mut values = vec![T::ZERO; points];
    let mut next = found.into_iter();
    for column in 0..columns {
        for row in column + usize::from(header.symmetry == Symmetry::Skew)..rows {
            // There are as many values as places.
            let value = next.next().unwrap_or(T::ZERO);
            let mirrored = header.symmetry.mirrored(value)?;
            if row == column && !value.is_same(mirrored) {
                return Err(entries::not_hermitian(row as u64, value).into());
            }
            values[column * columns + row] = mirrored;
            values[row * columns + column] = value;
        }
    }
    Ok(values)
}
