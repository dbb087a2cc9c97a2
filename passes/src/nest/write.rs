//! From plain data back to a `sloop.nest`.

use super::{Access, DROP_FILL, Expr, ExprId, KEEP_FILL, KEEP_ORDER, Nest, Stmt, VarId, Write, constant::Constant};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, erase, is_ranked_tensor, replace_uses, results},
};
use melior::ir::{Attribute, Type};

/// Puts new operations in the place of those that the nests stand for.
pub fn replace_all(nests: Vec<Nest<'_>>) {
    // A nest may take what an earlier one gives, and holds the handle of a result that is about to go.
    let mut replaced: Vec<(Value, Value)> = Vec::new();
    for mut nest in nests {
        for tensor in &mut nest.tensors {
            if let Some((_, new)) = replaced.iter().find(|(old, _)| *old == tensor.operand) {
                tensor.operand = *new;
            }
        }
        let new = nest.emit(&Builder::before(nest.op));
        for (old, new) in results(nest.op).into_iter().zip(results(new)) {
            replace_uses(old, new);
            replaced.push((old, new));
        }
        erase(nest.op);
    }
}

impl<'c> Nest<'c> {
    /// Emits the nest as an operation. The results are the new values of the tensors among the outputs.
    pub fn emit(&self, builder: &Builder<'c>) -> Op<'c> {
        let operands: Vec<_> = self.tensors.iter().map(|tensor| tensor.operand).collect();
        let types: Vec<_> = self.tensors.iter().map(|tensor| tensor.r#type).collect();
        let outputs: Vec<_> =
            self.tensors.iter().filter(|tensor| tensor.is_output).map(|tensor| tensor.r#type).collect();
        let updated: Vec<Type> = outputs.iter().copied().filter(|r#type| is_ranked_tensor(*r#type)).collect();
        let body = builder.region(&types, |inner, tensors| {
            let mut writer = Writer { nest: self, tensors, vars: vec![None; self.vars.len()], known: Vec::new() };
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
        builder.create("sloop.nest", &operands, &updated, &attributes, vec![body])
    }
}

struct Writer<'a, 'c> {
    nest: &'a Nest<'c>,
    tensors: &'a [Value<'c>],
    vars: Vec<Option<Value<'c>>>,
    /// Expressions that have a value here, innermost scope last.
    known: Vec<(ExprId, Value<'c>)>,
}

impl<'c> Writer<'_, 'c> {
    fn statements(&mut self, builder: &Builder<'c>, body: &[Stmt<'c>]) {
        for statement in body {
            match statement {
                Stmt::Write(write) => self.write(builder, write),
                Stmt::Loop(inner) => {
                    let width = inner.vector.map(|width| ("vector", builder.i64_attribute(width)));
                    let attributes: Vec<_> = width.into_iter().chain(self.name(inner.var)).collect();
                    let region = self.scoped(builder, inner.var, |writer, builder| {
                        writer.statements(builder, &inner.body);
                    });
                    let extent = self.nest.var(inner.var).extent;
                    builder.create("sloop.forall", &[extent], &[], &attributes, vec![region]);
                }
            }
        }
    }

    /// The attribute that names a variable, if it has a name.
    fn name(&self, var: VarId) -> Option<(&'static str, Attribute<'c>)> {
        self.nest.var(var).name.map(|name| ("variable", name))
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
            self.limits(inner, var);
            fill(self, inner);
            self.vars[var.0] = None;
        });
        self.known.truncate(depth);
        region
    }

    /// The limits of whose variables `var` is the last.
    fn limits(&self, builder: &Builder<'c>, var: VarId) {
        for limit in self.nest.limits.iter().filter(|limit| limit.subscript.mentions(var)) {
            let vars: Vec<_> = limit.subscript.terms().iter().map(|(var, _)| *var).collect();
            let Some(mut operands) = vars.iter().map(|var| self.vars[var.0]).collect::<Option<Vec<_>>>() else {
                continue;
            };
            operands.push(limit.extent);
            let map = self.map(builder, &vars, std::slice::from_ref(&limit.subscript));
            builder.create("sloop.limit", &operands, &[], &[("map", map)], Vec::new());
        }
    }

    fn write(&mut self, builder: &Builder<'c>, write: &Write<'c>) {
        let depth = self.known.len();
        let value = self.expression(builder, write.value);
        self.known.truncate(depth);
        let mut operands = vec![value];
        let map = self.access(builder, &write.target, &mut operands);
        let mut attributes = vec![("map", map)];
        if let Some(combiner) = write.combiner {
            attributes.push(("combiner", combiner.attribute(builder.context())));
        }
        let r#type = self.nest.node(write.value).r#type;
        attributes.extend(
            write
                .elsewhere
                .and_then(|constant| constant.attribute(builder, r#type))
                .map(|constant| ("elsewhere", constant)),
        );
        builder.located(write.location).create("sloop.write", &operands, &[], &attributes, Vec::new());
    }

    /// Appends the tensor and the index variables to `operands`; gives the map.
    fn access(&self, builder: &Builder<'c>, access: &Access, operands: &mut Vec<Value<'c>>) -> Attribute<'c> {
        operands.push(self.tensors[access.tensor.0]);
        let mut used: Vec<VarId> = Vec::new();
        for (var, _) in access.subscripts.iter().flat_map(|subscript| subscript.terms()) {
            if !used.contains(var) {
                used.push(*var);
            }
        }
        operands.extend(used.iter().map(|var| self.vars[var.0].expect("a subscript's loop encloses it")));
        self.map(builder, &used, &access.subscripts)
    }

    /// The map from some index variables to subscripts.
    fn map(&self, builder: &Builder<'c>, used: &[VarId], subscripts: &[super::subscript::Subscript]) -> Attribute<'c> {
        let name = |var: VarId| format!("d{}", used.iter().position(|other| *other == var).unwrap_or_default());
        let dimensions: Vec<_> = (0..used.len()).map(|index| format!("d{index}")).collect();
        let results: Vec<_> = subscripts.iter().map(|subscript| subscript.text(name)).collect();
        builder.parse_attribute(&format!("affine_map<({}) -> ({})>", dimensions.join(", "), results.join(", ")))
    }

    fn read(&self, builder: &Builder<'c>, access: &Access) -> Value<'c> {
        let mut operands = Vec::new();
        let map = self.access(builder, access, &mut operands);
        let element = self.nest.element_of(access.tensor);
        builder.value("sloop.read", &operands, element, &[("map", map)])
    }

    fn expression(&mut self, builder: &Builder<'c>, id: ExprId) -> Value<'c> {
        if let Some((_, value)) = self.known.iter().rev().find(|(known, _)| *known == id) {
            return *value;
        }
        let node = self.nest.node(id);
        let builder = &builder.located(node.location);
        let value = match &node.expr {
            Expr::Outside(value) => return *value,
            Expr::Index(var) => return self.vars[var.0].expect("an index variable's loop encloses its uses"),
            Expr::Constant(known) if known.value == Constant::Absent => {
                builder.value("sloop.absent", &[], node.r#type, &[])
            }
            Expr::Constant(known) => known.value.emit(builder, node.r#type),
            Expr::Read(access) => self.read(builder, access),
            Expr::Stored(access) => {
                let read = self.read(builder, access);
                builder.value("sloop.stored", &[read], node.r#type, &[])
            }
            Expr::Scalar { template, operands } => {
                let operands: Vec<_> = operands.iter().map(|operand| self.expression(builder, *operand)).collect();
                template.emit(builder, &operands, None, &[])
            }
            Expr::Combine { combiner, left, right } => {
                let (left, right) = (self.expression(builder, *left), self.expression(builder, *right));
                crate::combine::combine(builder, *combiner, left, right, crate::fp::FpMode::Strict.flags())
            }
            Expr::Fold { var, vector, combiner, body } => {
                let mut attributes = vec![("combiner", combiner.attribute(builder.context()))];
                attributes.extend(vector.map(|width| ("vector", builder.i64_attribute(width))));
                attributes.extend(self.name(*var));
                let region = self.scoped(builder, *var, |writer, inner| {
                    let value = writer.expression(inner, *body);
                    inner.create("sloop.yield", &[value], &[], &[], Vec::new());
                });
                let extent = self.nest.var(*var).extent;
                results(builder.create("sloop.fold", &[extent], &[node.r#type], &attributes, vec![region]))[0]
            }
        };
        self.known.push((id, value));
        value
    }
}
