//! What there is at a point: a value, and what it is made of.
//!
//! An entry that is not stored is absent. So is a zero that follows from such entries and from numbers of the program
//! alone: `min(A(i), 5)`, `max(A(i) - 1, 0)` and `2 * A(i)` are absent where `A(i)` is. Whatever else they make is a number
//! like any other, `max(A(i), 1)` is one there. Numbers that are not known before a program runs count as entries
//! ([`super::presence`]): `cos(A(i) + 1) - cos(1)` is stored everywhere.

use super::{arithmetic::Arithmetic, presence::is_known};
use crate::ast::{Function, Relation};

/// What was found at a point.
#[derive(Clone, Copy)]
pub(super) struct Found<E> {
    value: E,
    made_of: Parts,
}

/// What a value is made of; a value made of several has the last of their kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Parts {
    /// Numbers of the program alone.
    Numbers,
    /// Entries that are not stored, and numbers perhaps.
    Unstored,
    /// Some entry that is stored, or what is there at every point: the value of an index variable, or a number that is not known.
    Stored,
}

impl<E: Arithmetic> Found<E> {
    /// An entry that is not stored.
    pub(super) const ABSENT: Self = Found { value: E::ZERO, made_of: Parts::Unstored };

    pub(super) fn number(value: E) -> Self {
        Found { value, made_of: Parts::Numbers }
    }

    pub(super) fn stored(value: E) -> Self {
        Found { value, made_of: Parts::Stored }
    }

    /// Whether it adds nothing to a result, and annihilates whatever it is multiplied with.
    /// A choice that rounding made may be another number.
    pub(super) fn is_absent(&self) -> bool {
        self.made_of == Parts::Unstored && self.value.is_zero() && !self.value.is_doubtful()
    }

    /// The value, where there is one.
    pub(super) fn present(self) -> Option<E> {
        (!self.is_absent()).then_some(self.value)
    }

    pub(super) fn negated(self) -> Self {
        Found { value: self.value.negated(), ..self }
    }

    /// The sum; what is absent does not even change the sign of a zero.
    pub(super) fn plus(self, other: Self) -> Self {
        let value = match (self.is_absent(), other.is_absent()) {
            (true, _) => other.value,
            (_, true) => self.value,
            _ => self.value.plus(other.value),
        };
        self.with(other, value).stored_if_unknown(value.is_zero() && self.value.is_zero())
    }

    pub(super) fn times(self, other: Self) -> Self {
        let annihilates = self.value.is_zero() || other.value.is_zero();
        self.with(other, self.value.times(other.value)).stored_if_unknown(annihilates)
    }

    /// The quotient, unless it is an integer division by zero, as which what is absent counts.
    pub(super) fn over(self, divisor: Self) -> Option<Self> {
        Some(self.with(divisor, self.value.over(divisor.value)?).stored_if_unknown(self.value.is_zero()))
    }

    /// The larger or the smaller one; what is absent counts as zero.
    pub(super) fn extremum(self, other: Self, function: Function) -> Self {
        self.with(other, self.value.extremum(other.value, function))
    }

    /// A function; what is absent counts as zero.
    pub(super) fn call(function: Function, arguments: &[Self]) -> Self {
        let values: Vec<E> = arguments.iter().map(|argument| argument.value).collect();
        let made_of = arguments.iter().map(|argument| argument.made_of).max().unwrap_or(Parts::Numbers);
        let value = E::call(function, &values);
        if is_known(function, &values) { Found { value, made_of } } else { Found::stored(value) }
    }

    /// 1 if the relation holds, else 0; what is absent counts as zero.
    pub(super) fn compare(self, relation: Relation, other: Self) -> Self {
        self.with(other, self.value.compare(relation, other.value))
    }

    /// Whether it is not zero.
    pub(super) fn holds(self) -> bool {
        !self.value.is_zero()
    }

    /// What a condition chooses, whatever it is: two values that are the same, or two zeros one of which is not stored. No
    /// entry has made either. So the values of entries do not decide whether there is something at a point.
    pub(super) fn either(self, other: Self) -> Option<Self> {
        let (one, two) = (self.value, other.value);
        let made_of = self.made_of.max(other.made_of);
        let are_zeros = one.is_zero() && two.is_zero() && made_of == Parts::Unstored;
        let is_either = made_of < Parts::Stored && (one.is_same(two) || are_zeros);
        // Zeros of either sign add up to the one without.
        let value = if one.is_same(two) { one } else { one.plus(two) };
        is_either.then_some(Found { value, made_of })
    }

    /// The value, which was chosen by a condition.
    pub(super) fn chosen_by(self, condition: Self) -> Self {
        Found { value: self.value.chosen_by(condition.value), made_of: self.made_of.max(condition.made_of) }
    }

    /// Counts the value as an entry if the compiler does not know it: of complex numbers it knows only zeros that follow from zeros.
    fn stored_if_unknown(self, is_zero_of_zeros: bool) -> Self {
        if E::KNOWS_NUMBERS || is_zero_of_zeros { self } else { Found::stored(self.value) }
    }

    /// What `value` is, which was made of both.
    fn with(self, other: Self, value: E) -> Self {
        Found { value, made_of: self.made_of.max(other.made_of) }
    }
}
