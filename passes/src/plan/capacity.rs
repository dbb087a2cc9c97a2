//! The room that a stored result has at first: for as many nodes as operands store values, or, where one operand alone leads to
//! its points, for as many as these loops come to.
//!
//! Memory that is not touched is free, and arrays that are too short are copied. So too much is better than too little, within
//! bounds.

use super::{
    Driver, LoopKind, OperandCursor, PlannedLoop, PlannedStep,
    constants::{LEAST_CAPACITY, MOST_MULTIPLIED_CAPACITY},
};
use crate::index::{TensorId, VarId};
use lacuna_dialects::sloop::wrappers::Left;

/// Room for so many nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Where no operand is stored, or little.
    pub least: i64,
    /// As many values as operands store, one for each way in which they are accessed.
    pub operands: Vec<TensorId>,
    /// As many as loops come to, where that is known to be more.
    pub rounds: Option<CountedRounds>,
}

/// How often loops around a point run together: as a level of an operand has nodes, for each value of some variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedRounds {
    /// Which operand.
    pub operand: TensorId,
    /// Its level; the nodes of those above are counted on the way.
    pub level: usize,
    /// The variables.
    pub times: Vec<VarId>,
    /// Not more than so many, all values of each variable taken together.
    pub most: i64,
}

impl Capacity {
    /// What operands store.
    pub(super) fn of_operands(cursors: &[OperandCursor]) -> Self {
        let operands = cursors.iter().filter(|cursor| !cursor.is_local).map(|cursor| cursor.access.tensor);
        Self { least: LEAST_CAPACITY, operands: operands.collect(), rounds: None }
    }
}

/// How often the point of a result is reached, where one operand leads to it and other loops around take every value.
pub(super) fn counted_rounds(cursors: &[OperandCursor], step: &PlannedStep, result: TensorId) -> Option<CountedRounds> {
    let mut path = Vec::new();
    if !find(step, result, &mut path) {
        return None;
    }
    let mut walked: Option<&Driver> = None;
    for inner in &path {
        match &inner.kind {
            LoopKind::Walks(driver, _) if walked.is_none_or(|before| before.cursor == driver.cursor) => {
                walked = Some(driver).filter(|driver| driver.left() == Left::All);
                walked?;
            }
            LoopKind::Counts(_) | LoopKind::Lanes(..) => {}
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
    ((0..=walked.level).all(can_be_counted) && !cursor.is_local && !times.is_empty()).then(|| CountedRounds {
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
            let mut steps = cases.iter().flat_map(|case| case.body.general().steps());
            let is_inside = steps.any(|step| find(step, result, path));
            if !is_inside {
                path.pop();
            }
            is_inside
        }
    }
}
