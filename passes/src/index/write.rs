//! From plain data back to a `sloop.nest`.

use super::{
    Access, Binding, DROP_FILL, Expr, ExprId, KEEP_FILL, KEEP_ORDER, Nest, Stmt, ValueId, VarId, WINDOWS, Where, Write,
    constant::Constant,
    subscript::{Name, Subscript},
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, erase, is_ranked_tensor, replace_uses, results, tensor_type},
};
use melior::ir::{Attribute, Type, ValueLike, attribute::DenseI64ArrayAttribute};

/// Puts new operations in the place of those that the nests stand for.
pub fn replace_all<'c>(nests: Vec<Nest>, binding: &mut Binding<'c>) {
    for nest in nests {
        let old = binding.op(nest.source);
        let new = nest.emit(&Builder::before(old), binding);
        for (old, new) in results(old).into_iter().zip(results(new)) {
            replace_uses(old, new);
            // A nest may take what an earlier one gives.
            binding.replace(old, new);
        }
        erase(old);
    }
}

impl Nest {
    /// Emits the nest as an operation. The results are the new values of the tensors among the outputs.
    pub fn emit<'c>(&self, builder: &Builder<'c>, binding: &mut Binding<'c>) -> Op<'c> {
        let operands: Vec<_> = self.bound().map(|tensor| binding.value(tensor.operand)).collect();
        let types: Vec<_> = operands.iter().map(ValueLike::r#type).collect();
        let is_output = self.bound().map(|tensor| tensor.is_output);
        let outputs: Vec<_> = types.iter().copied().zip(is_output).filter(|(_, out)| *out).map(|(of, _)| of).collect();
        let updated: Vec<Type> = outputs.iter().copied().filter(|r#type| is_ranked_tensor(*r#type)).collect();
        let body = builder.region(&types, |inner, arguments| {
            let mut tensors: Vec<_> = arguments.iter().copied().map(Some).collect();
            tensors.resize(self.tensors.len(), None);
            let mut writer =
                Writer { nest: self, binding, tensors, vars: vec![None; self.vars.len()], known: Vec::new() };
            writer.statements(inner, &self.body);
        });
        let segments = builder.segments(&[operands.len() - outputs.len(), outputs.len()]);
        let mut attributes = vec![segments];
        if self.keep_order {
            attributes.push((KEEP_ORDER, Attribute::unit(builder.context())));
        }
        if self.drop_fill {
            attributes.push((DROP_FILL, Attribute::unit(builder.context())));
        }
        if self.keep_fill {
            attributes.push((KEEP_FILL, Attribute::unit(builder.context())));
        }
        let windows = (0..).zip(self.bound()).filter(|(_, tensor)| tensor.is_window);
        let windows: Vec<i64> = windows.map(|(number, _)| number).collect();
        if !windows.is_empty() {
            attributes.push((WINDOWS, DenseI64ArrayAttribute::new(builder.context(), &windows).into()));
        }
        builder.create("sloop.nest", &operands, &updated, &attributes, vec![body])
    }
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
                    let width = inner.how.attribute(builder.context()).map(|how| ("how", how));
                    let attributes: Vec<_> = width.into_iter().chain(self.name(builder, inner.var)).collect();
                    let extent = self.extent(inner.var);
                    let region = self.scoped(builder, inner.var, |writer, builder| {
                        writer.statements(builder, &inner.body);
                    });
                    builder.create("sloop.forall", extent.as_slice(), &[], &attributes, vec![region]);
                }
            }
        }
    }

    /// The attribute that names a variable, if it has a name.
    fn name(&self, builder: &Builder<'c>, var: VarId) -> Option<(&'static str, Attribute<'c>)> {
        self.nest.var(var).name.as_ref().map(|name| ("variable", builder.string_attribute(name)))
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
        });
        self.known.truncate(depth);
        region
    }

    fn producer_and_consumer(&mut self, builder: &Builder<'c>, inner: &Where) {
        let builder = &builder.located(self.binding.location(inner.location));
        let tensor = self.nest.tensor(inner.tensor);
        let local = tensor.local().expect("a tensor between a producer and a consumer lives inside");
        let element = tensor.element.r#type(builder.context());
        let r#type = tensor_type(tensor.shape.clone(), element, None);
        let is_dynamic = |dimension: &usize| tensor.shape[*dimension].is_none();
        let dynamic = (0..tensor.order()).filter(is_dynamic).map(|dimension| &local.sizes[dimension]);
        let sizes: Vec<_> = dynamic.filter_map(|size| self.binding.size(self.nest.source, size)).collect();
        let is_default = local.initially.is_identical(Constant::fill(None, tensor.element));
        let initially = if is_default { None } else { local.initially.attribute(builder, element) };
        let attributes: Vec<_> = initially.map(|constant| ("initially", constant)).into_iter().collect();
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
        builder.create("sloop.where", &sizes, &[], &attributes, regions.into());
    }

    /// The variables that others define, of which `var` is the last.
    fn relations(&mut self, builder: &Builder<'c>, var: VarId) {
        let nest = self.nest;
        for relation in nest.relations.iter().filter(|relation| relation.value.mentions(var)) {
            let vars: Vec<_> = relation.value.terms().iter().map(|(var, _)| *var).collect();
            let Some(mut operands) = vars.iter().map(|var| self.vars[var.0]).collect::<Option<Vec<_>>>() else {
                continue;
            };
            let name = self.name(builder, relation.var);
            if !relation.is_bounded && name.is_none() {
                continue;
            }
            if relation.is_bounded {
                operands.extend(self.extent(relation.var));
            }
            let map = self.map(builder, (&vars, &[]), std::slice::from_ref(&relation.value));
            let segments = builder.segments(&[vars.len(), operands.len() - vars.len()]);
            let attributes: Vec<_> = [("map", map), segments].into_iter().chain(name).collect();
            builder.value("sloop.derive", &operands, builder.index_type(), &attributes);
        }
    }

    fn write(&mut self, builder: &Builder<'c>, write: &Write) {
        let depth = self.known.len();
        let value = self.expression(builder, write.value);
        self.known.truncate(depth);
        let mut operands = vec![value];
        let map = self.access(builder, &write.target, &mut operands);
        let mut attributes = vec![("map", map)];
        if let Some(combiner) = write.combiner {
            attributes.push(("combiner", combiner.attribute(builder.context())));
        }
        let r#type = self.nest.node(write.value).r#type.r#type(builder.context());
        attributes.extend(
            write
                .elsewhere
                .and_then(|constant| constant.attribute(builder, r#type))
                .map(|constant| ("elsewhere", constant)),
        );
        builder.located(self.binding.location(write.location)).create(
            "sloop.write",
            &operands,
            &[],
            &attributes,
            Vec::new(),
        );
    }

    /// Appends the tensor and the index variables to `operands`; gives the map.
    fn access(&self, builder: &Builder<'c>, access: &Access, operands: &mut Vec<Value<'c>>) -> Attribute<'c> {
        operands.push(self.tensors[access.tensor.0].expect("a tensor that lives inside is used there"));
        let mut used: Vec<VarId> = Vec::new();
        for (var, _) in access.subscripts.iter().flat_map(|subscript| subscript.terms()) {
            if !used.contains(var) {
                used.push(*var);
            }
        }
        let mut values: Vec<ValueId> = Vec::new();
        for (value, _) in access.subscripts.iter().flat_map(|subscript| subscript.outside_terms()) {
            if !values.contains(value) {
                values.push(*value);
            }
        }
        operands.extend(used.iter().map(|var| self.vars[var.0].expect("a subscript's loop encloses it")));
        operands.extend(values.iter().map(|value| self.binding.value(*value)));
        self.map(builder, (&used, &values), &access.subscripts)
    }

    /// The map from some index variables, and some values from outside, to subscripts.
    fn map(
        &self,
        builder: &Builder<'c>,
        (used, values): (&[VarId], &[ValueId]),
        subscripts: &[Subscript],
    ) -> Attribute<'c> {
        let place = |of: Name| match of {
            Name::Var(var) => used.iter().position(|other| *other == var),
            Name::Outside(value) => values.iter().position(|other| *other == value).map(|place| used.len() + place),
        };
        let name = |of| format!("d{}", place(of).unwrap_or_default());
        let dimensions: Vec<_> = (0..used.len() + values.len()).map(|index| format!("d{index}")).collect();
        let results: Vec<_> = subscripts.iter().map(|subscript| subscript.text(name)).collect();
        builder.parse_attribute(&format!("affine_map<({}) -> ({})>", dimensions.join(", "), results.join(", ")))
    }

    fn read(&self, builder: &Builder<'c>, access: &Access) -> Value<'c> {
        let mut operands = Vec::new();
        let map = self.access(builder, access, &mut operands);
        let element = self.nest.element_of(access.tensor).r#type(builder.context());
        builder.value("sloop.read", &operands, element, &[("map", map)])
    }

    fn expression(&mut self, builder: &Builder<'c>, id: ExprId) -> Value<'c> {
        if let Some((_, value)) = self.known.iter().rev().find(|(known, _)| *known == id) {
            return *value;
        }
        let node = self.nest.node(id);
        let builder = &builder.located(self.binding.location(node.location));
        let r#type = node.r#type.r#type(builder.context());
        let value = match &node.expr {
            Expr::Outside(outside) => return self.binding.outside(self.nest.source, *outside, node.r#type),
            Expr::Index(var) => return self.vars[var.0].expect("an index variable's loop encloses its uses"),
            Expr::Constant(known) if known.value == Constant::Absent => builder.value("sloop.absent", &[], r#type, &[]),
            Expr::Constant(known) => known.value.emit(builder, r#type),
            Expr::Read(access) => self.read(builder, access),
            Expr::Stored(access) => {
                let read = self.read(builder, access);
                builder.value("sloop.stored", &[read], r#type, &[])
            }
            Expr::Scalar { operation, operands } => {
                let operands: Vec<_> = operands.iter().map(|operand| self.expression(builder, *operand)).collect();
                operation.emit(self.binding, builder, (&operands, node.r#type), None, &[])
            }
            Expr::Combine { combiner, left, right } => {
                let (left, right) = (self.expression(builder, *left), self.expression(builder, *right));
                super::combine::combine(builder, *combiner, left, right, crate::fp::FpMode::Strict.flags())
            }
            Expr::Fold { var, how, combiner, body } => {
                let mut attributes = vec![("combiner", combiner.attribute(builder.context()))];
                attributes.extend(how.attribute(builder.context()).map(|how| ("how", how)));
                attributes.extend(self.name(builder, *var));
                let extent = self.extent(*var);
                let region = self.scoped(builder, *var, |writer, inner| {
                    let value = writer.expression(inner, *body);
                    inner.create("sloop.yield", &[value], &[], &[], Vec::new());
                });
                results(builder.create("sloop.fold", extent.as_slice(), &[r#type], &attributes, vec![region]))[0]
            }
        };
        self.known.push((id, value));
        value
    }
}
