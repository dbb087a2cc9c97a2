//! Which values a form takes.

use crate::{Atom, Form, Linear};

/// The least and the greatest value, as far as there are such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least one.
    pub least: Option<i128>,
    /// The greatest one.
    pub greatest: Option<i128>,
}

impl Bounds {
    /// The bounds of the numbers from zero up to a size. An unknown size has no greatest value; an empty range counts as zero alone.
    pub fn below(size: Option<u64>) -> Self {
        Self { least: Some(0), greatest: size.map(|size| i128::from(size.saturating_sub(1))) }
    }

    /// No bound.
    pub const NONE: Self = Self { least: None, greatest: None };

    /// How far the greatest is from the least, where 64 bits hold it.
    pub fn span(self) -> Option<i64> {
        self.greatest?.checked_sub(self.least?)?.try_into().ok()
    }
}

/// The values from a least to a greatest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interval {
    /// None at all.
    Empty,
    /// From the least to the greatest.
    From(i128, i128),
}

impl<T: Ord + Clone> Linear<T> {
    /// The bounds, given those of the terms. A bound that exceeds 127 bits is `None`.
    pub fn bounds_over(&self, of: impl Fn(&T) -> Bounds) -> Bounds {
        let constant = Some(i128::from(self.constant()));
        let start = Bounds { least: constant, greatest: constant };
        self.terms().iter().fold(start, |sum, (term, factor)| {
            let Bounds { least, greatest } = of(term);
            let (low, high) = if *factor < 0 { (greatest, least) } else { (least, greatest) };
            let plus = |sum: Option<i128>, bound: Option<i128>| sum?.checked_add(bound?.checked_mul((*factor).into())?);
            Bounds { least: plus(sum.least, low), greatest: plus(sum.greatest, high) }
        })
    }
}

impl<N: Ord + Clone> Form<N> {
    /// The bounds, given those of the names. A bound that exceeds 127 bits is `None`.
    pub fn bounds(&self, of: &impl Fn(&N) -> Bounds) -> Bounds {
        self.bounds_over(|atom| match atom {
            Atom::Name(name) => of(name),
            Atom::Quotient(form, divisor) => {
                let bounds = form.bounds(of);
                let divide = |bound: i128| bound.div_euclid(i128::from(*divisor));
                Bounds { least: bounds.least.map(divide), greatest: bounds.greatest.map(divide) }
            }
            Atom::Remainder(_, divisor) => Bounds { least: Some(0), greatest: Some(i128::from(*divisor) - 1) },
        })
    }

    /// The values, given those of the names; exact if each name occurs once. `None` where the values of a name are not known, and where
    /// a number that is computed on the way may exceed 64 bits.
    pub fn interval(&self, of: &impl Fn(&N) -> Option<Interval>) -> Option<Interval> {
        let start = Interval::From(self.constant().into(), self.constant().into());
        let sum = self.terms().iter().try_fold(start, |sum, (atom, factor)| {
            let (Interval::From(least, greatest), Interval::From(low, high)) = (sum, atom.interval(of)?) else {
                return Some(Interval::Empty);
            };
            let factor = i128::from(*factor);
            let ends = (low.checked_mul(factor)?, high.checked_mul(factor)?);
            let (low, high) = (ends.0.min(ends.1), ends.0.max(ends.1));
            Some(Interval::From(least.checked_add(low)?, greatest.checked_add(high)?))
        })?;
        match sum {
            Interval::Empty => Some(sum),
            Interval::From(least, greatest) => {
                (i64::try_from(least).is_ok() && i64::try_from(greatest).is_ok()).then_some(sum)
            }
        }
    }
}

impl<N: Ord + Clone> Atom<N> {
    fn interval(&self, of: &impl Fn(&N) -> Option<Interval>) -> Option<Interval> {
        Some(match self {
            Atom::Name(name) => of(name)?,
            Atom::Quotient(form, divisor) => match form.interval(of)? {
                Interval::From(low, high) => {
                    let divide = |bound: i128| bound.div_euclid(i128::from(*divisor));
                    Interval::From(divide(low), divide(high))
                }
                Interval::Empty => Interval::Empty,
            },
            Atom::Remainder(form, divisor) => {
                // What is divided is computed too, so it must not exceed 64 bits either.
                form.interval(of)?;
                Interval::From(0, i128::from(*divisor) - 1)
            }
        })
    }
}
