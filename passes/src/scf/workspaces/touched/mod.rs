//! The places of a workspace that were touched, so that only these are gone through, and a workspace costs as much as what was
//! touched, however much it has room for.
//!
//! If they are asked for in order, there is a bit for each ([`words`]), else a list ([`list`]).
//!
//! A place can be touched in two ways. One takes no branch: it writes what may be known already. The next place is seldom far, and
//! waits for that. The other writes nothing where a place was touched before, which a processor must guess. So it is the better
//! one if most are touched again and again, and this is taken to be so if it was so the last time.

mod list;
mod words;

use crate::scf::cell::Cell;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value},
};
use list::PlaceList;
use words::WordsOfBits;

/// If places are touched two to this times, then often: guesses fail where it is about twice, words of bits are waited for where
/// it is ten times (with 1.8 times, no branch takes 0.85 as long; with 3, as long; with 8, twice as long).
const OFTEN_SHIFT: i64 = 2;

/// The places that were touched.
pub struct Touched<'c> {
    kept: Kept<'c>,
    /// How often places were touched since they were gone through.
    touches: Cell<'c>,
    /// Whether each is taken to be touched often.
    is_often: Cell<'c>,
}

/// How it is kept which they are.
enum Kept<'c> {
    Words(WordsOfBits<'c>),
    List(PlaceList<'c>),
}

impl<'c> Touched<'c> {
    /// None of so many places, which are gone through in order if that is asked for.
    pub fn none_of(builder: &Builder<'c>, places: Value<'c>, in_order: bool) -> Self {
        let kept = if in_order {
            Kept::Words(WordsOfBits::none_of(builder, places))
        } else {
            Kept::List(PlaceList::none_of(builder, places))
        };
        let touches = Cell::holding(builder, builder.index(0));
        let is_often = Cell::holding(builder, builder.number(0.0, builder.bool_type()));
        Self { kept, touches, is_often }
    }

    /// Frees its arrays.
    pub fn free(&self, builder: &Builder<'c>) {
        match &self.kept {
            Kept::Words(words) => words.free(builder),
            Kept::List(list) => list.free(builder),
        }
    }

    /// Touches a place.
    pub fn touch(&self, builder: &Builder<'c>, place: Value<'c>) {
        let touches = builder.binary("arith.addi", self.touches.get(builder), builder.index(1));
        self.touches.set(builder, touches);
        let known = |builder: &Builder<'c>| match &self.kept {
            Kept::Words(words) => words.is_touched(builder, place),
            Kept::List(list) => list.is_touched(builder, place),
        };
        let touch = |builder: &Builder<'c>| {
            match &self.kept {
                Kept::Words(words) => words.touch(builder, place),
                Kept::List(list) => list.touch(builder, place),
            }
            Vec::new()
        };
        let look_first = |builder: &Builder<'c>| {
            builder.if_else(known(builder), &[], |_| Vec::new(), touch);
            Vec::new()
        };
        // This does not change in the loops that scatter, so LLVM has two of them.
        builder.if_else(self.is_often.get(builder), &[], look_first, touch);
    }

    /// As many as were touched at most.
    pub fn most(&self, builder: &Builder<'c>) -> Value<'c> {
        match &self.kept {
            Kept::Words(words) => words.most(builder),
            Kept::List(list) => list.count(builder),
        }
    }

    /// The places that will be gone through, one after the other, as keys, if they are listed.
    pub fn listed(&self) -> Option<Value<'c>> {
        match &self.kept {
            Kept::Words(_) => None,
            Kept::List(list) => Some(list.places()),
        }
    }

    /// Goes through the places that were touched, and forgets them: gives the number and the place of each. Gives how many they were.
    pub fn take_each(
        &self,
        builder: &Builder<'c>,
        anchor: Op<'c>,
        take: impl Fn(&Builder<'c>, Value<'c>, Value<'c>),
    ) -> Value<'c> {
        let count = match &self.kept {
            Kept::Words(words) => words.take_each(builder, anchor, take),
            Kept::List(list) => list.take_each(builder, take),
        };
        let many = builder.binary("arith.shli", count, builder.index(OFTEN_SHIFT));
        let is_often = builder.compare(ComparePredicate::UnsignedLess, many, self.touches.get(builder));
        self.is_often.set(builder, is_often);
        self.touches.set(builder, builder.index(0));
        count
    }
}
