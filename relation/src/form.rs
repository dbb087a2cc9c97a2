//! Linear forms over names, and over quotients and remainders of such forms.
//!
//! A form is canonical: what a divisor divides is taken out of quotients and left out of remainders, and quotients of
//! quotients are one. MLIR simplifies expressions in the same way, so that a text and an attribute have the same form.

use crate::Linear;
use std::collections::BTreeSet;

/// What a form is a sum of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom<N> {
    /// A name.
    Name(N),
    /// A form, divided by a positive number and rounded down.
    Quotient(Form<N>, i64),
    /// What remains; it is not negative.
    Remainder(Form<N>, i64),
}

/// A sum of atoms with factors, and a constant.
pub type Form<N> = Linear<Atom<N>>;

impl<N: Ord + Clone> Form<N> {
    /// A name alone.
    pub fn name(name: N) -> Self {
        Self::term(Atom::Name(name))
    }

    /// The form, divided by a positive number and rounded down; `None` where a number exceeds 64 bits.
    pub fn quotient(&self, divisor: i64) -> Option<Self> {
        let (whole, rest) = self.divided(divisor);
        if rest.terms().is_empty() {
            return whole.plus(&Self::number(rest.constant().div_euclid(divisor)), 1);
        }
        let atom = match rest.as_term() {
            // The quotient of a quotient is one by the product of both divisors.
            Some(Atom::Quotient(inner, by)) => Atom::Quotient(inner.clone(), by.checked_mul(divisor)?),
            _ => Atom::Quotient(rest, divisor),
        };
        whole.plus(&Self::term(atom), 1)
    }

    /// What remains of the form after division by a positive number.
    pub fn remainder(&self, divisor: i64) -> Self {
        let (_, rest) = self.divided(divisor);
        if rest.terms().is_empty() {
            return Self::number(rest.constant().rem_euclid(divisor));
        }
        Self::term(match rest.as_term() {
            // Of a remainder by a multiple, it is what remains of the same.
            Some(Atom::Remainder(inner, by)) if by % divisor == 0 => Atom::Remainder(inner.clone(), divisor),
            _ => Atom::Remainder(rest, divisor),
        })
    }

    /// The name, if the form is nothing else.
    pub fn as_name(&self) -> Option<&N> {
        match self.as_term() {
            Some(Atom::Name(name)) => Some(name),
            _ => None,
        }
    }

    /// By what, if the form is the remainder of a division.
    pub fn as_remainder(&self) -> Option<i64> {
        match self.as_term() {
            Some(Atom::Remainder(_, divisor)) => Some(*divisor),
            _ => None,
        }
    }

    /// `(a, b)`, if the form is `a - b`.
    pub fn as_difference(&self) -> Option<(&N, &N)> {
        match self.terms() {
            [(Atom::Name(left), 1), (Atom::Name(right), -1)] | [(Atom::Name(right), -1), (Atom::Name(left), 1)]
                if self.constant() == 0 =>
            {
                Some((left, right))
            }
            _ => None,
        }
    }

    /// The names that it is made of.
    pub fn names(&self) -> BTreeSet<&N> {
        let mut names = BTreeSet::new();
        for (atom, _) in self.terms() {
            match atom {
                Atom::Name(name) => drop(names.insert(name)),
                Atom::Quotient(form, _) | Atom::Remainder(form, _) => names.extend(form.names()),
            }
        }
        names
    }

    /// The value, where each name has one; `None` where a number exceeds 64 bits.
    pub fn value_at(&self, of: &impl Fn(&N) -> Option<i64>) -> Option<i64> {
        self.value(|atom| match atom {
            Atom::Name(name) => of(name),
            Atom::Quotient(form, divisor) => Some(form.value_at(of)?.div_euclid(*divisor)),
            Atom::Remainder(form, divisor) => Some(form.value_at(of)?.rem_euclid(*divisor)),
        })
    }
}
