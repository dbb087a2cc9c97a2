//! Which coordinates a level can have: what sizes, stored widths and signs follow from.

use super::DimExpr;

/// The coordinates of a level: `size` numbers from `low` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// The least one; 0 unless coordinates can be negative.
    pub(crate) low: i64,
    /// How many.
    pub(crate) size: u64,
}

impl Extent {
    /// The largest coordinate; for extents that are not empty.
    pub(crate) fn high(self) -> i128 {
        i128::from(self.low) + i128::from(self.size) - 1
    }
}

impl DimExpr {
    /// Whether some tensor has points at which the value is negative; such coordinates are stored
    /// in two's complement. Decided by interval arithmetic over all points with non-negative
    /// coordinates.
    pub fn can_be_negative(&self) -> bool {
        self.least().is_none_or(|least| least < 0)
    }

    /// The least value for tensors of any shape; `None` when there is none.
    pub(super) fn least(&self) -> Option<i128> {
        match self {
            DimExpr::Dim(_) | DimExpr::Mod(..) | DimExpr::Slot => Some(0),
            DimExpr::Constant(value) => Some(i128::from(*value)),
            DimExpr::Add(left, right) => left.least()?.checked_add(right.least()?),
            DimExpr::Sub(left, right) => left.least()?.checked_sub(right.greatest()?),
            DimExpr::Mul(_, 0) => Some(0),
            DimExpr::Mul(operand, factor) if *factor > 0 => operand.least()?.checked_mul(i128::from(*factor)),
            DimExpr::Mul(operand, factor) => operand.greatest()?.checked_mul(i128::from(*factor)),
            DimExpr::FloorDiv(operand, divisor) => operand.least()?.checked_div_euclid(i128::from(*divisor)),
        }
    }

    /// The greatest value for tensors of any shape; `None` when there is none.
    pub(super) fn greatest(&self) -> Option<i128> {
        match self {
            DimExpr::Dim(_) | DimExpr::Slot => None,
            DimExpr::Mod(_, divisor) => Some(i128::from(*divisor) - 1),
            DimExpr::Constant(value) => Some(i128::from(*value)),
            DimExpr::Add(left, right) => left.greatest()?.checked_add(right.greatest()?),
            DimExpr::Sub(left, right) => left.greatest()?.checked_sub(right.least()?),
            DimExpr::Mul(_, 0) => Some(0),
            DimExpr::Mul(operand, factor) if *factor > 0 => operand.greatest()?.checked_mul(i128::from(*factor)),
            DimExpr::Mul(operand, factor) => operand.least()?.checked_mul(i128::from(*factor)),
            DimExpr::FloorDiv(operand, divisor) => operand.greatest()?.checked_div_euclid(i128::from(*divisor)),
        }
    }

    /// The coordinates of a level that stores this, for a tensor of this shape: all from 0 on
    /// unless they can be negative. Exact when each dimension occurs once; a remainder has every
    /// coordinate below its divisor whatever the shape. `None` when one exceeds 63 bits (a dimension
    /// alone may have any size).
    pub(crate) fn extent(&self, shape: &[u64]) -> Option<Extent> {
        if let Some(dimension) = self.as_dimension() {
            return Some(Extent { low: 0, size: *shape.get(dimension)? });
        }
        let low = if self.can_be_negative() { None } else { Some(0) };
        match self.interval(shape)? {
            Interval::Empty => Some(Extent { low: 0, size: 0 }),
            Interval::From(least, greatest) => {
                let low = low.unwrap_or(least);
                let size = u64::try_from(i128::from(greatest) - i128::from(low) + 1).ok()?;
                i64::try_from(size).ok()?;
                Some(Extent { low, size })
            }
        }
    }

    fn interval(&self, shape: &[u64]) -> Option<Interval> {
        let binary = |left: &DimExpr, right: &DimExpr| Some((left.interval(shape)?, right.interval(shape)?));
        Some(match self {
            DimExpr::Dim(dimension) => match shape.get(*dimension)?.checked_sub(1) {
                Some(last) => Interval::From(0, i64::try_from(last).ok()?),
                None => Interval::Empty,
            },
            DimExpr::Constant(value) => Interval::From(*value, *value),
            DimExpr::Add(left, right) => match binary(left, right)? {
                (Interval::From(a, b), Interval::From(c, d)) => Interval::From(a.checked_add(c)?, b.checked_add(d)?),
                _ => Interval::Empty,
            },
            DimExpr::Sub(left, right) => match binary(left, right)? {
                (Interval::From(a, b), Interval::From(c, d)) => Interval::From(a.checked_sub(d)?, b.checked_sub(c)?),
                _ => Interval::Empty,
            },
            DimExpr::Mul(operand, factor) => match operand.interval(shape)? {
                Interval::From(low, high) => {
                    let ends = (low.checked_mul(*factor)?, high.checked_mul(*factor)?);
                    Interval::From(ends.0.min(ends.1), ends.0.max(ends.1))
                }
                Interval::Empty => Interval::Empty,
            },
            DimExpr::FloorDiv(operand, divisor) => match operand.interval(shape)? {
                Interval::From(low, high) => {
                    Interval::From(low.checked_div_euclid(*divisor)?, high.checked_div_euclid(*divisor)?)
                }
                Interval::Empty => Interval::Empty,
            },
            DimExpr::Mod(operand, divisor) => {
                // The operand is computed too, so it must not overflow either.
                operand.interval(shape)?;
                Interval::From(0, divisor.checked_sub(1)?)
            }
            DimExpr::Slot => Interval::Empty,
        })
    }

    /// Its value at an entry, whose coordinates `coordinate_of` gives by dimension. For shapes of
    /// which there is an [`DimExpr::extent`], so that nothing overflows.
    pub(crate) fn value_at(&self, coordinate_of: &impl Fn(usize) -> i64) -> i64 {
        match self {
            DimExpr::Dim(dimension) => coordinate_of(*dimension),
            DimExpr::Constant(value) => *value,
            DimExpr::Add(left, right) => left.value_at(coordinate_of).wrapping_add(right.value_at(coordinate_of)),
            DimExpr::Sub(left, right) => left.value_at(coordinate_of).wrapping_sub(right.value_at(coordinate_of)),
            DimExpr::Mul(operand, factor) => operand.value_at(coordinate_of).wrapping_mul(*factor),
            DimExpr::FloorDiv(operand, divisor) => operand.value_at(coordinate_of).div_euclid(*divisor),
            DimExpr::Mod(operand, divisor) => operand.value_at(coordinate_of).rem_euclid(*divisor),
            DimExpr::Slot => 0,
        }
    }
}

/// The values of an expression over the points of a shape.
#[derive(Clone, Copy)]
enum Interval {
    /// None: the shape has no points.
    Empty,
    /// From the least to the greatest.
    From(i64, i64),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dimensions() -> (DimExpr, DimExpr) {
        (DimExpr::Dim(0), DimExpr::Dim(1))
    }

    #[test]
    fn signs_are_known_without_a_shape() {
        let (i, j) = dimensions();
        assert!(!i.can_be_negative() && !i.clone().plus(j.clone()).floor_div(3).can_be_negative());
        assert!(j.clone().minus(i.clone()).can_be_negative());
        assert!(!j.clone().minus(i.clone()).modulo(4).can_be_negative());
        assert!(!DimExpr::Constant(3).minus(i.clone().modulo(4)).can_be_negative());
        assert!(DimExpr::Constant(2).minus(i.clone().modulo(4)).can_be_negative());
        assert!(i.clone().times(-1).can_be_negative() && !i.times(-1).times(-2).can_be_negative());
    }

    #[test]
    fn extents_begin_at_zero_unless_negative() {
        let (i, j) = dimensions();
        let of = |expr: &DimExpr, shape: &[u64]| expr.extent(shape).map(|extent| (extent.low, extent.size));
        assert_eq!(of(&i, &[u64::MAX, 1]), Some((0, u64::MAX)));
        assert_eq!(of(&i.clone().floor_div(4), &[10, 0]), Some((0, 3)));
        assert_eq!(of(&i.clone().modulo(4), &[0, 0]), Some((0, 4)));
        assert_eq!(of(&i.clone().plus(DimExpr::Constant(2)), &[5, 0]), Some((0, 7)));
        assert_eq!(of(&j.clone().minus(i.clone()), &[5, 3]), Some((-4, 7)));
        assert_eq!(of(&j.clone().minus(i.clone()), &[5, 0]), Some((0, 0)));
        assert_eq!(of(&j.plus(i), &[1 << 63, 1 << 62]), None);
    }
}
