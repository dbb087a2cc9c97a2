//! From `sloop.nest` operations to plain data.

use super::{
    Access, Binding, DROP_FILL, Directives, Expr, ExprId, KEEP_FILL, KEEP_ORDER, Kind, Local, Loop, Nest, Operation,
    Outside, Relation, Scalar, Size, Stmt, TensorId, Var, VarId, WINDOWS, Where, Write, algebra::Known,
    constant::Constant, subscript::Subscript,
};
use crate::{
    diagnostic::{Reported, error},
    values::{affine_map, constant_integer},
};
use lacuna_dialects::{
    ir::{
        Block, Op, Value, arguments, body, collect_ops, defining_op, is_op, is_ranked_tensor, op_name, operands,
        ops_in, results, segments,
    },
    sloop::Combiner,
};
use melior::ir::{
    Location, ValueLike,
    attribute::{DenseI64ArrayAttribute, StringAttribute},
    operation::OperationLike,
};
use std::rc::Rc;

/// All nests under an operation, as data.
pub fn read_nests<'c>(root: Op<'c>) -> Result<(Vec<Nest>, Binding<'c>), Reported> {
    let mut binding = Binding::default();
    let ops = collect_ops(root, |op| is_op(op, "sloop.nest")).into_iter();
    let nests = ops.map(|op| read_nest(op, &mut binding)).collect::<Result<_, _>>()?;
    Ok((nests, binding))
}

/// One nest, as data.
pub fn read_nest<'c>(op: Op<'c>, binding: &mut Binding<'c>) -> Result<Nest, Reported> {
    let block = body(op, 0).ok_or_else(|| error(op.location(), "the nest has no body"))?;
    let inputs = segments(op).first().copied().unwrap_or(0);
    let mut nest = Nest::new(op, binding);
    let windows = windows(op, inputs)?;
    let mut lists = results(op).into_iter();
    for (index, operand) in operands(op).into_iter().enumerate() {
        let mut tensor = binding.tensor(operand);
        tensor.is_output = index >= inputs;
        tensor.is_window = windows.contains(&(index as i64));
        let result = if tensor.is_output && is_ranked_tensor(operand.r#type()) { lists.next() } else { None };
        tensor.list_for = result.and_then(|list| binding.list_for(list));
        nest.tensors.push(tensor);
    }
    nest.keep_order = op.has_attribute(KEEP_ORDER);
    nest.drop_fill = op.has_attribute(DROP_FILL);
    nest.keep_fill = op.has_attribute(KEEP_FILL);
    let tensors =
        arguments(block).into_iter().enumerate().map(|(index, argument)| (argument, TensorId(index))).collect();
    let mut reader = Reader { nest, binding, tensors, vars: Vec::new(), known: Vec::new() };
    let statements = reader.statements(block)?;
    reader.nest.body = statements;
    Ok(reader.nest)
}

impl Nest {
    /// A nest without tensors and statements, to stand in the place of an operation.
    pub fn new<'c>(op: Op<'c>, binding: &mut Binding<'c>) -> Self {
        let (source, place) = (binding.op_id(op), binding.place(op.location()));
        Self::empty(source, place)
    }
}

/// The inputs of which a nest may read a part.
fn windows(op: Op<'_>, inputs: usize) -> Result<Vec<i64>, Reported> {
    let Ok(given) = op.attribute(WINDOWS) else { return Ok(Vec::new()) };
    let wrong =
        || error(op.location(), format!("{WINDOWS} lists inputs by number, of which there are {inputs}: {given}"));
    let array = DenseI64ArrayAttribute::try_from(given).map_err(|_| wrong())?;
    let numbers: Vec<i64> = (0..array.len()).filter_map(|at| array.element(at).ok()).collect();
    let are_inputs = numbers.iter().all(|number| (0..inputs as i64).contains(number));
    if are_inputs { Ok(numbers) } else { Err(wrong()) }
}

/// The name that an operation gives its variable.
fn name_of(op: Op<'_>) -> Option<Rc<str>> {
    let name = op.attribute("variable").ok().and_then(|name| StringAttribute::try_from(name).ok());
    name.map(|name| name.value().into())
}

/// How the iterations of a loop run.
fn directives(op: Op<'_>) -> Directives {
    op.attribute("how").map(Directives::from_attribute).unwrap_or_default()
}

/// A scalar from outside of a nest.
pub fn outside<'c>(binding: &mut Binding<'c>, value: Value<'c>) -> Outside {
    let constant = defining_op(value).and_then(|op| Operation::of(op, 0, binding).constant());
    Outside { value: Some(binding.value_id(value)), constant }
}

struct Reader<'a, 'c> {
    nest: Nest,
    binding: &'a mut Binding<'c>,
    /// The block arguments that stand for the operands, and for tensors that live inside.
    tensors: Vec<(Value<'c>, TensorId)>,
    /// The block arguments that stand for index variables.
    vars: Vec<Value<'c>>,
    /// Values inside the nest and their expressions.
    known: Vec<(Value<'c>, ExprId)>,
}

impl<'c> Reader<'_, 'c> {
    fn statements(&mut self, block: Block<'c>) -> Result<Vec<Stmt>, Reported> {
        let mut statements = Vec::new();
        for op in ops_in(block) {
            match op_name(op).as_str() {
                "sloop.forall" => {
                    let (var, inner) = self.enter_loop(op)?;
                    let body = self.statements(inner)?;
                    statements.push(Stmt::Loop(Loop { var, how: directives(op), body }));
                }
                "sloop.derive" => self.derive(op)?,
                "sloop.where" => statements.push(Stmt::Where(self.producer_and_consumer(op)?)),
                "sloop.write" => statements.push(Stmt::Write(self.write(op)?)),
                "sloop.yield" => {}
                _ => self.expression(op)?,
            }
        }
        Ok(statements)
    }

    fn enter_loop(&mut self, op: Op<'c>) -> Result<(VarId, Block<'c>), Reported> {
        let inner = body(op, 0).ok_or_else(|| error(op.location(), "the loop has no body"))?;
        let extent = match operands(op).first() {
            Some(extent) => self.size(*extent, op.location())?,
            None => Size::Unranged,
        };
        self.nest.vars.push(Var { extent, name: name_of(op) });
        self.vars.push(arguments(inner)[0]);
        Ok((VarId(self.vars.len() - 1), inner))
    }

    fn derive(&mut self, op: Op<'c>) -> Result<(), Reported> {
        let all = operands(op);
        let (indices, extent) = all.split_at(segments(op).first().copied().unwrap_or(0));
        let value = self.subscripts(op, indices)?.pop().ok_or_else(|| error(op.location(), "there is no map"))?;
        if !value.outside_terms().is_empty() {
            return Err(error(
                op.location(),
                "a variable is derived from a value that is not an index variable of the nest",
            ));
        }
        let extent = extent.first().map(|extent| self.size(*extent, op.location())).transpose()?;
        let is_bounded = extent.is_some();
        let var = VarId(self.nest.vars.len());
        self.nest.vars.push(Var { extent: extent.unwrap_or(Size::Unranged), name: name_of(op) });
        self.vars.push(results(op)[0]);
        self.nest.relations.push(Relation { var, value, is_bounded });
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

    fn producer_and_consumer(&mut self, op: Op<'c>) -> Result<Where, Reported> {
        let location = op.location();
        let no_side = || error(location, "the producer or the consumer is missing");
        let sides = [body(op, 0).ok_or_else(no_side)?, body(op, 1).ok_or_else(no_side)?];
        let mut tensor = self.binding.tensor(arguments(sides[0])[0]);
        let initially = match op.attribute("initially") {
            Err(_) => Constant::fill(None, tensor.element),
            Ok(given) => Constant::from_attribute(given)
                .ok_or_else(|| error(location, format!("{given} is no constant that the compiler knows")))?,
        };
        let mut dynamic = operands(op).into_iter();
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
        tensor.kind = Kind::Local(Local { sizes, initially });
        let id = TensorId(self.nest.tensors.len());
        self.nest.tensors.push(tensor);
        self.tensors.extend(sides.iter().map(|side| (arguments(*side)[0], id)));
        let [produce, consume] = sides.map(|side| self.statements(side));
        Ok(Where { tensor: id, produce: produce?, consume: consume?, location: self.binding.place(location) })
    }

    fn write(&mut self, op: Op<'c>) -> Result<Write, Reported> {
        let all = operands(op);
        let value = self.operand(all[0], op.location())?;
        let target = self.access(op, all[1], &all[2..])?;
        let combiner = op.attribute("combiner").ok().map(Combiner::from_attribute);
        let elsewhere = op.attribute("elsewhere").ok().and_then(Constant::from_attribute);
        Ok(Write { target, value, combiner, elsewhere, location: self.binding.place(op.location()) })
    }

    fn access(&mut self, op: Op<'c>, tensor: Value<'c>, indices: &[Value<'c>]) -> Result<Access, Reported> {
        let (_, tensor) = self
            .tensors
            .iter()
            .find(|(argument, _)| *argument == tensor)
            .ok_or_else(|| error(op.location(), "the tensor is not an operand of the nest"))?;
        let tensor = *tensor;
        Ok(Access { tensor, subscripts: self.subscripts(op, indices)? })
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

    /// The results of the `map` of an operation, at these indices.
    fn subscripts(&mut self, op: Op<'c>, indices: &[Value<'c>]) -> Result<Vec<Subscript>, Reported> {
        let vars = indices.iter().map(|index| self.index(*index, op.location())).collect::<Result<Vec<_>, _>>()?;
        let map = op.attribute("map").map_err(|_| error(op.location(), "the access has no map"))?;
        let map = affine_map(map);
        (0..map.result_count())
            .map(|index| {
                let result = map.result(index).expect("the result exists");
                let subscript = Subscript::from_affine(result, &vars).map(|subscript| self.in_loops(&subscript));
                subscript.ok_or_else(|| {
                    error(
                        op.location(),
                        format!("subscript {index}, {result}, is not a linear function of the index variables"),
                    )
                })
            })
            .collect()
    }

    /// A subscript in terms of variables that have loops.
    fn in_loops(&self, subscript: &Subscript) -> Subscript {
        subscript.substitute(|var| self.relation(var).map(|relation| relation.value.clone()))
    }

    fn relation(&self, var: VarId) -> Option<&Relation> {
        self.nest.relations.iter().find(|relation| relation.var == var)
    }

    fn expression(&mut self, op: Op<'c>) -> Result<(), Reported> {
        let location = op.location();
        let place = self.binding.place(location);
        let expr = match op_name(op).as_str() {
            "sloop.read" => {
                let all = operands(op);
                Expr::Read(self.access(op, all[0], &all[1..])?)
            }
            "sloop.absent" => Expr::Constant(Known { value: Constant::Absent, absent: true }),
            "sloop.stored" => {
                let of = self.operand(operands(op)[0], location)?;
                let Expr::Read(access) = self.nest.expr(of) else {
                    return Err(error(location, "sloop.stored needs a value that sloop.read gives"));
                };
                Expr::Stored(access.clone())
            }
            "sloop.fold" => {
                let (var, inner) = self.enter_loop(op)?;
                for inside in ops_in(inner) {
                    match op_name(inside).as_str() {
                        "sloop.yield" => {}
                        "sloop.derive" => self.derive(inside)?,
                        _ => self.expression(inside)?,
                    }
                }
                let end = ops_in(inner).pop().ok_or_else(|| error(location, "the fold yields nothing"))?;
                let body = self.operand(operands(end)[0], end.location())?;
                let combiner =
                    Combiner::from_attribute(op.attribute("combiner").map_err(|_| error(location, "no combiner"))?);
                Expr::Fold { var, how: directives(op), combiner, body }
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
                    let operation = Operation::of(op, number, self.binding);
                    let scalar = Expr::Scalar { operation, operands: operands.clone() };
                    let id = self.nest.add(scalar, Scalar::of(result.r#type()), place);
                    self.known.push((result, id));
                }
                return Ok(());
            }
        };
        let [result] = results(op)[..] else {
            return Err(error(location, format!("{} in a nest has not one result", op_name(op))));
        };
        let id = self.nest.add(expr, Scalar::of(result.r#type()), place);
        self.known.push((result, id));
        Ok(())
    }

    fn operand(&mut self, value: Value<'c>, location: Location<'c>) -> Result<ExprId, Reported> {
        if let Some((_, id)) = self.known.iter().find(|(known, _)| *known == value) {
            return Ok(*id);
        }
        let expr = match self.vars.iter().position(|var| *var == value) {
            Some(var) => match self.relation(VarId(var)).map(|relation| relation.value.clone()) {
                None => Expr::Index(VarId(var)),
                Some(value) => {
                    let place = self.binding.place(location);
                    self.nest.number(place, &value)
                }
            },
            None if self.tensors.iter().any(|(argument, _)| *argument == value) => {
                return Err(error(location, "a tensor of the nest is used other than by sloop.read and sloop.write"));
            }
            None => Expr::Outside(outside(self.binding, value)),
        };
        let place = self.binding.place(location);
        let id = self.nest.add(expr, Scalar::of(value.r#type()), place);
        self.known.push((value, id));
        Ok(id)
    }
}
