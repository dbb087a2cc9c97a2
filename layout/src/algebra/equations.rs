//! Solving for the dimensions of a tensor, given the coordinates of its levels.
//!
//! A form with one unknown atom makes the atom known; a known quotient and a known remainder of the same form make the form
//! known. That is repeated until nothing changes. Not tried: solving several forms at once (`i + j` with `i - j`), and
//! dividing: a multiple of an atom does not say it.

use super::{Atom, Form, OfLevels, OverLevels, extent::bounds};
use lacuna_relation::Bounds;
use std::collections::{BTreeMap, BTreeSet};

/// What is known, and what is not solved yet.
#[derive(Default)]
pub(super) struct Equations {
    pub(super) known: BTreeMap<Atom, OfLevels>,
    open: Vec<(Form, OfLevels)>,
    /// The greatest coordinates of levels that count from zero, in tensors of any shape.
    greatest: BTreeMap<usize, i128>,
    /// Forms and divisors whose quotient and remainder have been put together.
    pub(super) joined: BTreeSet<(Form, i64)>,
    /// A level of which a remainder is a part, so that it is not joined with its quotient.
    pub(super) impure: Option<usize>,
}

impl Equations {
    /// The value of a form whose atoms are known.
    pub(super) fn value(&self, form: &Form) -> Option<OfLevels> {
        let start = OfLevels::number(form.constant());
        form.terms().iter().try_fold(start, |sum, (atom, factor)| sum.plus(self.known.get(atom)?, *factor))
    }

    /// Takes the value of a form as given: the coordinates of a level.
    pub(super) fn learn(&mut self, form: &Form, level: usize) {
        if let Bounds { least: Some(0..), greatest: Some(greatest) } = bounds(form) {
            self.greatest.insert(level, greatest);
        }
        self.open.push((form.clone(), OfLevels::term(level)));
        loop {
            let before = (self.known.len(), self.open.len());
            for (form, value) in std::mem::take(&mut self.open) {
                self.solve(form, value);
            }
            self.join();
            if (self.known.len(), self.open.len()) == before {
                return;
            }
        }
    }

    /// Takes an equation apart, if one atom is unknown and has the factor one or minus one.
    fn solve(&mut self, form: Form, value: OfLevels) {
        let unknown: Vec<_> = form.terms().iter().filter(|(atom, _)| !self.known.contains_key(atom)).collect();
        match unknown.as_slice() {
            [] => {}
            [(atom, factor @ (1 | -1))] => {
                let (atom, factor) = (atom.clone(), *factor);
                let (_, rest) = form.split(|other, _| *other == atom);
                let solved = self.value(&rest).and_then(|rest| value.plus(&rest, -1));
                let solved = solved.and_then(|solved| OfLevels::default().plus(&solved, factor));
                self.known.extend(solved.map(|solved| (atom, solved)));
            }
            _ => self.open.push((form, value)),
        }
    }

    /// Joins quotients with their remainders, which may be written as those of the same form, or of parts of it.
    fn join(&mut self) {
        let mut done: BTreeSet<Form> = self.open.iter().map(|(form, _)| form.clone()).collect();
        let (mut found, mut joined) = (Vec::new(), Vec::new());
        for atom in self.known.keys() {
            let (Atom::Quotient(form, divisor) | Atom::Remainder(form, divisor)) = atom else { continue };
            let Some(quotient) = form.quotient(*divisor).and_then(|quotient| self.value(&quotient)) else { continue };
            let Some(remainder) = self.value(&form.remainder(*divisor)) else { continue };
            if !self.stays_below(&remainder, *divisor) {
                self.impure = self.impure.or(remainder.levels().next_back());
                continue;
            }
            joined.push((form.clone(), *divisor));
            if self.value(form).is_none() && done.insert(form.clone()) {
                found.extend(remainder.plus(&quotient, *divisor).map(|sum| (form.clone(), sum)));
            }
        }
        self.open.extend(found);
        self.joined.extend(joined);
    }

    /// Whether what is known of a remainder stays from zero to the divisor for all coordinates of its levels, so that
    /// loops over these meet no others.
    fn stays_below(&self, remainder: &OfLevels, divisor: i64) -> bool {
        let add = |sum: i128, (level, factor): &(usize, i64)| {
            let greatest = *self.greatest.get(level).filter(|_| *factor > 0)?;
            sum.checked_add(greatest.checked_mul(i128::from(*factor))?)
        };
        let greatest = remainder.terms().iter().try_fold(i128::from(remainder.constant()), add);
        remainder.constant() >= 0 && greatest.is_some_and(|greatest| greatest < i128::from(divisor))
    }
}
