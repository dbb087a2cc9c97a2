//! How one loop is walked: which cursors it merges, and what it does at each point of the merge lattice.

use super::{
    CursorLevel, Strips,
    blend::blend,
    constants::{MOST_BLENDED_CASES, MOST_NESTED_CASES, MOST_OWN_CASES, MOST_SEPARATE_CASES},
    cursor::OperandCursor,
    driver::{Driver, Wants, plan_driver},
    loop_kind::{LoopKind, Merge, MergeCase, Merging},
    merge_points::{MergePoint, MergePoints},
    shared::{can_be_tested_inside, share},
    subsections::{subsection_driver, subsection_drivers},
    work::Work,
};
use crate::{
    analysis::lattice::Lattice,
    fp::FpMode,
    index::{Access, Nest, Place, VarId, problem::Problem},
    remedy::Remedy,
};

/// Where a loop stands.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The variables of the loops around.
    pub open: &'a [VarId],
    /// The variables whose values stored results want to increase.
    pub ordered: &'a [VarId],
    /// Those of which they want each value once, in any order.
    pub distinct: &'a [VarId],
    /// What floating point may be turned into.
    pub fp: FpMode,
    /// Whether a loop around runs in lanes.
    pub is_in_lanes: bool,
    /// Whether this loop may leave operands pending that end here, for a loop inside to test.
    pub may_leave_pending: bool,
}

/// How a loop is walked, and what is left to do in each case.
#[derive(Clone, Debug)]
pub struct DecidedLoop {
    /// How it comes to the values of its variable.
    pub kind: LoopKind<Work>,
    /// The cursors whose level holds every coordinate and can be located.
    pub located: Vec<CursorLevel>,
    /// The cursors that every case needs and in which the coordinates of the drivers are looked up.
    pub probed: Vec<CursorLevel>,
    /// For which combinations of drivers there is something to do.
    pub lattice: Lattice,
    /// How many combinations were tried for that.
    pub tried: usize,
}

/// Decides how the loop over `var` is walked; in blocks of lanes where these are given, which no stored operand drives.
pub fn decide(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    around: Surroundings<'_>,
    (var, lanes): (VarId, Option<Strips>),
    work: &Work,
    location: Place,
) -> Result<DecidedLoop, Problem> {
    let mut located = Vec::new();
    let mut drivers = Vec::new();
    let mut always = 0;
    let accesses = work.accesses(nest);
    for (index, cursor) in cursors.iter().enumerate() {
        // An operand that stores nothing here is not walked any further.
        if !cursor.enters_at(var) || !accesses.contains(&cursor.access) {
            continue;
        }
        if cursor.next_is_full() && cursor.next_can_locate() {
            located.push(index);
        } else {
            always |= u32::from(cursor.next_is_full()) << drivers.len().min(31);
            drivers.push(index);
        }
    }
    if drivers.len() > Lattice::MOST_CURSORS {
        return Err(too_many(drivers.len(), location));
    }
    let undecided = LoopToDecide { cursors, around, var, lanes, work, location, located, drivers, always };
    let pending = pending_in(cursors, &accesses);
    if pending.is_empty() {
        let decided = undecided.decide(nest, PendingTests::NonePending)?;
        let merged = if decided.kind.takes_every_value() { undecided.merge_subsections(nest) } else { None };
        return Ok(merged.unwrap_or(decided));
    }
    // The outermost loop that can choose one value by what they store tests it.
    match undecided.decide(nest, PendingTests::Here(&pending)) {
        Ok(decided) => Ok(decided),
        Err(problem) if work.loop_vars(nest).is_empty() => Err(problem),
        Err(_) => {
            let decided = undecided.decide(nest, PendingTests::Inside)?;
            Ok(DecidedLoop { tried: decided.tried + undecided.combinations(&pending), ..decided })
        }
    }
}

/// A loop to be decided.
struct LoopToDecide<'a> {
    cursors: &'a [OperandCursor],
    around: Surroundings<'a>,
    var: VarId,
    lanes: Option<Strips>,
    work: &'a Work,
    location: Place,
    /// The cursors whose level holds every coordinate and can be located.
    located: Vec<usize>,
    /// The other cursors that enter a level.
    drivers: Vec<usize>,
    /// Those of them that store every coordinate: bit `k` for `drivers[k]`.
    always: u32,
}

/// What a loop tests of pending operands, which ended further outside and may store nothing.
#[derive(Clone, Copy)]
enum PendingTests<'a> {
    /// No operand is pending.
    NonePending,
    /// Whether these cursors store an entry, before it computes anything that depends on them.
    Here(&'a [usize]),
    /// Nothing: a loop inside tests.
    Inside,
}

impl LoopToDecide<'_> {
    /// How many combinations of operands a decision distinguishes.
    fn combinations(&self, pending: &[usize]) -> usize {
        1 << (self.drivers.len() + pending.len())
    }

    /// A merge of the drivers with the subsections of the operands whose subscripts the loop reduces, if there is nothing to do where
    /// none of them gives a value.
    fn merge_subsections(&self, nest: &mut Nest) -> Option<DecidedLoop> {
        let Self { cursors, around, var, work, location, .. } = *self;
        let walks =
            if self.lanes.is_none() { subsection_drivers(nest, cursors, around.open, work, var) } else { Vec::new() };
        let all: Vec<_> = self.drivers.iter().copied().chain(walks.iter().map(|walk| walk.cursor)).collect();
        if walks.is_empty() || all.len() > Lattice::MOST_CURSORS {
            return None;
        }
        let points = MergePoints::new(nest, work, cursors, &all, self.always);
        if points.lattice().takes_all() || points.points().is_empty() || points.points().len() > MOST_OWN_CASES {
            return None;
        }
        let wants = Wants { merges: true, order: true, open: around.open };
        let own = self.drivers.iter().map(|index| plan_driver(nest, (*index, &cursors[*index]), wants, work, location));
        let mut drivers = own.collect::<Result<Vec<_>, _>>().ok()?;
        drivers.extend(walks);
        let case = |point: &MergePoint| MergeCase { present: point.present, inside: points.work_at(nest, *point) };
        let cases = points.points().iter().map(case).collect();
        let kind = LoopKind::Merges(Merge { drivers, cases, how: Merging::Branches, takes_every_value: false });
        let located = self.located.iter().map(|cursor| CursorLevel { cursor: *cursor, level: cursors[*cursor].depth });
        let (lattice, tried) = (points.lattice().clone(), self.combinations(&[]) + (1 << all.len()));
        Some(DecidedLoop { kind, located: located.collect(), probed: Vec::new(), lattice, tried })
    }

    fn decide(&self, nest: &mut Nest, tests: PendingTests<'_>) -> Result<DecidedLoop, Problem> {
        let Self { cursors, around, var, lanes, work, location, .. } = *self;
        let pending = if let PendingTests::Here(pending) = tests { pending } else { &[] };
        let tried = self.combinations(pending);
        if self.drivers.len() + pending.len() > Lattice::MOST_CURSORS {
            let problem = too_many(self.drivers.len() + pending.len(), location);
            return Err(if pending.is_empty() { problem } else { problem.from_guess() });
        }
        let mut points =
            MergePoints::new(nest, work, cursors, &[self.drivers.as_slice(), pending].concat(), self.always);
        let (drivers, probed) = choose_probes(cursors, (self.drivers.clone(), pending), &mut points);
        let lattice = points.lattice_of(drivers.len());
        let takes_all = lattice.takes_all();
        if takes_all && !nest.var(var).has_range() {
            return Err(Problem::new(
                location,
                format!("the loop over {} would have to take all diagonals", nest.var_name(var)),
            )
            .with_remedy(Remedy::ByDimensions));
        }
        let merges = !drivers.is_empty() && (drivers.len() > 1 || takes_all);
        let wants_order = merges || around.ordered.contains(&var);
        let mut enumerate = |index: usize| {
            let cursor = &cursors[index];
            let properties = cursor.level(cursor.depth).properties();
            // Where a loop that runs once repeats nothing, all that a coordinate stores is taken in that one round. A result may want
            // each coordinate once, too; equal ones that stand side by side do not disturb it.
            let are_scattered = !properties.ordered && around.distinct.contains(&var);
            let once = !properties.unique && (are_scattered || work.replaces_once(nest, var));
            let wants = Wants { merges: merges || once, order: wants_order || once, open: around.open };
            plan_driver(nest, (index, cursor), wants, work, location)
        };
        let mut drivers = drivers.into_iter().map(&mut enumerate).collect::<Result<Vec<_>, _>>()?;
        let kind = match points.points() {
            [] => LoopKind::Nothing,
            _ if !pending.is_empty() => {
                let merge = test_pending(nest, cursors, (drivers, pending), (&points, takes_all), around.fp);
                LoopKind::Merges(merge.ok_or_else(|| untested(nest, cursors, pending, (var, location)))?)
            }
            _ if merges => {
                let tests_later = matches!(tests, PendingTests::Inside);
                LoopKind::Merges(merge(nest, cursors, drivers, &points, (var, tests_later), around))
            }
            [first, ..] => {
                let work = points.work_at(nest, *first);
                match (drivers.pop(), lanes) {
                    (Some(driver), _) => LoopKind::Walks(driver, work),
                    (None, Some(strips)) => LoopKind::Lanes(strips, work),
                    (None, None) => match subsection_driver(nest, cursors, around.open, &work, var) {
                        Some(driver) => LoopKind::Subsections(driver, work),
                        None => LoopKind::Counts(work),
                    },
                }
            }
        };
        let entered = |indices: Vec<usize>| {
            indices.into_iter().map(|cursor| CursorLevel { cursor, level: cursors[cursor].depth }).collect()
        };
        Ok(DecidedLoop { kind, located: entered(self.located.clone()), probed: entered(probed), lattice, tried })
    }
}

/// That a loop cannot test pending operands: no one value of it depends on what they store.
fn untested(nest: &Nest, cursors: &[OperandCursor], pending: &[usize], (var, location): (VarId, Place)) -> Problem {
    let names: Vec<_> = pending.iter().map(|index| nest.name(cursors[*index].access.tensor)).collect();
    let message = format!(
        "{} may store nothing in the loop over {}, and no single value depends on that: make some of them dense",
        names.join(" and "),
        nest.var_name(var)
    );
    Problem::new(location, message).from_guess()
}

/// That a loop would distinguish too many combinations.
fn too_many(operands: usize, location: Place) -> Problem {
    let most = Lattice::MOST_CURSORS;
    let message =
        format!("{operands} stored operands would be merged in one loop, the most is {most}: make some of them dense");
    Problem::new(location, message)
}

/// Cursors of whose entries it is not known whether they are there, among those that are read.
fn pending_in(cursors: &[OperandCursor], accesses: &[Access]) -> Vec<usize> {
    let is_pending = |cursor: &OperandCursor| cursor.is_pending() && accesses.contains(&cursor.access);
    (0..cursors.len()).filter(|index| is_pending(&cursors[*index])).collect()
}

/// A shared merge, in which further cursors decide what is done.
fn test_pending(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    (drivers, pending): (Vec<Driver>, &[usize]),
    (points, takes_every_value): (&MergePoints<'_>, bool),
    fp: FpMode,
) -> Option<Merge<Work>> {
    let inside = points.point_of_all().map(|point| points.work_at(nest, point))?;
    let value = inside.value_in_loops()?;
    let cases = points.points().iter().map(|point| point.present).collect();
    let shared = share(nest, cursors, (&drivers, pending), (value, cases), (takes_every_value, fp))?;
    let present = (1 << drivers.len()) - 1;
    Some(Merge { drivers, cases: vec![MergeCase { present, inside }], how: Merging::Shared(shared), takes_every_value })
}

/// Decides how a merge over `var` becomes code, and in which of its cases there is any.
fn merge(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: Vec<Driver>,
    points: &MergePoints<'_>,
    (var, tests_later): (VarId, bool),
    around: Surroundings<'_>,
) -> Merge<Work> {
    let work_of_all = points.point_of_all().map(|point| points.work_at(nest, point));
    let all = points.all_drivers();
    let how = match &work_of_all {
        None => Merging::Branches,
        Some(work) => {
            let levels = joined_levels(nest, cursors, &drivers, (points, work), var);
            // No value is computed before the loop that tests what its operands store.
            let of_values = (levels == 0 && !tests_later)
                .then(|| merging_of_values(nest, cursors, &drivers, (points, work), around));
            match of_values {
                Some(shared @ Merging::Shared(_)) => shared,
                of_values => {
                    let joined = levels
                        | joined_entries(nest, cursors, &drivers, (points, work, levels), (var, tests_later), around);
                    if joined == 0 { of_values.unwrap_or(Merging::Branches) } else { Merging::Joined(joined) }
                }
            }
        }
    };
    let common = match how {
        Merging::Joined(joined) => joined,
        Merging::Shared(_) => all,
        _ => 0,
    };
    // What all cases have in common, they have where it stores something.
    let cases = points.points().iter().filter(|point| point.present & common == common);
    // Parts that are chosen are parts of this very expression: made again, it has others.
    let mut work_at = |point: &MergePoint| match &work_of_all {
        Some(work) if point.present == all => work.clone(),
        _ => points.work_at(nest, *point),
    };
    let case = |point: &MergePoint| MergeCase { present: point.present, inside: work_at(point) };
    let cases = cases.map(case).collect();
    Merge { drivers, cases, how, takes_every_value: points.lattice().takes_all() }
}

/// How the cases of a merge that is not joined become code. Given are its points, and the work where all drivers store something.
fn merging_of_values(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: &[Driver],
    (points, work_of_all): (&MergePoints<'_>, &Work),
    Surroundings { fp, is_in_lanes, .. }: Surroundings<'_>,
) -> Merging {
    let may_blend = points.has_every_combination() && !points.lattice().takes_all();
    let blended = if may_blend { blend(nest, cursors, drivers, work_of_all, fp) } else { None };
    // A loop in each case is more code than a value.
    let is_one_value = blended.is_some() && work_of_all.loop_vars(nest).is_empty();
    let max_cases = if is_one_value { MOST_BLENDED_CASES } else { MOST_OWN_CASES };
    let value = work_of_all.value_in_loops().filter(|_| points.points().len() > max_cases && !is_in_lanes);
    let present = points.points().iter().map(|point| point.present).collect();
    let takes_every_value = points.lattice().takes_all();
    match value.and_then(|value| share(nest, cursors, (drivers, &[]), (value, present), (takes_every_value, fp))) {
        Some(shared) => Merging::Shared(shared),
        None => blended.map_or(Merging::Branches, Merging::Blended),
    }
}

/// The drivers with levels below whose cases become one, in which those that store nothing stand at an empty segment: bit `k` for
/// `drivers[k]`. Each choice of the others has a case.
///
/// This is for sums: every combination of drivers is a case, so that there is something below wherever there is a node. For other
/// expressions, joining visits more nodes than necessary; it is used only if they have too many cases for a tree of them. The
/// levels below tell the cases apart. They are iterated even if they have no parent.
fn joined_levels(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: &[Driver],
    (points, work_of_all): (&MergePoints<'_>, &Work),
    var: VarId,
) -> u32 {
    if nest.is_limited(var) {
        return 0;
    }
    let (mut joined, mut iterates_locatable) = (0, false);
    for (driver, bit) in drivers.iter().zip(0..) {
        let cursor = &cursors[driver.cursor];
        let Some(next) = cursor.vars.get(cursor.depth + 1).copied().flatten() else { continue };
        let below = cursor.level(cursor.depth + 1);
        // A locatable level that every case needs would be looked up. If it is unordered, it cannot be iterated instead.
        let is_found = below.capabilities().locate && work_of_all.has_loop_that_needs(nest, &cursor.access, next);
        if !is_found || below.properties().ordered {
            joined |= 1 << bit;
            iterates_locatable |= below.capabilities().locate && (is_found || below.properties().full);
        }
    }
    let visits_more = !points.has_every_combination() || points.lattice().takes_all() || iterates_locatable;
    let max_copies = if visits_more { MOST_SEPARATE_CASES } else { MOST_NESTED_CASES };
    let cases = points.points().iter().filter(|point| point.present & joined == joined).count();
    let is_right = joined != 0 && (1..points.points().len()).contains(&cases);
    if is_right && exceeds_copies(nest, cursors, drivers, (points, 0), max_copies) { joined } else { 0 }
}

/// The drivers without levels below that are joined, too, as there would be too many cases otherwise: they are pending until a loop
/// inside tests them.
fn joined_entries(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: &[Driver],
    (points, work_of_all, levels): (&MergePoints<'_>, &Work, u32),
    (var, tests_later): (VarId, bool),
    around: Surroundings<'_>,
) -> u32 {
    // A driver that every case needs ends the loop, so it stores an entry in each.
    let common = points.points().iter().fold(u32::MAX, |common, point| common & point.present);
    let ends = |(driver, bit): &(&Driver, u32)| driver.gives_single_entries(cursors) && common >> bit & 1 == 0;
    let ended: Vec<_> = drivers.iter().zip(0..).filter(ends).collect();
    let accesses: Vec<_> = ended.iter().map(|(driver, _)| cursors[driver.cursor].access.clone()).collect();
    // A loop inside that has to test others tests these, too.
    let are_many =
        tests_later || ended.len() > 1 && exceeds_copies(nest, cursors, drivers, (points, levels), MOST_SEPARATE_CASES);
    let is_joined = !ended.is_empty()
        && are_many
        && around.may_leave_pending
        && !around.is_in_lanes
        && !nest.is_limited(var)
        && can_be_tested_inside(nest, cursors, (work_of_all, &accesses), around.fp);
    if is_joined { ended.iter().map(|(_, bit)| 1 << bit).sum() } else { 0 }
}

/// Whether the code below would exist more than `max_copies` times if each point had code of its own, or, where drivers are joined,
/// each point that contains all of them. This is an estimate: at a point, each operand that is read drops out in one of its levels
/// below, or in none.
fn exceeds_copies(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: &[Driver],
    (points, joined): (&MergePoints<'_>, u32),
    max_copies: usize,
) -> bool {
    let levels_below = |cursor: &OperandCursor| {
        let is_driver = drivers.iter().any(|driver| cursors[driver.cursor].access == cursor.access);
        let depth = (cursor.depth + usize::from(is_driver)).min(cursor.vars.len());
        cursor.vars[depth..].iter().flatten().count()
    };
    let mut copies = 0usize;
    points.points().iter().filter(|point| point.present & joined == joined).any(|point| {
        let read = points.work_at(nest, *point).accesses(nest);
        let is_read = |cursor: &&OperandCursor| !cursor.random && read.contains(&cursor.access);
        let ways = cursors.iter().filter(is_read).map(|cursor| 1 + levels_below(cursor));
        copies = copies.saturating_add(ways.fold(1, usize::saturating_mul));
        copies > max_copies
    })
}

/// Takes those drivers out that every case needs and that can locate: the others are enumerated, and these looked up
/// (LEVELS, section 4.3). One is left to enumerate.
///
/// In a point, the bits of pending cursors follow those of the drivers.
fn choose_probes(
    cursors: &[OperandCursor],
    (drivers, pending): (Vec<usize>, &[usize]),
    points: &mut MergePoints<'_>,
) -> (Vec<usize>, Vec<usize>) {
    let common = points.lattice().common() & ((1 << drivers.len()) - 1);
    let can_locate = |bit: usize| cursors[drivers[bit]].next_can_locate();
    let mut probes: Vec<_> = Lattice::members(common).filter(|bit| can_locate(*bit)).collect();
    let is_enumerated = |bit: usize| !probes.contains(&bit) && common >> bit & 1 == 1;
    if !(0..drivers.len()).any(is_enumerated) && !probes.is_empty() {
        probes.remove(0);
    }
    if probes.is_empty() {
        return (drivers, Vec::new());
    }
    let kept: Vec<_> = (0..drivers.len()).filter(|bit| !probes.contains(bit)).collect();
    let behind = drivers.len()..drivers.len() + pending.len();
    points.keep_drivers(&kept.iter().copied().chain(behind).collect::<Vec<_>>());
    let choose = |bits: &[usize]| bits.iter().map(|bit| drivers[*bit]).collect();
    (choose(&kept), choose(&probes))
}
