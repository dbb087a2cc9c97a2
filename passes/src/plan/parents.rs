//! Walking a level before any loop has chosen its parent: which nodes of the levels above inner loops can choose.
//!
//! A loop over subsections of such a level first lists these nodes, level by level (CONV, figure 10, c). Each has a buffer index, which
//! follows from its coordinates. A begin buffer has, at this index, the begin of the subsection under the node. When inner loops have
//! chosen a node, they compute the same index.
//!
//! Not done here: more than 64 parents, or a number of parents that is not known at compile time; parents in an unordered level, or in one
//! that is nonunique and whose children have more than one node each.

use super::{
    OperandCursor,
    begin::{BufferIndex, Direction},
    driver::{Bound, Driver, NodeSource, ParentLevel, ParentList, Wrapper},
};
use crate::index::{Nest, VarId, subscript::Subscript};
use lacuna_dialects::sloop::wrappers::RunEnd;

/// The nodes above `level` of a cursor that loops inside of the loop over `var` can choose; `None` if there may be too many, or if they
/// depend on `var`.
pub(super) fn list_parents(
    nest: &Nest,
    (index, cursor): (usize, &OperandCursor),
    level: usize,
    (open, var): (&[VarId], VarId),
) -> Option<ParentList> {
    // A level has one buffer, which the enclosing loop still uses, whether begins are known here or not.
    if cursor.enclosing_subsections[level].is_some() {
        return None;
    }
    let (mut levels, mut max_parents) = (Vec::new(), 1);
    let mut buffer_index = BufferIndex { known: Subscript::default(), levels: Vec::new() };
    for level in cursor.depth..level {
        let reach = Reach::of(nest, &cursor.subscripts[level], (open, var))?;
        max_parents = reach.width.saturating_mul(max_parents);
        if max_parents > MOST_PARENTS || cursor.vars[level].is_none() {
            return None;
        }
        let width = reach.width.cast_signed();
        for (_, factor) in &mut buffer_index.levels {
            *factor *= width;
        }
        buffer_index.known = Subscript::default().plus(&buffer_index.known, width).plus(&reach.least, -1);
        buffer_index.levels.push((level, 1));
        levels.push(ParentLevel { level, width: reach.width, nodes: reach.nodes(nest, index, cursor, level)? });
    }
    // Sums of subscripts end at 64 bits. The index itself is small, so its value is right if its factors are.
    buffer_index.known.has_small_factors().then_some(ParentList { levels, buffer_index })
}

/// The most parents under which subsections are walked at once: each round looks at all of them.
const MOST_PARENTS: u64 = 64;

/// The coordinates of a level that inner loops can reach.
struct Reach {
    /// The least.
    least: Subscript,
    /// How many coordinates there are from the least to the largest.
    width: u64,
}

impl Reach {
    /// The coordinates that a subscript reaches inside of the loop over `var`; `None` if it depends on `var`.
    fn of(nest: &Nest, subscript: &Subscript, (open, var): (&[VarId], VarId)) -> Option<Self> {
        let is_inner = |var: &VarId| !open.contains(var);
        let mut inner = subscript.vars().map(|(var, _)| var).filter(is_inner);
        if subscript.mentions(var) || !inner.all(|var| is_free(nest, var)) {
            return None;
        }
        let inner_terms = subscript.terms_of(|var| is_inner(&var));
        let bounds = nest.bounds(&inner_terms);
        let least = Subscript::constant_of(bounds.least?.try_into().ok()?);
        let least = subscript.plus(&inner_terms, -1).plus(&least, 1);
        Some(Self { least, width: bounds.span()?.unsigned_abs().checked_add(1)? })
    }

    /// How the nodes of a level of a cursor with these coordinates are found; `None` if they cannot be.
    fn nodes(&self, nest: &Nest, index: usize, cursor: &OperandCursor, level: usize) -> Option<NodeSource> {
        let stored = cursor.level(level);
        // A limit on a variable says that the subscript may leave the level.
        let is_inside = !cursor.subscripts[level].vars().any(|(var, _)| nest.is_limited(var));
        if stored.has_all_places() && is_inside {
            return Some(NodeSource::Located(self.least.clone()));
        }
        let properties = stored.properties();
        let can_walk = properties.ordered
            && (properties.unique || cursor.takes_runs_at(level))
            && stored.abreast() == 1
            && (level == cursor.depth || cursor.format.value.computes_with(level) == 0);
        if !can_walk {
            return None;
        }
        let low = Bound::At(self.least.clone());
        let high = Bound::At(self.least.plus(&Subscript::constant_of(self.width.cast_signed()), 1));
        let part = match cursor.begin_of(index, level) {
            Some((Direction::Forward, begin)) => Wrapper::Subsection { begin: Bound::Begin(begin), low, high },
            _ => Wrapper::Clip { low, high },
        };
        let runs = (!properties.unique).then_some(Wrapper::Runs { end: RunEnd::Searched });
        let wrappers = std::iter::once(part).chain(runs).collect();
        Some(NodeSource::Walked(Driver { cursor: index, level, wrappers, parents: None }))
    }
}

/// Whether a variable takes every value from 0 up to its extent, and no relation defines it by other variables.
pub(super) fn is_free(nest: &Nest, var: VarId) -> bool {
    nest.var(var).has_range() && nest.relation(var).is_none()
}
