//! Stored results whose points come in parts: which can be computed part by part, and which cannot be completed by converting
//! operands without merging each row of one with each row of another.

use crate::{
    analysis::iteration_graph::is_random_access,
    index::{
        Access, Expr, ExprId, Loop, Nest, Stmt, TensorId, VarId, Write, build::loops, specialize::Specializer,
        statement::change_each_list, writes,
    },
};
use lacuna_dialects::sloop::Combiner;

/// Whether the nodes of a stored result are found by their coordinates in every level: tables, or levels with room for
/// every coordinate. Then nothing is gained by having its points in any particular order.
pub fn takes_points_in_any_order(nest: &Nest, result: TensorId) -> bool {
    nest.tensor(result).format().is_some_and(|format| format.levels().iter().all(|level| level.capabilities().locate))
}

/// A statement whose one write of a stored result, wherever it stands, gives each point the terms of a sum one by one instead of
/// the sum; `None` where a point is something else.
pub fn take_apart(nest: &Nest, statement: &Stmt, result: TensorId) -> Option<Stmt> {
    let is_written = |write: &Write| write.target.tensor == result;
    let all = writes(std::slice::from_ref(statement));
    let mut written = all.into_iter().filter(|(_, write)| is_written(write));
    let (Some((_, write)), None) = (written.next(), written.next()) else { return None };
    let terms = in_terms(nest, write)?;
    let mut list = vec![statement.clone()];
    change_each_list(&mut list, &mut Vec::new(), &mut |_, list| {
        let place = list.iter().position(|inner| matches!(inner, Stmt::Write(write) if is_written(write)));
        place.is_some_and(|place| {
            list.splice(place..=place, terms.clone());
            true
        })
    });
    list.pop()
}

/// Loops that give a point the terms of a sum.
fn in_terms(nest: &Nest, write: &Write) -> Option<Vec<Stmt>> {
    // No terms at all add up to zero.
    let starts_from_zero = nest.fill(write.target.tensor).is_zero() && write.elsewhere.is_some_and(|all| all.is_zero());
    let mut vars = Vec::new();
    let mut value = write.value;
    while let Expr::Fold { var, how, combiner: Combiner::Add, body } = nest.expr(value) {
        vars.push((*var, *how));
        value = *body;
    }
    if !starts_from_zero || write.combiner.is_some() || vars.is_empty() {
        return None;
    }
    Some(loops(&vars, vec![Stmt::Write(Write { value, ..write.clone() })]))
}

/// Whether two stored operands are multiplied along a variable that is summed over, while each has a variable of the result
/// that the other does not have, as in a product of matrices. Point by point, each row of one would be merged with each
/// column of the other, most of which have nothing in common; unless an operand says for which points that is wanted.
pub fn multiplies_rows(nest: &Nest, around: &[&Loop], write: &Write) -> bool {
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
