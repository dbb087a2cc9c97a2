//! A place for every point, with its value.
//!
//! A place that was not touched holds what its point holds where nothing is stored, so a value is combined into it without a test.
//! To take what was touched leaves the places as they were before.

use super::{
    components::{Components, combined},
    keys::Keys,
    touched::Touched,
};
use crate::scf::{
    arrays::{allocate, fill, with_room},
    cell::Cell,
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value},
    sloop::Combiner,
};
use melior::ir::ValueLike;

/// The places.
pub struct Spread<'c> {
    /// The operation that owns them.
    op: Op<'c>,
    /// The value of each.
    values: Value<'c>,
    /// What they hold that were not touched.
    before: Value<'c>,
    touched: Touched<'c>,
    /// What was taken last: keys, unless these are listed, and values.
    taken: Vec<Cell<'c>>,
}

impl<'c> Spread<'c> {
    /// So many places, which hold a value before they are touched. What is taken comes in order if that is asked for.
    pub fn start(builder: &Builder<'c>, op: Op<'c>, (places, before): (Value<'c>, Value<'c>), in_order: bool) -> Self {
        let values = allocate(builder, builder.buffer_type(before.r#type()), places);
        fill(builder, values, (builder.index(0), places), before);
        let touched = Touched::none_of(builder, places, in_order);
        let array = |element| Cell::holding(builder, allocate(builder, builder.buffer_type(element), builder.index(0)));
        let keys = touched.listed().is_none().then(|| array(Keys::place_type(builder)));
        let taken = keys.into_iter().chain([array(before.r#type())]).collect();
        Self { op, values, before, touched, taken }
    }

    /// Combines the value of a component, whose key is a place, with that at this place; takes its place, if there is no combiner.
    pub fn add(&self, builder: &Builder<'c>, combiner: Option<Combiner>, (key, value): (Value<'c>, Value<'c>)) {
        let place = builder.value("arith.index_cast", &[key], builder.index_type(), &[]);
        self.touched.touch(builder, place);
        let value = combined(builder, combiner, builder.load(self.values, &[place]), value);
        builder.store(value, self.values, &[place]);
    }

    /// What was touched, one after the other, and how much that is; nothing is touched any more then.
    pub fn take(&self, builder: &Builder<'c>) -> (Components<'c>, Value<'c>) {
        let most = self.touched.most(builder);
        for cell in &self.taken {
            cell.set(builder, with_room(builder, cell.get(builder), most));
        }
        let own: Vec<_> = self.taken.iter().map(|cell| cell.get(builder)).collect();
        let listed = self.touched.listed();
        let taken = Components::of(&listed.into_iter().chain(own).collect::<Vec<_>>());
        let count = self.take_each(builder, |builder, at, (place, value)| {
            if listed.is_none() {
                let key = builder.value("arith.index_cast", &[place], Keys::place_type(builder), &[]);
                builder.store(key, taken.keys, &[at]);
            }
            builder.store(value, taken.values, &[at]);
        });
        (taken, count)
    }

    /// Takes what was touched: gives the number of each, its place and its value. Gives how many there were.
    pub fn take_each(
        &self,
        builder: &Builder<'c>,
        take: impl Fn(&Builder<'c>, Value<'c>, (Value<'c>, Value<'c>)),
    ) -> Value<'c> {
        self.touched.take_each(builder, self.op, &|builder, at, place| {
            let value = builder.load(self.values, &[place]);
            builder.store(self.before, self.values, &[place]);
            take(builder, at, (place, value));
        })
    }

    /// Frees the arrays.
    pub fn free(&self, builder: &Builder<'c>) {
        self.touched.free(builder);
        for array in std::iter::once(self.values).chain(self.taken.iter().map(|cell| cell.get(builder))) {
            builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
        }
    }
}
