//! What a tensor stores, point after point: the list of its entries, and the tensor that such a list makes.
//!
//! A list is in any order. It is made by a conversion, so every format can be read and built, and takes as much memory as
//! the entries. Operations that walk stored tensors with code of their own, or that move points, are written with it.

use super::{
    lists::{ListKind, list_type, wide},
    retype::convert,
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Value, shape},
    stensor::{
        conversion::{Conversion, Convert},
        storage::{Pack, Release, Unpack},
    },
};
use lacuna_layout::order::may_repeat;
use melior::ir::{Type, ValueLike};

/// A list of entries: coordinates by dimension, of 64 bits, values, and how many.
pub struct Entries<'c> {
    pub coordinates: Vec<Value<'c>>,
    pub values: Value<'c>,
    pub count: Value<'c>,
    /// Whether a point may come twice; then its parts add up.
    pub may_repeat: bool,
    /// What was made to list them.
    made: Option<Value<'c>>,
}

/// Which zeros of a tensor that holds them to fill up are entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// All that is stored.
    Kept,
    /// None: they cannot be told from what is not there.
    LeftOut,
}

impl<'c> Entries<'c> {
    /// The entries of a tensor in the order in which it stores them, or sorted by dimensions; of one without a format, those
    /// of all points.
    pub fn of(builder: &Builder<'c>, tensor: Value<'c>, filling: Filling, order: Option<Vec<usize>>) -> Self {
        let repeats = Format::of(tensor.r#type()).is_some_and(|format| may_repeat(format.description()));
        let r#type = list_type(builder, tensor.r#type(), &ListKind { order: order.clone(), may_repeat: repeats });
        let how = Conversion { all_stored: filling == Filling::Kept, ..Conversion::default() };
        let list = if tensor.r#type() == r#type { tensor } else { Convert::build(builder, tensor, r#type, how) };
        let made = (list != tensor).then_some(list);
        let mut buffers = Unpack::build(builder, list);
        let values = buffers.pop().expect("a tensor has values");
        let positions = buffers.remove(0);
        let mut coordinates = buffers;
        if let Some(order) = order {
            let sorted = coordinates.clone();
            order.into_iter().zip(sorted).for_each(|(dimension, level)| coordinates[dimension] = level);
        }
        let count = as_index(builder, builder.load(positions, &[builder.index(1)]));
        Self { coordinates, values, count, may_repeat: repeats, made }
    }

    /// The coordinates and the value of an entry.
    pub fn at(&self, builder: &Builder<'c>, entry: Value<'c>) -> (Vec<Value<'c>>, Value<'c>) {
        let coordinate = |array: &Value<'c>| as_index(builder, builder.load(*array, &[entry]));
        (self.coordinates.iter().map(coordinate).collect(), builder.load(self.values, &[entry]))
    }

    /// Runs code for each entry, which carries a number on.
    pub fn each(
        &self,
        builder: &Builder<'c>,
        start: Value<'c>,
        body: impl FnOnce(&Builder<'c>, (Vec<Value<'c>>, Value<'c>), Value<'c>) -> Value<'c>,
    ) -> Value<'c> {
        builder.for_loop((builder.index(0), self.count, builder.index(1)), &[start], |builder, entry, carried| {
            vec![body(builder, self.at(builder, entry), carried[0])]
        })[0]
    }

    /// Frees what was made to list them.
    pub fn release(self, builder: &Builder<'c>) {
        if let Some(list) = self.made {
            Release::build(builder, list);
        }
    }
}

/// A list with room for so many entries, to be written.
pub struct NewList<'c> {
    pub coordinates: Vec<Value<'c>>,
    pub values: Value<'c>,
    pub count: Value<'c>,
}

impl<'c> NewList<'c> {
    /// Room for so many entries of a tensor.
    pub fn new(builder: &Builder<'c>, tensor: Type<'c>, count: Value<'c>) -> Self {
        let rank = shape(tensor).map_or(0, |sizes| sizes.len());
        let coordinates = (0..rank).map(|_| allocate(builder, builder.buffer_type(wide(builder)), count)).collect();
        let values = allocate(builder, builder.buffer_type(builder.scalar_type(tensor)), count);
        Self { coordinates, values, count }
    }

    /// Writes an entry.
    pub fn set(&self, builder: &Builder<'c>, entry: Value<'c>, coordinates: &[Value<'c>], value: Value<'c>) {
        for (array, coordinate) in self.coordinates.iter().zip(coordinates) {
            builder.store(as_wide(builder, *coordinate), *array, &[entry]);
        }
        builder.store(value, self.values, &[entry]);
    }

    /// The tensor with these entries, whose dynamic sizes are given. The list is gone.
    pub fn into_tensor(
        self,
        builder: &Builder<'c>,
        kind: &ListKind,
        sizes: &[Value<'c>],
        r#type: Type<'c>,
    ) -> Value<'c> {
        let (list, _) = pack_list(builder, (&self.coordinates, self.values, self.count), kind, sizes, r#type);
        let tensor = convert(builder, list, r#type);
        if tensor != list {
            Release::build(builder, list);
        }
        tensor
    }
}

/// A list of these arrays, and the positions that were made for it.
pub fn pack_list<'c>(
    builder: &Builder<'c>,
    (coordinates, values, count): (&[Value<'c>], Value<'c>, Value<'c>),
    kind: &ListKind,
    sizes: &[Value<'c>],
    tensor: Type<'c>,
) -> (Value<'c>, Value<'c>) {
    let positions = allocate(builder, builder.buffer_type(wide(builder)), builder.index(2));
    builder.store(builder.integer(0, wide(builder)), positions, &[builder.index(0)]);
    builder.store(as_wide(builder, count), positions, &[builder.index(1)]);
    let buffers: Vec<_> = [positions].into_iter().chain(coordinates.iter().copied()).chain([values]).collect();
    (Pack::build(builder, &buffers, sizes, list_type(builder, tensor, kind)), positions)
}

/// An index as a coordinate of a list.
pub fn as_wide<'c>(builder: &Builder<'c>, index: Value<'c>) -> Value<'c> {
    builder.value("arith.index_cast", &[index], wide(builder), &[])
}

fn as_index<'c>(builder: &Builder<'c>, number: Value<'c>) -> Value<'c> {
    builder.value("arith.index_cast", &[number], builder.index_type(), &[])
}

pub fn allocate<'c>(builder: &Builder<'c>, r#type: Type<'c>, count: Value<'c>) -> Value<'c> {
    builder.value("memref.alloc", &[count], r#type, &[builder.segments(&[1, 0])])
}
