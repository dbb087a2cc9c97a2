//! The room that a stored result has at first: for as many nodes as operands store values, or, where one operand alone leads to
//! its points, for as many as these loops come to. Points that are collected from a workspace are more than the entries they
//! come of.
//!
//! Memory that is not touched is free, and arrays that are too short are copied. So too much is better than too little, within
//! bounds.

use super::{
    Driver, LoopKind, OperandCursor, PlannedLoop, PlannedStep,
    constants::{COLLECTED_FOR_EACH_ENTRY, MOST_MULTIPLIED_CAPACITY},
    growth::{CountedRounds, GrowingResult, Multiple},
};
use crate::index::{TensorId, VarId};
use lacuna_dialects::sloop::wrappers::Left;
use lacuna_layout::strategy::Protocol;

/// Makes room at first for what the planned loops come to, where they say so.
pub(super) fn make_room(result: &mut GrowingResult, cursors: &[OperandCursor], steps: &[PlannedStep]) {
    let grows_in_loops = result.strategy.properties().protocol == Protocol::Loops;
    if let Some(capacity) = result.capacity.as_mut().filter(|_| grows_in_loops) {
        capacity.rounds = counted_rounds(cursors, steps, result.tensor);
        let collected = Multiple { times: COLLECTED_FOR_EACH_ENTRY, most: MOST_MULTIPLIED_CAPACITY };
        let is_collected = steps.iter().any(|step| is_collected(step, result.tensor));
        capacity.collected = is_collected.then_some(collected);
    }
}

/// Whether the points of a result are collected from a workspace.
fn is_collected(step: &PlannedStep, result: TensorId) -> bool {
    match step {
        PlannedStep::Write(_) => false,
        PlannedStep::Where(between) => {
            between.consume.iter().any(|step| is_collected(step, result) || find(step, result, &mut Vec::new()))
        }
        PlannedStep::Loop(inner) => {
            let cases = inner.kind.cases();
            cases.iter().flat_map(|case| &case.body.general().steps).any(|step| is_collected(step, result))
        }
    }
}

/// How often the point of a result is reached, where one operand leads to it and other loops around take every value.
fn counted_rounds(cursors: &[OperandCursor], steps: &[PlannedStep], result: TensorId) -> Option<CountedRounds> {
    let mut path = Vec::new();
    if !steps.iter().any(|step| find(step, result, &mut path)) {
        return None;
    }
    let mut walked: Option<&Driver> = None;
    for inner in &path {
        match &inner.kind {
            LoopKind::Walks(driver, _) if walked.is_none_or(|before| before.cursor == driver.cursor) => {
                walked = Some(driver).filter(|driver| driver.left() == Left::All);
                walked?;
            }
            LoopKind::Counts(_) | LoopKind::Lanes(..) | LoopKind::Subsections(..) => {}
            LoopKind::Nothing | LoopKind::Walks(..) | LoopKind::Merges(_) => return None,
        }
        if !inner.probed.is_empty() {
            return None;
        }
    }
    let walked = walked?;
    let cursor = &cursors[walked.cursor];
    let can_be_counted = |level: usize| {
        let walks_ranges = level == 0 || cursor.level(level).capabilities().walks_ranges;
        walks_ranges && cursor.format.value.computes_with(level) == 0
    };
    let leads_here = |var: &VarId| cursor.vars[..=walked.level].contains(&Some(*var));
    let times: Vec<_> = path.iter().map(|inner| inner.var).filter(|var| !leads_here(var)).collect();
    ((0..=walked.level).all(can_be_counted) && !cursor.is_local && !times.is_empty()).then_some(CountedRounds {
        operand: cursor.access.tensor,
        level: walked.level,
        times,
        most: MOST_MULTIPLIED_CAPACITY,
    })
}

/// Appends the loops around the one point of a result; says whether it was found.
fn find<'a>(step: &'a PlannedStep, result: TensorId, path: &mut Vec<&'a PlannedLoop>) -> bool {
    match step {
        PlannedStep::Write(point) => point.write.target.tensor == result,
        PlannedStep::Where(_) => false,
        PlannedStep::Loop(inner) => {
            path.push(inner);
            let cases = inner.kind.cases();
            let mut steps = cases.iter().flat_map(|case| &case.body.general().steps);
            let is_inside = steps.any(|step| find(step, result, path));
            if !is_inside {
                path.pop();
            }
            is_inside
        }
    }
}
