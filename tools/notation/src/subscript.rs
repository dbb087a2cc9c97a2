//! Affine arithmetic on subscripts while they are parsed: sums, products with a constant, quotients and remainders of variables.
//!
//! Everything is checked; `i64::MIN` counts as an overflow so that every value can be negated and printed.

use crate::ast::{Columns, Division, Scaled, Subscript};
use crate::error::Problem;

impl Subscript {
    pub(crate) fn of_constant(constant: i64, columns: Columns) -> Self {
        Subscript { parts: Vec::new(), constant, columns }
    }

    /// Whether two subscripts have the same terms and constant, in any order.
    pub fn has_same_terms(&self, other: &Self) -> bool {
        self.constant == other.constant
            && self.parts.len() == other.parts.len()
            && self.parts.iter().all(|part| other.parts.contains(part))
    }

    pub(crate) fn of_variable(variable: String, columns: Columns) -> Self {
        Subscript { parts: vec![Scaled::of_variable(variable)], constant: 0, columns }
    }

    /// `self + other`; a variable that cancels stays with coefficient zero until [`Subscript::normalized`].
    pub(crate) fn plus(mut self, other: Subscript) -> Result<Self, Problem> {
        self.columns = self.columns.to(other.columns);
        self.constant = checked(self.constant.checked_add(other.constant))?;
        for part in other.parts {
            let is_alike = |mine: &&mut Scaled| mine.variable == part.variable && mine.division == part.division;
            match self.parts.iter_mut().find(is_alike) {
                Some(mine) => mine.coefficient = checked(mine.coefficient.checked_add(part.coefficient))?,
                None => self.parts.push(part),
            }
        }
        Ok(self)
    }

    /// `self * other`, one of which must be a constant.
    pub(crate) fn times(self, other: Subscript) -> Result<Self, Problem> {
        let columns = self.columns.to(other.columns);
        let product = match (self.parts.is_empty(), other.parts.is_empty()) {
            (true, _) => other.scaled(self.constant)?,
            (_, true) => self.scaled(other.constant)?,
            _ => return Err(Problem::ProductOfVariables),
        };
        Ok(Subscript { columns, ..product })
    }

    /// The quotient of `self` and `divisor`, or the remainder.
    pub(crate) fn divided(self, divisor: Subscript, takes_quotient: bool) -> Result<Self, Problem> {
        let columns = self.columns.to(divisor.columns);
        let dividend = self.normalized();
        let divisor = match divisor.normalized() {
            Subscript { parts, constant, .. } if parts.is_empty() && constant > 0 => constant,
            found => return Err(Problem::DivisorInSubscript { found: found.to_string() }),
        };
        let division = if takes_quotient { Division::Quotient(divisor) } else { Division::Remainder(divisor) };
        let parts = match (dividend.parts.as_slice(), dividend.constant) {
            ([], constant) => return Ok(Self::of_constant(division.of(constant), columns)),
            ([Scaled { variable, division: None, coefficient: 1 }], 0) => match division {
                Division::Quotient(1) => vec![Scaled::of_variable(variable)],
                Division::Remainder(1) => Vec::new(),
                division => vec![Scaled { division: Some(division), ..Scaled::of_variable(variable) }],
            },
            _ => return Err(Problem::QuotientInSubscript { found: dividend.to_string() }),
        };
        Ok(Subscript { parts, constant: 0, columns })
    }

    /// `-self`.
    pub(crate) fn negated(self) -> Result<Self, Problem> {
        self.scaled(-1)
    }

    /// Without the variables that cancelled.
    pub(crate) fn normalized(mut self) -> Self {
        self.parts.retain(|part| part.coefficient != 0);
        self
    }

    fn scaled(mut self, factor: i64) -> Result<Self, Problem> {
        self.constant = checked(self.constant.checked_mul(factor))?;
        for part in &mut self.parts {
            part.coefficient = checked(part.coefficient.checked_mul(factor))?;
        }
        Ok(self)
    }
}

fn checked(result: Option<i64>) -> Result<i64, Problem> {
    result.filter(|&value| value != i64::MIN).ok_or(Problem::CoefficientTooLarge)
}
