//! Stored results that grow by `group`: points come in the order of the parents of the level that stores coordinates.
//!
//! A node table says, for each coordinate, which node the current parent has. The first walk appends nodes as it finds them;
//! then the nodes of each parent are sorted. In the second walk, where a parent begins, its nodes enter the node table and the
//! values below them are cleared. Then each point finds its position.

use super::{
    code::{Grows, InTwoWalks},
    node_table::{NodeTable, TablePlace},
};
use crate::{
    bridge::{constants::emit_constant, types::scalar_of},
    index::constant::Constant,
    levels::addressed::from_least,
    scf::{
        SloopToScf,
        arrays::{allocate, exactly, fill, fill_gaps, narrow},
        capacity_checks::{refuse_huge, refuse_span, refuse_too_many},
        cell::Cell,
        reallocate::reallocate,
        sort_segment::sort_segment,
        span::{Span, level_spans},
    },
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::{Op, Value},
    sloop::grow::Grow,
    stensor::storage::Pack,
};
use lacuna_layout::{assembly::Growth, levels::Array, strategy::Strategy};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// A result that is put together parent after parent.
pub struct Grouped<'c> {
    /// The operation that owns it.
    op: Op<'c>,
    format: Format<'c>,
    r#type: Type<'c>,
    growth: &'static Growth,
    /// The level that stores coordinates.
    level: usize,
    /// The coordinates of each level.
    spans: Vec<Span<'c>>,
    /// The sizes of the dynamic dimensions.
    dynamic: Vec<Value<'c>>,
    /// The number of parents.
    parents: Value<'c>,
    positions: Value<'c>,
    coordinates: Cell<'c>,
    /// The number of coordinates that these have room for.
    room: Cell<'c>,
    nodes: NodeTable<'c>,
    /// The number of nodes found so far.
    count: Cell<'c>,
    /// The parent of the point before.
    parent: Cell<'c>,
    /// The first node of that parent.
    first: Cell<'c>,
    /// The values, once the nodes are found.
    values: Cell<'c>,
    /// Where one parent has a node for each of so many coordinates, its nodes are listed rather than sorted.
    listed_from: i64,
    /// Up to so many coordinates are sorted by insertion.
    inserted: i64,
}

impl<'c> Grows<'c> for Grouped<'c> {
    fn put(&mut self, builder: &Builder<'c>, value: Value<'c>, position: Value<'c>) {
        builder.store(value, self.values.get(builder), &[position]);
    }

    fn finish(&mut self, builder: &Builder<'c>) -> Value<'c> {
        self.pack(builder)
    }
}

impl<'c> InTwoWalks<'c> for Grouped<'c> {
    /// Finds the node of a point, or appends it.
    fn count(&mut self, builder: &Builder<'c>, coordinates: &[Value<'c>]) {
        let begin = |builder: &Builder<'c>, _| self.first.set(builder, self.count.get(builder));
        let parent = self.parent(builder, coordinates, begin);
        let count = self.count.get(builder);
        let first = self.first(builder);
        let held = builder.binary("arith.subi", count, first);
        self.nodes.make_room(builder, held, |builder| self.put_nodes(builder, (first, count)));
        let place = self.find(builder, coordinates[self.level]);
        let stored = self.stored(builder, coordinates[self.level]);
        builder.if_else(
            place.is_there,
            &[],
            |_| Vec::new(),
            |builder| {
                let next = builder.binary("arith.addi", count, builder.index(1));
                refuse_too_many(builder, self.format, self.level, next);
                self.make_room(builder, count);
                builder.store(stored, self.coordinates.get(builder), &[count]);
                self.nodes.put(builder, place, count);
                let end = builder.binary("arith.addi", parent, builder.index(1));
                let position = narrow(builder, next, builder.scalar_type(self.positions.r#type()));
                builder.store(position, self.positions, &[end]);
                self.count.set(builder, next);
                Vec::new()
            },
        );
    }

    /// Sorts the nodes of each parent, and makes room for what is below them.
    fn arrange(&mut self, builder: &Builder<'c>) {
        fill_gaps(builder, self.positions, self.parents);
        let count = self.count.get(builder);
        if self.format.level(self.level).ordered {
            self.sort(builder, count);
        }
        let below: Vec<_> = [count].into_iter().chain(self.sizes_below()).collect();
        refuse_huge(builder, &below);
        let element = builder.scalar_type(self.r#type);
        self.values.set(builder, allocate(builder, builder.buffer_type(element), self.values_below(builder, count)));
        self.nodes.forget(builder);
        self.before_all(builder);
        if self.has_one_parent() {
            self.begin_parent(builder, builder.index(0));
        }
    }

    fn place(&mut self, builder: &Builder<'c>, coordinates: &[Value<'c>]) -> Value<'c> {
        self.parent(builder, coordinates, |builder, parent| self.begin_parent(builder, parent));
        let node = self.find(builder, coordinates[self.level]).node;
        let node = builder.binary("arith.subi", node, builder.index(1));
        self.descend(builder, self.growth.tail(), node, coordinates)
    }
}

impl<'c> Grouped<'c> {
    /// Starts to look for nodes.
    pub fn start(op: Op<'c>, builder: &Builder<'c>, grow: &Grow<'c>, options: &SloopToScf) -> Self {
        let r#type = grow.tensor;
        let format = Format::of(r#type).expect("the verifier asks for a format");
        let capacity = grow.capacity.expect("the verifier asks for a capacity");
        let spans = level_spans(builder, r#type, format, &grow.sizes);
        for (level, span) in spans.iter().enumerate() {
            refuse_span(builder, format, level, *span);
        }
        let growth = format.description().growth().expect("checked before");
        let level = growth.order_asked(Strategy::Group).expect("checked before").end;
        let integer = |width: u32| -> Type<'c> { IntegerType::new(builder.context(), width).into() };
        let (zero, one) = (builder.index(0), builder.index(1));
        let inserted: Vec<_> = growth.levels_with_room(0..level).map(|level| spans[level].size).collect();
        refuse_huge(builder, &inserted);
        let parents = inserted.iter().fold(one, |count, size| builder.binary("arith.muli", count, *size));
        let positions_length = builder.binary("arith.addi", parents, one);
        let position = integer(format.position_width());
        let positions = allocate(builder, builder.buffer_type(position), positions_length);
        fill(builder, positions, (zero, positions_length), builder.number(0.0, position));
        let coordinate = builder.buffer_type(integer(format.coordinate_width()));
        // Nodes are counted before they are refused.
        let counts = integer(format.position_width().max(32));
        let grouped = Self {
            op,
            r#type,
            level,
            parents,
            positions,
            coordinates: Cell::new(builder, coordinate),
            room: Cell::new(builder, builder.index_type()),
            nodes: NodeTable::new(builder, counts, (spans[level].size, capacity), options),
            count: Cell::new(builder, builder.index_type()),
            parent: Cell::new(builder, builder.index_type()),
            first: Cell::new(builder, builder.index_type()),
            values: Cell::new(builder, builder.buffer_type(builder.scalar_type(r#type))),
            spans,
            dynamic: grow.sizes.clone(),
            listed_from: options.listed_from.get(),
            inserted: options.inserted_coordinates.get(),
            growth,
            format,
        };
        grouped.coordinates.set(builder, allocate(builder, coordinate, capacity));
        grouped.room.set(builder, capacity);
        grouped.count.set(builder, zero);
        grouped.before_all(builder);
        grouped
    }

    /// No parent was met yet.
    fn before_all(&self, builder: &Builder<'c>) {
        self.parent.set(builder, builder.index(-1));
        self.first.set(builder, builder.index(0));
    }

    /// The position in a level of the node with these coordinates below one that has a position.
    fn descend(
        &self,
        builder: &Builder<'c>,
        levels: std::ops::Range<usize>,
        above: Value<'c>,
        coordinates: &[Value<'c>],
    ) -> Value<'c> {
        self.growth
            .levels_with_room(levels)
            .fold(above, |position, level| self.spans[level].child_position(builder, position, coordinates[level]))
    }

    /// Whether all nodes have one parent, the root.
    fn has_one_parent(&self) -> bool {
        self.growth.levels_with_room(0..self.level).next().is_none()
    }

    /// The parent of a point. `begin` emits what is done where the point before had another.
    fn parent(
        &self,
        builder: &Builder<'c>,
        coordinates: &[Value<'c>],
        begin: impl FnOnce(&Builder<'c>, Value<'c>),
    ) -> Value<'c> {
        let parent = self.descend(builder, 0..self.level, builder.index(0), coordinates);
        if !self.has_one_parent() {
            let is_new = builder.compare(ComparePredicate::NotEqual, parent, self.parent.get(builder));
            let begins = |builder: &Builder<'c>| {
                self.parent.set(builder, parent);
                begin(builder, parent);
                Vec::new()
            };
            builder.if_else(is_new, &[], begins, |_| Vec::new());
        }
        parent
    }

    fn stored(&self, builder: &Builder<'c>, coordinate: Value<'c>) -> Value<'c> {
        narrow(builder, coordinate, IntegerType::new(builder.context(), self.format.coordinate_width()).into())
    }

    /// Lets the array of coordinates grow where it is full.
    fn make_room(&self, builder: &Builder<'c>, count: Value<'c>) {
        let room = self.room.get(builder);
        let is_full = builder.compare(ComparePredicate::Equal, count, room);
        let grows = |builder: &Builder<'c>| {
            let more = builder.binary("arith.addi", builder.binary("arith.addi", room, room), builder.index(1));
            self.coordinates.set(builder, reallocate(builder, self.op, self.coordinates.get(builder), more));
            self.room.set(builder, more);
            Vec::new()
        };
        builder.if_else(is_full, &[], grows, |_| Vec::new());
    }

    /// The nodes of a parent.
    fn nodes_of(&self, builder: &Builder<'c>, parent: Value<'c>) -> (Value<'c>, Value<'c>) {
        let load = |at| {
            let position = builder.load(self.positions, &[at]);
            builder.value("arith.index_castui", &[position], builder.index_type(), &[])
        };
        (load(parent), load(builder.binary("arith.addi", parent, builder.index(1))))
    }

    /// Sorts the nodes of each parent.
    fn sort(&self, builder: &Builder<'c>, count: Value<'c>) {
        let segments = |builder: &Builder<'c>| {
            self.sort_segments(builder, count);
            Vec::new()
        };
        if !self.has_one_parent() {
            segments(builder);
            return;
        }
        // The node table has all nodes in order: to go through it takes less than to sort many.
        let many = builder.binary("arith.muli", count, builder.index(self.listed_from));
        let has_many = builder.compare(ComparePredicate::UnsignedLess, self.spans[self.level].size, many);
        let is_exact = self.nodes.is_exact(builder);
        let lists = |builder: &Builder<'c>| {
            self.list_nodes(builder);
            Vec::new()
        };
        builder.if_else(builder.binary("arith.andi", has_many, is_exact), &[], lists, segments);
    }

    /// Lists the nodes of the one parent as the node table has them.
    fn list_nodes(&self, builder: &Builder<'c>) {
        let (zero, one) = (builder.index(0), builder.index(1));
        let range = (zero, self.spans[self.level].size, one);
        builder.for_loop(range, &[zero], |builder, from_zero, next| {
            let is_there = self.nodes.has(builder, from_zero);
            let store = |builder: &Builder<'c>| {
                let coordinate = self.stored(builder, self.spans[self.level].coordinate(builder, from_zero));
                builder.store(coordinate, self.coordinates.get(builder), &[next[0]]);
                vec![builder.binary("arith.addi", next[0], one)]
            };
            builder.if_else(is_there, &[builder.index_type()], store, |_| vec![next[0]])
        });
    }

    /// Whether coordinates are read as unsigned.
    fn is_zero_extended(&self) -> bool {
        self.format.value.coordinate_width.is_zero_extended() && self.spans[self.level].least.is_none()
    }

    fn sort_segments(&self, builder: &Builder<'c>, count: Value<'c>) {
        let (zero, one) = (builder.index(0), builder.index(1));
        let coordinates = self.coordinates.get(builder);
        let spare = allocate(builder, coordinates.r#type(), count);
        let is_signed = !self.is_zero_extended();
        builder.for_loop((zero, self.parents, one), &[], |builder, parent, _| {
            let segment = self.nodes_of(builder, parent);
            sort_segment(builder, self.op, (coordinates, spare), segment, (is_signed, self.inserted));
            Vec::new()
        });
        builder.create("memref.dealloc", &[spare], &[], &[], Vec::new());
    }

    /// The sizes of the levels below the nodes.
    fn sizes_below(&self) -> impl Iterator<Item = Value<'c>> {
        self.growth.levels_with_room(self.growth.tail()).map(|level| self.spans[level].size)
    }

    /// The number of values below so many nodes.
    fn values_below(&self, builder: &Builder<'c>, nodes: Value<'c>) -> Value<'c> {
        self.sizes_below().fold(nodes, |count, size| builder.binary("arith.muli", count, size))
    }

    /// The first node of the parent at hand.
    fn first(&self, builder: &Builder<'c>) -> Value<'c> {
        if self.has_one_parent() { builder.index(0) } else { self.first.get(builder) }
    }

    /// Looks for a node of the parent at hand.
    fn find(&self, builder: &Builder<'c>, coordinate: Value<'c>) -> TablePlace<'c> {
        let first = self.first(builder);
        let stored = self.stored(builder, coordinate);
        let from_zero = from_least(builder, coordinate, self.spans[self.level].least);
        self.nodes.find(builder, from_zero, first, |builder, node| {
            let there = builder.load(self.coordinates.get(builder), &[node]);
            builder.compare(ComparePredicate::Equal, there, stored)
        })
    }

    /// Has the nodes of a parent enter the node table, with nothing below them.
    fn begin_parent(&self, builder: &Builder<'c>, parent: Value<'c>) {
        let (low, high) = self.nodes_of(builder, parent);
        self.first.set(builder, low);
        self.put_nodes(builder, (low, high));
        if self.growth.has_tail() {
            let range = (self.values_below(builder, low), self.values_below(builder, high));
            let element = builder.scalar_type(self.r#type);
            let nothing =
                emit_constant(builder, Constant::fill(Some(self.format.description()), scalar_of(element)), element);
            fill(builder, self.values.get(builder), range, nothing);
        }
    }

    /// Puts nodes of the parent at hand into the node table.
    fn put_nodes(&self, builder: &Builder<'c>, (low, high): (Value<'c>, Value<'c>)) {
        let cast = if self.is_zero_extended() { "arith.index_castui" } else { "arith.index_cast" };
        builder.for_loop((low, high, builder.index(1)), &[], |builder, node, _| {
            let stored = builder.load(self.coordinates.get(builder), &[node]);
            let coordinate = builder.value(cast, &[stored], builder.index_type(), &[]);
            let place = self.find(builder, coordinate);
            self.nodes.put(builder, place, node);
            Vec::new()
        });
    }

    /// Packs the arrays.
    fn pack(&self, builder: &Builder<'c>) -> Value<'c> {
        self.nodes.free(builder);
        let count = self.count.get(builder);
        let mut buffers: Vec<_> = self
            .format
            .arrays()
            .into_iter()
            .map(|(_, array)| match array {
                Array::Positions => self.positions,
                Array::Coordinates => exactly(builder, self.coordinates.get(builder), count),
            })
            .collect();
        buffers.push(self.values.get(builder));
        Pack::build(builder, &buffers, &self.dynamic, self.r#type)
    }
}
