//! Affine expressions over dimensions: what the coordinates of a level are.

use crate::algebra::DimensionForm;
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
    /// The quotient rounded up; the divisor is positive. MLIR has it; a format with it has a flaw.
    CeilDiv(Box<DimExpr>, i64),
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

    /// `self ceildiv divisor`.
    pub fn ceil_div(self, divisor: i64) -> DimExpr {
        DimExpr::CeilDiv(Box::new(self), divisor)
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
            DimExpr::CeilDiv(operand, divisor) if *divisor > 0 => {
                let value = operand.evaluate(point)?;
                Some(value.div_euclid(*divisor) + i64::from(value.rem_euclid(*divisor) != 0))
            }
            DimExpr::Mod(operand, divisor) if *divisor > 0 => Some(operand.evaluate(point)?.rem_euclid(*divisor)),
            DimExpr::FloorDiv(..) | DimExpr::CeilDiv(..) | DimExpr::Mod(..) | DimExpr::Slot => None,
        }
    }

    /// Its value at an entry, whose coordinates `coordinate_of` gives by dimension; a slot is 0. For shapes of which there is
    /// an [extent](crate::algebra::DimensionForm::extent), so that nothing overflows.
    pub fn value_at(&self, coordinate_of: &impl Fn(usize) -> i64) -> i64 {
        match self {
            DimExpr::Dim(dimension) => coordinate_of(*dimension),
            DimExpr::Constant(value) => *value,
            DimExpr::Add(left, right) => left.value_at(coordinate_of).wrapping_add(right.value_at(coordinate_of)),
            DimExpr::Sub(left, right) => left.value_at(coordinate_of).wrapping_sub(right.value_at(coordinate_of)),
            DimExpr::Mul(operand, factor) => operand.value_at(coordinate_of).wrapping_mul(*factor),
            DimExpr::FloorDiv(operand, divisor) => operand.value_at(coordinate_of).div_euclid(*divisor),
            DimExpr::CeilDiv(operand, divisor) => {
                let value = operand.value_at(coordinate_of);
                value.div_euclid(*divisor) + i64::from(value.rem_euclid(*divisor) != 0)
            }
            DimExpr::Mod(operand, divisor) => operand.value_at(coordinate_of).rem_euclid(*divisor),
            DimExpr::Slot => 0,
        }
    }

    /// The same, written the one way that its form is written; as it is where it has no form.
    pub fn canonical(&self) -> DimExpr {
        self.form().map_or_else(|| self.clone(), |form| Self::of_form(&form))
    }

    /// Whether some tensor has points at which the value is negative; such coordinates are stored in two's complement.
    /// Decided by interval arithmetic over all points with non-negative coordinates.
    pub fn can_be_negative(&self) -> bool {
        self.form().is_some_and(|form| form.is_signed())
    }

    /// Calls `visit` on this expression and every one inside it.
    pub fn visit(&self, visit: &mut dyn FnMut(&DimExpr)) {
        visit(self);
        match self {
            DimExpr::Add(left, right) | DimExpr::Sub(left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
            DimExpr::Mul(operand, _)
            | DimExpr::FloorDiv(operand, _)
            | DimExpr::CeilDiv(operand, _)
            | DimExpr::Mod(operand, _) => operand.visit(visit),
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
            DimExpr::CeilDiv(operand, divisor) => write!(f, "{} ceildiv {divisor}", Factor(operand)),
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
        assert_eq!(diagonal.clone().ceil_div(2).evaluate(&[5, 2]), Some(-1));
        assert_eq!(diagonal.clone().ceil_div(3).evaluate(&[5, 2]), Some(-1));
        assert_eq!(diagonal.floor_div(0).evaluate(&[5, 2]), None);
        assert_eq!(DimExpr::Constant(i64::MAX).plus(DimExpr::Constant(1)).evaluate(&[]), None);
    }
}
