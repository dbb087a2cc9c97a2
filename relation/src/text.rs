//! Linear forms as text.

use crate::{Atom, Form, Linear};

impl<T: Ord + Clone> Linear<T> {
    /// The sum, with `text` saying terms: `a * 2 - b + 3`, in the order of the terms.
    pub fn text_in_order(&self, text: impl Fn(&T) -> String) -> String {
        let mut sum = Sum::default();
        self.terms().iter().for_each(|(term, factor)| sum.add(&text(term), *factor));
        sum.end(self.constant())
    }
}

impl<N: Ord + Clone> Form<N> {
    /// The form, with `name` saying names: `j - i`, `i mod 4`. What is added comes first.
    pub fn text(&self, name: &dyn Fn(&N) -> String) -> String {
        let (added, subtracted): (Vec<_>, Vec<_>) = self.terms().iter().partition(|(_, factor)| *factor > 0);
        let mut sum = Sum::default();
        let starts_with_constant = added.is_empty() && self.constant() > 0;
        if starts_with_constant {
            sum.append(false, &self.constant().to_string());
        }
        added.into_iter().chain(subtracted).for_each(|(atom, factor)| sum.add(&atom.text(name), *factor));
        sum.end(if starts_with_constant { 0 } else { self.constant() })
    }
}

impl<N: Ord + Clone> Atom<N> {
    fn text(&self, name: &dyn Fn(&N) -> String) -> String {
        let (form, word, divisor) = match self {
            Self::Name(of) => return name(of),
            Self::Quotient(form, divisor) => (form, "floordiv", divisor),
            Self::Remainder(form, divisor) => (form, "mod", divisor),
        };
        let inner = form.text(name);
        let is_single = form.constant() == 0 && matches!(form.terms(), [(_, 1..)]);
        if is_single { format!("{inner} {word} {divisor}") } else { format!("({inner}) {word} {divisor}") }
    }
}

/// A sum that is being written.
#[derive(Default)]
struct Sum(String);

impl Sum {
    fn append(&mut self, is_negative: bool, part: &str) {
        self.0 += match (self.0.is_empty(), is_negative) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        self.0 += part;
    }

    fn add(&mut self, term: &str, factor: i64) {
        match factor.unsigned_abs() {
            1 => self.append(factor < 0, term),
            times => self.append(factor < 0, &format!("{term} * {times}")),
        }
    }

    fn end(mut self, constant: i64) -> String {
        if constant != 0 || self.0.is_empty() {
            self.append(constant < 0, &constant.unsigned_abs().to_string());
        }
        self.0
    }
}
