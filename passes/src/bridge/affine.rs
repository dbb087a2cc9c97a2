//! Subscripts from affine expressions of the IR.

use crate::index::subscript::Subscript;
use melior::ir::AffineExpr;

/// Reads an affine expression; `dimensions[d]` is what dimension `d` stands for. `None` where it is not linear.
pub fn linear_subscript(expression: AffineExpr<'_>, dimensions: &[Subscript]) -> Option<Subscript> {
    let mut sum = Subscript::default();
    add(&mut sum, expression, 1, dimensions)?;
    Some(sum)
}

/// Adds a multiple of an expression.
fn add(sum: &mut Subscript, expression: AffineExpr<'_>, factor: i64, dimensions: &[Subscript]) -> Option<()> {
    if expression.is_dim() {
        *sum = sum.plus(dimensions.get(expression.dim_position())?, factor);
    } else if expression.is_constant() {
        let number = factor.checked_mul(expression.constant_value())?;
        sum.constant().checked_add(number)?;
        *sum = sum.plus(&Subscript::constant_of(number), 1);
    } else if expression.is_add() {
        add(sum, expression.lhs(), factor, dimensions)?;
        add(sum, expression.rhs(), factor, dimensions)?;
    } else if expression.is_mul() {
        let (left, right) = (expression.lhs(), expression.rhs());
        let (scaled, by) = if right.is_constant() { (left, right) } else { (right, left) };
        if !by.is_constant() {
            return None;
        }
        add(sum, scaled, factor.checked_mul(by.constant_value())?, dimensions)?;
    } else {
        return None;
    }
    Some(())
}
