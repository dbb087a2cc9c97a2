//! Whether the coordinates of the levels say the coordinates of the dimensions.
//!
//! Each level expression is a known value of a linear form over atoms: dimensions, quotients and
//! remainders. A form with one unknown atom makes the atom known; a known quotient and remainder of
//! the same operand and divisor make the operand a known form. That is repeated until nothing
//! changes. Not tried: solving several forms at once (`i + j` with `i - j`).

use std::collections::{BTreeMap, BTreeSet};

use super::DimExpr;

/// A sum of atoms with non-zero factors; constants are left out, they determine nothing.
type Linear = BTreeMap<Atom, i64>;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    Dim(usize),
    FloorDiv(Linear, i64),
    Mod(Linear, i64),
}

/// The first dimension that cannot be computed from the values of `exprs`.
pub(super) fn undetermined_dimension<'a>(order: usize, exprs: impl Iterator<Item = &'a DimExpr>) -> Option<usize> {
    let mut forms: BTreeSet<Linear> = exprs.map(linear).collect();
    let mut known: BTreeSet<Atom> = BTreeSet::new();
    loop {
        let before = (known.len(), forms.len());
        for form in &forms {
            let mut unknown = form.keys().filter(|atom| !known.contains(atom));
            if let (Some(atom), None) = (unknown.next(), unknown.next()) {
                known.insert(atom.clone());
            }
        }
        let rejoined = known.iter().filter_map(|atom| match atom {
            Atom::FloorDiv(operand, divisor) => {
                let remainder = Atom::Mod(operand.clone(), *divisor);
                known.contains(&remainder).then(|| operand.clone())
            }
            _ => None,
        });
        forms.extend(rejoined);
        if (known.len(), forms.len()) == before {
            return (0..order).find(|&dimension| !known.contains(&Atom::Dim(dimension)));
        }
    }
}

/// The linear form of an expression. Factors that overflow saturate: only whether they are zero
/// matters.
fn linear(expr: &DimExpr) -> Linear {
    match expr {
        DimExpr::Dim(dimension) => Linear::from([(Atom::Dim(*dimension), 1)]),
        DimExpr::Constant(_) | DimExpr::Slot => Linear::new(),
        DimExpr::Add(left, right) => sum(linear(left), linear(right), 1),
        DimExpr::Sub(left, right) => sum(linear(left), linear(right), -1),
        DimExpr::Mul(operand, factor) => sum(Linear::new(), linear(operand), *factor),
        DimExpr::FloorDiv(operand, 1) => linear(operand),
        DimExpr::FloorDiv(operand, divisor) => Linear::from([(Atom::FloorDiv(linear(operand), *divisor), 1)]),
        DimExpr::Mod(operand, divisor) => Linear::from([(Atom::Mod(linear(operand), *divisor), 1)]),
    }
}

fn sum(mut left: Linear, right: Linear, factor: i64) -> Linear {
    for (atom, coefficient) in right {
        let entry = left.entry(atom).or_insert(0);
        *entry = entry.saturating_add(coefficient.saturating_mul(factor));
    }
    left.retain(|_, coefficient| *coefficient != 0);
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(order: usize, exprs: &[DimExpr]) -> Option<usize> {
        undetermined_dimension(order, exprs.iter())
    }

    #[test]
    fn blocks_determine_their_dimension() {
        let i = || DimExpr::Dim(0);
        assert_eq!(missing(1, &[i().floor_div(4), i().modulo(4)]), None);
        assert_eq!(missing(1, &[i().floor_div(4), i().modulo(8)]), Some(0));
        let outer = || i().floor_div(4);
        assert_eq!(missing(1, &[outer().floor_div(2), outer().modulo(2), i().modulo(4)]), None);
    }

    #[test]
    fn diagonals_determine_both_dimensions() {
        let (i, j) = (|| DimExpr::Dim(0), || DimExpr::Dim(1));
        assert_eq!(missing(2, &[j().minus(i()), i()]), None);
        assert_eq!(missing(2, &[j().minus(i())]), Some(0));
        assert_eq!(missing(2, &[j().minus(i()).plus(i())]), Some(0));
        assert_eq!(missing(1, &[i().times(0)]), Some(0));
    }
}
