//! Workspaces: around the loops of a statement, which fill and collect them.

use super::Emitter;
use crate::index::{TensorId, Write};
use lacuna_dialects::{
    builder::Builder,
    ir::{Value, tensor_type},
    sloop::{assembly_ops::AssemblyOp, grow::Workspace},
};
use melior::ir::Type;

impl<'c> Emitter<'_, 'c> {
    /// The value of a tensor of the nest that is read: an operand, or what was collected from a workspace.
    pub(super) fn operand(&self, tensor: TensorId) -> Value<'c> {
        let collected = self.collected.iter().rev().find(|(workspace, _)| *workspace == tensor);
        collected.map_or_else(|| self.binding.value(self.nest.tensor(tensor).operand), |(_, value)| *value)
    }

    /// The walks of the statement, in the operations that own its workspaces.
    pub(super) fn in_workspaces(&mut self, builder: &Builder<'c>, workspaces: &[TensorId]) {
        let Some((id, rest)) = workspaces.split_first() else { return self.walks(builder) };
        let tensor = self.nest.tensor(*id);
        let local = tensor.local().expect("a workspace is local");
        let dynamic = local.sizes.iter().zip(&tensor.shape).filter(|(_, known)| known.is_none());
        let sizes = dynamic.map(|(size, _)| self.binding.extent(self.nest.source, size)).collect();
        let workspace = Workspace { list: self.list_type(builder, *id), sizes };
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
