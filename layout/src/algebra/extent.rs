//! Which values a form takes: what sizes, stored widths and signs of levels follow from.

use super::{DimensionForm, Form};
use lacuna_relation::{Bounds, Interval};

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

/// [`DimensionForm::extent`].
pub(super) fn of(form: &Form, shape: &[u64]) -> Option<Extent> {
    if let Some(dimension) = form.as_dimension() {
        return Some(Extent { low: 0, size: *shape.get(dimension)? });
    }
    let coordinates = |dimension: &usize| match shape.get(*dimension)?.checked_sub(1) {
        Some(last) => Some(Interval::From(0, i64::try_from(last).ok()?.into())),
        None => Some(Interval::Empty),
    };
    match form.interval(&coordinates)? {
        Interval::Empty => Some(Extent::EMPTY),
        Interval::From(least, greatest) => {
            let low = if form.is_signed() { least } else { 0 };
            let size = i64::try_from(greatest - low + 1).ok()?;
            Some(Extent { low: i64::try_from(low).ok()?, size: u64::try_from(size).ok()? })
        }
    }
}

/// The least and the greatest value in tensors of any shape, as far as there are such.
pub(super) fn bounds(form: &Form) -> Bounds {
    form.bounds(&|_| Bounds { least: Some(0), greatest: None })
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
        let is_signed = |expr: DimExpr| expr.form().expect("a form").is_signed();
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
            expr.form().expect("a form").extent(shape).map(|extent| (extent.low, extent.size))
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
