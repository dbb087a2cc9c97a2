//! Loops that reduce a subscript: `i` of `A(i + k)`, where a loop over `k` further inside resolves it (CONV, section 5.2).
//!
//! For each `i`, the inner loops read the coordinates `i + k` for all `k`: a *subsection* of the level. If an empty subsection needs no
//! work, the loop walks those that are not empty, and passes the begin of each to the loop that resolves the subscript. Its width follows
//! from the ranges of the inner variables: a subsection may have nodes that no inner loop reads.
//!
//! Where no loop has entered the level above, as in the order `i, j, p, q` for `A(i + p, j + q)`, the loop over `j` walks the subsections
//! under each row that `p` can choose (CONV, figure 10, c).
//!
//! Where other levels give values, too, as in `B(i) + C(i + k)`, subsections are merged with them (CONV, figure 8).
//!
//! Not done here: more than one level above that no loop has entered.

use super::{
    Entered, OperandCursor,
    cursor::Direction,
    driver::{Bound, Driver, ParentRange, ParentSource, Wrapper},
    work::Work,
};
use crate::index::{Nest, VarId, subscript::Subscript};

/// The walk over subsections that drives a loop over `var`, which no level drives, if it is worth while.
pub(super) fn subsection_driver(
    nest: &mut Nest,
    cursors: &[OperandCursor],
    open: &[VarId],
    work: &Work,
    var: VarId,
) -> Option<Driver> {
    let walks = subsection_drivers(nest, cursors, open, work, var);
    walks.into_iter().find(|walk| !work.remains_without(nest, std::slice::from_ref(&cursors[walk.cursor].access)))
}

/// The walks over the subsections of all operands whose subscripts a loop over `var` reduces, where these are narrow.
pub(super) fn subsection_drivers(
    nest: &Nest,
    cursors: &[OperandCursor],
    open: &[VarId],
    work: &Work,
    var: VarId,
) -> Vec<Driver> {
    let read = work.accesses(nest);
    let walk = |index: usize| {
        let cursor = &cursors[index];
        let (under, reduced) = match ReducedSubscript::of(nest, cursor, cursor.depth, (open, var)) {
            Some(reduced) => (None, reduced),
            None => {
                let reduced = ReducedSubscript::of(nest, cursor, cursor.depth + 1, (open, var))?;
                (Some(parent_range(nest, (index, cursor), (open, var))?), reduced)
            }
        };
        reduced.is_narrow(nest, work).then(|| reduced.driver((index, cursor), under))
    };
    (0..cursors.len()).filter(|index| read.contains(&cursors[*index].access)).filter_map(walk).collect()
}

/// The nodes of the next level of a cursor that loops inside can choose, if these are neighbours and few.
fn parent_range(
    nest: &Nest,
    (index, cursor): (usize, &OperandCursor),
    (open, var): (&[VarId], VarId),
) -> Option<ParentRange> {
    let level = cursor.depth;
    let subscript = &cursor.subscripts[level];
    // The parent must not depend on the variable of this loop. A level has one buffer, so only one loop can fill it at a time.
    if subscript.mentions(var) || cursor.direction_under_parents.is_some() {
        return None;
    }
    let is_later = |(var, _): &(VarId, i64)| !open.contains(var);
    let later: Vec<_> = subscript.vars().filter(is_later).collect();
    let is_unknown = |(var, _): (VarId, i64)| nest.is_limited(var);
    if later.is_empty() || !later.iter().all(|(var, _)| is_free(nest, *var)) || subscript.vars().any(is_unknown) {
        return None;
    }
    let unopened = subscript.terms_of(|var| !open.contains(&var));
    let bounds = nest.bounds(&unopened);
    let first = subscript.plus(&unopened, -1).plus(&Subscript::constant_of(bounds.least?.try_into().ok()?), 1);
    let max_count = bounds.span()?.unsigned_abs().checked_add(1)?;
    let vars: Vec<_> = later.iter().map(|(var, factor)| (*var, factor.abs())).collect();
    let properties = cursor.level(level).properties();
    let source = if cursor.next_is_full() && cursor.next_can_locate() && cursor.level(level).has_all_places() {
        ParentSource::Located(first)
    } else if cursor.direction == Some(Direction::Forward)
        && properties.unique
        && properties.ordered
        && cursor.level(level).abreast() == 1
    {
        let by = Subscript::default().plus(&first, -1);
        let wrappers = [
            (by != Subscript::default()).then_some(Wrapper::Shift { by: Bound::At(by) }),
            Some(Wrapper::Subsection {
                begin: Bound::Begin(index),
                low: Bound::At(Subscript::default()),
                high: Bound::Width(vars.clone()),
            }),
        ];
        let wrappers = wrappers.into_iter().flatten().collect();
        ParentSource::Walked(Box::new(Driver { cursor: index, level, wrappers, under: None }))
    } else {
        return None;
    };
    (max_count <= MOST_PARENTS).then_some(ParentRange { source, vars, max_count })
}

/// The most parents under which subsections are walked at once: each round looks at all of them.
const MOST_PARENTS: u64 = 64;

/// What a loop makes of the subscript of a level.
struct ReducedSubscript {
    /// The variable of the loop.
    var: VarId,
    /// Its factor.
    factor: i64,
    /// The constant, and the terms whose variables loops around have fixed.
    known: Subscript,
    /// The variables that are still to come, each with its factor; where the level is walked from behind, with the other sign.
    inner_vars: Vec<(VarId, i64)>,
    /// The least that these add up to.
    least: i64,
}

impl ReducedSubscript {
    /// The subscript of a level of a cursor, if a loop over `var` reduces it and the level can be walked in subsections.
    fn of(nest: &Nest, cursor: &OperandCursor, level: usize, (open, var): (&[VarId], VarId)) -> Option<Self> {
        let resolving = (*cursor.vars.get(level)?)?;
        let subscript = &cursor.subscripts[level];
        let factor = subscript.coefficient(var);
        let known = cursor.level(level);
        let is_walked = cursor.is_open
            && !cursor.random
            && !cursor.is_local
            && !cursor.may_have_no_parent()
            && known.properties().ordered
            && known.capabilities().stores_coordinates
            && !known.properties().full
            && !known.marks_empty_places()
            && cursor.format.value.computes_with(level) == 0;
        if factor == 0 || resolving == var || !is_walked || !is_free(nest, var) {
            return None;
        }
        let sign = factor.signum();
        let is_later = |(other, _): &(VarId, i64)| *other != var && !open.contains(other);
        let later: Vec<_> = subscript.vars().filter(is_later).collect();
        if later.iter().any(|(other, _)| !nest.var(*other).has_range()) {
            return None;
        }
        let inner_vars: Vec<_> = later.iter().map(|(other, factor)| (*other, factor * sign)).collect();
        let unopened = subscript.terms_of(|other| later.iter().any(|(inner, _)| *inner == other));
        let least = nest.bounds(&Subscript::default().plus(&unopened, sign)).least?.try_into().ok()?;
        let others: Vec<_> = later.iter().map(|(other, _)| *other).chain([var]).collect();
        Some(Self { var, factor, known: subscript.without(&others), inner_vars, least })
    }

    /// Whether a subsection is narrower than the range of the loop: wider ones would hardly be empty. Where sizes are not known, those over
    /// variables that are summed over count as narrow.
    fn is_narrow(&self, nest: &Nest, work: &Work) -> bool {
        let span = |parts: &[(VarId, i64)]| {
            let add = |sum: Subscript, (var, factor): &(VarId, i64)| sum.plus(&Subscript::var(*var), *factor);
            nest.bounds(&parts.iter().fold(Subscript::default(), add)).span()
        };
        match span(&[(self.var, self.factor)]).zip(span(&self.inner_vars)) {
            Some((values, width)) => values > width,
            None => {
                let values = work.values();
                let folded: Vec<_> = values.iter().flat_map(|(value, _)| nest.folded_vars(*value)).collect();
                self.inner_vars.iter().all(|(var, _)| folded.contains(var))
            }
        }
    }

    /// The walk.
    fn driver(self, (index, cursor): (usize, &OperandCursor), under: Option<ParentRange>) -> Driver {
        let is_reversed = self.factor < 0;
        let by = Subscript::constant_of(-self.least).plus(&self.known, if is_reversed { 1 } else { -1 });
        let factor = self.factor.abs();
        let all = self.inner_vars.iter().map(|(var, factor)| (*var, factor.abs()));
        let width = Bound::Width(all.clone().collect());
        // A subsection around is left at its end.
        let is_inside = under.is_none() && cursor.direction == Some(Direction::of(self.factor));
        let around = is_inside.then(|| Wrapper::Subsection {
            begin: Bound::Begin(index),
            low: Bound::At(Subscript::default()),
            high: Bound::Width(all.chain([(self.var, factor)]).collect()),
        });
        let level = cursor.depth + usize::from(under.is_some());
        let buffer = under.as_ref().map(|_| Bound::BeginBuffer(Entered { cursor: index, level }));
        let wrappers = [
            is_reversed.then_some(Wrapper::Reverse),
            (by != Subscript::default()).then_some(Wrapper::Shift { by: Bound::At(by) }),
            around,
            Some(Wrapper::Subsections { by: factor, width, count: Bound::Extent(self.var), buffer }),
        ];
        Driver { cursor: index, level, wrappers: wrappers.into_iter().flatten().collect(), under }
    }
}

/// Whether a variable takes every value from 0 up to its extent, and no relation defines it by other variables.
fn is_free(nest: &Nest, var: VarId) -> bool {
    nest.var(var).has_range() && nest.relation(var).is_none()
}
