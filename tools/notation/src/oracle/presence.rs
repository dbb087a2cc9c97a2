//! The arithmetic of what is there: entries make something that is there, whatever its value; numbers alone make numbers.

use lacuna_runtime::value::{Complex, Dtype};

use super::arithmetic::Arithmetic;
use crate::ast::{Function, Relation};

/// What is known of a value that is not absent before the values of entries are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence<E> {
    /// Made of numbers alone, so it is known.
    Number(E),
    /// Made of entries, too.
    There,
}

use Presence::{Number, There};

impl<E: Arithmetic> Presence<E> {
    fn combine(self, other: Self, combine: impl Fn(E, E) -> E) -> Self {
        match (self, other) {
            (Number(left), Number(right)) if E::KNOWS_NUMBERS => Self::computed(combine(left, right)),
            _ => There,
        }
    }

    /// What was computed from numbers. Which value is no number is not said before a program runs.
    fn computed(value: E) -> Self {
        if value.compare(Relation::Equal, value).is_zero() { There } else { Number(value) }
    }
}

impl<E: Arithmetic> Arithmetic for Presence<E> {
    /// What a result holds before anything is added.
    const ZERO: Self = Number(E::ZERO);
    const LEAST: Self = Number(E::LEAST);
    const GREATEST: Self = Number(E::GREATEST);
    const KNOWS_NUMBERS: bool = E::KNOWS_NUMBERS;

    fn from_float(value: f64, dtype: Dtype) -> Option<Self> {
        E::from_float(value, dtype).map(Number)
    }

    fn from_integer(value: i64, dtype: Dtype) -> Option<Self> {
        E::from_integer(value, dtype).map(Number)
    }

    fn from_complex(value: Complex<f64>, dtype: Dtype) -> Option<Self> {
        E::from_complex(value, dtype).map(Number)
    }

    /// The value of a variable is there at each point, whatever it is.
    fn from_index(_value: i64, _dtype: Dtype) -> Self {
        There
    }

    fn as_entry(self) -> Self {
        There
    }

    /// Numbers are kept as entries, but for zeros, which are not stored.
    fn kept(self) -> Option<Self> {
        (!self.is_zero()).then_some(There)
    }

    /// How often a number is added up depends on sizes.
    fn as_summand(self) -> Self {
        if self.is_zero() { self } else { There }
    }

    /// Whether it is known to be zero: entries that are zero are there.
    fn is_zero(self) -> bool {
        matches!(self, Number(number) if number.is_zero())
    }

    fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (Number(one), Number(other)) => (E::KNOWS_NUMBERS || one.is_zero()) && one.is_same(other),
            _ => false,
        }
    }

    fn plus(self, other: Self) -> Self {
        match (self, other) {
            (zero, other) | (other, zero) if zero.is_zero() => other,
            _ => self.combine(other, E::plus),
        }
    }

    fn times(self, other: Self) -> Self {
        self.combine(other, E::times)
    }

    fn negated(self) -> Self {
        match self {
            Number(number) => Number(number.negated()),
            There => There,
        }
    }

    fn extremum(self, other: Self, function: Function) -> Self {
        self.combine(other, |left, right| left.extremum(right, function))
    }

    fn call(function: Function, arguments: &[Self]) -> Self {
        let number = |argument: &Self| match argument {
            Number(number) => Some(*number),
            There => None,
        };
        match arguments.iter().map(number).collect::<Option<Vec<E>>>() {
            Some(numbers) if is_known(function, &numbers) => Self::computed(E::call(function, &numbers)),
            _ => There,
        }
    }

    fn compare(self, relation: Relation, other: Self) -> Self {
        match (self, other) {
            (Number(left), Number(right)) => Number(left.compare(relation, right)),
            _ => There,
        }
    }

    fn chosen_by(self, condition: Self) -> Self {
        if matches!(condition, There) { There } else { self }
    }

    fn over(self, divisor: Self) -> Option<Self> {
        match (self, divisor) {
            (Number(dividend), Number(divisor)) if E::KNOWS_NUMBERS => dividend.over(divisor).map(Self::computed),
            _ => Some(There),
        }
    }
}

/// Whether the value of a function of known numbers is known. Of complex numbers only zeros are.
pub(super) fn is_known<E: Arithmetic>(function: Function, arguments: &[E]) -> bool {
    let keeps_zero =
        matches!(function, Function::Abs | Function::Conj | Function::Sqrt | Function::Sin | Function::Tanh);
    match E::KNOWS_NUMBERS {
        true => is_the_same_everywhere(function, arguments),
        false => keeps_zero && arguments.iter().all(|argument| argument.is_zero()),
    }
}

/// Whether a function has the same value wherever a program runs. That of an exponential, say, differs in its last digits, so
/// only the few values that are exact are known.
fn is_the_same_everywhere<E: Arithmetic>(function: Function, arguments: &[E]) -> bool {
    let one = E::ZERO.compare(Relation::Equal, E::ZERO);
    match (function, arguments) {
        (Function::Abs | Function::Conj | Function::Sqrt | Function::Floor | Function::Ceil | Function::Sign, _) => {
            true
        }
        (Function::Exp | Function::Cos | Function::Sin | Function::Tanh, [value]) => value.is_zero(),
        (Function::Log, [value]) => value.is_same(one),
        (Function::Pow, [base, exponent]) => {
            let is_positive = !E::ZERO.compare(Relation::Less, *exponent).is_zero();
            exponent.is_zero() || exponent.is_same(one) || base.is_same(E::ZERO) && is_positive
        }
        _ => false,
    }
}
