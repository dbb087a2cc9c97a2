//! What a policy fills in: the functions of the template (WORKSPACES, 4.3).
//!
//! A policy is one file: a row that says what it is ([`lacuna_layout::policy::Properties`]), and code. Its functions are to insert
//! a component into the accumulation array, to sort this array, and to merge it into all that came before, which is the same for
//! all policies unless one knows better. One whose array grows instead ([`lacuna_layout::policy::WhenFull`]) also notes components again that
//! moved, and forgets them where they are taken unsorted.

pub use super::components::Components;
use super::{
    components::{combined, component_of},
    merging,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value},
    sloop::Combiner,
};
use lacuna_layout::policy::Properties;
use melior::ir::{Type, ValueLike};

/// The accumulation array: components in the order in which they came, and what its policy keeps besides.
///
/// A component is a key, made of the coordinates of a point, and a value. Keys are unsigned.
pub struct Accumulation<'c> {
    /// The operation that owns it, next to which functions are defined.
    pub op: Op<'c>,
    /// The arrays in which it is: from `low` up to `high`. Those before are sorted already, those behind mean nothing.
    pub components: Components<'c>,
    /// Arrays of the same length, for what sorting puts elsewhere.
    pub spare: Components<'c>,
    /// Where it begins.
    pub low: Value<'c>,
    /// Where it ends.
    pub high: Value<'c>,
    /// What the policy keeps, in the order of [`PolicyCode::aids`].
    pub aids: Vec<Value<'c>>,
    /// How many bits keys have at most, an index.
    pub bits: Value<'c>,
    /// How values of one key combine; without it, the last one counts.
    pub combiner: Option<Combiner>,
}

impl<'c> Accumulation<'c> {
    /// Puts a component behind the others; gives where the array ends then.
    pub fn append(&self, builder: &Builder<'c>, key: Value<'c>, value: Value<'c>) -> Value<'c> {
        self.components.store(builder, self.high, (key, value));
        builder.binary("arith.addi", self.high, builder.index(1))
    }

    /// Combines a value with that of the component that a number stands for ([`component_of`]), or appends a component if the number
    /// is zero and has the policy note where the array ends then. Gives that end.
    pub fn meet_or_append(
        &self,
        builder: &Builder<'c>,
        number: Value<'c>,
        (key, value): (Value<'c>, Value<'c>),
        note: impl FnOnce(&Builder<'c>, Value<'c>),
    ) -> Value<'c> {
        let is_new = builder.compare(ComparePredicate::Equal, number, builder.integer(0, number.r#type()));
        let new = |builder: &Builder<'c>| {
            let end = self.append(builder, key, value);
            note(builder, end);
            vec![end]
        };
        let known = |builder: &Builder<'c>| {
            self.combine_at(builder, component_of(builder, number), value);
            vec![self.high]
        };
        builder.if_else(is_new, &[builder.index_type()], new, known)[0]
    }

    /// Combines a value with that of a component.
    pub fn combine_at(&self, builder: &Builder<'c>, at: Value<'c>, value: Value<'c>) {
        let before = builder.load(self.components.values, &[at]);
        builder.store(combined(builder, self.combiner, before, value), self.components.values, &[at]);
    }
}

/// An array that a policy keeps besides the components.
pub struct Aid<'c> {
    /// The type of its elements.
    pub element: Type<'c>,
    /// How long it is.
    pub length: Value<'c>,
    /// What its elements hold first, if that matters.
    pub initially: Option<Value<'c>>,
}

/// The code of a policy.
pub trait PolicyCode: Send + Sync {
    /// What it is.
    fn properties(&self) -> &'static Properties;

    /// The arrays that it keeps for so many components.
    fn aids<'c>(&self, builder: &Builder<'c>, room: Value<'c>) -> Vec<Aid<'c>> {
        let (_, _) = (builder, room);
        Vec::new()
    }

    /// Puts a component into the array, which has room for one: behind the others, unless a policy knows better. Gives where the
    /// array ends then.
    fn insert<'c>(
        &self,
        builder: &Builder<'c>,
        array: &Accumulation<'c>,
        key: Value<'c>,
        value: Value<'c>,
    ) -> Value<'c> {
        array.append(builder, key, value)
    }

    /// Puts the components in the order of their keys, and those of one key in the order in which they came: where they are, or
    /// at the same places of the spare arrays. Gives whether they are there. What it keeps is as it was at first.
    fn sort<'c>(&self, builder: &Builder<'c>, array: &Accumulation<'c>) -> Value<'c>;

    /// Merges new components, a range that is sorted, with all that came before, which are so many, are sorted and have different
    /// keys: into the first places of `to`, which may be where the new ones are, if these begin behind so many places. Gives how many
    /// they are. Points hold `before` first.
    fn merge<'c>(
        &self,
        builder: &Builder<'c>,
        (all, all_count): (Components<'c>, Value<'c>),
        (new, range): (Components<'c>, (Value<'c>, Value<'c>)),
        to: Components<'c>,
        (combiner, before): (Option<Combiner>, Value<'c>),
    ) -> Value<'c> {
        merging::merge(builder, (all, all_count), (new, range), to, (combiner, before))
    }

    /// Has what it keeps be as it was at first.
    fn clear<'c>(&self, builder: &Builder<'c>, array: &Accumulation<'c>) {
        let (_, _) = (builder, array);
    }

    /// Notes all components, of which what it keeps knows nothing yet: they moved to larger arrays.
    fn note_again<'c>(&self, builder: &Builder<'c>, array: &Accumulation<'c>) {
        let (_, _) = (builder, array);
    }
}
