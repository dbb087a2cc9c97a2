//! The value of everything that a tensor does not store, and how it is written.
//!
//! Floats are written as MLIR writes them: six digits and an exponent where that reads back as the
//! same value, else as many digits as the type needs, else the bits in hexadecimal.
//!
//! Left out: complex fill values, which no format of the compiler has.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::value::{Dtype, Kind, Scalar};

/// A value for what is not stored. Two are equal when their bits are, so that formats can be
/// compared and hashed whatever the value.
#[derive(Clone, Copy, Debug)]
pub struct Fill(Scalar);

impl Fill {
    /// The fill value `value`.
    pub const fn new(value: Scalar) -> Fill {
        Fill(value)
    }

    /// The value.
    pub const fn value(self) -> Scalar {
        self.0
    }

    /// Its element type.
    pub fn dtype(self) -> Dtype {
        self.0.dtype()
    }

    /// Reads a literal of MLIR; `None` when it is not one of this element type.
    pub(super) fn parse(literal: &str, dtype: Dtype) -> Option<Fill> {
        let (negative, magnitude) = literal.strip_prefix('-').map_or((false, literal), |rest| (true, rest));
        if let Some(digits) = magnitude.strip_prefix("0x") {
            let bits = u128::from_str_radix(digits, 16).ok()?;
            let fits = dtype.kind() != Kind::Complex && bits >> (8 * dtype.size_in_bytes()) == 0;
            return (fits && !negative).then(|| Fill(Scalar::from_bits(bits, dtype)));
        }
        Some(Fill(match dtype {
            Dtype::F64 => Scalar::F64(literal.parse().ok()?),
            Dtype::F32 => Scalar::F32(literal.parse().ok()?),
            Dtype::I64 => Scalar::I64(literal.parse().ok()?),
            Dtype::I32 => Scalar::I32(literal.parse().ok()?),
            Dtype::I16 => Scalar::I16(literal.parse().ok()?),
            Dtype::I8 => Scalar::I8(literal.parse().ok()?),
            Dtype::Complex128 | Dtype::Complex64 => return None,
        }))
    }
}

impl PartialEq for Fill {
    fn eq(&self, other: &Fill) -> bool {
        self.dtype() == other.dtype() && self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Fill {}

impl Hash for Fill {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.dtype().hash(state);
        self.0.to_bits().hash(state);
    }
}

impl fmt::Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dtype = self.dtype();
        match self.0 {
            Scalar::F64(value) => {
                write!(f, "{} : {dtype}", self.float_text(value.is_finite(), |digits| format!("{value:.digits$e}"), 17))
            }
            Scalar::F32(value) => {
                write!(f, "{} : {dtype}", self.float_text(value.is_finite(), |digits| format!("{value:.digits$e}"), 9))
            }
            other => write!(f, "{other} : {dtype}"),
        }
    }
}

impl Fill {
    /// The text of a float; `scientific` writes it with that many digits after the point, `digits`
    /// are enough for every value.
    fn float_text(self, is_finite: bool, scientific: impl Fn(usize) -> String, digits: usize) -> String {
        let hexadecimal = || format!("0x{:X}", self.0.to_bits());
        if !is_finite {
            return hexadecimal();
        }
        let short = padded(&scientific(5));
        if Fill::parse(&short, self.dtype()) == Some(self) {
            return short;
        }
        let long = plain(&scientific(digits - 1));
        if long.contains('.') { long } else { hexadecimal() }
    }
}

/// `-1.5e-7` in its parts: sign, digits without the point, exponent of the first digit.
fn parts(text: &str) -> (&str, String, i32) {
    let (sign, text) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    (sign, mantissa.replace('.', ""), exponent.parse().unwrap_or(0))
}

/// Six digits after the point and two of the exponent.
fn padded(text: &str) -> String {
    let (sign, digits, exponent) = parts(text);
    let exponent_sign = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{}.{:0<6}e{exponent_sign}{:02}", &digits[..1], &digits[1..], exponent.abs())
}

/// All digits that are not zero at the end, with an exponent only where more than three zeros would
/// be written.
fn plain(text: &str) -> String {
    let (sign, digits, exponent) = parts(text);
    let significant = digits.trim_end_matches('0');
    let last = exponent - (significant.len() as i32 - 1);
    if (0..=3).contains(&last) && exponent < digits.len() as i32 {
        format!("{sign}{significant}{}", "0".repeat(last as usize))
    } else if last < 0 && exponent >= 0 {
        let (whole, fraction) = significant.split_at(exponent as usize + 1);
        format!("{sign}{whole}.{fraction}")
    } else if last < 0 && exponent >= -3 {
        format!("{sign}0.{}{significant}", "0".repeat((-exponent - 1) as usize))
    } else {
        let fraction = if significant.len() == 1 { "0" } else { &significant[1..] };
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        format!("{sign}{}.{fraction}E{exponent_sign}{}", &significant[..1], exponent.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: Scalar) -> String {
        Fill::new(value).to_string()
    }

    #[test]
    fn floats_are_written_as_mlir_writes_them() {
        assert_eq!(text(Scalar::F64(1.5)), "1.500000e+00 : f64");
        assert_eq!(text(Scalar::F64(-0.0)), "-0.000000e+00 : f64");
        assert_eq!(text(Scalar::F64(1e300)), "1.000000e+300 : f64");
        assert_eq!(text(Scalar::F32(0.1)), "1.000000e-01 : f32");
        assert_eq!(text(Scalar::F64(1.0 / 3.0)), "0.33333333333333331 : f64");
        assert_eq!(text(Scalar::F32(std::f32::consts::PI)), "3.14159274 : f32");
        assert_eq!(text(Scalar::F32(16_777_216.0)), "0x4B800000 : f32");
        assert_eq!(text(Scalar::F64(f64::INFINITY)), "0x7FF0000000000000 : f64");
        assert_eq!(text(Scalar::F32(f32::NEG_INFINITY)), "0xFF800000 : f32");
        assert_eq!(text(Scalar::I32(-7)), "-7 : i32");
    }

    #[test]
    fn every_value_reads_back() {
        let floats =
            [0.0, -0.0, 1.0 / 3.0, 1.1e-10, 123_456_789.0, 12_345_678.9, f64::MAX, 5e-324, f64::NAN, 1e22 / 3.0];
        for value in floats {
            for scalar in [Scalar::F64(value), Scalar::F32(value as f32)] {
                let fill = Fill::new(scalar);
                let text = fill.to_string();
                let (literal, dtype) = text.split_once(" : ").unwrap();
                assert_eq!(Fill::parse(literal, dtype.parse().unwrap()), Some(fill), "{text}");
            }
        }
        assert_eq!(Fill::parse("-9223372036854775808", Dtype::I64), Some(Fill::new(Scalar::I64(i64::MIN))));
        assert_eq!(Fill::parse("0xFFFFFFFF", Dtype::I32), Some(Fill::new(Scalar::I32(-1))));
        assert_eq!(Fill::parse("0x1FFFFFFFF", Dtype::F32), None);
        assert_eq!(Fill::parse("1.5", Dtype::I64), None);
    }
}
