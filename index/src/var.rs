//! Index variables, the relations between them, and the bounds that they keep.

use super::{Directives, Size, VarId, subscript::Subscript};
use std::rc::Rc;

/// What an index variable ranges over.
#[derive(Clone, Debug, PartialEq)]
pub struct Var {
    /// The number of values.
    pub extent: Size,
    /// What diagnostics call it, if it has a name.
    pub name: Option<Rc<str>>,
    /// What is asked of innermost loops over it: how they take entries.
    pub inner: Directives,
}

impl Var {
    /// A variable with so many values, of which nothing is asked.
    pub fn new(extent: Size, name: Option<Rc<str>>) -> Self {
        Self { extent, name, inner: Directives::default() }
    }

    /// The number of values, where it is a constant.
    pub fn size(&self) -> Option<u64> {
        self.extent.number()
    }

    /// Whether the variable takes the values from 0 to its extent.
    pub fn has_range(&self) -> bool {
        self.extent.is_range()
    }
}

/// `sloop.derive`: a variable that others define.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// The variable.
    pub var: VarId,
    /// What it is, in terms of variables that have loops.
    pub value: Subscript,
    /// Whether loops may go beyond its extent, where nothing is run.
    pub is_bounded: bool,
    /// Whether a schedule split its loop: the loops over its parts stay.
    pub is_asked: bool,
}

impl Relation {
    /// A variable that others define, whose parts nobody asked for.
    pub fn new(var: VarId, value: Subscript, is_bounded: bool) -> Self {
        Self { var, value, is_bounded, is_asked: false }
    }

    /// The parts of a split that a schedule asked for, each inside of that whose factor is larger.
    pub fn asked_order(&self) -> Option<Vec<VarId>> {
        let mut terms: Vec<_> = self.value.vars().collect();
        terms.sort_by_key(|(_, factor)| std::cmp::Reverse(*factor));
        self.is_asked.then(|| terms.into_iter().map(|(var, _)| var).collect())
    }
}

/// A bound that the loops together keep: `subscript` stays from 0 to `extent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is bounded.
    pub subscript: Subscript,
    /// The bound, excluded.
    pub extent: Size,
}
