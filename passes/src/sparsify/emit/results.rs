//! Stored results: what each loop over a level of the result appends, opens and closes, as their strategies say.

use super::Emitter;
use crate::{
    index::{Scalar, TensorId, VarId},
    levels::emit::{form_value, sum_value},
    plan::{growth::Grown, strategy::Strategy},
    sparsify::assembly::{Assembly, Walk},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate, is_float},
    ir::Value,
};
use lacuna_layout::assembly::Role;
use melior::ir::{Attribute, ValueLike};

impl<'a, 'c> Emitter<'a, 'c> {
    /// The body of a loop that grows a level: what `fill` emits, in the right position, and the node around it.
    pub(super) fn assemble_node(
        &mut self,
        builder: &Builder<'c>,
        grown: &Grown,
        fill: impl FnOnce(&mut Self, &Builder<'c>) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let (index, level) = (grown.result, grown.level);
        let Assembly { grows, at, handle, .. } = self.assemblies[index];
        let growth = &grows.growth;
        let has_children = grows.below(level) < grows.levels.len();
        let next = match growth.roles[level] {
            Role::Insert => {
                let parent = self.assemblies[index].parent(builder);
                let coordinate = self.index(builder, &grows.levels[level].subscript);
                let assembly = &mut self.assemblies[index];
                assembly.at = Some(assembly.index_op(builder, "sloop.insert", &[coordinate, handle, parent], level));
                fill(self, builder)
            }
            Role::Append { group } if has_children && growth.ends_group(level) => {
                let first = growth.groups[group].start;
                let assembly = &mut self.assemblies[index];
                let before = assembly.index_op(builder, "sloop.progress", &[handle], level);
                let position = assembly.index_op(builder, "sloop.assembly_end", &[handle], first);
                if growth.group_below(level).is_none() && growth.has_tail() {
                    assembly.level_op(builder, "sloop.clear", &[handle, position], level, None);
                }
                assembly.at = Some(position);
                let next = fill(self, builder);
                let after = self.assemblies[index].index_op(builder, "sloop.progress", &[handle], level);
                let has_some = builder.compare(ComparePredicate::NotEqual, after, before);
                builder.if_else(
                    has_some,
                    &[],
                    |builder| {
                        self.append(builder, index, group);
                        Vec::new()
                    },
                    |_| Vec::new(),
                );
                next
            }
            Role::Append { .. } | Role::Implied => fill(self, builder),
        };
        self.assemblies[index].at = at;
        next
    }

    /// Makes room for what a loop appends to a result, where the plan says how much.
    pub(super) fn reserve(&mut self, builder: &Builder<'c>, var: VarId, grown: &Grown) {
        let Some(rounds) = &grown.reserved else { return };
        let count = self.most_rounds(builder, var, rounds);
        let assembly = &mut self.assemblies[grown.result];
        let growth = &assembly.grows.growth;
        let Role::Append { group } = growth.roles[grown.level] else { return };
        let level = ("level", builder.i64_attribute(growth.groups[group].start as i64));
        assembly.is_reserved = true;
        builder.create("sloop.reserve", &[count, assembly.handle], &[], &[level], Vec::new());
    }

    /// Closes the segment that a loop over a level of a result has appended to.
    pub(super) fn close_segment(&mut self, builder: &Builder<'c>, grown: &Grown) {
        let assembly = &mut self.assemblies[grown.result];
        if grown.reserved.is_some() {
            assembly.is_reserved = false;
        }
        if assembly.grows.growth.group_at(grown.level).is_some() {
            let parent = assembly.parent(builder);
            assembly.level_op(builder, "sloop.close", &[assembly.handle, parent], grown.level, None);
        }
    }

    /// Appends a node with the values of the open loops to a group of levels; gives its position.
    fn append(&self, builder: &Builder<'c>, index: usize, group: usize) -> Value<'c> {
        let assembly = &self.assemblies[index];
        let levels = assembly.grows.growth.groups[group].clone();
        let first = levels.start;
        let subscripts = levels.map(|level| &assembly.grows.levels[level].subscript);
        let mut operands: Vec<_> = subscripts.map(|subscript| self.index(builder, subscript)).collect();
        operands.push(assembly.handle);
        let mut attributes = vec![("level", builder.i64_attribute(first as i64))];
        if assembly.is_reserved {
            attributes.push(("reserved", Attribute::unit(builder.context())));
        }
        builder.value("sloop.append", &operands, builder.index_type(), &attributes)
    }

    /// Puts a value at the point whose loops are open.
    pub(super) fn put(&mut self, builder: &Builder<'c>, tensor: TensorId, value: Value<'c>) {
        let is_it = |assembly: &Assembly<'_, 'c>| assembly.grows.tensor == tensor;
        let index = self.assemblies.iter().position(is_it).expect("it was started");
        let assembly = &self.assemblies[index];
        let position = match &assembly.grows.strategy {
            Strategy::CountAndPlace | Strategy::Group(_) => return self.put_counted(builder, index, value),
            Strategy::Insert => self.insert_point(builder, index),
            Strategy::Append => {
                let roles = &assembly.grows.growth.roles;
                match roles.iter().rev().find(|role| **role != Role::Implied).copied() {
                    Some(Role::Append { group }) => self.append(builder, index, group),
                    _ => assembly.parent(builder),
                }
            }
        };
        builder.create("sloop.put", &[value, self.assemblies[index].handle, position], &[], &[], Vec::new());
    }

    /// Inserts the point whose loops are open into all levels; gives its position.
    fn insert_point(&self, builder: &Builder<'c>, index: usize) -> Value<'c> {
        let assembly = &self.assemblies[index];
        let roles = assembly.grows.growth.roles.iter().enumerate();
        roles.filter(|(_, role)| **role == Role::Insert).fold(builder.index(0), |parent, (level, _)| {
            let coordinate = self.index(builder, &assembly.grows.levels[level].subscript);
            assembly.index_op(builder, "sloop.insert", &[coordinate, assembly.handle, parent], level)
        })
    }

    /// Counts the node of a point, or puts it where it belongs.
    fn put_counted(&self, builder: &Builder<'c>, index: usize, value: Value<'c>) {
        let assembly = &self.assemblies[index];
        let levels = assembly.grows.levels.iter();
        let mut operands: Vec<_> = levels.map(|level| self.index(builder, &level.subscript)).collect();
        if let Strategy::Group(group) = &assembly.grows.strategy {
            let dimensions = group.dimensions.iter();
            let point: Vec<_> =
                dimensions.map(|dimension| sum_value(builder, dimension, |_, level| operands[level])).collect();
            operands = group.forms.iter().map(|form| form_value(builder, form, &point)).collect();
        }
        operands.push(assembly.handle);
        match assembly.walk {
            Walk::Count => drop(builder.create("sloop.count", &operands, &[], &[], Vec::new())),
            Walk::Place => {
                let position = builder.value("sloop.place", &operands, builder.index_type(), &[]);
                builder.create("sloop.put", &[value, assembly.handle, position], &[], &[], Vec::new());
            }
        }
    }

    /// Whether a value differs from the fill value of a result.
    pub(super) fn differs_from_fill(&self, builder: &Builder<'c>, tensor: TensorId, value: Value<'c>) -> Value<'c> {
        let fill = self.nest.fill(tensor).emit(builder, value.r#type());
        let r#type = value.r#type();
        if is_float(r#type) {
            // Unordered or unequal: what is no number is kept.
            let unequal: (&str, Attribute) = ("predicate", builder.i64_attribute(13));
            return builder.value("arith.cmpf", &[value, fill], builder.bool_type(), &[unequal]);
        }
        if Scalar::of(r#type).is_integer() {
            return builder.compare(ComparePredicate::NotEqual, value, fill);
        }
        builder.value("complex.neq", &[value, fill], builder.bool_type(), &[])
    }
}
