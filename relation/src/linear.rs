//! Sums of terms with factors.

/// `constant + Σ factor · term`: terms are in order, each once, and no factor is zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear<T> {
    terms: Vec<(T, i64)>,
    constant: i64,
}

impl<T> Default for Linear<T> {
    fn default() -> Self {
        Self { terms: Vec::new(), constant: 0 }
    }
}

impl<T: Ord + Clone> Linear<T> {
    /// A term alone.
    pub fn term(term: T) -> Self {
        Self { terms: vec![(term, 1)], constant: 0 }
    }

    /// A number alone.
    pub fn number(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    /// The terms with their factors.
    pub fn terms(&self) -> &[(T, i64)] {
        &self.terms
    }

    /// The constant.
    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// The same with another constant.
    pub fn with_constant(&self, constant: i64) -> Self {
        Self { terms: self.terms.clone(), constant }
    }

    /// The factor of a term, zero where it does not occur.
    pub fn factor(&self, term: &T) -> i64 {
        let place = self.terms.binary_search_by(|(other, _)| other.cmp(term));
        place.map_or(0, |place| self.terms[place].1)
    }

    /// The term, if there is nothing else.
    pub fn as_term(&self) -> Option<&T> {
        match self.terms.as_slice() {
            [(term, 1)] if self.constant == 0 => Some(term),
            _ => None,
        }
    }

    /// The sum of it and a multiple of another one; `None` where a number exceeds 64 bits.
    pub fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        self.plus_by(other, |number| number.checked_mul(factor), i64::checked_add)
    }

    /// The same, at the ends of 64 bits where a number exceeds them.
    pub fn plus_saturating(&self, other: &Self, factor: i64) -> Self {
        let times = |number: i64| Some(number.saturating_mul(factor));
        self.plus_by(other, times, |left, right| Some(left.saturating_add(right))).expect("it saturates")
    }

    fn plus_by(
        &self,
        other: &Self,
        times: impl Fn(i64) -> Option<i64>,
        add: impl Fn(i64, i64) -> Option<i64>,
    ) -> Option<Self> {
        let constant = add(self.constant, times(other.constant)?)?;
        let mut terms = self.terms.clone();
        for (term, factor) in &other.terms {
            match terms.binary_search_by(|(other, _)| other.cmp(term)) {
                Ok(place) => terms[place].1 = add(terms[place].1, times(*factor)?)?,
                Err(place) => terms.insert(place, (term.clone(), times(*factor)?)),
            }
        }
        terms.retain(|(_, factor)| *factor != 0);
        Some(Self { terms, constant })
    }

    /// The terms of which this holds, and the others with the constant.
    pub fn split(&self, is_first: impl Fn(&T, i64) -> bool) -> (Self, Self) {
        let (first, rest) = self.terms.iter().cloned().partition(|(term, factor)| is_first(term, *factor));
        (Self { terms: first, constant: 0 }, Self { terms: rest, constant: self.constant })
    }

    /// The same with other terms in the place of these; those that become one are added, at the ends of 64 bits.
    pub fn map<U: Ord + Clone>(&self, other: impl Fn(&T) -> U) -> Linear<U> {
        let start = Linear::number(self.constant);
        self.terms.iter().fold(start, |sum, (term, factor)| sum.plus_saturating(&Linear::term(other(term)), *factor))
    }

    /// What a divisor divides of the sum, divided, and the rest.
    pub fn divided(&self, divisor: i64) -> (Self, Self) {
        let (multiples, rest): (Vec<_>, Vec<_>) =
            self.terms.iter().cloned().partition(|(_, factor)| factor % divisor == 0);
        let terms = multiples.into_iter().map(|(term, factor)| (term, factor / divisor)).collect();
        let (whole, left) = match self.constant % divisor {
            0 => (self.constant / divisor, 0),
            _ => (0, self.constant),
        };
        (Self { terms, constant: whole }, Self { terms: rest, constant: left })
    }

    /// The value, where each term has one; `None` where a number exceeds 64 bits.
    pub fn value(&self, of: impl Fn(&T) -> Option<i64>) -> Option<i64> {
        let add = |sum: i64, (term, factor): &(T, i64)| sum.checked_add(of(term)?.checked_mul(*factor)?);
        self.terms.iter().try_fold(self.constant, add)
    }

    /// The value, where each term has one.
    pub fn wide_value(&self, of: impl Fn(&T) -> i64) -> i128 {
        let term = |(term, factor): &(T, i64)| i128::from(*factor) * i128::from(of(term));
        // Where a sum saturates it is far beyond 64 bits.
        self.terms.iter().fold(i128::from(self.constant), |sum, factor| sum.saturating_add(term(factor)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(terms: &[(char, i64)], constant: i64) -> Linear<char> {
        let add = |sum: Linear<char>, (term, factor): &(char, i64)| sum.plus_saturating(&Linear::term(*term), *factor);
        terms.iter().fold(Linear::number(constant), add)
    }

    #[test]
    fn terms_are_in_order_and_none_is_zero() {
        assert_eq!(sum(&[('b', 2), ('a', 1), ('b', -2)], 3), sum(&[('a', 1)], 3));
        assert_eq!(sum(&[('b', 2), ('a', 1)], 0).terms(), [('a', 1), ('b', 2)]);
        assert_eq!(sum(&[('a', 1), ('b', 2)], 1).map(|_| 'c'), sum(&[('c', 3)], 1));
        assert_eq!(sum(&[('a', 1)], 0).as_term(), Some(&'a'));
        assert_eq!(sum(&[('a', 1)], 1).as_term(), None);
        assert_eq!(sum(&[('a', 2)], 0).as_term(), None);
    }

    #[test]
    fn what_exceeds_64_bits_is_told_or_stays_at_the_ends() {
        let large = sum(&[('a', i64::MAX)], 0);
        assert_eq!(large.plus(&Linear::term('a'), 1), None);
        assert_eq!(large.plus_saturating(&Linear::term('a'), 1), large);
        assert_eq!(large.plus(&large, -1), Some(Linear::default()));
        assert_eq!(large.value(|_| Some(2)), None);
        assert_eq!(large.wide_value(|_| 2), 2 * i128::from(i64::MAX));
    }
}
