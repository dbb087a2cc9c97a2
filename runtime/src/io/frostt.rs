//! The FROSTT text format: one entry a line, its coordinates from 1, then its value. There is no
//! header; `#` begins a comment. Complex values are two fields, real part and imaginary part; read as
//! complex numbers, a file whose lines have one field more than coordinates are asked for holds real
//! values.

use rayon::prelude::*;

use super::entries::{self, Axis, Layout, Symmetry, ValueText};
use super::error::ReadErrorKind;
use super::lines::{Lines, fields};
use super::{Located, ReadOptions};
use crate::coo::Coo;
use crate::value::{Element, Kind, Values};

const COMMENT: u8 = b'#';

pub(super) fn parse<T: Element>(text: &[u8], options: &ReadOptions<'_>) -> Result<Coo, Located> {
    let mut lines = Lines::new(text);
    let Some(first) = lines.next_content(COMMENT) else { return without_entries(T::wrap(Vec::new()), options) };
    // The first entry says the order: beside coordinates it has the fields of a value.
    let found = fields(first).len();
    let is_complex = T::DTYPE.kind() == Kind::Complex && found > 1 && options.required_order() != Some(found - 1);
    let (order, value) = if is_complex { (found - 2, ValueText::Complex) } else { (found - 1, ValueText::Real) };
    if let Some(required) = options.required_order()
        && required != order
    {
        return Err(ReadErrorKind::Order { found: order, required }.at(lines.line));
    }
    let layout = Layout {
        format: ".tns",
        comment: COMMENT,
        axes: (0..order)
            .map(|dimension| Axis { noun: "coordinate", suffix: format!(" of dimension {dimension}") })
            .collect(),
        sizes: (0..order).map(|dimension| options.size(dimension)).collect(),
        value,
        symmetry: Symmetry::General,
        announced: None,
    };
    let parsed = entries::parse::<T>(text, 1, &layout, options)?;
    let size = |(known, array): (&Option<u64>, &Vec<u64>)| {
        known.unwrap_or_else(|| array.par_iter().max().map_or(0, |largest| largest.saturating_add(1)))
    };
    let shape = layout.sizes.iter().zip(&parsed.coordinates).map(size).collect();
    Ok(Coo { shape, coordinates: parsed.coordinates, values: T::wrap(parsed.values) })
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
