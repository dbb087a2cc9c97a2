//! Loops that reduce a subscript: `i` of `A(i + k)`, where a loop over `k` further inside resolves it (CONV, section 5.2).
//!
//! For each `i`, the inner loops read the coordinates `i + k` for all `k`: a *subsection* of the level. If an empty subsection needs no
//! work, the loop walks those that are not empty, and passes the begin of each to the loop that resolves the subscript. Its width follows
//! from the ranges of the inner variables: a subsection may have nodes that no inner loop reads.
//!
//! Where no loop has entered the levels above, as in the order `i, j, p, q` for `A(i + p, j + q)`, the loop over `j` walks the subsections
//! under each row that `p` can choose (CONV, figure 10, c; `parents.rs`).
//!
//! Where other levels give values, too, as in `B(i) + C(i + k)`, subsections are merged with them (CONV, figure 8).

use super::{
    CursorLevel, OperandCursor,
    begin::Direction,
    driver::{Bound, Driver, ParentList, Wrapper},
    parents::{is_free, list_parents},
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

/// The walks over the subsections of all operands whose subscripts a loop over `var` reduces, if subsections are narrower than its range.
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
        let level = (cursor.depth..cursor.vars.len()).find(|level| cursor.subscripts[*level].mentions(var))?;
        let reduced = ReducedSubscript::of(nest, cursor, level, (open, var))?;
        let parents = match level == cursor.depth {
            true => None,
            false => Some(list_parents(nest, (index, cursor), level, (open, var))?),
        };
        reduced.is_narrow(nest, work).then(|| reduced.driver((index, cursor), level, parents))
    };
    (0..cursors.len()).filter(|index| read.contains(&cursors[*index].access)).filter_map(walk).collect()
}

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
        if factor == 0 || resolving == var || !is_walked || !is_free(nest, var) || !subscript.has_small_factors() {
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

    /// The driver that walks the subsections.
    fn driver(self, (index, cursor): (usize, &OperandCursor), level: usize, parents: Option<ParentList>) -> Driver {
        let is_reversed = self.factor < 0;
        let by = Subscript::constant_of(-self.least).plus(&self.known, if is_reversed { 1 } else { -1 });
        let factor = self.factor.abs();
        let all = self.inner_vars.iter().map(|(var, factor)| (*var, factor.abs()));
        let width = Bound::Width(all.clone().collect());
        // An enclosing loop may walk subsections of this level, too: this one stays in the current one.
        let begin = cursor.begin_of(index, level).filter(|(direction, _)| *direction == Direction::of(self.factor));
        let around = begin.map(|(_, begin)| Wrapper::Subsection {
            begin: Bound::Begin(begin),
            low: Bound::At(Subscript::default()),
            high: Bound::Width(all.chain([(self.var, factor)]).collect()),
        });
        let buffer = parents.as_ref().map(|_| Bound::BeginBuffer(CursorLevel { cursor: index, level }));
        let wrappers = [
            is_reversed.then_some(Wrapper::Reverse),
            (by != Subscript::default()).then_some(Wrapper::Shift { by: Bound::At(by) }),
            around,
            Some(Wrapper::Subsections { by: factor, width, count: Bound::Extent(self.var), buffer }),
        ];
        Driver { cursor: index, level, wrappers: wrappers.into_iter().flatten().collect(), parents }
    }
}
