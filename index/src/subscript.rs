//! Linear subscripts: a sum of variables and of values from outside of the nest, with integer coefficients, and a constant.

use super::{ValueId, VarId};

/// `constant + Σ coefficient · value + Σ coefficient · variable`; terms are sorted, no coefficient is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subscript {
    terms: Vec<(VarId, i64)>,
    outside: Vec<(ValueId, i64)>,
    constant: i64,
}

/// What a subscript is a sum of, besides numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// An index variable.
    Var(VarId),
    /// A value from outside of the nest.
    Outside(ValueId),
}

impl Subscript {
    /// One variable alone.
    pub fn var(var: VarId) -> Self {
        Self { terms: vec![(var, 1)], ..Self::default() }
    }

    /// A value from outside of the nest alone.
    pub fn outside(value: ValueId) -> Self {
        Self { outside: vec![(value, 1)], ..Self::default() }
    }

    /// A constant alone.
    pub fn constant_of(constant: i64) -> Self {
        Self { constant, ..Self::default() }
    }

    /// The values from outside of the nest with their coefficients.
    pub fn outside_terms(&self) -> &[(ValueId, i64)] {
        &self.outside
    }

    /// The variables with their coefficients.
    pub fn terms(&self) -> &[(VarId, i64)] {
        &self.terms
    }

    /// The constant part.
    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// The variable, if the subscript is nothing else.
    pub fn as_var(&self) -> Option<VarId> {
        self.as_shifted_var().filter(|_| self.constant == 0 && self.outside.is_empty())
    }

    /// The variable, if the subscript is that one plus what is the same everywhere.
    pub fn as_shifted_var(&self) -> Option<VarId> {
        match self.terms.as_slice() {
            [(var, 1)] => Some(*var),
            _ => None,
        }
    }

    /// The coefficient of a variable, zero where it does not occur.
    pub fn coefficient(&self, var: VarId) -> i64 {
        self.terms.iter().find(|(other, _)| *other == var).map_or(0, |(_, coefficient)| *coefficient)
    }

    /// Whether the variable occurs.
    pub fn mentions(&self, var: VarId) -> bool {
        self.coefficient(var) != 0
    }

    /// What is left where these variables are zero.
    pub fn without(&self, vars: &[VarId]) -> Self {
        let terms = self.terms.iter().copied().filter(|(var, _)| !vars.contains(var)).collect();
        Self { terms, ..self.clone() }
    }

    /// Whether the value tells those of all variables, as that of `4 * i + j` does where `j` has four values. `size` is the
    /// number of values of a variable.
    pub fn is_one_to_one(&self, size: impl Fn(VarId) -> Option<u64>) -> bool {
        let mut terms: Vec<_> = self.terms.iter().map(|(var, factor)| (factor.unsigned_abs(), size(*var))).collect();
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
        let terms = self.terms.iter().map(|(var, coefficient)| (rename(*var), *coefficient)).collect();
        Self { terms, ..self.clone() }.normalized()
    }

    /// Whether a value may not fit 64 bits. `size` is the number of values of a variable; where it is not known, the factor of
    /// the variable has to leave room for 2^32 of them.
    pub fn may_overflow(&self, size: impl Fn(VarId) -> Option<u64>) -> bool {
        const LIKELY_SIZE: u64 = 1 << 32;
        let last = |size: u64| i128::from(size.saturating_sub(1));
        let of_vars = self.terms.iter().map(|(var, factor)| (factor, last(size(*var).unwrap_or(LIKELY_SIZE))));
        let of_values = self.outside.iter().map(|(_, factor)| (factor, last(LIKELY_SIZE)));
        let parts = of_vars.chain(of_values).map(|(factor, last)| i128::from(*factor).abs().saturating_mul(last));
        parts.fold(i128::from(self.constant).abs(), i128::saturating_add) > i128::from(i64::MAX)
    }

    /// The sum of this one and a multiple of another; at the ends of 64 bits, which [`Subscript::may_overflow`] finds.
    pub fn plus(&self, other: &Self, factor: i64) -> Self {
        let mut terms = self.terms.clone();
        terms.extend(other.terms.iter().map(|(var, coefficient)| (*var, coefficient.saturating_mul(factor))));
        let mut outside = self.outside.clone();
        outside.extend(other.outside.iter().map(|(value, coefficient)| (*value, coefficient.saturating_mul(factor))));
        let constant = self.constant.saturating_add(other.constant.saturating_mul(factor));
        Self { terms, outside, constant }.normalized()
    }

    /// Other subscripts in the place of the variables.
    pub fn substitute(&self, with: impl Fn(VarId) -> Option<Self>) -> Self {
        let start = Self { terms: Vec::new(), ..self.clone() };
        self.terms.iter().fold(start, |sum, (var, coefficient)| {
            sum.plus(&with(*var).unwrap_or_else(|| Self::var(*var)), *coefficient)
        })
    }

    /// Quotient and remainder by a divisor, where the terms say which is which: those with multiples of the divisor, and
    /// others that stay between zero and the divisor. `size` is the number of values of a variable.
    pub fn divide(&self, divisor: i64, size: impl Fn(VarId) -> Option<u64>) -> Option<(Self, Self)> {
        let (whole, rest): (Vec<_>, Vec<_>) =
            self.terms.iter().copied().partition(|(_, coefficient)| coefficient % divisor == 0);
        // Nothing is known of the remainder of a value from outside.
        let outside: Option<Vec<_>> = self
            .outside
            .iter()
            .map(|(value, coefficient)| (coefficient % divisor == 0).then_some((*value, coefficient / divisor)))
            .collect();
        let rest = Self { terms: rest, outside: Vec::new(), constant: self.constant.rem_euclid(divisor) };
        let largest = rest.terms.iter().try_fold(rest.constant, |sum, (var, coefficient)| {
            let last = i64::try_from(size(*var)?).ok()?.checked_sub(1)?.max(0);
            (*coefficient > 0).then(|| sum.checked_add(coefficient.checked_mul(last)?)).flatten()
        })?;
        let terms = whole.into_iter().map(|(var, coefficient)| (var, coefficient / divisor)).collect();
        let quotient = Self { terms, outside: outside?, constant: self.constant.div_euclid(divisor) };
        (largest < divisor).then_some((quotient, rest))
    }

    fn normalized(self) -> Self {
        Self { terms: merged(self.terms), outside: merged(self.outside), constant: self.constant }
    }

    /// The subscript as text, with `name` naming variables and values: for diagnostics and affine maps.
    pub fn text(&self, name: impl Fn(Name) -> String) -> String {
        let mut text = String::new();
        let mut add = |is_negative: bool, part: String| {
            text.push_str(match (text.is_empty(), is_negative) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            });
            text.push_str(&part);
        };
        let vars = self.terms.iter().map(|(var, coefficient)| (Name::Var(*var), *coefficient));
        let values = self.outside.iter().map(|(value, coefficient)| (Name::Outside(*value), *coefficient));
        for (of, coefficient) in vars.chain(values) {
            match coefficient.unsigned_abs() {
                1 => add(coefficient < 0, name(of)),
                factor => add(coefficient < 0, format!("{} * {factor}", name(of))),
            }
        }
        if self.constant != 0 || self.terms.is_empty() && self.outside.is_empty() {
            add(self.constant < 0, self.constant.unsigned_abs().to_string());
        }
        text
    }
}

/// Terms in order, each once.
fn merged<T: Copy + Ord>(mut terms: Vec<(T, i64)>) -> Vec<(T, i64)> {
    terms.sort_unstable_by_key(|(of, _)| *of);
    let mut merged: Vec<(T, i64)> = Vec::with_capacity(terms.len());
    for (of, coefficient) in terms {
        match merged.last_mut() {
            Some((last, sum)) if *last == of => *sum = sum.saturating_add(coefficient),
            _ => merged.push((of, coefficient)),
        }
    }
    merged.retain(|(_, coefficient)| *coefficient != 0);
    merged
}
