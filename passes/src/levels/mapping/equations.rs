//! Solving for the dimensions of a tensor, given the coordinates of its levels.

use super::{Atom, Form, OfLevels};
use std::collections::{BTreeMap, BTreeSet};

/// What is known, and what is not solved yet.
#[derive(Default)]
pub(super) struct Equations {
    pub(super) known: BTreeMap<Atom, OfLevels>,
    open: Vec<(Form, OfLevels)>,
    /// The greatest coordinates of levels that count from zero, in tensors of any shape.
    greatest: BTreeMap<usize, i64>,
    /// A level of which a remainder is a part, so that it is not joined with its quotient.
    pub(super) impure: Option<usize>,
}

impl Equations {
    /// The value of a form whose atoms are known.
    pub(super) fn value(&self, form: &Form) -> Option<OfLevels> {
        let mut sum = OfLevels { levels: BTreeMap::new(), constant: form.constant };
        for (atom, factor) in &form.terms {
            sum = sum.plus(self.known.get(atom)?, *factor)?;
        }
        Some(sum)
    }

    /// Takes the value of a form as given: the coordinates of a level.
    pub(super) fn learn(&mut self, form: &Form, level: usize) {
        if let (Some(0..), Some(greatest)) = form.bounds() {
            self.greatest.insert(level, greatest);
        }
        self.open.push((form.clone(), OfLevels::level(level)));
        loop {
            let before = (self.known.len(), self.open.len());
            for (form, value) in std::mem::take(&mut self.open) {
                self.solve(form, value);
            }
            self.rejoin();
            if (self.known.len(), self.open.len()) == before {
                return;
            }
        }
    }

    /// Takes an equation apart, if one atom is unknown and has the factor one or minus one.
    fn solve(&mut self, form: Form, value: OfLevels) {
        let unknown: Vec<_> = form.terms.iter().filter(|(atom, _)| !self.known.contains_key(atom)).collect();
        match unknown.as_slice() {
            [] => {}
            [(atom, factor)] if **factor == 1 || **factor == -1 => {
                let (atom, factor) = ((*atom).clone(), **factor);
                let rest = Form {
                    terms: form
                        .terms
                        .iter()
                        .filter(|(other, _)| **other != atom)
                        .map(|(a, f)| (a.clone(), *f))
                        .collect(),
                    constant: form.constant,
                };
                let solved = self.value(&rest).and_then(|rest| value.plus(&rest, -1));
                let solved = solved.and_then(|solved| OfLevels::default().plus(&solved, factor));
                self.known.extend(solved.map(|solved| (atom, solved)));
            }
            _ => self.open.push((form, value)),
        }
    }

    /// Joins quotients with their remainders, which may be written as those of the same form, or of parts of it.
    fn rejoin(&mut self) {
        let mut done: BTreeSet<Form> = self.open.iter().map(|(form, _)| form.clone()).collect();
        let mut joined = Vec::new();
        for atom in self.known.keys() {
            let (Atom::Quotient(form, divisor) | Atom::Remainder(form, divisor)) = atom else { continue };
            let Some(quotient) = form.quotient(*divisor).and_then(|quotient| self.known.get(&quotient)) else {
                continue;
            };
            let Some(remainder) = self.known.get(&form.remainder(*divisor)) else { continue };
            if !self.stays_below(remainder, *divisor) {
                self.impure = self.impure.or(remainder.levels.keys().next_back().copied());
                continue;
            }
            if self.value(form).is_none() && done.insert(form.clone()) {
                joined.extend(remainder.plus(quotient, *divisor).map(|sum| (form.clone(), sum)));
            }
        }
        self.open.extend(joined);
    }

    /// Whether what is known of a remainder stays from zero to the divisor for all coordinates of its levels, so that
    /// loops over these meet no others.
    fn stays_below(&self, remainder: &OfLevels, divisor: i64) -> bool {
        let add = |sum: i64, (level, factor): (&usize, &i64)| {
            let greatest = *self.greatest.get(level).filter(|_| *factor > 0)?;
            sum.checked_add(greatest.checked_mul(*factor)?)
        };
        let greatest = remainder.levels.iter().try_fold(remainder.constant, add);
        remainder.constant >= 0 && greatest.is_some_and(|greatest| greatest < divisor)
    }
}
