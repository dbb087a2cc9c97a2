//! The arithmetics that the oracle computes in: floats and complex numbers with their magnitude, and wrapping integers
//! of each width.

mod functions;
mod measured;

use std::cmp::Ordering;

use lacuna_runtime::value::{Complex, Dtype};

use crate::ast::{Function, Relation};
pub(super) use measured::Measured;

/// What an element can do. Subtraction is the addition of the negated.
pub(super) trait Arithmetic: Copy + Send + Sync {
    /// The neutral element of addition.
    const ZERO: Self;
    /// Whether what is computed from numbers of the program alone is known; else only the zeros that it adds are.
    const KNOWS_NUMBERS: bool;

    /// The element of type `dtype` for a float, unless it is outside that type.
    fn from_float(value: f64, dtype: Dtype) -> Option<Self>;
    /// The element of type `dtype` for an integer, unless it is outside that type.
    fn from_integer(value: i64, dtype: Dtype) -> Option<Self>;
    /// The element of type `dtype` for a complex number, unless it is outside that type.
    fn from_complex(_value: Complex<f64>, _dtype: Dtype) -> Option<Self> {
        None
    }

    /// The value of an index variable, wrapped where the type is too narrow.
    fn from_index(value: i64, dtype: Dtype) -> Self;
    /// The least element: minus infinity, or the smallest integer.
    const LEAST: Self;
    /// The greatest element: infinity, or the largest integer.
    const GREATEST: Self;

    /// The element as an entry of an operand.
    fn as_entry(self) -> Self {
        self
    }
    /// What a later statement reads, if this is kept as an element of a tensor; none where that stores nothing.
    fn kept(self) -> Option<Self> {
        Some(self)
    }
    /// The element as one of those that a sum over variables adds up.
    fn as_summand(self) -> Self {
        self
    }
    /// Whether it is zero, of either sign.
    fn is_zero(self) -> bool;
    /// Whether rounding decided what it is, so that any number is right in its place.
    fn is_doubtful(self) -> bool {
        false
    }
    /// Whether both are known to be the same, the sign of a zero included.
    fn is_same(self, other: Self) -> bool;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn negated(self) -> Self;
    /// The quotient, unless it is an integer division by zero.
    fn over(self, divisor: Self) -> Option<Self>;
    /// The larger or the smaller one, of elements that are ordered.
    fn extremum(self, other: Self, function: Function) -> Self;
    /// A function of one argument, or a power.
    fn call(function: Function, arguments: &[Self]) -> Self;
    /// 1 if the relation holds, else 0.
    fn compare(self, relation: Relation, other: Self) -> Self;
    /// The element, which was chosen because a condition is zero or not.
    fn chosen_by(self, condition: Self) -> Self;
}

/// Whether a relation holds of two values, given how the left one compares with the right one; nothing compares with nan.
pub(super) fn holds(relation: Relation, left_to_right: Option<Ordering>) -> bool {
    match (relation, left_to_right) {
        (Relation::NotEqual, order) => order != Some(Ordering::Equal),
        (_, None) => false,
        (Relation::Less, Some(order)) => order.is_lt(),
        (Relation::LessOrEqual, Some(order)) => order.is_le(),
        (Relation::Greater, Some(order)) => order.is_gt(),
        (Relation::GreaterOrEqual, Some(order)) => order.is_ge(),
        (Relation::Equal, Some(order)) => order.is_eq(),
    }
}

/// Whether a function chooses the left one of two, given how it compares with the right one.
fn is_chosen(left_to_right: Ordering, function: Function) -> bool {
    if function == Function::Max { left_to_right.is_gt() } else { left_to_right.is_lt() }
}

macro_rules! wrapping_arithmetic {
    ($integer:ident) => {
        impl Arithmetic for $integer {
            const ZERO: Self = 0;
            const LEAST: Self = $integer::MIN;
            const GREATEST: Self = $integer::MAX;
            const KNOWS_NUMBERS: bool = true;

            fn from_float(value: f64, _: Dtype) -> Option<Self> {
                // Both bounds are exact as floats; the upper one is excluded.
                let in_range = value >= i64::MIN as f64 && value < -(i64::MIN as f64);
                (in_range && value.fract() == 0.0).then_some(value as i64)?.try_into().ok()
            }

            fn from_integer(value: i64, _: Dtype) -> Option<Self> {
                value.try_into().ok()
            }

            fn from_index(value: i64, _: Dtype) -> Self {
                value as $integer
            }

            fn is_zero(self) -> bool {
                self == 0
            }

            fn is_same(self, other: Self) -> bool {
                self == other
            }

            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            fn negated(self) -> Self {
                self.wrapping_neg()
            }

            fn over(self, divisor: Self) -> Option<Self> {
                (divisor != 0).then(|| self.wrapping_div(divisor))
            }

            fn extremum(self, other: Self, function: Function) -> Self {
                if is_chosen(self.cmp(&other), function) { self } else { other }
            }

            /// Functions whose values are no integers are refused before.
            fn call(function: Function, arguments: &[Self]) -> Self {
                match (function, arguments) {
                    (Function::Abs, &[value]) => value.wrapping_abs(),
                    (Function::Sign, &[value]) => value.signum(),
                    (_, &[value, ..]) => value,
                    _ => 0,
                }
            }

            fn compare(self, relation: Relation, other: Self) -> Self {
                Self::from(holds(relation, Some(self.cmp(&other))))
            }

            fn chosen_by(self, _condition: Self) -> Self {
                self
            }
        }
    };
}

wrapping_arithmetic!(i64);
wrapping_arithmetic!(i32);
wrapping_arithmetic!(i16);
wrapping_arithmetic!(i8);
