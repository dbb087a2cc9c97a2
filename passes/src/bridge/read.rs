//! From `sloop.nest` operations to plain data.

use super::{Binding, affine::linear_subscript, constants::constant_of, types::scalar_of};
use crate::{
    diagnostic::{Reported, error},
    index::{
        Access, Directives, Expr, ExprId, Local, Loop, Nest, Outside, Relation, Size, Stmt, TensorId, TensorKind, Var,
        VarId, Where, Write, algebra::Known, constant::Constant, subscript::Subscript,
    },
    values::constant_integer,
};
use lacuna_dialects::{
    format::Format,
    ir::{Block, Op, Value, arguments, collect_ops, defining_op, op_name, operands, ops_in, results},
    sloop::{index as ops, points},
};
use melior::ir::{AffineMap, Location, ValueLike, operation::OperationLike};

/// All nests under an operation, as data.
pub fn read_nests<'c>(root: Op<'c>) -> Result<(Vec<Nest>, Binding<'c>), Reported> {
    let mut binding = Binding::default();
    let found = collect_ops(root, ops::Nest::is).into_iter().filter_map(ops::Nest::of);
    let nests = found.map(|op| read_nest(op, &mut binding)).collect::<Result<_, _>>()?;
    Ok((nests, binding))
}

/// One nest, as data.
pub fn read_nest<'c>(from: ops::Nest<'c>, binding: &mut Binding<'c>) -> Result<Nest, Reported> {
    let mut nest = binding.new_nest(from.op());
    let inputs = from.inputs().len();
    let rules = from.rules().map_err(|why| error(from.op().location(), why))?;
    let ops::Rules { keep_order, precompute, drop_fill, keep_fill, windows } = rules;
    let block = from.body();
    for (index, (operand, seen)) in operands(from.op()).into_iter().zip(arguments(block)).enumerate() {
        let mut tensor = binding.tensor(operand);
        // The verifier asks for a list where the body sees another type.
        if let Some(list) = Format::of(seen.r#type()).filter(|_| seen.r#type() != operand.r#type()) {
            tensor = tensor.as_list(list.description());
        }
        tensor.is_output = index >= inputs;
        tensor.is_window = windows.contains(&index);
        nest.tensors.push(tensor);
    }
    (nest.keep_order, nest.drop_fill, nest.keep_fill) = (keep_order, drop_fill, keep_fill);
    nest.precompute = precompute;
    let tensors =
        arguments(block).into_iter().enumerate().map(|(index, argument)| (argument, TensorId(index))).collect();
    let mut reader = NestReader { nest, binding, tensors, vars: Vec::new(), known: Vec::new() };
    let statements = reader.statements(block)?;
    reader.nest.body = statements;
    Ok(reader.nest)
}

/// A scalar from outside of a nest.
pub fn outside<'c>(binding: &mut Binding<'c>, value: Value<'c>) -> Outside {
    let constant = defining_op(value).and_then(|op| binding.operation(op, 0).constant());
    Outside { value: Some(binding.value_id(value)), constant }
}

struct NestReader<'a, 'c> {
    nest: Nest,
    binding: &'a mut Binding<'c>,
    /// The block arguments that stand for the operands, and for tensors that live inside.
    tensors: Vec<(Value<'c>, TensorId)>,
    /// The block arguments that stand for index variables.
    vars: Vec<Value<'c>>,
    /// Values inside the nest and their expressions.
    known: Vec<(Value<'c>, ExprId)>,
}

impl<'c> NestReader<'_, 'c> {
    fn statements(&mut self, block: Block<'c>) -> Result<Vec<Stmt>, Reported> {
        let mut statements = Vec::new();
        for op in ops_in(block) {
            if let Some(inner) = ops::Forall::of(op) {
                let var = self.enter_loop(op, inner.extent(), inner.variable(), inner.index())?;
                let how = self.ask_of(var, inner.how());
                let body = self.statements(inner.body())?;
                statements.push(Stmt::Loop(Loop { var, how, body }));
            } else if let Some(inner) = ops::Where::of(op) {
                statements.push(Stmt::Where(self.producer_and_consumer(inner)?));
            } else if let Some(write) = points::Write::of(op) {
                statements.push(Stmt::Write(self.write(write)?));
            } else {
                self.definition(op)?;
            }
        }
        Ok(statements)
    }

    /// What stands between statements, and in folds.
    fn definition(&mut self, op: Op<'c>) -> Result<(), Reported> {
        if let Some(derive) = ops::Derive::of(op) {
            return self.derive(derive);
        }
        if ops::Yield::is(op) { Ok(()) } else { self.expression(op) }
    }

    /// Notes what the directives of a loop ask of its variable; gives those of the loop alone.
    fn ask_of(&mut self, var: VarId, how: Directives) -> Directives {
        let (own, inner) = how.split();
        self.nest.vars[var.0].inner = inner;
        own
    }

    fn enter_loop(
        &mut self,
        op: Op<'c>,
        extent: Option<Value<'c>>,
        name: Option<String>,
        index: Value<'c>,
    ) -> Result<VarId, Reported> {
        let extent = match extent {
            Some(extent) => self.size(extent, op.location())?,
            None => Size::Unranged,
        };
        self.nest.vars.push(Var::new(extent, name.map(Into::into)));
        self.vars.push(index);
        Ok(VarId(self.vars.len() - 1))
    }

    fn derive(&mut self, derive: ops::Derive<'c>) -> Result<(), Reported> {
        let op = derive.op();
        let value = self.subscripts(op, derive.map(), &derive.indices())?.pop();
        let value = value.ok_or_else(|| error(op.location(), "the map has no result"))?;
        if value.has_values() {
            return Err(error(
                op.location(),
                "a variable is derived from a value that is not an index variable of the nest",
            ));
        }
        let extent = derive.extent().map(|extent| self.size(extent, op.location())).transpose()?;
        let is_bounded = extent.is_some();
        let var = VarId(self.nest.vars.len());
        self.nest.vars.push(Var::new(extent.unwrap_or(Size::Unranged), derive.variable().map(Into::into)));
        self.vars.push(derive.index());
        self.nest.relations.push(Relation { var, value, is_bounded, is_asked: derive.is_asked() });
        Ok(())
    }

    /// A value as a size: it stands outside of the nest, or is a number.
    fn size(&mut self, value: Value<'c>, location: Location<'c>) -> Result<Size, Reported> {
        let is_inside = self.vars.contains(&value) || self.known.iter().any(|(known, _)| *known == value);
        match constant_integer(value).and_then(|size| u64::try_from(size).ok()) {
            Some(number) if is_inside => Ok(Size::Number(number)),
            Some(number) => {
                self.binding.know_size(self.nest.source, Size::Number(number), value);
                Ok(Size::Number(number))
            }
            None if is_inside => {
                Err(error(location, "a size is computed inside of the nest, required one from outside"))
            }
            None => Ok(Size::Outside(self.binding.value_id(value))),
        }
    }

    fn producer_and_consumer(&mut self, from: ops::Where<'c>) -> Result<Where, Reported> {
        let (location, sides) = (from.op().location(), from.sides());
        let mut tensor = self.binding.tensor(arguments(sides[0])[0]);
        let initially = match from.initially() {
            None => Constant::fill(None, tensor.element),
            Some(given) => constant_of(given)
                .ok_or_else(|| error(location, format!("{given} is no constant that the compiler knows")))?,
        };
        let mut dynamic = from.sizes().into_iter();
        let mut sizes = Vec::new();
        for size in &tensor.shape {
            sizes.push(match size {
                Some(number) => Size::Number(*number),
                None => {
                    let value = dynamic.next().ok_or_else(|| error(location, "a dynamic dimension has no size"))?;
                    self.size(value, location)?
                }
            });
        }
        tensor.kind = TensorKind::Local(Local { sizes, initially, is_full: from.is_full(), asked: from.asked() });
        let id = TensorId(self.nest.tensors.len());
        self.nest.tensors.push(tensor);
        self.tensors.extend(sides.iter().map(|side| (arguments(*side)[0], id)));
        let [produce, consume] = sides.map(|side| self.statements(side));
        Ok(Where { tensor: id, produce: produce?, consume: consume?, location: self.binding.place(location) })
    }

    fn write(&mut self, write: points::Write<'c>) -> Result<Write, Reported> {
        let location = write.op().location();
        let value = self.operand(write.value(), location)?;
        let target = self.access(write.op(), write.point())?;
        let elsewhere = write.elsewhere().and_then(constant_of);
        Ok(Write { target, value, combiner: write.combiner(), elsewhere, location: self.binding.place(location) })
    }

    fn access(&mut self, op: Op<'c>, point: points::Point<'c>) -> Result<Access, Reported> {
        let (_, tensor) = self
            .tensors
            .iter()
            .find(|(argument, _)| *argument == point.tensor)
            .ok_or_else(|| error(op.location(), "the tensor is not an operand of the nest"))?;
        let tensor = *tensor;
        let written = self.written_subscripts(op, point.map, &point.indices)?;
        let subscripts = self.in_loops(&written, op.location())?;
        // A bound says the size of what its variable subscripts by name. What has the same value may take a part, and so may the
        // loop over a variable that is the same as the bounded one.
        let relations = &self.nest.relations;
        let bounded =
            |value: &Subscript| relations.iter().any(|relation| relation.is_bounded && relation.value == *value);
        let is_named = |written: &Subscript| {
            let relation = written.as_var().and_then(|var| self.nest.relation(var));
            relation.is_some_and(|relation| relation.is_bounded && relation.value.as_var().is_none())
        };
        let mut both = written.iter().zip(&subscripts);
        if both.any(|(written, value)| bounded(value) && !is_named(written)) && self.nest.tensor(tensor).is_input() {
            self.nest.tensors[tensor.0].is_window = true;
        }
        Ok(Access { tensor, subscripts })
    }

    /// What an index is: a variable, or a value from outside.
    fn index(&mut self, index: Value<'c>, location: Location<'c>) -> Result<Subscript, Reported> {
        if let Some(known) = self.vars.iter().position(|var| *var == index) {
            return Ok(Subscript::var(VarId(known)));
        }
        if self.known.iter().any(|(known, _)| *known == index) {
            return Err(error(location, "a subscript is computed inside of the nest, required index variables"));
        }
        Ok(match constant_integer(index) {
            Some(number) => Subscript::constant_of(number),
            None => Subscript::outside(self.binding.value_id(index)),
        })
    }

    /// The results of the map of an operation, at these indices, in terms of variables that have loops.
    fn subscripts(
        &mut self,
        op: Op<'c>,
        map: AffineMap<'c>,
        indices: &[Value<'c>],
    ) -> Result<Vec<Subscript>, Reported> {
        let written = self.written_subscripts(op, map, indices)?;
        self.in_loops(&written, op.location())
    }

    /// Subscripts in terms of variables that have loops; refused where a value may not fit its 64 bits.
    fn in_loops(&self, written: &[Subscript], location: Location<'c>) -> Result<Vec<Subscript>, Reported> {
        let whole = |written: &Subscript| {
            let whole = self.nest.in_loops(written);
            match whole.may_overflow(|var| self.nest.var(var).size()) {
                false => Ok(whole),
                true => Err(error(
                    location,
                    format!("subscript {} can have values of more than 64 bits", self.nest.text(written)),
                )),
            }
        };
        written.iter().map(whole).collect()
    }

    /// The same, as they are written.
    fn written_subscripts(
        &mut self,
        op: Op<'c>,
        map: AffineMap<'c>,
        indices: &[Value<'c>],
    ) -> Result<Vec<Subscript>, Reported> {
        let vars = indices.iter().map(|index| self.index(*index, op.location())).collect::<Result<Vec<_>, _>>()?;
        (0..map.result_count())
            .map(|index| {
                let result = map.result(index).expect("the result exists");
                linear_subscript(result, &vars).ok_or_else(|| {
                    error(
                        op.location(),
                        format!("subscript {index}, {result}, is not a linear function of the index variables"),
                    )
                })
            })
            .collect()
    }

    fn expression(&mut self, op: Op<'c>) -> Result<(), Reported> {
        let location = op.location();
        let place = self.binding.place(location);
        let expr = match op_name(op).as_str() {
            points::Read::NAME => {
                let read = points::Read::of(op).expect("matched by name");
                Expr::Read(self.access(op, read.point())?)
            }
            points::Absent::NAME => Expr::Constant(Known { value: Constant::Absent, absent: true }),
            points::Stored::NAME => {
                let of = self.operand(operands(op)[0], location)?;
                let Expr::Read(access) = self.nest.expr(of) else {
                    let (stored, read) = (points::Stored::NAME, points::Read::NAME);
                    return Err(error(location, format!("{stored} needs a value that {read} gives")));
                };
                Expr::Stored(access.clone())
            }
            ops::Fold::NAME => {
                let fold = ops::Fold::of(op).expect("matched by name");
                let var = self.enter_loop(op, fold.extent(), fold.variable(), fold.index())?;
                let inside = ops_in(fold.body());
                inside.iter().try_for_each(|inner| self.definition(*inner))?;
                let end = inside.last().copied().and_then(ops::Yield::of);
                let end = end.ok_or_else(|| error(location, "the fold yields nothing"))?;
                let body = self.operand(end.values()[0], end.op().location())?;
                Expr::Fold { var, how: self.ask_of(var, fold.how()), combiner: fold.combiner(), body }
            }
            name => {
                if op.region_count() > 0 {
                    return Err(error(location, format!("{name} has a region, which a nest cannot hold")));
                }
                if results(op).is_empty() {
                    return Err(error(location, format!("{name} in a nest has 0 results, required one")));
                }
                let operands: Vec<_> =
                    operands(op).into_iter().map(|value| self.operand(value, location)).collect::<Result<_, _>>()?;
                for (number, result) in results(op).into_iter().enumerate() {
                    let operation = self.binding.operation(op, number);
                    let scalar = Expr::Scalar { operation, operands: operands.clone() };
                    let id = self.nest.add(scalar, scalar_of(result.r#type()), place);
                    self.known.push((result, id));
                }
                return Ok(());
            }
        };
        let [result] = results(op)[..] else {
            return Err(error(location, format!("{} in a nest has not one result", op_name(op))));
        };
        let id = self.nest.add(expr, scalar_of(result.r#type()), place);
        self.known.push((result, id));
        Ok(())
    }

    fn operand(&mut self, value: Value<'c>, location: Location<'c>) -> Result<ExprId, Reported> {
        if let Some((_, id)) = self.known.iter().find(|(known, _)| *known == value) {
            return Ok(*id);
        }
        let expr = match self.vars.iter().position(|var| *var == value) {
            Some(var) => match self.nest.relation(VarId(var)).map(|relation| relation.value.clone()) {
                None => Expr::Index(VarId(var)),
                Some(value) => {
                    let place = self.binding.place(location);
                    self.nest.number(place, &value)
                }
            },
            None if self.tensors.iter().any(|(argument, _)| *argument == value) => {
                return Err(error(
                    location,
                    format!(
                        "a tensor of the nest is used other than by {} and {}",
                        points::Read::NAME,
                        points::Write::NAME
                    ),
                ));
            }
            None => Expr::Outside(outside(self.binding, value)),
        };
        let place = self.binding.place(location);
        let id = self.nest.add(expr, scalar_of(value.r#type()), place);
        self.known.push((value, id));
        Ok(id)
    }
}
