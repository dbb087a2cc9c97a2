//! Stored results that grow by `count`: nodes are counted by parent, and then placed.
//!
//! The positions array serves both walks. While counting, element `p + 2` holds the number of children of parent `p`. After
//! summing up, element `p + 1` is the position at which the next child of `p` is placed. When all children are placed, it is
//! the end of the segment of `p` (this is `yield_pos` of level formats that are assembled out of order, in LEVELS).

use super::code::{Grows, InTwoWalks};
use crate::scf::{
    arrays::{allocate, arrays_of_all, exactly, narrow, stride},
    capacity_checks::{refuse_huge, refuse_span, refuse_too_many, too_many},
    cell::Cell,
    span::{Span, level_spans},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::Value,
    sloop::grow::Grow,
    stensor::storage::Pack,
};
use lacuna_layout::{levels::Array, strategy::Strategy};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// A result that is counted and placed.
pub struct Counted<'c> {
    format: Format<'c>,
    r#type: Type<'c>,
    /// The levels above the nodes.
    parents: usize,
    /// The coordinates of each level.
    spans: Vec<Span<'c>>,
    /// The sizes of the dynamic dimensions.
    dynamic: Vec<Value<'c>>,
    positions: Value<'c>,
    /// The coordinates of each level that is counted, once there is room for all nodes.
    coordinates: Vec<Option<Cell<'c>>>,
    /// The values, likewise.
    values: Cell<'c>,
}

impl<'c> Grows<'c> for Counted<'c> {
    fn put(&mut self, builder: &Builder<'c>, value: Value<'c>, position: Value<'c>) {
        builder.store(value, self.values.get(builder), &[position]);
    }

    fn finish(&mut self, builder: &Builder<'c>) -> Value<'c> {
        self.pack(builder)
    }
}

impl<'c> InTwoWalks<'c> for Counted<'c> {
    fn count(&mut self, builder: &Builder<'c>, coordinates: &[Value<'c>]) {
        let at = builder.binary("arith.addi", self.parent(builder, coordinates), builder.index(2));
        let before = self.advance(builder, at);
        if self.may_wrap() {
            // A parent may have more children than a position can count, which must not begin at zero again.
            let largest = builder.number(-1.0, before.r#type());
            let fits = builder.compare(ComparePredicate::NotEqual, before, largest);
            builder.assert_that(fits, &too_many(self.format, self.parents));
        }
    }

    /// Sums up, and makes the arrays.
    fn arrange(&mut self, builder: &Builder<'c>) {
        let (zero, one) = (builder.index(0), builder.index(1));
        let length = crate::values::dimension_size(builder, self.positions, 0);
        let total = builder.for_loop((one, length, one), &[zero], |builder, at, sum| {
            let count = builder.load(self.positions, &[at]);
            let count = builder.value("arith.index_castui", &[count], builder.index_type(), &[]);
            let sum = builder.binary("arith.addi", sum[0], count);
            builder.store(narrow(builder, sum, builder.scalar_type(self.positions.r#type())), self.positions, &[at]);
            vec![sum]
        })[0];
        refuse_too_many(builder, self.format, self.parents, total);
        let coordinate: Type = IntegerType::new(builder.context(), self.format.coordinate_width()).into();
        for (level, cell) in self.coordinates.iter().enumerate() {
            if let Some(cell) = cell {
                let room = builder.binary("arith.muli", total, builder.index(stride(self.format, level)));
                cell.set(builder, allocate(builder, builder.buffer_type(coordinate), room));
            }
        }
        let element = builder.scalar_type(self.r#type);
        self.values.set(builder, allocate(builder, builder.buffer_type(element), total));
    }

    /// Puts a node where it belongs; gives its position.
    fn place(&mut self, builder: &Builder<'c>, coordinates: &[Value<'c>]) -> Value<'c> {
        let at = builder.binary("arith.addi", self.parent(builder, coordinates), builder.index(1));
        let position = self.advance(builder, at);
        let position = builder.value("arith.index_castui", &[position], builder.index_type(), &[]);
        let levels = self.format.levels();
        for (number, level) in levels.iter().enumerate() {
            // Interleaved levels share the array of the one above that has one.
            let owner = (0..=number).rev().find(|above| !levels[*above].interleaved).unwrap_or(number);
            let Some(cell) = self.coordinates[owner].filter(|_| owner == number || level.interleaved) else { continue };
            let array = cell.get(builder);
            let at = builder.binary("arith.muli", position, builder.index(stride(self.format, owner)));
            let at = builder.binary("arith.addi", at, builder.index((number - owner) as i64));
            let stored = narrow(builder, coordinates[number], builder.scalar_type(array.r#type()));
            builder.store(stored, array, &[at]);
        }
        position
    }
}

impl<'c> Counted<'c> {
    /// Starts to count.
    pub fn start(builder: &Builder<'c>, grow: &Grow<'c>) -> Self {
        let r#type = grow.tensor;
        let format = Format::of(r#type).expect("the verifier asks for a format");
        let dynamic = grow.sizes.clone();
        let spans = level_spans(builder, r#type, format, &dynamic);
        for (level, span) in spans.iter().enumerate() {
            refuse_span(builder, format, level, *span);
        }
        let sizes: Vec<_> = spans.iter().map(|span| span.size).collect();
        let growth = format.description().growth().expect("checked before");
        let parents = growth.order_asked(Strategy::Count).expect("checked before").start;
        refuse_huge(builder, &sizes[..parents]);
        let one = builder.index(1);
        let count = sizes[..parents].iter().fold(one, |count, size| builder.binary("arith.muli", count, *size));
        let length = builder.binary("arith.addi", count, builder.index(2));
        let position: Type = IntegerType::new(builder.context(), format.position_width()).into();
        let positions = allocate(builder, builder.buffer_type(position), length);
        let zero = builder.number(0.0, position);
        builder.for_loop((builder.index(0), length, one), &[], |builder, at, _| {
            builder.store(zero, positions, &[at]);
            Vec::new()
        });
        let coordinate = builder.buffer_type(IntegerType::new(builder.context(), format.coordinate_width()).into());
        let stores = |level: &usize| *level >= parents && format.level(*level).arrays().contains(&Array::Coordinates);
        let levels = 0..format.levels().len();
        let coordinates = levels.map(|level| stores(&level).then(|| Cell::new(builder, coordinate))).collect();
        let values = Cell::new(builder, builder.buffer_type(builder.scalar_type(r#type)));
        Self { format, r#type, parents, spans, dynamic, positions, coordinates, values }
    }

    /// The position of the parent of a node.
    fn parent(&self, builder: &Builder<'c>, coordinates: &[Value<'c>]) -> Value<'c> {
        (0..self.parents).fold(builder.index(0), |parent, level| {
            self.spans[level].child_position(builder, parent, coordinates[level])
        })
    }

    /// Adds one to a place of the positions array; gives what was there.
    fn advance(&self, builder: &Builder<'c>, at: Value<'c>) -> Value<'c> {
        let before = builder.load(self.positions, &[at]);
        let one = builder.number(1.0, before.r#type());
        builder.store(builder.binary("arith.addi", before, one), self.positions, &[at]);
        before
    }

    /// Whether a parent may have more children than its count can hold. Unique coordinates of up to 32 bits are fewer than
    /// 2^32; those of several levels together need not be.
    fn may_wrap(&self) -> bool {
        let below = &self.format.levels()[self.parents..];
        let is_few = below.len() == 1 && below[0].unique && self.format.coordinate_width() <= 32;
        match self.format.position_width() {
            64 => false,
            32 => !is_few,
            _ => true,
        }
    }

    /// Packs the arrays.
    fn pack(&self, builder: &Builder<'c>) -> Value<'c> {
        let length = crate::values::dimension_size(builder, self.positions, 0);
        let length = builder.binary("arith.subi", length, builder.index(1));
        let mut buffers = Vec::new();
        let mut above = builder.index(1);
        for (level, span) in self.spans[..self.parents].iter().enumerate() {
            buffers.extend(arrays_of_all(*span, builder, self.format, level, above));
            above = builder.binary("arith.muli", above, span.size);
        }
        let counted = self.format.arrays().into_iter().filter(|(level, _)| *level >= self.parents);
        buffers.extend(counted.map(|(level, array)| match array {
            Array::Positions => exactly(builder, self.positions, length),
            Array::Coordinates => self.coordinates[level].expect("the level has an array").get(builder),
        }));
        buffers.push(self.values.get(builder));
        Pack::build(builder, &buffers, &self.dynamic, self.r#type)
    }
}
