//! What a record of places is asked.

use crate::scf::cell::Cell;
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value},
};
use melior::ir::ValueLike;

/// A record of the places that were touched.
pub trait Record<'c> {
    /// Whether a place was touched.
    fn is_touched(&self, builder: &Builder<'c>, place: Value<'c>) -> Value<'c>;

    /// Touches a place, without a branch.
    fn touch(&self, builder: &Builder<'c>, place: Value<'c>);

    /// As many as were touched at most.
    fn most(&self, builder: &Builder<'c>) -> Value<'c>;

    /// The places that will be gone through, one after the other, as keys, if they are listed.
    fn listed(&self) -> Option<Value<'c>>;

    /// Goes through the places that were touched, and forgets them: gives the number and the place of each. Gives how many they
    /// were.
    fn take_each(&self, builder: &Builder<'c>, anchor: Op<'c>, take: &TakePlace<'_, 'c>) -> Value<'c>;

    /// Frees its arrays.
    fn free(&self, builder: &Builder<'c>);
}

/// What is given the number and the place of each place.
pub type TakePlace<'a, 'c> = dyn Fn(&Builder<'c>, Value<'c>, Value<'c>) + 'a;

/// Appends a number to a list, if it is new; else it stands behind the list, for which there is room.
pub fn append_if_new<'c>(
    builder: &Builder<'c>,
    (list, count): (Value<'c>, Cell<'c>),
    number: Value<'c>,
    is_new: Value<'c>,
) {
    let end = count.get(builder);
    let number = builder.value("arith.index_cast", &[number], builder.scalar_type(list.r#type()), &[]);
    builder.store(number, list, &[end]);
    let one_more = builder.value("arith.index_castui", &[is_new], builder.index_type(), &[]);
    count.set(builder, builder.binary("arith.addi", end, one_more));
}
