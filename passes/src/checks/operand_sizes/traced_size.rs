//! Sizes of dimensions, traced to where they come from, so that sizes that are known to be the same need no check.

use crate::values::{constant_integer, dynamic_size};
use lacuna_dialects::{
    builder::Builder,
    ir::{Value, defining_op, is_memref, is_op, op_name, operands, results, segments, shape},
    sloop::index::Nest,
    stensor::{
        conversion::Convert,
        storage::{Empty, Pack},
    },
};
use melior::ir::ValueLike;

/// The size of a dimension; equal ones are the same size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TracedSize<'c> {
    Static(u64),
    /// A number of type `index`.
    Number(Value<'c>),
    /// Of a tensor or buffer.
    Dimension(Value<'c>, usize),
}

impl<'c> TracedSize<'c> {
    /// The size of dimension `dimension` of a tensor.
    pub fn of(tensor: Value<'c>, dimension: usize) -> Self {
        let sizes = shape(tensor.r#type()).unwrap_or_default();
        if let Some(Some(size)) = sizes.get(dimension) {
            return Self::Static(*size);
        }
        let Some(op) = defining_op(tensor) else { return Self::Dimension(tensor, dimension) };
        let all = operands(op);
        let dynamic_before = sizes[..dimension].iter().filter(|size| size.is_none()).count();
        let index = results(op).iter().position(|result| *result == tensor).unwrap_or_default();
        match op_name(op).as_str() {
            Empty::NAME | "tensor.empty" | "tensor.generate" => Self::of_number(all[dynamic_before]),
            Pack::NAME => Self::of_number(all[segments(op)[0] + dynamic_before]),
            "tensor.cast" | Convert::NAME => Self::of(all[0], dimension),
            "linalg.generic" | "linalg.fill" => Self::of(all[segments(op)[0] + index], dimension),
            Nest::NAME => {
                // A buffer has no result.
                let is_tensor = |value: &&Value<'c>| !is_memref(value.r#type());
                let target = all[segments(op)[0]..].iter().filter(is_tensor).nth(index);
                target.map_or(Self::Dimension(tensor, dimension), |target| Self::of(*target, dimension))
            }
            _ => Self::Dimension(tensor, dimension),
        }
    }

    /// A number that may be the size of a tensor.
    pub fn of_number(number: Value<'c>) -> Self {
        if let Some(constant) = constant_integer(number).and_then(|constant| u64::try_from(constant).ok()) {
            return Self::Static(constant);
        }
        if let Some(op) =
            defining_op(number).filter(|op| ["tensor.dim", "memref.dim"].iter().any(|dim| is_op(*op, dim)))
            && let [tensor, dimension] = operands(op)[..]
            && let Some(dimension) = constant_integer(dimension).and_then(|dimension| usize::try_from(dimension).ok())
            && shape(tensor.r#type()).is_some_and(|shape| dimension < shape.len())
        {
            return Self::of(tensor, dimension);
        }
        Self::Number(number)
    }

    /// The number, where it is known while compiling.
    pub fn known(self) -> Option<u64> {
        match self {
            Self::Static(size) => Some(size),
            _ => None,
        }
    }

    /// Whether it is known where these values are, which a function gets from outside.
    pub fn is_among(self, outside: &[Value<'c>]) -> bool {
        match self {
            Self::Static(_) => true,
            Self::Number(value) | Self::Dimension(value, _) => outside.contains(&value),
        }
    }

    pub fn emit(self, builder: &Builder<'c>) -> Value<'c> {
        match self {
            Self::Static(size) => builder.index(size as i64),
            Self::Number(number) => number,
            Self::Dimension(tensor, dimension) => dynamic_size(builder, tensor, dimension),
        }
    }
}
