//! Subscripts over numbered variables, checked once so that evaluating them cannot overflow.

use std::collections::BTreeMap;

use super::error::OracleError;
use crate::ast::{Access, Division, Subscript};

/// The variables of one term, numbered: those of the target in its order, then those that are summed.
pub(super) struct Space<'a> {
    pub(super) variables: Vec<&'a str>,
    /// The size of each variable.
    pub(super) sizes: Vec<i64>,
    /// How many of the variables, from the first on, are the target's.
    pub(super) target_order: usize,
}

impl<'a> Space<'a> {
    pub(super) fn new(
        target: &[&'a str],
        summed: &[&'a str],
        sizes: &BTreeMap<String, u64>,
    ) -> Result<Self, OracleError> {
        let variables: Vec<&str> = target.iter().chain(summed).copied().collect();
        let size = |variable: &&str| {
            let unknown = || OracleError::UnknownVariable { variable: variable.to_string() };
            let size = *sizes.get(*variable).ok_or_else(unknown)?;
            size.try_into().map_err(|_| OracleError::SizeTooLarge { variable: variable.to_string(), size })
        };
        let sizes = variables.iter().map(size).collect::<Result<_, _>>()?;
        Ok(Space { variables, sizes, target_order: target.len() })
    }

    /// Whether there is no point at all.
    pub(super) fn is_empty(&self) -> bool {
        self.sizes.contains(&0)
    }

    /// Whether there are variables that are summed.
    pub(super) fn sums(&self) -> bool {
        self.variables.len() > self.target_order
    }

    /// How many values each element of the result combines.
    pub(super) fn combined(&self) -> f64 {
        self.sizes[self.target_order..].iter().map(|&size| size as f64).product()
    }

    /// Whether this is the target's first variable, along which the work can be cut.
    pub(super) fn can_cut(&self, variable: usize) -> bool {
        variable == 0 && self.target_order > 0
    }

    /// How many elements the result has.
    pub(super) fn places(&self) -> u128 {
        self.sizes[..self.target_order]
            .iter()
            .fold(1, |places, &size| places.saturating_mul(size.unsigned_abs().into()))
    }
}

/// `constant + sum of coefficient * variable`, with quotients and remainders of variables.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Affine {
    pub(super) parts: Vec<Part>,
    constant: i64,
}

/// A variable, or its quotient or remainder, times a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    /// Number of the variable.
    pub(super) variable: usize,
    pub(super) division: Option<Division>,
    pub(super) coefficient: i64,
}

impl Part {
    fn at(self, point: &[i64]) -> i64 {
        let value = point[self.variable];
        self.coefficient * self.division.map_or(value, |division| division.of(value))
    }
}

impl Affine {
    pub(super) fn of_subscript(access: &Access, subscript: &Subscript, space: &Space) -> Result<Self, OracleError> {
        let number = |name: &str| space.variables.iter().position(|&variable| variable == name);
        let parts = subscript.parts.iter().filter(|part| part.coefficient != 0);
        let numbered = parts.filter_map(|part| {
            let variable = number(&part.variable)?;
            Some(Part { variable, division: part.division, coefficient: part.coefficient })
        });
        let affine = Affine { parts: numbered.collect(), constant: subscript.constant };
        affine.checked(space).ok_or_else(|| OracleError::SubscriptTooLarge { tensor: access.tensor.clone() })
    }

    /// The value of a variable of the space.
    pub(super) fn of_variable(variable: &str, space: &Space) -> Self {
        let number = space.variables.iter().position(|&other| other == variable);
        let part = |variable| Part { variable, division: None, coefficient: 1 };
        Affine { parts: number.map(part).into_iter().collect(), constant: 0 }
    }

    /// The position of an element in row-major order, from its subscripts and the strides; none if it is too large.
    pub(super) fn of_position(subscripts: &[Affine], strides: &[u128], space: &Space) -> Option<Self> {
        let mut sum = Affine { parts: Vec::new(), constant: 0 };
        for (subscript, &stride) in subscripts.iter().zip(strides) {
            let stride = i64::try_from(stride).ok()?;
            sum.constant = sum.constant.checked_add(subscript.constant.checked_mul(stride)?)?;
            for own in &subscript.parts {
                let scaled = own.coefficient.checked_mul(stride)?;
                let is_alike = |part: &&mut Part| part.variable == own.variable && part.division == own.division;
                match sum.parts.iter_mut().find(is_alike) {
                    Some(part) => part.coefficient = part.coefficient.checked_add(scaled)?,
                    None => sum.parts.push(Part { coefficient: scaled, ..*own }),
                }
            }
        }
        sum.checked(space)
    }

    /// The value at a point of the space that it was made for.
    pub(super) fn at(&self, point: &[i64]) -> i64 {
        self.parts.iter().fold(self.constant, |sum, part| sum + part.at(point))
    }

    /// The value at a point where it is known to be a coordinate.
    pub(super) fn coordinate_at(&self, point: &[i64]) -> u64 {
        self.at(point).unsigned_abs()
    }

    /// The variable, if it is nothing else.
    pub(super) fn as_variable(&self) -> Option<usize> {
        match self.parts.as_slice() {
            &[Part { variable, division: None, coefficient: 1 }] if self.constant == 0 => Some(variable),
            _ => None,
        }
    }

    /// Itself, unless some partial sum over the space could leave 64 bits.
    fn checked(self, space: &Space) -> Option<Self> {
        let mut bound = i128::from(self.constant).abs();
        for part in &self.parts {
            let extent = i128::from(part.coefficient).abs() * i128::from(space.sizes[part.variable]);
            bound = bound.checked_add(extent)?;
        }
        (bound <= i128::from(i64::MAX)).then_some(self)
    }
}
