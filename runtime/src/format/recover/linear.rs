//! Expressions as sums of multiples of dimensions, quotients and remainders.

use std::collections::BTreeMap;

use super::super::DimExpr;

/// A sum of atoms with non-zero factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Linear {
    pub(super) atoms: BTreeMap<Atom, i64>,
    pub(super) constant: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Atom {
    Dim(usize),
    FloorDiv(Linear, i64),
    Mod(Linear, i64),
}

impl Linear {
    /// The quotient: of a quotient, it is one by the product of both divisors. `None` where that exceeds 63 bits.
    pub(super) fn quotient(&self, divisor: i64) -> Option<Atom> {
        match self.as_atom() {
            Some(Atom::FloorDiv(inner, by)) => Some(Atom::FloorDiv(inner.clone(), by.checked_mul(divisor)?)),
            _ => Some(Atom::FloorDiv(self.clone(), divisor)),
        }
    }

    /// What remains: of a remainder by a multiple, what remains of the same.
    pub(super) fn remainder(&self, divisor: i64) -> Atom {
        match self.as_atom() {
            Some(Atom::Mod(inner, by)) if by % divisor == 0 => Atom::Mod(inner.clone(), divisor),
            _ => Atom::Mod(self.clone(), divisor),
        }
    }

    fn as_atom(&self) -> Option<&Atom> {
        match self.atoms.first_key_value() {
            Some((atom, 1)) if self.atoms.len() == 1 && self.constant == 0 => Some(atom),
            _ => None,
        }
    }

    /// Whether it is a sum of dimensions, or the quotient of one.
    pub(super) fn is_of_dimensions(&self) -> bool {
        if let (Some((Atom::FloorDiv(operand, _), 1)), 1, 0) =
            (self.atoms.first_key_value(), self.atoms.len(), self.constant)
        {
            return operand.is_of_dimensions();
        }
        self.atoms.keys().all(|atom| matches!(atom, Atom::Dim(_)))
    }
}

/// The linear form of an expression; `None` when a factor exceeds 63 bits.
pub(super) fn linear(expr: &DimExpr) -> Option<Linear> {
    let atom = |atom: Atom| Linear { atoms: BTreeMap::from([(atom, 1)]), constant: 0 };
    Some(match expr {
        DimExpr::Dim(dimension) => atom(Atom::Dim(*dimension)),
        DimExpr::Constant(constant) => Linear { constant: *constant, ..Linear::default() },
        DimExpr::Slot | DimExpr::Mod(_, 1) => Linear::default(),
        DimExpr::Add(left, right) => sum(linear(left)?, linear(right)?, 1)?,
        DimExpr::Sub(left, right) => sum(linear(left)?, linear(right)?, -1)?,
        DimExpr::Mul(operand, factor) => sum(Linear::default(), linear(operand)?, *factor)?,
        DimExpr::FloorDiv(operand, 1) => linear(operand)?,
        DimExpr::FloorDiv(operand, divisor) => atom(linear(operand)?.quotient(*divisor)?),
        DimExpr::Mod(operand, divisor) => atom(linear(operand)?.remainder(*divisor)),
    })
}

fn sum(mut left: Linear, right: Linear, factor: i64) -> Option<Linear> {
    for (atom, coefficient) in right.atoms {
        let entry = left.atoms.entry(atom).or_insert(0);
        *entry = entry.checked_add(coefficient.checked_mul(factor)?)?;
    }
    left.atoms.retain(|_, coefficient| *coefficient != 0);
    left.constant = left.constant.checked_add(right.constant.checked_mul(factor)?)?;
    Some(left)
}
