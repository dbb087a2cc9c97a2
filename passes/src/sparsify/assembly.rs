//! A stored result that is being put together: the operation that owns it, and where it stands inside.

use crate::{
    bridge::Binding,
    index::{Nest, TensorId, VarId},
    plan::growth::{Capacity, GrowingResult},
    values::{self, dimension_size},
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Value, defining_op, operands},
    sloop::{grow::Grow, lookups::NodeCount},
    stensor::storage::{Empty, Values},
};
use lacuna_layout::{assembly::Growth, strategy::Strategy};
use melior::ir::ValueLike;

/// A stored result that is being put together.
pub struct Assembly<'a, 'c> {
    /// How it grows.
    pub(super) grows: &'a GrowingResult,
    /// The `!sloop.assembly`.
    pub(super) handle: Value<'c>,
    /// The position in the level last entered that has one already.
    pub(super) at: Option<Value<'c>>,
}

/// The sizes of the dynamic dimensions of a tensor.
fn dynamic_sizes<'c>(builder: &Builder<'c>, tensor: Value<'c>) -> Vec<Value<'c>> {
    let empty = defining_op(tensor).filter(|op| Empty::is(*op));
    empty.map_or_else(|| values::dynamic_sizes(builder, tensor), operands)
}

/// The nodes for which there is room at first. `extent` is how many values a variable has.
fn room<'c>(
    builder: &Builder<'c>,
    (nest, binding): (&Nest, &Binding<'c>),
    capacity: &Capacity,
    extent: impl Fn(VarId) -> Value<'c>,
) -> Value<'c> {
    let operand = |tensor: TensorId| binding.value(nest.tensor(tensor).operand);
    let stored = capacity.operands.iter().fold(builder.index(capacity.least), |sum, tensor| {
        let values = Values::build(builder, operand(*tensor));
        let length = dimension_size(builder, values, 0);
        builder.binary("arith.addi", sum, length)
    });
    let stored = capacity.collected.map_or(stored, |multiple| {
        let times = builder.binary("arith.muli", stored, builder.index(multiple.times));
        let bounded = builder.binary("arith.minui", times, builder.index(multiple.most));
        builder.binary("arith.maxui", stored, bounded)
    });
    let Some(rounds) = &capacity.rounds else { return stored };
    let (root, most) = (builder.index(0), builder.index(rounds.most));
    let nodes = (0..=rounds.level).fold(None, |above, level| {
        let parents: Vec<_> = std::iter::once(root).chain(above).collect();
        Some(NodeCount::build(builder, (operand(rounds.operand), level), &parents, &[]))
    });
    // No product overflows: neither factor is more than the bound.
    let bounded = |value| builder.binary("arith.minui", value, most);
    let counted = rounds.times.iter().fold(bounded(nodes.expect("there is a level")), |product, var| {
        bounded(builder.binary("arith.muli", product, bounded(extent(*var))))
    });
    builder.binary("arith.maxui", stored, counted)
}

/// A tensor that stores nothing, as storage.
pub fn empty<'c>(builder: &Builder<'c>, like: Value<'c>, growth: &Growth) -> Value<'c> {
    let grow = Grow {
        strategy: Strategy::Append,
        tensor: like.r#type(),
        sizes: dynamic_sizes(builder, like),
        capacity: Some(builder.index(1)),
        gaps: growth.groups.iter().map(|group| group.start as i64).collect(),
    };
    grow.build(builder, |_, _| Vec::new())[0]
}

/// What a result of a statement starts with.
pub fn start<'c>(
    builder: &Builder<'c>,
    (nest, binding): (&Nest, &Binding<'c>),
    grows: &GrowingResult,
    extent: impl Fn(VarId) -> Value<'c>,
) -> Grow<'c> {
    let like = binding.value(nest.tensor(grows.tensor).operand);
    let strategy = grows.strategy;
    let sizes = dynamic_sizes(builder, like);
    let capacity = grows.capacity.as_ref().map(|capacity| room(builder, (nest, binding), capacity, extent));
    Grow { strategy, tensor: like.r#type(), sizes, capacity, gaps: grows.gaps.clone() }
}

impl<'a, 'c> Assembly<'a, 'c> {
    /// A result in the region that has this handle.
    pub fn new(grows: &'a GrowingResult, handle: Value<'c>) -> Self {
        Self { grows, handle, at: None }
    }

    pub(super) fn parent(&self, builder: &Builder<'c>) -> Value<'c> {
        self.at.unwrap_or_else(|| builder.index(0))
    }
}
