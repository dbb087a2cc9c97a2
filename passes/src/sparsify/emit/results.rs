//! Stored results: what each loop over a level of the result appends, opens and closes, as their strategies say.

use super::Emitter;
use crate::{
    bridge::{combine::reduce, constants::emit_constant, types::scalar_of},
    index::{TensorId, VarId},
    levels::emit::{form_value, sum_value},
    plan::{Point, growth::Grown},
    sparsify::{
        assembly::Assembly,
        lanes::{Lanes, is_vector},
    },
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
    sloop::{Combiner, assembly_ops::AssemblyOp},
};
use lacuna_layout::{assembly::Role, strategy::Protocol};
use melior::ir::ValueLike;

impl<'a, 'c> Emitter<'a, 'c> {
    /// The body of a loop that grows levels: what `fill` emits, in the right positions, and the nodes around it.
    pub(super) fn assemble_nodes(
        &mut self,
        builder: &Builder<'c>,
        grown: &[Grown],
        fill: &mut dyn FnMut(&mut Self, &Builder<'c>) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        match grown.split_first() {
            Some((first, rest)) if !self.is_counting() => {
                self.assemble_node(builder, first, |emitter, builder| emitter.assemble_nodes(builder, rest, fill))
            }
            _ => fill(self, builder),
        }
    }

    fn assemble_node(
        &mut self,
        builder: &Builder<'c>,
        grown: &Grown,
        fill: impl FnOnce(&mut Self, &Builder<'c>) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let (index, level) = (grown.result, grown.level);
        let Assembly { grows, at, handle } = *self.assembly(index);
        let growth = &grows.growth;
        let has_children = grows.below(level) < grows.levels.len();
        let next = match growth.roles[level] {
            Role::Insert => {
                let parent = self.assembly(index).parent(builder);
                let coordinate = self.index(builder, &grows.levels[level].subscript);
                let operation = AssemblyOp::Insert { coordinate, level, parent };
                let at = operation.build_value(builder, handle);
                self.enter_result(index, Some(at));
                fill(self, builder)
            }
            Role::Append { group } if has_children && growth.ends_group(level) => {
                let first = growth.groups[group].start;
                let before = AssemblyOp::Progress { level }.build_value(builder, handle);
                let position = AssemblyOp::AssemblyEnd { level: first }.build_value(builder, handle);
                if growth.group_below(level).is_none() && growth.has_tail() {
                    AssemblyOp::Clear { level, position }.build(builder, handle);
                }
                self.enter_result(index, Some(position));
                let next = fill(self, builder);
                let after = AssemblyOp::Progress { level }.build_value(builder, handle);
                let has_some = builder.compare(ComparePredicate::NotEqual, after, before);
                builder.if_else(
                    has_some,
                    &[],
                    |builder| {
                        self.append(builder, index, group, false);
                        Vec::new()
                    },
                    |_| Vec::new(),
                );
                next
            }
            Role::Append { .. } | Role::Implied => fill(self, builder),
        };
        self.enter_result(index, at);
        next
    }

    /// Makes room for what a loop appends to a result, where the plan says how much.
    pub(super) fn reserve(&mut self, builder: &Builder<'c>, var: VarId, grown: &Grown) {
        let Some(rounds) = grown.reserved.as_ref().filter(|_| !self.is_counting()) else { return };
        let count = self.most_rounds(builder, var, rounds);
        let assembly = self.assembly(grown.result);
        let growth = &assembly.grows.growth;
        let Role::Append { group } = growth.roles[grown.level] else { return };
        AssemblyOp::Reserve { count, level: growth.groups[group].start }.build(builder, assembly.handle);
    }

    /// Closes the segment that a loop over a level of a result has appended to.
    pub(super) fn close_segment(&mut self, builder: &Builder<'c>, grown: &Grown) {
        if self.is_counting() {
            return;
        }
        let assembly = self.assembly(grown.result);
        if assembly.grows.growth.group_at(grown.level).is_some() {
            let parent = assembly.parent(builder);
            AssemblyOp::Close { level: grown.level, parent }.build(builder, assembly.handle);
        }
    }

    /// Appends a node with the values of the open loops to a group of levels; gives its position.
    fn append(&self, builder: &Builder<'c>, index: usize, group: usize, has_room: bool) -> Value<'c> {
        let assembly = self.assembly(index);
        let levels = assembly.grows.growth.groups[group].clone();
        let level = levels.start;
        let subscripts = levels.map(|level| &assembly.grows.levels[level].subscript);
        let coordinates = subscripts.map(|subscript| self.index(builder, subscript)).collect();
        let operation = AssemblyOp::Append { coordinates, level, has_room };
        operation.build_value(builder, assembly.handle)
    }

    /// Appends a node for each lane to the innermost level; gives the position of the first.
    fn append_lanes(&self, builder: &Builder<'c>, index: usize, lanes: Lanes<'c>, has_room: bool) -> Value<'c> {
        let assembly = self.assembly(index);
        let level = assembly.grows.levels.len() - 1;
        let coordinate = self.index(builder, &assembly.grows.levels[level].subscript);
        let Lanes { width, mask, .. } = lanes;
        let operation = AssemblyOp::AppendLanes { coordinate, level, lanes: width, mask, has_room };
        operation.build_value(builder, assembly.handle)
    }

    /// Puts a value at the point whose loops are open; one in each lane, where the result grows by lanes.
    pub(super) fn put(&mut self, builder: &Builder<'c>, point: &Point, value: Value<'c>) {
        let is_it = |assembly: &Assembly<'a, 'c>| assembly.grows.tensor == point.write.target.tensor;
        let index = self.assemblies().position(is_it).expect("it was started");
        let assembly = self.assembly(index);
        let along = self.here.lanes.filter(|lanes| point.write.target.mentions(lanes.var));
        let value = along.map_or(value, |lanes| lanes.spread(builder, value));
        let position = match assembly.grows.strategy.properties().protocol {
            Protocol::TwoWalks => return self.put_counted(builder, index, value),
            Protocol::Points => self.insert_point(builder, index),
            Protocol::Loops => {
                let roles = &assembly.grows.growth.roles;
                match (along, roles.iter().rev().find(|role| **role != Role::Implied).copied()) {
                    (Some(lanes), Some(Role::Append { .. })) => {
                        self.append_lanes(builder, index, lanes, point.has_room)
                    }
                    (_, Some(Role::Append { group })) => self.append(builder, index, group, point.has_room),
                    _ => assembly.parent(builder),
                }
            }
        };
        let mask = along.and_then(|lanes| lanes.mask);
        AssemblyOp::Put { value, position, mask }.build(builder, self.assembly(index).handle);
    }

    /// Inserts the point whose loops are open into all levels; gives its position.
    fn insert_point(&self, builder: &Builder<'c>, index: usize) -> Value<'c> {
        let assembly = self.assembly(index);
        let roles = assembly.grows.growth.roles.iter().enumerate();
        roles.filter(|(_, role)| **role == Role::Insert).fold(builder.index(0), |parent, (level, _)| {
            let coordinate = self.index(builder, &assembly.grows.levels[level].subscript);
            AssemblyOp::Insert { coordinate, level, parent }.build_value(builder, assembly.handle)
        })
    }

    /// Counts the node of a point, or puts it where it belongs.
    fn put_counted(&self, builder: &Builder<'c>, index: usize, value: Value<'c>) {
        let assembly = self.assembly(index);
        let levels = assembly.grows.levels.iter();
        let mut coordinates: Vec<_> = levels.map(|level| self.index(builder, &level.subscript)).collect();
        let result = self.nest.tensor(assembly.grows.tensor);
        if let (Some(list), Some(to)) = (result.format(), result.grouped_into()) {
            let dimensions = list.mapping().dimensions.iter();
            let point: Vec<_> =
                dimensions.map(|dimension| sum_value(builder, dimension, |_, level| coordinates[level])).collect();
            let forms = to.mapping().forms.iter().map(|form| form.as_ref().expect("what grows has no slots"));
            coordinates = forms.map(|form| form_value(builder, form, &point)).collect();
        }
        if self.is_counting() {
            return AssemblyOp::Count { coordinates }.build(builder, assembly.handle);
        }
        let position = AssemblyOp::Place { coordinates }.build_value(builder, assembly.handle);
        AssemblyOp::Put { value, position, mask: None }.build(builder, assembly.handle);
    }

    /// Whether a value differs from the fill value of a result; of lanes, whether that of some does.
    pub(super) fn differs_from_fill(&self, builder: &Builder<'c>, tensor: TensorId, value: Value<'c>) -> Value<'c> {
        if let Some(lanes) = self.here.lanes.filter(|_| is_vector(value)) {
            let differs = self.each_differs_from_fill(builder, tensor, value);
            return reduce(builder, Combiner::Or, lanes.neutralize(builder, Combiner::Or, differs), "");
        }
        self.each_differs_from_fill(builder, tensor, value)
    }

    fn each_differs_from_fill(&self, builder: &Builder<'c>, tensor: TensorId, value: Value<'c>) -> Value<'c> {
        let r#type = builder.scalar_type(value.r#type());
        let (fill, scalar) = (emit_constant(builder, self.nest.fill(tensor), r#type), scalar_of(r#type));
        if scalar.is_complex() {
            return builder.value("complex.neq", &[value, fill], builder.bool_type(), &[]);
        }
        let (fill, each) = match self.here.lanes.filter(|_| is_vector(value)) {
            Some(lanes) => (lanes.spread(builder, fill), builder.vector_type(lanes.width, builder.bool_type())),
            None => (fill, builder.bool_type()),
        };
        // Of numbers: unordered or unequal, so what is no number is kept. Of integers: unequal.
        let (name, predicate) = if scalar.is_float() { ("arith.cmpf", 13) } else { ("arith.cmpi", 1) };
        builder.value(name, &[value, fill], each, &[("predicate", builder.i64_attribute(predicate))])
    }
}
