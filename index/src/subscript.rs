//! Linear subscripts: a sum of variables and of values from outside of the nest, with integer coefficients, and a constant.

use super::{ValueId, VarId};
use lacuna_relation::{Bounds, Linear};

/// `constant + Σ coefficient · variable + Σ coefficient · value`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subscript(Linear<Name>);

/// What a subscript is a sum of, besides numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    /// An index variable.
    Var(VarId),
    /// A value from outside of the nest.
    Outside(ValueId),
}

impl Subscript {
    /// One variable alone.
    pub fn var(var: VarId) -> Self {
        Self(Linear::term(Name::Var(var)))
    }

    /// A value from outside of the nest alone.
    pub fn outside(value: ValueId) -> Self {
        Self(Linear::term(Name::Outside(value)))
    }

    /// A constant alone.
    pub fn constant_of(constant: i64) -> Self {
        Self(Linear::number(constant))
    }

    /// The variables with their coefficients, in order.
    pub fn vars(&self) -> impl DoubleEndedIterator<Item = (VarId, i64)> + Clone {
        self.0.terms().iter().filter_map(|(name, coefficient)| match name {
            Name::Var(var) => Some((*var, *coefficient)),
            Name::Outside(_) => None,
        })
    }

    /// The values from outside of the nest with their coefficients, in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = (ValueId, i64)> + Clone {
        self.0.terms().iter().filter_map(|(name, coefficient)| match name {
            Name::Var(_) => None,
            Name::Outside(value) => Some((*value, *coefficient)),
        })
    }

    /// The constant part.
    pub fn constant(&self) -> i64 {
        self.0.constant()
    }

    /// Whether no variable occurs.
    pub fn is_fixed(&self) -> bool {
        self.vars().next().is_none()
    }

    /// Whether a value from outside of the nest occurs.
    pub fn has_values(&self) -> bool {
        self.values().next().is_some()
    }

    /// The variable, if the subscript is nothing else.
    pub fn as_var(&self) -> Option<VarId> {
        match self.0.as_term() {
            Some(Name::Var(var)) => Some(*var),
            _ => None,
        }
    }

    /// The variable, if the subscript is that one plus what is the same everywhere.
    pub fn as_shifted_var(&self) -> Option<VarId> {
        let mut vars = self.vars();
        match (vars.next(), vars.next()) {
            (Some((var, 1)), None) => Some(var),
            _ => None,
        }
    }

    /// The coefficient of a variable, zero where it does not occur.
    pub fn coefficient(&self, var: VarId) -> i64 {
        self.0.factor(&Name::Var(var))
    }

    /// Whether the variable occurs.
    pub fn mentions(&self, var: VarId) -> bool {
        self.coefficient(var) != 0
    }

    /// What is left where these variables are zero.
    pub fn without(&self, vars: &[VarId]) -> Self {
        let (_, rest) = self.0.split(|name, _| matches!(name, Name::Var(var) if vars.contains(var)));
        Self(rest)
    }

    /// The terms of the variables that `is_kept` accepts, without the constant.
    pub fn terms_of(&self, is_kept: impl Fn(VarId) -> bool) -> Self {
        let (kept, _) = self.0.split(|name, _| matches!(name, Name::Var(var) if is_kept(*var)));
        Self(kept.with_constant(0))
    }

    /// The least and the greatest value, as far as they are known. `size` is the number of values of a variable, which are zero and
    /// up.
    pub(crate) fn bounds(&self, size: impl Fn(VarId) -> Option<u64>) -> Bounds {
        self.0.bounds_over(|name| match name {
            Name::Var(var) => Bounds::below(size(*var)),
            Name::Outside(_) => Bounds::NONE,
        })
    }

    /// Whether the value tells those of all variables, as that of `4 * i + j` does where `j` has four values. `size` is the
    /// number of values of a variable.
    pub fn is_one_to_one(&self, size: impl Fn(VarId) -> Option<u64>) -> bool {
        let mut terms: Vec<_> = self.vars().map(|(var, factor)| (factor.unsigned_abs(), size(var))).collect();
        terms.sort_unstable_by_key(|(factor, _)| *factor);
        // How many values those with smaller factors span.
        let mut span = Some(1u64);
        terms.into_iter().all(|(factor, size)| {
            let fits = span.is_some_and(|span| span <= factor);
            let steps = size.and_then(|size| size.saturating_sub(1).checked_mul(factor));
            span = span.and_then(|span| span.checked_add(steps?));
            fits
        })
    }

    /// The same with every variable replaced by another.
    pub fn rename(&self, rename: impl Fn(VarId) -> VarId) -> Self {
        Self(self.0.map(|name| match name {
            Name::Var(var) => Name::Var(rename(*var)),
            Name::Outside(value) => Name::Outside(*value),
        }))
    }

    /// The same sum of other terms.
    pub fn of<T: Ord + Clone>(&self, term: impl Fn(Name) -> T) -> Linear<T> {
        self.0.map(|name| term(*name))
    }

    /// Whether a value, or the negative of a factor, may not fit 64 bits. `size` is the number of values of a variable; where it is not known,
    /// the factor of the variable has to leave room for 2^32 of them.
    pub fn may_overflow(&self, size: impl Fn(VarId) -> Option<u64>) -> bool {
        const LIKELY_SIZE: u64 = 1 << 32;
        let last = |name: &Name| match name {
            Name::Var(var) => size(*var).unwrap_or(LIKELY_SIZE),
            Name::Outside(_) => LIKELY_SIZE,
        };
        let part = |(name, factor): &(Name, i64)| {
            i128::from(*factor).abs().saturating_mul(i128::from(last(name).saturating_sub(1)))
        };
        let start = i128::from(self.constant()).abs();
        self.0.terms().iter().any(|(_, factor)| *factor == i64::MIN)
            || self.0.terms().iter().map(part).fold(start, i128::saturating_add) > i128::from(i64::MAX)
    }

    /// Whether sums of a few of its factors, and its constant, surely fit 64 bits.
    pub fn has_small_factors(&self) -> bool {
        const SMALL: u64 = 1 << 59;
        let is_small = |number: i64| number.unsigned_abs() < SMALL;
        is_small(self.constant()) && self.0.terms().iter().all(|(_, factor)| is_small(*factor))
    }

    /// The sum of this one and a multiple of another; at the ends of 64 bits, which [`Subscript::may_overflow`] finds.
    pub fn plus(&self, other: &Self, factor: i64) -> Self {
        Self(self.0.plus_saturating(&other.0, factor))
    }

    /// Other subscripts in the place of the variables.
    pub fn substitute(&self, with: impl Fn(VarId) -> Option<Self>) -> Self {
        let (_, start) = self.0.split(|name, _| matches!(name, Name::Var(_)));
        self.vars().fold(Self(start), |sum, (var, coefficient)| {
            sum.plus(&with(var).unwrap_or_else(|| Self::var(var)), coefficient)
        })
    }

    /// Quotient and remainder by a divisor, where the terms say which is which: those with multiples of the divisor, and
    /// others that stay between zero and the divisor. `size` is the number of values of a variable.
    pub fn divide(&self, divisor: i64, size: impl Fn(VarId) -> Option<u64>) -> Option<(Self, Self)> {
        let (quotient, rest) = self.0.divided(divisor);
        let whole = rest.constant().div_euclid(divisor);
        let (quotient, rest) = (
            quotient.with_constant(quotient.constant() + whole),
            Self(rest.with_constant(rest.constant().rem_euclid(divisor))),
        );
        let Bounds { least, greatest } = rest.bounds(size);
        (least? >= 0 && greatest? < divisor.into()).then_some((Self(quotient), rest))
    }

    /// The subscript as text, with `name` naming variables and values: for diagnostics and affine maps.
    pub fn text(&self, name: impl Fn(Name) -> String) -> String {
        self.0.text_in_order(|of| name(*of))
    }
}
