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
            Some(&exponent) => exponential(scaled_by(exponent, logarithm(value))),
            None => nan,
        },
        // If the imaginary part is infinite, so is one of the value, whatever the real part is.
        Function::Sin => {
            let ((sin, cos), sinh) = (value.re.sin_cos(), value.im.sinh());
            let im = if value.im.is_infinite() { times_sign(sinh, cos) } else { product(sinh, cos) };
            Complex::new(product(sin, value.im.cosh()), im)
        }
        Function::Cos => {
            let ((sin, cos), (sinh, cosh)) = (value.re.sin_cos(), (value.im.sinh(), value.im.cosh()));
            let re = if value.im.is_infinite() { times_sign(cosh, cos) } else { cosh * cos };
            let im = if sin == 0.0 { times_sign(sin, sinh) } else { product(sinh, sin) };
            Complex::new(re, -im)
        }
        // Where the real part is large, the quotient of hyperbolic functions is infinity by infinity.
        Function::Tanh if value.re.is_infinite() => {
            let (sin, cos) = value.im.sin_cos();
            Complex::new(1f64.copysign(value.re), 0f64.copysign(sin * cos))
        }
        Function::Tanh if value.re.abs() > LARGE && !value.im.is_finite() => nan,
        Function::Tanh if value.re.abs() > LARGE => {
            let (sin, cos) = value.im.sin_cos();
            Complex::new(1f64.copysign(value.re), 4.0 * sin * cos * (-2.0 * value.re.abs()).exp())
        }
        Function::Tanh if value.im == 0.0 => Complex::new(value.re.tanh(), value.im),
        Function::Tanh if value.re == 0.0 => Complex::new(value.re, value.im.tan()),
        // By half angles: beside a pole, the sum of the functions of whole ones has no digits.
        Function::Tanh => {
            let ((sin, cos), tanh) = (value.im.sin_cos(), value.re.tanh());
            let scale = (cos * cos + sin * sin * tanh * tanh) * value.re.cosh().powi(2);
            Complex::new(tanh * value.re.cosh().powi(2) / scale, sin * cos / scale)
        }
        _ => value,
    }
}

/// From here on, the hyperbolic tangent of a real number is one to the last bit.
const LARGE: f64 = 20.0;

/// If the real part is infinite, the angle decides signs only, whatever it is.
fn exponential(value: Complex<f64>) -> Complex<f64> {
    let ((sin, cos), size) = (value.im.sin_cos(), value.re.exp());
    let re = if value.re.is_infinite() { times_sign(size, cos) } else { size * cos };
    let im = if value.re == f64::NEG_INFINITY { times_sign(size, sin) } else { product(sin, size) };
    Complex::new(re, im)
}

/// The product of two functions. It is zero at a zero of the first one, even if the other one is infinite or NaN there.
fn product(zero: f64, other: f64) -> f64 {
    if zero == 0.0 { times_sign(zero, other) } else { zero * other }
}

/// A factor, with the sign of its product with another one.
fn times_sign(factor: f64, other: f64) -> f64 {
    factor * 1f64.copysign(other)
}

/// The product of an exponent and a logarithm; that of a real exponent is by parts.
fn scaled_by(exponent: Complex<f64>, logarithm: Complex<f64>) -> Complex<f64> {
    match exponent.im == 0.0 {
        true => Complex::new(exponent.re * logarithm.re, exponent.re * logarithm.im),
        false => Inexact::times(exponent, logarithm),
    }
}

/// Near |z| = 1, the logarithm of |z| is `ln_1p(|z|² - 1) / 2`: rounding |z| itself would lose its digits.
fn logarithm(value: Complex<f64>) -> Complex<f64> {
    let (re, im) = (value.re.abs(), value.im.abs());
    let beyond_one = (re.max(im) - 1.0) * (re.max(im) + 1.0) + re.min(im).powi(2);
    // `f64::max` and `f64::min` ignore NaN.
    let is_near_one = beyond_one.abs() < 0.5 && !re.is_nan() && !im.is_nan();
    let size = if is_near_one { beyond_one.ln_1p() / 2.0 } else { logarithm_of_size(re, im) };
    Complex::new(size, value.im.atan2(value.re))
}

/// The logarithm of the size of a number, which may be larger and smaller than any that a type holds.
fn logarithm_of_size(re: f64, im: f64) -> f64 {
    match re.max(im) {
        large if large > 1e300 && large.is_finite() => (re * 1e-9).hypot(im * 1e-9).ln() + 1e9f64.ln(),
        small if small < 1e-300 => (re * 1e150).hypot(im * 1e150).ln() - 1e150f64.ln(),
        _ => re.hypot(im).ln(),
    }
}

/// The root whose real part is not negative. |z| + |re| adds two numbers that are not negative, so nothing cancels.
fn square_root(value: Complex<f64>) -> Complex<f64> {
    if value == Complex::ZERO || value.im.is_infinite() {
        return Complex::new(value.im.abs(), value.im);
    }
    // Powers of four: what is scaled is exact, and so is its root.
    let scale = match value.re.abs().max(value.im.abs()) {
        large if large > 1e300 => 2f64.powi(-20),
        small if small < 1e-280 => 2f64.powi(200),
        _ => 1.0,
    };
    let (re, im) = (value.re * scale, value.im * scale);
    let larger = ((re.hypot(im) + re.abs()) / 2.0).sqrt();
    let smaller = im.abs() / larger / 2.0;
    let (re, im) = if re < 0.0 { (smaller, larger) } else { (larger, smaller) };
    Complex::new(re / scale.sqrt(), im.copysign(value.im) / scale.sqrt())
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
