//! Where walks over levels begin: at the begins of subsections, which loops around have found.

use crate::index::subscript::Subscript;

/// A cursor that enters a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entered {
    /// Which.
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
    /// That of the walk that gives a variable with this factor in its subscript.
    pub fn of(factor: i64) -> Self {
        if factor < 0 { Self::Backward } else { Self::Forward }
    }
}

/// A loop around walks the subsections of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBegin {
    /// The direction in which it does.
    pub direction: Direction,
    /// The number of a parent, if it walks them under a list of parents.
    pub number: Option<ParentNumber>,
}

/// The begin of a subsection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begin {
    /// The level that is walked.
    pub of: Entered,
    /// The number of the parent, at which the buffer of the level has it, if a loop around walks the subsections under a list of parents;
    /// else that loop gives it.
    pub number: Option<ParentNumber>,
}

/// The number of a node among all that can be chosen: a sum of multiples of the coordinates of the levels down to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParentNumber {
    /// What variables of loops around say.
    pub known: Subscript,
    /// The other levels, each with the factor of its coordinate.
    pub levels: Vec<(usize, i64)>,
}
