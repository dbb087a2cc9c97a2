//! A stored result that is being put together: the operation that owns it, and where it stands inside.

use crate::{
    index::{Binding, Nest},
    plan::growth::{Capacity, GrowingResult},
    values::{self, dimension_size},
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Value, defining_op, operands},
    sloop::grow::Grow,
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

/// The nodes for which there is room at first.
fn room<'c>(builder: &Builder<'c>, (nest, binding): (&Nest, &Binding<'c>), capacity: &Capacity) -> Value<'c> {
    capacity.operands.iter().fold(builder.index(capacity.least), |sum, operand| {
        let values = Values::build(builder, binding.value(nest.tensor(*operand).operand));
        let length = dimension_size(builder, values, 0);
        builder.binary("arith.addi", sum, length)
    })
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
pub fn start<'c>(builder: &Builder<'c>, (nest, binding): (&Nest, &Binding<'c>), grows: &GrowingResult) -> Grow<'c> {
    let like = binding.value(nest.tensor(grows.tensor).operand);
    let strategy = grows.strategy;
    let sizes = dynamic_sizes(builder, like);
    let capacity = grows.capacity.as_ref().map(|capacity| room(builder, (nest, binding), capacity));
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
