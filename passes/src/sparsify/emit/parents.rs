//! Emits the list of parents of a level that no loop has entered, and loads the begin of the subsection under a parent.

use super::{
    Emitter,
    loops::{entered_at, positions_of},
};
use crate::{
    levels::Parents,
    plan::{BeginSource, BufferIndex, Driver, NodeSource, ParentLevel, ParentList},
};
use lacuna_dialects::{
    builder::Builder,
    ir::Value,
    sloop::{
        Directives,
        cursors::{Iterate, LevelCursor, LevelWalk},
        lookups::{Locate, NodeCount},
    },
};

/// How far a list of parents has been made.
struct ListProgress<'c> {
    /// The node, or the run, that was entered last.
    at: Option<Parents<'c>>,
    /// The levels that were entered, with their coordinates.
    coordinates: Vec<(usize, Value<'c>)>,
    /// How many records the list has.
    count: Value<'c>,
}

impl<'c> Emitter<'_, 'c> {
    /// Emits the begin of a subsection. `entered` has the coordinates of levels that the parent list under construction has entered;
    /// nothing outside of one.
    pub(super) fn emit_begin(
        &self,
        builder: &Builder<'c>,
        begin: &BeginSource,
        entered: &[(usize, Value<'c>)],
    ) -> Value<'c> {
        match &begin.buffer_index {
            None => self.here.begins[&begin.of],
            Some(index) => {
                let index = self.emit_buffer_index(builder, index, entered);
                builder.load(self.parent_storage(begin.of).begins, &[index])
            }
        }
    }

    /// Emits a buffer index.
    fn emit_buffer_index(
        &self,
        builder: &Builder<'c>,
        index: &BufferIndex,
        entered: &[(usize, Value<'c>)],
    ) -> Value<'c> {
        index.levels.iter().fold(self.index(builder, &index.known), |sum, (level, factor)| {
            let (_, coordinate) = entered
                .iter()
                .find(|(own, _)| own == level)
                .expect("an enclosing loop or the parent list has entered this level");
            let part = match factor {
                1 => *coordinate,
                _ => builder.binary("arith.muli", *coordinate, builder.index(*factor)),
            };
            builder.binary("arith.addi", sum, part)
        })
    }

    /// Makes the list of the parents under which a driver walks; gives its first record and one past its last.
    pub(super) fn list_parents(&self, builder: &Builder<'c>, driver: &Driver, parents: &ParentList) -> Vec<Value<'c>> {
        let zero = builder.index(0);
        let start = ListProgress { at: self.here.at[driver.cursor], coordinates: Vec::new(), count: zero };
        vec![zero, self.append_parents(builder, driver, (&parents.levels, &parents.buffer_index), start)]
    }

    /// Appends the parents below the current node, one level after the other; gives how many records the list has then.
    fn append_parents(
        &self,
        builder: &Builder<'c>,
        driver: &Driver,
        (levels, index): (&[ParentLevel], &BufferIndex),
        progress: ListProgress<'c>,
    ) -> Value<'c> {
        let ListProgress { at, coordinates, count } = progress;
        let Some((level, below)) = levels.split_first() else {
            let index = self.emit_buffer_index(builder, index, &coordinates);
            let list = self.parent_storage(driver.entered()).list;
            for (column, value) in positions_of(builder, at).into_iter().chain([index]).enumerate() {
                builder.store(value, list, &[count, builder.index(column as i64)]);
            }
            return builder.binary("arith.addi", count, builder.index(1));
        };
        let site = self.site(driver.cursor, level.level);
        let enter = |builder: &Builder<'c>, at, coordinate, count| {
            let coordinates = coordinates.iter().copied().chain([(level.level, coordinate)]).collect();
            let progress = ListProgress { at: Some(at), coordinates, count };
            vec![self.append_parents(builder, driver, (below, index), progress)]
        };
        let walk = match &level.nodes {
            NodeSource::Walked(walk) => walk,
            NodeSource::Located(least) => {
                let least = self.index(builder, least);
                let range = (builder.index(0), builder.index(level.width.cast_signed()), builder.index(1));
                return builder.for_loop(range, &[count], |builder, offset, carried| {
                    let coordinate = builder.binary("arith.addi", least, offset);
                    let parent = positions_of(builder, at)[0];
                    let node = Locate::build(builder, (site.tensor, site.level), parent, coordinate);
                    enter(builder, Parents::One(node), coordinate, carried[0])
                })[0];
            }
        };
        // Only the format of the first level that is listed may compute with coordinates (`Reach::nodes`).
        let given = if coordinates.is_empty() { self.context(builder, walk.entered()).1 } else { Vec::new() };
        let parents = positions_of(builder, at);
        let walked = LevelWalk { tensor: site.tensor, level: site.level, parents, list: None, given };
        let cursor = self.wrap(builder, LevelCursor::build(builder, &walked), walk, &coordinates);
        Iterate::build(builder, (cursor, Directives::default()), &[count], |builder, arguments| {
            let (at, carried) = entered_at(walk, &arguments[1..]);
            enter(builder, at, arguments[0], carried[0])
        })[0]
    }

    /// The number of nodes that a driver has under all parents of its list.
    pub(super) fn count_nodes_under_list(
        &self,
        builder: &Builder<'c>,
        driver: &Driver,
        parents: &ParentList,
    ) -> Value<'c> {
        let records = self.list_parents(builder, driver, parents);
        let (site, list) = (self.site(driver.cursor, driver.level), self.parent_storage(driver.entered()).list);
        let columns = if parents.parents_are_runs() { 2 } else { 1 };
        let range = (records[0], records[1], builder.index(1));
        builder.for_loop(range, &[builder.index(0)], |builder, record, sum| {
            let parent = (0..columns).map(|column| builder.load(list, &[record, builder.index(column)]));
            let parent: Vec<_> = parent.collect();
            let count = NodeCount::build(builder, (site.tensor, site.level), &parent, &[]);
            vec![builder.binary("arith.addi", sum[0], count)]
        })[0]
    }
}
