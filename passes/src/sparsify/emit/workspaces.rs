//! Workspaces: around the loops of a statement, which fill and collect them.

use super::{Emitter, emitter::ParentStorage};
use crate::{
    bridge::{constants::emit_constant, types::type_of},
    index::{TensorId, Write},
    plan::{CollectedWorkspace, FullWorkspace, parent_list_sizes},
    values::dimension_size,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Value, results, tensor_type},
    sloop::{assembly_ops::AssemblyOp, grow::Workspace},
};
use lacuna_layout::policy::Keeping;
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
        let lists = parent_list_sizes(&computed.steps);
        if computed.full.is_empty() && lists.is_empty() {
            return self.grow(builder, &computed.results);
        }
        let mut types = Vec::new();
        let region = builder.region(&[], |builder, _| {
            for full in &computed.full {
                let array = self.array(builder, *full);
                self.arrays.push((full.tensor, array));
            }
            let allocate = |sizes: &[i64]| {
                let r#type = MemRefType::new(builder.index_type(), sizes, None, None);
                builder.value("memref.alloca", &[], r#type.into(), &[builder.segments(&[0, 0])])
            };
            for (level, size) in lists {
                let most = size.max_parents.cast_signed();
                let list = allocate(&[most, if size.parents_are_runs { 3 } else { 2 }]);
                self.parent_storage.insert(level, ParentStorage { list, begins: allocate(&[most]) });
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
        let r#type = MemRefType::new(type_of(tensor.element, builder.context()), &sizes, None, None);
        let dynamic = self.dynamic_sizes(full.tensor);
        let name = if full.is_on_stack { "memref.alloca" } else { "memref.alloc" };
        builder.value(name, &dynamic, r#type.into(), &[builder.segments(&[dynamic.len(), 0])])
    }

    /// Has every point of a workspace hold its first value, if it is an array.
    pub(super) fn fill_array(&self, builder: &Builder<'c>, workspace: TensorId) {
        let Some((_, array)) = self.arrays.iter().find(|(known, _)| *known == workspace) else { return };
        let tensor = self.nest.tensor(workspace);
        let element = type_of(tensor.element, builder.context());
        let value = emit_constant(builder, tensor.local().expect("a workspace is local").initially, element);
        fill_points(builder, (*array, tensor.order()), value, &mut Vec::new());
    }

    /// The sizes of a workspace that its type does not say.
    fn dynamic_sizes(&self, workspace: TensorId) -> Vec<Value<'c>> {
        let tensor = self.nest.tensor(workspace);
        let local = tensor.local().expect("a workspace is local");
        let dynamic = local.sizes.iter().zip(&tensor.shape).filter(|(_, known)| known.is_none());
        dynamic.map(|(size, _)| self.binding.extent(self.nest.source, size)).collect()
    }

    /// A walk of the statement, in the operations that own its workspaces; twice where workspaces are kept in another way if some
    /// are found to be large.
    pub(super) fn in_workspaces(&mut self, builder: &Builder<'c>) {
        let all = &self.computed.workspaces;
        let bounds = all.iter().filter_map(|inside| Some((inside.tensor, inside.beyond?.places)));
        let fits = bounds.map(|(tensor, places)| self.has_up_to(builder, tensor, places));
        let Some(fits) = fits.reduce(|one, other| builder.binary("arith.andi", one, other)) else {
            return self.kept_in(builder, &all.iter().map(|inside| inside.keeping).collect::<Vec<_>>());
        };
        let sides = [false, true].map(|is_large| {
            let beyond = |inside: &CollectedWorkspace| inside.beyond.filter(|_| is_large).map(|beyond| beyond.keeping);
            let keepings: Vec<_> = all.iter().map(|inside| beyond(inside).unwrap_or(inside.keeping)).collect();
            builder.region(&[], |builder, _| {
                // What is known on one side is not known on the other.
                let (known, found_by) = (self.known.len(), self.found_by.clone());
                self.kept_in(builder, &keepings);
                self.known.truncate(known);
                self.found_by = found_by;
                builder.create("scf.yield", &[], &[], &[], Vec::new());
            })
        });
        builder.create("scf.if", &[fits], &[], &[], sides.into());
    }

    /// Whether a workspace has so many points at most.
    fn has_up_to(&self, builder: &Builder<'c>, workspace: TensorId, most: u64) -> Value<'c> {
        let local = self.nest.tensor(workspace).local().expect("a workspace is local");
        // No product is larger than a number of 64 bits, since neither factor is larger than one of 32.
        let bound = builder.index(most as i64 + 1);
        let bounded = |value| builder.binary("arith.minui", value, bound);
        let sizes = local.sizes.iter().map(|size| bounded(self.binding.extent(self.nest.source, size)));
        let points = sizes.reduce(|points, size| bounded(builder.binary("arith.muli", points, size)));
        let points = points.unwrap_or_else(|| builder.index(1));
        builder.compare(ComparePredicate::UnsignedLess, points, bound)
    }

    /// The walk, in the operations that own the workspaces after those that are open; each keeps its points so.
    fn kept_in(&mut self, builder: &Builder<'c>, keepings: &[Keeping]) {
        let number = self.workspaces.len();
        let Some(inside) = self.computed.workspaces.get(number).copied() else { return self.statement(builder) };
        let list = self.list_type(builder, inside.tensor);
        let sizes = self.dynamic_sizes(inside.tensor);
        let workspace = Workspace { keeping: keepings[number], combiner: inside.combiner, list, sizes };
        workspace.build(builder, |builder, handle| {
            self.workspaces.push((inside.tensor, handle));
            self.kept_in(builder, keepings);
            self.workspaces.pop();
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
        let is_said = self.computed.workspace(write.target.tensor).is_some_and(|inside| inside.combiner.is_some());
        let combiner = write.combiner.filter(|_| !is_said);
        let operation = AssemblyOp::Scatter { value, coordinates, combiner };
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
