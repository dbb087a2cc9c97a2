//! What the steps of a statement do with its workspaces: they fill, scatter into and collect them.

use super::Emitter;
use crate::{
    bridge::{constants::emit_constant, types::type_of},
    index::{TensorId, Write},
    values::dimension_size,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Value, tensor_type},
    sloop::assembly_ops::AssemblyOp,
};
use melior::ir::Type;

impl<'c> Emitter<'_, 'c> {
    /// Has every point of a workspace hold its first value, if it is an array.
    pub(super) fn fill_array(&self, builder: &Builder<'c>, workspace: TensorId) {
        if self.computed.array(workspace).is_none() {
            return;
        }
        let array = self.operand(workspace);
        let tensor = self.nest.tensor(workspace);
        let element = type_of(tensor.element, builder.context());
        let value = emit_constant(builder, tensor.local().expect("a workspace is local").initially, element);
        fill_points(builder, (array, tensor.order()), value, &mut Vec::new());
    }

    /// The sizes of a workspace that its type does not say.
    pub(super) fn dynamic_sizes(&self, workspace: TensorId) -> Vec<Value<'c>> {
        let tensor = self.nest.tensor(workspace);
        let local = tensor.local().expect("a workspace is local");
        let dynamic = local.sizes.iter().zip(&tensor.shape).filter(|(_, known)| known.is_none());
        dynamic.map(|(size, _)| self.binding.extent(self.nest.source, size)).collect()
    }

    /// Whether a workspace has so many points at most.
    pub(super) fn has_up_to(&self, builder: &Builder<'c>, workspace: TensorId, most: u64) -> Value<'c> {
        let local = self.nest.tensor(workspace).local().expect("a workspace is local");
        // No product is larger than a number of 64 bits, since neither factor is larger than one of 32.
        let bound = builder.index(most as i64 + 1);
        let bounded = |value| builder.binary("arith.minui", value, bound);
        let sizes = local.sizes.iter().map(|size| bounded(self.binding.extent(self.nest.source, size)));
        let points = sizes.reduce(|points, size| bounded(builder.binary("arith.muli", points, size)));
        let points = points.unwrap_or_else(|| builder.index(1));
        builder.compare(ComparePredicate::UnsignedLess, points, bound)
    }

    /// The points that a workspace stores, which is empty then.
    pub(super) fn collect(&self, builder: &Builder<'c>, workspace: TensorId) -> Value<'c> {
        AssemblyOp::Collect(self.list_type(builder, workspace)).build_value(builder, self.handle_of(workspace))
    }

    /// Gives the point of a workspace a value.
    pub(super) fn scatter(&mut self, builder: &Builder<'c>, write: &Write, value: Value<'c>) {
        let coordinates = self.indices(builder, &write.target);
        let is_said = self.computed.workspace(write.target.tensor).is_some_and(|inside| inside.combiner.is_some());
        let combiner = write.combiner.filter(|_| !is_said);
        let operation = AssemblyOp::Scatter { value, coordinates, combiner };
        operation.build(builder, self.handle_of(write.target.tensor));
    }

    pub(super) fn list_type(&self, builder: &Builder<'c>, workspace: TensorId) -> Type<'c> {
        let tensor = self.nest.tensor(workspace);
        let format = tensor.format().expect("a workspace that was planned has a list");
        let format = builder.format(&format.value).attribute();
        tensor_type(tensor.shape.clone(), type_of(tensor.element, builder.context()), Some(format))
    }
}

/// Stores a value at every point of an array of so many dimensions that begins with these indices.
fn fill_points<'c>(
    builder: &Builder<'c>,
    (array, order): (Value<'c>, usize),
    value: Value<'c>,
    indices: &mut Vec<Value<'c>>,
) {
    if indices.len() == order {
        return builder.store(value, array, indices);
    }
    let range = (builder.index(0), dimension_size(builder, array, indices.len()), builder.index(1));
    builder.for_loop(range, &[], |builder, index, _| {
        indices.push(index);
        fill_points(builder, (array, order), value, indices);
        indices.pop();
        Vec::new()
    });
}
