//! How one loop is walked: which cursors it merges, and what it does at each point of the merge lattice.

use super::{
    Entered, Strips,
    blend::blend,
    constants::{MOST_BLENDED_CASES, MOST_NESTED_CASES, MOST_OWN_CASES, MOST_SEPARATE_CASES},
    cursor::OperandCursor,
    driver::{Driver, Wants, enumerated},
    loop_kind::{LoopKind, Merge, MergeCase, Merging},
    shared::share,
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
    let mut cases = Vec::new();
    let tried = 1 << drivers.len();
    let lattice = Lattice::new(drivers.len(), always, |present| {
        let absent: Vec<_> = drivers
            .iter()
            .enumerate()
            .filter(|(bit, _)| present >> bit & 1 == 0)
            .map(|(_, index)| cursors[*index].access.clone())
            .collect();
        // Numbers alone may leave nothing of a stored result; dense ones are written as they are.
        let is_simple = drivers.is_empty() && !work.stores(nest);
        let remaining = if is_simple { Some(work.clone()) } else { work.without(nest, &absent) };
        let is_live = remaining.is_some();
        cases.extend(remaining.map(|inside| MergeCase { present, inside }));
        is_live
    });
    let (drivers, probed, lattice) = choose_probes(cursors, drivers, lattice, &mut cases);
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
    let kind = if cases.is_empty() {
        LoopKind::Nothing
    } else if merges {
        LoopKind::Merges(merge(nest, cursors, (drivers, cases), &lattice, var, around))
    } else {
        let work = cases.remove(0).inside;
        match (drivers.pop(), lanes) {
            (Some(driver), _) => LoopKind::Walks(driver, work),
            (None, Some(strips)) => LoopKind::Lanes(strips, work),
            (None, None) => LoopKind::Counts(work),
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
    (drivers, mut cases): (Vec<Driver>, Vec<MergeCase<Work>>),
    lattice: &Lattice,
    var: VarId,
    Surroundings { fp, is_in_lanes, .. }: Surroundings<'_>,
) -> Merge<Work> {
    let all = (1u32 << drivers.len()) - 1;
    let takes_every_value = lattice.takes_all();
    let how = if can_be_joined(nest, cursors, &drivers, lattice, &cases, var) {
        Merging::Joined
    } else {
        let full = cases.iter().find(|case| case.present == all);
        let has_all = cases.len() == all as usize && !takes_every_value;
        let blended = full.filter(|_| has_all).and_then(|full| blend(nest, cursors, &drivers, &full.inside, fp));
        let is_short = cases.len() <= if blended.is_some() { MOST_BLENDED_CASES } else { MOST_OWN_CASES };
        let value = full.filter(|_| !is_short && !is_in_lanes).and_then(|full| full.inside.value_in_loops());
        let is_one = |case: &MergeCase<Work>| case.inside.value_in_loops().is_some();
        let value = value.filter(|_| cases.iter().all(is_one));
        let present: Vec<_> = cases.iter().map(|case| case.present).collect();
        match value.and_then(|value| share(nest, cursors, &drivers, (value, present), fp)) {
            Some(shared) => Merging::Shared(shared),
            None => blended.map_or(Merging::Branches, Merging::Blended),
        }
    };
    if matches!(how, Merging::Joined | Merging::Shared(_)) {
        cases.retain(|case| case.present == all);
    }
    Merge { drivers, cases, how, takes_every_value }
}

/// Whether many cases become one, in which cursors that store nothing stand at an empty segment.
///
/// This is for sums: every choice of drivers is a case, so that there is something below wherever there is a node. For
/// other expressions it visits more nodes than it has to, and is left to those with too many cases for a tree of them. The
/// levels below tell the cases apart; there has to be one for each driver, which can be walked under a range without nodes.
fn can_be_joined(
    nest: &Nest,
    cursors: &[OperandCursor],
    drivers: &[Driver],
    lattice: &Lattice,
    cases: &[MergeCase<Work>],
    var: VarId,
) -> bool {
    let all = (1u32 << drivers.len()) - 1;
    let covers_all = cases.len() + 1 >= 1 << drivers.len();
    let next = |driver: &Driver| {
        let cursor = &cursors[driver.cursor];
        cursor.vars.get(cursor.depth + 1).copied().flatten()
    };
    if drivers.iter().any(|driver| next(driver).is_none()) {
        return false;
    }
    let are_together = drivers.iter().all(|driver| next(driver) == next(&drivers[0]));
    let values = cases.iter().find(|case| case.present == all).map(|case| case.inside.values()).unwrap_or_default();
    let is_driver = |access: &Access| drivers.iter().any(|driver| cursors[driver.cursor].access == *access);
    let reads_drivers =
        |value| nest.reads(value).iter().all(|read| !nest.tensor(read.tensor).is_stored() || is_driver(read));
    let is_one_sum =
        matches!(values[..], [(value, _)] if nest.folded_vars(value).is_empty() || reads_drivers(value));
    // A level that every case needs is looked up if it can be located, and that needs a node above. A loop over all terms of a sum
    // needs none of them in every case, and a fold over some of them none but its only one, which it walks, unless it reads
    // something else that is stored.
    let is_looked_up = !covers_all || !are_together || !is_one_sum;
    let below = |driver: &Driver| {
        let cursor = &cursors[driver.cursor];
        cursor.level(cursor.depth + 1)
    };
    // What is unordered has to be looked up, where it is in all cases.
    let can_be_walked = |driver: &Driver| {
        let below = below(driver);
        !(is_looked_up && below.capabilities().locate && !below.properties().ordered)
    };
    let is_found = |driver: &Driver| {
        let below = below(driver);
        below.capabilities().locate && (is_looked_up || below.properties().full)
    };
    let levels_below = |driver: &Driver| {
        let cursor = &cursors[driver.cursor];
        cursor.vars[cursor.depth + 1..].iter().flatten().count()
    };
    let deepest = drivers.iter().map(levels_below).max().unwrap_or(0);
    // Each driver drops out in one of the levels from this one on, or in none.
    let nested = (deepest + 2).saturating_pow(drivers.len() as u32);
    let visits_more = !covers_all || lattice.takes_all() || drivers.iter().any(is_found);
    let most = if visits_more { MOST_SEPARATE_CASES } else { MOST_NESTED_CASES };
    nested > most
        && lattice.points().contains(&all)
        && drivers.iter().all(can_be_walked)
        && !nest.limits().iter().any(|limit| limit.subscript.mentions(var))
}

/// Takes those drivers out that every case needs and that can locate: the others are enumerated, and these looked up
/// (LEVELS, section 4.3). One is left to enumerate.
fn choose_probes(
    cursors: &[OperandCursor],
    drivers: Vec<usize>,
    lattice: Lattice,
    cases: &mut [MergeCase<Work>],
) -> (Vec<usize>, Vec<usize>, Lattice) {
    let can_locate = |bit: usize| cursors[drivers[bit]].next_can_locate();
    let mut probes: Vec<_> = Lattice::members(lattice.common()).filter(|bit| can_locate(*bit)).collect();
    let is_enumerated = |bit: usize| !probes.contains(&bit) && lattice.common() >> bit & 1 == 1;
    if !(0..drivers.len()).any(is_enumerated) && !probes.is_empty() {
        probes.remove(0);
    }
    if probes.is_empty() {
        return (drivers, Vec::new(), lattice);
    }
    let kept: Vec<_> = (0..drivers.len()).filter(|bit| !probes.contains(bit)).collect();
    for case in cases.iter_mut() {
        case.present = kept.iter().enumerate().map(|(new, old)| (case.present >> old & 1) << new).sum();
    }
    let lattice = Lattice::new(kept.len(), 0, |point| cases.iter().any(|case| case.present == point));
    let choose = |bits: &[usize]| bits.iter().map(|bit| drivers[*bit]).collect();
    (choose(&kept), choose(&probes), lattice)
}
