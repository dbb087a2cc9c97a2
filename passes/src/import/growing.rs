//! A list of points that grows: what programs insert into a stored tensor, point after point.
//!
//! The list is memory of the function: its arrays are made where the function begins, are moved where they are full, and
//! are freed where it returns. Points come in any order. Of those that come twice, the last one counts.

use super::{
    entries::{allocate, as_wide, pack_list},
    lists::{ListKind, list_type, wide},
    retype::convert,
};
use crate::scf::{Cell, reallocate};
use crate::values::dimension_size;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value, body, collect_ops, is_op, op, shape},
    stensor::{
        conversion::{Sort, Sorting},
        storage::{Pack, Release, Unpack},
    },
};
use melior::ir::{Type, operation::OperationLike};

/// The room that a list begins with.
const ROOM: i64 = 16;

/// A list of the points of a tensor.
pub struct GrowingList<'c> {
    function: Op<'c>,
    tensor: Type<'c>,
    coordinates: Vec<Cell<'c>>,
    values: Cell<'c>,
    count: Cell<'c>,
}

impl<'c> GrowingList<'c> {
    /// A list for the tensors of a type, in the function around an operation.
    pub fn new(place: Op<'c>, tensor: Type<'c>) -> Self {
        let mut function = place;
        while let Some(parent) = function.parent_operation()
            && !is_op(function, "func.func")
        {
            function = op(&parent);
        }
        let entry = body(function, 0).expect("a function around an operation has a body");
        let start = Builder::at_start(lacuna_dialects::ir::context(place), entry, place.location());
        let room = |r#type| Cell::holding(&start, allocate(&start, r#type, start.index(ROOM)));
        let rank = shape(tensor).map_or(0, |sizes| sizes.len());
        let coordinates: Vec<_> = (0..rank).map(|_| room(start.buffer_type(wide(&start)))).collect();
        let values = room(start.buffer_type(start.scalar_type(tensor)));
        let count = Cell::holding(&start, start.index(0));
        for r#return in collect_ops(function, |op| is_op(op, "func.return")) {
            let end = Builder::before(r#return);
            for cell in coordinates.iter().chain([&values]) {
                end.create("memref.dealloc", &[cell.get(&end)], &[], &[], Vec::new());
            }
        }
        Self { function, tensor, coordinates, values, count }
    }

    /// Forgets all points.
    pub fn clear(&self, builder: &Builder<'c>) {
        self.count.set(builder, builder.index(0));
    }

    /// Adds a point.
    pub fn push(&self, builder: &Builder<'c>, point: &[Value<'c>], value: Value<'c>) {
        let at = self.count.get(builder);
        let room = dimension_size(builder, self.values.get(builder), 0);
        let is_full = builder.compare(ComparePredicate::Equal, at, room);
        let grow = |builder: &Builder<'c>| {
            let more = builder.binary("arith.muli", room, builder.index(2));
            for cell in self.coordinates.iter().chain([&self.values]) {
                cell.set(builder, reallocate(builder, self.function, cell.get(builder), more));
            }
            Vec::new()
        };
        builder.if_else(is_full, &[], grow, |_| Vec::new());
        for (array, coordinate) in self.coordinates.iter().zip(point) {
            builder.store(as_wide(builder, *coordinate), array.get(builder), &[at]);
        }
        builder.store(value, self.values.get(builder), &[at]);
        self.count.set(builder, builder.binary("arith.addi", at, builder.index(1)));
    }

    /// The tensor that stores the points so far. Its dynamic sizes are given.
    pub fn tensor(&self, builder: &Builder<'c>, sizes: &[Value<'c>]) -> Value<'c> {
        let coordinates: Vec<_> = self.coordinates.iter().map(|cell| cell.get(builder)).collect();
        let count = self.count.get(builder);
        let listed = ListKind { order: None, may_repeat: true };
        let arrays = (&coordinates[..], self.values.get(builder), count);
        let (list, positions) = pack_list(builder, arrays, &listed, sizes, self.tensor);
        let order: Vec<_> = (0..coordinates.len()).collect();
        let sorted = ListKind { order: Some(order), may_repeat: true };
        let sorted_type = list_type(builder, self.tensor, &sorted);
        let sorted_list = Sort::build(builder, list, sorted_type, Sorting::default());
        builder.create("memref.dealloc", &[positions], &[], &[], Vec::new());
        let buffers = Unpack::build(builder, sorted_list);
        keep_last(builder, &buffers, count);
        let once = list_type(builder, self.tensor, &ListKind { may_repeat: false, ..sorted });
        let list = Pack::build(builder, &buffers, sizes, once);
        let tensor = convert(builder, list, self.tensor);
        if tensor != list {
            Release::build(builder, list);
        }
        tensor
    }
}

/// Of entries of one point, which stand side by side in the order in which they came, leaves the last.
fn keep_last<'c>(builder: &Builder<'c>, buffers: &[Value<'c>], count: Value<'c>) {
    let (positions, arrays) = buffers.split_first().expect("a list has positions");
    let coordinates = &arrays[..arrays.len() - 1];
    let (zero, one) = (builder.index(0), builder.index(1));
    let kept = builder.for_loop((zero, count, one), &[zero], |builder, entry, kept| {
        let kept = kept[0];
        let is_later = builder.compare(ComparePredicate::NotEqual, kept, builder.index(0));
        let before = builder.binary("arith.subi", kept, builder.index(1));
        let is_again = |builder: &Builder<'c>| {
            let is_alike = |array: &Value<'c>| {
                let [own, other] = [entry, before].map(|at| builder.load(*array, &[at]));
                builder.compare(ComparePredicate::Equal, own, other)
            };
            let alike = coordinates.iter().map(is_alike).reduce(|all, one| builder.binary("arith.andi", all, one));
            vec![alike.expect("a list has coordinates")]
        };
        let no = |builder: &Builder<'c>| vec![builder.integer(0, builder.bool_type())];
        let is_again = builder.if_else(is_later, &[builder.bool_type()], is_again, no)[0];
        let at = builder.value("arith.select", &[is_again, before, kept], builder.index_type(), &[]);
        for array in arrays {
            builder.store(builder.load(*array, &[entry]), *array, &[at]);
        }
        vec![builder.binary("arith.addi", at, builder.index(1))]
    })[0];
    builder.store(as_wide(builder, kept), *positions, &[one]);
}
