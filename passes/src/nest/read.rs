//! From `sloop.nest` operations to plain data.

use super::{
    Access, DROP_FILL, Expr, ExprId, KEEP_FILL, KEEP_ORDER, Limit, Loop, Nest, Stmt, Template, Tensor, TensorId, Var,
    VarId, Write, algebra::Known, constant::Constant, subscript::Subscript,
};
use crate::diagnostic::{Reported, error};
use lacuna_dialects::{
    format::Format,
    ir::{
        Block, Op, Value, arguments, body, collect_ops, integer_attribute, is_op, op_name, operands, ops_in, results,
        segments,
    },
    sloop::Combiner,
};
use melior::ir::{AffineMap, Attribute, AttributeLike, Location, ValueLike, operation::OperationLike};

/// All nests under an operation, as data.
pub fn read_nests<'c>(root: Op<'c>) -> Result<Vec<Nest<'c>>, Reported> {
    collect_ops(root, |op| is_op(op, "sloop.nest")).into_iter().map(read_nest).collect()
}

/// One nest, as data.
pub fn read_nest<'c>(op: Op<'c>) -> Result<Nest<'c>, Reported> {
    let block = body(op, 0).ok_or_else(|| error(op.location(), "the nest has no body"))?;
    let inputs = segments(op).first().copied().unwrap_or(0);
    let tensors = operands(op)
        .into_iter()
        .enumerate()
        .map(|(index, operand)| Tensor {
            operand,
            r#type: operand.r#type(),
            format: Format::of(operand.r#type()),
            is_output: index >= inputs,
        })
        .collect();
    let nest = Nest {
        op,
        tensors,
        vars: Vec::new(),
        nodes: Vec::new(),
        body: Vec::new(),
        limits: Vec::new(),
        splits: Vec::new(),
        keep_order: op.has_attribute(KEEP_ORDER),
        drop_fill: op.has_attribute(DROP_FILL),
        keep_fill: op.has_attribute(KEEP_FILL),
    };
    let mut reader = Reader { nest, tensors: arguments(block), vars: Vec::new(), known: Vec::new() };
    let statements = reader.statements(block)?;
    reader.nest.body = statements;
    Ok(reader.nest)
}

struct Reader<'c> {
    nest: Nest<'c>,
    /// The block arguments that stand for the operands.
    tensors: Vec<Value<'c>>,
    /// The block arguments that stand for index variables.
    vars: Vec<Value<'c>>,
    /// Values inside the nest and their expressions.
    known: Vec<(Value<'c>, ExprId)>,
}

impl<'c> Reader<'c> {
    fn statements(&mut self, block: Block<'c>) -> Result<Vec<Stmt<'c>>, Reported> {
        let mut statements = Vec::new();
        for op in ops_in(block) {
            match op_name(op).as_str() {
                "sloop.forall" => {
                    let (var, inner) = self.enter_loop(op)?;
                    let body = self.statements(inner)?;
                    statements.push(Stmt::Loop(Loop { var, vector: integer_attribute(op, "vector"), body }));
                }
                "sloop.limit" => self.limit(op)?,
                "sloop.write" => statements.push(Stmt::Write(self.write(op)?)),
                "sloop.yield" => {}
                _ => self.expression(op)?,
            }
        }
        Ok(statements)
    }

    fn enter_loop(&mut self, op: Op<'c>) -> Result<(VarId, Block<'c>), Reported> {
        let inner = body(op, 0).ok_or_else(|| error(op.location(), "the loop has no body"))?;
        let extent = operands(op)[0];
        let size = super::expression::constant_integer(extent).and_then(|size| u64::try_from(size).ok());
        self.nest.vars.push(Var { extent, size, name: op.attribute("variable").ok() });
        self.vars.push(arguments(inner)[0]);
        Ok((VarId(self.vars.len() - 1), inner))
    }

    fn limit(&mut self, op: Op<'c>) -> Result<(), Reported> {
        let all = operands(op);
        let Some((extent, indices)) = all.split_last() else { return Ok(()) };
        let subscript =
            self.subscripts(op, indices)?.pop().ok_or_else(|| error(op.location(), "the limit has no map"))?;
        let is_known = |limit: &Limit| limit.subscript == subscript && limit.extent == *extent;
        if !self.nest.limits.iter().any(is_known) {
            self.nest.limits.push(Limit { subscript, extent: *extent });
        }
        Ok(())
    }

    fn write(&mut self, op: Op<'c>) -> Result<Write<'c>, Reported> {
        let all = operands(op);
        let value = self.operand(all[0], op.location())?;
        let target = self.access(op, all[1], &all[2..])?;
        let combiner = op.attribute("combiner").ok().map(Combiner::from_attribute);
        let elsewhere = op.attribute("elsewhere").ok().and_then(Constant::from_attribute);
        Ok(Write { target, value, combiner, elsewhere, location: op.location() })
    }

    fn access(&self, op: Op<'c>, tensor: Value<'c>, indices: &[Value<'c>]) -> Result<Access, Reported> {
        let tensor = self
            .tensors
            .iter()
            .position(|argument| *argument == tensor)
            .ok_or_else(|| error(op.location(), "the tensor is not an operand of the nest"))?;
        Ok(Access { tensor: TensorId(tensor), subscripts: self.subscripts(op, indices)? })
    }

    /// The results of the `map` of an operation, at these index variables.
    fn subscripts(&self, op: Op<'c>, indices: &[Value<'c>]) -> Result<Vec<Subscript>, Reported> {
        let vars = indices
            .iter()
            .map(|index| {
                self.vars.iter().position(|var| var == index).map(VarId).ok_or_else(|| {
                    error(op.location(), "a subscript uses a value that is not an index variable of the nest")
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let map = op.attribute("map").map_err(|_| error(op.location(), "the access has no map"))?;
        let map = affine_map(map);
        (0..map.result_count())
            .map(|index| {
                let result = map.result(index).expect("the result exists");
                Subscript::from_affine(result, &vars).ok_or_else(|| {
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
                        "sloop.limit" => self.limit(inside)?,
                        _ => self.expression(inside)?,
                    }
                }
                let end = ops_in(inner).pop().ok_or_else(|| error(location, "the fold yields nothing"))?;
                let body = self.operand(operands(end)[0], end.location())?;
                let combiner =
                    Combiner::from_attribute(op.attribute("combiner").map_err(|_| error(location, "no combiner"))?);
                Expr::Fold { var, vector: integer_attribute(op, "vector"), combiner, body }
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
                    let template = Template { op, result: number };
                    let id =
                        self.nest.add(Expr::Scalar { template, operands: operands.clone() }, result.r#type(), location);
                    self.known.push((result, id));
                }
                return Ok(());
            }
        };
        let [result] = results(op)[..] else {
            return Err(error(location, format!("{} in a nest has not one result", op_name(op))));
        };
        let id = self.nest.add(expr, result.r#type(), location);
        self.known.push((result, id));
        Ok(())
    }

    fn operand(&mut self, value: Value<'c>, location: Location<'c>) -> Result<ExprId, Reported> {
        if let Some((_, id)) = self.known.iter().find(|(known, _)| *known == value) {
            return Ok(*id);
        }
        let expr = match self.vars.iter().position(|var| *var == value) {
            Some(var) => Expr::Index(VarId(var)),
            None if self.tensors.contains(&value) => {
                return Err(error(location, "a tensor of the nest is used other than by sloop.read and sloop.write"));
            }
            None => Expr::Outside(value),
        };
        let id = self.nest.add(expr, value.r#type(), location);
        self.known.push((value, id));
        Ok(id)
    }
}

/// The map of an affine map attribute.
pub fn affine_map<'c>(attribute: Attribute<'c>) -> AffineMap<'c> {
    // SAFETY: callers pass attributes that ODS holds to be affine maps.
    unsafe { AffineMap::from_raw(mlir_sys::mlirAffineMapAttrGetValue(attribute.to_raw())) }
}
