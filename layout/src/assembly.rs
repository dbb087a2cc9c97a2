//! How the levels of a result are assembled: which nodes are appended together, which have a position of their own, and in
//! which order points have to come for each strategy.

use crate::{Description, algebra::Source, levels::Assembly};
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

/// By which strategy a result takes its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Nodes are appended in the order of the levels.
    Append,
    /// Each level has room for every coordinate: points come in any order.
    Insert,
    /// The nodes of each parent are counted in a first walk, and placed in a second.
    Count,
    /// The nodes of each parent are found in a first walk, in any order; points are placed in a second.
    Group,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Append, Self::Insert, Self::Count, Self::Group];

    /// Those that take a point wherever the loops come to it, the cheapest first. To group takes a node table, too.
    pub const PLAIN: [Self; 3] = [Self::Append, Self::Insert, Self::Count];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Append => "append",
            Self::Insert => "insert",
            Self::Count => "count",
            Self::Group => "group",
        }
    }

    /// Whether points are walked twice.
    pub fn walks_twice(self) -> bool {
        matches!(self, Self::Count | Self::Group)
    }
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
    /// How results of a format are put together.
    pub fn new(format: &Description) -> Result<Self, Obstacle> {
        let mapping = format.mapping();
        if let Some(level) = mapping.sources.iter().position(|source| *source == Source::Slot) {
            return Err(Obstacle::Slot(level));
        }
        let levels = format.levels();
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

    /// The levels in whose order points have to come if the result takes them by a strategy; that of the other levels is any.
    /// `None` if results of the format cannot grow so.
    pub fn order_asked(&self, strategy: Strategy) -> Option<Range<usize>> {
        let count = self.roles.len();
        let lone_group = || <&[Range<usize>; 1]>::try_from(self.groups.as_slice()).ok().map(|[group]| group.start);
        match strategy {
            Strategy::Append => Some(0..count),
            Strategy::Insert => self.groups.is_empty().then_some(count..count),
            // Nodes are counted by parent where the parents have room for every coordinate, and all below is appended together.
            Strategy::Count => lone_group()
                .filter(|start| *start > 0 && !self.has_tail())
                .filter(|start| self.roles[..*start].iter().all(|role| *role == Role::Insert))
                .map(|start| start..count),
            Strategy::Group => lone_group().filter(|_| self.has_lone_level).map(|start| 0..start),
        }
    }

    /// The least that a result asks of the order of points if some come out of the order of its levels.
    pub fn least_order_asked(&self) -> Option<Range<usize>> {
        [Strategy::Insert, Strategy::Count].into_iter().find_map(|strategy| self.order_asked(strategy))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    fn asked(text: &str) -> [Option<Range<usize>>; 4] {
        let format = Format::named(text, 2).unwrap_or_else(|error| panic!("{text}: {error}"));
        let growth = Growth::new(Description::of(format)).expect("results can grow");
        Strategy::ALL.map(|strategy| growth.order_asked(strategy))
    }

    #[test]
    fn rows_with_room_are_counted_or_grouped() {
        assert_eq!(asked("csr"), [Some(0..2), None, Some(1..2), Some(0..1)]);
    }

    #[test]
    fn blocks_are_found_in_any_order() {
        // The levels inside of blocks have room, and follow the level whose nodes are found.
        assert_eq!(asked("bcsr:2x2"), [Some(0..4), None, None, Some(0..1)]);
    }

    #[test]
    fn levels_without_room_are_appended_to() {
        assert_eq!(asked("dcsr"), [Some(0..2), None, None, None]);
        // A list has nodes of equal coordinates.
        assert_eq!(asked("coo"), [Some(0..2), None, None, None]);
        // Parents of the list have room, so its nodes are counted together.
        let below = "(i, j, k) -> (i : dense, j : compressed(nonunique), k : singleton)";
        let growth = Growth::new(Description::of(Format::parse(below).expect("a format"))).expect("results can grow");
        assert_eq!(growth.order_asked(Strategy::Count), Some(1..3));
        assert_eq!(growth.order_asked(Strategy::Group), None);
    }

    #[test]
    fn dense_levels_take_points_in_any_order() {
        assert_eq!(asked("dense,dense"), [Some(0..2), Some(2..2), None, None]);
    }
}
