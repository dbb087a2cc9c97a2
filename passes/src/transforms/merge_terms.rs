//! `sloop-merge-terms`: let terms that visit the same points of a result meet in one loop.
//!
//! `y[i] += Σj A[i,j]·x[j]` and `y[i] += b[i]`, each for all `i`, become one loop that adds both: the result is loaded
//! and stored once. Terms meet in every list of statements: inside of loops that they share, and on each side of a `sloop.where`.
//! Either term may share its loops with other statements, and others may stand between the two, if the order of none of them
//! matters to the term that moves. Terms of one result that visit every point go before those that do not, so that the
//! initialization can meet them (`sloop-sink-initializations`).
//!
//! Folds of the same elements, which terms of one write may have, are computed once.
//!
//! Sums are reassociated, so floating point is left alone when `fp=strict`. A nest that has a plan keeps one: terms stay apart
//! if their operands cannot be merged in one loop, or are too many for it.
//!
//! Example: `test/passes/merge_terms.mlir`, and with other statements beside the terms: `test/passes/merge_terms_beside.mlir`.
//! Not done here: terms whose loops run in different orders over stored operands, or in different lanes; a term on one side of a
//! `sloop.where` with one outside of it.

use super::rewrite_planned;
use crate::{
    analysis::{iteration_graph::is_random_access, visits::visits_all_once},
    choices::planning_options,
    diagnostic::Reported,
    fp::FpMode,
    index::{
        Expr, ExprId, Loop, Nest, Stmt, TensorId, VarId, Write,
        distribute::{Unit, are_independent, unit_mut, units, without},
        statement::change_each_list,
    },
    pass::Pass,
    plan::Plan,
};
use lacuna_dialects::{
    ir::Op,
    sloop::{Combiner, Directives},
};

planning_options! {
    /// Options of `sloop-merge-terms`.
    pub struct MergeTerms {}
}

impl Pass for MergeTerms {
    const ARGUMENT: &'static str = "sloop-merge-terms";
    const SUMMARY: &'static str = "Merge terms that visit the same points of a result into one loop";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_planned(root, self.choices(), |nest| Ok(self.merge(nest)))
    }
}

/// Which meetings of terms take place, of those that are found one after another.
#[derive(Default)]
struct Meetings {
    /// The numbers of those that do not.
    left_out: Vec<usize>,
    /// How many do at most, if not all.
    most: Option<usize>,
    found: usize,
    held: usize,
    /// The number of the last one that did.
    last_held: usize,
}

impl Meetings {
    fn holds_next(&mut self) -> bool {
        let number = self.found;
        self.found += 1;
        let holds = !self.left_out.contains(&number) && self.most.is_none_or(|most| self.held < most);
        if holds {
            (self.held, self.last_held) = (self.held + 1, number);
        }
        holds
    }
}

/// Computes folds of the same elements once in each value of a list of statements; says whether there are some.
fn share_folds(nest: &mut Nest, list: &mut [Stmt]) -> bool {
    let mut changed = false;
    for statement in list {
        if let Stmt::Write(write) = statement {
            let value = nest.with_shared_folds(write.value);
            changed |= value != write.value;
            write.value = value;
        }
    }
    changed
}

impl MergeTerms {
    /// Merges the terms of a nest; says whether there are some. A nest that has a plan keeps one: terms whose operands cannot be
    /// merged in one loop stay apart.
    pub(crate) fn merge(&self, nest: &mut Nest) -> bool {
        let has_plan = |nest: &Nest| Plan::new(nest).is_ok();
        let mut meetings = Meetings::default();
        let (whole, changed) = self.merged(nest, &mut meetings);
        if !changed || has_plan(&whole) || !has_plan(nest) {
            *nest = whole;
            return changed;
        }
        let (mut best, mut changed) = self.merged(nest, &mut Meetings { most: Some(0), ..Meetings::default() });
        let (mut left_out, mut held) = (Vec::new(), 0);
        loop {
            let mut meetings = Meetings { left_out: left_out.clone(), most: Some(held + 1), ..Meetings::default() };
            let (trial, is_other) = self.merged(nest, &mut meetings);
            if meetings.held <= held {
                *nest = best;
                return changed;
            }
            if has_plan(&trial) {
                (best, changed, held) = (trial, is_other, meetings.held);
            } else {
                left_out.push(meetings.last_held);
            }
        }
    }

    fn merged(&self, nest: &Nest, meetings: &mut Meetings) -> (Nest, bool) {
        let mut nest = nest.clone();
        let mut body = std::mem::take(&mut nest.body);
        let changed = change_each_list(&mut body, &mut Vec::new(), &mut |open, list| {
            let changed = self.merge_list(&mut nest, list, open, meetings);
            share_folds(&mut nest, list) || changed
        });
        nest.body = body;
        (nest, changed)
    }

    /// Merges the terms among statements that follow one another in loops over `open`; says whether there are some.
    fn merge_list(&self, nest: &mut Nest, body: &mut Vec<Stmt>, open: &[VarId], meetings: &mut Meetings) -> bool {
        let mut changed = self.put_whole_terms_first(nest, body, open);
        while let Some(meeting) = self.find_meeting(nest, body, open, meetings) {
            apply(nest, body, meeting);
            changed = true;
        }
        changed
    }

    /// Moves statements that add to every point of a result before those that add to some, where nothing between minds.
    fn put_whole_terms_first(&self, nest: &Nest, body: &mut [Stmt], open: &[VarId]) -> bool {
        let mut changed = false;
        for place in 1..body.len() {
            let Some(target) = self.only_term(nest, &body[place], open).filter(|term| term.is_whole) else { continue };
            let is_passed = |other: &Stmt| are_independent(nest, other, &body[place]);
            let first_passed = body[..place].iter().rposition(|other| !is_passed(other)).map_or(0, |last| last + 1);
            let is_late = |other: &Stmt| {
                let term = self.only_term(nest, other, open);
                term.is_some_and(|term| term.tensor == target.tensor && !term.is_whole)
            };
            if let Some(late) = body[first_passed..place].iter().position(is_late) {
                body[first_passed + late..=place].rotate_right(1);
                changed = true;
            }
        }
        changed
    }

    /// The term that a statement is, if it is nothing else.
    fn only_term(&self, nest: &Nest, statement: &Stmt, open: &[VarId]) -> Option<OnlyTerm> {
        let all = units(statement);
        let [unit] = all.as_slice() else { return None };
        let tensor = self.adds_to(nest, unit)?;
        Some(OnlyTerm { tensor, is_whole: whole_term(nest, unit, open).is_some() })
    }

    /// The result that a unit adds to, where adding in another order is allowed.
    fn adds_to(&self, nest: &Nest, unit: &Unit<'_>) -> Option<TensorId> {
        let Stmt::Write(write) = unit.inside else { return None };
        let target = write.target.tensor;
        let may_reorder = self.fp == FpMode::Fast || !nest.node(write.value).r#type.is_float();
        let adds = write.combiner == Some(Combiner::Add) && may_reorder;
        (adds && nest.reads(write.value).iter().all(|access| access.tensor != target)).then_some(target)
    }

    /// Two terms of a list that can meet: of the first statement that has one, the one that is nearest.
    fn find_meeting(&self, nest: &Nest, body: &[Stmt], open: &[VarId], meetings: &mut Meetings) -> Option<TermMeeting> {
        let terms = |number: usize| self.terms(nest, body, number, open);
        let all: Vec<Vec<StatementTerm<'_>>> = (0..body.len()).map(terms).collect();
        (1..body.len()).find_map(|later| {
            let earlier = all[..later].iter().rev().flatten();
            earlier.into_iter().find_map(|first| {
                all[later].iter().find_map(|second| {
                    let pairs = [(first, second), (second, first)];
                    let found = pairs.into_iter().find_map(|(stays, moves)| meeting(nest, body, open, stays, moves));
                    found.filter(|_| meetings.holds_next())
                })
            })
        })
    }

    /// The whole terms of a statement of a list.
    fn terms<'a>(&self, nest: &Nest, body: &'a [Stmt], statement: usize, open: &[VarId]) -> Vec<StatementTerm<'a>> {
        let units = units(&body[statement]);
        let shares_loops = units.len() > 1;
        let term = |(unit, inside): (usize, &Unit<'a>)| {
            let tensor = self.adds_to(nest, inside)?;
            let whole = whole_term(nest, inside, open)?;
            Some(StatementTerm { statement, unit, inside: inside.inside, tensor, shares_loops, whole })
        };
        units.iter().enumerate().filter_map(term).collect()
    }
}

/// A statement that is a term of a result, and nothing else.
struct OnlyTerm {
    tensor: TensorId,
    /// Whether it adds to every point.
    is_whole: bool,
}

/// A term in a list of statements.
struct StatementTerm<'a> {
    /// The statement of the list.
    statement: usize,
    /// The unit of the statement.
    unit: usize,
    inside: &'a Stmt,
    /// The result that it adds to.
    tensor: TensorId,
    /// Whether the statement has other units.
    shares_loops: bool,
    whole: WholeTerm,
}

/// A write that adds once to every point of a result, or to every one in this round of the loops around.
struct WholeTerm {
    around: Vec<(VarId, Directives)>,
    write: Write,
    /// The variable of each dimension of the result.
    points: Vec<VarId>,
    /// Whether a stored operand asks for the order of the loops.
    walks_stored: bool,
}

fn whole_term(nest: &Nest, unit: &Unit<'_>, open: &[VarId]) -> Option<WholeTerm> {
    let Stmt::Write(write) = unit.inside else { return None };
    let points = write.target.plain_vars()?;
    let around: Vec<_> = unit.around.iter().map(|Loop { var, how, .. }| (*var, *how)).collect();
    let is_whole = around.len() == points.iter().filter(|point| !open.contains(point)).count()
        && points.iter().enumerate().all(|(index, var)| !points[..index].contains(var))
        && around.iter().all(|(var, _)| points.contains(var) && visits_all_once(nest, write, *var))
        && !nest.leaves_out_rounds(&around.iter().map(|(var, _)| *var).collect::<Vec<_>>(), open);
    let walks_stored = nest.reads(write.value).iter().any(|access| !is_random_access(nest, access.tensor));
    is_whole.then(|| WholeTerm { around, write: write.clone(), points, walks_stored })
}

/// Two terms that meet: one moves to where the other stands.
struct TermMeeting {
    /// The statement and the unit of the term that stays.
    stays: (usize, usize),
    /// Those of the term that moves.
    moves: (usize, usize),
    /// Its value.
    moved: ExprId,
    /// The variables of each dimension of the result: of the term that moves, and of the one that stays.
    points: Vec<(VarId, VarId)>,
}

/// How a term can move to another one, if it can.
fn meeting(
    nest: &Nest,
    body: &[Stmt],
    open: &[VarId],
    stays: &StatementTerm<'_>,
    moves: &StatementTerm<'_>,
) -> Option<TermMeeting> {
    let (stay, moved) = (&stays.whole, &moves.whole);
    if stays.tensor != moves.tensor {
        return None;
    }
    // A term does not leave loops that it shares for loops that the other one has alone.
    if moves.shares_loops && !stays.shares_loops {
        return None;
    }
    // The loops of a term that walks a stored operand, or that others share, stay as they are; the other term follows. Without
    // a reason, the later term moves.
    let is_earlier = stays.statement < moves.statement;
    let has_reason = stays.shares_loops || stay.walks_stored && !moved.walks_stored;
    if !is_earlier && !has_reason {
        return None;
    }
    let is_open = |var: &VarId| open.contains(var);
    let agree =
        |a: &VarId, b: &VarId| a == b || nest.var(*a).size() == nest.var(*b).size() && !is_open(a) && !is_open(b);
    let points: Vec<_> = moved.points.iter().copied().zip(stay.points.iter().copied()).collect();
    if !points.iter().all(|(moved, stay)| agree(stay, moved)) {
        return None;
    }
    let renamed = |var: VarId| points.iter().find(|(moved, _)| *moved == var).map(|(_, stay)| *stay);
    let follower: Vec<_> = moved.around.iter().map(|(var, how)| Some((renamed(*var)?, *how))).collect::<Option<_>>()?;
    let lanes = |around: &[(VarId, Directives)]| around.iter().filter(|(_, how)| how.lanes.is_some()).count();
    // A term without lanes may have none because it cannot; one that has some does as well without.
    let has_same_lanes = lanes(&stay.around) == 0 || sorted(&stay.around) == sorted(&follower);
    let can_follow = !moved.walks_stored || stay.around == follower;
    (has_same_lanes && can_follow && can_move(nest, body, stays, moves)).then_some(TermMeeting {
        stays: (stays.statement, stays.unit),
        moves: (moves.statement, moves.unit),
        moved: moved.write.value,
        points,
    })
}

/// Whether it does not matter to a term when it runs: before, after or between what shares loops with either, and what stands
/// between the two.
fn can_move(nest: &Nest, body: &[Stmt], stays: &StatementTerm<'_>, moves: &StatementTerm<'_>) -> bool {
    let (first, last) = (stays.statement.min(moves.statement), stays.statement.max(moves.statement));
    let is_term = |statement: usize, unit: usize| {
        [stays, moves].iter().any(|term| (term.statement, term.unit) == (statement, unit))
    };
    (first..=last).all(|statement| {
        let others = units(&body[statement]).into_iter().enumerate();
        others
            .filter(|(unit, _)| !is_term(statement, *unit))
            .all(|(_, unit)| are_independent(nest, unit.inside, moves.inside))
    })
}

/// Loops in the order of their variables, to compare lanes.
fn sorted(around: &[(VarId, Directives)]) -> Vec<(VarId, Directives)> {
    let mut around = around.to_vec();
    around.sort();
    around
}

fn apply(nest: &mut Nest, body: &mut Vec<Stmt>, meeting: TermMeeting) {
    let TermMeeting { stays, moves, moved, points } = meeting;
    let rename = |var: VarId| points.iter().find(|(moved, _)| *moved == var).map_or(var, |(_, stay)| *stay);
    nest.copy_relations(|value| value.rename(rename));
    let moved = nest.rename_expr(moved, &rename);
    if let Some(Stmt::Write(write)) = unit_mut(&mut body[stays.0], stays.1) {
        let node = nest.node(write.value);
        let (r#type, location) = (node.r#type, node.location);
        let (left, right) = if stays.0 < moves.0 { (write.value, moved) } else { (moved, write.value) };
        write.value = nest.add(Expr::Combine { combiner: Combiner::Add, left, right }, r#type, location);
    }
    match without(&body[moves.0], moves.1) {
        Some(others) => body[moves.0] = others,
        None => {
            body.remove(moves.0);
        }
    }
}
