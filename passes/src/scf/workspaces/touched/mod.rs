//! The places of a workspace that were touched, so that only these are gone through, and a workspace costs as much as what was
//! touched, however much it has room for.
//!
//! If they are asked for in order, there is a bit for each ([`words`]), else a list ([`list`]).
//!
//! A place can be touched in two ways. One takes no branch, and always writes. But the next place is often beside this one, and its
//! bit in the same word, which has to wait for the write. The other looks first whether the place was touched, and writes only if it
//! was not. The processor guesses which, and is mostly right if places are touched many times each. So how often they were touched
//! the last time decides.

mod list;
mod record;
mod words;

use crate::scf::cell::Cell;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value},
};
use list::PlaceList;
use melior::ir::ValueLike;
use record::{Record, TakePlace};
use words::WordsOfBits;

/// Places are looked at first if they were touched more than two to this times each: products of matrices take as long either way
/// at three times, 0.85 as long without a look at twice, and half as long with it at eight times.
const OFTEN_SHIFT: i64 = 2;

/// The places that were touched.
pub struct Touched<'c> {
    record: Box<dyn Record<'c> + 'c>,
    /// How often places were touched since they were gone through.
    touches: Cell<'c>,
    /// Whether places are looked at first.
    looks_first: Cell<'c>,
}

impl<'c> Touched<'c> {
    /// None of so many places, which are gone through in order if that is asked for.
    pub fn none_of(builder: &Builder<'c>, places: Value<'c>, in_order: bool) -> Self {
        let record: Box<dyn Record<'c> + 'c> = if in_order {
            Box::new(WordsOfBits::none_of(builder, places))
        } else {
            Box::new(PlaceList::none_of(builder, places))
        };
        let touches = Cell::holding(builder, builder.index(0));
        let looks_first = Cell::holding(builder, builder.number(0.0, builder.bool_type()));
        Self { record, touches, looks_first }
    }

    /// Touches a place.
    pub fn touch(&self, builder: &Builder<'c>, place: Value<'c>) {
        let touches = builder.binary("arith.addi", self.touches.get(builder), builder.index(1));
        self.touches.set(builder, touches);
        let touch = |builder: &Builder<'c>| {
            self.record.touch(builder, place);
            Vec::new()
        };
        let look_first = |builder: &Builder<'c>| {
            builder.if_else(self.record.is_touched(builder, place), &[], |_| Vec::new(), touch);
            Vec::new()
        };
        // This does not change in the loops that scatter, so LLVM has two of them.
        builder.if_else(self.looks_first.get(builder), &[], look_first, touch);
    }

    /// As many as were touched at most.
    pub fn most(&self, builder: &Builder<'c>) -> Value<'c> {
        self.record.most(builder)
    }

    /// The places that will be gone through, one after the other, as keys, if they are listed.
    pub fn listed(&self) -> Option<Value<'c>> {
        self.record.listed()
    }

    /// Goes through the places that were touched, and forgets them: gives the number and the place of each. Gives how many they
    /// were.
    pub fn take_each(&self, builder: &Builder<'c>, anchor: Op<'c>, take: &TakePlace<'_, 'c>) -> Value<'c> {
        let (zero, touches) = (builder.index(0), self.touches.get(builder));
        let count = self.record.take_each(builder, anchor, take);
        let many = builder.binary("arith.shli", count, builder.index(OFTEN_SHIFT));
        let is_often = builder.compare(ComparePredicate::UnsignedLess, many, touches);
        // Where nothing was touched, nothing is known.
        let is_known = builder.compare(ComparePredicate::NotEqual, touches, zero);
        let before = self.looks_first.get(builder);
        let next = builder.value("arith.select", &[is_known, is_often, before], before.r#type(), &[]);
        self.looks_first.set(builder, next);
        self.touches.set(builder, zero);
        count
    }

    /// Frees its arrays.
    pub fn free(&self, builder: &Builder<'c>) {
        self.record.free(builder);
    }
}
