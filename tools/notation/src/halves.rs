//! Symmetric matrices of which a half is stored: an access means both images of an entry.
//!
//! Where the half on and below the diagonal is all that an operand has, `A(i,j)` is what is stored at `(i,j)` or at `(j,i)`: of two
//! images one is stored, and a point of the diagonal is its own. A term that multiplies with the access becomes two terms, one for
//! each image, so that each walks the operand as it is stored: `A(i,j) * x(j)` and `where(i != j, A(j,i) * x(j), 0)`. Elsewhere,
//! as in `max(A(i,j), 0)`, both stand in the place of the access.

use crate::ast::{
    Access, Assignment, Columns, Expr, ExprKind, Function, Number, Operator, Program, Reduction, Relation, Subscript,
    Update,
};
use std::collections::BTreeSet;

/// The most terms that one term becomes: three accesses have so many pairs of images.
const MOST_IMAGES: usize = 8;

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
            let terms = images(expr, halves).into_iter().map(Image::term);
            terms.reduce(|sum, term| binary(Operator::Add, sum, term, columns)).expect("there is an image")
        }
    }
}

/// What one choice of images makes of an expression.
#[derive(Clone)]
struct Image {
    expr: Expr,
    /// Relations that hold where the images are other points than those that are stored.
    conditions: Vec<Expr>,
}

impl Image {
    fn of(expr: Expr) -> Self {
        Self { expr, conditions: Vec::new() }
    }

    fn map(self, change: impl FnOnce(Expr) -> Expr) -> Self {
        Self { expr: change(self.expr), ..self }
    }

    /// The image where it is one, else zero. The condition stands around all factors: zero times infinity is no number.
    fn term(self) -> Expr {
        let columns = self.expr.columns;
        let zero = || Expr { kind: ExprKind::Number(Number::Integer(0)), columns };
        self.conditions.into_iter().fold(self.expr, |expr, condition| choice(condition, expr, zero()))
    }
}

/// Expressions that make up the expression together. What is not a product is one.
fn images(expr: Expr, halves: &BTreeSet<String>) -> Vec<Image> {
    if !reads(&expr, halves) {
        return vec![Image::of(expr)];
    }
    let columns = expr.columns;
    match expr.kind {
        ExprKind::Access(access) => {
            let [stored, other] = both_images(&access);
            let other = other_than(&access).map(|condition| Image { expr: other, conditions: vec![condition] });
            std::iter::once(Image::of(stored)).chain(other).collect()
        }
        ExprKind::Negate(operand) => {
            let negated = |expr: Expr| Expr { kind: ExprKind::Negate(Box::new(expr)), columns };
            images(*operand, halves).into_iter().map(|image| image.map(negated)).collect()
        }
        ExprKind::Binary { operator: Operator::Multiply, left, right } => {
            let (lefts, rights) = (images((*left).clone(), halves), images((*right).clone(), halves));
            if lefts.len() * rights.len() > MOST_IMAGES {
                return vec![Image::of(in_place(binary(Operator::Multiply, *left, *right, columns), halves))];
            }
            let product = |one: &Image, other: &Image| Image {
                expr: binary(Operator::Multiply, one.expr.clone(), other.expr.clone(), columns),
                conditions: [&one.conditions[..], &other.conditions].concat(),
            };
            lefts.iter().flat_map(|one| rights.iter().map(move |other| product(one, other))).collect()
        }
        ExprKind::Binary { operator: Operator::Divide, left, right } => {
            let right = in_place(*right, halves);
            let quotient = |left| binary(Operator::Divide, left, right.clone(), columns);
            images(*left, halves).into_iter().map(|image| image.map(quotient)).collect()
        }
        ExprKind::Reduce { reduction: Reduction::Sum, variables, body, is_implicit } => {
            // Conditions may be about variables of the sum.
            let summed = |image: Image| {
                let (variables, body) = (variables.clone(), Box::new(image.term()));
                Image::of(Expr {
                    kind: ExprKind::Reduce { reduction: Reduction::Sum, variables, body, is_implicit },
                    columns,
                })
            };
            images(*body, halves).into_iter().map(summed).collect()
        }
        kind => vec![Image::of(in_place(Expr { kind, columns }, halves))],
    }
}

/// The expression with both images in the place of each access.
fn in_place(expr: Expr, halves: &BTreeSet<String>) -> Expr {
    let columns = expr.columns;
    match expr.kind {
        ExprKind::Access(access) if halves.contains(&access.tensor) => {
            let [stored, other] = both_images(&access);
            match other_than(&access) {
                Some(condition) => choice(condition, binary(Operator::Add, stored.clone(), other, columns), stored),
                None => stored,
            }
        }
        kind => changed(Expr { kind, columns }, &mut |child| in_place(child, halves)),
    }
}

/// An entry where it is stored, and where its image is.
fn both_images(access: &Access) -> [Expr; 2] {
    let [row, column] = &access.subscripts[..] else { unreachable!("halves are those of matrices") };
    let other = Access { subscripts: vec![column.clone(), row.clone()], ..access.clone() };
    [access.clone(), other].map(|access| Expr { columns: access.columns, kind: ExprKind::Access(access) })
}

/// Where the image of an access is another point; `None` where it never is.
fn other_than(access: &Access) -> Option<Expr> {
    let [row, column] = &access.subscripts[..] else { unreachable!("halves are those of matrices") };
    let (left, right) = (Box::new(value_of(row)), Box::new(value_of(column)));
    let kind = ExprKind::Compare { relation: Relation::NotEqual, left, right };
    (row != column).then_some(Expr { kind, columns: access.columns })
}

fn choice(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    let columns = then.columns;
    Expr { kind: ExprKind::Call { function: Function::Where, arguments: vec![condition, then, otherwise] }, columns }
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
            "y(i) = A(i,j) * x(j) + where(i != j, A(j,i) * x(j), 0) + b(i)"
        );
        assert_eq!(halved("y(i) -= -A(i,j) / 2"), "y(i) -= -A(i,j) / 2 + where(i != j, -A(j,i) / 2, 0)");
        assert_eq!(
            halved("s = A(i,j) * A(j,k)"),
            "s = A(i,j) * A(j,k) + where(j != k, A(i,j) * A(k,j), 0) + where(i != j, A(j,i) * A(j,k), 0) + where(j != \
             k, where(i != j, A(j,i) * A(k,j), 0), 0)"
        );
    }

    #[test]
    fn elsewhere_both_stand_in_the_place_of_the_access() {
        let both = "where(i != j, A(i,j) + A(j,i), A(i,j))";
        assert_eq!(halved("C(i,j) = max(A(i,j), B(i,j))"), format!("C(i,j) = max({both}, B(i,j))"));
        assert_eq!(halved("y(i) = (A(i,j) + B(i,j)) * x(j)"), format!("y(i) = ({both} + B(i,j)) * x(j)"));
        assert_eq!(halved("p *= A(i,j)"), format!("p *= {both}"));
    }

    #[test]
    fn a_product_of_many_accesses_does_not_become_twice_as_many_terms_for_each() {
        let factors = ["A(i,j)"; 20].join(" * ");
        let halved = halved(&format!("s = {factors}"));
        assert!(halved.matches("where").count() < 100, "{halved}");
    }

    #[test]
    fn points_of_the_diagonal_are_their_own_image() {
        assert_eq!(halved("t = A(i,i)"), "t = A(i,i)");
        assert_eq!(halved("y(i) = A(i+1,2*i)"), "y(i) = A(i + 1,2*i) + where(i + 1 != 2 * i, A(2*i,i + 1), 0)");
        assert_eq!(halved("y(i) = B(i,j)"), "y(i) = B(i,j)");
    }
}
