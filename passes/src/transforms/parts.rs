//! Stored results whose points come in parts: which can be computed part by part, and which cannot be completed by converting
//! operands without merging each row of one with each row of another.

use crate::{
    analysis::iteration_graph::is_random_access,
    index::{
        Access, Expr, ExprId, Nest, Stmt, TensorId, VarId, Write,
        build::{loops, perfect_loops},
        specialize::Specializer,
    },
};
use lacuna_dialects::sloop::Combiner;

/// Whether the nodes of a stored result are found by their coordinates in every level: tables, or levels with room for
/// every coordinate. Then nothing is gained by having its points in any particular order.
pub fn takes_points_in_any_order(nest: &Nest, result: TensorId) -> bool {
    nest.tensor(result).format().is_some_and(|format| format.levels().iter().all(|level| level.capabilities().locate))
}

/// The statement of a stored result that gives each point a sum, as one that gives it the terms of the sum one by one;
/// `None` where a point is something else.
pub fn take_apart(nest: &Nest, statement: &Stmt) -> Option<Stmt> {
    let (around, inside) = perfect_loops(statement);
    let [Stmt::Write(write)] = inside else { return None };
    // No terms at all add up to zero.
    let starts_from_zero = nest.fill(write.target.tensor).is_zero() && write.elsewhere.is_some_and(|all| all.is_zero());
    let mut vars: Vec<_> = around.iter().map(|inner| (inner.var, inner.how)).collect();
    let points = vars.len();
    let mut value = write.value;
    while let Expr::Fold { var, how, combiner: Combiner::Add, body } = nest.expr(value) {
        vars.push((*var, *how));
        value = *body;
    }
    if !starts_from_zero || write.combiner.is_some() || vars.len() == points {
        return None;
    }
    loops(&vars, vec![Stmt::Write(Write { value, ..write.clone() })]).pop()
}

/// Whether two stored operands are multiplied along a variable that is summed over, while each has a variable of the result
/// that the other does not have, as in a product of matrices. Point by point, each row of one would be merged with each
/// column of the other, most of which have nothing in common; unless an operand says for which points that is wanted.
pub fn multiplies_rows(nest: &Nest, statement: &Stmt) -> bool {
    let (around, inside) = perfect_loops(statement);
    let [Stmt::Write(write)] = inside else { return false };
    let mut stored: Vec<Access> = Vec::new();
    for access in nest.reads(write.value) {
        if !is_random_access(nest, access.tensor) && !stored.contains(&access) {
            stored.push(access);
        }
    }
    let mut nest = nest.clone();
    let remaining: Vec<Vec<Access>> =
        stored.iter().map(|absent| reads_without(&mut nest, write.value, absent)).collect();
    // Whether one operand matters only where another stores something.
    let needs = |which: usize, other: usize| which == other || !remaining[other].contains(&stored[which]);
    let points = |which: usize| -> Vec<VarId> {
        around.iter().map(|inner| inner.var).filter(|var| stored[which].mentions(*var)).collect()
    };
    let summed = nest.folded_vars(write.value);
    let are_multiplied_rows = |left: usize, right: usize| {
        let (of_left, of_right) = (points(left), points(right));
        let shares_sum = summed.iter().any(|var| stored[left].mentions(*var) && stored[right].mentions(*var));
        let all: Vec<VarId> = of_left.iter().chain(&of_right).copied().collect();
        let has_all = |other: usize| all.iter().all(|var| stored[other].mentions(*var));
        let are_chosen = (0..stored.len()).any(|other| has_all(other) && needs(left, other) && needs(right, other));
        shares_sum && needs(left, right) && needs(right, left) && !are_chosen
    };
    (0..stored.len()).any(|right| (0..right).any(|left| are_multiplied_rows(left, right)))
}

/// What an expression still reads where an operand stores nothing.
fn reads_without(nest: &mut Nest, value: ExprId, absent: &Access) -> Vec<Access> {
    let remaining = Specializer::new(nest, std::slice::from_ref(absent)).expression(value).0;
    nest.reads(remaining)
}
