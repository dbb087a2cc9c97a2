//! Merges whose cases share what follows.
//!
//! A merge of many operands has many cases, and each holds the loops and points that follow the operands: code, and time to
//! compile it, grow with both. Where the cases differ in one value alone, that is chosen by case, and what follows stands once.

use super::{
    blend::{BlendedPart, Branching, find_parts, whole},
    cursor::OperandCursor,
    driver::Driver,
};
use crate::{
    fp::FpMode,
    index::{Access, Expr, ExprId, Nest, VarId},
};

/// The value in which the cases of a merge differ.
#[derive(Clone, Debug)]
pub struct SharedCases {
    /// The value, where all drivers store something.
    pub value: ExprId,
    /// The parts of it that are chosen apart; itself, where it is one.
    pub parts: Vec<BlendedPart>,
    /// The cases: bit `k` for `drivers[k]`.
    cases: Vec<u32>,
    drivers: usize,
}

impl SharedCases {
    /// For each combination of drivers, whether it is a case; `None` if every combination that is not empty is one.
    pub fn case_table(&self) -> Option<Vec<bool>> {
        let combinations = 1usize << self.drivers;
        (self.cases.len() + 1 < combinations).then(|| {
            let mut is_case = vec![false; combinations];
            self.cases.iter().for_each(|case| is_case[*case as usize] = true);
            is_case
        })
    }

    /// How many cases there are, and how many combinations of drivers that store something.
    pub fn count(&self) -> (usize, usize) {
        (self.cases.len(), (1 << self.drivers) - 1)
    }

    /// How many values stand in the code.
    pub(super) fn values(&self) -> usize {
        self.parts.iter().map(BlendedPart::cases).sum()
    }
}

/// The value in which the cases differ, if they differ in one alone. Given is the value that is computed where all drivers store
/// something, with the variables of the loops around it, and which combinations of drivers are cases.
///
/// Nothing but this value depends on the drivers, so the cases are the same otherwise, unless it is a constant in one of them:
/// what takes it is simpler then, too.
pub(super) fn share(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: &[Driver],
    ((value, vars), cases): ((ExprId, Vec<VarId>), Vec<u32>),
    fp: FpMode,
) -> Option<SharedCases> {
    let can_be_chosen = drivers.iter().all(|driver| driver.takes_entries(cursors));
    if !can_be_chosen || nest.knows_absence(value) || nest.may_be_absent(value) {
        return None;
    }
    let accesses: Vec<_> = drivers.iter().map(|driver| cursors[driver.cursor].access.clone()).collect();
    let value = part_that_reads(nest, value, &accesses, vars)?;
    let is_unknown_in = |case: &u32, parts: &[BlendedPart]| parts.iter().any(|part| part.is_left_in(*case));
    let are_right = |parts: &Vec<BlendedPart>| cases.iter().all(|case| is_unknown_in(case, parts));
    let parts = find_parts(nest, &accesses, value, Branching::Allowed, fp).filter(are_right);
    let parts = parts.or_else(|| Some(vec![whole(nest, &accesses, value)?]).filter(are_right))?;
    Some(SharedCases { value, parts, cases, drivers: drivers.len() })
}

/// The smallest part of an expression that has all reads of some accesses. `None` where it has folds, or depends on the variable of
/// a fold around it, or on one of those that are `bound` by loops.
fn part_that_reads(nest: &Nest, root: ExprId, accesses: &[Access], mut bound: Vec<VarId>) -> Option<ExprId> {
    let mut part = root;
    loop {
        if let Expr::Fold { var, .. } = nest.expr(part) {
            bound.push(*var);
        }
        let mut inner = nest.operands(part);
        inner.retain(|operand| nest.reads(*operand).iter().any(|read| accesses.contains(read)));
        inner.dedup();
        match inner[..] {
            [only] => part = only,
            _ => break,
        }
    }
    let has_folds = !nest.folded_vars(part).is_empty();
    (!has_folds && !bound.iter().any(|var| nest.depends_on(part, *var))).then_some(part)
}
