//! The functions of the notation on numbers, and what they make of errors.

use lacuna_runtime::value::Complex;

use super::measured::Inexact;
use crate::ast::Function;

/// A function of real numbers.
pub(super) fn of_reals(function: Function, arguments: &[f64]) -> f64 {
    let &[value, ..] = arguments else { return f64::NAN };
    match function {
        Function::Abs => value.abs(),
        Function::Sqrt => value.sqrt(),
        Function::Exp => value.exp(),
        Function::Log => value.ln(),
        Function::Pow => value.powf(arguments.get(1).copied().unwrap_or(f64::NAN)),
        Function::Sin => value.sin(),
        Function::Cos => value.cos(),
        Function::Tanh => value.tanh(),
        Function::Floor => value.floor(),
        Function::Ceil => value.ceil(),
        Function::Sign if value > 0.0 => 1.0,
        Function::Sign if value < 0.0 => -1.0,
        // Zeros keep their sign, and nan is nan. The others are no functions of one value.
        Function::Sign | Function::Conj | Function::Max | Function::Min | Function::Where => value,
    }
}

/// A function of complex numbers; those that need an order are refused before.
pub(super) fn of_complex(function: Function, arguments: &[Complex<f64>]) -> Complex<f64> {
    let nan = Complex::new(f64::NAN, f64::NAN);
    let &[value, ..] = arguments else { return nan };
    match function {
        Function::Abs => Complex::new(value.size(), 0.0),
        Function::Conj => Complex::new(value.re, -value.im),
        Function::Sqrt => square_root(value),
        Function::Exp => exponential(value),
        Function::Log => logarithm(value),
        Function::Pow => match arguments.get(1) {
            Some(&exponent) if exponent == Complex::ZERO => Complex::new(1.0, 0.0),
            // As C and NumPy have it: the logarithm of zero is infinite, and turns by what is no number.
            Some(exponent) if value == Complex::ZERO && exponent.re > 0.0 => Complex::ZERO,
            Some(_) if value == Complex::ZERO => nan,
            Some(&exponent) => exponential(Inexact::times(exponent, logarithm(value))),
            None => nan,
        },
        Function::Sin => {
            let (sin, cos) = value.re.sin_cos();
            Complex::new(sin * value.im.cosh(), cos * value.im.sinh())
        }
        Function::Cos => {
            let (sin, cos) = value.re.sin_cos();
            Complex::new(cos * value.im.cosh(), -sin * value.im.sinh())
        }
        // Where the real part is large, the quotient of hyperbolic functions is infinity by infinity.
        Function::Tanh if value.re.abs() > LARGE => {
            let (sin, cos) = value.im.sin_cos();
            Complex::new(1f64.copysign(value.re), 4.0 * sin * cos * (-2.0 * value.re.abs()).exp())
        }
        Function::Tanh => {
            let (sin, cos) = (2.0 * value.im).sin_cos();
            let scale = (2.0 * value.re).cosh() + cos;
            Complex::new((2.0 * value.re).sinh() / scale, sin / scale)
        }
        _ => value,
    }
}

/// From here on, the hyperbolic tangent of a real number is one to the last bit.
const LARGE: f64 = 20.0;

fn exponential(value: Complex<f64>) -> Complex<f64> {
    let (sin, cos) = value.im.sin_cos();
    Complex::new(value.re.exp() * cos, value.re.exp() * sin)
}

fn logarithm(value: Complex<f64>) -> Complex<f64> {
    Complex::new(value.size().ln(), value.im.atan2(value.re))
}

fn square_root(value: Complex<f64>) -> Complex<f64> {
    let (size, angle) = (value.size().sqrt(), value.im.atan2(value.re) / 2.0);
    Complex::new(size * angle.cos(), size * angle.sin())
}

/// How far the arguments are from where the function jumps, if it does anywhere.
pub(super) fn distance_to_jump<V: Inexact>(function: Function, arguments: &[V]) -> Option<f64> {
    let value = arguments.first()?;
    match function {
        Function::Floor | Function::Ceil => Some(value.distance_to_whole()),
        Function::Sign => Some(value.size()),
        _ => None,
    }
}

/// The error of a function, where its arguments have errors: to first order, the derivatives times the errors.
pub(super) fn amplified<V: Inexact>(function: Function, arguments: &[V], errors: &[f64]) -> f64 {
    let (Some(&value), Some(&error)) = (arguments.first(), errors.first()) else { return f64::INFINITY };
    let size = value.size();
    let of_one = |one: Function| V::call(one, &[value]).size();
    let slope = match function {
        Function::Sqrt => 0.5 / of_one(Function::Sqrt),
        Function::Exp => of_one(Function::Exp),
        Function::Log => 1.0 / size,
        Function::Sin => of_one(Function::Cos),
        Function::Cos => of_one(Function::Sin),
        Function::Tanh => 1.0 + of_one(Function::Tanh).powi(2),
        Function::Pow => {
            let (Some(exponent), Some(of_exponent)) = (arguments.get(1), errors.get(1)) else { return f64::INFINITY };
            let power = V::call(Function::Pow, arguments).size();
            let logarithm = of_one(Function::Log);
            let by_exponent = if power == 0.0 { 0.0 } else { power * logarithm * of_exponent };
            let by_base = if size == 0.0 { 0.0 } else { power * exponent.size() / size * error };
            return by_base + by_exponent;
        }
        _ => 1.0,
    };
    if error == 0.0 { 0.0 } else { slope * error }
}
