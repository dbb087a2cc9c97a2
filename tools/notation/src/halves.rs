//! Symmetric matrices of which a half is stored: an access means both images of an entry.
//!
//! Where the half on and below the diagonal is all that an operand has, `A(i,j)` is `A(i,j) + where(i != j, A(j,i), 0)`: of each
//! two images one is stored, and a point of the diagonal is its own. A term that multiplies with the access becomes two terms,
//! one for each image, so that each walks the operand as it is stored. Elsewhere, as in `max(A(i,j), 0)` or under a division,
//! the sum of both stands in the place of the access.

use crate::ast::{
    Access, Assignment, Expr, ExprKind, Number, Operator, Program, Reduction, Relation, Subscript, Update,
};
use crate::ast::{Columns, Function};
use std::collections::BTreeSet;

/// The program that computes the same when only the lower halves of these matrices are there.
pub fn read_halves(program: &Program, halves: &BTreeSet<String>) -> Program {
    let statement = |statement: &Assignment| {
        let value = statement.value.clone();
        let value = match statement.update {
            Update::Replace | Update::Add | Update::Subtract => by_terms(value, halves),
            Update::Multiply | Update::Max | Update::Min => in_place(value, halves),
        };
        Assignment { value, ..statement.clone() }
    };
    Program { statements: program.statements.iter().map(statement).collect() }
}

/// The expression, a sum of terms, with a term for each image.
fn by_terms(expr: Expr, halves: &BTreeSet<String>) -> Expr {
    if !reads(&expr, halves) {
        return expr;
    }
    match &expr.kind {
        ExprKind::Negate(_) | ExprKind::Binary { operator: Operator::Add | Operator::Subtract, .. } => {
            changed(expr, &mut |child| by_terms(child, halves))
        }
        _ => {
            let columns = expr.columns;
            let mut images = images(expr, halves).into_iter();
            let first = images.next().expect("there is an image");
            images.fold(first, |sum, image| binary(Operator::Add, sum, image, columns))
        }
    }
}

/// Expressions that make up the expression together. What is not a product is one.
fn images(expr: Expr, halves: &BTreeSet<String>) -> Vec<Expr> {
    if !reads(&expr, halves) {
        return vec![expr];
    }
    let columns = expr.columns;
    match expr.kind {
        ExprKind::Access(access) => both_images(access),
        ExprKind::Negate(operand) => {
            let negated = |image| Expr { kind: ExprKind::Negate(Box::new(image)), columns };
            images(*operand, halves).into_iter().map(negated).collect()
        }
        ExprKind::Binary { operator: Operator::Multiply, left, right } => {
            let (left, right) = (images(*left, halves), images(*right, halves));
            let product = |one: &Expr, other: &Expr| binary(Operator::Multiply, one.clone(), other.clone(), columns);
            left.iter().flat_map(|one| right.iter().map(move |other| product(one, other))).collect()
        }
        ExprKind::Binary { operator: Operator::Divide, left, right } => {
            let right = in_place(*right, halves);
            let quotient = |image| binary(Operator::Divide, image, right.clone(), columns);
            images(*left, halves).into_iter().map(quotient).collect()
        }
        ExprKind::Reduce { reduction: Reduction::Sum, variables, body, is_implicit } => {
            let summed = |image| {
                let (variables, body) = (variables.clone(), Box::new(image));
                Expr { kind: ExprKind::Reduce { reduction: Reduction::Sum, variables, body, is_implicit }, columns }
            };
            images(*body, halves).into_iter().map(summed).collect()
        }
        kind => vec![in_place(Expr { kind, columns }, halves)],
    }
}

/// The expression with the sum of both images in the place of each access.
fn in_place(expr: Expr, halves: &BTreeSet<String>) -> Expr {
    let columns = expr.columns;
    match expr.kind {
        ExprKind::Access(access) if halves.contains(&access.tensor) => {
            let mut images = both_images(access).into_iter();
            let first = images.next().expect("there is an image");
            images.fold(first, |sum, image| binary(Operator::Add, sum, image, columns))
        }
        kind => changed(Expr { kind, columns }, &mut |child| in_place(child, halves)),
    }
}

/// The entry as it is stored, and its image where that is another one.
fn both_images(access: Access) -> Vec<Expr> {
    let columns = access.columns;
    let [row, column] = &access.subscripts[..] else { unreachable!("halves are those of matrices") };
    let other = Access { subscripts: vec![column.clone(), row.clone()], ..access.clone() };
    let is_other = ExprKind::Compare {
        relation: Relation::NotEqual,
        left: Box::new(value_of(row)),
        right: Box::new(value_of(column)),
    };
    let is_diagonal = row == column;
    let zero = ExprKind::Number(Number::Integer(0));
    let arguments = [is_other, ExprKind::Access(other), zero].map(|kind| Expr { kind, columns }).to_vec();
    let image = Expr { kind: ExprKind::Call { function: Function::Where, arguments }, columns };
    let stored = Expr { kind: ExprKind::Access(access), columns };
    if is_diagonal { vec![stored] } else { vec![stored, image] }
}

/// A subscript as a value.
fn value_of(subscript: &Subscript) -> Expr {
    let columns = subscript.columns;
    let of = |kind| Expr { kind, columns };
    let number = |value: i64| {
        let size = of(ExprKind::Number(Number::Integer(value.saturating_abs())));
        if value < 0 { of(ExprKind::Negate(Box::new(size))) } else { size }
    };
    let parts = subscript.parts.iter().map(|part| {
        let index = of(ExprKind::Index(part.variable.clone()));
        if part.coefficient == 1 { index } else { binary(Operator::Multiply, number(part.coefficient), index, columns) }
    });
    let constant = (subscript.constant != 0).then(|| number(subscript.constant));
    let sum = parts.chain(constant).reduce(|sum, part| binary(Operator::Add, sum, part, columns));
    sum.unwrap_or_else(|| number(0))
}

fn reads(expr: &Expr, halves: &BTreeSet<String>) -> bool {
    expr.accesses().iter().any(|access| halves.contains(&access.tensor))
}

fn binary(operator: Operator, left: Expr, right: Expr, columns: Columns) -> Expr {
    Expr { kind: ExprKind::Binary { operator, left: Box::new(left), right: Box::new(right) }, columns }
}

fn changed(expr: Expr, change: &mut dyn FnMut(Expr) -> Expr) -> Expr {
    match expr.with_children(&mut |child| Ok::<_, std::convert::Infallible>(change(child))) {
        Ok(expr) => expr,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_program;

    fn halved(text: &str) -> String {
        let program = parse_program(text).expect("a program");
        read_halves(&program, &["A".to_owned()].into()).to_string()
    }

    #[test]
    fn products_are_a_term_for_each_image() {
        assert_eq!(
            halved("y(i) = A(i,j) * x(j) + b(i)"),
            "y(i) = A(i,j) * x(j) + where(i != j, A(j,i), 0) * x(j) + b(i)"
        );
        assert_eq!(halved("y(i) -= -A(i,j) / 2"), "y(i) -= -A(i,j) / 2 + -where(i != j, A(j,i), 0) / 2");
        assert_eq!(
            halved("s = A(i,j) * A(j,k)"),
            "s = A(i,j) * A(j,k) + A(i,j) * where(j != k, A(k,j), 0) + where(i != j, A(j,i), 0) * A(j,k) + where(i != \
             j, A(j,i), 0) * where(j != k, A(k,j), 0)"
        );
    }

    #[test]
    fn elsewhere_both_stand_in_the_place_of_the_access() {
        assert_eq!(halved("C(i,j) = max(A(i,j), B(i,j))"), "C(i,j) = max(A(i,j) + where(i != j, A(j,i), 0), B(i,j))");
        assert_eq!(
            halved("y(i) = (A(i,j) + B(i,j)) * x(j)"),
            "y(i) = (A(i,j) + where(i != j, A(j,i), 0) + B(i,j)) * x(j)"
        );
        assert_eq!(halved("p *= A(i,j)"), "p *= A(i,j) + where(i != j, A(j,i), 0)");
    }

    #[test]
    fn points_of_the_diagonal_are_their_own_image() {
        assert_eq!(halved("t = A(i,i)"), "t = A(i,i)");
        assert_eq!(halved("y(i) = A(i+1,2*i)"), "y(i) = A(i + 1,2*i) + where(i + 1 != 2 * i, A(2*i,i + 1), 0)");
        assert_eq!(halved("y(i) = B(i,j)"), "y(i) = B(i,j)");
    }
}
