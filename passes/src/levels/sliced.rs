//! `sliced[n, m]`: the coordinates under each node are a segment; those of `n` neighbouring nodes are interleaved.
//!
//! Children are counted from zero; the next one of a node is `n` positions further.

use super::{
    LevelFormat, LevelSite, Parents,
    building::{Built, Unbuilt, allocate, filled, narrow, select},
    checked::{Checked, CheckedChild, CheckedNode},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};

/// The level functions of `sliced[n, m]`.
pub struct Sliced {
    /// The nodes of a slice.
    pub lanes: i64,
}

impl LevelFormat for Sliced {
    /// Counts the children of each node, gives each slice as many places as its longest segment asks for, and the children
    /// theirs. Places of no child repeat the coordinate before them, or hold zero.
    fn build<'c>(&self, builder: &Builder<'c>, level: &Unbuilt<'c>) -> Built<'c> {
        let (zero, one, lanes) = (builder.index(0), builder.index(1), builder.index(self.lanes));
        let slices = builder.binary("arith.ceildivui", level.parents, lanes);
        let nodes = builder.binary("arith.muli", slices, lanes);
        let lengths = filled(builder, nodes, zero);
        level.each_entry(builder, &[], |builder, entry, _| {
            let count = builder.load(lengths, &[entry.node]);
            let more = builder.binary("arith.addi", count, one);
            builder.store(select(builder, entry.begins_child, more, count), lengths, &[entry.node]);
            Vec::new()
        });
        let begins = allocate(builder, builder.index_type(), slices);
        let r#type = level.position_type(builder);
        let each = builder.index(self.lanes + 1);
        let positions = allocate(builder, r#type, builder.binary("arith.muli", slices, each));
        let count = builder.for_loop((zero, slices, one), &[zero], |builder, slice, begin| {
            builder.store(begin[0], begins, &[slice]);
            let at = builder.binary("arith.muli", slice, each);
            builder.store(narrow(builder, begin[0], r#type), positions, &[at]);
            let first = builder.binary("arith.muli", slice, lanes);
            let longest = builder.for_loop((zero, lanes, one), &[zero], |builder, lane, longest| {
                let length = builder.load(lengths, &[builder.binary("arith.addi", first, lane)]);
                let place = builder.binary("arith.addi", builder.binary("arith.addi", at, one), lane);
                builder.store(narrow(builder, length, r#type), positions, &[place]);
                vec![builder.binary("arith.maxui", longest[0], length)]
            })[0];
            vec![builder.binary("arith.addi", begin[0], builder.binary("arith.muli", longest, lanes))]
        })[0];
        let r#type = level.coordinate_type(builder);
        let coordinates = allocate(builder, r#type, count);
        level.each_entry(builder, &[zero], |builder, entry, state| {
            let number = level.next_child(builder, entry, state[0]);
            let before = builder.binary("arith.subi", number, one);
            let [slice, lane] = self.of_node(builder, entry.node);
            let place = self.place(builder, builder.load(begins, &[slice]), lane, before);
            builder.store(narrow(builder, entry.coordinate, r#type), coordinates, &[place]);
            level.set_node(builder, entry, place);
            vec![number]
        });
        let pad = level.least.unwrap_or(zero);
        builder.for_loop((zero, nodes, one), &[], |builder, node, _| {
            let [slice, lane] = self.of_node(builder, node);
            let begin = builder.load(begins, &[slice]);
            let next = builder.binary("arith.addi", slice, one);
            let is_last = builder.compare(ComparePredicate::Equal, next, slices);
            let end = builder.load(begins, &[select(builder, is_last, slice, next)]);
            let end = select(builder, is_last, count, end);
            let places = builder.binary("arith.divui", builder.binary("arith.subi", end, begin), lanes);
            let length = builder.load(lengths, &[node]);
            builder.for_loop((length, places, one), &[], |builder, child, _| {
                let is_first = builder.compare(ComparePredicate::Equal, child, zero);
                let place = self.place(builder, begin, lane, child);
                // The first place has none before it; what is loaded for it is not used.
                let before = builder.binary("arith.subi", place, select(builder, is_first, zero, lanes));
                let repeated = builder.load(coordinates, &[before]);
                let value = select(builder, is_first, narrow(builder, pad, r#type), repeated);
                builder.store(value, coordinates, &[place]);
                Vec::new()
            });
            Vec::new()
        });
        for array in [lengths, begins] {
            builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
        }
        Built::new(vec![positions, coordinates], count)
    }

    fn bounds<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
        _: &[Value<'c>],
    ) -> (Value<'c>, Value<'c>) {
        let [slice, lane] = self.of_node(builder, parents.first());
        (builder.index(0), self.length_abreast(builder, site, slice, lane))
    }

    fn position<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
        counter: Value<'c>,
    ) -> Value<'c> {
        let [slice, lane] = self.of_node(builder, parents.first());
        self.position_abreast(builder, site, [slice, lane, counter])
    }

    fn loads_positions(&self) -> bool {
        true
    }

    fn coordinate<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        parents: Parents<'c>,
        counter: Value<'c>,
    ) -> Value<'c> {
        site.load_coordinate(builder, self.position(builder, site, parents, counter))
    }

    fn length_abreast<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        slice: Value<'c>,
        lane: Value<'c>,
    ) -> Value<'c> {
        let begin = builder.binary("arith.muli", slice, builder.index(self.lanes + 1));
        let first = builder.binary("arith.addi", begin, builder.index(1));
        site.load_raw_position(builder, builder.binary("arith.addi", first, lane))
    }

    fn position_abreast<'c>(
        &self,
        builder: &Builder<'c>,
        site: LevelSite<'c>,
        [slice, lane, child]: [Value<'c>; 3],
    ) -> Value<'c> {
        self.place(builder, self.begin(builder, site, slice), lane, child)
    }

    fn check_arrays<'c>(&self, builder: &Builder<'c>, level: &Checked<'_, 'c>) {
        let site = level.site;
        let (zero, one, lanes) = (builder.index(0), builder.index(1), builder.index(self.lanes));
        let parents = site.above_count(builder);
        let slices = builder.binary("arith.ceildivui", parents, lanes);
        let required = builder.binary("arith.muli", slices, builder.index(self.lanes + 1));
        let found = site.position_count(builder).expect("slices have positions");
        let what = "there is not one position for each slice, and one for each of its nodes";
        level.assert(builder, builder.compare(ComparePredicate::Equal, found, required), what);
        let count = site.coordinate_count(builder);
        let end = builder.for_loop((zero, slices, one), &[zero], |builder, slice, begin| {
            let first = builder.binary("arith.muli", slice, lanes);
            let found = self.begin(builder, site, slice);
            let follows = builder.compare(ComparePredicate::Equal, found, begin[0]);
            let what = "slice {} begins at position {}, where {} is the end of the one before it";
            level.assert_with(builder, follows, what, &[slice, found, begin[0]]);
            let longest = builder.for_loop((zero, lanes, one), &[zero], |builder, lane, longest| {
                let node = builder.binary("arith.addi", first, lane);
                let length = self.length_abreast(builder, site, slice, lane);
                let is_node = builder.compare(ComparePredicate::UnsignedLess, node, parents);
                let is_none = builder.compare(ComparePredicate::Equal, length, zero);
                let is_right = builder.binary("arith.ori", is_node, is_none);
                let what = "there are {} children of node {}, and {} nodes above";
                level.assert_with(builder, is_right, what, &[length, node, parents]);
                vec![builder.binary("arith.maxui", longest[0], length)]
            })[0];
            // Compared before it is multiplied, which could be too much.
            let room = builder.binary("arith.divui", builder.binary("arith.subi", count, begin[0]), lanes);
            let fits = builder.compare(ComparePredicate::UnsignedLessEqual, longest, room);
            let what = "slice {} has a node with {} children, and room for {}";
            level.assert_with(builder, fits, what, &[slice, longest, room]);
            vec![builder.binary("arith.addi", begin[0], builder.binary("arith.muli", longest, lanes))]
        })[0];
        let is_end = builder.compare(ComparePredicate::Equal, end, count);
        level.assert(builder, is_end, "there are coordinates after the last slice");
        // What pads is loaded, too: it must point at something.
        builder.for_loop((zero, count, one), &[], |builder, at, _| {
            level.check_range(builder, at, site.load_coordinate(builder, at));
            Vec::new()
        });
    }

    fn check_children<'c>(
        &self,
        builder: &Builder<'c>,
        level: &Checked<'_, 'c>,
        node: &CheckedNode<'_, 'c>,
        below: &mut dyn FnMut(&Builder<'c>, CheckedChild<'c>),
    ) {
        let (site, parent) = (level.site, Parents::One(node.position));
        let (low, high) = self.bounds(builder, site, parent, node.given);
        builder.for_loop((low, high, builder.index(1)), &[], |builder, at, _| {
            let position = self.position(builder, site, parent, at);
            let coordinate = site.load_coordinate(builder, position);
            if !level.is_trusted {
                let is_later = builder.compare(ComparePredicate::NotEqual, at, low);
                level.check_follows(builder, self.lanes, (position, coordinate), is_later);
            }
            below(builder, CheckedChild { position, coordinate, repeats: None });
            Vec::new()
        });
    }
}

impl Sliced {
    /// The slice of a node, and its number there.
    fn of_node<'c>(&self, builder: &Builder<'c>, node: Value<'c>) -> [Value<'c>; 2] {
        ["arith.divui", "arith.remui"].map(|part| builder.binary(part, node, builder.index(self.lanes)))
    }

    /// Where a slice begins.
    fn begin<'c>(&self, builder: &Builder<'c>, site: LevelSite<'c>, slice: Value<'c>) -> Value<'c> {
        site.load_raw_position(builder, builder.binary("arith.muli", slice, builder.index(self.lanes + 1)))
    }

    /// The position of a child in a lane of a slice that begins at `begin`.
    fn place<'c>(&self, builder: &Builder<'c>, begin: Value<'c>, lane: Value<'c>, child: Value<'c>) -> Value<'c> {
        let row = builder.binary("arith.muli", child, builder.index(self.lanes));
        builder.binary("arith.addi", builder.binary("arith.addi", begin, row), lane)
    }
}
