//! The additive terms of a statement: what is combined over what.
//!
//! Sums at the root are taken apart, as are the sums over variables that each summand has of its own (`sums` has placed
//! them). A term is never multiplied out, because that would change what a division of integers or an infinity means.

use crate::ast::{Expr, ExprKind, Operator, Reduction};

/// One summand of the right side.
#[derive(Clone, Debug)]
pub struct Term<'a> {
    /// Whether the term is added or subtracted.
    pub sign: Sign,
    /// How the values at the points of `variables` are combined; a sum, where there are none.
    pub reduction: Reduction,
    /// The variables that are combined over.
    pub variables: Vec<&'a str>,
    /// What is combined; its root is neither a sum over these variables nor a sign.
    pub expr: &'a Expr,
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

/// The terms of a value from left to right: sums, differences and signs at the root are taken apart.
pub fn additive_terms(value: &Expr) -> Vec<Term<'_>> {
    let mut terms = Vec::new();
    collect_terms(Sign::Plus, value, &mut terms);
    terms
}

fn collect_terms<'a>(sign: Sign, expr: &'a Expr, found: &mut Vec<Term<'a>>) {
    match &expr.kind {
        ExprKind::Negate(operand) => collect_terms(sign.flipped(), operand, found),
        ExprKind::Binary { operator: Operator::Add, left, right } => {
            collect_terms(sign, left, found);
            collect_terms(sign, right, found);
        }
        ExprKind::Binary { operator: Operator::Subtract, left, right } => {
            collect_terms(sign, left, found);
            collect_terms(sign.flipped(), right, found);
        }
        _ => found.push(term(sign, expr)),
    }
}

/// The expression as a term; nested reductions of one kind are one over the variables of all, but for those that ask
/// whether values are zero.
fn term(sign: Sign, expr: &Expr) -> Term<'_> {
    let mut term = Term { sign, reduction: Reduction::Sum, variables: Vec::new(), expr };
    while let ExprKind::Reduce { reduction, variables, body, .. } = &term.expr.kind {
        let is_first = term.variables.is_empty();
        let is_same = term.reduction == *reduction && !matches!(reduction, Reduction::Any | Reduction::All);
        if !is_first && !is_same {
            break;
        }
        term.reduction = *reduction;
        term.variables.extend(variables.iter().map(String::as_str));
        term.expr = body;
    }
    term
}
