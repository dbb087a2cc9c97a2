//! In which order the factors of a product are multiplied, as `A*(B*x)` says it.

use std::fmt::{Display, Formatter, Result};

/// What is multiplied with what. Schedules name the factors, attributes number them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactorOrder<T> {
    /// A factor.
    Factor(T),
    /// A product of these, summed over the variables that nothing else has. It is an intermediate unless it is the root.
    Product(Vec<Self>),
}

/// So many parentheses may be open: each is a call of the reader.
const MOST_OPEN: usize = 64;

impl<T> FactorOrder<T> {
    /// Reads an order: factors with `*` between, and parentheses. A factor is a text of these letters.
    pub fn parse(
        text: &str,
        is_letter: impl Fn(char) -> bool,
        factor: impl Fn(&str) -> Option<T>,
    ) -> Option<FactorOrder<T>> {
        let reader = Reader { is_letter, factor };
        let (order, rest) = reader.product(text, 0)?;
        rest.is_empty().then_some(order)
    }

    /// The factors, in the order of the text.
    pub fn factors(&self) -> Vec<&T> {
        match self {
            Self::Factor(factor) => vec![factor],
            Self::Product(parts) => parts.iter().flat_map(Self::factors).collect(),
        }
    }

    /// The same order of other factors; none if one of them is none.
    pub fn try_map<U>(&self, change: &mut impl FnMut(&T) -> Option<U>) -> Option<FactorOrder<U>> {
        Some(match self {
            Self::Factor(factor) => FactorOrder::Factor(change(factor)?),
            Self::Product(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(|part| part.try_map(change)).collect();
                FactorOrder::Product(parts?)
            }
        })
    }
}

/// Reads factors of these letters.
struct Reader<L, F> {
    is_letter: L,
    factor: F,
}

impl<L: Fn(char) -> bool, F> Reader<L, F> {
    /// A product at the beginning of a text, inside so many parentheses, and what follows it.
    fn product<'t, T>(&self, text: &'t str, open: usize) -> Option<(FactorOrder<T>, &'t str)>
    where
        F: Fn(&str) -> Option<T>,
    {
        let (first, mut rest) = self.part(text, open)?;
        let mut parts = vec![first];
        while let Some(next) = rest.strip_prefix('*') {
            let (part, after) = self.part(next, open)?;
            parts.push(part);
            rest = after;
        }
        Some((if parts.len() == 1 { parts.remove(0) } else { FactorOrder::Product(parts) }, rest))
    }

    fn part<'t, T>(&self, text: &'t str, open: usize) -> Option<(FactorOrder<T>, &'t str)>
    where
        F: Fn(&str) -> Option<T>,
    {
        if let Some(inside) = text.strip_prefix('(').filter(|_| open < MOST_OPEN) {
            let (order, rest) = self.product(inside, open + 1)?;
            return Some((order, rest.strip_prefix(')')?));
        }
        let end = text.find(|letter| !(self.is_letter)(letter)).unwrap_or(text.len());
        Some((FactorOrder::Factor((self.factor)(&text[..end])?), &text[end..]))
    }
}

impl<T: Display> Display for FactorOrder<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let parts = match self {
            Self::Factor(factor) => return factor.fmt(f),
            Self::Product(parts) => parts,
        };
        for (place, part) in parts.iter().enumerate() {
            let before = if place > 0 { "*" } else { "" };
            match part {
                Self::Factor(_) => write!(f, "{before}{part}")?,
                Self::Product(_) => write!(f, "{before}({part})")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<FactorOrder<usize>> {
        FactorOrder::parse(text, |letter| letter.is_ascii_digit(), |digits| digits.parse().ok())
    }

    #[test]
    fn orders_are_read_and_written() {
        for text in ["0*(1*2)", "(0*1)*2*13", "3"] {
            assert_eq!(parse(text).map(|order| order.to_string()).as_deref(), Some(text));
        }
        assert_eq!(parse("((3))"), Some(FactorOrder::Factor(3)));
        assert_eq!(parse("(0*1)*2").unwrap().factors(), [&0, &1, &2]);
        for wrong in ["", "0*", "(0*1", "0*1)", "a", "0**1", "()"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn parentheses_do_not_exhaust_the_stack() {
        let nested = |count: usize| "(".repeat(count) + "0" + &")".repeat(count);
        assert_eq!(parse(&nested(MOST_OPEN)), Some(FactorOrder::Factor(0)));
        assert_eq!(parse(&nested(1_000_000)), None);
    }
}
