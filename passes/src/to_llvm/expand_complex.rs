//! `expand-complex`: functions of complex numbers by real ones, where upstream's expansion is wrong or far from the value.
//!
//! `complex.pow` becomes a power and an angle. Of zero it is 1 if the exponent is zero, 0 if the real part of the exponent is
//! positive, and else no number; upstream's logarithm of zero makes each of them no number. `complex.sin`, `complex.cos` and
//! `complex.tanh` become real functions; upstream's differences of exponentials lose all digits beside zero.
//!
//! Runs when bodies are scalars in loops: what a function makes of zero has decided before which points are visited. Example:
//! `test/conversions/expand_complex.mlir`. Not done here: functions whose expansion upstream has right; vectors.

use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, collect_ops, element_type, erase, is_op, operands, replace_uses, results},
};
use melior::ir::{Type, ValueLike, operation::OperationLike};

options! {
    /// Options of `expand-complex`.
    pub struct ExpandComplex {}
}

impl Pass for ExpandComplex {
    const ARGUMENT: &'static str = "expand-complex";
    const SUMMARY: &'static str =
        "Expand powers, sines, cosines and hyperbolic tangents of complex numbers into functions of real ones";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let is_known =
            |op| ["complex.pow", "complex.sin", "complex.cos", "complex.tanh"].iter().any(|name| is_op(op, name));
        let is_scalar = |op| operands(op).iter().all(|operand| element_type(operand.r#type()).is_none());
        for op in collect_ops(root, |op| is_known(op) && is_scalar(op)) {
            let value = expanded(op);
            replace_uses(results(op)[0], value);
            erase(op);
        }
        Ok(())
    }
}

/// The value of an operation, by functions of real numbers.
fn expanded(op: Op<'_>) -> Value<'_> {
    let of = Complex::new(Builder::before(op).located(op.location()), operands(op)[0]);
    match operands(op)[..] {
        [base, exponent] => of.power(base, exponent),
        [value, ..] if is_op(op, "complex.sin") => of.sine(value),
        [value, ..] if is_op(op, "complex.cos") => of.cosine(value),
        [value, ..] => of.hyperbolic_tangent(value),
        [] => unreachable!("they have operands"),
    }
}

/// What makes code of complex numbers of a type.
struct Complex<'c> {
    builder: Builder<'c>,
    /// The type of the numbers.
    whole: Type<'c>,
    /// That of their parts.
    part: Type<'c>,
}

impl<'c> Complex<'c> {
    fn new(builder: Builder<'c>, value: Value<'c>) -> Self {
        let whole = value.r#type();
        Self { builder, whole, part: crate::bridge::types::part_of(whole) }
    }

    /// A function of real numbers.
    fn real(&self, name: &str, operands: &[Value<'c>]) -> Value<'c> {
        self.builder.value(name, operands, self.part, &[])
    }

    fn parts(&self, value: Value<'c>) -> (Value<'c>, Value<'c>) {
        (self.real("complex.re", &[value]), self.real("complex.im", &[value]))
    }

    fn of_parts(&self, re: Value<'c>, im: Value<'c>) -> Value<'c> {
        self.builder.value("complex.create", &[re, im], self.whole, &[])
    }

    /// sin(x + yi) = sin x cosh y + i cos x sinh y.
    fn sine(&self, value: Value<'c>) -> Value<'c> {
        let (x, y) = self.parts(value);
        let [sin, cos] = ["math.sin", "math.cos"].map(|name| self.real(name, &[x]));
        let [sinh, cosh] = ["math.sinh", "math.cosh"].map(|name| self.real(name, &[y]));
        self.of_parts(self.real("arith.mulf", &[sin, cosh]), self.real("arith.mulf", &[cos, sinh]))
    }

    /// cos(x + yi) = cos x cosh y - i sin x sinh y.
    fn cosine(&self, value: Value<'c>) -> Value<'c> {
        let (x, y) = self.parts(value);
        let [sin, cos] = ["math.sin", "math.cos"].map(|name| self.real(name, &[x]));
        let [sinh, cosh] = ["math.sinh", "math.cosh"].map(|name| self.real(name, &[y]));
        let im = self.real("arith.mulf", &[sin, sinh]);
        self.of_parts(self.real("arith.mulf", &[cos, cosh]), self.real("arith.negf", &[im]))
    }

    /// tanh(x + yi) = (sinh x cosh x + i sin y cos y) / (sinh² x + cos² y), which is infinity by infinity where x is large: there,
    /// the real part is 1 or -1, and the imaginary one 4 sin y cos y exp(-2 |x|).
    fn hyperbolic_tangent(&self, value: Value<'c>) -> Value<'c> {
        let real = |name: &str, operands: &[Value<'c>]| self.real(name, operands);
        let (x, y) = self.parts(value);
        let number = |number: f64| self.builder.number(number, self.part);
        let [sin, cos] = ["math.sin", "math.cos"].map(|name| real(name, &[y]));
        let [sinh, cosh] = ["math.sinh", "math.cosh"].map(|name| real(name, &[x]));
        let turned = real("arith.mulf", &[sin, cos]);
        let divisor = real("arith.addf", &[real("arith.mulf", &[sinh, sinh]), real("arith.mulf", &[cos, cos])]);
        let re = real("arith.divf", &[real("arith.mulf", &[sinh, cosh]), divisor]);
        let near = self.of_parts(re, real("arith.divf", &[turned, divisor]));

        let size = real("math.absf", &[x]);
        let fading = real("math.exp", &[real("arith.mulf", &[number(-2.0), size])]);
        let im = real("arith.mulf", &[real("arith.mulf", &[number(4.0), turned]), fading]);
        let far = self.of_parts(real("math.copysign", &[number(1.0), x]), im);
        self.choose(self.holds(GREATER, size, number(LARGE)), far, near)
    }

    /// With r and a, the size and the angle of the base, and c + di, the exponent: the size is r^c exp(-d a), the angle
    /// c a + d log r.
    fn power(&self, base: Value<'c>, exponent: Value<'c>) -> Value<'c> {
        let real = |name: &str, operands: &[Value<'c>]| self.real(name, operands);
        let ((x, y), (c, d)) = (self.parts(base), self.parts(exponent));
        let (size, angle) = (real("complex.abs", &[base]), real("math.atan2", &[y, x]));
        let turned = real("math.exp", &[real("arith.negf", &[real("arith.mulf", &[d, angle])])]);
        let new_size = real("arith.mulf", &[real("math.powf", &[size, c]), turned]);
        let by_size = real("arith.mulf", &[d, real("math.log", &[size])]);
        let new_angle = real("arith.addf", &[real("arith.mulf", &[c, angle]), by_size]);
        let [cos, sin] = ["math.cos", "math.sin"].map(|name| real(name, &[new_angle]));
        let value = self.of_parts(real("arith.mulf", &[new_size, cos]), real("arith.mulf", &[new_size, sin]));

        let number = |number: f64| self.builder.number(number, self.part);
        let (zero, one, none) = (number(0.0), number(1.0), number(f64::NAN));
        let [nothing, unity, no_number] =
            [(zero, zero), (one, zero), (none, none)].map(|(re, im)| self.of_parts(re, im));
        let is_positive = self.holds(GREATER, c, zero);
        let of_zero = self.choose(is_positive, nothing, no_number);
        let is_zero = self.holds(EQUAL, size, zero);
        let value = self.choose(is_zero, of_zero, value);
        let [no_re, no_im] = [c, d].map(|part| self.holds(EQUAL, part, zero));
        self.choose(self.builder.binary("arith.andi", no_re, no_im), unity, value)
    }

    fn holds(&self, predicate: i64, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        let predicate = ("predicate", self.builder.i64_attribute(predicate));
        self.builder.value("arith.cmpf", &[left, right], self.builder.bool_type(), &[predicate])
    }

    fn choose(&self, condition: Value<'c>, left: Value<'c>, right: Value<'c>) -> Value<'c> {
        self.builder.value("arith.select", &[condition, left, right], self.whole, &[])
    }
}

/// From here on, the hyperbolic tangent of a real number is one to the last bit.
const LARGE: f64 = 20.0;

/// Predicates of `arith.cmpf` that hold for no NaN.
const EQUAL: i64 = 1;
const GREATER: i64 = 2;
