//! Which values a form takes: what sizes, stored widths and signs of levels follow from.

use super::{Atom, Form};

/// The coordinates of a level: `size` numbers from `low` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The least one; 0 unless coordinates can be negative.
    pub low: i64,
    /// How many.
    pub size: u64,
}

impl Extent {
    /// No coordinates.
    pub const EMPTY: Extent = Extent { low: 0, size: 0 };

    /// The largest coordinate; for extents that are not empty.
    pub fn high(self) -> i128 {
        i128::from(self.low) + i128::from(self.size) - 1
    }
}

/// The values of a form over the points of a shape.
#[derive(Clone, Copy)]
enum Interval {
    /// None: the shape has no points.
    Empty,
    /// From the least to the greatest.
    From(i128, i128),
}

impl Form {
    /// Whether it can be negative, in a tensor of some shape; such coordinates are stored in two's complement.
    pub fn is_signed(&self) -> bool {
        self.bounds().0.is_none_or(|least| least < 0)
    }

    /// The least and the greatest value in tensors of any shape, as far as there are such.
    pub(super) fn bounds(&self) -> (Option<i128>, Option<i128>) {
        let constant = Some(i128::from(self.constant));
        self.terms.iter().fold((constant, constant), |(least, greatest), (atom, factor)| {
            let (low, high) = match atom {
                Atom::Dimension(_) => (Some(0), None),
                Atom::Quotient(form, divisor) => {
                    let (low, high) = form.bounds();
                    let divide = |bound: i128| bound.div_euclid(i128::from(*divisor));
                    (low.map(divide), high.map(divide))
                }
                Atom::Remainder(_, divisor) => (Some(0), Some(i128::from(*divisor) - 1)),
            };
            let (low, high) = if *factor < 0 { (high, low) } else { (low, high) };
            let plus = |sum: Option<i128>, bound: Option<i128>| sum?.checked_add(bound?.checked_mul((*factor).into())?);
            (plus(least, low), plus(greatest, high))
        })
    }

    /// The coordinates of a level that stores this, for a tensor of this shape: all from 0 on unless they can be negative.
    /// Exact when each dimension occurs once; a remainder has every coordinate below its divisor whatever the shape. `None`
    /// when one exceeds 63 bits (a dimension alone may have any size), also of what is divided.
    pub fn extent(&self, shape: &[u64]) -> Option<Extent> {
        if let Some(dimension) = self.as_dimension() {
            return Some(Extent { low: 0, size: *shape.get(dimension)? });
        }
        match self.interval(shape)? {
            Interval::Empty => Some(Extent::EMPTY),
            Interval::From(least, greatest) => {
                let low = if self.is_signed() { least } else { 0 };
                let size = i64::try_from(greatest - low + 1).ok()?;
                Some(Extent { low: i64::try_from(low).ok()?, size: u64::try_from(size).ok()? })
            }
        }
    }

    fn interval(&self, shape: &[u64]) -> Option<Interval> {
        let start = Interval::From(self.constant.into(), self.constant.into());
        let sum = self.terms.iter().try_fold(start, |sum, (atom, factor)| {
            let (Interval::From(least, greatest), Interval::From(low, high)) = (sum, atom.interval(shape)?) else {
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

impl Atom {
    fn interval(&self, shape: &[u64]) -> Option<Interval> {
        Some(match self {
            Atom::Dimension(dimension) => match shape.get(*dimension)?.checked_sub(1) {
                Some(last) => Interval::From(0, i64::try_from(last).ok()?.into()),
                None => Interval::Empty,
            },
            Atom::Quotient(form, divisor) => match form.interval(shape)? {
                Interval::From(low, high) => {
                    let divide = |bound: i128| bound.div_euclid(i128::from(*divisor));
                    Interval::From(divide(low), divide(high))
                }
                Interval::Empty => Interval::Empty,
            },
            Atom::Remainder(form, divisor) => {
                // The operand is computed too, so it must not overflow either.
                form.interval(shape)?;
                Interval::From(0, i128::from(*divisor) - 1)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DimExpr;

    fn dimensions() -> (DimExpr, DimExpr) {
        (DimExpr::Dim(0), DimExpr::Dim(1))
    }

    #[test]
    fn signs_are_known_without_a_shape() {
        let (i, j) = dimensions();
        let is_signed = |expr: DimExpr| Form::new(&expr).expect("a form").is_signed();
        assert!(!is_signed(i.clone()) && !is_signed(i.clone().plus(j.clone()).floor_div(3)));
        assert!(is_signed(j.clone().minus(i.clone())));
        assert!(!is_signed(j.clone().minus(i.clone()).modulo(4)));
        assert!(!is_signed(DimExpr::Constant(3).minus(i.clone().modulo(4))));
        assert!(is_signed(DimExpr::Constant(2).minus(i.clone().modulo(4))));
        assert!(is_signed(i.clone().times(-1)) && !is_signed(i.clone().times(-1).times(-2)));
        // What the sum leaves out cannot make it negative.
        assert!(!is_signed(i.clone().minus(i).plus(j)));
    }

    #[test]
    fn extents_begin_at_zero_unless_negative() {
        let (i, j) = dimensions();
        let of = |expr: &DimExpr, shape: &[u64]| {
            Form::new(expr).expect("a form").extent(shape).map(|extent| (extent.low, extent.size))
        };
        assert_eq!(of(&i, &[u64::MAX, 1]), Some((0, u64::MAX)));
        assert_eq!(of(&i.clone().floor_div(4), &[10, 0]), Some((0, 3)));
        assert_eq!(of(&i.clone().modulo(4), &[0, 0]), Some((0, 4)));
        assert_eq!(of(&i.clone().plus(DimExpr::Constant(2)), &[5, 0]), Some((0, 7)));
        assert_eq!(of(&j.clone().minus(i.clone()), &[5, 3]), Some((-4, 7)));
        assert_eq!(of(&j.clone().minus(i.clone()), &[5, 0]), Some((0, 0)));
        assert_eq!(of(&j.plus(i), &[1 << 63, 1 << 62]), None);
    }
}
