//! Subscripts from affine expressions of the IR.

use crate::index::subscript::Subscript;
use melior::ir::AffineExpr;

/// A quotient, rounded down, or a remainder, by a positive constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopDivision {
    /// `i floordiv 2`
    Quotient(i64),
    /// `i mod 2`
    Remainder(i64),
}

/// Reads an affine expression; `dimensions[d]` is what dimension `d` stands for. `None` where it is not linear.
pub fn linear_subscript(expression: AffineExpr<'_>, dimensions: &[Subscript]) -> Option<Subscript> {
    subscript(expression, dimensions, &|_, _| None)
}

/// The same where `divided` says what quotients and remainders of dimensions stand for.
pub fn subscript(
    expression: AffineExpr<'_>,
    dimensions: &[Subscript],
    divided: &dyn Fn(usize, LoopDivision) -> Option<Subscript>,
) -> Option<Subscript> {
    let mut sum = Subscript::default();
    add(&mut sum, expression, 1, (dimensions, divided))?;
    Some(sum)
}

/// The dimensions of which an expression has quotients or remainders, with the divisors.
pub fn divisions(expression: AffineExpr<'_>) -> Vec<(usize, i64)> {
    match division(expression) {
        Some((dimension, LoopDivision::Quotient(divisor) | LoopDivision::Remainder(divisor))) => {
            vec![(dimension, divisor)]
        }
        None if expression.is_binary() => [divisions(expression.lhs()), divisions(expression.rhs())].concat(),
        None => Vec::new(),
    }
}

/// The dimension and how it is divided, where the expression is that.
fn division(expression: AffineExpr<'_>) -> Option<(usize, LoopDivision)> {
    let kind = if expression.is_floor_div() {
        LoopDivision::Quotient
    } else if expression.is_mod() {
        LoopDivision::Remainder
    } else {
        return None;
    };
    let (of, by) = (expression.lhs(), expression.rhs());
    let is_divided = of.is_dim() && by.is_constant() && by.constant_value() > 0;
    is_divided.then(|| (of.dim_position(), kind(by.constant_value())))
}

/// What dimensions stand for, and what their quotients and remainders do.
type Terms<'a> = (&'a [Subscript], &'a dyn Fn(usize, LoopDivision) -> Option<Subscript>);

/// Adds a multiple of an expression.
fn add(sum: &mut Subscript, expression: AffineExpr<'_>, factor: i64, terms: Terms<'_>) -> Option<()> {
    let (dimensions, divided) = terms;
    if expression.is_dim() {
        *sum = sum.plus(dimensions.get(expression.dim_position())?, factor);
    } else if let Some((dimension, division)) = division(expression) {
        *sum = sum.plus(&divided(dimension, division)?, factor);
    } else if expression.is_constant() {
        let number = factor.checked_mul(expression.constant_value())?;
        sum.constant().checked_add(number)?;
        *sum = sum.plus(&Subscript::constant_of(number), 1);
    } else if expression.is_add() {
        add(sum, expression.lhs(), factor, terms)?;
        add(sum, expression.rhs(), factor, terms)?;
    } else if expression.is_mul() {
        let (left, right) = (expression.lhs(), expression.rhs());
        let (scaled, by) = if right.is_constant() { (left, right) } else { (right, left) };
        if !by.is_constant() {
            return None;
        }
        add(sum, scaled, factor.checked_mul(by.constant_value())?, terms)?;
    } else {
        return None;
    }
    Some(())
}
