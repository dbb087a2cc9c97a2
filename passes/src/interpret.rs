//! A function of nests, run on dense arrays ([`crate::index::interpret`]).
//!
//! The functions are those that the passes on the index form see: nests, tensors that are made, converted and freed, sizes. A
//! conversion is the identity on dense arrays. Functions of the module that are called are run. A function with anything else
//! is skipped, with the name of what it is.

pub mod pass;

use crate::{
    bridge::{Binding, read::read_nest, types::scalar_of},
    index::{
        ValueId,
        constant::Constant,
        interpret::{DenseTensor, Number, OutsideValues, Stopped, apply, run},
    },
    symbols::{find, module_body},
};
use lacuna_dialects::{
    format::Format,
    ir::{Op, Value, arguments, body, collect_ops, element_type, is_op, op_name, operands, ops_in, results, shape},
    sloop::index as nests,
    stensor::{
        Assert,
        conversion::{Build, Convert, Sort},
        storage::{Empty, LevelSize, Release},
    },
};
use melior::ir::{
    ValueLike,
    attribute::{FlatSymbolRefAttribute, StringAttribute},
    operation::OperationLike,
};

/// The tensors that a function gives for arguments, which are all tensors.
pub fn interpret(module: Op<'_>, function: &str, given: Vec<DenseTensor>) -> Result<Vec<DenseTensor>, Stopped> {
    let is_named = |op: Op<'_>| {
        let name = op.attribute("sym_name").ok().and_then(|name| StringAttribute::try_from(name).ok());
        is_op(op, "func.func") && name.is_some_and(|name| name.value() == function)
    };
    let found = collect_ops(module, is_named);
    let found = *found.first().ok_or_else(|| Stopped::Unsupported(format!("there is no function {function}")))?;
    interpret_function(found, given.into_iter().map(Given::Tensor).collect())
}

/// How deep functions are called.
const DEEPEST: usize = 4;

/// What a function gives for arguments.
pub fn interpret_function(function: Op<'_>, given: Vec<Given>) -> Result<Vec<DenseTensor>, Stopped> {
    interpret_at(function, given, 0)
}

/// What a function gives that is called in this many others.
fn interpret_at(function: Op<'_>, given: Vec<Given>, depth: usize) -> Result<Vec<DenseTensor>, Stopped> {
    if depth > DEEPEST {
        return Err(Stopped::Unsupported(format!("calls that are more than {DEEPEST} deep")));
    }
    let entry = body(function, 0).ok_or_else(|| Stopped::Unsupported("a function without a body".to_owned()))?;
    let mut frame = Frame { known: arguments(entry).into_iter().zip(given).collect(), depth };
    for op in ops_in(entry) {
        if is_op(op, "func.return") {
            return operands(op).into_iter().map(|value| frame.tensor(value).cloned()).collect();
        }
        frame.run(op)?;
    }
    Err(Stopped::Unsupported("a function that does not return".to_owned()))
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum Given {
    /// A scalar.
    Scalar(Number),
    /// A tensor.
    Tensor(DenseTensor),
}

struct Frame<'c> {
    known: Vec<(Value<'c>, Given)>,
    /// How deep its function is called.
    depth: usize,
}

impl<'c> Frame<'c> {
    fn get(&self, value: Value<'c>) -> Option<&Given> {
        self.known.iter().rev().find(|(known, _)| *known == value).map(|(_, meaning)| meaning)
    }

    fn tensor(&self, value: Value<'c>) -> Result<&DenseTensor, Stopped> {
        match self.get(value) {
            Some(Given::Tensor(tensor)) => Ok(tensor),
            _ => Err(Stopped::Unsupported(format!("a value of type {}", value.r#type()))),
        }
    }

    fn number(&self, value: Value<'c>) -> Result<Number, Stopped> {
        match self.get(value) {
            Some(Given::Scalar(number)) => Ok(*number),
            _ => Err(Stopped::Unsupported(format!("a value of type {}", value.r#type()))),
        }
    }

    fn run(&mut self, op: Op<'c>) -> Result<(), Stopped> {
        let all = operands(op);
        let meaning = match op_name(op).as_str() {
            "cf.assert" | Assert::NAME | Release::NAME | "bufferization.dealloc_tensor" => return Ok(()),
            nests::Nest::NAME => return self.nest(op),
            "func.call" => return self.call(op),
            "tensor.empty" | Empty::NAME | "bufferization.alloc_tensor" => Given::Tensor(self.empty(op)?),
            "linalg.fill" => {
                let (value, tensor) = (self.number(all[0])?, self.tensor(all[1])?);
                Given::Tensor(DenseTensor::filled(tensor.shape.clone(), value, false))
            }
            "tensor.dim" => {
                let Number::Integer(dimension) = self.number(all[1])? else {
                    return Err(Stopped::Unsupported("tensor.dim".to_owned()));
                };
                let size = self.tensor(all[0])?.shape.get(dimension as usize).copied();
                let size = size.ok_or_else(|| Stopped::Unsupported("tensor.dim".to_owned()))?;
                Given::Scalar(Number::Integer(size as i64))
            }
            LevelSize::NAME => Given::Scalar(Number::Integer(1)),
            Convert::NAME | Build::NAME | Sort::NAME | "tensor.cast" => Given::Tensor(self.converted(op)?),
            name if name.starts_with("arith.") || name.starts_with("complex.") => self.scalar(op)?,
            name => return Err(Stopped::Unsupported(name.to_owned())),
        };
        self.known.push((results(op)[0], meaning));
        Ok(())
    }

    fn scalar(&self, op: Op<'c>) -> Result<Given, Stopped> {
        let mut binding = Binding::default();
        let values = operands(op).into_iter().map(|value| self.number(value)).collect::<Result<Vec<_>, _>>()?;
        let types: Vec<_> = operands(op).into_iter().map(|value| scalar_of(value.r#type())).collect();
        let operation = binding.operation(op, 0);
        let value = apply(operation, &values, &types, scalar_of(results(op)[0].r#type()));
        value.map(Given::Scalar).ok_or_else(|| Stopped::Unsupported(op_name(op)))
    }

    /// A tensor that stores nothing. What a dense one holds is not said; zeros.
    fn empty(&self, op: Op<'c>) -> Result<DenseTensor, Stopped> {
        let r#type = results(op)[0].r#type();
        let mut dynamic = operands(op).into_iter();
        let size = |size: Option<u64>| match size {
            Some(size) => Ok(size as usize),
            None => match dynamic.next().map(|value| self.number(value)).transpose()? {
                Some(Number::Integer(size)) => Ok(size as usize),
                _ => Err(Stopped::Unsupported("a size".to_owned())),
            },
        };
        let shape = shape(r#type).unwrap_or_default().into_iter().map(size).collect::<Result<Vec<_>, _>>()?;
        let element = scalar_of(element_type(r#type).unwrap_or(r#type));
        let format = Format::of(r#type);
        DenseTensor::limited(
            shape,
            Number::of(Constant::fill(format.map(Format::description), element), element),
            format.is_some(),
        )
    }

    /// The same points in another format.
    fn converted(&self, op: Op<'c>) -> Result<DenseTensor, Stopped> {
        let source = operands(op)[0];
        let (from, to) = (source.r#type(), results(op)[0].r#type());
        let rank = |r#type| shape(r#type).map(|shape| shape.len());
        let fill = |r#type| {
            Constant::fill(
                Format::of(r#type).map(Format::description),
                scalar_of(element_type(r#type).unwrap_or(r#type)),
            )
        };
        if rank(from) != rank(to) || element_type(from) != element_type(to) {
            return Err(Stopped::Unsupported(op_name(op)));
        }
        let mut tensor = self.tensor(source)?.clone();
        match (Format::of(to), &tensor.stored) {
            (None, _) => tensor.stored = None,
            (Some(_), Some(_)) => {}
            (Some(_), None) => {
                let fill = Number::of(fill(to), scalar_of(element_type(to).unwrap_or(to)));
                tensor.stored = Some(tensor.values.iter().map(|value| *value != fill).collect());
            }
        }
        Ok(tensor)
    }

    fn call(&mut self, op: Op<'c>) -> Result<(), Stopped> {
        let callee = op.attribute("callee").and_then(FlatSymbolRefAttribute::try_from);
        let callee = callee.ok().and_then(|name| find(module_body(op), name.value()));
        let callee = callee.ok_or_else(|| Stopped::Unsupported("a call through a value".to_owned()))?;
        let given = operands(op).into_iter().map(|value| {
            self.get(value).cloned().ok_or_else(|| Stopped::Unsupported(format!("a value of type {}", value.r#type())))
        });
        let made = interpret_at(callee, given.collect::<Result<_, _>>()?, self.depth + 1)?;
        self.known.extend(results(op).into_iter().zip(made.into_iter().map(Given::Tensor)));
        Ok(())
    }

    fn nest(&mut self, op: Op<'c>) -> Result<(), Stopped> {
        let mut binding = Binding::default();
        let from = nests::Nest::of(op).expect("matched by name");
        let nest = read_nest(from, &mut binding).map_err(|_| Stopped::Unsupported(nests::Nest::NAME.to_owned()))?;
        let mut tensors =
            operands(op).into_iter().map(|value| self.tensor(value).cloned()).collect::<Result<Vec<_>, _>>()?;
        run(&nest, &mut tensors, &FrameValues { frame: self, binding: &binding })?;
        let updated = nest.bound().zip(tensors).filter(|(tensor, _)| tensor.is_output);
        let new: Vec<_> = updated.map(|(_, tensor)| Given::Tensor(tensor)).collect();
        self.known.extend(results(op).into_iter().zip(new));
        Ok(())
    }
}

/// What nests take from a function.
struct FrameValues<'a, 'c> {
    frame: &'a Frame<'c>,
    binding: &'a Binding<'c>,
}

impl OutsideValues for FrameValues<'_, '_> {
    fn scalar(&self, value: ValueId) -> Option<Number> {
        self.frame.number(self.binding.value(value)).ok()
    }

    fn dimension(&self, tensor: ValueId, dimension: usize) -> Option<i64> {
        let shape = &self.frame.tensor(self.binding.value(tensor)).ok()?.shape;
        shape.get(dimension).map(|size| *size as i64)
    }
}
