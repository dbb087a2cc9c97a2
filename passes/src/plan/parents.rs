//! The parents of a level that no loop has entered: nodes that loops further inside choose between.
//!
//! A loop that walks subsections of such a level lists all nodes that may be chosen: level by level, those that the subscript of the
//! level can reach (CONV, figure 10, c). Each has a number, which follows from its coordinates: a buffer has where its subsection begins
//! at this number. The loops inside compute the number of the node that they have chosen.
//!
//! Not done here: more than 64 parents, or a number of parents that is not known at compile time.

use super::{
    OperandCursor,
    begin::{Direction, ParentNumber},
    driver::{Bound, Driver, ParentLevel, ParentList, ReachedNodes, Wrapper},
};
use crate::index::{Nest, VarId, subscript::Subscript};
use lacuna_dialects::sloop::wrappers::RunEnd;

impl ParentList {
    /// The nodes above `level` of a cursor that loops inside of the loop over `var` can choose, if these are few.
    pub(super) fn above(
        nest: &Nest,
        (index, cursor): (usize, &OperandCursor),
        level: usize,
        (open, var): (&[VarId], VarId),
    ) -> Option<Self> {
        // A level has one buffer, so only one loop can fill it at a time.
        if cursor.begins[level].is_some() {
            return None;
        }
        let (mut levels, mut most) = (Vec::new(), 1);
        let mut number = ParentNumber { known: Subscript::default(), levels: Vec::new() };
        for level in cursor.depth..level {
            let reach = Reach::of(nest, &cursor.subscripts[level], (open, var))?;
            most = reach.width.saturating_mul(most);
            if most > MOST_PARENTS || cursor.vars[level].is_none() {
                return None;
            }
            let width = reach.width.cast_signed();
            for (_, factor) in &mut number.levels {
                *factor *= width;
            }
            number.known = Subscript::default().plus(&number.known, width).plus(&reach.first, -1);
            number.levels.push((level, 1));
            levels.push(ParentLevel { level, width: reach.width, nodes: reach.nodes(nest, index, cursor, level)? });
        }
        Some(Self { levels, number })
    }
}

/// The most parents under which subsections are walked at once: each round looks at all of them.
const MOST_PARENTS: u64 = 64;

/// The coordinates of a level that loops inside can come to.
struct Reach {
    /// The least.
    first: Subscript,
    /// How many there are, up to the largest.
    width: u64,
}

impl Reach {
    /// That of a subscript inside of the loop over `var`, on which it must not depend.
    fn of(nest: &Nest, subscript: &Subscript, (open, var): (&[VarId], VarId)) -> Option<Self> {
        let is_later = |var: &VarId| !open.contains(var);
        let mut later = subscript.vars().map(|(var, _)| var).filter(is_later);
        if subscript.mentions(var) || !later.all(|var| is_free(nest, var)) {
            return None;
        }
        let unopened = subscript.terms_of(|var| is_later(&var));
        let bounds = nest.bounds(&unopened);
        let first = subscript.plus(&unopened, -1).plus(&Subscript::constant_of(bounds.least?.try_into().ok()?), 1);
        Some(Self { first, width: bounds.span()?.unsigned_abs().checked_add(1)? })
    }

    /// How its nodes are found in a level of a cursor, if they can be.
    fn nodes(&self, nest: &Nest, index: usize, cursor: &OperandCursor, level: usize) -> Option<ReachedNodes> {
        let known = cursor.level(level);
        // A bound says that coordinates may lie outside.
        let is_inside = !cursor.subscripts[level].vars().any(|(var, _)| nest.is_limited(var));
        if known.has_all_places() && is_inside {
            return Some(ReachedNodes::Located(self.first.clone()));
        }
        let properties = known.properties();
        let is_walked = properties.ordered
            && (properties.unique || cursor.takes_runs_at(level))
            && known.abreast() == 1
            && (level == cursor.depth || cursor.format.value.computes_with(level) == 0);
        if !is_walked {
            return None;
        }
        let low = Bound::At(self.first.clone());
        let high = Bound::At(self.first.plus(&Subscript::constant_of(self.width.cast_signed()), 1));
        let part = match cursor.begin_of(index, level) {
            Some((Direction::Forward, begin)) => Wrapper::Subsection { begin: Bound::Begin(begin), low, high },
            _ => Wrapper::Clip { low, high },
        };
        let runs = (!properties.unique).then_some(Wrapper::Runs { end: RunEnd::Searched });
        let wrappers = std::iter::once(part).chain(runs).collect();
        Some(ReachedNodes::Walked(Driver { cursor: index, level, wrappers, under: None }))
    }
}

/// Whether a variable takes every value from 0 up to its extent, and no relation defines it by other variables.
pub(super) fn is_free(nest: &Nest, var: VarId) -> bool {
    nest.var(var).has_range() && nest.relation(var).is_none()
}
