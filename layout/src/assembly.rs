//! How the levels of a result are assembled: which nodes are appended together, and which have a position of their own. What
//! follows for each strategy is said in [`crate::strategy`].

use crate::{
    Level,
    algebra::{Mapping, Source},
    levels::Assembly,
};
use std::ops::Range;

/// What happens in one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nodes are inserted.
    Insert,
    /// Nodes are appended, together with those of the other levels of a group.
    Append {
        /// Which group.
        group: usize,
    },
    /// Nodes are there with their parents.
    Implied,
}

/// How the levels of a result grow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// One a level.
    pub roles: Vec<Role>,
    /// The levels that have their nodes appended together, from the top. Only the first level of a group has segments;
    /// all others have one node for each of its nodes.
    pub groups: Vec<Range<usize>>,
    /// Whether one level alone stores anything, and no parent has two nodes of the same coordinate.
    has_lone_level: bool,
}

/// Why a format cannot be put together in the order of its levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The level counts slots.
    Slot(usize),
    /// The level format has no way to.
    Level(usize),
    /// The level has one node for each of its parents, which have several children.
    LoneSingleton(usize),
}

impl Growth {
    /// How results of a format with these levels are put together ([`crate::Description::growth`]).
    pub(crate) fn new(mapping: &Mapping, levels: &[Level]) -> Result<Self, Obstacle> {
        if let Some(level) = mapping.sources.iter().position(|source| *source == Source::Slot) {
            return Err(Obstacle::Slot(level));
        }
        let mut growth = Self { roles: Vec::new(), groups: Vec::new(), has_lone_level: false };
        for (number, level) in levels.iter().enumerate() {
            let is_implied = match mapping.sources[number] {
                Source::Above => true,
                Source::Again => return Err(Obstacle::Level(number)),
                Source::Own | Source::Slot => false,
            };
            match level.assembly().ok_or(Obstacle::Level(number))? {
                _ if is_implied => growth.roles.push(Role::Implied),
                Assembly::Implied => return Err(Obstacle::Level(number)),
                Assembly::Insert => growth.roles.push(Role::Insert),
                Assembly::Append => {
                    growth.roles.push(Role::Append { group: growth.groups.len() });
                    growth.groups.push(number..number + 1);
                }
                Assembly::Extend => {
                    let above = number.checked_sub(1).ok_or(Obstacle::LoneSingleton(number))?;
                    let Some(Role::Append { group }) = growth.roles.last().copied().filter(|_| !levels[above].unique)
                    else {
                        return Err(Obstacle::LoneSingleton(number));
                    };
                    growth.roles.push(Role::Append { group });
                    growth.groups[group].end = number + 1;
                }
            }
        }
        if let [group] = growth.groups.as_slice() {
            let mut others = levels.iter().enumerate().filter(|(level, _)| *level != group.start);
            growth.has_lone_level = levels[group.start].unique && others.all(|(_, other)| other.arrays().is_empty());
        }
        Ok(growth)
    }

    /// The first level of the only group, if there is one group.
    pub(crate) fn lone_group(&self) -> Option<usize> {
        <&[Range<usize>; 1]>::try_from(self.groups.as_slice()).ok().map(|[group]| group.start)
    }

    /// Whether one level alone stores anything, and no parent has two nodes of the same coordinate.
    pub(crate) fn has_lone_level(&self) -> bool {
        self.has_lone_level
    }

    /// Whether a level is the last of its group.
    pub fn ends_group(&self, level: usize) -> bool {
        self.groups.iter().any(|group| group.end == level + 1)
    }

    /// The group whose first level this is.
    pub fn group_at(&self, level: usize) -> Option<usize> {
        self.groups.iter().position(|group| group.start == level)
    }

    /// The first group that lies below a level.
    pub fn group_below(&self, level: usize) -> Option<usize> {
        self.groups.iter().position(|group| group.start > level)
    }

    /// The levels between a group and the one above it (or the root).
    pub fn levels_above(&self, group: usize) -> Range<usize> {
        let start = group.checked_sub(1).map_or(0, |above| self.groups[above].end);
        start..self.groups[group].start
    }

    /// Whether nodes are inserted below the last group.
    pub fn has_tail(&self) -> bool {
        self.roles[self.tail()].contains(&Role::Insert)
    }

    /// Those of some levels into which nodes are inserted.
    pub fn levels_with_room(&self, levels: Range<usize>) -> impl Iterator<Item = usize> {
        levels.filter(|level| self.roles[*level] == Role::Insert)
    }

    /// The levels below the last group.
    pub fn tail(&self) -> Range<usize> {
        self.groups.last().map_or(0, |group| group.end)..self.roles.len()
    }
}
