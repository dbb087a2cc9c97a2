//! The Matrix Market exchange formats, `coordinate` and `array` (Boisvert, Pozo and Remington,
//! NISTIR 5935).

use super::entries::{self, Axis, Entries, Layout, Symmetry, ValueText};
use super::error::ReadErrorKind;
use super::lines::{Lines, fields, shown};
use super::{Located, ReadOptions};
use crate::coo::Coo;
use crate::value::{Dtype, Element, Kind};

const COMMENT: u8 = b'%';
const FORMAT: &str = "Matrix Market";

/// What the first line says.
struct Header {
    is_array: bool,
    value: ValueText,
    symmetry: Symmetry,
}

pub(super) fn parse<T: Element>(text: &[u8], options: &ReadOptions<'_>) -> Result<Coo, Located> {
    let mut lines = Lines::new(text);
    let header = match lines.next_line() {
        Some(line) => header(line, T::DTYPE).map_err(|kind| kind.at(1))?,
        None => return Err(ReadErrorKind::Empty { expected: "%%MatrixMarket matrix ..." }.at(1)),
    };
    let Some(size_line) = lines.next_content(COMMENT) else {
        return Err(ReadErrorKind::MissingSizes.at(lines.line));
    };
    let at_sizes = |kind: ReadErrorKind| kind.at(lines.line);
    let sizes = sizes(size_line, &header).map_err(at_sizes)?;
    let shape = shape(sizes, options).map_err(at_sizes)?;
    let (body, first_line) = (lines.rest(), lines.line + 1);
    let Entries { mut coordinates, values, .. } = if header.is_array {
        array::<T>(body, first_line, sizes, &header, options)?
    } else {
        let layout = Layout {
            format: FORMAT,
            comment: COMMENT,
            axes: ["row", "column"].map(|noun| Axis { noun, suffix: String::new() }).to_vec(),
            sizes: vec![Some(sizes.rows), Some(sizes.columns)],
            value: header.value,
            symmetry: header.symmetry,
            announced: Some(sizes.entries),
        };
        entries::parse(body, first_line, &layout, options)?
    };
    // A matrix of one column read as a vector has only zeros there.
    coordinates.truncate(shape.len());
    Ok(Coo { shape, coordinates, values: T::wrap(values) })
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
        "real" => ValueText::Real,
        "integer" => ValueText::Integer,
        "pattern" => ValueText::Pattern,
        "complex" => ValueText::Complex,
        _ => return unknown("field", 3, "real, complex, integer or pattern"),
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

/// The shape of the tensor: order 2, or order 1 when that is asked for and there is one column.
fn shape(sizes: Sizes, options: &ReadOptions<'_>) -> Result<Vec<u64>, ReadErrorKind> {
    let shape = match options.required_order() {
        None | Some(2) => vec![sizes.rows, sizes.columns],
        Some(1) if sizes.columns == 1 => vec![sizes.rows],
        Some(required) => return Err(ReadErrorKind::Order { found: 2, required }),
    };
    for (dimension, &found) in shape.iter().enumerate() {
        if let Some(required) = options.size(dimension)
            && required != found
        {
            return Err(ReadErrorKind::SizesDisagree { dimension, found, required });
        }
    }
    Ok(shape)
}

/// The values of an array stand column after column; symmetric ones leave out what is above the
/// diagonal, and skew-symmetric ones the diagonal too.
fn array<T: Element>(
    body: &[u8],
    first_line: u64,
    sizes: Sizes,
    header: &Header,
    options: &ReadOptions<'_>,
) -> Result<Entries<T>, Located> {
    let layout = Layout {
        format: FORMAT,
        comment: COMMENT,
        axes: Vec::new(),
        sizes: Vec::new(),
        value: header.value,
        symmetry: Symmetry::General,
        announced: Some(sizes.entries),
    };
    let mut parsed: Entries<T> = entries::parse(body, first_line, &layout, options)?;
    let first_row = |column: u64| match header.symmetry {
        Symmetry::General => 0,
        Symmetry::Symmetric | Symmetry::Hermitian => column,
        Symmetry::Skew => column + 1,
    };
    // There are as many values as places, so no place is made that has no value.
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    if !parsed.values.is_empty() {
        for column in 0..sizes.columns {
            rows.extend(first_row(column)..sizes.rows);
            columns.resize(rows.len(), column);
        }
    }
    if header.symmetry != Symmetry::General {
        for entry in 0..parsed.values.len() {
            let (row, column, value) = (rows[entry], columns[entry], parsed.values[entry]);
            let mirrored = header.symmetry.mirrored(value);
            if row != column {
                rows.push(column);
                columns.push(row);
                parsed.values.push(mirrored);
            } else if !value.is_same(mirrored) {
                return Err(entries::not_hermitian(row, value).into());
            }
        }
    }
    parsed.coordinates = vec![rows, columns];
    Ok(parsed)
}
