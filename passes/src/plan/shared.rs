//! Merges whose cases share what follows.
//!
//! A merge of many operands has many cases, and each holds the loops and points that follow the operands: code, and time to
//! compile it, grow with both. Where the cases differ in one value alone, that is chosen by what is stored, and what follows is
//! emitted once.

use super::{
    blend::{Absence, BlendedPart, Branching, MergedRead, absent_accesses, find_parts, whole},
    cursor::OperandCursor,
    driver::Driver,
    work::Work,
};
use crate::{
    analysis::lattice::Lattice,
    fp::FpMode,
    index::{Access, Expr, ExprId, Nest, VarId, algebra::tells_absence, specialize::Specializer},
};
use std::collections::BTreeSet;

/// The value in which the cases of a merge differ.
#[derive(Clone, Debug)]
pub struct SharedCases {
    /// The value, where all drivers store something.
    pub value: ExprId,
    /// The parts of it that are chosen apart; itself, where it is one. Their drivers are places in `selectors`.
    pub parts: Vec<BlendedPart>,
    /// The operands that select the value: `k` stands for `drivers[k]` if that exists, else for `pending[k - drivers.len()]`. Every
    /// case needs the drivers that are not listed.
    pub selectors: Vec<usize>,
    /// Cursors that select the value, too: merges around entered their last levels, and did not test whether the entries are there.
    pub pending: Vec<usize>,
    /// The cases: bit `k` for `selectors[k]`.
    cases: Vec<u32>,
    /// Whether the merge also visits coordinates at which no selector stores anything.
    visits_none: bool,
}

impl SharedCases {
    /// For each combination of selectors, whether it is a case; `None` if every combination that the merge visits is one.
    pub fn case_table(&self) -> Option<Vec<bool>> {
        let (cases, combinations) = self.count_cases();
        (cases < combinations).then(|| {
            let mut is_case = vec![false; 1 << self.selectors.len()];
            self.cases.iter().for_each(|case| is_case[*case as usize] = true);
            is_case
        })
    }

    /// The number of cases, and of combinations of selectors that the merge visits.
    pub fn count_cases(&self) -> (usize, usize) {
        (self.cases.len(), (1 << self.selectors.len()) - usize::from(!self.visits_none))
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
    let is_selector = |number: &usize| *number >= drivers.len() || common >> number & 1 == 0;
    let selectors: Vec<_> = (0..drivers.len() + pending.len()).filter(is_selector).collect();
    let can_be_chosen =
        selectors.iter().filter_map(|number| drivers.get(*number)).all(|driver| driver.gives_values(cursors));
    if !can_be_chosen || nest.knows_absence(value) || nest.may_be_absent(value) {
        return None;
    }
    let of_selectors = |case: u32| selectors.iter().enumerate().map(|(bit, driver)| (case >> driver & 1) << bit).sum();
    let cases: Vec<u32> = cases.into_iter().map(of_selectors).collect();
    let read = |number: &usize| match drivers.get(*number) {
        Some(driver) => MergedRead::of_driver(cursors, driver),
        None => MergedRead::of_entry(&cursors[pending[number - drivers.len()]]),
    };
    let reads: Vec<_> = selectors.iter().map(read).collect();
    let visits_none = takes_every_value || common != 0;
    let read_inside = read_in_loops_inside(nest, value, &vars, &reads);
    let around = expressions_with_all_reads(nest, value, &reads, vars);
    for (depth, (inner, is_free)) in around.iter().enumerate().rev() {
        // The outermost expression may be anything: nothing takes it.
        let taken: Vec<_> = around[1..].iter().take(depth).rev().map(|(id, _)| *id).collect();
        if *is_free
            && let Some(parts) = parts_for_all(
                nest,
                &reads,
                (*inner, &AroundShared { values: &taken, outermost: value, read_inside: &read_inside }),
                &cases,
                fp,
            )
        {
            return Some(SharedCases {
                value: *inner,
                parts,
                selectors,
                pending: pending.to_vec(),
                cases,
                visits_none,
            });
        }
    }
    None
}

/// Whether a loop inside can test which of the `ended` operands store an entry: one value there reads all of them, and can be
/// computed in parts.
pub(super) fn can_be_tested_inside(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    (work, ended): (&Work, &[Access]),
    fp: FpMode,
) -> bool {
    let Some((value, vars)) = work.value_in_loops() else { return false };
    if nest.knows_absence(value) || nest.may_be_absent(value) {
        return false;
    }
    let Some(body) = only_body_that_reads(nest, (value, !vars.is_empty()), ended) else { return false };
    let read = nest.reads(body);
    let stored = cursors.iter().filter(|cursor| !cursor.random && read.contains(&cursor.access));
    let reads: Vec<_> = stored.map(MergedRead::of_entry).collect();
    // One loop may test all of them.
    reads.len() <= Lattice::MOST_CURSORS
        && find_parts(nest, &reads, (body, Absence::Zero), Branching::Allowed, fp).is_some()
}

/// Finds the outermost expressions without folds that read one of these accesses; returns the expression if there is just one, and a
/// loop computes it. Given is a value, and whether a loop computes that.
fn only_body_that_reads(nest: &Nest, (value, is_in_loop): (ExprId, bool), accesses: &[Access]) -> Option<ExprId> {
    let (mut waiting, mut seen, mut bodies) = (vec![(value, is_in_loop)], BTreeSet::new(), BTreeSet::new());
    while let Some((id, is_in_loop)) = waiting.pop() {
        if !seen.insert((id, is_in_loop)) || !nest.reads(id).iter().any(|read| accesses.contains(read)) {
            continue;
        }
        if !nest.folded_vars(id).is_empty() {
            let is_in_loop = is_in_loop || matches!(nest.expr(id), Expr::Fold { .. });
            waiting.extend(nest.operands(id).into_iter().map(|operand| (operand, is_in_loop)));
        } else if is_in_loop {
            bodies.insert(id);
        } else {
            return None;
        }
    }
    bodies.first().copied().filter(|_| bodies.len() == 1)
}

/// What takes a value that is shared.
struct AroundShared<'a> {
    /// The value and the expressions around it, from the inside out, without the outermost one.
    values: &'a [ExprId],
    /// The outermost expression. Nothing takes it, but it says where a loop inside has something to do.
    outermost: ExprId,
    /// The stored operands that loops inside walk.
    read_inside: &'a [Access],
}

/// The stored operands other than these that loops inside walk: over these variables, or of folds.
fn read_in_loops_inside(nest: &Nest, value: ExprId, vars: &[VarId], reads: &[MergedRead]) -> Vec<Access> {
    let inside = [vars, &nest.folded_vars(value)].concat();
    let is_walked = |access: &Access| {
        let is_selector = reads.iter().any(|read| read.access() == access);
        !is_selector && nest.tensor(access.tensor).is_stored() && inside.iter().any(|var| access.mentions(*var))
    };
    nest.reads(value).into_iter().filter(is_walked).collect()
}

/// The parts of a value; `None` if in some case the code that takes it may not treat it like a stored one.
fn parts_for_all(
    nest: &mut Nest,
    reads: &[MergedRead],
    (value, taken): (ExprId, &AroundShared<'_>),
    cases: &[u32],
    fp: FpMode,
) -> Option<Vec<BlendedPart>> {
    // Tested before the search, which is costly: in the first case, little of the value is left.
    let is_right = |nest: &mut Nest, case: u32| act_as_stored(nest, reads, taken, case);
    if cases.first().is_some_and(|case| !is_right(nest, *case)) {
        return None;
    }
    // Where the largest value is sought, say, there are cases in which nothing is left of the value: it is a zero there, whatever
    // infinities its factors are.
    let is_nothing_left = |nest: &mut Nest, case: u32| {
        Specializer::known(nest, &absent_in(reads, case), value).is_some_and(|known| known.absent)
    };
    let is_zero_somewhere = cases.iter().any(|case| is_nothing_left(nest, *case));
    let absence = if is_zero_somewhere { Absence::Zero } else { Absence::Never };
    let parts = match find_parts(nest, reads, (value, absence), Branching::Allowed, fp) {
        Some(parts) => parts,
        None => vec![whole(nest, reads, value)?],
    };
    let is_left_in = |case: &u32| parts.iter().any(|part| part.is_left_in(*case));
    let are_right = cases.iter().all(|case| is_left_in(case) || is_right(nest, *case));
    are_right.then_some(parts)
}

/// What stores nothing in a case.
fn absent_in(reads: &[MergedRead], case: u32) -> Vec<Access> {
    absent_accesses(reads.iter().enumerate().map(|(bit, read)| (read, case >> bit & 1 == 1)))
}

/// Whether the code that takes a value may treat it in a case like a stored one. A value without anything stored may be a constant
/// that annihilates, or becomes one further outside, such as `cos(x) - 1`, maybe only where an operand of a loop inside stores
/// nothing, either: `cos(x) + y - 1`.
fn act_as_stored(nest: &mut Nest, reads: &[MergedRead], taken: &AroundShared<'_>, case: u32) -> bool {
    let absent = absent_in(reads, case);
    for (depth, value) in taken.values.iter().enumerate() {
        let is_folded = depth > 0 && matches!(nest.expr(*value), Expr::Fold { .. });
        if is_told(nest, *value, &absent, &[])
            || is_folded && Specializer::known(nest, &absent, *value).is_some_and(|known| known.absent)
        {
            return false;
        }
    }
    let inside = taken.read_inside;
    let absent = [&absent, inside].concat();
    let mut values = taken.values.iter().chain((!inside.is_empty()).then_some(&taken.outermost));
    !values.any(|value| is_told(nest, *value, &absent, inside))
}

/// Whether a value is an absent constant, and some rule tells it from a number, where these accesses store nothing, but not where
/// only `others` of them do.
fn is_told(nest: &mut Nest, value: ExprId, absent: &[Access], others: &[Access]) -> bool {
    let Some(known) = Specializer::known(nest, absent, value).filter(|known| known.absent) else { return false };
    tells_absence(known.value, nest.node(value).r#type) && Specializer::known(nest, others, value) != Some(known)
}

/// The expressions that contain all reads of the drivers, outermost first, each with whether it can be computed on its own: it has
/// no folds, and does not depend on a variable of a fold around it or on a `bound` one.
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
