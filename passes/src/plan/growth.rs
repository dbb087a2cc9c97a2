//! Stored results as loops grow them: which loop opens which level, what it makes room for, where parents are skipped.

use super::{
    CursorLevel, Driver, OperandCursor, constants::LEAST_CAPACITY, merge::DecidedLoop, strategy::chosen, work::Work,
};
use crate::{
    analysis::{
        iteration_graph::{LevelSubscript, result_subscripts},
        lattice::Lattice,
    },
    index::{Access, Nest, Stmt, TensorId, VarId},
};
use lacuna_layout::{
    Level,
    assembly::{Growth, Role},
    strategy::{Protocol, Strategy},
};

/// A stored result that a statement computes.
#[derive(Clone, Debug)]
pub struct GrowingResult {
    /// Which tensor.
    pub tensor: TensorId,
    /// How.
    pub strategy: Strategy,
    /// What happens in the levels in which it is stored.
    pub growth: &'static Growth,
    /// How the write subscripts each level; where points come in groups, each level of the list.
    pub levels: Vec<LevelSubscript>,
    /// The variables whose values have to increase.
    pub ordered: Vec<VarId>,
    /// Those whose values may come in any order, but each once: nodes of their levels have others below, and stand once each.
    pub distinct: Vec<VarId>,
    /// The nodes for which there is room at first; where nodes are counted, their number is known.
    pub capacity: Option<Capacity>,
    /// Levels some of whose parents are not visited, where their segments have to be filled in.
    pub gaps: Vec<i64>,
}

/// Room for so many nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Where no operand is stored, or little.
    pub least: i64,
    /// As many values as operands store, one for each way in which they are accessed.
    pub operands: Vec<TensorId>,
    /// As many as loops come to, where that is known to be more.
    pub rounds: Option<CountedRounds>,
    /// That many times what operands store, where points are collected from a workspace.
    pub collected: Option<Multiple>,
}

/// So many times a number, if that is not more than `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiple {
    /// How often.
    pub times: i64,
    /// The bound.
    pub most: i64,
}

/// How often loops around a point run together: as a level of an operand has nodes, for each value of some variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedRounds {
    /// Which operand.
    pub operand: TensorId,
    /// Its level; the nodes of those above are counted on the way.
    pub level: usize,
    /// The variables.
    pub times: Vec<VarId>,
    /// Not more than so many, all values of each variable taken together.
    pub most: i64,
}

impl Capacity {
    /// What operands store.
    pub(super) fn of_operands(cursors: &[OperandCursor]) -> Self {
        let operands = cursors.iter().filter(|cursor| !cursor.is_local).map(|cursor| cursor.access.tensor);
        Self { least: LEAST_CAPACITY, operands: operands.collect(), rounds: None, collected: None }
    }
}

impl GrowingResult {
    /// The result that a statement with this target computes. The result has been checked.
    pub(super) fn new(nest: &Nest, statement: &Stmt, target: &Access, cursors: &[OperandCursor]) -> Self {
        let tensor = target.tensor;
        let chosen = chosen(nest, statement, tensor).expect("the result has been checked");
        let bound = nest.tensor(tensor);
        let (format, stored) =
            (bound.format().expect("a stored result"), bound.stored_format().expect("a stored result"));
        let growth = stored.growth().expect("the result has been checked");
        let levels = result_subscripts(nest, target).expect("the result has been checked");
        let asked = format.growth().expect("the result has been checked").increasing(&chosen);
        let vars = |is_asked: &dyn Fn(&Level) -> bool| {
            let asked = asked.clone().filter(|level| is_asked(format.level(*level)));
            asked.filter_map(|level| levels[level].only_var()).collect::<Vec<_>>()
        };
        let ordered = vars(&|level| level.ordered);
        let mut distinct = vars(&|level| !level.ordered && level.unique);
        distinct.retain(|var| levels.last().is_some_and(|last| last.only_var() != Some(*var)));
        let strategy = chosen.strategy;
        let capacity = strategy.properties().takes_capacity.then(|| Capacity::of_operands(cursors));
        Self { tensor, strategy, growth, levels, ordered, distinct, capacity, gaps: Vec::new() }
    }

    /// The first level that a loop opens; as many as there are where no loop opens any, because all of a point's coordinates
    /// are given at once.
    pub fn first_open(&self) -> usize {
        match self.strategy.properties().protocol {
            Protocol::Loops => self.open_from(0),
            Protocol::Points | Protocol::TwoWalks => self.levels.len(),
        }
    }

    /// The level that a loop opens next below one.
    pub fn below(&self, level: usize) -> usize {
        self.open_from(level + 1)
    }

    /// The first level from this one on whose nodes are not there with their parents.
    fn open_from(&self, level: usize) -> usize {
        level + self.levels[level..].iter().take_while(|level| level.vars.is_empty()).count()
    }

    /// What a loop over a level makes room for, so that its inside need not look after it.
    pub(super) fn reserved(&self, level: usize, decided: &DecidedLoop) -> Option<Rounds> {
        let is_innermost = self.levels[level + 1..].iter().all(|below| below.vars.is_empty());
        let Role::Append { .. } = self.growth.roles[level] else { return None };
        // Levels without order take loops besides their own: then a round appends as often as those run.
        let is_at_point =
            |statement: &Stmt| matches!(statement, Stmt::Write(write) if write.target.tensor == self.tensor);
        let appends_once = |work: &Work| work.statements.iter().all(|statement| matches!(statement, Stmt::Write(_)));
        let appends = |work: &Work| work.statements.iter().any(is_at_point);
        let works = decided.kind.cases();
        let has_rounds = works.iter().any(|work| appends(work)) && works.iter().all(|work| appends_once(work));
        (is_innermost && has_rounds && !self.growth.has_tail()).then(|| Rounds::of(decided))
    }

    /// Notes that the loop over a level does not take every coordinate.
    pub(super) fn note_skips(&mut self, level: usize) {
        if self.growth.roles[level] == Role::Insert {
            self.note_gap(level + 1);
        }
    }

    /// Notes that some parents of the first levels that are appended to, from one on, are not visited.
    pub(super) fn note_gap(&mut self, from: usize) {
        let mut groups = self.growth.groups.iter().map(|group| group.start);
        if let Some(first) = groups.find(|first| *first >= from).map(|first| first as i64)
            && self.strategy.properties().has_gaps
            && !self.gaps.contains(&first)
        {
            self.gaps.push(first);
        }
    }
}

/// The level of a stored result that a loop grows.
#[derive(Clone, Debug)]
pub struct Grown {
    /// Which of the results.
    pub result: usize,
    /// The level.
    pub level: usize,
    /// What is made room for before the loop.
    pub reserved: Option<Rounds>,
}

/// How often a loop runs at most.
#[derive(Clone, Debug)]
pub enum Rounds {
    /// As its variable has values.
    All,
    /// As the segment of one of these has nodes, whichever has the least.
    Least(Vec<CursorLevel>),
    /// As the segments of these have nodes together.
    Sum(Vec<CursorLevel>),
    /// For each node that these walk as often as its subsections are wide, once where it gives none, and not more often than its variable
    /// has values.
    Subsections(Vec<Driver>),
}

impl Rounds {
    /// The levels whose nodes are counted.
    pub fn counted(&self) -> Vec<CursorLevel> {
        match self {
            Self::All => Vec::new(),
            Self::Least(some) | Self::Sum(some) => some.clone(),
            Self::Subsections(some) => some.iter().flat_map(Driver::walked_levels).collect(),
        }
    }

    /// Drivers that every case needs bound the loop, each alone; others add up.
    fn of(decided: &DecidedLoop) -> Self {
        if decided.kind.takes_every_value() {
            return Self::All;
        }
        if decided.kind.subsections().next().is_some() {
            let all = decided.kind.drivers().iter().chain(decided.kind.only_subsections());
            return Self::Subsections(all.cloned().collect());
        }
        let drivers = decided.kind.drivers();
        let common: Vec<_> = Lattice::members(decided.lattice.common()).map(|bit| drivers[bit].entered()).collect();
        if common.is_empty() { Self::Sum(drivers.iter().map(Driver::entered).collect()) } else { Self::Least(common) }
    }
}

/// How far the loops have opened the levels of a result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened {
    /// The level that a loop opens next.
    pub level: usize,
    /// Whether there is room for what a loop around appends.
    pub is_reserved: bool,
}

/// The results whose next level the loop over `var` grows.
pub(super) fn grown_at(results: &[GrowingResult], opened: &[Opened], var: VarId) -> Vec<usize> {
    let is_next = |(result, opened): (&GrowingResult, &Opened)| {
        result.levels.get(opened.level).is_some_and(|level| level.only_var() == Some(var))
    };
    let both = results.iter().zip(opened).enumerate();
    both.filter(|(_, both)| is_next(*both)).map(|(result, _)| result).collect()
}
