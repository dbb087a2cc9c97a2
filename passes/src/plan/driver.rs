//! Drivers: how a loop walks a level. Node by node, in runs of equal coordinates, sorted first, in a part, or by subsections.

use super::{
    begin::{BeginSource, BufferIndex, CursorLevel, Direction},
    cursor::OperandCursor,
    work::Work,
};
use crate::{
    index::{Access, Nest, Place, VarId, problem::Problem, subscript::Subscript, writes},
    remedy::Remedy,
};
use lacuna_dialects::sloop::{
    Combiner,
    wrappers::{self, Left, RunEnd},
};
use lacuna_layout::order::chain_end;

/// A cursor that is enumerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    /// Which.
    pub cursor: usize,
    /// Its level.
    pub level: usize,
    /// What wraps the walk over the level, from the inside out.
    pub wrappers: Vec<Wrapper>,
    /// The list of parents under which the driver walks, if no loop has entered the level above.
    pub parents: Option<ParentList>,
}

/// The parents of a level that inner loops can choose (`parents.rs`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParentList {
    /// The levels that no loop has entered, the outermost first; the last one holds the parents.
    pub levels: Vec<ParentLevel>,
    /// Where a begin buffer has what belongs to a parent.
    pub buffer_index: BufferIndex,
}

/// A level between the last one that was entered and the one that is walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParentLevel {
    /// The level.
    pub level: usize,
    /// How the nodes that inner loops can reach are found.
    pub nodes: NodeSource,
    /// How many coordinates they can reach.
    pub width: u64,
}

/// How the nodes of a level that inner loops can reach are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeSource {
    /// By a walk.
    Walked(Driver),
    /// They are located, one for each coordinate from this one on: their number is a constant, so LLVM can unroll the loop over them.
    Located(Subscript),
}

impl ParentLevel {
    /// Whether each node is a run.
    pub fn nodes_are_runs(&self) -> bool {
        matches!(&self.nodes, NodeSource::Walked(walk) if walk.gives_runs())
    }
}

impl ParentList {
    /// An upper bound of the number of parents.
    pub fn max_parents(&self) -> u64 {
        self.levels.iter().map(|level| level.width).product()
    }

    /// Whether each parent is a run.
    pub fn parents_are_runs(&self) -> bool {
        self.levels.last().is_some_and(ParentLevel::nodes_are_runs)
    }
}

/// What wraps the walk of a driver. What is filtered lies below a bound.
pub type Wrapper = wrappers::Wrapper<Bound, Bound>;

/// What an operand of a wrapper is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A subscript.
    At(Subscript),
    /// The number of values of a variable.
    Extent(VarId),
    /// How many coordinates variables span: one more than the largest sum of them, times these factors.
    Width(Vec<(VarId, i64)>),
    /// Where a subsection begins.
    Begin(BeginSource),
    /// The begin buffer of a level.
    BeginBuffer(CursorLevel),
    /// The open runs of a cursor that a loop around walks.
    OpenRuns(usize),
}

impl Driver {
    /// The level that it enters.
    pub fn entered(&self) -> CursorLevel {
        CursorLevel { cursor: self.cursor, level: self.level }
    }

    /// The levels that are walked for it: its own, and those of the list of parents.
    pub fn walked_levels(&self) -> impl Iterator<Item = CursorLevel> {
        let parents = self.parents.iter().flat_map(|parents| &parents.levels);
        parents.map(|level| CursorLevel { cursor: self.cursor, level: level.level }).chain([self.entered()])
    }

    /// Whether neighbours of equal coordinate are taken together.
    pub fn gives_runs(&self) -> bool {
        self.wrappers.iter().any(|wrapper| matches!(wrapper, Wrapper::Runs { .. }))
    }

    /// Whether it gives the entries of its operand one by one: no level below has a loop, and no runs are taken.
    pub(super) fn gives_single_entries(&self, cursors: &[OperandCursor]) -> bool {
        !self.gives_runs() && self.gives_values(cursors)
    }

    /// Whether it gives values of its operand: no level below has a loop. The values of a run are summed.
    pub(super) fn gives_values(&self, cursors: &[OperandCursor]) -> bool {
        let cursor = &cursors[self.cursor];
        !cursor.random && cursor.vars[cursor.depth + 1..].iter().all(Option::is_none)
    }

    /// Whether it gives runs whose end is not known when they are taken.
    pub fn gives_open_runs(&self) -> bool {
        self.wrappers.contains(&Wrapper::Runs { end: RunEnd::Open })
    }

    /// Marks the runs as open: the walk below finds their ends, and prefetches the arrays of this level.
    pub(super) fn leave_runs_open(&mut self) {
        self.wrappers.retain(|wrapper| !matches!(wrapper, Wrapper::Prefetch { .. }));
        for wrapper in &mut self.wrappers {
            if let Wrapper::Runs { end } = wrapper {
                *end = RunEnd::Open;
            }
        }
    }

    /// Walks its level in an open run of the level above, whose coordinate is given.
    pub(super) fn walk_in_run(&mut self, at: Subscript) {
        self.wrappers.insert(0, Wrapper::InRun { of: Bound::OpenRuns(self.cursor), at: Bound::At(at) });
    }

    /// Whether it walks in an open run of the level above.
    pub fn is_in_run(&self) -> bool {
        self.wrappers.iter().any(|wrapper| matches!(wrapper, Wrapper::InRun { .. }))
    }

    /// Whether it gives the nodes of its level as they are stored, one by one.
    pub(super) fn takes_stored_nodes(&self) -> bool {
        self.wrappers.iter().all(|wrapper| matches!(wrapper, Wrapper::Prefetch { .. }))
    }

    /// Whether its walk tests at each node if it goes on.
    pub(super) fn ends_by_test(&self) -> bool {
        let is_test = |wrapper: &Wrapper| matches!(wrapper, Wrapper::InRun { .. } | Wrapper::Subsection { .. });
        self.wrappers.iter().any(is_test)
    }

    /// Whether it gives the nodes of its level as they are stored, or runs of them.
    pub(super) fn is_as_stored(&self) -> bool {
        self.wrappers
            .iter()
            .all(|wrapper| matches!(wrapper, Wrapper::Runs { .. } | Wrapper::InRun { .. } | Wrapper::Prefetch { .. }))
    }

    /// The variables that say how wide its subsections are, if it walks these.
    pub fn subsection_width(&self) -> Option<&[(VarId, i64)]> {
        self.wrappers.iter().find_map(|wrapper| match wrapper {
            Wrapper::Subsections { width: Bound::Width(parts), .. } => Some(parts.as_slice()),
            _ => None,
        })
    }

    /// Whether it gives values whose subsection is not empty, and enters no level.
    pub fn gives_subsections(&self) -> bool {
        self.wrappers.iter().any(|wrapper| matches!(wrapper, Wrapper::Subsections { .. }))
    }

    /// Whether it walks a subsection that a loop around has found.
    pub(super) fn is_in_subsection(&self) -> bool {
        self.wrappers.iter().any(|wrapper| matches!(wrapper, Wrapper::Subsection { .. }))
    }

    /// The direction in which it walks its level.
    pub fn direction(&self) -> Direction {
        let reversals = self.wrappers.iter().filter(|wrapper| **wrapper == Wrapper::Reverse).count();
        if reversals % 2 == 1 { Direction::Backward } else { Direction::Forward }
    }

    /// Whether its level is unordered and sorted as it is walked.
    pub fn is_reordered(&self) -> bool {
        self.wrappers.contains(&Wrapper::Reorder)
    }

    /// Of how many coordinates it takes one.
    pub fn stride(&self) -> i64 {
        let by = |wrapper: &Wrapper| if let Wrapper::Stride { by } = wrapper { Some(*by) } else { None };
        self.wrappers.iter().find_map(by).unwrap_or(1)
    }

    /// What is left of the walk over its level.
    pub fn left(&self) -> Left {
        let left = self.wrappers.iter().map(Wrapper::left).collect::<Vec<_>>();
        [Left::Window, Left::Some].into_iter().find(|kind| left.contains(kind)).unwrap_or(Left::All)
    }

    /// Fetches the arrays of the level ahead, or those of values alone.
    pub fn fetch(&mut self, ahead: u64, values_only: bool) {
        let place = self.wrappers.len() - usize::from(self.gives_runs());
        self.wrappers.insert(place, Wrapper::Prefetch { ahead: ahead as i64, values_only });
    }
}

/// What a loop wants of its drivers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wants<'a> {
    /// Whether they are merged, with one another or with every value of the variable.
    pub merges: bool,
    /// Whether their coordinates must increase.
    pub order: bool,
    /// The variables of the loops around.
    pub open: &'a [VarId],
}

/// How the next level of a cursor is enumerated.
pub(super) fn plan_driver(
    nest: &mut Nest,
    (index, cursor): (usize, &OperandCursor),
    wants: Wants<'_>,
    work: &Work,
    location: Place,
) -> Result<Driver, Problem> {
    let reordered = wants.order && can_be_reordered(cursor, wants.open);
    let gives_runs = if reordered {
        false
    } else if wants.order && !cursor.level(cursor.depth).properties().ordered {
        return Err(unordered_level_problem(nest, cursor, wants.merges, location));
    } else if wants.merges {
        merged_driver_takes_runs(nest, cursor, location)?
    } else {
        single_driver_takes_runs(nest, cursor, work, location)?
    };
    let (var, subscript) = (cursor.vars[cursor.depth], &cursor.subscripts[cursor.depth]);
    // The subscript is a multiple of the variable, plus what loops around have reduced it to: the walk gives the variable.
    let factor = var.map_or(1, |var| subscript.coefficient(var));
    let is_reversed = factor < 0;
    let reduced = var.map(|var| subscript.without(&[var]));
    let by = reduced.as_ref().map(|reduced| Subscript::default().plus(reduced, if is_reversed { 1 } else { -1 }));
    // Only coordinates in the range of the variable are walked.
    let part = var.filter(|_| cursor.is_part[cursor.depth]).map(Bound::Extent);
    let begin = cursor.begin_of(index, cursor.depth);
    let is_ordered = reordered || cursor.level(cursor.depth).properties().ordered;
    let runs = gives_runs.then_some(Wrapper::Runs { end: RunEnd::Searched });
    if let Some((var, known)) = var.zip(reduced.clone()).filter(|_| part.is_some())
        && let Some(size) = nest.var(var).size()
        && let Some((direction, begin)) = &begin
        && *direction != Direction::of(factor)
    {
        let wrappers = reverse_subsection_wrappers(begin.clone(), (var, factor, size), &known);
        let wrappers = wrappers.into_iter().chain(runs).collect();
        return Ok(Driver { cursor: index, level: cursor.depth, wrappers, parents: None });
    }
    let wrappers = [
        is_reversed.then_some(Wrapper::Reverse),
        by.filter(|by| *by != Subscript::default()).map(|by| Wrapper::Shift { by: Bound::At(by) }),
        (factor.unsigned_abs() > 1).then_some(Wrapper::Stride { by: factor.abs() }),
        reordered.then_some(Wrapper::Reorder),
        part.map(|high| match (is_ordered, begin) {
            (true, Some((direction, begin))) if direction == Direction::of(factor) => {
                Wrapper::Subsection { begin: Bound::Begin(begin), low: Bound::At(Subscript::default()), high }
            }
            (true, _) => Wrapper::Clip { low: Bound::At(Subscript::default()), high },
            (false, _) => Wrapper::Filter { keep: high },
        }),
        runs,
    ];
    Ok(Driver { cursor: index, level: cursor.depth, wrappers: wrappers.into_iter().flatten().collect(), parents: None })
}

/// The wrappers of a loop that resolves a variable, with its factor and its number of values, in the other direction than the loop that
/// found the subsection: they take it in that direction, and reverse it then.
fn reverse_subsection_wrappers(
    begin: BeginSource,
    (var, factor, size): (VarId, i64, u64),
    known: &Subscript,
) -> Vec<Wrapper> {
    let span = factor.abs().saturating_mul(size.saturating_sub(1).cast_signed());
    let sign = if factor < 0 { -1 } else { 1 };
    let wrappers = [
        (factor > 0).then_some(Wrapper::Reverse),
        Some(Wrapper::Shift { by: Bound::At(Subscript::constant_of(span).plus(known, sign)) }),
        Some(Wrapper::Subsection {
            begin: Bound::Begin(begin),
            low: Bound::At(Subscript::default()),
            high: Bound::Width(vec![(var, factor.abs())]),
        }),
        Some(Wrapper::Reverse),
        Some(Wrapper::Shift { by: Bound::At(Subscript::constant_of(span)) }),
        (factor.abs() > 1).then_some(Wrapper::Stride { by: factor.abs() }),
    ];
    wrappers.into_iter().flatten().collect()
}

/// Whether the next level of a cursor is unordered, but sorted in scratch arrays as it is walked (LEVELS, section 4.3).
/// That is worth it where each of its nodes is walked once: else the whole operand is better sorted before. A workspace is
/// collected in order.
fn can_be_reordered(cursor: &OperandCursor, open: &[VarId]) -> bool {
    let properties = cursor.level(cursor.depth).properties();
    let above = &cursor.vars[..cursor.depth];
    !cursor.is_local && !properties.ordered && properties.unique && open.iter().all(|var| above.contains(&Some(*var)))
}

/// The problem of an unordered level that is walked several times.
fn unordered_level_problem(nest: &Nest, cursor: &OperandCursor, merges: bool, location: Place) -> Problem {
    let what = format!("level {} of {} is unordered", cursor.depth, nest.describe(cursor.access.tensor));
    let then = if merges { "so it cannot be merged with others" } else { "and the result is put together in order" };
    Problem::new(location, format!("{what}, {then}")).with_remedy(Remedy::InOrder(nest.stored(cursor.access.tensor)))
}

/// Whether the next level of a cursor that is merged with others is walked in runs (LEVELS, figure 4-3).
fn merged_driver_takes_runs(nest: &Nest, cursor: &OperandCursor, location: Place) -> Result<bool, Problem> {
    let properties = cursor.level(cursor.depth).properties();
    let describe = || format!("level {} of {}", cursor.depth, nest.describe(cursor.access.tensor));
    if !properties.ordered {
        return Err(Problem::new(location, format!("{} is unordered, so it cannot be merged with others", describe()))
            .with_remedy(Remedy::InOrder(nest.stored(cursor.access.tensor))));
    }
    if properties.unique || cursor.takes_runs() || cursor.ends_at(cursor.depth) {
        return Ok(!properties.unique);
    }
    Err(Problem::new(
        location,
        format!(
            "{} may hold a coordinate several times, each with children of its own, so it cannot be merged with others",
            describe()
        ),
    )
    .with_remedy(Remedy::Once(nest.stored(cursor.access.tensor))))
}

/// Whether the next level of the only driver of a loop is walked in runs. If it is not, and the level holds a coordinate in several
/// parts, the loop must be able to add up the contributions of the parts.
fn single_driver_takes_runs(
    nest: &mut Nest,
    cursor: &OperandCursor,
    work: &Work,
    location: Place,
) -> Result<bool, Problem> {
    let level = cursor.depth;
    let properties = cursor.level(level).properties();
    if properties.unique || cursor.takes_runs() {
        return Ok(!properties.unique);
    }
    if work.without(nest, std::slice::from_ref(&cursor.access)).is_some() {
        return Err(Problem::new(
            location,
            format!(
                "level {level} of {} may hold a coordinate several times, and there is something to do besides its \
                 entries",
                nest.describe(cursor.access.tensor)
            ),
        )
        .with_remedy(Remedy::Once(nest.stored(cursor.access.tensor))));
    }
    let below: Vec<VarId> = cursor.vars[level + 1..].iter().flatten().copied().collect();
    let is_distinct = chain_end(cursor.format, level).is_some();
    let adds_up = work.values().into_iter().all(|(value, combiner)| {
        // Each part contributes what it holds: distinct entries, or parts of one that are added up.
        let takes_parts = match combiner {
            Some(combiner) => nest.divides_into_parts(value, combiner, &below),
            None => !nest.folded_vars(value).iter().any(|var| below.contains(var)),
        };
        let is_linear = combiner == Some(Combiner::Add) && nest.is_linear_in(value, &cursor.access);
        (is_distinct && takes_parts) || is_linear
    }) || keeps_parts(nest, work, &cursor.access);
    if adds_up {
        return Ok(false);
    }
    if properties.ordered && cursor.ends_at(level) {
        return Ok(true);
    }
    Err(Problem::new(
        location,
        format!(
            "{} may store an entry in several parts, and the value is not linear in it",
            nest.describe(cursor.access.tensor)
        ),
    )
    .with_remedy(Remedy::Once(nest.stored(cursor.access.tensor))))
}

/// Whether a stored result takes the entries of an operand as they are, in parts as well.
fn keeps_parts(nest: &Nest, work: &Work, access: &Access) -> bool {
    if work.taken.is_some() {
        return false;
    }
    writes(&work.statements).into_iter().all(|(_, write)| {
        let format = nest.tensor(write.target.tensor).format();
        let levels = format.map(|format| format.levels());
        let has_parts = levels.is_some_and(|levels| levels.last().is_some_and(|level| !level.unique && !level.ordered));
        has_parts && nest.is_linear_in(write.value, access)
    })
}
