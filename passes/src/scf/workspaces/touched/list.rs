//! A list of the places that were touched, in the order in which they were touched first, and a byte for each place that says whether
//! it is there.
//!
//! Bytes, not bits: to write one takes no look at what stands beside it.

use crate::scf::{
    arrays::{allocate, fill},
    cell::Cell,
    workspaces::keys::Keys,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use melior::ir::{ValueLike, r#type::IntegerType};

/// The list.
pub struct PlaceList<'c> {
    /// One for each place that is listed, else zero.
    flags: Value<'c>,
    places: Value<'c>,
    count: Cell<'c>,
}

impl<'c> PlaceList<'c> {
    /// None of so many places.
    pub fn none_of(builder: &Builder<'c>, places: Value<'c>) -> Self {
        let array = |element, length| allocate(builder, builder.buffer_type(element), length);
        let flags = array(IntegerType::new(builder.context(), 8).into(), places);
        fill(builder, flags, (builder.index(0), places), builder.integer(0, builder.scalar_type(flags.r#type())));
        // A place is written behind the list before it is known to be new. What is not listed takes no memory.
        let room = builder.binary("arith.addi", places, builder.index(1));
        Self { flags, places: array(Keys::of_places(builder), room), count: Cell::holding(builder, builder.index(0)) }
    }

    /// Frees its arrays.
    pub fn free(&self, builder: &Builder<'c>) {
        for array in [self.flags, self.places] {
            builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
        }
    }

    /// The list, as keys.
    pub fn places(&self) -> Value<'c> {
        self.places
    }

    /// How many places are listed.
    pub fn count(&self, builder: &Builder<'c>) -> Value<'c> {
        self.count.get(builder)
    }

    /// Whether a place is listed.
    pub fn is_touched(&self, builder: &Builder<'c>, place: Value<'c>) -> Value<'c> {
        let flag = builder.load(self.flags, &[place]);
        builder.compare(ComparePredicate::NotEqual, flag, builder.integer(0, flag.r#type()))
    }

    /// Touches a place, without a branch.
    pub fn touch(&self, builder: &Builder<'c>, place: Value<'c>) {
        let flag = builder.load(self.flags, &[place]);
        builder.store(builder.integer(1, flag.r#type()), self.flags, &[place]);
        let count = self.count.get(builder);
        let number = builder.value("arith.index_cast", &[place], builder.scalar_type(self.places.r#type()), &[]);
        builder.store(number, self.places, &[count]);
        let is_new = builder.compare(ComparePredicate::Equal, flag, builder.integer(0, flag.r#type()));
        let is_new = builder.value("arith.index_castui", &[is_new], builder.index_type(), &[]);
        self.count.set(builder, builder.binary("arith.addi", count, is_new));
    }

    /// Goes through the list, and empties it: gives the number and the place of each. Gives how many there were.
    pub fn take_each(&self, builder: &Builder<'c>, take: impl Fn(&Builder<'c>, Value<'c>, Value<'c>)) -> Value<'c> {
        let (zero, count) = (builder.index(0), self.count.get(builder));
        let no = builder.integer(0, builder.scalar_type(self.flags.r#type()));
        builder.for_loop((zero, count, builder.index(1)), &[], |builder, at, _| {
            let number = builder.load(self.places, &[at]);
            let place = builder.value("arith.index_cast", &[number], builder.index_type(), &[]);
            builder.store(no, self.flags, &[place]);
            take(builder, at, place);
            Vec::new()
        });
        self.count.set(builder, zero);
        count
    }
}
