//! What a policy fills in: the functions of the template (WORKSPACES, 4.3), and the list of those who do.
//!
//! A policy is one file: a row that says what it is ([`lacuna_layout::policy::Properties`]), and code. The four functions are to
//! insert a component into the accumulation array, to sort this array, to merge it into all that came before, and to empty it.
//! Merging is the same for all, unless a policy knows better.

pub use super::components::Components;
use super::{merging, policies};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value},
    sloop::Combiner,
};
use lacuna_layout::policy::{Policy, Properties};
use melior::ir::Type;
use std::sync::{Mutex, PoisonError};

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

/// An array that a policy keeps besides the components.
pub struct Aid<'c> {
    /// The type of its elements.
    pub element: Type<'c>,
    /// How long it is.
    pub length: Value<'c>,
    /// What its elements hold first, if that matters.
    pub initially: Option<Value<'c>>,
}

/// What is done when the accumulation array is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenFull {
    /// It is sorted, merged into all that came before, and emptied.
    Merged,
    /// It gets more room. So it holds all that came, each key once.
    Grown,
}

/// The code of a policy.
pub trait PolicyCode: Send + Sync {
    /// What it is.
    fn properties(&self) -> &'static Properties;

    /// What is done when there is no more room.
    fn when_full(&self) -> WhenFull {
        WhenFull::Merged
    }

    /// The arrays that it keeps for so many components.
    fn aids<'c>(&self, builder: &Builder<'c>, room: Value<'c>) -> Vec<Aid<'c>> {
        let (_, _) = (builder, room);
        Vec::new()
    }

    /// Puts a component into the array, which has room for one; gives where the array ends then.
    fn insert<'c>(
        &self,
        builder: &Builder<'c>,
        array: &Accumulation<'c>,
        key: Value<'c>,
        value: Value<'c>,
    ) -> Value<'c>;

    /// Puts the components in the order of their keys, and those of one key in the order in which they came: where they are, or
    /// at the same places of the spare arrays. Gives whether they are there. What it keeps is as it was at first.
    fn sort<'c>(&self, builder: &Builder<'c>, array: &Accumulation<'c>) -> Value<'c>;

    /// Merges the sorted components from `low` to `high`, which are in `new`, with those before `low`, which are in `all`, are
    /// sorted and have different keys: into the first places of `to`, which may be `new`. Gives how many they are. Points hold
    /// `before` first.
    fn merge<'c>(
        &self,
        builder: &Builder<'c>,
        (all, new): (Components<'c>, Components<'c>),
        range: (Value<'c>, Value<'c>),
        to: Components<'c>,
        how: (Option<Combiner>, Value<'c>),
    ) -> Value<'c> {
        merging::merge(builder, (all, new), range, to, how)
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

/// Those that were added.
static ADDED: Mutex<Vec<&'static dyn PolicyCode>> = Mutex::new(Vec::new());

/// Adds a policy, which the IR and schedules know by its word from now on.
///
/// # Errors
/// If there is one of its name.
pub fn add(code: &'static dyn PolicyCode) -> Result<Policy, String> {
    let word = code.properties().word;
    let policy = Policy::add(code.properties()).ok_or_else(|| format!("there is a policy {word} already"))?;
    ADDED.lock().unwrap_or_else(PoisonError::into_inner).push(code);
    Ok(policy)
}

/// The code of a policy; none if it has a place for every point.
pub fn code_of(policy: Policy) -> Option<&'static dyn PolicyCode> {
    let added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all = policies::OWN.iter().chain(added.iter()).copied();
    all.find(|code| code.properties().word == policy.properties().word)
}
