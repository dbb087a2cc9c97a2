//! Arithmetic on known numbers: what an operation makes of constants, if its result is the one that it has when it runs.
//!
//! Floating point is computed in `f64` and rounded once more to the type of the result. For sums, products, quotients and
//! square roots of narrower types that is rounding once: `f64` has more than twice as many digits, and two besides.
//! Functions whose last digit is not the same everywhere, such as exponentials, are left to run.

use crate::{Scalar, constant::Constant, scalar::Float as Format};

/// The result of an operation on constants of these types. NaN is left to run: which one it is, is not said.
pub(crate) fn compute(name: &str, operands: &[Constant], types: &[Scalar], result: Scalar) -> Option<Constant> {
    match (operands, types) {
        ([Constant::Integer(number)], [r#type]) => from_integer(name, *number, *r#type, result),
        ([Constant::Float(number)], _) => from_float(name, *number, result),
        ([Constant::Integer(left), Constant::Integer(right)], _) => {
            Some(Constant::integer(integers(name, *left, *right, Width::of(result)?)?, result))
        }
        ([Constant::Float(left), Constant::Float(right)], _) => float(floats(name, *left, *right)?, result),
        ([left, right], _) if parts(*left).is_some() => complex(name, parts(*left)?, parts(*right)?),
        ([Constant::Complex(re, im)], [r#type]) => from_complex(name, (*re, *im), *r#type),
        ([Constant::Float(left), Constant::Float(right), Constant::Float(addend)], _) if name == "math.fma" => {
            match known_format(result)? {
                Format::F64 => float(left.mul_add(*right, *addend), result),
                Format::F32 => float(f64::from((*left as f32).mul_add(*right as f32, *addend as f32)), result),
                _ => None,
            }
        }
        _ => None,
    }
}

fn from_integer(name: &str, number: i64, operand: Scalar, result: Scalar) -> Option<Constant> {
    let width = Width::of(operand)?;
    let unsigned = width.unsigned(number);
    let integer = |number| Some(Constant::integer(number, result));
    match name {
        "arith.extsi" | "arith.trunci" | "arith.index_cast" => integer(number),
        "arith.extui" | "arith.index_castui" => integer(unsigned.cast_signed()),
        "arith.sitofp" => float_of_integer(i128::from(number), result),
        "arith.uitofp" => float_of_integer(i128::from(unsigned), result),
        "math.absi" => integer(number.wrapping_abs()),
        "arith.bitcast" => bits_of_zero(number, width, result),
        "math.ctpop" => integer(i64::from(unsigned.count_ones())),
        "math.ctlz" => integer(i64::from(unsigned.leading_zeros()) - i64::from(64 - width.0)),
        "math.cttz" => integer(i64::from(unsigned.trailing_zeros().min(width.0))),
        _ => None,
    }
}

fn from_float(name: &str, number: f64, result: Scalar) -> Option<Constant> {
    let value = match name {
        "arith.negf" => -number,
        "math.absf" => number.abs(),
        "math.sqrt" => number.sqrt(),
        "math.ceil" => number.ceil(),
        "math.floor" => number.floor(),
        "math.trunc" => number.trunc(),
        "math.round" => number.round(),
        "math.roundeven" => number.round_ties_even(),
        "arith.extf" | "arith.truncf" => number,
        "arith.bitcast" => return zero_as_bits(number, result),
        "math.isnan" => return Some(truth(number.is_nan())),
        "math.isfinite" => return Some(truth(number.is_finite())),
        "arith.fptosi" | "arith.fptoui" => {
            let width = Width::of(result)?.0;
            let (least, bound) = match name {
                "arith.fptosi" => (-(2f64.powi(width as i32 - 1)), 2f64.powi(width as i32 - 1)),
                _ => (0.0, 2f64.powi(width as i32)),
            };
            let whole = number.trunc();
            return (least <= whole && whole < bound).then(|| Constant::integer(whole as i128 as i64, result));
        }
        _ => return None,
    };
    float(value, result)
}

/// The parts of a complex number.
fn parts(number: Constant) -> Option<(f64, f64)> {
    match number {
        Constant::Complex(re, im) => Some((re, im)),
        Constant::Zero => Some((0.0, 0.0)),
        _ => None,
    }
}

/// Operations on two complex numbers. Sums and products are left to run: numbers alone that are not known store every point.
fn complex(name: &str, left: (f64, f64), right: (f64, f64)) -> Option<Constant> {
    match name {
        "complex.eq" => Some(truth(left == right)),
        "complex.neq" => Some(truth(left != right)),
        "complex.add" | "complex.sub" if left == (0.0, 0.0) && right == (0.0, 0.0) => Some(Constant::Zero),
        _ => None,
    }
}

fn from_complex(name: &str, (re, im): (f64, f64), r#type: Scalar) -> Option<Constant> {
    match name {
        "complex.neg" => complex_number(-re, -im, r#type),
        "complex.conj" => complex_number(re, -im, r#type),
        "complex.re" => float(re, r#type.part()?),
        "complex.im" => float(im, r#type.part()?),
        _ => None,
    }
}

/// A number whose parts are rounded to those of its type. NaN is left to run.
fn complex_number(re: f64, im: f64, r#type: Scalar) -> Option<Constant> {
    let part = r#type.part()?;
    match (float(re, part)?, float(im, part)?) {
        (Constant::Float(re), Constant::Float(im)) => Some(Constant::complex(re, im)),
        _ => None,
    }
}

fn floats(name: &str, left: f64, right: f64) -> Option<f64> {
    Some(match name {
        "arith.addf" => left + right,
        "arith.subf" => left - right,
        "arith.mulf" => left * right,
        "arith.divf" => left / right,
        "arith.remf" => left % right,
        "math.copysign" => left.copysign(right),
        _ => return None,
    })
}

fn integers(name: &str, left: i64, right: i64, width: Width) -> Option<i64> {
    let (left_unsigned, right_unsigned) = (width.unsigned(left), width.unsigned(right));
    let shifts = (right_unsigned < u64::from(width.0)).then_some(right_unsigned);
    // What the type cannot hold has no defined quotient.
    let divides = right != 0 && !(right == -1 && left == width.smallest());
    Some(match name {
        "arith.addi" => left.wrapping_add(right),
        "arith.subi" => left.wrapping_sub(right),
        "arith.muli" => left.wrapping_mul(right),
        "arith.andi" => left & right,
        "arith.ori" => left | right,
        "arith.xori" => left ^ right,
        "arith.divsi" if divides => left / right,
        "arith.remsi" if divides => left % right,
        "arith.floordivsi" if divides => left.div_euclid(right) - i64::from(right < 0 && left.rem_euclid(right) != 0),
        "arith.ceildivsi" if divides => left / right + i64::from(left % right != 0 && (left < 0) == (right < 0)),
        "arith.divui" if right != 0 => (left_unsigned / right_unsigned).cast_signed(),
        "arith.remui" if right != 0 => (left_unsigned % right_unsigned).cast_signed(),
        "arith.ceildivui" if right != 0 => left_unsigned.div_ceil(right_unsigned).cast_signed(),
        "arith.shli" => left.wrapping_shl(shifts? as u32),
        "arith.shrsi" => left >> shifts?,
        "arith.shrui" => (left_unsigned >> shifts?).cast_signed(),
        "math.ipowi" => left.wrapping_pow(u32::try_from(right).ok()?),
        _ => return None,
    })
}

/// The bits of an integer type, at most 64.
#[derive(Clone, Copy)]
struct Width(u32);

impl Width {
    fn of(r#type: Scalar) -> Option<Self> {
        r#type.integer_bits().filter(|width| (1..=64).contains(width)).map(Self)
    }

    /// The number without a sign that has the same bits.
    fn unsigned(self, number: i64) -> u64 {
        number.cast_unsigned() & (u64::MAX >> (64 - self.0))
    }

    fn smallest(self) -> i64 {
        -1 << (self.0 - 1)
    }
}

/// The floating-point types whose arithmetic is known to the last digit.
fn known_format(r#type: Scalar) -> Option<Format> {
    match r#type {
        Scalar::Float(Format::Other(..)) => None,
        Scalar::Float(format) => Some(format),
        _ => None,
    }
}

/// The nearest number of a type, of two the even one.
pub(crate) fn round(format: Format, number: f64) -> f64 {
    let (digits, least_exponent, most_exponent) = match format {
        Format::F64 | Format::Other(..) => return number,
        Format::F32 => return f64::from(number as f32),
        Format::F16 => (11, -14, 15),
        Format::Bf16 => (8, -126, 127),
    };
    if number == 0.0 || !number.is_finite() {
        return number;
    }
    let exponent = ((number.to_bits() >> 52 & 0x7ff) as i32 - 1023).max(least_exponent);
    let unit = 2f64.powi(exponent - (digits - 1));
    let rounded = (number / unit).round_ties_even() * unit;
    if rounded.abs() >= 2f64.powi(most_exponent + 1) { f64::INFINITY.copysign(rounded) } else { rounded }
}

/// The bits of a zero of either sign as an integer: the sign is the first of them in all formats that have one.
fn zero_as_bits(number: f64, result: Scalar) -> Option<Constant> {
    let sign = if number.is_sign_negative() { Width::of(result)?.smallest() } else { 0 };
    (number == 0.0).then(|| Constant::integer(sign, result))
}

/// The zero that has these bits.
fn bits_of_zero(bits: i64, width: Width, result: Scalar) -> Option<Constant> {
    match bits {
        0 => Constant::number(0, result),
        _ if bits == width.smallest() => known_format(result).map(|_| Constant::Float(-0.0)),
        _ => None,
    }
}

fn truth(holds: bool) -> Constant {
    Constant::Integer(if holds { -1 } else { 0 })
}

fn float(number: f64, result: Scalar) -> Option<Constant> {
    let rounded = round(known_format(result)?, number);
    (!rounded.is_nan()).then_some(Constant::Float(rounded))
}

/// Integers that `f64` does not hold would be rounded twice.
fn float_of_integer(number: i128, result: Scalar) -> Option<Constant> {
    let format = known_format(result)?;
    let is_exact = number.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS;
    match format {
        Format::F32 => float(f64::from(number as f32), result),
        Format::F64 => float(number as f64, result),
        _ => is_exact.then(|| float(number as f64, result)).flatten(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::Sign;

    fn parse(name: &str) -> Scalar {
        match name {
            "f64" => Scalar::F64,
            "f32" => Scalar::Float(Format::F32),
            "f16" => Scalar::Float(Format::F16),
            "bf16" => Scalar::Float(Format::Bf16),
            "f8E5M2" => Scalar::Float(Format::Other("f8E5M2", 8)),
            integer => Scalar::Integer(integer[1..].parse().expect("a width"), Sign::Signless),
        }
    }

    fn computed(name: &str, operands: &[f64], r#type: &str) -> Option<Constant> {
        let r#type = parse(r#type);
        let operands: Vec<_> = operands.iter().map(|number| Constant::Float(*number)).collect();
        compute(name, &operands, &vec![r#type; operands.len()], r#type)
    }

    fn computed_integers(name: &str, operands: &[i64], r#type: &str) -> Option<Constant> {
        let r#type = parse(r#type);
        let operands: Vec<_> = operands.iter().map(|number| Constant::Integer(*number)).collect();
        compute(name, &operands, &vec![r#type; operands.len()], r#type)
    }

    #[test]
    fn sums_are_rounded_to_the_type() {
        for (r#type, sum) in [("f64", 2049.0), ("f32", 2049.0), ("f16", 2048.0), ("bf16", 2048.0)] {
            assert_eq!(computed("arith.addf", &[2048.0, 1.0], r#type), Some(Constant::Float(sum)), "{type}");
        }
        assert_eq!(computed("arith.addf", &[16_777_216.0, 1.0], "f32"), Some(Constant::Float(16_777_216.0)));
    }

    #[test]
    fn narrow_types_underflow_and_overflow() {
        let smallest = 2f64.powi(-24);
        assert_eq!(computed("arith.mulf", &[smallest, 0.5], "f16"), Some(Constant::Float(0.0)));
        assert_eq!(computed("arith.mulf", &[smallest, 1.5], "f16"), Some(Constant::Float(2.0 * smallest)));
        assert_eq!(computed("arith.addf", &[65504.0, 16.0], "f16"), Some(Constant::Float(f64::INFINITY)));
        assert_eq!(computed("arith.addf", &[65504.0, 15.0], "f16"), Some(Constant::Float(65504.0)));
    }

    #[test]
    fn what_is_no_number_is_left() {
        assert_eq!(computed("arith.subf", &[f64::INFINITY, f64::INFINITY], "f64"), None);
        assert_eq!(computed("arith.divf", &[0.0, 0.0], "f64"), None);
        assert_eq!(computed("math.exp", &[1.0], "f64"), None);
        assert_eq!(computed("arith.addf", &[1.0, 1.0], "f8E5M2"), None);
    }

    #[test]
    fn integers_divide_as_their_types_do() {
        let quotients = [
            ("arith.floordivsi", -7, 2, -4),
            ("arith.floordivsi", 7, -2, -4),
            ("arith.floordivsi", -7, -2, 3),
            ("arith.floordivsi", 6, -2, -3),
            ("arith.ceildivsi", 7, 2, 4),
            ("arith.ceildivsi", -7, 2, -3),
            ("arith.ceildivsi", -7, -2, 4),
            ("arith.divsi", -7, 2, -3),
            ("arith.divui", -2, 2, 127),
            ("arith.ceildivui", -1, 2, -128),
            ("arith.remui", -1, 16, 15),
            ("arith.shrui", -1, 7, 1),
            ("arith.muli", 100, 3, 44),
        ];
        for (name, left, right, value) in quotients {
            assert_eq!(computed_integers(name, &[left, right], "i8"), Some(Constant::Integer(value)), "{name}");
        }
        for (name, left, right) in [("arith.divsi", 1, 0), ("arith.divsi", -128, -1), ("arith.shli", 1, 8)] {
            assert_eq!(computed_integers(name, &[left, right], "i8"), None, "{name}");
        }
    }

    #[test]
    fn zeros_have_bits() {
        for (float, integer, least) in
            [("f64", "i64", i64::MIN), ("f32", "i32", i64::from(i32::MIN)), ("f16", "i16", -32768)]
        {
            let (float, integer) = (parse(float), parse(integer));
            for (zero, bits) in [(0.0f64, 0), (-0.0, least)] {
                let to_bits = compute("arith.bitcast", &[Constant::Float(zero)], &[float], integer);
                assert_eq!(to_bits, Some(Constant::Integer(bits)));
                let Some(Constant::Float(back)) =
                    compute("arith.bitcast", &[Constant::Integer(bits)], &[integer], float)
                else {
                    panic!("a zero has bits");
                };
                assert_eq!(back.to_bits(), zero.to_bits());
            }
            assert_eq!(compute("arith.bitcast", &[Constant::Float(1.0)], &[float], integer), None);
        }
        let same = compute("arith.bitcast", &[Constant::Float(-0.0)], &[parse("f64")], parse("f64"));
        assert_eq!(same, None, "floats of another format are left to run");
    }

    #[test]
    fn complex_numbers_are_computed_by_parts() {
        let r#type = Scalar::Complex(Format::F32);
        let of = |name: &str, operands: &[Constant]| compute(name, operands, &vec![r#type; operands.len()], r#type);
        let (one, other) = (Constant::Complex(1.5, -2.0), Constant::Complex(0.1f32.into(), 3.0));
        assert_eq!(of("complex.neg", &[one]), Some(Constant::Complex(-1.5, 2.0)));
        assert_eq!(of("complex.conj", &[one]), Some(Constant::Complex(1.5, 2.0)));
        assert_eq!(of("complex.sub", &[one, one]), None, "differences are left to run");
        assert_eq!(of("complex.eq", &[Constant::Zero, Constant::Zero]), Some(Constant::Integer(-1)));
        assert_eq!(of("complex.neq", &[Constant::Zero, Constant::Zero]), Some(Constant::Integer(0)));
        assert_eq!(of("complex.eq", &[one, one]), Some(Constant::Integer(-1)));
        assert_eq!(of("complex.neq", &[one, other]), Some(Constant::Integer(-1)));
        assert_eq!(of("complex.mul", &[one, other]), None, "products are left to run");
        assert_eq!(of("complex.div", &[one, other]), None, "quotients are left to run");
    }

    #[test]
    fn bits_are_counted_in_the_width_of_the_type() {
        for (name, count) in [("math.ctpop", 8), ("math.ctlz", 0), ("math.cttz", 0)] {
            assert_eq!(computed_integers(name, &[-1], "i8"), Some(Constant::Integer(count)), "{name}");
        }
        assert_eq!(computed_integers("math.ctlz", &[0], "i8"), Some(Constant::Integer(8)));
    }
}
