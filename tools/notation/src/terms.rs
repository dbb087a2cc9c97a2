//! The additive terms of an assignment: what is summed over what.
//!
//! Only sums at the root are taken apart. `2*(A(i,j) + b(i))` is one term, so `b(i)` is counted once for every `j`; the
//! term is never multiplied out, because that would change what a division of integers or an infinity means. Nor are the
//! arguments of a function terms: `max(A(i,j), b(i))` is one, summed over `j`, so `b(i)` is compared with every `A(i,j)`.

use std::collections::BTreeSet;

use crate::ast::{Access, Assignment, Expr, ExprKind, Operator};

/// One summand of the right side.
#[derive(Clone, Debug)]
pub struct Term<'a> {
    /// Whether the term is added or subtracted.
    pub sign: Sign,
    /// The summand; its root is no sum and no sign.
    pub expr: &'a Expr,
    /// The variables that are summed: those that the target lacks, in order of first mention.
    pub summed: Vec<&'a str>,
}

/// Whether a term is added or subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Added.
    Plus,
    /// Subtracted.
    Minus,
}

impl Sign {
    fn flipped(self) -> Sign {
        match self {
            Sign::Plus => Sign::Minus,
            Sign::Minus => Sign::Plus,
        }
    }
}

/// The terms from left to right: sums, differences and signs at the root are taken apart.
pub fn additive_terms<'a>(assignment: &'a Assignment) -> Vec<Term<'a>> {
    let mut summands = Vec::new();
    collect_summands(Sign::Plus, &assignment.value, &mut summands);
    let kept: BTreeSet<&str> = assignment.target.variables().collect();
    let summed = |expr: &'a Expr| {
        let mut seen = kept.clone();
        let variables = expr.accesses().into_iter().flat_map(Access::variables);
        variables.filter(|variable| seen.insert(variable)).collect()
    };
    summands.into_iter().map(|(sign, expr)| Term { sign, expr, summed: summed(expr) }).collect()
}

fn collect_summands<'a>(sign: Sign, expr: &'a Expr, found: &mut Vec<(Sign, &'a Expr)>) {
    match &expr.kind {
        ExprKind::Negate(operand) => collect_summands(sign.flipped(), operand, found),
        ExprKind::Binary { operator: Operator::Add, left, right } => {
            collect_summands(sign, left, found);
            collect_summands(sign, right, found);
        }
        ExprKind::Binary { operator: Operator::Subtract, left, right } => {
            collect_summands(sign, left, found);
            collect_summands(sign.flipped(), right, found);
        }
        _ => found.push((sign, expr)),
    }
}
