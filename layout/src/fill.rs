//! The value of everything that a tensor does not store, and how it is written.
//!
//! Floats are written as MLIR writes them: six digits and an exponent where that reads back as the
//! same value, else as many digits as the type needs, else the bits in hexadecimal.
//!
//! Left out: complex fill values, which no format of the compiler has, and arithmetic: a fill value is bits and a type.

use std::fmt;

/// The element type of a fill value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FillType {
    /// IEEE binary64.
    F64,
    /// IEEE binary32.
    F32,
    /// IEEE binary16.
    F16,
    /// The upper half of a binary32.
    BF16,
    /// Integers of that many bits, at most 64.
    Int(u32),
    /// Integers of the width of addresses, kept in 64 bits.
    Index,
}

impl FillType {
    /// The type of a word that texts of formats know.
    pub fn from_word(word: &str) -> Option<FillType> {
        const KNOWN: [FillType; 6] =
            [FillType::F64, FillType::F32, FillType::Int(64), FillType::Int(32), FillType::Int(16), FillType::Int(8)];
        KNOWN.into_iter().find(|known| known.to_string() == word)
    }

    /// Number of bits.
    pub const fn bits(self) -> u32 {
        match self {
            FillType::F64 | FillType::Index => 64,
            FillType::F32 => 32,
            FillType::F16 | FillType::BF16 => 16,
            FillType::Int(bits) => bits,
        }
    }

    /// Whether its values are floating-point numbers.
    pub const fn is_float(self) -> bool {
        !matches!(self, FillType::Int(_) | FillType::Index)
    }
}

impl fmt::Display for FillType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FillType::F64 => f.write_str("f64"),
            FillType::F32 => f.write_str("f32"),
            FillType::F16 => f.write_str("f16"),
            FillType::BF16 => f.write_str("bf16"),
            FillType::Int(bits) => write!(f, "i{bits}"),
            FillType::Index => f.write_str("index"),
        }
    }
}

/// A value for what is not stored. Two are equal when their bits are, so that formats can be
/// compared and hashed whatever the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fill {
    bits: u64,
    r#type: FillType,
}

impl Fill {
    /// The value of a type with these bits; narrow types take the lower part.
    pub const fn new(bits: u64, r#type: FillType) -> Fill {
        let width = r#type.bits();
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        Fill { bits: bits & mask, r#type }
    }

    /// Its bits, zeros above those of narrow types.
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Its element type.
    pub const fn element(self) -> FillType {
        self.r#type
    }

    /// Whether it equals zero (negative zero too).
    pub const fn is_zero(self) -> bool {
        self.bits == 0 || (self.r#type.is_float() && self.bits == 1 << (self.r#type.bits() - 1))
    }

    /// Reads a literal of MLIR; `None` when it is not one of this element type.
    pub fn parse(literal: &str, r#type: FillType) -> Option<Fill> {
        let (negative, magnitude) = literal.strip_prefix('-').map_or((false, literal), |rest| (true, rest));
        if let Some(digits) = magnitude.strip_prefix("0x") {
            let bits = u64::from_str_radix(digits, 16).ok()?;
            return (Fill::new(bits, r#type).bits == bits && !negative).then_some(Fill { bits, r#type });
        }
        Some(match r#type {
            FillType::F64 => Fill::new(literal.parse::<f64>().ok()?.to_bits(), r#type),
            FillType::F32 => Fill::new(literal.parse::<f32>().ok()?.to_bits().into(), r#type),
            FillType::F16 | FillType::BF16 => return None,
            FillType::Int(_) | FillType::Index => {
                let fill = Fill::new(literal.parse::<i64>().ok()? as u64, r#type);
                (fill.signed() == literal.parse::<i64>().ok()?).then_some(fill)?
            }
        })
    }

    /// The number that a floating-point value is; `None` of an integer.
    pub fn as_float(self) -> Option<f64> {
        match self.r#type {
            FillType::F64 => Some(f64::from_bits(self.bits)),
            FillType::F32 => Some(f32::from_bits(self.bits as u32).into()),
            FillType::BF16 => Some(f32::from_bits((self.bits as u32) << 16).into()),
            FillType::F16 => Some(half(self.bits as u16)),
            FillType::Int(_) | FillType::Index => None,
        }
    }

    /// The number that an integer is, sign-extended from its width; of a floating-point value, what its bits are.
    pub const fn as_integer(self) -> i64 {
        self.signed()
    }

    /// The value of an integer.
    const fn signed(self) -> i64 {
        let unused = 64 - self.r#type.bits();
        (self.bits << unused) as i64 >> unused
    }
}

/// The number that the bits of a binary16 are.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

impl fmt::Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let r#type = self.r#type;
        let text = match r#type {
            FillType::F64 => {
                let value = f64::from_bits(self.bits);
                self.float_text(value.is_finite(), |digits| format!("{value:.digits$e}"), 17)
            }
            FillType::F32 => {
                let value = f32::from_bits(self.bits as u32);
                self.float_text(value.is_finite(), |digits| format!("{value:.digits$e}"), 9)
            }
            FillType::F16 | FillType::BF16 => format!("0x{:04X}", self.bits),
            FillType::Int(1) => return f.write_str(if self.bits == 0 { "false" } else { "true" }),
            FillType::Int(_) | FillType::Index => self.signed().to_string(),
        };
        write!(f, "{text} : {type}")
    }
}

impl Fill {
    /// The text of a float; `scientific` writes it with that many digits after the point, `digits`
    /// are enough for every value.
    fn float_text(self, is_finite: bool, scientific: impl Fn(usize) -> String, digits: usize) -> String {
        let hexadecimal = || format!("0x{:X}", self.bits);
        if !is_finite {
            return hexadecimal();
        }
        let short = padded(&scientific(5));
        if Fill::parse(&short, self.r#type) == Some(self) {
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

    fn double(value: f64) -> Fill {
        Fill::new(value.to_bits(), FillType::F64)
    }

    fn single(value: f32) -> Fill {
        Fill::new(value.to_bits().into(), FillType::F32)
    }

    #[test]
    fn values_are_numbers() {
        assert_eq!(double(-1.5).as_float(), Some(-1.5));
        assert_eq!(single(0.1).as_float(), Some(f64::from(0.1f32)));
        let half = |bits| Fill::new(bits, FillType::F16).as_float();
        assert_eq!(
            [half(0x3c00), half(0xc500), half(0x0001), half(0x7c00)],
            [Some(1.0), Some(-5.0), Some(2f64.powi(-24)), Some(f64::INFINITY)]
        );
        assert!(half(0x7e00).is_some_and(f64::is_nan));
        assert_eq!(Fill::new(0xc0a0, FillType::BF16).as_float(), Some(-5.0));
        assert_eq!(Fill::new(0xff, FillType::Int(8)).as_integer(), -1);
        assert_eq!(Fill::new(0xff, FillType::Int(8)).as_float(), None);
    }

    #[test]
    fn floats_are_written_as_mlir_writes_them() {
        assert_eq!(double(1.5).to_string(), "1.500000e+00 : f64");
        assert_eq!(double(-0.0).to_string(), "-0.000000e+00 : f64");
        assert_eq!(double(1e300).to_string(), "1.000000e+300 : f64");
        assert_eq!(single(0.1).to_string(), "1.000000e-01 : f32");
        assert_eq!(double(1.0 / 3.0).to_string(), "0.33333333333333331 : f64");
        assert_eq!(single(std::f32::consts::PI).to_string(), "3.14159274 : f32");
        assert_eq!(single(16_777_216.0).to_string(), "0x4B800000 : f32");
        assert_eq!(double(f64::INFINITY).to_string(), "0x7FF0000000000000 : f64");
        assert_eq!(single(f32::NEG_INFINITY).to_string(), "0xFF800000 : f32");
        assert_eq!(Fill::new(-7i64 as u64, FillType::Int(32)).to_string(), "-7 : i32");
        assert_eq!(Fill::new(1, FillType::Int(1)).to_string(), "true");
        assert_eq!(Fill::new(0x3C00, FillType::F16).to_string(), "0x3C00 : f16");
    }

    #[test]
    fn every_value_reads_back() {
        let floats =
            [0.0, -0.0, 1.0 / 3.0, 1.1e-10, 123_456_789.0, 12_345_678.9, f64::MAX, 5e-324, f64::NAN, 1e22 / 3.0];
        for value in floats {
            for fill in [double(value), single(value as f32)] {
                let text = fill.to_string();
                let (literal, word) = text.split_once(" : ").expect("a literal and a type");
                assert_eq!(Fill::parse(literal, FillType::from_word(word).expect("a type")), Some(fill), "{text}");
            }
        }
        let least = Fill::new(i64::MIN as u64, FillType::Int(64));
        assert_eq!(Fill::parse("-9223372036854775808", FillType::Int(64)), Some(least));
        assert_eq!(Fill::parse("0xFFFFFFFF", FillType::Int(32)), Some(Fill::new(u64::MAX, FillType::Int(32))));
        assert_eq!(Fill::parse("0x1FFFFFFFF", FillType::F32), None);
        assert_eq!(Fill::parse("1.5", FillType::Int(64)), None);
        assert_eq!(Fill::parse("128", FillType::Int(8)), None);
    }

    #[test]
    fn both_zeros_are_zero() {
        assert!(double(0.0).is_zero() && double(-0.0).is_zero() && single(-0.0).is_zero());
        assert!(!double(5e-324).is_zero() && !Fill::new(1 << 31, FillType::Int(32)).is_zero());
        assert!(Fill::new(1 << 32, FillType::Int(32)).is_zero());
    }
}
