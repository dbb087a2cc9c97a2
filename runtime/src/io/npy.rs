//! The binary format of NumPy (`.npy`, versions 1 to 3): one dense array of numbers.
//!
//! Elements become the wanted element type: floats are rounded to narrower floats, everything else must be exact. The
//! header is a literal of Python with three keys, read here: a library for it brings a grammar of all Python literals.
//!
//! Left out: records, text, objects, and numbers wider than 64 bits.

use std::io::{self, Write};

use rayon::prelude::*;

use super::{Located, ReadErrorKind, ReadOptions, fit};
use crate::data::Dense;
use crate::memory;
use crate::value::{Dtype, Element, Kind, NumberError, Values, with_values};

/// What a file begins with.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

pub(super) fn parse<T: Element>(bytes: &[u8], options: &ReadOptions<'_>) -> Result<Dense, Located> {
    let (header, body) = header(bytes)?;
    let number = Number::named(&header.descr).ok_or(ReadErrorKind::NumpyType { found: header.descr.clone() })?;
    if number.kind == NumberKind::Complex && T::DTYPE.kind() != Kind::Complex {
        return Err(ReadErrorKind::Complex { dtype: T::DTYPE }.into());
    }
    let points = match header.shape.contains(&0) {
        true => Some(0),
        false => header.shape.iter().try_fold(1u128, |points, &size| points.checked_mul(size.into())),
    };
    let announced = points.and_then(|points| points.checked_mul(number.size as u128)).unwrap_or(u128::MAX);
    if announced != body.len() as u128 {
        return Err(ReadErrorKind::NumpyLength { announced, found: body.len() }.into());
    }
    let kept = fit::kept_dimensions(&header.shape, options)?;
    let count = body.len() / number.size;
    memory::require("the values of the array", count as u128, size_of::<T>()).map_err(ReadErrorKind::Memory)?;
    let place = |index: usize| if header.is_fortran { place_in_columns(&header.shape, index) } else { index };
    let element = |index: usize| {
        let place = place(index);
        number.read(&body[place * number.size..][..number.size]).map_err(|(error, found)| {
            let kind = Box::new(ReadErrorKind::of_number(error, found, T::DTYPE));
            Located::from(ReadErrorKind::Element { index: place, kind })
        })
    };
    let values: Result<Vec<T>, Located> = (0..count).into_par_iter().map(element).collect();
    let shape = kept.iter().map(|&dimension| header.shape[dimension]).collect();
    Ok(Dense { shape, values: T::wrap(values?) })
}

/// Where the point with a row-major index stands among columns, the first dimension running fastest.
fn place_in_columns(shape: &[u64], index: usize) -> usize {
    let (mut rest, mut below) = (index, shape.iter().map(|&size| size as usize).product::<usize>());
    shape.iter().rev().fold(0, |place, &size| {
        let size = size as usize;
        below /= size;
        let coordinate = rest % size;
        rest /= size;
        place + coordinate * below
    })
}

/// How the numbers of a file are written.
struct Number {
    kind: NumberKind,
    /// Bytes of each.
    size: usize,
    is_big_endian: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NumberKind {
    Bool,
    Signed,
    Unsigned,
    Float,
    Complex,
}

impl Number {
    /// The type that NumPy calls this, such as `<f8`.
    fn named(descr: &str) -> Option<Number> {
        let (order, rest) = descr.split_at_checked(1)?;
        let (kind, size) = rest.split_at_checked(1)?;
        let size: usize = size.parse().ok()?;
        let kind = match (kind, size) {
            ("b", 1) => NumberKind::Bool,
            ("i", 1 | 2 | 4 | 8) => NumberKind::Signed,
            ("u", 1 | 2 | 4 | 8) => NumberKind::Unsigned,
            ("f", 2 | 4 | 8) => NumberKind::Float,
            ("c", 8 | 16) => NumberKind::Complex,
            _ => return None,
        };
        let is_big_endian = match order {
            "<" => false,
            ">" => true,
            "=" => cfg!(target_endian = "big"),
            "|" if size == 1 => false,
            _ => return None,
        };
        Some(Number { kind, size, is_big_endian })
    }

    /// A number as an element type; with the error its text.
    fn read<T: Element>(&self, bytes: &[u8]) -> Result<T, (NumberError, String)> {
        let bits = |bytes: &[u8]| {
            let append = |bits: u64, byte: &u8| bits << 8 | u64::from(*byte);
            if self.is_big_endian { bytes.iter().fold(0, append) } else { bytes.iter().rev().fold(0, append) }
        };
        match self.kind {
            NumberKind::Bool => T::from_whole(i128::from(bits(bytes) != 0)).map_err(|error| (error, "true".to_owned())),
            NumberKind::Unsigned => whole(bits(bytes).into()),
            NumberKind::Signed => {
                // The sign is the highest bit of the number.
                let unused = u64::BITS - 8 * bytes.len() as u32;
                whole(((bits(bytes) << unused) as i64 >> unused).into())
            }
            NumberKind::Float => {
                let value = float(bits(bytes), bytes.len());
                T::from_real(value).map_err(|error| (error, format!("{value:?}")))
            }
            NumberKind::Complex => {
                let (real, imaginary) = bytes.split_at(bytes.len() / 2);
                let [real, imaginary] = [real, imaginary].map(|part| float(bits(part), part.len()));
                T::from_parts(real, imaginary).map_err(|error| (error, format!("{real:?}{imaginary:+?}i")))
            }
        }
    }
}

fn whole<T: Element>(value: i128) -> Result<T, (NumberError, String)> {
    T::from_whole(value).map_err(|error| (error, value.to_string()))
}

/// A float of 2, 4 or 8 bytes.
fn float(bits: u64, size: usize) -> f64 {
    match size {
        2 => half(bits as u16),
        4 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

/// IEEE binary16: a sign, 5 bits of exponent, 10 bits of fraction.
fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1F), f64::from(bits & 0x3FF));
    match exponent {
        0 => sign * fraction * 2f64.powi(-24),
        0x1F if fraction == 0.0 => sign * f64::INFINITY,
        0x1F => f64::NAN,
        _ => sign * (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    }
}

struct Header {
    descr: String,
    is_fortran: bool,
    shape: Vec<u64>,
}

/// The header, and what follows it.
fn header(bytes: &[u8]) -> Result<(Header, &[u8]), ReadErrorKind> {
    let wrong = |what: &str| ReadErrorKind::NotNumpy(what.to_owned());
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| wrong("it must begin with `\\x93NUMPY`"))?;
    let cut = || wrong("the header ends early");
    let (version, rest) = rest.split_at_checked(2).ok_or_else(cut)?;
    let width = match version[0] {
        1 => 2,
        2 | 3 => 4,
        other => return Err(wrong(&format!("version {other} of the format is not known"))),
    };
    let (length, rest) = rest.split_at_checked(width).ok_or_else(cut)?;
    let length = length.iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
    let (text, body) = rest.split_at_checked(length).ok_or_else(cut)?;
    let text = std::str::from_utf8(text).map_err(|_| wrong("the header is no text"))?;
    let shown = text.trim_end().chars().take(80).collect::<String>();
    let header = Literal { rest: text }.header();
    header.map(|header| (header, body)).ok_or_else(|| {
        wrong(&format!("the header `{shown}` does not say descr, fortran_order and a shape of sizes below 2^64"))
    })
}

/// The rest of a literal of Python.
struct Literal<'a> {
    rest: &'a str,
}

impl<'a> Literal<'a> {
    /// `{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }`, in any order.
    fn header(mut self) -> Option<Header> {
        let (mut descr, mut is_fortran, mut shape) = (None, None, None);
        self.take("{")?;
        while self.take("}").is_none() {
            let key = self.string()?;
            self.take(":")?;
            match key {
                "descr" => descr = Some(self.string()?.to_owned()),
                "fortran_order" => {
                    let is_true = self.take("True").is_some();
                    is_fortran = Some(is_true || self.take("False").map(|()| false)?);
                }
                "shape" => shape = Some(self.sizes()?),
                _ => return None,
            }
            if self.take(",").is_none() {
                self.take("}")?;
                break;
            }
        }
        let is_end = self.rest.trim().is_empty();
        Some(Header { descr: descr?, is_fortran: is_fortran?, shape: shape? }).filter(|_| is_end)
    }

    fn take(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(token)?;
        Some(())
    }

    fn string(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let quote = rest.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
        let (string, rest) = rest[1..].split_once(quote)?;
        self.rest = rest;
        Some(string)
    }

    fn sizes(&mut self) -> Option<Vec<u64>> {
        self.take("(")?;
        let (inside, rest) = self.rest.split_once(')')?;
        self.rest = rest;
        let sizes = inside.split(',').map(str::trim).filter(|size| !size.is_empty());
        // Python 2 wrote long integers as `3L`.
        sizes.map(|size| size.trim_end_matches('L').parse().ok()).collect()
    }
}

/// Writes the values of a dense tensor, row after row.
pub(super) fn write(writer: &mut dyn Write, shape: &[u64], values: &Values) -> io::Result<()> {
    let descr = match values.dtype() {
        Dtype::F64 => "<f8",
        Dtype::F32 => "<f4",
        Dtype::I64 => "<i8",
        Dtype::I32 => "<i4",
        Dtype::I16 => "<i2",
        Dtype::I8 => "|i1",
        Dtype::Complex128 => "<c16",
        Dtype::Complex64 => "<c8",
    };
    let sizes: String = shape.iter().map(|size| format!("{size}, ")).collect();
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({}), }}", sizes.trim_end());
    // What comes before the elements is a multiple of 64 bytes long and ends in a line end.
    let before = MAGIC.len() + 4 + header.len() + 1;
    header += &" ".repeat(before.next_multiple_of(64) - before);
    header.push('\n');
    let length = u16::try_from(header.len()).map_err(|_| io::Error::other("the tensor has too many dimensions"))?;
    writer.write_all(MAGIC)?;
    writer.write_all(&[1, 0])?;
    writer.write_all(&length.to_le_bytes())?;
    writer.write_all(header.as_bytes())?;
    with_values!(values, values => write_elements(writer, values))
}

fn write_elements<T: Element>(writer: &mut dyn Write, values: &[T]) -> io::Result<()> {
    const ELEMENTS_AT_ONCE: usize = 1 << 16;
    let mut bytes = Vec::with_capacity(ELEMENTS_AT_ONCE.min(values.len()) * size_of::<T>());
    for piece in values.chunks(ELEMENTS_AT_ONCE) {
        bytes.clear();
        // The real part of a complex number is in the lower bits.
        piece.iter().for_each(|value| bytes.extend_from_slice(&value.bits().to_le_bytes()[..size_of::<T>()]));
        writer.write_all(&bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_read() {
        let cases =
            [(0x3C00, 1.0), (0xC000, -2.0), (0x0001, 2f64.powi(-24)), (0x7BFF, 65504.0), (0x7C00, f64::INFINITY)];
        for (bits, value) in cases {
            assert_eq!(half(bits), value);
        }
        assert!(half(0x7E00).is_nan() && half(0x8000).is_sign_negative());
    }

    #[test]
    fn columns_become_rows() {
        let shape = [2, 3, 2];
        let places: Vec<usize> = (0..12).map(|index| place_in_columns(&shape, index)).collect();
        assert_eq!(places, [0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11]);
    }
}
