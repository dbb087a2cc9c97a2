//! `sloop-split-variables`: give each level of blocked and diagonal operands a loop of its own.
//!
//! The levels of BCSR are block row, block column, row and column in the block: where such an operand is read at
//! `[i, j]`, the loop over `i` becomes one over blocks and one inside them, and `i` becomes `4 * ib + ii` wherever it
//! occurs. Diagonals replace `j` by `i + d`. A level that counts slots gets a loop that sums over them, and so does one
//! that has nodes although its coordinates follow from the levels above. Where a block may stand over the edge of the
//! tensor, a limit keeps the loops inside.
//!
//! Loops are replaced where they stand, also around other statements. Those get loops of their own if a variable becomes a
//! sum of others of which they have no loops, or if their operands cannot be walked by its parts.
//!
//! Example: `test/passes/split_variables.mlir`. Not done here: operands that would split one variable in two ways, which are
//! converted before (`sloop-insert-conversions`).

mod level_vars;
mod splitter;

use super::{rewrite_nests, sharing::take_out};
use crate::{
    analysis::iteration_graph::{Refusal, level_subscripts},
    diagnostic::Reported,
    index::{
        Access, Nest, Place, Stmt,
        distribute::{distribute, units},
        problem::Problem,
        statement::first_where,
        writes,
    },
    options,
    pass::Pass,
};
use lacuna_dialects::ir::Op;
use splitter::Splitter;
use std::collections::VecDeque;

options! {
    /// Options of `sloop-split-variables`.
    pub struct SplitVariables {}
}

impl Pass for SplitVariables {
    const ARGUMENT: &'static str = "sloop-split-variables";
    const SUMMARY: &'static str = "Give each level of blocked and diagonal operands a loop of its own";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_nests(root, split)
    }
}

/// Splits the variables of every statement of a nest that asks for it; says whether one does.
pub fn split(nest: &mut Nest) -> Result<bool, Problem> {
    let mut changed = false;
    let mut waiting: VecDeque<Stmt> = nest.body.clone().into();
    let mut body = Vec::new();
    while let Some(statement) = waiting.pop_front() {
        let Some((access, location)) = next_to_split(nest, &statement) else {
            body.push(statement);
            continue;
        };
        changed = true;
        if let Some(apart) = take_apart(nest, &statement, &access, location)? {
            apart.into_iter().rev().for_each(|statement| waiting.push_front(statement));
            continue;
        }
        let splitter = Splitter::new(nest, &access, location)?;
        let split = splitter.statements(nest, std::slice::from_ref(&statement), &mut Vec::new())?;
        split.into_iter().rev().for_each(|statement| waiting.push_front(statement));
    }
    nest.body = body;
    Ok(changed)
}

/// The parts of a statement some of which cannot have the loops that an access asks for, if there are such.
fn take_apart(
    nest: &mut Nest,
    statement: &Stmt,
    access: &Access,
    location: Place,
) -> Result<Option<Vec<Stmt>>, Problem> {
    if let [unit] = units(statement).as_slice()
        && matches!(unit.inside, Stmt::Write(_))
    {
        return Ok(None);
    }
    let mut trial = nest.clone();
    let splitter = Splitter::new(&mut trial, access, location)?;
    let sharing = take_out(nest, statement, |unit| {
        let own: Vec<_> = unit.around.iter().map(|inner| inner.var).collect();
        let all = writes(std::slice::from_ref(unit.inside));
        if all.iter().any(|(_, write)| splitter.is_in(nest, write)) {
            return None;
        }
        all.iter().find_map(|(inner, write)| {
            let around: Vec<_> = own.iter().copied().chain(inner.iter().map(|inner| inner.var)).collect();
            splitter.reason_against(&trial, write, &around)
        })
    });
    if sharing.is_apart() {
        return distribute(nest, statement, &sharing.groups).map(Some);
    }
    let all = writes(std::slice::from_ref(statement));
    let lacks_some = all.iter().any(|(around, write)| {
        let around: Vec<_> = around.iter().map(|inner| inner.var).collect();
        !splitter.has_loops(nest, write, &around)
    });
    match first_where(std::slice::from_ref(statement)).filter(|_| lacks_some) {
        Some(inner) => Err(inner.refuse(&format!(
            "the levels of {} ask for other loops around it, and it cannot be taken apart",
            nest.describe(access.tensor)
        ))),
        None => Ok(None),
    }
}

/// An access to a stored tensor with a level that is no variable yet.
fn next_to_split(nest: &Nest, statement: &Stmt) -> Option<(Access, Place)> {
    writes(std::slice::from_ref(statement)).into_iter().find_map(|(_, write)| {
        let accesses = nest.reads(write.value).into_iter().chain([write.target.clone()]);
        let wants_split = |access: &Access| {
            let plain = access.subscripts.iter().all(|subscript| subscript.as_var().is_some());
            plain && matches!(level_subscripts(nest, access), Err(Refusal::NoSlot { .. } | Refusal::NoLoop { .. }))
        };
        accesses.into_iter().find(wants_split).map(|access| (access, write.location))
    })
}
