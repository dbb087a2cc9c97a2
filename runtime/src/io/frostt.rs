//! The FROSTT text format: one entry a line, its coordinates from 1, then its value. `#` and `%` begin comments. Complex
//! values are two fields, real part and imaginary part; read as complex numbers, a file whose lines have one field more
//! than coordinates are asked for holds real values.
//!
//! A header may come first: a line with the order, or with the order and the number of entries, and a line with the sizes,
//! which a tensor of order 0 lacks. The words `extended FROSTT` in a comment announce it. Without them it is told from
//! entries by its fields, whose numbers entries could not have, and where the file ends after it and the lines could be
//! entries, too, by the order that the tensor must have.

use rayon::prelude::*;

use super::entries::{self, Axis, Layout, Symmetry, ValueText};
use super::error::ReadErrorKind;
use super::lines::{Lines, fields, shown};
use super::{Located, ReadOptions, fit};
use crate::coo::Coo;
use crate::value::{Element, Kind, Values};

const COMMENTS: &[u8] = b"#%";

/// What the lines before the first entry say.
struct Header {
    sizes: Vec<u64>,
    /// Number of entries, where it is said.
    entries: Option<u64>,
    /// The line with the sizes, from 1.
    line: u64,
}

pub(super) fn parse<T: Element>(text: &[u8], options: &ReadOptions<'_>) -> Result<Coo, Located> {
    let header = header(text, options)?;
    let (body, first_line) = header.as_ref().map_or((text, 1), |(header, body)| (*body, header.line + 1));
    let header = header.map(|(header, _)| header);
    let mut lines = Lines::new(body);
    let first = lines.next_content(COMMENTS).map(content_fields);
    let line = first_line + lines.line.saturating_sub(1);
    let required = options.required_order();
    let (order, value) = match (&header, &first) {
        (Some(header), first) => {
            let order = header.sizes.len();
            let value =
                first.as_ref().map_or(ValueText::Number, |first| order_of_entry::<T>(first.len(), Some(order)).1);
            (order, value)
        }
        // The first entry says the order: beside coordinates it has the fields of a value.
        (None, Some(first)) => order_of_entry::<T>(first.len(), required),
        (None, None) => return without_entries(T::wrap(Vec::new()), options),
    };
    let known = |dimension| options.size(dimension).filter(|_| required == Some(order));
    let sizes: Vec<Option<u64>> = match &header {
        Some(header) => header.sizes.iter().copied().map(Some).collect(),
        None => (0..order).map(known).collect(),
    };
    let layout = Layout {
        format: ".tns",
        comments: COMMENTS,
        axes: (0..order)
            .map(|dimension| Axis { noun: "coordinate", suffix: format!(" of dimension {dimension}") })
            .collect(),
        sizes,
        value,
        symmetry: Symmetry::General,
        announced: None,
    };
    let mut parsed = entries::parse::<T>(body, first_line, &layout, options)?;
    if let Some(Header { entries: Some(announced), line, .. }) = header
        && announced != parsed.values.len() as u64
    {
        return Err(ReadErrorKind::EntryCount { announced, found: parsed.values.len() }.at(line));
    }
    let size = |(known, array): (&Option<u64>, &Vec<u64>)| {
        known.unwrap_or_else(|| array.par_iter().max().map_or(0, |largest| largest.saturating_add(1)))
    };
    let of_file: Vec<u64> = layout.sizes.iter().zip(&parsed.coordinates).map(size).collect();
    let at = header.map_or(line, |header| header.line);
    let kept = fit::kept_dimensions(&of_file, options).map_err(|kind| kind.at(at))?;
    let shape = kept.iter().map(|&dimension| of_file[dimension]).collect();
    let coordinates = kept.iter().map(|&dimension| std::mem::take(&mut parsed.coordinates[dimension])).collect();
    Ok(Coo { shape, coordinates, values: T::wrap(parsed.values) })
}

/// The fields of a line before a comment.
fn content_fields(line: &[u8]) -> Vec<&[u8]> {
    fields(line).into_iter().take_while(|field| !COMMENTS.contains(&field[0])).collect()
}

/// The order of a tensor that has an entry of so many fields, and how its values are written.
fn order_of_entry<T: Element>(fields: usize, expected: Option<usize>) -> (usize, ValueText) {
    let is_complex = T::DTYPE.kind() == Kind::Complex && fields > 1 && expected != Some(fields - 1);
    if is_complex { (fields - 2, ValueText::Complex) } else { (fields - 1, ValueText::Number) }
}

/// The header, if there is one, and the lines after it.
fn header<'a>(text: &'a [u8], options: &ReadOptions<'_>) -> Result<Option<(Header, &'a [u8])>, Located> {
    let mut lines = Lines::new(text);
    let mut is_announced = false;
    let first = loop {
        let Some(line) = lines.next_line() else { break None };
        is_announced |= line.to_ascii_lowercase().windows(15).any(|words| words == b"extended frostt");
        let content = content_fields(line);
        if !content.is_empty() {
            break Some(content);
        }
    };
    if is_announced {
        return announced_header(lines, &first.unwrap_or_default()).map(Some);
    }
    Ok(first.and_then(|first| header_by_fields(lines, &first, options)))
}

/// The header that a comment announces; `lines` are those after its first one.
fn announced_header<'a>(mut lines: Lines<'a>, first: &[&[u8]]) -> Result<(Header, &'a [u8]), Located> {
    let expected = |expected, found: &[&[u8]], line| {
        let found = shown(&found.join(&b' '));
        ReadErrorKind::Header { expected, found }.at(line)
    };
    let Some((order, entries)) = whole_numbers(first).as_deref().and_then(order_and_entries) else {
        return Err(expected("the order and the number of entries", first, lines.line.max(1)));
    };
    let mut sizes = Vec::new();
    if order > 0 {
        let line = lines.next_content(COMMENTS).map(content_fields).unwrap_or_default();
        sizes = whole_numbers(&line).ok_or_else(|| expected("a line of sizes", &line, lines.line))?;
        if sizes.len() as u64 != order {
            return Err(ReadErrorKind::HeaderSizes { order, found: sizes.len() }.at(lines.line));
        }
        if let Some(size) = sizes.iter().find(|size| i64::try_from(**size).is_err()) {
            return Err(ReadErrorKind::Size { what: "coordinates", found: size.to_string() }.at(lines.line));
        }
    }
    let header = Header { sizes, entries, line: lines.line };
    Ok((header, lines.rest()))
}

/// The header that nothing announces, if the lines are no entries; `lines` are those after the first one.
fn header_by_fields<'a>(
    mut lines: Lines<'a>,
    first: &[&[u8]],
    options: &ReadOptions<'_>,
) -> Option<(Header, &'a [u8])> {
    let (order, entries) = order_and_entries(&whole_numbers(first)?)?;
    let sizes = whole_numbers(&content_fields(lines.next_content(COMMENTS)?))?;
    if sizes.len() as u64 != order {
        return None;
    }
    let header = Header { sizes, entries, line: lines.line };
    let body = lines.rest();
    // Entries have equal numbers of fields, and these are fewer in the line of sizes than in an entry after it.
    let is_header = match lines.next_content(COMMENTS) {
        Some(line) => content_fields(line).len() > header.sizes.len(),
        None => first.len() != header.sizes.len() || options.required_order() == Some(header.sizes.len()),
    };
    is_header.then_some((header, body))
}

/// What the numbers of the first line of a header say.
fn order_and_entries(numbers: &[u64]) -> Option<(u64, Option<u64>)> {
    match *numbers {
        [order] => Some((order, None)),
        [order, entries] => Some((order, Some(entries))),
        _ => None,
    }
}

fn whole_numbers(fields: &[&[u8]]) -> Option<Vec<u64>> {
    fields.iter().map(|field| std::str::from_utf8(field).ok()?.parse().ok()).collect()
}

fn without_entries(values: Values, options: &ReadOptions<'_>) -> Result<Coo, Located> {
    let shape: Option<Vec<u64>> = match (&options.shape, options.expect_order) {
        (Some(sizes), _) => sizes.iter().copied().collect(),
        (None, Some(0)) => Some(Vec::new()),
        (None, _) => None,
    };
    let shape = shape.ok_or_else(|| ReadErrorKind::NoEntries.at(1))?;
    Ok(Coo { coordinates: vec![Vec::new(); shape.len()], values, shape })
}
