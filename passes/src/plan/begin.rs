//! Where the walk over a subsection begins. Enclosing loops, which walk the subsections of its level, have found that.

use crate::index::subscript::Subscript;

/// A level of a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CursorLevel {
    /// The cursor.
    pub cursor: usize,
    /// The level.
    pub level: usize,
}

/// A direction in which a level is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the first node on.
    Forward,
    /// From the last node back.
    Backward,
}

impl Direction {
    /// The direction in which the values of a variable increase that has this factor in its subscript.
    pub fn of(factor: i64) -> Self {
        if factor < 0 { Self::Backward } else { Self::Forward }
    }
}

/// How an enclosing loop walks the subsections of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnclosingSubsections {
    /// The direction of its walk.
    pub direction: Direction,
    /// Where loops inside find a begin.
    pub begin: EnclosingBegin,
}

/// Where loops inside of a loop over subsections find the begin of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnclosingBegin {
    /// The loop passes it.
    Passed,
    /// The loop walks under a list of parents: the begin buffer has it.
    Buffered(BufferIndex),
    /// A merge in between holds a range of parents, so no begin belongs to the current node. The buffer of the level is still in use.
    Lost,
}

/// Where the begin of a subsection comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeginSource {
    /// The level that is walked.
    pub of: CursorLevel,
    /// The place in the begin buffer of the level, if the enclosing loop walks under a list of parents. Otherwise that loop passes the begin.
    pub buffer_index: Option<BufferIndex>,
}

/// The element of a begin buffer that belongs to a parent: a sum of multiples of the parent's coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferIndex {
    /// The terms that enclosing loops have fixed.
    pub known: Subscript,
    /// The levels that no loop has entered, each with the factor of its coordinate.
    pub levels: Vec<(usize, i64)>,
}
