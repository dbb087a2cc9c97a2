//! Cursors: how a stored operand of a statement is walked, and how far it has been.

use super::begin::{BeginSource, BufferIndex, CursorLevel, Direction, EnclosingBegin, EnclosingSubsections};
use crate::{
    analysis::iteration_graph::{is_random_access, level_subscripts},
    index::{Access, Limit, Nest, Stmt, VarId, subscript::Subscript, writes},
};
use lacuna_layout::{
    Description, Level,
    algebra::{OverLevels, Source},
};

/// A walk through the levels of one stored operand.
#[derive(Clone, Debug)]
pub struct OperandCursor {
    /// What is walked.
    pub access: Access,
    /// Its format.
    pub format: &'static Description,
    /// The variable whose loop resolves the subscript of each level, as it is the innermost loop over a term of it; levels whose
    /// coordinates follow from those above have none.
    pub vars: Vec<Option<VarId>>,
    /// The coordinate of each level.
    pub subscripts: Vec<Subscript>,
    /// Whether the loop that resolves each level may take a part of its coordinates only.
    pub is_part: Vec<bool>,
    /// Whether every level can be located, so that nothing has to be walked in order.
    pub random: bool,
    /// Whether it is a workspace: a new one wherever it is walked.
    pub is_local: bool,
    /// Whether it can be walked here: a workspace only by its consumer.
    pub is_open: bool,
    /// Whether loops around come to some of its segments only, here and there, because other cursors drive them.
    pub is_sampled: bool,
    /// Whether a joined merge entered the last level, so that the operand may store nothing at the current coordinate.
    pub may_be_missing: bool,
    /// How an enclosing loop walks the subsections of each level, if one does.
    pub enclosing_subsections: Vec<Option<EnclosingSubsections>>,
    /// How many levels have been entered.
    pub depth: usize,
}

impl OperandCursor {
    /// The level that keeps a limit by itself, because the coordinates that it enumerates, together with those of the levels
    /// above, are those of points of the tensor.
    pub fn level_that_keeps(&self, nest: &Nest, limit: &Limit) -> Option<usize> {
        let mapping = self.format.mapping();
        let is_kept = |dimension: &usize| {
            self.access.subscripts[*dimension] == limit.subscript
                && !nest.may_differ(self.access.tensor, *dimension, &limit.extent)
        };
        let dimension = (0..mapping.dimensions.len()).find(is_kept);
        let level = match dimension.and_then(|dimension| mapping.dimensions.get(dimension)) {
            Some(known) => known.levels().next_back(),
            // What follows from other levels agrees with them.
            None => (0..self.subscripts.len()).find_map(|level| {
                let follows = mapping.followed[level].as_ref().filter(|_| mapping.sources[level] == Source::Again)?;
                let own =
                    Subscript::constant_of(follows.sum.constant()).plus(&self.subscripts[level], -follows.divisor);
                let parts = follows.sum.terms().iter();
                let rest = parts.fold(own, |sum, (other, factor)| sum.plus(&self.subscripts[*other], *factor));
                (rest == limit.subscript).then(|| follows.sum.levels().fold(level, usize::max))
            }),
        }?;
        self.level(level).capabilities().keeps_inside.then_some(level)
    }

    /// Whether the loop over `var` enters the next level.
    pub fn enters_at(&self, var: VarId) -> bool {
        !self.random && self.is_open && self.vars.get(self.depth) == Some(&Some(var))
    }

    /// Whether the next level has every coordinate: it is full and has a parent.
    pub fn next_is_full(&self) -> bool {
        self.level(self.depth).properties().full && !self.may_have_no_parent()
    }

    /// Whether a coordinate can be located in the next level, which needs a parent for that.
    pub fn next_can_locate(&self) -> bool {
        self.depth < self.vars.len() && self.level(self.depth).capabilities().locate && !self.may_have_no_parent()
    }

    /// Enters the next level, and those below it whose coordinates follow: their nodes have the same positions.
    pub fn enter(&mut self) {
        self.may_be_missing = false;
        self.depth += 1;
        self.depth += levels_without_loop(&self.vars[self.depth..]);
    }

    /// How far it has been, and what is known there.
    pub fn state(&self) -> CursorState {
        CursorState {
            depth: self.depth,
            is_sampled: self.is_sampled,
            may_be_missing: self.may_be_missing,
            enclosing_subsections: self.enclosing_subsections.clone(),
        }
    }

    /// Takes it back to where it was.
    pub fn restore(&mut self, before: CursorState) {
        (self.depth, self.is_sampled, self.may_be_missing) = (before.depth, before.is_sampled, before.may_be_missing);
        self.enclosing_subsections = before.enclosing_subsections;
    }

    /// Where the begin of a subsection of a level comes from, and the direction of the walk that found it, if an enclosing loop walks the
    /// subsections. `index` says which cursor of the statement this is.
    pub fn begin_of(&self, index: usize, level: usize) -> Option<(Direction, BeginSource)> {
        let EnclosingSubsections { direction, begin } = self.enclosing_subsections[level].as_ref()?;
        let buffer_index = match begin {
            EnclosingBegin::Passed => None,
            EnclosingBegin::Buffered(index) => Some(self.after_entered_levels(index)),
            EnclosingBegin::Lost => return None,
        };
        Some((*direction, BeginSource { of: CursorLevel { cursor: index, level }, buffer_index }))
    }

    /// Takes the begins of subsections from loops inside: the cursor holds a range of nodes, and none of them has a begin.
    pub fn lose_begins(&mut self) {
        self.enclosing_subsections.iter_mut().flatten().for_each(|enclosing| enclosing.begin = EnclosingBegin::Lost);
    }

    /// A buffer index with subscripts in the place of the coordinates of the levels that loops have entered since.
    fn after_entered_levels(&self, index: &BufferIndex) -> BufferIndex {
        let (entered, levels) = index.levels.iter().copied().partition::<Vec<_>, _>(|(level, _)| *level < self.depth);
        let add = |sum: Subscript, (level, factor): (usize, i64)| sum.plus(&self.subscripts[level], factor);
        BufferIndex { known: entered.into_iter().fold(index.known.clone(), add), levels }
    }

    /// Level `level`.
    pub fn level(&self, level: usize) -> &'static Level {
        self.format.level(level)
    }

    /// Whether neighbours of equal coordinate in the next level are taken together: they are, where each has one child,
    /// so that the level below can be walked over a range of positions.
    pub fn takes_runs(&self) -> bool {
        self.takes_runs_at(self.depth)
    }

    /// The same of any level.
    pub fn takes_runs_at(&self, level: usize) -> bool {
        let properties = self.level(level).properties();
        if properties.unique || !properties.ordered || level + 1 >= self.vars.len() {
            return false;
        }
        // The children of several nodes of one coordinate are in order together only where each node has one: in the next
        // level, and in the first below it that is walked, to which the range of positions is handed on.
        let walked = level + 1 + levels_without_loop(&self.vars[level + 1..]);
        let last = walked.min(self.vars.len() - 1);
        (level + 1..=last).all(|below| self.level(below).properties().branchless)
    }

    /// Whether no level that has a loop was entered yet.
    pub fn is_at_first_level(&self) -> bool {
        self.vars[..self.depth].iter().all(Option::is_none)
    }

    /// Whether the next level may have no parent.
    pub fn may_have_no_parent(&self) -> bool {
        self.may_be_missing && self.depth < self.vars.len()
    }

    /// Whether the entry may be missing. A loop further inside tests that.
    pub fn is_pending(&self) -> bool {
        self.may_be_missing && self.depth == self.vars.len()
    }

    /// Whether an entry can be read: all levels have been entered, or can be at random.
    pub fn is_at_entry(&self) -> bool {
        self.random || self.depth == self.vars.len()
    }

    /// Whether a level is the innermost one.
    pub fn ends_at(&self, level: usize) -> bool {
        level + 1 == self.vars.len()
    }

    /// Whether the next level has a position for each entry, because every level below it is branchless: its arrays are
    /// the longest, and read from one end to the other.
    pub fn next_has_position_an_entry(&self) -> bool {
        (self.depth + 1..self.vars.len()).all(|below| self.level(below).properties().branchless)
    }
}

/// The number of levels, from the first on, whose coordinates follow and whose nodes have the positions of those above.
fn levels_without_loop(vars: &[Option<VarId>]) -> usize {
    vars.iter().take_while(|var| var.is_none()).count()
}

/// A cursor at the root for each distinct access of a statement to a stored operand.
pub fn cursors_of(nest: &Nest, statement: &Stmt) -> Vec<OperandCursor> {
    let mut cursors: Vec<OperandCursor> = Vec::new();
    for (around, write) in writes(std::slice::from_ref(statement)) {
        let order: Vec<_> = around.iter().map(|inner| inner.var).chain(nest.folded_vars(write.value)).collect();
        for access in nest.reads(write.value) {
            let Some(format) = nest.tensor(access.tensor).format() else { continue };
            if cursors.iter().any(|cursor| cursor.access == access) {
                continue;
            }
            let levels = level_subscripts(nest, &access).unwrap_or_default();
            let vars: Vec<_> = levels.iter().map(|level| level.resolved_in(&order)).collect();
            // A variable without a range, such as that of diagonals, is bounded by what is derived from it.
            let has_range = |var: &Option<VarId>| var.is_none_or(|var| nest.var(var).has_range());
            let is_part = levels.iter().zip(&vars).map(|(level, var)| level.is_part && has_range(var)).collect();
            let subscripts = levels.into_iter().map(|level| level.subscript).collect();
            let random = is_random_access(nest, access.tensor);
            let is_local = nest.tensor(access.tensor).local().is_some();
            let depth = levels_without_loop(&vars);
            let enclosing_subsections = vec![None; vars.len()];
            cursors.push(OperandCursor {
                access,
                format,
                vars,
                subscripts,
                is_part,
                random,
                is_local,
                is_open: !is_local,
                enclosing_subsections,
                is_sampled: false,
                may_be_missing: false,
                depth,
            });
        }
    }
    cursors
}

/// How far a cursor has been, and what is known there.
#[derive(Clone, Debug)]
pub struct CursorState {
    depth: usize,
    is_sampled: bool,
    may_be_missing: bool,
    enclosing_subsections: Vec<Option<EnclosingSubsections>>,
}
