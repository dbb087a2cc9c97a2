//! Workspaces: around the loops of a statement, which fill and collect them.

use super::Emitter;
use crate::{
    index::{TensorId, Write},
    plan::FullWorkspace,
    values::dimension_size,
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Value, results, tensor_type},
    sloop::{assembly_ops::AssemblyOp, grow::Workspace},
};
use melior::ir::{Type, ValueLike, r#type::MemRefType};

impl<'c> Emitter<'_, 'c> {
    /// The value of a tensor of the nest: an operand, a result, the array of a workspace, or what was collected from one.
    pub(super) fn operand(&self, tensor: TensorId) -> Value<'c> {
        let inside = self.collected.iter().rev().chain(&self.arrays);
        let inside = inside.into_iter().find(|(workspace, _)| *workspace == tensor);
        inside.map_or_else(|| self.binding.value(self.nest.tensor(tensor).operand), |(_, value)| *value)
    }

    /// The statement, with the arrays of its workspaces, whose scope ends with it; gives its results.
    pub(super) fn with_arrays(&mut self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        let computed = self.computed;
        if computed.full.is_empty() {
            return self.grow(builder, &computed.results);
        }
        let mut types = Vec::new();
        let region = builder.region(&[], |builder, _| {
            for full in &computed.full {
                let array = self.array(builder, *full);
                self.arrays.push((full.tensor, array));
            }
            let values = self.grow(builder, &computed.results);
            for (full, (_, array)) in computed.full.iter().zip(std::mem::take(&mut self.arrays)) {
                if !full.is_on_stack {
                    builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
                }
            }
            types.extend(values.iter().map(|value| value.r#type()));
            builder.create("memref.alloca_scope.return", &values, &[], &[], Vec::new());
        });
        results(builder.create("memref.alloca_scope", &[], &types, &[], vec![region]))
    }

    fn array(&self, builder: &Builder<'c>, full: FullWorkspace) -> Value<'c> {
        let tensor = self.nest.tensor(full.tensor);
        let sizes: Vec<_> = tensor.shape.iter().map(|size| size.map_or(i64::MIN, |size| size as i64)).collect();
        let r#type = MemRefType::new(tensor.element.r#type(builder.context()), &sizes, None, None);
        let dynamic = self.dynamic_sizes(full.tensor);
        let name = if full.is_on_stack { "memref.alloca" } else { "memref.alloc" };
        builder.value(name, &dynamic, r#type.into(), &[builder.segments(&[dynamic.len(), 0])])
    }

    /// Has every point of a workspace hold its first value, if it is an array.
    pub(super) fn fill_array(&self, builder: &Builder<'c>, workspace: TensorId) {
        let Some((_, array)) = self.arrays.iter().find(|(known, _)| *known == workspace) else { return };
        let tensor = self.nest.tensor(workspace);
        let element = tensor.element.r#type(builder.context());
        let value = tensor.local().expect("a workspace is local").initially.emit(builder, element);
        fill_points(builder, (*array, tensor.order()), value, &mut Vec::new());
    }

    /// The sizes of a workspace that its type does not say.
    fn dynamic_sizes(&self, workspace: TensorId) -> Vec<Value<'c>> {
        let tensor = self.nest.tensor(workspace);
        let local = tensor.local().expect("a workspace is local");
        let dynamic = local.sizes.iter().zip(&tensor.shape).filter(|(_, known)| known.is_none());
        dynamic.map(|(size, _)| self.binding.extent(self.nest.source, size)).collect()
    }

    /// The walks of the statement, in the operations that own its workspaces.
    pub(super) fn in_workspaces(&mut self, builder: &Builder<'c>, workspaces: &[TensorId]) {
        let Some((id, rest)) = workspaces.split_first() else { return self.walks(builder) };
        let workspace = Workspace { list: self.list_type(builder, *id), sizes: self.dynamic_sizes(*id) };
        workspace.build(builder, |builder, handle| {
            self.workspaces.push((*id, handle));
            self.in_workspaces(builder, rest);
            Vec::new()
        });
    }

    /// The points that a workspace stores, which is empty then.
    pub(super) fn collect(&self, builder: &Builder<'c>, workspace: TensorId) -> Value<'c> {
        AssemblyOp::Collect(self.list_type(builder, workspace)).build_value(builder, self.handle_of(workspace))
    }

    /// Gives the point of a workspace a value.
    pub(super) fn scatter(&mut self, builder: &Builder<'c>, write: &Write, value: Value<'c>) {
        let coordinates = self.indices(builder, &write.target);
        let operation = AssemblyOp::Scatter { value, coordinates, combiner: write.combiner };
        operation.build(builder, self.handle_of(write.target.tensor));
    }

    fn handle_of(&self, workspace: TensorId) -> Value<'c> {
        let mut workspaces = self.workspaces.iter();
        workspaces.find(|(known, _)| *known == workspace).expect("workspaces are started first").1
    }

    fn list_type(&self, builder: &Builder<'c>, workspace: TensorId) -> Type<'c> {
        let tensor = self.nest.tensor(workspace);
        let format = tensor.format().expect("a workspace that was planned has a list");
        let format = builder.format(&format.value).attribute();
        tensor_type(tensor.shape.clone(), tensor.element.r#type(builder.context()), Some(format))
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
