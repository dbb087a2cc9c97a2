//! Open runs: whether the end of a run shows as the level below is walked, so that it is not searched before.
//!
//! The walk below goes on as long as the coordinates above stay the same: the levels become one loop over entries (iterator
//! fusion: LEVELS, section 4.4). A search for the end would read the coordinates twice, and would give each run two loops
//! whose ends are hard to predict. Before that walk, the end of an open run is unknown. So a run is not left open if anything else
//! needs its end: a result that reserves room for as many nodes as the run has, a second walk of the level below, or a walk of the
//! level below that some runs do not reach.

use super::{Body, CursorLevel, LoopKind, OperandCursor, PlannedLoop, PlannedStep};
use crate::index::subscript::Subscript;

/// Leaves the runs of a loop open, if the one walk of the level below finds their ends.
pub(super) fn leave_open(cursors: &[OperandCursor], planned: &mut PlannedLoop) {
    if !ends_show_below(cursors, planned) {
        return;
    }
    let LoopKind::Walks(driver, case) = &mut planned.kind else { return };
    driver.leave_runs_open();
    let at = &cursors[driver.cursor].subscripts[driver.level];
    let below = CursorLevel { cursor: driver.cursor, level: driver.level + 1 };
    if let Body::Once(inside) = &mut case.body {
        walk_in_run(&mut inside.steps, below, at);
    }
}

/// Lets the loop over a level that these steps begin walk in an open run of the level above.
fn walk_in_run(steps: &mut [PlannedStep], below: CursorLevel, at: &Subscript) {
    for step in steps {
        match step {
            PlannedStep::Write(_) => {}
            PlannedStep::Where(between) => {
                walk_in_run(&mut between.produce, below, at);
                walk_in_run(&mut between.consume, below, at);
            }
            PlannedStep::Loop(inner) => match &mut inner.kind {
                LoopKind::Walks(driver, _) if driver.entered() == below => driver.walk_in_run(at.clone()),
                LoopKind::Lanes(strips, case) if strips.is_one_block() => {
                    // Lanes have no whole blocks of their own.
                    if let Body::Once(inside) = &mut case.body {
                        walk_in_run(&mut inside.steps, below, at);
                    }
                }
                _ => {}
            },
        }
    }
}

/// Whether the end of each run that a loop takes is found by one walk of the level below, and nothing else asks for it.
fn ends_show_below(cursors: &[OperandCursor], planned: &PlannedLoop) -> bool {
    let LoopKind::Walks(driver, case) = &planned.kind else { return false };
    let cursor = &cursors[driver.cursor];
    let below = CursorLevel { cursor: driver.cursor, level: driver.level + 1 };
    let stores = |level| cursor.level(level).capabilities().stores_coordinates;
    let is_list = driver.gives_runs()
        && driver.is_as_stored()
        && below.level < cursor.vars.len()
        && cursor.level(below.level).properties().branchless
        && stores(driver.level)
        && stores(below.level);
    let is_tested = !case.limits.is_empty() || !(planned.probed.is_empty() || case.computes_anyway);
    let Body::Once(inside) = &case.body else { return false };
    if !is_list || is_tested {
        return false;
    }
    let loops = inside.loops();
    let uses: usize = loops.iter().map(|inner| uses_in(inner, below)).sum();
    let finds_end = |inner: &&PlannedLoop| match &inner.kind {
        LoopKind::Walks(walk, _) => {
            walk.entered() == below && walk.is_as_stored() && (!walk.gives_runs() || walk.gives_open_runs())
        }
        _ => false,
    };
    uses == 1 && loops.iter().any(finds_end)
}

/// How often a loop, or one inside of it, walks a level or counts its nodes.
fn uses_in(planned: &PlannedLoop, level: CursorLevel) -> usize {
    let drivers = planned.kind.drivers().iter().chain(planned.kind.only_subsections());
    let walks = drivers.flat_map(|driver| driver.walked_levels()).filter(|walked| *walked == level).count();
    let rooms = planned.grown.iter().filter_map(|grown| grown.reserved.as_ref());
    let counts = rooms.flat_map(|rounds| rounds.counted()).filter(|counted| *counted == level).count();
    let inside = planned.kind.cases().into_iter().flat_map(|case| case.body.all()).flat_map(|inside| inside.loops());
    walks + counts + inside.map(|inner| uses_in(inner, level)).sum::<usize>()
}
