//! What the coordinates of a level are, as a linear form over dimensions, quotients and remainders.

use lacuna_dialects::{builder::Builder, ir::Value};
use melior::ir::AffineExpr;
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
}

impl Form {
    /// The form of an affine expression; `None` for what is not one of dimensions.
    pub fn new(expression: AffineExpr<'_>) -> Option<Self> {
        if expression.is_dim() {
            return Some(Self::atom(Atom::Dimension(expression.dim_position())));
        }
        if expression.is_constant() {
            return Some(Self { terms: BTreeMap::new(), constant: expression.constant_value() });
        }
        if expression.is_symbol() {
            return None;
        }
        let (left, right) = (Self::new(expression.lhs())?, Self::new(expression.rhs())?);
        if expression.is_add() {
            return left.plus(&right, 1);
        }
        let number = right.terms.is_empty().then_some(right.constant)?;
        if expression.is_mul() {
            Self::default().plus(&left, number)
        } else if expression.is_floor_div() {
            if number == 1 { Some(left) } else { left.quotient(number).map(Self::atom) }
        } else if expression.is_mod() {
            Some(Self::atom(left.remainder(number)))
        } else {
            None
        }
    }

    /// The quotient of a form: of a quotient, it is one by the product of both divisors.
    pub(super) fn quotient(&self, divisor: i64) -> Option<Atom> {
        match self.as_atom() {
            Some(Atom::Quotient(inner, by)) => Some(Atom::Quotient(inner.clone(), by.checked_mul(divisor)?)),
            _ => Some(Atom::Quotient(self.clone(), divisor)),
        }
    }

    /// What remains of a form: of a remainder by a multiple, what remains of the same.
    pub(super) fn remainder(&self, divisor: i64) -> Atom {
        match self.as_atom() {
            Some(Atom::Remainder(inner, by)) if by % divisor == 0 => Atom::Remainder(inner.clone(), divisor),
            _ => Atom::Remainder(self.clone(), divisor),
        }
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
        match self.terms.iter().next() {
            Some((Atom::Dimension(dimension), 1)) if self.terms.len() == 1 && self.constant == 0 => Some(*dimension),
            _ => None,
        }
    }

    /// By what, if the form is the remainder of a division.
    pub fn as_remainder(&self) -> Option<i64> {
        match self.terms.iter().next() {
            Some((Atom::Remainder(_, divisor), 1)) if self.terms.len() == 1 && self.constant == 0 => Some(*divisor),
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

    /// Whether it can be negative, in a tensor of some shape.
    pub fn is_signed(&self) -> bool {
        self.bounds().0.is_none_or(|least| least < 0)
    }

    /// The least and the greatest value in tensors of any shape, as far as there are such.
    pub(super) fn bounds(&self) -> (Option<i64>, Option<i64>) {
        let constant = Some(self.constant);
        self.terms.iter().fold((constant, constant), |(least, greatest), (atom, factor)| {
            let (low, high) = match atom {
                Atom::Dimension(_) => (Some(0), None),
                Atom::Quotient(form, divisor) => {
                    let (low, high) = form.bounds();
                    let divide = |bound: i64| bound.div_euclid(*divisor);
                    (low.map(divide), high.map(divide))
                }
                Atom::Remainder(_, divisor) => (Some(0), Some(divisor - 1)),
            };
            let (low, high) = if *factor < 0 { (high, low) } else { (low, high) };
            let plus = |sum: Option<i64>, bound: Option<i64>| sum?.checked_add(bound?.checked_mul(*factor)?);
            (plus(least, low), plus(greatest, high))
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

    /// Emits its value at a point, of which all coordinates are given.
    pub fn emit<'c>(&self, builder: &Builder<'c>, point: &[Value<'c>]) -> Value<'c> {
        let terms: Vec<_> = self
            .terms
            .iter()
            .map(|(atom, factor)| {
                let value = match atom {
                    Atom::Dimension(dimension) => point[*dimension],
                    Atom::Quotient(form, divisor) => {
                        let inner = form.emit(builder, point);
                        let name = if form.is_signed() { "arith.floordivsi" } else { "arith.divui" };
                        builder.binary(name, inner, builder.index(*divisor))
                    }
                    Atom::Remainder(form, divisor) => {
                        let inner = form.emit(builder, point);
                        let divisor = builder.index(*divisor);
                        if form.is_signed() {
                            let whole = builder.binary("arith.floordivsi", inner, divisor);
                            builder.binary("arith.subi", inner, builder.binary("arith.muli", whole, divisor))
                        } else {
                            builder.binary("arith.remui", inner, divisor)
                        }
                    }
                };
                (value, *factor)
            })
            .collect();
        super::linear(builder, terms.into_iter(), self.constant)
    }
}
