//! Merges whose cases share what follows.
//!
//! A merge of many operands has many cases, and each holds the loops and points that follow the operands: code, and time to
//! compile it, grow with both. Where the cases differ in one value alone, that is chosen by case, and what follows stands once.

use super::{
    blend::{BlendedPart, Branching, MergedRead, find_parts, whole},
    cursor::OperandCursor,
    driver::Driver,
};
use crate::{
    fp::FpMode,
    index::{Access, Expr, ExprId, Nest, VarId, constant::Constant, specialize::Specializer},
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
    /// For each combination of drivers, whether it is a case; `None` if every combination that the merge comes to is one.
    pub fn case_table(&self) -> Option<Vec<bool>> {
        let (cases, combinations) = self.count();
        (cases < combinations).then(|| {
            let mut is_case = vec![false; 1 << self.drivers];
            self.cases.iter().for_each(|case| is_case[*case as usize] = true);
            is_case
        })
    }

    /// How many cases there are, and to how many combinations of drivers the merge comes: also to the empty one, if that is a
    /// case.
    pub fn count(&self) -> (usize, usize) {
        (self.cases.len(), (1 << self.drivers) - usize::from(!self.cases.contains(&0)))
    }

    /// How many values stand in the code.
    pub(super) fn values(&self) -> usize {
        self.parts.iter().map(BlendedPart::copies).sum()
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
    let can_be_chosen = drivers.iter().all(|driver| driver.takes_values(cursors));
    if !can_be_chosen || nest.knows_absence(value) || nest.may_be_absent(value) {
        return None;
    }
    let reads = MergedRead::of(cursors, drivers);
    for value in parts_that_read(nest, value, &reads, vars).into_iter().rev() {
        if let Some(parts) = parts_for_all(nest, &reads, value, &cases, fp) {
            return Some(SharedCases { value, parts, cases, drivers: drivers.len() });
        }
    }
    None
}

/// The parts of a value, if what takes it may take its value in each case as that of an operand that stores something.
fn parts_for_all(
    nest: &mut Nest,
    reads: &[MergedRead],
    value: ExprId,
    cases: &[u32],
    fp: FpMode,
) -> Option<Vec<BlendedPart>> {
    // Where the fewest operands store something, least is left.
    let is_first_right = cases.first().is_none_or(|case| is_like_stored_in(nest, reads, value, *case));
    let parts = if is_first_right { find_parts(nest, reads, value, Branching::Allowed, fp) } else { None };
    let parts = match parts {
        None if is_first_right => vec![whole(nest, reads, value)?],
        parts => parts?,
    };
    let is_left_in = |case: &u32| parts.iter().any(|part| part.is_left_in(*case));
    let are_right = cases.iter().all(|case| is_left_in(case) || is_like_stored_in(nest, reads, value, *case));
    are_right.then_some(parts)
}

/// Whether of a value in a case is made what is made of any other: it is neither a zero that annihilates, nor an absent distance.
fn is_like_stored_in(nest: &mut Nest, reads: &[MergedRead], value: ExprId, case: u32) -> bool {
    let is_absent = |bit: &usize| case >> bit & 1 == 0;
    let absent: Vec<_> = (0..reads.len()).filter(is_absent).map(|bit| reads[bit].access().clone()).collect();
    Specializer::known(nest, &absent, value).is_none_or(|known| {
        let is_plain = known.value.is_finite() && !known.value.is_zero();
        known.value != Constant::Absent && (is_plain || !known.absent)
    })
}

/// The parts of an expression that have all reads of some drivers, from the outside to the inside; of these, those without folds,
/// that depend neither on the variable of a fold around them nor on one of those that are `bound` by loops.
fn parts_that_read(nest: &Nest, root: ExprId, reads: &[MergedRead], mut bound: Vec<VarId>) -> Vec<ExprId> {
    let is_of_driver = |access: &Access| reads.iter().any(|read| read.access() == access);
    let (mut part, mut parts) = (root, Vec::new());
    loop {
        let is_free = !bound.iter().any(|var| nest.depends_on(part, *var));
        if is_free && nest.folded_vars(part).is_empty() {
            parts.push(part);
        }
        if let Expr::Fold { var, .. } = nest.expr(part) {
            bound.push(*var);
        }
        let mut inner = nest.operands(part);
        inner.retain(|operand| nest.reads(*operand).iter().any(is_of_driver));
        inner.dedup();
        match inner[..] {
            [only] => part = only,
            _ => return parts,
        }
    }
}
