//! How one loop of a nest is walked: which cursors it merges, and what it does at each point of the merge lattice.

use super::cursor::Cursor;
use crate::{
    analysis::lattice::Lattice,
    diagnostic::Problem,
    index::{Access, ExprId, Nest, Place, Stmt, VarId, algebra, constant::Constant, specialize::Specializer, writes},
    remedy::Remedy,
};
use lacuna_dialects::sloop::Combiner;

/// What a loop runs for each value of its variable.
#[derive(Clone, Debug)]
pub enum Inside {
    /// Statements.
    Statements(Vec<Stmt>),
    /// An expression, combined over the loop.
    Fold {
        /// How.
        combiner: Combiner,
        /// What.
        body: ExprId,
    },
}

impl Inside {
    /// What remains where `absent` stores nothing; `None` if there is nothing left to do.
    fn without(&self, nest: &mut Nest, absent: &[Access]) -> Option<Self> {
        let mut specializer = Specializer::new(nest, absent);
        match self {
            Self::Statements(body) => {
                let body = specializer.statements(body);
                (!body.is_empty()).then_some(Self::Statements(body))
            }
            Self::Fold { combiner, body } => {
                let (body, known) = specializer.expression(*body);
                let adds_nothing = known.is_some_and(|known| {
                    known.value == Constant::Absent || algebra::is_neutral(*combiner, known, nest.node(body).r#type)
                });
                (!adds_nothing).then_some(Self::Fold { combiner: *combiner, body })
            }
        }
    }

    /// The values computed inside, with what each may be where nothing was to be computed: zero, unless the result holds
    /// something else there, or the neutral value of what combines it. To a combiner that zeros change, zero is news; it is
    /// named.
    pub fn expected(&self, nest: &Nest) -> Vec<(ExprId, Vec<Constant>, Option<Combiner>)> {
        let combined = |combiner, value: ExprId| {
            let r#type = nest.node(value).r#type;
            let neutral = algebra::neutral(combiner, r#type);
            let takes_zeros = !neutral.is_some_and(Constant::is_zero);
            (value, std::iter::once(Constant::Zero).chain(neutral).collect(), takes_zeros.then_some(combiner))
        };
        match self {
            Self::Statements(body) => writes(body)
                .into_iter()
                .map(|(_, write)| match write.combiner {
                    Some(combiner) => combined(combiner, write.value),
                    None => (write.value, vec![write.elsewhere.unwrap_or(Constant::Zero)], None),
                })
                .collect(),
            Self::Fold { combiner, body } => vec![combined(*combiner, *body)],
        }
    }

    /// The values computed inside, with how each combines.
    pub fn values(&self) -> Vec<(ExprId, Option<Combiner>)> {
        match self {
            Self::Statements(body) => {
                writes(body).into_iter().map(|(_, write)| (write.value, write.combiner)).collect()
            }
            Self::Fold { combiner, body } => vec![(*body, Some(*combiner))],
        }
    }

    /// Whether a stored result is written inside.
    fn stores(&self, nest: &Nest) -> bool {
        let Self::Statements(body) = self else { return false };
        writes(body).into_iter().any(|(_, write)| nest.tensor(write.target.tensor).format().is_some())
    }

    /// What is accessed inside.
    pub fn accesses(&self, nest: &Nest) -> Vec<Access> {
        let mut found: Vec<_> = self.values().into_iter().flat_map(|(value, _)| nest.reads(value)).collect();
        if let Self::Statements(body) = self {
            found.extend(writes(body).into_iter().map(|(_, write)| write.target.clone()));
        }
        found
    }
}

/// What a loop does where exactly some of its drivers store something.
#[derive(Clone, Debug)]
pub struct Case {
    /// Which: bit `k` for `drivers[k]`.
    pub present: u32,
    /// What it does.
    pub inside: Inside,
}

/// A cursor that is enumerated.
#[derive(Clone, Copy, Debug)]
pub struct Driver {
    /// Which.
    pub cursor: usize,
    /// Whether neighbours of equal coordinate are taken together.
    pub segments: bool,
    /// Whether its level is unordered and sorted as it is walked.
    pub reordered: bool,
}

/// Where a loop stands.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The variables of the loops around.
    pub open: &'a [VarId],
    /// The variables whose values stored results want to increase.
    pub ordered: &'a [VarId],
}

/// A loop, decided.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The cursors that are enumerated.
    pub drivers: Vec<Driver>,
    /// The cursors whose level holds every coordinate and can be located.
    pub located: Vec<usize>,
    /// The cursors that every case needs and in which the coordinates of the drivers are looked up.
    pub probed: Vec<usize>,
    /// For which combinations of drivers there is something to do.
    pub lattice: Lattice,
    /// What, for each point of the lattice.
    pub cases: Vec<Case>,
    /// Whether the case of all drivers serves the others, too: those that store nothing have an empty segment, under
    /// which the levels below store nothing.
    pub joined: bool,
}

impl Walk {
    /// The cases for which there is code.
    pub fn emitted_cases(&self) -> impl Iterator<Item = &Case> {
        let all = (1u32 << self.drivers.len()) - 1;
        self.cases.iter().filter(move |case| !self.joined || case.present == all)
    }
}

/// A level with its own code for each choice of cursors has that of all levels below in each of its cases. Above so many
/// cases, it is joined.
const MOST_NESTED_CASES: usize = 32;

/// The most places at which the code of one statement may be repeated, once for each case of the loops around it. Above so
/// many, a level is joined even if this visits nodes below which there is nothing to do.
pub const MOST_COPIES: usize = 1024;

/// Whether a stored result takes the entries of an operand as they are, in parts as well.
fn keeps_parts(nest: &Nest, inside: &Inside, access: &Access) -> bool {
    let Inside::Statements(body) = inside else { return false };
    writes(body).into_iter().all(|(_, write)| {
        let format = nest.tensor(write.target.tensor).format();
        let levels = format.map(|format| format.levels());
        let has_parts = levels.is_some_and(|levels| levels.last().is_some_and(|level| !level.unique && !level.ordered));
        has_parts && nest.is_linear_in(write.value, access)
    })
}

/// Decides how the loop over `var` is walked.
pub fn plan(
    nest: &mut Nest,
    cursors: &[Cursor],
    around: Surroundings<'_>,
    var: VarId,
    inside: &Inside,
    location: Place,
) -> Result<Walk, Problem> {
    let mut located = Vec::new();
    let mut drivers = Vec::new();
    let mut always = 0;
    let accesses = inside.accesses(nest);
    for (index, cursor) in cursors.iter().enumerate() {
        // An operand that stores nothing here is not walked any further.
        if !cursor.enters_at(var) || !accesses.contains(&cursor.access) {
            continue;
        }
        let level = cursor.level(cursor.depth);
        if level.properties().full && level.capabilities().locate {
            located.push(index);
        } else {
            always |= u32::from(level.properties().full) << drivers.len().min(31);
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
    let lattice = Lattice::new(drivers.len(), always, |present| {
        let absent: Vec<_> = drivers
            .iter()
            .enumerate()
            .filter(|(bit, _)| present >> bit & 1 == 0)
            .map(|(_, index)| cursors[*index].access.clone())
            .collect();
        // Numbers alone may leave nothing of a stored result; dense ones are written as they are.
        let is_simple = drivers.is_empty() && !inside.stores(nest);
        let remaining = if is_simple { Some(inside.clone()) } else { inside.without(nest, &absent) };
        let is_live = remaining.is_some();
        cases.extend(remaining.map(|inside| Case { present, inside }));
        is_live
    });
    let (drivers, probed, lattice) = choose_probes(cursors, drivers, lattice, &mut cases);
    if (drivers.is_empty() || lattice.takes_all()) && !cases.is_empty() && !nest.var(var).has_range() {
        return Err(Problem::new(
            location,
            format!("the loop over {} would have to take all diagonals", nest.var_name(var)),
        )
        .with_remedy(Remedy::ByDimensions));
    }
    let merges = !drivers.is_empty() && (drivers.len() > 1 || lattice.takes_all());
    let wants_order = merges || around.ordered.contains(&var);
    let drivers = drivers
        .into_iter()
        .map(|index| {
            let cursor = &cursors[index];
            let reordered = wants_order && can_be_reordered(cursor, around.open);
            let properties = cursor.level(cursor.depth).properties();
            let segments = if reordered {
                false
            } else if wants_order && !properties.ordered {
                return Err(unordered(nest, cursor, merges, location));
            } else if merges {
                merged(nest, cursor, location)?
            } else {
                alone(nest, cursor, inside, location)?
            };
            Ok(Driver { cursor: index, segments, reordered })
        })
        .collect::<Result<Vec<_>, _>>()?;
    let joined = can_be_joined(nest, cursors, &drivers, &lattice, &cases, var);
    Ok(Walk { drivers, located, probed, lattice, cases, joined })
}

/// Whether many cases are better one, in which cursors that store nothing stand at an empty segment.
///
/// This is for sums: every choice of drivers is a case, so that there is something below wherever there is a node. For
/// other expressions it visits more nodes than it has to, and is left to those with too many cases for a tree of them. The
/// levels below tell the cases apart; there has to be one for each driver, whose nodes under a range of nodes stand side by
/// side.
fn can_be_joined(
    nest: &Nest,
    cursors: &[Cursor],
    drivers: &[Driver],
    lattice: &Lattice,
    cases: &[Case],
    var: VarId,
) -> bool {
    let takes_ranges = |driver: &Driver| {
        let cursor = &cursors[driver.cursor];
        let is_walked_next = matches!(cursor.vars.get(cursor.depth + 1), Some(Some(_)));
        !driver.reordered && is_walked_next && {
            let below = cursor.level(cursor.depth + 1);
            below.properties().compact && below.capabilities().stores_coordinates
        }
    };
    let levels_below = |driver: &Driver| {
        let cursor = &cursors[driver.cursor];
        cursor.vars[cursor.depth + 1..].iter().flatten().count()
    };
    let deepest = drivers.iter().map(levels_below).max().unwrap_or(0);
    // Each driver drops out in one of the levels from this one on, or in none.
    let nested = (deepest + 2).saturating_pow(drivers.len() as u32);
    let all = (1u32 << drivers.len()) - 1;
    let covers_all = cases.len() + 1 == 1 << drivers.len();
    let most = if covers_all { MOST_NESTED_CASES } else { MOST_COPIES };
    drivers.len() > 1
        && nested > most
        && !lattice.takes_all()
        && lattice.points().contains(&all)
        && drivers.iter().all(takes_ranges)
        && !nest.limits().iter().any(|limit| limit.subscript.mentions(var))
}

/// Whether the next level of a cursor is unordered, but sorted in scratch arrays as it is walked (LEVELS, section 4.3).
/// That is worth it where each of its nodes is walked once: else the whole operand is better sorted before.
fn can_be_reordered(cursor: &Cursor, open: &[VarId]) -> bool {
    let properties = cursor.level(cursor.depth).properties();
    let above = &cursor.vars[..cursor.depth];
    !properties.ordered && properties.unique && open.iter().all(|var| above.contains(&Some(*var)))
}

/// The problem of an unordered level that is walked several times.
fn unordered(nest: &Nest, cursor: &Cursor, merges: bool, location: Place) -> Problem {
    let what = format!("level {} of {} is unordered", cursor.depth, nest.describe(cursor.access.tensor));
    let then = if merges { "so it cannot be merged with others" } else { "and the result is put together in order" };
    Problem::new(location, format!("{what}, {then}")).with_remedy(Remedy::InOrder(nest.stored(cursor.access.tensor)))
}

/// Takes those drivers out that every case needs and that can locate: the others are enumerated, and these looked up
/// (LEVELS, section 4.3). One is left to enumerate.
fn choose_probes(
    cursors: &[Cursor],
    drivers: Vec<usize>,
    lattice: Lattice,
    cases: &mut [Case],
) -> (Vec<usize>, Vec<usize>, Lattice) {
    let can_locate = |bit: usize| {
        let cursor = &cursors[drivers[bit]];
        cursor.level(cursor.depth).capabilities().locate
    };
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

/// Whether the next level of a cursor that is merged with others is walked by segments (LEVELS, figure 4-3).
fn merged(nest: &Nest, cursor: &Cursor, location: Place) -> Result<bool, Problem> {
    let properties = cursor.level(cursor.depth).properties();
    let describe = || format!("level {} of {}", cursor.depth, nest.describe(cursor.access.tensor));
    if !properties.ordered {
        return Err(Problem::new(location, format!("{} is unordered, so it cannot be merged with others", describe()))
            .with_remedy(Remedy::InOrder(nest.stored(cursor.access.tensor))));
    }
    if properties.unique || cursor.takes_segments() || cursor.ends_at(cursor.depth) {
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

/// The same of a cursor that drives a loop alone. Where a coordinate comes in several parts, the value must be the sum
/// of what they contribute.
fn alone(nest: &mut Nest, cursor: &Cursor, inside: &Inside, location: Place) -> Result<bool, Problem> {
    let level = cursor.depth;
    let properties = cursor.level(level).properties();
    if properties.unique || cursor.takes_segments() {
        return Ok(!properties.unique);
    }
    if inside.without(nest, std::slice::from_ref(&cursor.access)).is_some() {
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
    let is_distinct = cursor.has_distinct_entries(level);
    let adds_up = inside.values().into_iter().all(|(value, combiner)| {
        // Each part contributes what it holds: distinct entries, or parts of one that are added up.
        let takes_parts = match combiner {
            Some(combiner) => nest.divides_into_parts(value, combiner, &below),
            None => !nest.folded_vars(value).iter().any(|var| below.contains(var)),
        };
        let is_linear = combiner == Some(Combiner::Add) && nest.is_linear_in(value, &cursor.access);
        (is_distinct && takes_parts) || is_linear
    }) || keeps_parts(nest, inside, &cursor.access);
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
