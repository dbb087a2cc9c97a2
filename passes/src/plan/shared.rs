//! Merges whose cases share what follows.
//!
//! A merge of many operands has many cases, and each holds the loops and points that follow the operands: code, and time to
//! compile it, grow with both. Where the cases differ in one value alone, that is chosen by what is stored, and what follows is
//! emitted once.

use super::{
    blend::{BlendedPart, Branching, MergedRead, absent_accesses, find_parts, whole},
    cursor::OperandCursor,
    driver::Driver,
    work::Work,
};
use crate::{
    fp::FpMode,
    index::{Access, Expr, ExprId, Nest, VarId, algebra::tells_absence, specialize::Specializer},
};

/// The value in which the cases of a merge differ.
#[derive(Clone, Debug)]
pub struct SharedCases {
    /// The value, where all drivers store something.
    pub value: ExprId,
    /// The parts of it that are chosen apart; itself, where it is one. They number the joined drivers.
    pub parts: Vec<BlendedPart>,
    /// The drivers by which is chosen. The others are in all cases, and are told apart. Numbers from that of the last driver on are
    /// those of `pending`.
    pub joined: Vec<usize>,
    /// Cursors by which is chosen, too: merges around entered their last levels, and did not ask whether the entries are there.
    pub pending: Vec<usize>,
    /// The cases: bit `k` for `joined[k]`.
    cases: Vec<u32>,
    /// Whether the merge also visits coordinates at which none of the joined drivers is there.
    visits_none: bool,
}

impl SharedCases {
    /// For each combination of joined drivers, whether it is a case; `None` if every combination that the merge visits is one.
    pub fn case_table(&self) -> Option<Vec<bool>> {
        let (cases, combinations) = self.count_cases();
        (cases < combinations).then(|| {
            let mut is_case = vec![false; 1 << self.joined.len()];
            self.cases.iter().for_each(|case| is_case[*case as usize] = true);
            is_case
        })
    }

    /// The number of cases, and of combinations of joined drivers that the merge visits.
    pub fn count_cases(&self) -> (usize, usize) {
        (self.cases.len(), (1 << self.joined.len()) - usize::from(!self.visits_none))
    }

    /// How many values are in the code.
    pub(super) fn values(&self) -> usize {
        self.parts.iter().map(BlendedPart::count_copies).sum()
    }
}

/// The value in which the cases differ, if they differ in one alone. Given is the value that is computed where all drivers store
/// something, with the variables of the loops around it, and which combinations of drivers are cases. What all of these have in
/// common is there wherever the value is computed.
///
/// Nothing but this value depends on the drivers, so the cases are the same otherwise, unless it is a constant in one of them:
/// what takes it is simpler then, too.
pub(super) fn share(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    (drivers, pending): (&[Driver], &[usize]),
    ((value, vars), cases): ((ExprId, Vec<VarId>), Vec<u32>),
    (takes_every_value, fp): (bool, FpMode),
) -> Option<SharedCases> {
    let common = cases.iter().copied().reduce(|common, case| common & case).unwrap_or(0);
    let is_joined = |number: &usize| *number >= drivers.len() || common >> number & 1 == 0;
    let joined: Vec<_> = (0..drivers.len() + pending.len()).filter(is_joined).collect();
    let can_be_chosen =
        joined.iter().filter_map(|number| drivers.get(*number)).all(|driver| driver.gives_values(cursors));
    if !can_be_chosen || nest.knows_absence(value) || nest.may_be_absent(value) {
        return None;
    }
    let of_joined = |case: u32| joined.iter().enumerate().map(|(bit, driver)| (case >> driver & 1) << bit).sum();
    let cases: Vec<u32> = cases.into_iter().map(of_joined).collect();
    let read = |number: &usize| match drivers.get(*number) {
        Some(driver) => MergedRead::of_driver(cursors, driver),
        None => MergedRead::of_entry(&cursors[pending[number - drivers.len()]]),
    };
    let reads: Vec<_> = joined.iter().map(read).collect();
    let visits_none = takes_every_value || common != 0;
    let around = expressions_with_all_reads(nest, value, &reads, vars);
    for (depth, (inner, is_free)) in around.iter().enumerate().rev() {
        // Nothing takes the whole of it.
        let taken: Vec<_> = around[1..].iter().take(depth).rev().map(|(id, _)| *id).collect();
        if *is_free && let Some(parts) = parts_for_all(nest, &reads, (*inner, &taken), &cases, fp) {
            return Some(SharedCases { value: *inner, parts, joined, pending: pending.to_vec(), cases, visits_none });
        }
    }
    None
}

/// Whether what operands store that end here can be asked where the value is computed that reads them, in one of the loops inside.
pub(super) fn can_be_asked_inside(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    (work, ended): (&Work, &[Access]),
    fp: FpMode,
) -> bool {
    let Some((value, _)) = work.value_in_loops().filter(|_| !work.loop_vars(nest).is_empty()) else { return false };
    if nest.knows_absence(value) || nest.may_be_absent(value) {
        return false;
    }
    let Some(body) = body_that_reads(nest, value, ended) else { return false };
    let read = nest.reads(body);
    let stored = cursors.iter().filter(|cursor| !cursor.random && read.contains(&cursor.access));
    let reads: Vec<_> = stored.map(MergedRead::of_entry).collect();
    find_parts(nest, &reads, body, Branching::Allowed, fp).is_some()
}

/// The expression without folds that reads all of these: the value, or the body of a fold in it, if only one reads any.
fn body_that_reads(nest: &Nest, value: ExprId, accesses: &[Access]) -> Option<ExprId> {
    let reads_some = |id: ExprId| nest.reads(id).iter().any(|read| accesses.contains(read));
    let (mut waiting, mut bodies, mut outside) = (vec![value], Vec::new(), false);
    while let Some(id) = waiting.pop() {
        match nest.expr(id) {
            Expr::Fold { body, .. } if reads_some(*body) && !bodies.contains(body) => bodies.push(*body),
            Expr::Fold { .. } => {}
            Expr::Read(access) => outside |= accesses.contains(access),
            _ => waiting.extend(nest.operands(id)),
        }
    }
    match bodies[..] {
        [] if nest.folded_vars(value).is_empty() => Some(value),
        [body] if !outside => body_that_reads(nest, body, accesses),
        _ => None,
    }
}

/// The parts of a value; `None` if in some case the code that takes it, and the expressions around it, may not treat it like a
/// stored one. These are given from the inside out, the value first, up to the one that nothing takes.
fn parts_for_all(
    nest: &mut Nest,
    reads: &[MergedRead],
    (value, taken): (ExprId, &[ExprId]),
    cases: &[u32],
    fp: FpMode,
) -> Option<Vec<BlendedPart>> {
    // Tested before the search, which is costly: in the first case, little of the value is left.
    let is_right = |nest: &mut Nest, case: u32| act_as_stored(nest, reads, taken, case);
    if cases.first().is_some_and(|case| !is_right(nest, *case)) {
        return None;
    }
    let parts = match find_parts(nest, reads, value, Branching::Allowed, fp) {
        Some(parts) => parts,
        None => vec![whole(nest, reads, value)?],
    };
    let is_left_in = |case: &u32| parts.iter().any(|part| part.is_left_in(*case));
    let are_right = cases.iter().all(|case| is_left_in(case) || is_right(nest, *case));
    are_right.then_some(parts)
}

/// Whether the code that takes these values may treat them in a case like stored ones. Each but the first takes the one before it.
/// A value without anything stored may be a constant that annihilates, or becomes one further outside, such as `cos(x) - 1`.
fn act_as_stored(nest: &mut Nest, reads: &[MergedRead], taken: &[ExprId], case: u32) -> bool {
    let absent = absent_accesses(reads.iter().enumerate().map(|(bit, read)| (read, case >> bit & 1 == 1)));
    for (depth, value) in taken.iter().enumerate() {
        match Specializer::known(nest, &absent, *value) {
            Some(known) if known.absent => {
                let is_folded = depth > 0 && matches!(nest.expr(*value), Expr::Fold { .. });
                if is_folded || tells_absence(known.value, nest.node(*value).r#type) {
                    return false;
                }
            }
            _ => return true,
        }
    }
    true
}

/// The expressions that contain all reads of the drivers, outermost first, each with whether it stands for itself: it has no folds,
/// and does not depend on a variable of a fold around it or on a `bound` one.
fn expressions_with_all_reads(
    nest: &Nest,
    root: ExprId,
    reads: &[MergedRead],
    mut bound: Vec<VarId>,
) -> Vec<(ExprId, bool)> {
    let is_of_driver = |access: &Access| reads.iter().any(|read| read.access() == access);
    let (mut current, mut found) = (root, Vec::new());
    loop {
        let is_free = !bound.iter().any(|var| nest.depends_on(current, *var));
        found.push((current, is_free && nest.folded_vars(current).is_empty()));
        if let Expr::Fold { var, .. } = nest.expr(current) {
            bound.push(*var);
        }
        let mut inner = nest.operands(current);
        inner.retain(|operand| nest.reads(*operand).iter().any(is_of_driver));
        inner.dedup();
        match inner[..] {
            [only] => current = only,
            _ => return found,
        }
    }
}
