//! `expand-complex`: operations on complex numbers by real ones, where upstream's expansion or canonicalization is wrong, or far from
//! the value.
//!
//! * `complex.pow` becomes a power and an angle. Of zero it is 1 if the exponent is zero, 0 if the real part of the exponent is
//!   positive, and else no number; upstream's logarithm of zero makes each of them no number.
//! * `complex.sin`, `complex.cos` and `complex.tanh` become real functions; upstream's differences of exponentials lose all digits
//!   beside zero.
//! * `complex.sqrt` has no angle: upstream's root of -400 has a real part. `complex.log` of a number near the unit circle keeps its
//!   real part; upstream's is that of a size which was rounded to one. Both scale numbers whose size the type cannot hold, or holds
//!   with few digits.
//! * `complex.exp` of a real number is real, also where it is infinite.
//! * `complex.abs` of a number with an infinite part is infinite, even if the other part is NaN.
//! * Sums and differences become those of parts. Upstream's canonicalization makes a of (a - b) + b, which is another number where a
//!   is small, and z of log(exp z), whose imaginary part is an angle.
//!
//! Results for infinite and NaN parts follow C's Annex G. Exceptions: signs that Annex G leaves open, and `complex.pow`.
//!
//! Runs when bodies are scalars in loops, before the first canonicalization: what a function makes of zero has decided before which
//! points are visited. Example: `test/conversions/expand_complex.mlir`. Not done here: functions whose expansion upstream has right;
//! vectors.

use super::reals::{Holds, Reals};
use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, collect_ops, element_type, erase, is_op, operands, replace_uses, results},
};
use melior::ir::{Attribute, Type, TypeLike, ValueLike, operation::OperationLike};

options! {
    /// Options of `expand-complex`.
    pub struct ExpandComplex {}
}

impl Pass for ExpandComplex {
    const ARGUMENT: &'static str = "expand-complex";
    const SUMMARY: &'static str = "Expand sums, differences and functions of complex numbers into those of real ones";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let is_scalar = |op| operands(op).iter().all(|operand| element_type(operand.r#type()).is_none());
        for op in collect_ops(root, |op| function_of(op).is_some() && is_scalar(op)) {
            let Some(function) = function_of(op) else { continue };
            let arguments = operands(op);
            let code = Complex::of(op);
            replace_uses(results(op)[0], function(&code, &arguments));
            erase(op);
        }
        Ok(())
    }
}

/// Makes the code of a function of its arguments.
type Function = for<'a, 'c> fn(&'a Complex<'c>, &[Value<'c>]) -> Value<'c>;

/// The functions that are expanded, by the names of their operations.
const FUNCTIONS: [(&str, Function); 10] = [
    ("complex.add", |code, of| code.by_parts("arith.addf", of)),
    ("complex.sub", |code, of| code.by_parts("arith.subf", of)),
    ("complex.abs", |code, of| code.size(of[0])),
    ("complex.sqrt", |code, of| code.square_root(of[0])),
    ("complex.exp", |code, of| code.exponential(of[0])),
    ("complex.log", |code, of| code.logarithm(of[0])),
    ("complex.pow", |code, of| code.power(of[0], of[1])),
    ("complex.sin", |code, of| code.sine(of[0])),
    ("complex.cos", |code, of| code.cosine(of[0])),
    ("complex.tanh", |code, of| code.hyperbolic_tangent(of[0])),
];

fn function_of(op: Op<'_>) -> Option<Function> {
    FUNCTIONS.iter().find(|(name, _)| is_op(op, name)).map(|(_, function)| *function)
}

/// What makes code of complex numbers of a type.
struct Complex<'c> {
    /// The type of the numbers.
    whole: Type<'c>,
    /// Code of their parts.
    reals: Reals<'c>,
    /// What may be done with sums.
    fastmath: Option<Attribute<'c>>,
}

impl<'c> Complex<'c> {
    /// For the operands of an operation, before it.
    fn of(op: Op<'c>) -> Self {
        let builder = Builder::before(op).located(op.location());
        let whole = operands(op)[0].r#type();
        let reals =
            Reals::new(builder, crate::bridge::types::part_of(whole)).expect("the part of a scalar is a scalar");
        Self { whole, reals, fastmath: op.attribute("fastmath").ok() }
    }

    /// A function of real numbers.
    fn real(&self, name: &str, operands: &[Value<'c>]) -> Value<'c> {
        self.reals.call(name, operands)
    }

    fn parts(&self, value: Value<'c>) -> (Value<'c>, Value<'c>) {
        (self.real("complex.re", &[value]), self.real("complex.im", &[value]))
    }

    fn of_parts(&self, re: Value<'c>, im: Value<'c>) -> Value<'c> {
        self.reals.builder.value("complex.create", &[re, im], self.whole, &[])
    }

    /// An operation on the real parts and on the imaginary ones.
    fn by_parts(&self, name: &str, of: &[Value<'c>]) -> Value<'c> {
        let (left, right) = (self.parts(of[0]), self.parts(of[1]));
        let attributes: Vec<_> = self.fastmath.map(|fastmath| ("fastmath", fastmath)).into_iter().collect();
        let [re, im] = [[left.0, right.0], [left.1, right.1]]
            .map(|parts| self.reals.builder.value(name, &parts, self.reals.r#type, &attributes));
        self.of_parts(re, im)
    }

    fn number(&self, number: f64) -> Value<'c> {
        self.reals.number(number)
    }

    /// A product that is zero where its first factor is, whatever the other one is: the first factor is the value of a function that
    /// is zero at its zero only.
    fn product(&self, zero: Value<'c>, other: Value<'c>) -> Value<'c> {
        let is_zero = self.holds(Holds::Equal, zero, self.number(0.0));
        self.choose(is_zero, self.times_sign(zero, other), self.real("arith.mulf", &[zero, other]))
    }

    /// A product that is zero where one of its factors is.
    fn product_of_both(&self, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        let is_zero = self.holds(Holds::Equal, left, self.number(0.0));
        self.choose(is_zero, self.times_sign(left, right), self.product(right, left))
    }

    /// The first factor, with the sign of its product with the other one.
    fn times_sign(&self, factor: Value<'c>, other: Value<'c>) -> Value<'c> {
        let sign = self.real("math.copysign", &[self.number(1.0), other]);
        self.real("arith.mulf", &[factor, sign])
    }

    /// The number of this size at this angle.
    fn at_angle(&self, size: Value<'c>, angle: Value<'c>) -> Value<'c> {
        let [sin, cos] = ["math.sin", "math.cos"].map(|name| self.real(name, &[angle]));
        self.of_parts(self.product(size, cos), self.product_of_both(size, sin))
    }

    fn is_infinite(&self, part: Value<'c>) -> Value<'c> {
        self.holds(Holds::Equal, self.real("math.absf", &[part]), self.number(f64::INFINITY))
    }

    /// |z| = m sqrt(1 + (n / m)²), where m is the larger and n the smaller one of |x| and |y|. If one part is infinite,
    /// so is |z|, even if the other part is NaN.
    fn size(&self, value: Value<'c>) -> Value<'c> {
        let real = |name: &str, operands: &[Value<'c>]| self.real(name, operands);
        let (x, y) = self.parts(value);
        let [x_size, y_size] = [x, y].map(|part| real("math.absf", &[part]));
        let [larger, smaller] = ["arith.maximumf", "arith.minimumf"].map(|name| real(name, &[x_size, y_size]));
        let ratio = real("arith.divf", &[smaller, larger]);
        let one_plus_square = real("arith.addf", &[real("arith.mulf", &[ratio, ratio]), self.number(1.0)]);
        let size = real("arith.mulf", &[larger, real("math.sqrt", &[one_plus_square])]);
        let is_zero = self.holds(Holds::Equal, larger, self.number(0.0));
        let is_infinite = self.reals.builder.binary("arith.ori", self.is_infinite(x), self.is_infinite(y));
        self.choose(is_infinite, self.number(f64::INFINITY), self.choose(is_zero, larger, size))
    }

    /// exp(x + yi) = exp x (cos y + i sin y). If x is infinite, the angle decides signs only: both parts are zero where x is negative,
    /// and the real one is infinite where it is positive, even if y is infinite or NaN.
    fn exponential(&self, value: Value<'c>) -> Value<'c> {
        let (x, y) = self.parts(value);
        let size = self.real("math.exp", &[x]);
        let [sin, cos] = ["math.sin", "math.cos"].map(|name| self.real(name, &[y]));
        let re = self.real("arith.mulf", &[size, cos]);
        let is_least = self.holds(Holds::Equal, x, self.number(f64::NEG_INFINITY));
        self.of_parts(
            self.choose(self.is_infinite(x), self.times_sign(size, cos), re),
            self.choose(is_least, self.times_sign(size, sin), self.product(sin, size)),
        )
    }

    /// A number, scaled by a power of four, so that its size, and |x| + |z|, neither overflow nor lose digits.
    fn scaled(&self, value: Value<'c>) -> (Value<'c>, Scale<'c>) {
        let (x, y) = self.parts(value);
        let [x_size, y_size] = [x, y].map(|part| self.real("math.absf", &[part]));
        let size = self.real("arith.maximumf", &[x_size, y_size]);
        let range = FloatRange::of(self.reals.r#type);
        let is_large = self.holds(Holds::Greater, size, self.number(range.largest));
        let is_small = self.holds(Holds::Less, size, self.number(range.smallest));
        let by_case = |(large, small): (f64, f64), otherwise: f64| {
            let of_small = self.choose(is_small, self.number(small), self.number(otherwise));
            self.choose(is_large, self.number(large), of_small)
        };
        let square = range.root * range.root;
        let factor = by_case((1.0 / square, square), 1.0);
        let scaled = self.of_parts(self.real("arith.mulf", &[x, factor]), self.real("arith.mulf", &[y, factor]));
        let root = by_case((1.0 / range.root, range.root), 1.0);
        let logarithm = by_case((-square.ln(), square.ln()), 0.0);
        (scaled, Scale { root, logarithm })
    }

    /// With t = sqrt((|x| + |z|) / 2), the parts are t and |y| / 2t; the first is the real one where x is positive. If t is
    /// zero, the quotient is replaced by zero; if y is infinite, by infinity.
    fn square_root(&self, value: Value<'c>) -> Value<'c> {
        let real = |name: &str, operands: &[Value<'c>]| self.real(name, operands);
        let (scaled, Scale { root, .. }) = self.scaled(value);
        let (x, y) = self.parts(scaled);
        let [x_size, y_size] = [x, y].map(|part| real("math.absf", &[part]));
        let size = self.size(scaled);
        let half = real("arith.mulf", &[real("arith.addf", &[x_size, size]), self.number(0.5)]);
        let infinity = self.number(f64::INFINITY);
        // If y is infinite, t is infinite even where x is NaN.
        let is_infinite = self.holds(Holds::Equal, size, infinity);
        let large = self.choose(is_infinite, infinity, real("math.sqrt", &[half]));
        let quotient = real("arith.divf", &[real("arith.mulf", &[y_size, self.number(0.5)]), large]);
        let zero = self.number(0.0);
        let of_infinity = self.choose(self.is_infinite(y), y_size, quotient);
        let small = self.choose(self.holds(Holds::Equal, large, zero), zero, of_infinity);
        let is_negative = self.holds(Holds::Less, x, zero);
        let re = self.choose(is_negative, small, large);
        let im = real("math.copysign", &[self.choose(is_negative, large, small), y]);
        let [re, im] = [re, im].map(|part| real("arith.divf", &[part, root]));
        self.of_parts(re, im)
    }

    /// log |z|, also of a size that is out of the range of the type, and whether the number was not scaled for that.
    fn logarithm_of_size(&self, value: Value<'c>) -> (Value<'c>, Value<'c>) {
        let (scaled, Scale { logarithm, .. }) = self.scaled(value);
        let of_scaled = self.real("math.log", &[self.size(scaled)]);
        let is_as_it_is = self.holds(Holds::Equal, logarithm, self.number(0.0));
        (self.real("arith.subf", &[of_scaled, logarithm]), is_as_it_is)
    }

    /// log z = log |z| + i arg z. Near |z| = 1, log |z| = log1p((m - 1) (m + 1) + n²) / 2, where m is the larger and n the smaller one
    /// of |x| and |y|.
    fn logarithm(&self, value: Value<'c>) -> Value<'c> {
        let real = |name: &str, operands: &[Value<'c>]| self.real(name, operands);
        let (x, y) = self.parts(value);
        let far = self.logarithm_of_size(value).0;
        let [x_size, y_size] = [x, y].map(|part| real("math.absf", &[part]));
        let larger = real("arith.maximumf", &[x_size, y_size]);
        let smaller = real("arith.minimumf", &[x_size, y_size]);
        let factors = [self.number(-1.0), self.number(1.0)].map(|one| real("arith.addf", &[larger, one]));
        let beyond_one = real("arith.addf", &[real("arith.mulf", &factors), real("arith.mulf", &[smaller, smaller])]);
        let near = real("arith.mulf", &[real("math.log1p", &[beyond_one]), self.number(0.5)]);
        let is_near = self.holds(Holds::Less, real("math.absf", &[beyond_one]), self.number(NEAR));
        self.of_parts(self.choose(is_near, near, far), real("math.atan2", &[y, x]))
    }

    /// sin(x + yi) = sin x cosh y + i cos x sinh y. If y is infinite, the imaginary part is, even if x is infinite or NaN.
    fn sine(&self, value: Value<'c>) -> Value<'c> {
        let (x, y) = self.parts(value);
        let [sin, cos] = ["math.sin", "math.cos"].map(|name| self.real(name, &[x]));
        let [sinh, cosh] = ["math.sinh", "math.cosh"].map(|name| self.real(name, &[y]));
        let im = self.choose(self.is_infinite(y), self.times_sign(sinh, cos), self.product(sinh, cos));
        self.of_parts(self.product(sin, cosh), im)
    }

    /// cos(x + yi) = cos x cosh y - i sin x sinh y. If y is infinite, the real part is, even if x is infinite or NaN.
    fn cosine(&self, value: Value<'c>) -> Value<'c> {
        let (x, y) = self.parts(value);
        let [sin, cos] = ["math.sin", "math.cos"].map(|name| self.real(name, &[x]));
        let [sinh, cosh] = ["math.sinh", "math.cosh"].map(|name| self.real(name, &[y]));
        let re = self.real("arith.mulf", &[cosh, cos]);
        let re = self.choose(self.is_infinite(y), self.times_sign(cosh, cos), re);
        self.of_parts(re, self.real("arith.negf", &[self.product_of_both(sin, sinh)]))
    }

    /// tanh(x + yi) = (sinh x cosh x + i sin y cos y) / (sinh² x + cos² y), which is infinity by infinity where x is large: there,
    /// the real part is 1 or -1, and the imaginary one 4 sin y cos y exp(-2 |x|).
    fn hyperbolic_tangent(&self, value: Value<'c>) -> Value<'c> {
        let real = |name: &str, operands: &[Value<'c>]| self.real(name, operands);
        let (x, y) = self.parts(value);
        let number = |number| self.number(number);
        let [sin, cos] = ["math.sin", "math.cos"].map(|name| real(name, &[y]));
        let [sinh, cosh] = ["math.sinh", "math.cosh"].map(|name| real(name, &[x]));
        let sin_cos = real("arith.mulf", &[sin, cos]);
        let divisor = real("arith.addf", &[real("arith.mulf", &[sinh, sinh]), real("arith.mulf", &[cos, cos])]);
        // A part whose dividend is zero is zero, even if the other part of the argument is infinite or NaN.
        let quotient = |part: Value<'c>, dividend: Value<'c>| {
            let quotient = real("arith.divf", &[dividend, divisor]);
            self.choose(self.holds(Holds::Equal, part, number(0.0)), part, quotient)
        };
        let near = self.of_parts(quotient(x, real("arith.mulf", &[sinh, cosh])), quotient(y, sin_cos));

        let size = real("math.absf", &[x]);
        let fading = real("math.exp", &[real("arith.mulf", &[number(-2.0), size])]);
        let finite = real("arith.mulf", &[real("arith.mulf", &[number(4.0), sin_cos]), fading]);
        let im = self.choose(self.is_infinite(x), real("math.copysign", &[fading, sin_cos]), finite);
        // Of finite x, the real part is NaN where y is infinite or NaN.
        let is_number = self.holds(Holds::Equal, im, im);
        let re = self.choose(is_number, real("math.copysign", &[number(1.0), x]), im);
        let far = self.of_parts(re, im);
        self.choose(self.holds(Holds::Greater, size, number(LARGE)), far, near)
    }

    /// With r and a, the size and the angle of the base, and c + di, the exponent: the size is r^c exp(-d a), the angle
    /// c a + d log r.
    fn power(&self, base: Value<'c>, exponent: Value<'c>) -> Value<'c> {
        let real = |name: &str, operands: &[Value<'c>]| self.real(name, operands);
        let ((x, y), (c, d)) = (self.parts(base), self.parts(exponent));
        let (size, angle) = (self.size(base), real("math.atan2", &[y, x]));
        let shrunk = real("math.exp", &[real("arith.negf", &[real("arith.mulf", &[d, angle])])]);
        let (logarithm, is_as_it_is) = self.logarithm_of_size(base);
        let out_of_range = real("math.exp", &[real("arith.mulf", &[c, logarithm])]);
        let power = self.choose(is_as_it_is, real("math.powf", &[size, c]), out_of_range);
        let new_size = real("arith.mulf", &[power, shrunk]);
        // Zero if the exponent is real, even if the logarithm is infinite.
        let by_size = self.product(d, logarithm);
        let new_angle = real("arith.addf", &[real("arith.mulf", &[c, angle]), by_size]);
        let value = self.at_angle(new_size, new_angle);

        let number = |number: f64| self.number(number);
        let (zero, one, none) = (number(0.0), number(1.0), number(f64::NAN));
        let [nothing, unity, no_number] =
            [(zero, zero), (one, zero), (none, none)].map(|(re, im)| self.of_parts(re, im));
        let is_positive = self.holds(Holds::Greater, c, zero);
        let of_zero = self.choose(is_positive, nothing, no_number);
        let is_zero = self.holds(Holds::Equal, size, zero);
        let value = self.choose(is_zero, of_zero, value);
        let [no_re, no_im] = [c, d].map(|part| self.holds(Holds::Equal, part, zero));
        self.choose(self.reals.builder.binary("arith.andi", no_re, no_im), unity, value)
    }

    fn holds(&self, holds: Holds, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        self.reals.holds(holds, left, right)
    }

    fn choose(&self, condition: Value<'c>, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        self.reals.choose(condition, left, right)
    }
}

/// What a number was multiplied with.
struct Scale<'c> {
    /// The root of this factor, a power of two.
    root: Value<'c>,
    /// The logarithm of this factor.
    logarithm: Value<'c>,
}

/// The sizes that need no scaling, and by what larger and smaller numbers are scaled.
struct FloatRange {
    /// Larger numbers are divided by the square of `root`.
    largest: f64,
    /// Smaller numbers are multiplied by the square of `root`.
    smallest: f64,
    /// A power of two.
    root: f64,
}

impl FloatRange {
    /// That of a floating-point type; types of 16 bits are left as they are.
    fn of(part: Type<'_>) -> Self {
        let power = |exponent: i32| 2f64.powi(exponent);
        match part.is_f64() {
            true => Self { largest: power(1020), smallest: power(-960), root: power(54) },
            false => Self { largest: power(124), smallest: power(-100), root: power(24) },
        }
    }
}

/// From here on, the hyperbolic tangent of a real number is one to the last bit.
const LARGE: f64 = 20.0;

/// Where |z|² differs from one by less, `log1p` computes the logarithm.
const NEAR: f64 = 0.5;
