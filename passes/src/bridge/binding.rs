//! What the numbers of nests stand for in the IR: values, operations and places.
//!
//! Nests are data; the one [`Binding`] of a pass knows the IR from which they were read and to which they are written.

use super::{
    constants::emit_constant,
    types::{scalar_of, type_of},
};
use crate::{
    diagnostic::{Reported, error_with_notes},
    index::{
        Nest, OpId, Outside, Place, Scalar, Size, Tensor, TensorKind, ValueId, constant::Constant, problem::Problem,
    },
    levels::Sizes,
    values::{dimension_size, given_name},
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, defining_op, element_type, has_identity_layout, has_unit_last_stride, is_memref, shape},
    stensor::storage::{Empty, LevelSize},
};
use melior::ir::{Location, ValueLike, operation::OperationLike};

/// The values, operations and places that nests know by number.
#[derive(Clone, Debug, Default)]
pub struct Binding<'c> {
    values: Vec<Value<'c>>,
    operations: Vec<Op<'c>>,
    places: Vec<Location<'c>>,
    /// Sizes that have a value before the operation of a nest.
    sizes: Vec<(OpId, Size, Value<'c>)>,
    /// The same of constants.
    constants: Vec<(OpId, Constant, Scalar, Value<'c>)>,
}

fn number_of<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter().position(|known| *known == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

impl<'c> Binding<'c> {
    /// The number of a value.
    pub fn value_id(&mut self, value: Value<'c>) -> ValueId {
        ValueId(number_of(&mut self.values, value))
    }

    /// The value of a number.
    pub fn value(&self, id: ValueId) -> Value<'c> {
        self.values[id.0]
    }

    /// The number of an operation.
    pub fn op_id(&mut self, op: Op<'c>) -> OpId {
        OpId(number_of(&mut self.operations, op))
    }

    /// The operation of a number.
    pub fn op(&self, id: OpId) -> Op<'c> {
        self.operations[id.0]
    }

    /// The number of a place.
    pub fn place(&mut self, location: Location<'c>) -> Place {
        Place(number_of(&mut self.places, location))
    }

    /// The place of a number.
    pub fn location(&self, place: Place) -> Location<'c> {
        self.places[place.0]
    }

    /// Lets what stood for one value stand for another, which takes its place in the IR.
    pub fn replace(&mut self, old: Value<'c>, new: Value<'c>) {
        self.values.iter_mut().filter(|value| **value == old).for_each(|value| *value = new);
    }

    /// A nest without tensors and statements, to stand in the place of an operation.
    pub fn new_nest(&mut self, op: Op<'c>) -> Nest {
        let (source, place) = (self.op_id(op), self.place(op.location()));
        Nest::empty(source, place)
    }

    /// Emits the error that says why something cannot be done.
    pub fn report(&self, problem: Problem) -> Reported {
        let notes: Vec<_> = problem.notes().iter().map(|(place, note)| (self.location(*place), note.clone())).collect();
        error_with_notes(self.location(problem.place()), problem.text(), &notes)
    }

    /// A value as an operand of a nest.
    pub fn tensor(&mut self, operand: Value<'c>) -> Tensor {
        let r#type = operand.r#type();
        let element = scalar_of(element_type(r#type).unwrap_or(r#type));
        let id = self.value_id(operand);
        let mut tensor =
            Tensor::new(id, shape(r#type).unwrap_or_default(), element, Format::of(r#type).map(Format::description));
        tensor.name = given_name(operand).map(Into::into);
        tensor.starts_empty = defining_op(operand).is_some_and(Empty::is);
        if is_memref(r#type) {
            tensor.kind = TensorKind::Buffer {
                text: r#type.to_string().into(),
                is_contiguous: has_identity_layout(r#type),
                has_unit_stride: has_unit_last_stride(r#type),
            };
        }
        tensor
    }

    /// Says that a size has a value before the operation of a nest.
    pub fn know_size(&mut self, nest: OpId, size: Size, value: Value<'c>) {
        if self.known_size(nest, &size).is_none() {
            self.sizes.push((nest, size, value));
        }
    }

    fn known_size(&self, nest: OpId, size: &Size) -> Option<Value<'c>> {
        self.sizes.iter().find(|(other, known, _)| *other == nest && known == size).map(|(_, _, value)| *value)
    }

    /// Lets a nest use the sizes that were known before another, which stands before it.
    pub fn share_sizes(&mut self, from: OpId, to: OpId) {
        let shared: Vec<_> = self.sizes.iter().filter(|(nest, ..)| *nest == from).cloned().collect();
        shared.into_iter().for_each(|(_, size, value)| self.know_size(to, size, value));
    }

    /// The value of a size of a nest that is in the IR.
    pub fn extent(&self, nest: OpId, size: &Size) -> Value<'c> {
        match size {
            Size::Outside(value) => self.value(*value),
            size => self.known_size(nest, size).expect("what was read has sizes"),
        }
    }

    /// Emits the sizes of a nest that have no value outside of it yet: those of numbers that stand in it.
    pub fn make_sizes<'a>(&mut self, nest: &'a Nest) {
        let dynamic = |tensor: &'a Tensor| {
            let sizes = tensor.local().map_or(&[][..], |local| &local.sizes).iter().zip(&tensor.shape);
            sizes.filter(|(_, known)| known.is_none()).map(|(size, _)| size)
        };
        let locals = nest.tensors.iter().flat_map(dynamic);
        nest.vars.iter().map(|var| &var.extent).chain(locals).for_each(|size| {
            self.size(nest.source, size);
        });
    }

    /// The value of a size, emitted in front of the nest if there is none yet. A variable without a range has none.
    pub fn size(&mut self, nest: OpId, size: &Size) -> Option<Value<'c>> {
        if let Some(known) = self.known_size(nest, size) {
            return Some(known);
        }
        let builder = Builder::before(self.op(nest));
        let value = match size {
            Size::Unranged => return None,
            Size::Outside(value) => return Some(self.value(*value)),
            Size::Number(number) => builder.index(*number as i64),
            Size::Dimension(tensor, dimension) => dimension_size(&builder, self.value(*tensor), *dimension),
            Size::Slots(tensor, level) => LevelSize::build(&builder, self.value(*tensor), *level),
            Size::Form(form, dimensions) => {
                let sizes: Vec<_> = dimensions.iter().map(|size| self.size(nest, size)).collect();
                let dimension = |dimension: usize| sizes[dimension].expect("a dimension has a size");
                Sizes { builder: &builder, dimension: &dimension }.of(form)
            }
        };
        self.know_size(nest, size.clone(), value);
        Some(value)
    }

    /// A scalar from outside; a constant that the compiler made, such as a factor of a derived variable, is emitted by `builder`.
    pub fn outside_in_place(&self, builder: &Builder<'c>, outside: Outside, r#type: Scalar) -> Value<'c> {
        outside.value.map(|value| self.value(value)).unwrap_or_else(|| {
            let constant = outside.constant.expect("a value or a constant");
            emit_constant(builder, constant, type_of(r#type, builder.context()))
        })
    }

    /// A scalar from outside; a constant that the compiler made is emitted in front of the nest.
    pub fn outside(&mut self, nest: OpId, outside: Outside, r#type: Scalar) -> Value<'c> {
        if let Some(value) = outside.value {
            return self.value(value);
        }
        let constant = outside.constant.expect("a value or a constant");
        let is_known = |(other, known, of, _): &&(OpId, Constant, Scalar, Value<'c>)| {
            *other == nest && known.is_identical(constant) && *of == r#type
        };
        if let Some((.., value)) = self.constants.iter().find(is_known) {
            return *value;
        }
        let builder = Builder::before(self.op(nest));
        let value = emit_constant(&builder, constant, type_of(r#type, builder.context()));
        self.constants.push((nest, constant, r#type, value));
        value
    }
}
