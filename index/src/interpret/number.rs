//! Scalars, and what operations make of them.

use crate::{
    Detail, Operation, Scalar,
    algebra::{comparison, compute},
    constant::Constant,
    scalar::Float,
};

/// A scalar. Integers are kept sign-extended from the width of their type, floating-point numbers as numbers of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Of an integer type or `index`.
    Integer(i64),
    /// Of a floating-point type.
    Float(f64),
    /// Real and imaginary part.
    Complex(f64, f64),
    /// No value.
    Absent,
}

impl From<Constant> for Number {
    /// A constant of an integer or floating-point type.
    fn from(constant: Constant) -> Self {
        Self::of(constant, Scalar::Index)
    }
}

impl Number {
    /// A constant of a type.
    pub fn of(constant: Constant, r#type: Scalar) -> Self {
        match constant {
            Constant::Integer(number) => Self::Integer(number),
            Constant::Float(number) => Self::Float(number),
            Constant::Complex(re, im) => Self::Complex(re, im),
            Constant::Zero if r#type.is_complex() => Self::Complex(0.0, 0.0),
            Constant::Zero => Self::Integer(0),
            Constant::Absent => Self::Absent,
        }
    }

    /// An `i1`.
    pub fn truth(holds: bool) -> Self {
        Self::Integer(if holds { -1 } else { 0 })
    }

    /// The constant that it is, if there is one.
    pub(super) fn constant(self) -> Option<Constant> {
        match self {
            Self::Integer(number) => Some(Constant::Integer(number)),
            Self::Float(number) => Some(Constant::Float(number)),
            Self::Complex(re, im) => Some(Constant::complex(re, im)),
            Self::Absent => Some(Constant::Absent),
        }
    }
}

/// The value of an operation; none of what is not known or has no defined result.
pub fn apply(operation: Operation, operands: &[Number], types: &[Scalar], result: Scalar) -> Option<Number> {
    let name = operation.name();
    match operation.detail {
        Detail::Number(constant) => return Some(Number::of(constant, result)),
        Detail::Complex(re, im) => return Some(Number::Complex(re, im)),
        Detail::Predicate(predicate) => return compare(name, predicate, operands),
        Detail::None => {}
    }
    if name == "arith.select" {
        let [condition, left, right] = operands else { return None };
        return Some(if *condition == Number::Integer(0) { *right } else { *left });
    }
    if operands.contains(&Number::Absent) {
        return absent(name, operands);
    }
    let is_real = !operands.iter().any(|operand| matches!(operand, Number::Complex(..)));
    let constants: Option<Vec<_>> = operands.iter().map(|operand| operand.constant()).filter(|_| is_real).collect();
    if let Some(value) = constants.and_then(|constants| compute(name, &constants, types, result)) {
        return Some(Number::of(value, result));
    }
    match operands {
        [Number::Float(number)] => float_function(name, *number, result),
        [Number::Float(left), Number::Float(right)] => float_pair(name, *left, *right, result),
        [Number::Float(base), Number::Integer(power)] if name == "math.fpowi" => {
            rounded(base.powi(i32::try_from(*power).ok()?), result)
        }
        [Number::Float(left), Number::Float(right), Number::Float(addend)] if name == "math.fma" => {
            rounded(left.mul_add(*right, *addend), result)
        }
        [Number::Integer(left), Number::Integer(right)] => integer_pair(name, *left, *right, types),
        [Number::Complex(re, im)] => complex_function(name, (*re, *im), result),
        [Number::Complex(a, b), Number::Complex(c, d)] => complex_pair(name, (*a, *b), (*c, *d), result),
        _ => None,
    }
}

/// What an operation makes of an operand that is no value: a combiner gives the other one.
fn absent(name: &str, operands: &[Number]) -> Option<Number> {
    match (crate::combiners::from_operation(name), operands) {
        (Some(_), [Number::Absent, other] | [other, Number::Absent]) => Some(*other),
        _ => Some(Number::Absent),
    }
}

fn rounded(number: f64, r#type: Scalar) -> Option<Number> {
    match r#type {
        Scalar::Float(Float::Other(..)) => None,
        Scalar::Float(float) => Some(Number::Float(crate::algebra::round(float, number))),
        _ => None,
    }
}

fn compare(name: &str, predicate: i64, operands: &[Number]) -> Option<Number> {
    let holds = match (name, operands) {
        ("arith.cmpi", [Number::Integer(left), Number::Integer(right)]) => {
            comparison::integers(predicate, *left, *right)
        }
        ("arith.cmpf", [Number::Float(left), Number::Float(right)]) => comparison::floats(predicate, *left, *right),
        _ => return None,
    };
    Some(Number::truth(holds))
}

fn float_function(name: &str, x: f64, result: Scalar) -> Option<Number> {
    let value = match name {
        "arith.negf" => -x,
        "arith.extf" | "arith.truncf" => x,
        "math.absf" => x.abs(),
        "math.sqrt" => x.sqrt(),
        "math.rsqrt" => 1.0 / x.sqrt(),
        "math.cbrt" => x.cbrt(),
        "math.exp" => x.exp(),
        "math.exp2" => x.exp2(),
        "math.expm1" => x.exp_m1(),
        "math.log" => x.ln(),
        "math.log2" => x.log2(),
        "math.log10" => x.log10(),
        "math.log1p" => x.ln_1p(),
        "math.sin" => x.sin(),
        "math.cos" => x.cos(),
        "math.tan" => x.tan(),
        "math.asin" => x.asin(),
        "math.acos" => x.acos(),
        "math.atan" => x.atan(),
        "math.sinh" => x.sinh(),
        "math.cosh" => x.cosh(),
        "math.tanh" => x.tanh(),
        "math.ceil" => x.ceil(),
        "math.floor" => x.floor(),
        "math.trunc" => x.trunc(),
        "math.round" => x.round(),
        "math.roundeven" => x.round_ties_even(),
        "math.isnan" => return Some(Number::truth(x.is_nan())),
        "math.isinf" => return Some(Number::truth(x.is_infinite())),
        "math.isfinite" => return Some(Number::truth(x.is_finite())),
        _ => return None,
    };
    rounded(value, result)
}

fn float_pair(name: &str, x: f64, y: f64, result: Scalar) -> Option<Number> {
    let either_nan = x.is_nan() || y.is_nan();
    // -0 is less than 0.
    let (low, high) = if x.total_cmp(&y).is_le() { (x, y) } else { (y, x) };
    let value = match name {
        "arith.addf" => x + y,
        "arith.subf" => x - y,
        "arith.mulf" => x * y,
        "arith.divf" => x / y,
        "arith.remf" => x % y,
        "arith.minimumf" | "arith.maximumf" if either_nan => f64::NAN,
        "arith.minnumf" | "arith.maxnumf" if x.is_nan() => y,
        "arith.minnumf" | "arith.maxnumf" if y.is_nan() => x,
        "arith.minimumf" | "arith.minnumf" => low,
        "arith.maximumf" | "arith.maxnumf" => high,
        "math.powf" => x.powf(y),
        "math.atan2" => x.atan2(y),
        "math.copysign" => x.copysign(y),
        "complex.create" => return Some(Number::Complex(x, y)),
        _ => return None,
    };
    rounded(value, result)
}

fn integer_pair(name: &str, left: i64, right: i64, types: &[Scalar]) -> Option<Number> {
    let mask = types[0].integer_bits().filter(|bits| (1..=64).contains(bits)).map(|bits| u64::MAX >> (64 - bits))?;
    let key = |number: i64| number.cast_unsigned() & mask;
    Some(Number::Integer(match name {
        "arith.minsi" => left.min(right),
        "arith.maxsi" => left.max(right),
        "arith.minui" => std::cmp::min_by_key(left, right, |number| key(*number)),
        "arith.maxui" => std::cmp::max_by_key(left, right, |number| key(*number)),
        _ => return None,
    }))
}

fn complex((re, im): (f64, f64), result: Scalar) -> Option<Number> {
    let Scalar::Complex(part) = result else { return None };
    let round = |number| match rounded(number, Scalar::Float(part)) {
        Some(Number::Float(number)) => Some(number),
        _ => None,
    };
    Some(Number::Complex(round(re)?, round(im)?))
}

fn complex_function(name: &str, (re, im): (f64, f64), result: Scalar) -> Option<Number> {
    match name {
        "complex.neg" => complex((-re, -im), result),
        "complex.conj" => complex((re, -im), result),
        "complex.re" => rounded(re, result),
        "complex.im" => rounded(im, result),
        "complex.abs" => rounded(re.hypot(im), result),
        // Of infinite and NaN parts, the compiler has values of its own.
        "complex.exp" if re.is_finite() && im.is_finite() => {
            complex((re.exp() * im.cos(), if im == 0.0 { im } else { re.exp() * im.sin() }), result)
        }
        _ => None,
    }
}

/// A quotient of complex numbers, by Smith's method: it is finite where the numbers are so and their squares are not, and
/// zero where a finite number is divided by an infinite one.
fn quotient((a, b): (f64, f64), (c, d): (f64, f64)) -> (f64, f64) {
    if (c.is_infinite() || d.is_infinite()) && a.is_finite() && b.is_finite() {
        return (0.0, 0.0);
    }
    if d.abs() < c.abs() {
        let (ratio, by) = (d / c, c + d * (d / c));
        ((a + b * ratio) / by, (b - a * ratio) / by)
    } else {
        let (ratio, by) = (c / d, c * (c / d) + d);
        ((a * ratio + b) / by, (b * ratio - a) / by)
    }
}

fn complex_pair(name: &str, (a, b): (f64, f64), (c, d): (f64, f64), result: Scalar) -> Option<Number> {
    match name {
        "complex.add" => complex((a + c, b + d), result),
        "complex.sub" => complex((a - c, b - d), result),
        "complex.mul" => complex((a * c - b * d, a * d + b * c), result),
        "complex.div" => complex(quotient((a, b), (c, d)), result),
        "complex.eq" => Some(Number::truth(a == c && b == d)),
        "complex.neq" => Some(Number::truth(!(a == c && b == d))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_of_complex_numbers_are_finite_where_they_can_be() {
        assert_eq!(quotient((1.0, 2.0), (3.0, 4.0)), (0.44, 0.08));
        assert_eq!(quotient((1.0, 2.0), (f64::INFINITY, 1.0)), (0.0, 0.0));
        assert_eq!(quotient((1e300, 1e300), (1e300, 1e300)), (1.0, 0.0));
        assert!(quotient((1.0, 0.0), (0.0, 0.0)).0.is_nan());
    }
}
