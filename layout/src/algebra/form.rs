//! What the coordinates of a level are, as a linear form over dimensions, quotients and remainders.
//!
//! A form is canonical: what a divisor divides is taken out of quotients and left out of remainders, and quotients of
//! quotients are one. MLIR simplifies expressions in the same way, so that a text and an attribute have the same form.

use crate::DimExpr;
use std::collections::{BTreeMap, BTreeSet};

/// What a form is a sum of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// A dimension.
    Dimension(usize),
    /// A form, divided and rounded down.
    Quotient(Form, i64),
    /// What remains.
    Remainder(Form, i64),
}

/// A sum of atoms with factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    /// The atoms; no factor is zero.
    pub terms: BTreeMap<Atom, i64>,
    /// The constant.
    pub constant: i64,
}

impl Atom {
    fn text(&self, name: &dyn Fn(usize) -> String) -> String {
        let (form, word, divisor) = match self {
            Self::Dimension(dimension) => return name(*dimension),
            Self::Quotient(form, divisor) => (form, "floordiv", divisor),
            Self::Remainder(form, divisor) => (form, "mod", divisor),
        };
        let inner = form.text(name);
        let is_single = form.constant == 0 && form.terms.len() == 1 && form.terms.values().all(|factor| *factor > 0);
        if is_single { format!("{inner} {word} {divisor}") } else { format!("({inner}) {word} {divisor}") }
    }

    fn to_expr(&self) -> DimExpr {
        match self {
            Self::Dimension(dimension) => DimExpr::Dim(*dimension),
            Self::Quotient(form, divisor) => form.to_expr().floor_div(*divisor),
            Self::Remainder(form, divisor) => form.to_expr().modulo(*divisor),
        }
    }
}

impl Form {
    /// The form of an expression; `None` for slots, for quotients that are rounded up, for divisors below 1, and where a
    /// factor or a divisor exceeds 63 bits.
    pub fn new(expr: &DimExpr) -> Option<Self> {
        match expr {
            DimExpr::Dim(dimension) => Some(Self::atom(Atom::Dimension(*dimension))),
            DimExpr::Constant(constant) => Some(Self { terms: BTreeMap::new(), constant: *constant }),
            DimExpr::Slot | DimExpr::CeilDiv(..) => None,
            DimExpr::Add(left, right) => Self::new(left)?.plus(&Self::new(right)?, 1),
            DimExpr::Sub(left, right) => Self::new(left)?.plus(&Self::new(right)?, -1),
            DimExpr::Mul(operand, factor) => Self::default().plus(&Self::new(operand)?, *factor),
            DimExpr::FloorDiv(operand, divisor) => {
                (*divisor > 0).then(|| Self::new(operand)?.quotient(*divisor)).flatten()
            }
            DimExpr::Mod(operand, divisor) => {
                (*divisor > 0).then(|| Some(Self::new(operand)?.remainder(*divisor))).flatten()
            }
        }
    }

    /// The expression of the form: what is added first, then what is subtracted.
    pub fn to_expr(&self) -> DimExpr {
        let (added, subtracted): (Vec<_>, Vec<_>) = self.terms.iter().partition(|(_, factor)| **factor > 0);
        let starts_with_constant = self.terms.is_empty() || (added.is_empty() && self.constant > 0);
        let mut sum = starts_with_constant.then_some(DimExpr::Constant(self.constant));
        for (atom, factor) in added.into_iter().chain(subtracted) {
            let times = |factor: i64| if factor == 1 { atom.to_expr() } else { atom.to_expr().times(factor) };
            sum = Some(match (sum, factor.checked_neg().filter(|opposite| *opposite > 0)) {
                (Some(sum), Some(opposite)) => sum.minus(times(opposite)),
                (Some(sum), None) => sum.plus(times(*factor)),
                (None, _) => times(*factor),
            });
        }
        let sum = sum.unwrap_or(DimExpr::Constant(0));
        match self.constant {
            0 => sum,
            _ if starts_with_constant => sum,
            constant if constant < 0 && constant != i64::MIN => sum.minus(DimExpr::Constant(-constant)),
            constant => sum.plus(DimExpr::Constant(constant)),
        }
    }

    /// The form, divided and rounded down.
    pub(super) fn quotient(&self, divisor: i64) -> Option<Self> {
        let (whole, rest) = self.divided(divisor);
        if rest.terms.is_empty() {
            return Some(Self { constant: whole.constant.checked_add(rest.constant.div_euclid(divisor))?, ..whole });
        }
        let atom = match rest.as_atom() {
            // The quotient of a quotient is one by the product of both divisors.
            Some(Atom::Quotient(inner, by)) => Atom::Quotient(inner.clone(), by.checked_mul(divisor)?),
            _ => Atom::Quotient(rest, divisor),
        };
        whole.plus(&Self::atom(atom), 1)
    }

    /// What remains of the form.
    pub(super) fn remainder(&self, divisor: i64) -> Self {
        let (_, rest) = self.divided(divisor);
        if rest.terms.is_empty() {
            return Self { constant: rest.constant.rem_euclid(divisor), ..rest };
        }
        Self::atom(match rest.as_atom() {
            // Of a remainder by a multiple, it is what remains of the same.
            Some(Atom::Remainder(inner, by)) if by % divisor == 0 => Atom::Remainder(inner.clone(), divisor),
            _ => Atom::Remainder(rest, divisor),
        })
    }

    /// The form as a multiple of a divisor and the terms that the divisor does not divide.
    fn divided(&self, divisor: i64) -> (Self, Self) {
        let (mut whole, mut rest) = (Self::default(), Self::default());
        for (atom, factor) in &self.terms {
            if factor % divisor == 0 {
                whole.terms.insert(atom.clone(), factor / divisor);
            } else {
                rest.terms.insert(atom.clone(), *factor);
            }
        }
        if self.constant % divisor == 0 {
            whole.constant = self.constant / divisor;
        } else {
            rest.constant = self.constant;
        }
        (whole, rest)
    }

    fn as_atom(&self) -> Option<&Atom> {
        match self.terms.first_key_value() {
            Some((atom, 1)) if self.terms.len() == 1 && self.constant == 0 => Some(atom),
            _ => None,
        }
    }

    fn atom(atom: Atom) -> Self {
        Self { terms: BTreeMap::from([(atom, 1)]), constant: 0 }
    }

    /// The form and a multiple of another one; `None` where a number exceeds 64 bits.
    fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (atom, coefficient) in &other.terms {
            let entry = sum.terms.entry(atom.clone()).or_insert(0);
            *entry = entry.checked_add(coefficient.checked_mul(factor)?)?;
        }
        sum.terms.retain(|_, coefficient| *coefficient != 0);
        Some(sum)
    }

    /// The dimension, if the form is nothing else.
    pub fn as_dimension(&self) -> Option<usize> {
        match self.as_atom() {
            Some(Atom::Dimension(dimension)) => Some(*dimension),
            _ => None,
        }
    }

    /// By what, if the form is the remainder of a division.
    pub fn as_remainder(&self) -> Option<i64> {
        match self.as_atom() {
            Some(Atom::Remainder(_, divisor)) => Some(*divisor),
            _ => None,
        }
    }

    /// The dimensions that it is made of.
    pub fn dimensions(&self) -> BTreeSet<usize> {
        let of_atom = |atom: &Atom| match atom {
            Atom::Dimension(dimension) => BTreeSet::from([*dimension]),
            Atom::Quotient(form, _) | Atom::Remainder(form, _) => form.dimensions(),
        };
        self.terms.keys().flat_map(of_atom).collect()
    }

    /// `(i, j)`, if the form is dimension `i` less dimension `j`.
    pub fn as_difference(&self) -> Option<(usize, usize)> {
        let find = |factor| {
            self.terms.iter().find_map(|(atom, coefficient)| match atom {
                Atom::Dimension(dimension) if *coefficient == factor => Some(*dimension),
                _ => None,
            })
        };
        (self.terms.len() == 2 && self.constant == 0).then(|| Some((find(1)?, find(-1)?))).flatten()
    }

    /// Its value at a point; `None` on overflow.
    pub fn value(&self, point: &[i64]) -> Option<i64> {
        self.terms.iter().try_fold(self.constant, |sum, (atom, factor)| {
            let value = match atom {
                Atom::Dimension(dimension) => *point.get(*dimension)?,
                Atom::Quotient(form, divisor) => form.value(point)?.div_euclid(*divisor),
                Atom::Remainder(form, divisor) => form.value(point)?.rem_euclid(*divisor),
            };
            sum.checked_add(value.checked_mul(*factor)?)
        })
    }

    /// The form in words of formats, with `name` saying those of dimensions: `j - i`, `i mod 4`.
    pub fn text(&self, name: &dyn Fn(usize) -> String) -> String {
        // What is added comes first.
        let (added, subtracted): (Vec<_>, Vec<_>) = self.terms.iter().partition(|(_, factor)| **factor > 0);
        let mut text = String::new();
        let mut append = |is_negative: bool, part: &str| {
            text += match (text.is_empty(), is_negative) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text += part;
        };
        let starts_with_constant = added.is_empty() && self.constant > 0;
        if starts_with_constant {
            append(false, &self.constant.to_string());
        }
        for (atom, factor) in added.into_iter().chain(subtracted) {
            let atom = atom.text(name);
            let part = if factor.abs() == 1 { atom } else { format!("{atom} * {}", factor.unsigned_abs()) };
            append(*factor < 0, &part);
        }
        if !starts_with_constant && (self.constant != 0 || self.terms.is_empty()) {
            append(self.constant < 0, &self.constant.unsigned_abs().to_string());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Form {
        let format = crate::text::parse::attribute(&format!("(i, j) -> ({text} : compressed)")).expect("a format");
        Form::new(&format.levels[0].expr).expect("a form")
    }

    fn text(expr: &str) -> String {
        form(expr).text(&crate::dimension_name)
    }

    #[test]
    fn forms_are_canonical() {
        for (written, canonical) in [
            ("i - i + j", "j"),
            ("-i + j", "j - i"),
            ("i * 2 floordiv 2", "i"),
            ("(i * 4 + j) floordiv 4", "i + j floordiv 4"),
            ("(i * 4 + j) mod 4", "j mod 4"),
            ("(i + 4) floordiv 4", "i floordiv 4 + 1"),
            ("(i - 3) mod 4", "(i - 3) mod 4"),
            ("i floordiv 4 floordiv 2", "i floordiv 8"),
            ("i mod 8 mod 2", "i mod 2"),
            ("i mod 2 mod 8", "i mod 2 mod 8"),
            ("i mod 1", "0"),
            ("i floordiv 1", "i"),
            ("7 floordiv 2", "3"),
            ("-7 floordiv 2", "-4"),
            ("-7 mod 2", "1"),
            ("200 - i mod 4", "200 - i mod 4"),
        ] {
            assert_eq!(text(written), canonical, "{written}");
        }
    }

    #[test]
    fn expressions_of_forms_have_the_same_form() {
        for written in ["i", "j - i", "-i - j", "3 - i * 2", "i floordiv 4 + j mod 3 - 5", "0", "-2", "i * -2 + 1"] {
            let form = form(written);
            assert_eq!(Form::new(&form.to_expr()), Some(form.clone()), "{written}");
        }
        assert_eq!(form("-i + j").to_expr(), DimExpr::Dim(1).minus(DimExpr::Dim(0)));
    }

    #[test]
    fn what_exceeds_64_bits_has_no_form() {
        let i = || DimExpr::Dim(0);
        assert_eq!(Form::new(&i().times(i64::MAX).times(2)), None);
        assert_eq!(Form::new(&i().floor_div(i64::MAX).floor_div(2)), None);
        assert_eq!(Form::new(&DimExpr::Constant(i64::MAX).plus(DimExpr::Constant(1))), None);
        assert_eq!(Form::new(&i().floor_div(0)), None);
        assert_eq!(Form::new(&i().ceil_div(2)), None);
        assert_eq!(form("i").value(&[i64::MAX]), Some(i64::MAX));
        assert_eq!(form("i + 1").value(&[i64::MAX]), None);
    }

    #[test]
    fn kinds_of_forms_are_told() {
        assert_eq!(form("j").as_dimension(), Some(1));
        assert_eq!(form("j + 1").as_dimension(), None);
        assert_eq!(form("j mod 4").as_remainder(), Some(4));
        assert_eq!(form("j - i").as_difference(), Some((1, 0)));
        assert_eq!(form("j - i + 1").as_difference(), None);
        assert_eq!(form("(j - i) floordiv 2 + 3").dimensions(), BTreeSet::from([0, 1]));
    }
}
