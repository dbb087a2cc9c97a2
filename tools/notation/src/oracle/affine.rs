//! Subscripts over numbered variables, checked once so that evaluating them cannot overflow.

use std::collections::BTreeMap;

use super::error::OracleError;
use crate::ast::{Access, Subscript};

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

/// `constant + sum of coefficient * variable`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Affine {
    /// Number of the variable and its coefficient, each variable at most once.
    pub(super) parts: Vec<(usize, i64)>,
    constant: i64,
}

impl Affine {
    pub(super) fn of_subscript(access: &Access, subscript: &Subscript, space: &Space) -> Result<Self, OracleError> {
        let number = |name: &str| space.variables.iter().position(|&variable| variable == name);
        let parts = subscript.parts.iter().filter(|part| part.coefficient != 0);
        let numbered = parts.filter_map(|part| Some((number(&part.variable)?, part.coefficient)));
        let affine = Affine { parts: numbered.collect(), constant: subscript.constant };
        affine.checked(space).ok_or_else(|| OracleError::SubscriptTooLarge { tensor: access.tensor.clone() })
    }

    /// The value of a variable of the space.
    pub(super) fn of_variable(variable: &str, space: &Space) -> Self {
        let number = space.variables.iter().position(|&other| other == variable);
        Affine { parts: number.map(|number| (number, 1)).into_iter().collect(), constant: 0 }
    }

    /// The position of an element in row-major order, from its subscripts and the strides; none if it is too large.
    pub(super) fn of_position(subscripts: &[Affine], strides: &[u128], space: &Space) -> Option<Self> {
        let mut sum = Affine { parts: Vec::new(), constant: 0 };
        for (subscript, &stride) in subscripts.iter().zip(strides) {
            let stride = i64::try_from(stride).ok()?;
            sum.constant = sum.constant.checked_add(subscript.constant.checked_mul(stride)?)?;
            for &(variable, coefficient) in &subscript.parts {
                let scaled = coefficient.checked_mul(stride)?;
                match sum.parts.iter_mut().find(|part| part.0 == variable) {
                    Some(part) => part.1 = part.1.checked_add(scaled)?,
                    None => sum.parts.push((variable, scaled)),
                }
            }
        }
        sum.checked(space)
    }

    /// The value at a point of the space that it was made for.
    pub(super) fn at(&self, point: &[i64]) -> i64 {
        self.parts.iter().fold(self.constant, |sum, &(variable, coefficient)| sum + coefficient * point[variable])
    }

    /// The value at a point where it is known to be a coordinate.
    pub(super) fn coordinate_at(&self, point: &[i64]) -> u64 {
        self.at(point).unsigned_abs()
    }

    /// The variable, if it is nothing else.
    pub(super) fn as_variable(&self) -> Option<usize> {
        match self.parts.as_slice() {
            &[(variable, 1)] if self.constant == 0 => Some(variable),
            _ => None,
        }
    }

    /// Itself, unless some partial sum over the space could leave 64 bits.
    fn checked(self, space: &Space) -> Option<Self> {
        let mut bound = i128::from(self.constant).abs();
        for &(variable, coefficient) in &self.parts {
            let extent = i128::from(coefficient).abs() * i128::from(space.sizes[variable]);
            bound = bound.checked_add(extent)?;
        }
        (bound <= i128::from(i64::MAX)).then_some(self)
    }
}
