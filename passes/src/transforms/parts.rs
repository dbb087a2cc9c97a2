//! Stored results whose points come in parts: which no order of the operands' levels makes worth while to compute point by
//! point.

use crate::{
    analysis::iteration_graph::is_random_access,
    nest::{Access, ExprId, Nest, Stmt, VarId, build::perfect_loops, specialize::Specializer},
};

/// Whether two stored operands are multiplied along a variable that is summed over, while each has a variable of the result
/// that the other does not have, as in a product of matrices. Point by point, each row of one would be merged with each
/// column of the other, most of which have nothing in common; unless an operand says for which points that is wanted.
pub fn multiplies_rows(nest: &Nest<'_>, statement: &Stmt<'_>) -> bool {
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
fn reads_without(nest: &mut Nest<'_>, value: ExprId, absent: &Access) -> Vec<Access> {
    let remaining = Specializer::new(nest, std::slice::from_ref(absent)).expression(value).0;
    nest.reads(remaining)
}
