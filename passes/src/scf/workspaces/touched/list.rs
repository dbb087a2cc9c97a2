//! A list of the places that were touched, in the order in which they were touched first, and a byte for each place that says whether
//! it is there.
//!
//! Bytes, not bits: to write one takes no look at what stands beside it.

use super::record::{Record, TakePlace, append_if_new};
use crate::scf::{
    arrays::{allocate, fill},
    cell::Cell,
    workspaces::keys::Keys,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value},
};
use melior::ir::{ValueLike, r#type::IntegerType};

/// The list.
pub struct PlaceList<'c> {
    /// One for each place that is listed, else zero.
    flags: Value<'c>,
    list: Value<'c>,
    /// How many are listed.
    count: Cell<'c>,
}

impl<'c> PlaceList<'c> {
    /// None of so many places.
    pub fn none_of(builder: &Builder<'c>, places: Value<'c>) -> Self {
        let array = |element, length| allocate(builder, builder.buffer_type(element), length);
        let flags = array(IntegerType::new(builder.context(), 8).into(), places);
        fill(builder, flags, (builder.index(0), places), builder.integer(0, builder.scalar_type(flags.r#type())));
        // All places, and one that is written behind the list. The system gives memory for what is written alone.
        let room = builder.binary("arith.addi", places, builder.index(1));
        let list = array(Keys::place_type(builder), room);
        Self { flags, list, count: Cell::holding(builder, builder.index(0)) }
    }
}

impl<'c> Record<'c> for PlaceList<'c> {
    fn is_touched(&self, builder: &Builder<'c>, place: Value<'c>) -> Value<'c> {
        let flag = builder.load(self.flags, &[place]);
        builder.compare(ComparePredicate::NotEqual, flag, builder.integer(0, flag.r#type()))
    }

    fn touch(&self, builder: &Builder<'c>, place: Value<'c>) {
        let flag = builder.load(self.flags, &[place]);
        builder.store(builder.integer(1, flag.r#type()), self.flags, &[place]);
        let is_new = builder.compare(ComparePredicate::Equal, flag, builder.integer(0, flag.r#type()));
        append_if_new(builder, (self.list, self.count), place, is_new);
    }

    fn most(&self, builder: &Builder<'c>) -> Value<'c> {
        self.count.get(builder)
    }

    fn listed(&self) -> Option<Value<'c>> {
        Some(self.list)
    }

    fn take_each(&self, builder: &Builder<'c>, _: Op<'c>, take: &TakePlace<'_, 'c>) -> Value<'c> {
        let (zero, count) = (builder.index(0), self.count.get(builder));
        let no = builder.integer(0, builder.scalar_type(self.flags.r#type()));
        builder.for_loop((zero, count, builder.index(1)), &[], |builder, at, _| {
            let number = builder.load(self.list, &[at]);
            let place = builder.value("arith.index_cast", &[number], builder.index_type(), &[]);
            builder.store(no, self.flags, &[place]);
            take(builder, at, place);
            Vec::new()
        });
        self.count.set(builder, zero);
        count
    }

    fn free(&self, builder: &Builder<'c>) {
        for array in [self.flags, self.list] {
            builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
        }
    }
}
