//! The parents of a level that no loop has entered: a list of them, and the begins of the subsections below.

use super::{
    Emitter,
    loops::{entered_at, positions_of},
};
use crate::{
    levels::Parents,
    plan::{Begin, Driver, ParentLevel, ParentList, ParentNumber, ReachedNodes},
};
use lacuna_dialects::{
    builder::Builder,
    ir::Value,
    sloop::{
        cursors::{Iterate, LevelCursor, LevelWalk},
        lookups::{Locate, NodeCount},
    },
};

/// What a list has come to while it is made.
struct Listed<'c> {
    /// The node, or the nodes, that were entered last.
    at: Option<Parents<'c>>,
    /// The levels that were entered, with their coordinates.
    coordinates: Vec<(usize, Value<'c>)>,
    /// How many parents the list has.
    count: Value<'c>,
}

impl<'c> Emitter<'_, 'c> {
    /// Where a subsection begins, where a list of parents that is being made has come to these coordinates of levels.
    pub(super) fn begin(&self, builder: &Builder<'c>, begin: &Begin, listed: &[(usize, Value<'c>)]) -> Value<'c> {
        match &begin.number {
            None => self.begins[&begin.of],
            Some(number) => {
                let number = self.number(builder, number, listed);
                builder.load(self.parent_buffers[&begin.of].begins, &[number])
            }
        }
    }

    /// A number.
    fn number(&self, builder: &Builder<'c>, number: &ParentNumber, listed: &[(usize, Value<'c>)]) -> Value<'c> {
        number.levels.iter().fold(self.index(builder, &number.known), |sum, (level, factor)| {
            let (_, coordinate) = listed.iter().find(|(own, _)| own == level).expect("loops or the list enter it");
            let part = match factor {
                1 => *coordinate,
                _ => builder.binary("arith.muli", *coordinate, builder.index(*factor)),
            };
            builder.binary("arith.addi", sum, part)
        })
    }

    /// Makes the list of the parents under which a driver walks; gives its first row and one past its last.
    pub(super) fn list_parents(&self, builder: &Builder<'c>, driver: &Driver, under: &ParentList) -> Vec<Value<'c>> {
        let none = builder.index(0);
        let start = Listed { at: self.at[driver.cursor], coordinates: Vec::new(), count: none };
        vec![none, self.list(builder, driver, (&under.levels, &under.number), start)]
    }

    /// Adds the nodes to the list that levels have below what it has come to; gives how many parents it has then.
    fn list(
        &self,
        builder: &Builder<'c>,
        driver: &Driver,
        (levels, number): (&[ParentLevel], &ParentNumber),
        listed: Listed<'c>,
    ) -> Value<'c> {
        let Listed { at, coordinates, count } = listed;
        let Some((level, below)) = levels.split_first() else {
            let number = self.number(builder, number, &coordinates);
            let list = self.parent_buffers[&driver.entered()].list;
            for (column, value) in positions_of(builder, at).into_iter().chain([number]).enumerate() {
                builder.store(value, list, &[count, builder.index(column as i64)]);
            }
            return builder.binary("arith.addi", count, builder.index(1));
        };
        let site = self.site(driver.cursor, level.level);
        let enter = |builder: &Builder<'c>, at, coordinate, count| {
            let coordinates = coordinates.iter().copied().chain([(level.level, coordinate)]).collect();
            vec![self.list(builder, driver, (below, number), Listed { at: Some(at), coordinates, count })]
        };
        let walk = match &level.nodes {
            ReachedNodes::Walked(walk) => walk,
            ReachedNodes::Located(first) => {
                let first = self.index(builder, first);
                let range = (builder.index(0), builder.index(level.width.cast_signed()), builder.index(1));
                return builder.for_loop(range, &[count], |builder, away, carried| {
                    let coordinate = builder.binary("arith.addi", first, away);
                    let parent = positions_of(builder, at)[0];
                    let node = Locate::build(builder, (site.tensor, site.level), parent, coordinate);
                    enter(builder, Parents::One(node), coordinate, carried[0])
                })[0];
            }
        };
        // Of the levels that the list enters, none computes with coordinates, but for the first.
        let given = if coordinates.is_empty() { self.context(builder, walk.entered()).1 } else { Vec::new() };
        let parents = positions_of(builder, at);
        let walked = LevelWalk { tensor: site.tensor, level: site.level, parents, list: None, given };
        let cursor = self.wrapped(builder, LevelCursor::build(builder, &walked), walk, &coordinates);
        Iterate::build(builder, cursor, &[count], |builder, arguments| {
            let (at, carried) = entered_at(walk, &arguments[1..]);
            enter(builder, at, arguments[0], carried[0])
        })[0]
    }

    /// The number of nodes that a driver has under all parents of its list.
    pub(super) fn count_nodes_under(&self, builder: &Builder<'c>, driver: &Driver, under: &ParentList) -> Value<'c> {
        let rows = self.list_parents(builder, driver, under);
        let (site, list) = (self.site(driver.cursor, driver.level), self.parent_buffers[&driver.entered()].list);
        let columns = if under.gives_runs() { 2 } else { 1 };
        builder.for_loop((rows[0], rows[1], builder.index(1)), &[builder.index(0)], |builder, row, sum| {
            let parent = (0..columns).map(|column| builder.load(list, &[row, builder.index(column)]));
            let parent: Vec<_> = parent.collect();
            let count = NodeCount::build(builder, (site.tensor, site.level), &parent, &[]);
            vec![builder.binary("arith.addi", sum[0], count)]
        })[0]
    }
}
