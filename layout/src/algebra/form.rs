//! What the coordinates of a level are, as a linear form over dimensions, quotients and remainders.

use super::extent::{self, Extent};
use crate::DimExpr;
use std::collections::BTreeSet;

/// A dimension, or a quotient or remainder of a form.
pub type Atom = lacuna_relation::Atom<usize>;

/// A linear form whose names are dimensions.
pub type Form = lacuna_relation::Form<usize>;

impl DimExpr {
    /// The form of the expression; `None` for slots, for quotients that are rounded up, for divisors below 1, and where a
    /// factor or a divisor exceeds 63 bits.
    pub fn form(&self) -> Option<Form> {
        match self {
            Self::Dim(dimension) => Some(Form::name(*dimension)),
            Self::Constant(constant) => Some(Form::number(*constant)),
            Self::Slot | Self::CeilDiv(..) => None,
            Self::Add(left, right) => left.form()?.plus(&right.form()?, 1),
            Self::Sub(left, right) => left.form()?.plus(&right.form()?, -1),
            Self::Mul(operand, factor) => Form::default().plus(&operand.form()?, *factor),
            Self::FloorDiv(operand, divisor) => (*divisor > 0).then(|| operand.form()?.quotient(*divisor)).flatten(),
            Self::Mod(operand, divisor) => (*divisor > 0).then(|| Some(operand.form()?.remainder(*divisor))).flatten(),
        }
    }

    /// The expression of a form: what is added first, then what is subtracted.
    pub fn of_form(form: &Form) -> Self {
        let (added, subtracted): (Vec<_>, Vec<_>) = form.terms().iter().partition(|(_, factor)| *factor > 0);
        let starts_with_constant = form.terms().is_empty() || (added.is_empty() && form.constant() > 0);
        let mut sum = starts_with_constant.then_some(Self::Constant(form.constant()));
        for (atom, factor) in added.into_iter().chain(subtracted) {
            let times = |factor: i64| if factor == 1 { Self::of_atom(atom) } else { Self::of_atom(atom).times(factor) };
            sum = Some(match (sum, factor.checked_neg().filter(|opposite| *opposite > 0)) {
                (Some(sum), Some(opposite)) => sum.minus(times(opposite)),
                (Some(sum), None) => sum.plus(times(*factor)),
                (None, _) => times(*factor),
            });
        }
        let sum = sum.unwrap_or(Self::Constant(0));
        match form.constant() {
            0 => sum,
            _ if starts_with_constant => sum,
            constant if constant < 0 && constant != i64::MIN => sum.minus(Self::Constant(-constant)),
            constant => sum.plus(Self::Constant(constant)),
        }
    }

    fn of_atom(atom: &Atom) -> Self {
        match atom {
            Atom::Name(dimension) => Self::Dim(*dimension),
            Atom::Quotient(form, divisor) => Self::of_form(form).floor_div(*divisor),
            Atom::Remainder(form, divisor) => Self::of_form(form).modulo(*divisor),
        }
    }
}

/// What a form says where its names are dimensions.
pub trait DimensionForm {
    /// The dimension, if the form is nothing else.
    fn as_dimension(&self) -> Option<usize>;

    /// The dimensions that it is made of.
    fn dimensions(&self) -> BTreeSet<usize>;

    /// Whether it can be negative, in a tensor of some shape; such coordinates are stored in two's complement.
    fn is_signed(&self) -> bool;

    /// The coordinates of a level that stores this, for a tensor of this shape: all from 0 on unless they can be negative.
    /// Exact when each dimension occurs once; a remainder has every coordinate below its divisor whatever the shape. `None`
    /// when one exceeds 63 bits (a dimension alone may have any size), also of what is divided.
    fn extent(&self, shape: &[u64]) -> Option<Extent>;
}

impl DimensionForm for Form {
    fn as_dimension(&self) -> Option<usize> {
        self.as_name().copied()
    }

    fn dimensions(&self) -> BTreeSet<usize> {
        self.names().into_iter().copied().collect()
    }

    fn is_signed(&self) -> bool {
        extent::bounds(self).least.is_none_or(|least| least < 0)
    }

    fn extent(&self, shape: &[u64]) -> Option<Extent> {
        extent::of(self, shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Form {
        let format = crate::text::parse::attribute(&format!("(i, j) -> ({text} : compressed)")).expect("a format");
        format.levels[0].expr.form().expect("a form")
    }

    fn text(expr: &str) -> String {
        form(expr).text(&|dimension| crate::dimension_name(*dimension))
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
            assert_eq!(DimExpr::of_form(&form).form(), Some(form.clone()), "{written}");
        }
        assert_eq!(DimExpr::of_form(&form("-i + j")), DimExpr::Dim(1).minus(DimExpr::Dim(0)));
    }

    #[test]
    fn what_exceeds_64_bits_has_no_form() {
        let i = || DimExpr::Dim(0);
        assert_eq!(i().times(i64::MAX).times(2).form(), None);
        assert_eq!(i().floor_div(i64::MAX).floor_div(2).form(), None);
        assert_eq!(DimExpr::Constant(i64::MAX).plus(DimExpr::Constant(1)).form(), None);
        assert_eq!(i().floor_div(0).form(), None);
        assert_eq!(i().ceil_div(2).form(), None);
        assert_eq!(form("i").value_at(&|_| Some(i64::MAX)), Some(i64::MAX));
        assert_eq!(form("i + 1").value_at(&|_| Some(i64::MAX)), None);
    }

    #[test]
    fn kinds_of_forms_are_told() {
        assert_eq!(form("j").as_dimension(), Some(1));
        assert_eq!(form("j + 1").as_dimension(), None);
        assert_eq!(form("j mod 4").as_remainder(), Some(4));
        assert_eq!(form("j - i").as_difference(), Some((&1, &0)));
        assert_eq!(form("j - i + 1").as_difference(), None);
        assert_eq!(form("(j - i) floordiv 2 + 3").dimensions(), BTreeSet::from([0, 1]));
    }
}
