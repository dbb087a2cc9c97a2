//! How the coordinates of the levels say those of the dimensions.
//!
//! Each level expression is a known value of a linear form over atoms: dimensions, quotients and
//! remainders. A form with one unknown atom makes the atom known; a known quotient and remainder of
//! the same operand and divisor make the operand a known form. That is repeated until nothing
//! changes. Not tried: solving several forms at once (`i + j` with `i - j`), and dividing: multiples of an atom do not
//! say it, as they do not to the compiler.
//!
//! What is known of an atom is kept as a linear combination of level coordinates, so that a
//! dimension is computed at once, however deep its blocks are nested.

mod linear;

use std::collections::{BTreeMap, BTreeSet};

use super::{DimExpr, Extent};
use linear::{Atom, Linear, linear};

/// How each dimension is computed from the coordinates of levels.
#[derive(Clone, Debug)]
pub(crate) struct Recovery {
    /// One a dimension; `None` where the levels do not say it.
    pub(crate) dimensions: Vec<Option<Recovered>>,
    /// Whether coordinates within the extents of all levels always agree with each other: each
    /// level says something that no other one says.
    pub(crate) is_exact: bool,
    /// A level of which a remainder is a part, so that it is not joined with its quotient.
    pub(crate) impure: Option<usize>,
    /// A level that no dimension is computed from, and whose coordinates are neither a sum of what is known above it nor a
    /// sum or a quotient of dimensions: code that walks it could not tell them from the others.
    pub(crate) needless: Option<usize>,
}

/// A dimension as a combination of level coordinates: `constant + sum of factor * coordinate`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recovered {
    /// The first level from which on the dimension is known.
    pub(crate) level: usize,
    /// Levels and their factors.
    pub(crate) factors: Vec<(usize, i64)>,
    constant: i64,
}

impl Recovered {
    /// The coordinate of the dimension, given that of each level.
    pub(crate) fn value(&self, coordinate_of: impl Fn(usize) -> i64) -> i128 {
        let term = |&(level, factor): &(usize, i64)| i128::from(factor) * i128::from(coordinate_of(level));
        // Where a sum saturates it is outside of every shape.
        self.factors.iter().fold(i128::from(self.constant), |sum, factor| sum.saturating_add(term(factor)))
    }

    /// The level whose coordinate it is, when it is that.
    pub(crate) fn as_level(&self) -> Option<usize> {
        match *self.factors {
            [(level, 1)] if self.constant == 0 => Some(level),
            _ => None,
        }
    }

    /// Whether it is below `size` and not negative for all coordinates within the extents.
    pub(crate) fn stays_below(&self, size: u64, extents: &[Extent]) -> bool {
        let end = |want_high: bool| {
            let mut ends = self.factors.iter().map(|&(level, factor)| {
                let extent = extents[level];
                let coordinate = if (factor > 0) == want_high { extent.high() } else { i128::from(extent.low) };
                coordinate.checked_mul(i128::from(factor))
            });
            ends.try_fold(i128::from(self.constant), |sum, term| sum.checked_add(term?))
        };
        let is_empty = self.factors.iter().any(|&(level, _)| extents[level].size == 0);
        is_empty || (end(false).is_some_and(|low| low >= 0) && end(true).is_some_and(|high| high < i128::from(size)))
    }
}

/// What is known of a form or an atom: a combination of level coordinates.
#[derive(Clone, Debug)]
struct Known {
    factors: BTreeMap<usize, i64>,
    constant: i64,
}

/// Finds out how each of `order` dimensions is computed from the values of `exprs`, one a level.
pub(crate) fn recover<'a>(order: usize, exprs: impl Iterator<Item = &'a DimExpr>) -> Recovery {
    let mut solver = Solver::default();
    let mut levels: Vec<Option<usize>> = vec![None; order];
    let mut informative = 0;
    let mut underived = Vec::new();
    for (number, expr) in exprs.enumerate() {
        let form = linear(expr);
        // Slots and the constant 0 say nothing, and have nothing to disagree with.
        let is_void = form.as_ref().is_some_and(|form| *form == Linear::default());
        informative += usize::from(!is_void);
        if let Some(form) = form {
            let follows = form.atoms.keys().all(|atom| solver.known.contains_key(atom));
            if !follows && !form.is_of_dimensions() {
                underived.push(number);
            }
            if let (Some(0..), Some(greatest)) = (expr.least(), expr.greatest()) {
                solver.greatest.insert(number, greatest);
            }
            let value = Known { factors: BTreeMap::from([(number, 1)]), constant: 0 };
            solver.forms.entry(form).or_insert(value);
        }
        solver.run();
        for (dimension, level) in levels.iter_mut().enumerate() {
            if level.is_none() && solver.known.contains_key(&Atom::Dim(dimension)) {
                *level = Some(number);
            }
        }
    }
    let joins = solver.joined.len();
    let is_exact = informative == order + joins && solver.known.len() == order + 2 * joins;
    let dimensions: Vec<_> = levels
        .iter()
        .enumerate()
        .map(|(dimension, level)| {
            let known = solver.known.get(&Atom::Dim(dimension))?;
            let factors = known.factors.iter().map(|(&level, &factor)| (level, factor)).collect();
            Some(Recovered { level: (*level)?, factors, constant: known.constant })
        })
        .collect();
    let is_used = |level: &usize| {
        dimensions.iter().flatten().any(|recovered: &Recovered| recovered.factors.iter().any(|(used, _)| used == level))
    };
    let needless = underived.into_iter().find(|level| !is_used(level));
    Recovery { dimensions, is_exact, impure: solver.impure, needless }
}

#[derive(Default)]
struct Solver {
    forms: BTreeMap<Linear, Known>,
    known: BTreeMap<Atom, Known>,
    /// Operands and divisors whose quotient and remainder have been put together.
    joined: BTreeSet<(Linear, i64)>,
    /// The greatest coordinates of levels that count from zero, for tensors of any shape.
    greatest: BTreeMap<usize, i128>,
    /// See [`Recovery::impure`].
    impure: Option<usize>,
}

impl Solver {
    /// Makes everything known that follows.
    fn run(&mut self) {
        loop {
            let before = (self.known.len(), self.forms.len());
            self.solve();
            self.join();
            if (self.known.len(), self.forms.len()) == before {
                return;
            }
        }
    }

    fn solve(&mut self) {
        for (form, value) in &self.forms {
            let mut unknown = form.atoms.iter().filter(|(atom, _)| !self.known.contains_key(atom));
            if let (Some((atom, &factor @ (1 | -1))), None) = (unknown.next(), unknown.next())
                && let Some(solution) = self.solution(form, value, atom, factor)
            {
                self.known.insert(atom.clone(), solution);
            }
        }
    }

    /// The value of the one unknown atom of a form, whose factor is 1 or -1.
    fn solution(&self, form: &Linear, value: &Known, unknown: &Atom, factor: i64) -> Option<Known> {
        let mut rest = value.plus_constant(form.constant.checked_neg()?)?;
        for (atom, &factor) in form.atoms.iter().filter(|(atom, _)| *atom != unknown) {
            rest = rest.plus(self.known.get(atom)?, factor.checked_neg()?)?;
        }
        rest.times(factor)
    }

    fn join(&mut self) {
        let mut found = Vec::new();
        for atom in self.known.keys() {
            let (Atom::FloorDiv(operand, divisor) | Atom::Mod(operand, divisor)) = atom else { continue };
            let Some(quotient) = operand.quotient(*divisor).and_then(|atom| self.known.get(&atom)) else { continue };
            let Some(remainder) = self.known.get(&operand.remainder(*divisor)) else { continue };
            if !self.stays_below(remainder, *divisor) {
                self.impure = self.impure.or(remainder.factors.keys().next_back().copied());
                continue;
            }
            let value = quotient.times(*divisor).and_then(|multiple| multiple.plus(remainder, 1));
            found.extend(value.map(|value| (operand.clone(), *divisor, value)));
        }
        for (operand, divisor, value) in found {
            self.joined.insert((operand.clone(), divisor));
            self.forms.entry(operand).or_insert(value);
        }
    }

    /// Whether what is known of a remainder stays from zero to the divisor for all coordinates of its levels.
    fn stays_below(&self, remainder: &Known, divisor: i64) -> bool {
        let add = |sum: i128, (level, &factor): (&usize, &i64)| {
            let greatest = *self.greatest.get(level).filter(|_| factor > 0)?;
            sum.checked_add(greatest.checked_mul(i128::from(factor))?)
        };
        let greatest = remainder.factors.iter().try_fold(i128::from(remainder.constant), add);
        remainder.constant >= 0 && greatest.is_some_and(|greatest| greatest < i128::from(divisor))
    }
}

impl Known {
    fn plus_constant(&self, constant: i64) -> Option<Known> {
        Some(Known { constant: self.constant.checked_add(constant)?, ..self.clone() })
    }

    fn times(&self, factor: i64) -> Option<Known> {
        let factors = self.factors.iter().map(|(&level, by)| Some((level, by.checked_mul(factor)?)));
        let factors = factors.collect::<Option<_>>()?;
        Some(Known { factors, constant: self.constant.checked_mul(factor)? })
    }

    fn plus(&self, other: &Known, factor: i64) -> Option<Known> {
        let mut sum = self.clone();
        let other = other.times(factor)?;
        for (level, by) in other.factors {
            let entry = sum.factors.entry(level).or_insert(0);
            *entry = entry.checked_add(by)?;
        }
        sum.factors.retain(|_, factor| *factor != 0);
        sum.constant = sum.constant.checked_add(other.constant)?;
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(order: usize, exprs: &[DimExpr]) -> Option<usize> {
        recover(order, exprs.iter()).dimensions.iter().position(Option::is_none)
    }

    #[test]
    fn blocks_determine_their_dimension() {
        let i = || DimExpr::Dim(0);
        assert_eq!(missing(1, &[i().floor_div(4), i().modulo(4)]), None);
        assert_eq!(missing(1, &[i().floor_div(4), i().modulo(8)]), Some(0));
        let outer = || i().floor_div(4);
        assert_eq!(missing(1, &[outer().floor_div(2), outer().modulo(2), i().modulo(4)]), None);
        let shifted = || i().plus(DimExpr::Constant(1));
        assert_eq!(missing(1, &[shifted().floor_div(4), i().modulo(4)]), Some(0));
        assert_eq!(missing(1, &[shifted().floor_div(4), shifted().modulo(4)]), None);
        // Loops over sums of remainders would meet others than these.
        assert_eq!(missing(2, &[i().modulo(4).plus(DimExpr::Dim(1)), DimExpr::Dim(1), outer()]), Some(0));
        assert_eq!(missing(1, &[outer(), DimExpr::Constant(200).minus(i().modulo(4))]), Some(0));
    }

    #[test]
    fn diagonals_determine_both_dimensions() {
        let (i, j) = (|| DimExpr::Dim(0), || DimExpr::Dim(1));
        assert_eq!(missing(2, &[j().minus(i()), i()]), None);
        assert_eq!(missing(2, &[j().minus(i())]), Some(0));
        assert_eq!(missing(2, &[j().minus(i()).plus(i())]), Some(0));
        assert_eq!(missing(1, &[i().times(0)]), Some(0));
        assert_eq!(missing(1, &[i().times(2)]), Some(0));
    }

    #[test]
    fn points_are_computed_back() {
        let (i, j) = (|| DimExpr::Dim(0), || DimExpr::Dim(1));
        let outer = || i().floor_div(4);
        for (exprs, is_exact) in [
            (vec![i(), j()], true),
            (vec![outer(), j(), i().modulo(4)], true),
            (vec![outer().floor_div(2), outer().modulo(2), j(), i().modulo(4)], true),
            (vec![j().minus(i()), i()], true),
            (vec![i().minus(j()), j(), DimExpr::Slot], true),
            (vec![i().plus(DimExpr::Constant(3)).times(-1), i().plus(j())], true),
            (vec![i().times(2), i().plus(j()), j()], false),
            (vec![j().minus(i().floor_div(2)), i().modulo(2), i().floor_div(2)], true),
            (vec![i(), j(), i().modulo(4)], false),
            (vec![outer(), i().modulo(4), i(), j()], false),
            (vec![i(), j(), DimExpr::Constant(0), i().modulo(1)], true),
            (vec![i(), j(), DimExpr::Constant(2)], false),
            (vec![outer().floor_div(2), j(), i().modulo(8).floor_div(2), i().modulo(2)], true),
        ] {
            let recovery = recover(2, exprs.iter());
            assert_eq!(recovery.is_exact, is_exact, "{exprs:?}");
            for point in [[0, 0], [3, 5], [9, 2], [4, 4]] {
                let levels: Vec<i64> = exprs.iter().map(|expr| expr.value_at(&|d| point[d])).collect();
                for (dimension, recovered) in recovery.dimensions.iter().enumerate() {
                    let value = recovered.as_ref().unwrap().value(|level| levels[level]);
                    assert_eq!(value, i128::from(point[dimension]), "{exprs:?} at {point:?}");
                }
            }
        }
    }

    #[test]
    fn remainders_of_what_is_known_anyway_are_needless() {
        let i = || DimExpr::Dim(0);
        for (exprs, needless) in [
            (vec![i().modulo(4), i()], Some(0)),
            (vec![i(), i().modulo(4)], Some(1)),
            (vec![i(), i().floor_div(4), i().modulo(4)], Some(2)),
            (vec![i().modulo(4), i(), i().floor_div(4)], Some(0)),
            (vec![i().modulo(8).floor_div(2), i()], Some(0)),
            (vec![i().floor_div(4), i().modulo(4), i()], None),
            (vec![i().floor_div(4), i().modulo(4), i().modulo(4)], None),
            (vec![i().floor_div(4), i()], None),
            (vec![i(), i().floor_div(4).floor_div(2)], None),
            (vec![i(), DimExpr::Constant(0), DimExpr::Slot, i().modulo(1)], None),
            (vec![i().times(2), i()], None),
        ] {
            assert_eq!(recover(1, exprs.iter()).needless, needless, "{exprs:?}");
        }
    }

    #[test]
    fn dimensions_are_known_as_early_as_can_be() {
        let (i, j) = (|| DimExpr::Dim(0), || DimExpr::Dim(1));
        let recovery = recover(2, [i(), j().minus(i()), j()].iter());
        let levels: Vec<usize> = recovery.dimensions.iter().flatten().map(|recovered| recovered.level).collect();
        assert_eq!(levels, [0, 1]);
        assert_eq!(recovery.dimensions[0].as_ref().unwrap().as_level(), Some(0));
        assert!(!recovery.is_exact);
    }

    #[test]
    fn overflow_leaves_dimensions_unknown() {
        let i = || DimExpr::Dim(0);
        assert_eq!(missing(1, &[i().times(i64::MAX).times(2)]), Some(0));
    }
}
