//! Results whose nodes are appended in order: growing arrays.
//!
//! The changing state of a result stands in cells. An array doubles when a node does not fit. A level with segments stores
//! the end of a segment when its parent is closed. If some parents may never be closed, their ends are filled in at the end.

use super::code::{ByLevels, Grows};
use crate::{
    bridge::{constants::emit_constant, types::scalar_of},
    index::constant::Constant,
    scf::{
        SloopToScf,
        arrays::{allocate, arrays_of_all, count_lanes, exactly, fill, fill_gaps, length, narrow, stride},
        capacity_checks::{refuse_huge, refuse_span, refuse_too_many},
        cell::Cell,
        reallocate::reallocate,
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
use lacuna_layout::{
    assembly::{Growth, Role},
    levels::Array,
};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// A result that is put together in order.
pub struct Appended<'c> {
    /// The operation that owns it.
    op: Op<'c>,
    format: Format<'c>,
    growth: &'static Growth,
    r#type: Type<'c>,
    element: Type<'c>,
    /// The coordinates of each level.
    spans: Vec<Span<'c>>,
    /// The sizes of the dynamic dimensions.
    dynamic: Vec<Value<'c>>,
    /// The least number of nodes that there is room for after growing.
    least_room: i64,
    /// The number of nodes of each group.
    ends: Vec<Cell<'c>>,
    /// For each group, whether some parents may never be closed.
    gaps: Vec<bool>,
    positions: Vec<Cell<'c>>,
    coordinates: Vec<Option<Cell<'c>>>,
    values: Cell<'c>,
    /// How often something was put below the last group, where that has levels below.
    puts: Option<Cell<'c>>,
}

impl<'c> Grows<'c> for Appended<'c> {
    fn put(&mut self, builder: &Builder<'c>, value: Value<'c>, position: Value<'c>) {
        builder.store(value, self.values.get(builder), &[position]);
        self.note_put(builder);
    }

    fn finish(&mut self, builder: &Builder<'c>) -> Value<'c> {
        self.pack(builder)
    }
}

impl<'c> ByLevels<'c> for Appended<'c> {
    fn end(&mut self, builder: &Builder<'c>, level: usize) -> Value<'c> {
        self.ends[self.group(level)].get(builder)
    }

    fn append(&mut self, builder: &Builder<'c>, level: usize, coordinates: &[Value<'c>], has_room: bool) -> Value<'c> {
        let group = self.group(level);
        let position = self.ends[group].get(builder);
        if !has_room {
            self.make_room(builder, group, position, builder.index(1));
        }
        self.append_at(builder, group, position, coordinates)
    }

    fn put_lanes(&mut self, builder: &Builder<'c>, lanes: Value<'c>, mask: Option<Value<'c>>, position: Value<'c>) {
        builder.store_lanes(lanes, mask, self.values.get(builder), &[position]);
        self.note_put(builder);
    }

    fn append_lanes(
        &mut self,
        builder: &Builder<'c>,
        level: usize,
        first: Value<'c>,
        (lanes, mask): (i64, Option<Value<'c>>),
        has_room: bool,
    ) -> Value<'c> {
        let group = self.group(level);
        let position = self.ends[group].get(builder);
        let count = match mask {
            None => builder.index(lanes),
            Some(mask) => count_lanes(builder, mask, lanes),
        };
        if !has_room {
            self.make_room(builder, group, position, count);
        }
        let array = self.coordinates[level].expect("the level of a group has an array").get(builder);
        let stored = builder.scalar_type(array.r#type());
        let r#type = builder.vector_type(lanes, stored);
        let first = builder.value("vector.broadcast", &[narrow(builder, first, stored)], r#type, &[]);
        let steps = builder.value("vector.step", &[], builder.vector_type(lanes, builder.index_type()), &[]);
        let steps = builder.value("arith.index_cast", &[steps], r#type, &[]);
        let coordinates = builder.binary("arith.addi", first, steps);
        builder.store_lanes(coordinates, mask, array, &[position]);
        self.ends[group].set(builder, builder.binary("arith.addi", position, count));
        position
    }

    fn reserve(&mut self, builder: &Builder<'c>, level: usize, count: Value<'c>) {
        let group = self.group(level);
        self.make_room(builder, group, self.ends[group].get(builder), count);
    }

    fn insert(&mut self, builder: &Builder<'c>, level: usize, parent: Value<'c>, coordinate: Value<'c>) -> Value<'c> {
        self.spans[level].child_position(builder, parent, coordinate)
    }

    fn close(&mut self, builder: &Builder<'c>, level: usize, parent: Value<'c>) {
        let group = self.group(level);
        let end = self.ends[group].get(builder);
        let at = builder.binary("arith.addi", parent, builder.index(1));
        if group > 0 {
            self.make_room_for_parent(builder, group, at);
        }
        let array = self.positions[group].get(builder);
        let stored = narrow(builder, end, builder.scalar_type(array.r#type()));
        builder.store(stored, array, &[at]);
    }

    fn progress(&mut self, builder: &Builder<'c>, level: usize) -> Value<'c> {
        match (self.growth.group_below(level), self.puts) {
            (Some(group), _) => self.ends[group].get(builder),
            (None, Some(puts)) => puts.get(builder),
            (None, None) => builder.index(0),
        }
    }

    fn clear(&mut self, builder: &Builder<'c>, position: Value<'c>) {
        self.make_room(builder, self.growth.groups.len() - 1, position, builder.index(1));
        let size = self.block(builder, self.growth.tail(), builder.index(1));
        let low = builder.binary("arith.muli", position, size);
        let high = builder.binary("arith.addi", low, size);
        fill(builder, self.values.get(builder), (low, high), self.fill_value(builder));
    }
}

impl<'c> Appended<'c> {
    /// Starts with arrays that have room for a few nodes.
    pub fn start(op: Op<'c>, builder: &Builder<'c>, grow: &Grow<'c>, options: &SloopToScf) -> Self {
        let r#type = grow.tensor;
        let format = Format::of(r#type).expect("the verifier asks for a format");
        let growth = format.description().growth().expect("checked before");
        let spans = level_spans(builder, r#type, format, &grow.sizes);
        let element = builder.scalar_type(r#type);
        let buffer = |width| builder.buffer_type(IntegerType::new(builder.context(), width).into());
        let (position, coordinate) = (buffer(format.position_width()), buffer(format.coordinate_width()));
        let levels = format.levels();
        let assembly = Self {
            op,
            format,
            r#type,
            element,
            spans,
            dynamic: grow.sizes.clone(),
            least_room: options.least_room.get(),
            ends: growth.groups.iter().map(|_| Cell::new(builder, builder.index_type())).collect(),
            gaps: growth.groups.iter().map(|group| grow.gaps.contains(&(group.start as i64))).collect(),
            positions: growth.groups.iter().map(|_| Cell::new(builder, position)).collect(),
            coordinates: levels
                .iter()
                .zip(&growth.roles)
                .map(|(level, role)| {
                    let grows = *role != Role::Insert && level.arrays().contains(&Array::Coordinates);
                    grows.then(|| Cell::new(builder, coordinate))
                })
                .collect(),
            values: Cell::new(builder, builder.buffer_type(element)),
            puts: (!growth.groups.is_empty() && growth.has_tail()).then(|| Cell::new(builder, builder.index_type())),
            growth,
        };
        assembly.initialize(builder, grow.capacity.expect("the verifier asks for a capacity"));
        assembly
    }

    fn initialize(&self, builder: &Builder<'c>, capacity: Value<'c>) {
        for (level, span) in self.spans.iter().enumerate() {
            refuse_span(builder, self.format, level, *span);
        }
        let zero = builder.index(0);
        let one = builder.index(1);
        let capacity = builder.binary("arith.maxui", capacity, one);
        // Nodes with many values each: room for about as many values as nodes otherwise.
        let nodes_for = |levels: std::ops::Range<usize>| {
            let size = builder.binary("arith.maxui", self.block(builder, levels, one), one);
            builder.binary("arith.addi", builder.binary("arith.divui", capacity, size), one)
        };
        let last = if self.growth.has_tail() { nodes_for(self.growth.tail()) } else { capacity };
        for (group, levels) in self.growth.groups.iter().enumerate() {
            self.ends[group].set(builder, zero);
            for level in levels.clone() {
                if let Some(cell) = self.coordinates[level] {
                    let nodes = if group + 1 == self.growth.groups.len() { last } else { capacity };
                    let room = self.times_stride(builder, level, nodes);
                    cell.set(
                        builder,
                        allocate(builder, self.array_type(self.format.coordinate_width(), builder), room),
                    );
                }
            }
            // Parents of the first group are counted by their levels; those of others by the nodes appended so far.
            let parents = if group == 0 { one } else { nodes_for(self.growth.levels_above(group)) };
            self.refuse_huge_blocks(builder, self.growth.levels_above(group));
            let parents = self.block(builder, self.growth.levels_above(group), parents);
            let length = builder.binary("arith.addi", parents, one);
            let r#type = self.array_type(self.format.position_width(), builder);
            let array = allocate(builder, r#type, length);
            let nothing = builder.number(0.0, builder.scalar_type(r#type));
            if self.gaps[group] {
                fill(builder, array, (zero, length), nothing);
            } else {
                builder.store(nothing, array, &[zero]);
                // What closes the only parent may be a loop that never runs, such as one over slots.
                if self.growth.levels_above(group).is_empty() && group == 0 {
                    builder.store(nothing, array, &[one]);
                }
            }
            self.positions[group].set(builder, array);
        }
        let nodes = if self.growth.groups.is_empty() { one } else { last };
        self.refuse_huge_blocks(builder, self.growth.tail());
        let room = self.block(builder, self.growth.tail(), nodes);
        let values = allocate(builder, builder.buffer_type(self.element), room);
        if self.growth.groups.is_empty() {
            fill(builder, values, (zero, room), self.fill_value(builder));
        }
        self.values.set(builder, values);
        if let Some(puts) = self.puts {
            puts.set(builder, zero);
        }
    }

    /// Notes that something was put below the last node.
    fn note_put(&self, builder: &Builder<'c>) {
        if let Some(puts) = self.puts {
            let next = builder.binary("arith.addi", puts.get(builder), builder.index(1));
            puts.set(builder, next);
        }
    }

    fn array_type(&self, width: u32, builder: &Builder<'c>) -> Type<'c> {
        builder.buffer_type(IntegerType::new(builder.context(), width).into())
    }

    fn fill_value(&self, builder: &Builder<'c>) -> Value<'c> {
        emit_constant(builder, Constant::fill(Some(self.format.description()), scalar_of(self.element)), self.element)
    }

    fn refuse_huge_blocks(&self, builder: &Builder<'c>, levels: std::ops::Range<usize>) {
        let sizes: Vec<_> = self.growth.levels_with_room(levels).map(|level| self.spans[level].size).collect();
        refuse_huge(builder, &sizes);
    }

    /// `count` times the sizes of some levels.
    fn block(&self, builder: &Builder<'c>, levels: std::ops::Range<usize>, count: Value<'c>) -> Value<'c> {
        let with_room = self.growth.levels_with_room(levels);
        with_room.fold(count, |product, level| builder.binary("arith.muli", product, self.spans[level].size))
    }

    fn stride(&self, level: usize) -> i64 {
        stride(self.format, level)
    }

    fn times_stride(&self, builder: &Builder<'c>, level: usize, count: Value<'c>) -> Value<'c> {
        match self.stride(level) {
            1 => count,
            stride => builder.binary("arith.muli", count, builder.index(stride)),
        }
    }

    /// The group of a level with nodes.
    fn group(&self, level: usize) -> usize {
        self.growth.groups.iter().position(|group| group.contains(&level)).expect("a level with nodes")
    }

    /// Appends a node to a group, at its end, where there is room for it; gives its position.
    fn append_at(&self, builder: &Builder<'c>, group: usize, end: Value<'c>, coordinates: &[Value<'c>]) -> Value<'c> {
        let mut owner = None;
        for (level, coordinate) in self.growth.groups[group].clone().zip(coordinates) {
            if let Some(cell) = self.coordinates[level] {
                owner = Some((level, cell));
            }
            let (first, cell) = owner.expect("the first level of a group has an array");
            let mut at = self.times_stride(builder, first, end);
            if level > first {
                at = builder.binary("arith.addi", at, builder.index((level - first) as i64));
            }
            let array = cell.get(builder);
            let stored = narrow(builder, *coordinate, builder.scalar_type(array.r#type()));
            builder.store(stored, array, &[at]);
        }
        let next = builder.binary("arith.addi", end, builder.index(1));
        self.ends[group].set(builder, next);
        end
    }

    /// Lets the arrays of a group grow where so many nodes from `position` on do not fit.
    fn make_room(&self, builder: &Builder<'c>, group: usize, position: Value<'c>, count: Value<'c>) {
        let first = self.growth.groups[group].start;
        let array = self.coordinates[first].expect("the first level of a group has an array").get(builder);
        let mut room = length(builder, array);
        if self.stride(first) > 1 {
            room = builder.binary("arith.divui", room, builder.index(self.stride(first)));
        }
        let wanted = builder.binary("arith.addi", position, count);
        let is_full = builder.compare(ComparePredicate::UnsignedLess, room, wanted);
        builder.if_else(
            is_full,
            &[],
            |builder| {
                let twice = builder.binary("arith.addi", room, room);
                let larger = builder.binary("arith.maxui", twice, builder.index(self.least_room));
                let larger = builder.binary("arith.maxui", larger, wanted);
                for level in self.growth.groups[group].clone() {
                    if let Some(cell) = self.coordinates[level] {
                        self.grow(builder, cell, self.times_stride(builder, level, larger));
                    }
                }
                if group + 1 == self.growth.groups.len() {
                    self.grow(builder, self.values, self.block(builder, self.growth.tail(), larger));
                }
                Vec::new()
            },
            |_| Vec::new(),
        );
    }

    /// Moves an array to a larger one.
    fn grow(&self, builder: &Builder<'c>, cell: Cell<'c>, length_after: Value<'c>) {
        cell.set(builder, reallocate(builder, self.op, cell.get(builder), length_after));
    }

    fn make_room_for_parent(&self, builder: &Builder<'c>, group: usize, at: Value<'c>) {
        let room = length(builder, self.positions[group].get(builder));
        let fits = builder.compare(ComparePredicate::UnsignedLess, at, room);
        builder.if_else(
            fits,
            &[],
            |_| Vec::new(),
            |builder| {
                let twice = builder.binary("arith.addi", at, at);
                let larger = builder.binary("arith.maxui", twice, builder.index(self.least_room));
                self.grow(builder, self.positions[group], larger);
                if self.gaps[group] {
                    let array = self.positions[group].get(builder);
                    let nothing = builder.number(0.0, builder.scalar_type(array.r#type()));
                    fill(builder, array, (room, larger), nothing);
                }
                Vec::new()
            },
        );
    }

    /// The number of nodes of the level above one that is the first of its group or has nodes inserted.
    fn parents_of(&self, builder: &Builder<'c>, level: usize) -> Value<'c> {
        let above = self.growth.groups.iter().rposition(|group| group.end <= level);
        let nodes = above.map_or_else(|| builder.index(1), |group| self.ends[group].get(builder));
        let start = above.map_or(0, |group| self.growth.groups[group].end);
        self.block(builder, start..level, nodes)
    }

    /// The positions of a group, one more than it has parents.
    fn finish_positions(&self, builder: &Builder<'c>, group: usize, parents: Value<'c>) -> Value<'c> {
        let array = self.positions[group].get(builder);
        if self.gaps[group] {
            fill_gaps(builder, array, parents);
        }
        exactly(builder, array, builder.binary("arith.addi", parents, builder.index(1)))
    }

    /// Packs the arrays, each as long as what it holds.
    fn pack(&self, builder: &Builder<'c>) -> Value<'c> {
        let mut buffers = Vec::new();
        let one = builder.index(1);
        for (level, role) in self.growth.roles.iter().enumerate() {
            match role {
                Role::Implied => {}
                Role::Insert => {
                    let parents = self.parents_of(builder, level);
                    buffers.extend(arrays_of_all(self.spans[level], builder, self.format, level, parents));
                }
                Role::Append { group } => {
                    if self.growth.groups[*group].start == level {
                        let parents = self.parents_of(builder, level);
                        buffers.push(self.finish_positions(builder, *group, parents));
                    }
                    if let Some(array) = self.coordinates[level] {
                        let count = self.times_stride(builder, level, self.ends[*group].get(builder));
                        buffers.push(exactly(builder, array.get(builder), count));
                    }
                }
            }
        }
        let nodes = self.ends.last().map_or(one, |end| end.get(builder));
        let count = self.block(builder, self.growth.tail(), nodes);
        buffers.push(exactly(builder, self.values.get(builder), count));
        for (group, end) in self.ends.iter().enumerate() {
            refuse_too_many(builder, self.format, self.growth.groups[group].start, end.get(builder));
        }
        Pack::build(builder, &buffers, &self.dynamic, self.r#type)
    }
}
