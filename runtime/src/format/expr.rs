//! Affine expressions over dimensions: what the coordinates of a level are.

use std::fmt;

/// An affine expression over the dimensions of a tensor, with division and remainder by constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DimExpr {
    /// The coordinate of a dimension.
    Dim(usize),
    /// A constant.
    Constant(i64),
    /// A sum.
    Add(Box<DimExpr>, Box<DimExpr>),
    /// A difference.
    Sub(Box<DimExpr>, Box<DimExpr>),
    /// A constant multiple.
    Mul(Box<DimExpr>, i64),
    /// The quotient rounded down; the divisor is positive.
    FloorDiv(Box<DimExpr>, i64),
    /// The non-negative remainder; the divisor is positive.
    Mod(Box<DimExpr>, i64),
    /// A slot number that no dimension determines, such as the n-th entry of a row in ELL. Printed
    /// `_`; only ever a whole level.
    Slot,
}

impl DimExpr {
    /// `self floordiv divisor`.
    pub fn floor_div(self, divisor: i64) -> DimExpr {
        DimExpr::FloorDiv(Box::new(self), divisor)
    }

    /// `self mod divisor`.
    pub fn modulo(self, divisor: i64) -> DimExpr {
        DimExpr::Mod(Box::new(self), divisor)
    }

    /// `self - other`.
    pub fn minus(self, other: DimExpr) -> DimExpr {
        DimExpr::Sub(Box::new(self), Box::new(other))
    }

    /// `self + other`.
    pub fn plus(self, other: DimExpr) -> DimExpr {
        DimExpr::Add(Box::new(self), Box::new(other))
    }

    /// `self * factor`.
    pub fn times(self, factor: i64) -> DimExpr {
        DimExpr::Mul(Box::new(self), factor)
    }

    /// The dimension, when the expression is a dimension and nothing else.
    pub fn as_dimension(&self) -> Option<usize> {
        match self {
            DimExpr::Dim(dimension) => Some(*dimension),
            _ => None,
        }
    }

    /// Its value at a point; `None` on overflow, past the last dimension, for divisors below 1, and
    /// for slots.
    pub fn evaluate(&self, point: &[i64]) -> Option<i64> {
        match self {
            DimExpr::Dim(dimension) => point.get(*dimension).copied(),
            DimExpr::Constant(value) => Some(*value),
            DimExpr::Add(left, right) => left.evaluate(point)?.checked_add(right.evaluate(point)?),
            DimExpr::Sub(left, right) => left.evaluate(point)?.checked_sub(right.evaluate(point)?),
            DimExpr::Mul(operand, factor) => operand.evaluate(point)?.checked_mul(*factor),
            DimExpr::FloorDiv(operand, divisor) if *divisor > 0 => Some(operand.evaluate(point)?.div_euclid(*divisor)),
            DimExpr::Mod(operand, divisor) if *divisor > 0 => Some(operand.evaluate(point)?.rem_euclid(*divisor)),
            DimExpr::FloorDiv(..) | DimExpr::Mod(..) | DimExpr::Slot => None,
        }
    }

    /// The least and the greatest value over all points of a tensor of this shape, by interval
    /// arithmetic (exact when each dimension occurs once). `None` where [`DimExpr::evaluate`] has
    /// no value, and when a dimension it uses has size 0.
    pub fn bounds(&self, shape: &[u64]) -> Option<(i64, i64)> {
        match self {
            DimExpr::Dim(dimension) => {
                let last = shape.get(*dimension)?.checked_sub(1)?;
                Some((0, i64::try_from(last).ok()?))
            }
            DimExpr::Constant(value) => Some((*value, *value)),
            DimExpr::Add(left, right) => {
                let (left, right) = (left.bounds(shape)?, right.bounds(shape)?);
                Some((left.0.checked_add(right.0)?, left.1.checked_add(right.1)?))
            }
            DimExpr::Sub(left, right) => {
                let (left, right) = (left.bounds(shape)?, right.bounds(shape)?);
                Some((left.0.checked_sub(right.1)?, left.1.checked_sub(right.0)?))
            }
            DimExpr::Mul(operand, factor) => {
                let (low, high) = operand.bounds(shape)?;
                let ends = (low.checked_mul(*factor)?, high.checked_mul(*factor)?);
                Some((ends.0.min(ends.1), ends.0.max(ends.1)))
            }
            DimExpr::FloorDiv(operand, divisor) if *divisor > 0 => {
                let (low, high) = operand.bounds(shape)?;
                Some((low.div_euclid(*divisor), high.div_euclid(*divisor)))
            }
            DimExpr::Mod(operand, divisor) if *divisor > 0 => {
                let (low, high) = operand.bounds(shape)?;
                let within_one_period = low.div_euclid(*divisor) == high.div_euclid(*divisor);
                Some(if within_one_period {
                    (low.rem_euclid(*divisor), high.rem_euclid(*divisor))
                } else {
                    (0, divisor - 1)
                })
            }
            DimExpr::FloorDiv(..) | DimExpr::Mod(..) | DimExpr::Slot => None,
        }
    }

    /// Calls `visit` on this expression and every one inside it.
    pub(crate) fn visit(&self, visit: &mut dyn FnMut(&DimExpr)) {
        visit(self);
        match self {
            DimExpr::Add(left, right) | DimExpr::Sub(left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
            DimExpr::Mul(operand, _) | DimExpr::FloorDiv(operand, _) | DimExpr::Mod(operand, _) => operand.visit(visit),
            DimExpr::Dim(_) | DimExpr::Constant(_) | DimExpr::Slot => {}
        }
    }
}

/// The canonical name of a dimension: `i, j, k, l, m, n`, then `d6, d7, ...`.
pub fn dimension_name(dimension: usize) -> String {
    const LETTERS: [&str; 6] = ["i", "j", "k", "l", "m", "n"];
    LETTERS.get(dimension).map_or_else(|| format!("d{dimension}"), |letter| (*letter).to_owned())
}

/// Prints an operand of a multiplicative operator, in parentheses where it is a sum.
struct Factor<'a>(&'a DimExpr);

impl fmt::Display for Factor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            DimExpr::Add(..) | DimExpr::Sub(..) => write!(f, "({})", self.0),
            operand => write!(f, "{operand}"),
        }
    }
}

impl fmt::Display for DimExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DimExpr::Dim(dimension) => f.write_str(&dimension_name(*dimension)),
            DimExpr::Constant(value) => write!(f, "{value}"),
            // Sums group to the left, so a sum on the right keeps its parentheses.
            DimExpr::Add(left, right) => write!(f, "{left} + {}", Factor(right)),
            DimExpr::Sub(left, right) => write!(f, "{left} - {}", Factor(right)),
            DimExpr::Mul(operand, factor) => write!(f, "{} * {factor}", Factor(operand)),
            DimExpr::FloorDiv(operand, divisor) => write!(f, "{} floordiv {divisor}", Factor(operand)),
            DimExpr::Mod(operand, divisor) => write!(f, "{} mod {divisor}", Factor(operand)),
            DimExpr::Slot => f.write_str("_"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printing_keeps_the_grouping() {
        let (i, j) = (|| DimExpr::Dim(0), || DimExpr::Dim(1));
        assert_eq!(i().plus(j()).floor_div(4).to_string(), "(i + j) floordiv 4");
        assert_eq!(i().minus(j().minus(DimExpr::Constant(1))).to_string(), "i - (j - 1)");
        assert_eq!(j().times(4).plus(DimExpr::Constant(-1)).to_string(), "j * 4 + -1");
        assert_eq!(DimExpr::Dim(7).modulo(3).to_string(), "d7 mod 3");
    }

    #[test]
    fn division_rounds_down() {
        let diagonal = DimExpr::Dim(1).minus(DimExpr::Dim(0));
        assert_eq!(diagonal.evaluate(&[5, 2]), Some(-3));
        assert_eq!(diagonal.clone().floor_div(2).evaluate(&[5, 2]), Some(-2));
        assert_eq!(diagonal.clone().modulo(2).evaluate(&[5, 2]), Some(1));
        assert_eq!(diagonal.floor_div(0).evaluate(&[5, 2]), None);
        assert_eq!(DimExpr::Constant(i64::MAX).plus(DimExpr::Constant(1)).evaluate(&[]), None);
    }

    #[test]
    fn bounds_cover_every_point() {
        let shape = [3, 5];
        let (i, j) = (DimExpr::Dim(0), DimExpr::Dim(1));
        for expr in [j.clone().minus(i.clone()), i.clone().times(-2), j.clone().floor_div(2), j.modulo(3), i.modulo(4)]
        {
            let (low, high) = expr.bounds(&shape).unwrap();
            let values = (0..3).flat_map(|i| (0..5).map(move |j| [i, j])).map(|point| expr.evaluate(&point).unwrap());
            let values: Vec<i64> = values.collect();
            assert_eq!((Some(&low), Some(&high)), (values.iter().min(), values.iter().max()), "{expr}");
        }
        assert_eq!(DimExpr::Dim(0).bounds(&[0]), None);
    }
}
