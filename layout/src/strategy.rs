//! Strategies: the ways in which a stored result grows. Each has one row here: its word, how it is told of points, what it
//! takes, what it asks of a format and of the order of points, and what a plan says of it. Plans, the emission, the lowering
//! and the verifier of `sloop.grow` ask the row. The code of a strategy is one file of `passes/src/scf/results`.

use crate::assembly::{Growth, Role};
use std::ops::Range;

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

/// How a result is told of its points, and so which operations it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Level by level: each loop over a level of the result appends its nodes, and closes its segment.
    Loops,
    /// Level by level, with all coordinates of a point at once.
    Points,
    /// With all coordinates of a point at once, which is counted in a first walk and placed in a second.
    TwoWalks,
}

/// What a strategy is.
pub struct Properties {
    /// Its name, in the IR and in messages.
    pub word: &'static str,
    /// How it is told of points.
    pub protocol: Protocol,
    /// Whether points come in the order of a list, parent by parent. The list is never made.
    pub takes_list: bool,
    /// Whether it is told for how many nodes there is room at first.
    pub takes_capacity: bool,
    /// Whether segments are closed, so that those of parents which are skipped have to be filled in.
    pub has_gaps: bool,
    /// What a node costs, in the steps in which plans are compared (`passes/src/plan/weights.rs`), beyond the round that
    /// makes it.
    pub node_cost: f64,
    /// What a point costs in each walk, likewise.
    pub point_cost: f64,
    /// The levels in whose order points have to come; that of the other levels is any. `None` if results cannot grow so.
    order_asked: fn(&Growth) -> Option<Range<usize>>,
    /// What is to be said of a format whose results cannot grow so.
    pub misfit: &'static str,
    /// What the result does, in a plan. The format follows if the points come as a list.
    pub says: &'static str,
}

const APPEND: Properties = Properties {
    word: "append",
    protocol: Protocol::Loops,
    takes_list: false,
    takes_capacity: true,
    has_gaps: true,
    // It is stored, and there has to be room.
    node_cost: 1.0,
    point_cost: 0.0,
    order_asked: |growth| Some(0..growth.roles.len()),
    misfit: "cannot be put together in the order of its levels",
    says: "appends",
};

const INSERT: Properties = Properties {
    word: "insert",
    protocol: Protocol::Points,
    takes_list: false,
    takes_capacity: true,
    has_gaps: false,
    node_cost: 0.0,
    point_cost: 0.0,
    order_asked: |growth| growth.groups.is_empty().then_some(growth.roles.len()..growth.roles.len()),
    misfit: "has a level without room for every coordinate: its points cannot be inserted",
    says: "inserts points in any order",
};

const COUNT: Properties = Properties {
    word: "count",
    protocol: Protocol::TwoWalks,
    takes_list: false,
    takes_capacity: false,
    has_gaps: false,
    node_cost: 0.0,
    // The parents come in any order.
    point_cost: 5.0,
    // Nodes are counted by parent where the parents have room for every coordinate, and all below is appended together.
    order_asked: |growth| {
        let start = growth.lone_group().filter(|start| *start > 0 && !growth.has_tail())?;
        let has_room = growth.roles[..start].iter().all(|role| *role == Role::Insert);
        has_room.then_some(start..growth.roles.len())
    },
    misfit: "has no one level whose nodes could be counted by parent",
    says: "counts the nodes of each parent, then places them",
};

const GROUP: Properties = Properties {
    word: "group",
    protocol: Protocol::TwoWalks,
    takes_list: true,
    takes_capacity: true,
    has_gaps: false,
    node_cost: 0.0,
    // Its node is looked up in a node table, to be found or to be placed.
    point_cost: 12.0,
    order_asked: |growth| growth.lone_group().filter(|_| growth.has_lone_level()).map(|start| 0..start),
    misfit: "has no one level with coordinates whose nodes could be found in any order",
    says: "takes points as a list, and groups them into",
};

impl Strategy {
    /// All of them, the cheapest first.
    pub const ALL: [Self; 4] = [Self::Append, Self::Insert, Self::Count, Self::Group];

    /// What it is.
    pub fn properties(self) -> &'static Properties {
        match self {
            Self::Append => &APPEND,
            Self::Insert => &INSERT,
            Self::Count => &COUNT,
            Self::Group => &GROUP,
        }
    }

    /// The strategy of a name.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strategy| strategy.properties().word == word)
    }

    /// Whether points are walked twice.
    pub fn walks_twice(self) -> bool {
        self.properties().protocol == Protocol::TwoWalks
    }
}

/// How a result takes its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// By which strategy.
    pub strategy: Strategy,
    /// The levels in whose order the points have to come; that of the other levels is any.
    pub asked: Range<usize>,
}

/// What is wrong with an operation that says by which strategy its result grows, and whether it has a capacity and gaps.
pub fn fault(word: &str, has_capacity: bool, has_gaps: bool) -> Option<String> {
    let Some(strategy) = Strategy::named(word) else {
        let words = Strategy::ALL.map(|strategy| strategy.properties().word);
        let (last, others) = words.split_last()?;
        return Some(format!("a result grows by {} or {last}, found {word}", others.join(", ")));
    };
    let Properties { word, takes_capacity, .. } = strategy.properties();
    if *takes_capacity != has_capacity {
        return Some(format!("what grows by {word} has {}capacity", if *takes_capacity { "" } else { "no " }));
    }
    let closes = strategy.properties().has_gaps || !has_gaps;
    (!closes).then(|| format!("what grows by {word} closes no segments, so has no gaps"))
}

impl Growth {
    /// The levels in whose order points have to come if the result takes them by a strategy; that of the other levels is any.
    /// `None` if results of the format cannot grow so.
    pub fn order_asked(&self, strategy: Strategy) -> Option<Range<usize>> {
        (strategy.properties().order_asked)(self)
    }

    /// The strategies that take points as the loops come to them, with the levels in whose order these have to come. The
    /// cheapest comes first; one that walks twice, if two walks are asked for.
    fn choices(&self, two_walks: bool) -> impl Iterator<Item = Chosen> {
        let mut all = Strategy::ALL;
        all.sort_by_key(|strategy| two_walks && !strategy.walks_twice());
        let plain = all.into_iter().filter(|strategy| !strategy.properties().takes_list);
        plain.filter_map(|strategy| Some(Chosen { strategy, asked: self.order_asked(strategy)? }))
    }

    /// The one choice of a strategy for points that come as they are computed: the cheapest one that they suit, or one that
    /// walks twice, if that is asked for. `comes_in_order` says whether points come in the order of some levels: a plan knows
    /// by its loops, a conversion by the format from which they come.
    pub fn choose(&self, two_walks: bool, comes_in_order: impl Fn(&Range<usize>) -> bool) -> Option<Chosen> {
        self.choices(two_walks).find(|chosen| comes_in_order(&chosen.asked))
    }

    /// The levels in which the coordinates of points that come so have to increase.
    pub fn increasing(&self, chosen: &Chosen) -> Range<usize> {
        // Where every level has room, points are stored where they belong.
        if self.groups.is_empty() { 0..0 } else { chosen.asked.clone() }
    }

    /// The least that a result asks of the order of points if some come out of the order of its levels.
    pub fn least_order_asked(&self) -> Option<Range<usize>> {
        let asked = self.choices(false).map(|chosen| chosen.asked).min_by_key(Range::len)?;
        (asked.len() < self.roles.len()).then_some(asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Description, Format};

    fn growth(text: &str) -> &'static Growth {
        let format = Format::named(text, 2).unwrap_or_else(|error| panic!("{text}: {error}"));
        Description::of(format).growth().expect("results can grow")
    }

    fn asked(text: &str) -> [Option<Range<usize>>; 4] {
        let growth = growth(text);
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
        let growth = Description::of(Format::parse(below).expect("a format")).growth().expect("results can grow");
        assert_eq!(growth.order_asked(Strategy::Count), Some(1..3));
        assert_eq!(growth.order_asked(Strategy::Group), None);
    }

    #[test]
    fn dense_levels_take_points_in_any_order() {
        assert_eq!(asked("dense,dense"), [Some(0..2), Some(2..2), None, None]);
    }

    #[test]
    fn the_cheapest_strategy_that_points_suit() {
        let chosen = |text, two_walks, in_order_from: usize| {
            let chosen = growth(text).choose(two_walks, |asked| in_order_from <= asked.start);
            chosen.map(|chosen| chosen.strategy)
        };
        assert_eq!(chosen("csr", false, 0), Some(Strategy::Append));
        assert_eq!(chosen("csr", false, 1), Some(Strategy::Count));
        assert_eq!(chosen("csr", true, 0), Some(Strategy::Count));
        assert_eq!(chosen("csr", false, 2), None);
        assert_eq!(chosen("dcsr", true, 0), Some(Strategy::Append));
        assert_eq!(chosen("dense,dense", true, 2), Some(Strategy::Insert));
    }

    #[test]
    fn coordinates_increase_where_nodes_are_appended() {
        let increasing = |text, two_walks| {
            let growth = growth(text);
            growth.increasing(&growth.choose(two_walks, |_| true).expect("in order"))
        };
        assert_eq!(increasing("csr", false), 0..2);
        assert_eq!(increasing("csr", true), 1..2);
        assert_eq!(increasing("dense,dense", false), 0..0);
    }

    #[test]
    fn what_comes_out_of_order_is_counted_or_inserted() {
        assert_eq!(growth("csr").least_order_asked(), Some(1..2));
        assert_eq!(growth("dense,dense").least_order_asked(), Some(2..2));
        assert_eq!(growth("dcsr").least_order_asked(), None);
    }

    #[test]
    fn faults_name_what_a_strategy_takes() {
        let said = |word, capacity, gaps| fault(word, capacity, gaps).unwrap_or_default();
        assert_eq!(said("magic", true, false), "a result grows by append, insert, count or group, found magic");
        assert_eq!(said("append", false, false), "what grows by append has capacity");
        assert_eq!(said("count", true, false), "what grows by count has no capacity");
        assert_eq!(said("insert", true, true), "what grows by insert closes no segments, so has no gaps");
        assert_eq!(said("append", true, true), "");
    }
}
