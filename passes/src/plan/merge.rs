//! How one loop is walked: which cursors it merges, and what it does at each point of the merge lattice.

use super::{
    Entered, Strips,
    blend::blend,
    constants::{MOST_BLENDED_CASES, MOST_NESTED_CASES, MOST_OWN_CASES, MOST_SEPARATE_CASES},
    cursor::OperandCursor,
    driver::{Driver, Wants, enumerated},
    loop_kind::{LoopKind, Merge, MergeCase, Merging},
    merge_points::{MergePoint, MergePoints},
    shared::share,
    work::Work,
};
use crate::{
    analysis::lattice::Lattice,
    fp::FpMode,
    index::{Nest, Place, VarId, problem::Problem},
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
}

/// How a loop is walked, and what is left to do in each case.
#[derive(Clone, Debug)]
pub struct DecidedLoop {
    /// How it comes to the values of its variable.
    pub kind: LoopKind<Work>,
    /// The cursors whose level holds every coordinate and can be located.
    pub located: Vec<Entered>,
    /// The cursors that every case needs and in which the coordinates of the drivers are looked up.
    pub probed: Vec<Entered>,
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
        return Err(Problem::new(
            location,
            format!(
                "{} stored operands would be merged in one loop, the most is {}: make some of them dense",
                drivers.len(),
                Lattice::MOST_CURSORS
            ),
        ));
    }
    let tried = 1 << drivers.len();
    let mut points = MergePoints::new(nest, work, cursors, &drivers, always);
    let (drivers, probed) = choose_probes(cursors, drivers, &mut points);
    let lattice = points.lattice();
    if lattice.takes_all() && !nest.var(var).has_range() {
        return Err(Problem::new(
            location,
            format!("the loop over {} would have to take all diagonals", nest.var_name(var)),
        )
        .with_remedy(Remedy::ByDimensions));
    }
    let merges = !drivers.is_empty() && (drivers.len() > 1 || lattice.takes_all());
    let wants_order = merges || around.ordered.contains(&var);
    let mut enumerate = |index: usize| {
        let cursor = &cursors[index];
        let properties = cursor.level(cursor.depth).properties();
        // Where a loop that runs once repeats nothing, all that a coordinate stores is taken in that one round. A result may want
        // each coordinate once, too; equal ones that stand side by side do not disturb it.
        let are_scattered = !properties.ordered && around.distinct.contains(&var);
        let once = !properties.unique && (are_scattered || work.replaces_once(nest, var));
        let wants = Wants { merges: merges || once, order: wants_order || once, open: around.open };
        enumerated(nest, (index, cursor), wants, work, location)
    };
    let mut drivers = drivers.into_iter().map(&mut enumerate).collect::<Result<Vec<_>, _>>()?;
    let lattice = lattice.clone();
    let kind = match points.points() {
        [] => LoopKind::Nothing,
        _ if merges => LoopKind::Merges(merge(nest, cursors, drivers, &points, var, around)),
        [first, ..] => {
            let work = points.work_at(nest, *first);
            match (drivers.pop(), lanes) {
                (Some(driver), _) => LoopKind::Walks(driver, work),
                (None, Some(strips)) => LoopKind::Lanes(strips, work),
                (None, None) => LoopKind::Counts(work),
            }
        }
    };
    let entered = |indices: Vec<usize>| {
        indices.into_iter().map(|cursor| Entered { cursor, level: cursors[cursor].depth }).collect()
    };
    Ok(DecidedLoop { kind, located: entered(located), probed: entered(probed), lattice, tried })
}

/// Decides how a merge over `var` becomes code, and in which of its cases there is any.
fn merge(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: Vec<Driver>,
    points: &MergePoints<'_>,
    var: VarId,
    around: Surroundings<'_>,
) -> Merge<Work> {
    let work_of_all = points.point_of_all().map(|point| points.work_at(nest, point));
    let all = points.all_drivers();
    let joined = work_of_all.as_ref().and_then(|work| joined_drivers(nest, cursors, &drivers, (points, work), var));
    let (how, common) = match (joined, &work_of_all) {
        (Some(joined), _) => (Merging::Joined(joined), joined),
        (None, Some(work)) => match merging_of_values(nest, cursors, &drivers, (points, work), around) {
            shared @ Merging::Shared(_) => (shared, all),
            other => (other, 0),
        },
        (None, None) => (Merging::Branches, 0),
    };
    // What all cases have in common, they have where it stores something.
    let cases = points.points().iter().filter(|point| point.present & common == common);
    let case = |point: &MergePoint| MergeCase { present: point.present, inside: points.work_at(nest, *point) };
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
    match value.and_then(|value| share(nest, cursors, drivers, (value, present), fp)) {
        Some(shared) => Merging::Shared(shared),
        None => blended.map_or(Merging::Branches, Merging::Blended),
    }
}

/// The drivers whose cases become one, in which those that store nothing stand at an empty segment, if there are: bit `k` for
/// `drivers[k]`. Each choice of the others has a case.
///
/// This is for sums: every combination of drivers is a case, so that there is something below wherever there is a node. For other
/// expressions, joining visits more nodes than necessary; it is used only if they have too many cases for a tree of them. The
/// levels below tell the cases apart. So each of the drivers needs a level below, and that level is iterated even if it has no
/// parent.
fn joined_drivers(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: &[Driver],
    (points, work_of_all): (&MergePoints<'_>, &Work),
    var: VarId,
) -> Option<u32> {
    if nest.limits().iter().any(|limit| limit.subscript.mentions(var)) {
        return None;
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
    let cases = || points.points().iter().map(|point| point.present).filter(|present| present & joined == joined);
    let is_right = joined != 0 && (1..points.points().len()).contains(&cases().count());
    (is_right && exceeds_copies(nest, cursors, drivers, points, max_copies)).then_some(joined)
}

/// Whether the code below would exist more than `max_copies` times if each point had code of its own. This is an estimate: at a
/// point, each operand that is read drops out in one of its levels below, or in none.
fn exceeds_copies(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    drivers: &[Driver],
    points: &MergePoints<'_>,
    max_copies: usize,
) -> bool {
    let levels_below = |cursor: &OperandCursor| {
        let is_driver = drivers.iter().any(|driver| cursors[driver.cursor].access == cursor.access);
        let depth = (cursor.depth + usize::from(is_driver)).min(cursor.vars.len());
        cursor.vars[depth..].iter().flatten().count()
    };
    let mut copies = 0usize;
    points.points().iter().any(|point| {
        let read = points.work_at(nest, *point).accesses(nest);
        let is_read = |cursor: &&OperandCursor| !cursor.random && read.contains(&cursor.access);
        let ways = cursors.iter().filter(is_read).map(|cursor| 1 + levels_below(cursor));
        copies = copies.saturating_add(ways.fold(1, usize::saturating_mul));
        copies > max_copies
    })
}

/// Takes those drivers out that every case needs and that can locate: the others are enumerated, and these looked up
/// (LEVELS, section 4.3). One is left to enumerate.
fn choose_probes(
    cursors: &[OperandCursor],
    drivers: Vec<usize>,
    points: &mut MergePoints<'_>,
) -> (Vec<usize>, Vec<usize>) {
    let common = points.lattice().common();
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
    points.keep_drivers(&kept);
    let choose = |bits: &[usize]| bits.iter().map(|bit| drivers[*bit]).collect();
    (choose(&kept), choose(&probes))
}
