//! From plain data back to a `sloop.nest`.

use super::{
    Binding,
    combine::combine,
    constants::{attribute_of, emit_constant},
    types::type_of,
};
use crate::{
    fp::FpMode,
    index::{
        Access, Directives, Expr, ExprId, Nest, Relation, Stmt, Tensor, TensorId, ValueId, VarId, Where, Write,
        constant::Constant,
        subscript::{Name, Subscript},
    },
};
use lacuna_dialects::{
    affine::linear_map,
    builder::Builder,
    ir::{Op, Value, erase, is_ranked_tensor, replace_uses, results, tensor_type},
    sloop::{index as ops, points},
};
use melior::ir::{AffineMap, Type, ValueLike};

/// Puts new operations in the place of those that the nests stand for.
pub fn replace_all<'c>(nests: Vec<Nest>, binding: &mut Binding<'c>) {
    for nest in nests {
        let old = binding.op(nest.source);
        let new = emit_nest(&nest, &Builder::before(old), binding);
        for (old, new) in results(old).into_iter().zip(results(new)) {
            replace_uses(old, new);
            // A nest may take what an earlier one gives.
            binding.replace(old, new);
        }
        erase(old);
    }
}

/// Emits a nest as an operation. The results are the new values of the tensors among the outputs.
pub fn emit_nest<'c>(nest: &Nest, builder: &Builder<'c>, binding: &mut Binding<'c>) -> Op<'c> {
    let operands: Vec<_> = nest.bound().map(|tensor| binding.value(tensor.operand)).collect();
    let seen = |(tensor, operand): (&Tensor, &Value<'c>)| {
        let list = tensor.format().filter(|_| tensor.grouped_into().is_some());
        let r#type = operand.r#type();
        list.map_or(r#type, |list| builder.tensor_type(r#type, Some(&list.value)))
    };
    let types: Vec<_> = nest.bound().zip(&operands).map(seen).collect();
    let (inputs, outputs) = operands.split_at(nest.bound().filter(|tensor| !tensor.is_output).count());
    let updated: Vec<Type> = outputs.iter().map(ValueLike::r#type).filter(|r#type| is_ranked_tensor(*r#type)).collect();
    let body = builder.region(&types, |inner, arguments| {
        let mut tensors = vec![None; nest.tensors.len()];
        for (id, argument) in nest.bound_ids().into_iter().zip(arguments) {
            tensors[id.0] = Some(*argument);
        }
        let mut writer = Writer { nest, binding, tensors, vars: vec![None; nest.vars.len()], known: Vec::new() };
        writer.statements(inner, &nest.body);
    });
    let windows = (0..).zip(nest.bound()).filter(|(_, tensor)| tensor.is_window);
    let rules = ops::Rules {
        keep_order: nest.keep_order,
        precompute: nest.precompute.clone(),
        drop_fill: nest.drop_fill,
        keep_fill: nest.keep_fill,
        windows: windows.map(|(number, _)| number).collect(),
    };
    ops::Nest::build(builder, (inputs, outputs), &updated, &rules, body)
}

struct Writer<'a, 'c> {
    nest: &'a Nest,
    binding: &'a mut Binding<'c>,
    /// What stands for each tensor; for one that lives inside, where it does.
    tensors: Vec<Option<Value<'c>>>,
    vars: Vec<Option<Value<'c>>>,
    /// Expressions that have a value here, innermost scope last.
    known: Vec<(ExprId, Value<'c>)>,
}

impl<'c> Writer<'_, 'c> {
    fn statements(&mut self, builder: &Builder<'c>, body: &[Stmt]) {
        for statement in body {
            match statement {
                Stmt::Write(write) => self.write(builder, write),
                Stmt::Where(inner) => self.producer_and_consumer(builder, inner),
                Stmt::Loop(inner) => {
                    let extent = self.extent(inner.var);
                    let region = self.scoped(builder, inner.var, |writer, builder| {
                        writer.statements(builder, &inner.body);
                    });
                    ops::Forall::build(builder, extent, (self.how(inner.var, inner.how), self.name(inner.var)), region);
                }
            }
        }
    }

    /// The directives of a loop over a variable.
    fn how(&self, var: VarId, how: Directives) -> Directives {
        how.with_inner(self.nest.var(var).inner)
    }

    /// The name of a variable, if it has one.
    fn name(&self, var: VarId) -> Option<&str> {
        self.nest.var(var).name.as_deref()
    }

    /// The size of a variable, if it has a range.
    fn extent(&mut self, var: VarId) -> Option<Value<'c>> {
        self.binding.size(self.nest.source, &self.nest.var(var).extent)
    }

    /// A loop body: what is computed inside is not known after it.
    fn scoped(
        &mut self,
        builder: &Builder<'c>,
        var: VarId,
        fill: impl FnOnce(&mut Self, &Builder<'c>),
    ) -> melior::ir::Region<'c> {
        let depth = self.known.len();
        let region = builder.region(&[builder.index_type()], |inner, arguments| {
            self.vars[var.0] = Some(arguments[0]);
            self.relations(inner, var);
            fill(self, inner);
            self.vars[var.0] = None;
            // Nor is what it defines.
            let defined = self.nest.relations.iter().filter(|relation| relation.value.mentions(var));
            defined.for_each(|relation| self.vars[relation.var.0] = None);
        });
        self.known.truncate(depth);
        region
    }

    fn producer_and_consumer(&mut self, builder: &Builder<'c>, inner: &Where) {
        let builder = &builder.located(self.binding.location(inner.location));
        let tensor = self.nest.tensor(inner.tensor);
        let local = tensor.local().expect("a tensor between a producer and a consumer lives inside");
        let element = type_of(tensor.element, builder.context());
        let r#type = tensor_type(tensor.shape.clone(), element, None);
        let is_dynamic = |dimension: &usize| tensor.shape[*dimension].is_none();
        let dynamic = (0..tensor.order()).filter(is_dynamic).map(|dimension| &local.sizes[dimension]);
        let sizes: Vec<_> = dynamic.filter_map(|size| self.binding.size(self.nest.source, size)).collect();
        let is_default = local.initially.is_identical(Constant::fill(None, tensor.element));
        let initially = if is_default { None } else { attribute_of(builder, local.initially, element) };
        let regions = [&inner.produce, &inner.consume].map(|side| {
            let depth = self.known.len();
            let region = builder.region(&[r#type], |builder, arguments| {
                self.tensors[inner.tensor.0] = Some(arguments[0]);
                self.statements(builder, side);
                self.tensors[inner.tensor.0] = None;
            });
            self.known.truncate(depth);
            region
        });
        ops::Where::build(builder, &sizes, (initially, local.is_full, local.asked), regions);
    }

    /// The variables that others define, of which `var` is the last.
    fn relations(&mut self, builder: &Builder<'c>, var: VarId) {
        let nest = self.nest;
        for relation in nest.relations.iter().filter(|relation| relation.value.mentions(var)) {
            let vars: Vec<_> = relation.value.vars().map(|(var, _)| var).collect();
            let Some(indices) = vars.iter().map(|var| self.vars[var.0]).collect::<Option<Vec<_>>>() else {
                continue;
            };
            if !relation.is_bounded && !relation.is_asked && self.name(relation.var).is_none() {
                continue;
            }
            let below = if relation.is_bounded { self.extent(relation.var) } else { None };
            let map = map(builder, (&vars, &[]), std::slice::from_ref(&relation.value));
            let index =
                ops::Derive::build(builder, (&indices, map), (below, relation.is_asked), self.name(relation.var));
            self.vars[relation.var.0] = Some(index);
            // What it defines in turn.
            self.relations(builder, relation.var);
        }
    }

    fn write(&mut self, builder: &Builder<'c>, write: &Write) {
        let depth = self.known.len();
        let value = self.expression(builder, write.value);
        self.known.truncate(depth);
        let point = self.point(builder, &write.target);
        let r#type = type_of(self.nest.node(write.value).r#type, builder.context());
        let elsewhere = write.elsewhere.and_then(|constant| attribute_of(builder, constant, r#type));
        let builder = builder.located(self.binding.location(write.location));
        points::Write::build(&builder, value, &point, write.combiner, elsewhere);
    }

    /// Where an access reads or writes.
    fn point(&self, builder: &Builder<'c>, access: &Access) -> points::Point<'c> {
        let tensor = self.tensors[access.tensor.0].expect("a tensor that lives inside is used there");
        let subscripts: Vec<_> =
            access.subscripts.iter().map(|subscript| self.named(access.tensor, subscript)).collect();
        let mut used: Vec<VarId> = Vec::new();
        for (var, _) in subscripts.iter().flat_map(|subscript| subscript.vars()) {
            if !used.contains(&var) {
                used.push(var);
            }
        }
        let mut values: Vec<ValueId> = Vec::new();
        for (value, _) in subscripts.iter().flat_map(|subscript| subscript.values()) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        let vars = used.iter().map(|var| self.vars[var.0].expect("a subscript's loop encloses it"));
        let indices = vars.chain(values.iter().map(|value| self.binding.value(*value))).collect();
        points::Point { tensor, indices, map: map(builder, (&used, &values), &subscripts) }
    }

    /// The derived variable that a subscript is, if there is one: its bound says the size of the dimension, but for windows.
    fn named(&self, tensor: TensorId, subscript: &Subscript) -> Subscript {
        let is_it = |relation: &&Relation| relation.value == *subscript && self.vars[relation.var.0].is_some();
        let relations = self.nest.relations.iter().filter(is_it).filter(|_| !self.nest.tensor(tensor).is_window);
        let named = relations.min_by_key(|relation| !relation.is_bounded);
        named.map_or_else(|| subscript.clone(), |relation| Subscript::var(relation.var))
    }

    fn expression(&mut self, builder: &Builder<'c>, id: ExprId) -> Value<'c> {
        if let Some((_, value)) = self.known.iter().rev().find(|(known, _)| *known == id) {
            return *value;
        }
        let node = self.nest.node(id);
        let builder = &builder.located(self.binding.location(node.location));
        let r#type = type_of(node.r#type, builder.context());
        let value = match &node.expr {
            Expr::Outside(outside) => return self.binding.outside(self.nest.source, *outside, node.r#type),
            Expr::Index(var) => return self.vars[var.0].expect("an index variable's loop encloses its uses"),
            Expr::Constant(known) if known.value == Constant::Absent => points::Absent::build(builder, r#type),
            Expr::Constant(known) => emit_constant(builder, known.value, r#type),
            Expr::Read(access) => points::Read::build(builder, &self.point(builder, access)),
            Expr::Stored(access) => {
                let read = points::Read::build(builder, &self.point(builder, access));
                points::Stored::build(builder, read)
            }
            Expr::Scalar { operation, operands } => {
                let operands: Vec<_> = operands.iter().map(|operand| self.expression(builder, *operand)).collect();
                self.binding.emit_operation(builder, *operation, (&operands, node.r#type), None, &[])
            }
            Expr::Combine { combiner, left, right } => {
                let (left, right) = (self.expression(builder, *left), self.expression(builder, *right));
                combine(builder, *combiner, left, right, FpMode::Strict.flags())
            }
            Expr::Fold { var, how, combiner, body } => {
                let extent = self.extent(*var);
                let region = self.scoped(builder, *var, |writer, inner| {
                    let value = writer.expression(inner, *body);
                    ops::Yield::build(inner, &[value]);
                });
                ops::Fold::build(builder, extent, (*combiner, self.how(*var, *how), self.name(*var)), r#type, region)
            }
        };
        self.known.push((id, value));
        value
    }
}

/// The map from some index variables, and some values from outside, to subscripts.
fn map<'c>(builder: &Builder<'c>, (used, values): (&[VarId], &[ValueId]), subscripts: &[Subscript]) -> AffineMap<'c> {
    let place = |of: VarId| used.iter().position(|other| *other == of).expect("the map has each variable");
    let outside = |of: ValueId| values.iter().position(|other| *other == of).expect("the map has each value");
    let linear = |subscript: &Subscript| {
        subscript.of(|name| match name {
            Name::Var(var) => place(var),
            Name::Outside(value) => used.len() + outside(value),
        })
    };
    let results: Vec<_> = subscripts.iter().map(linear).collect();
    linear_map(builder.context(), used.len() + values.len(), &results)
}
