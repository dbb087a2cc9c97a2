//! An element of a result while its values are found, and what it is at the end.

use lacuna_runtime::value::Dtype;

use super::arithmetic::Arithmetic;
use crate::ast::{Function, Reduction, Relation};

/// How the values at many points become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combination {
    Sum,
    Product,
    Extremum(Function),
    /// Whether some value is not zero.
    Any,
    /// Whether no value is zero.
    All,
}

/// What has been found for an element so far.
#[derive(Clone, Copy)]
pub(super) struct Element<E> {
    value: E,
    /// How many values were present.
    found: u64,
}

impl Combination {
    pub(super) fn of(reduction: Reduction) -> Self {
        match reduction {
            Reduction::Sum => Combination::Sum,
            Reduction::Product => Combination::Product,
            Reduction::Max => Combination::Extremum(Function::Max),
            Reduction::Min => Combination::Extremum(Function::Min),
            Reduction::Any => Combination::Any,
            Reduction::All => Combination::All,
        }
    }

    /// What no values at all make.
    fn of_nothing<E: Arithmetic>(self, dtype: Dtype) -> E {
        match self {
            Combination::Sum | Combination::Any => E::ZERO,
            Combination::Product | Combination::All => E::from_integer(1, dtype).unwrap_or(E::ZERO),
            Combination::Extremum(Function::Min) => E::GREATEST,
            Combination::Extremum(_) => E::LEAST,
        }
    }

    fn combine<E: Arithmetic>(self, one: E, other: E) -> E {
        match self {
            Combination::Sum => one.plus(other),
            Combination::Product => one.times(other),
            Combination::Extremum(function) => one.extremum(other, function),
            // These combine ones and zeros.
            Combination::Any if one.is_zero() => other.chosen_by(one),
            Combination::All if !one.is_zero() => other.chosen_by(one),
            Combination::Any | Combination::All => one,
        }
    }
}

impl<E: Arithmetic> Element<E> {
    /// Nothing yet.
    pub(super) const EMPTY: Self = Element { value: E::ZERO, found: 0 };

    /// Combines another value.
    pub(super) fn combine(&mut self, value: E, combination: Combination) {
        let value = match combination {
            Combination::Any | Combination::All => value.compare(Relation::NotEqual, E::ZERO),
            _ => value,
        };
        self.value = if self.found == 0 { value } else { combination.combine(self.value, value) };
        self.found += 1;
    }

    /// What came of `all` values, where those that were not found are absent; none, where the element is absent.
    pub(super) fn end(self, all: f64, combination: Combination, dtype: Dtype) -> Option<E> {
        let is_complete = self.found as f64 >= all;
        match combination {
            Combination::Sum => (self.found > 0).then_some(self.value),
            _ if all == 0.0 => Some(combination.of_nothing(dtype)),
            _ if is_complete => Some(self.value),
            _ if self.found == 0 => None,
            // What is absent counts as zero, which infinity times makes no number.
            _ => Some(combination.combine(self.value, E::ZERO)),
        }
    }
}
