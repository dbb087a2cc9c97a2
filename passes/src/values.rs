//! Questions about values of the IR: which number one is, what its source calls it, how large a dimension of it is, whether the
//! operation that computes it can stop the program.

use crate::index::algebra;
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, defining_op, is_memref, is_op, op_name, operands, results, shape},
    sloop::index::Nest,
    stensor::conversion::Convert,
};
use melior::ir::{
    AffineMap, Attribute, AttributeLike, Identifier, Location, ValueLike,
    attribute::{DenseI64ArrayAttribute, FloatAttribute, IntegerAttribute},
    operation::OperationLike,
};

/// No memory holds more elements; with those of 64 bytes, the number of bytes does not wrap around either.
pub const MOST_ELEMENTS: u64 = 1 << 56;

/// Whether an operation stops the program on some divisors.
pub fn can_trap(op: Op<'_>) -> bool {
    algebra::can_trap(&op_name(op))
}

/// The number that a value is, if it is a constant.
pub fn constant_number(value: Value<'_>) -> Option<f64> {
    let definition = defining_op(value)?;
    if !is_op(definition, "arith.constant") {
        return None;
    }
    number_of(definition.attribute("value").ok()?)
}

/// The number that an attribute is, if it is one.
pub fn number_of(attribute: Attribute<'_>) -> Option<f64> {
    // Asked first: a conversion that fails prints the attribute.
    if attribute.is_float()
        && let Ok(float) = FloatAttribute::try_from(attribute)
    {
        return Some(float.value());
    }
    IntegerAttribute::try_from(attribute).ok().map(|integer| integer.value() as f64)
}

/// The integer that a value is, if it is a constant: a size may have more digits than a floating-point number.
pub fn constant_integer(value: Value<'_>) -> Option<i64> {
    let definition = defining_op(value).filter(|definition| is_op(*definition, "arith.constant"))?;
    let attribute = definition.attribute("value").ok()?;
    IntegerAttribute::try_from(attribute).ok().map(|integer| integer.value())
}

/// An operand as diagnostics name it: by the name that the location of its argument gives it (`loc("A")`, or
/// `loc("A"(...))`; that of a file goes on with line and column), else by its number.
pub fn operand_name(operand: Value<'_>, number: usize) -> String {
    format!("operand {}", given_name(operand).unwrap_or_else(|| number.to_string()))
}

/// The name of a value.
pub fn given_name(operand: Value<'_>) -> Option<String> {
    name_in(naming_location(operand)?)
}

/// The location that names a value: its own, or that of what it was computed in or converted from.
pub fn naming_location(value: Value<'_>) -> Option<Location<'_>> {
    let mut value = value;
    loop {
        if name_in(value.location()).is_some() {
            return Some(value.location());
        }
        let op = defining_op(value)
            .filter(|op| [Nest::NAME, "linalg.generic", "linalg.fill", Convert::NAME].contains(&&*op_name(*op)))?;
        let (results, operands) = (results(op), operands(op));
        let outputs = &operands[operands.len().checked_sub(results.len())?..];
        value = outputs[results.iter().position(|result| *result == value)?];
    }
}

/// The place that a location says, without the name that it gives.
pub fn without_name(location: Location<'_>) -> Location<'_> {
    if name_in(location).is_none() {
        return location;
    }
    // SAFETY: the location is one with a name, and alive.
    unsafe { Location::from_raw(mlir_sys::mlirLocationNameGetChildLoc(location.to_raw())) }
}

/// The name that a location gives.
fn name_in(location: Location<'_>) -> Option<String> {
    // SAFETY: the location is alive, and has a name where it is asked for one. Names belong to the context.
    unsafe {
        let raw = location.to_raw();
        mlir_sys::mlirLocationIsAName(raw)
            .then(|| Identifier::from_raw(mlir_sys::mlirLocationNameGetName(raw)))
            .and_then(|name| name.as_string_ref().as_str().ok().map(str::to_owned))
    }
}

/// The size of a dimension of a tensor or buffer: a constant where its type says it.
pub fn dimension_size<'c>(builder: &Builder<'c>, shaped: Value<'c>, dimension: usize) -> Value<'c> {
    match shape(shaped.r#type()).and_then(|shape| shape.get(dimension).copied().flatten()) {
        Some(size) => builder.index(size as i64),
        None => dynamic_size(builder, shaped, dimension),
    }
}

/// The size of a dimension of a tensor or buffer, which only it knows.
pub fn dynamic_size<'c>(builder: &Builder<'c>, shaped: Value<'c>, dimension: usize) -> Value<'c> {
    let name = if is_memref(shaped.r#type()) { "memref.dim" } else { "tensor.dim" };
    let which = builder.index(dimension as i64);
    builder.value(name, &[shaped, which], builder.index_type(), &[])
}

/// The sizes of the dynamic dimensions of a tensor.
pub fn dynamic_sizes<'c>(builder: &Builder<'c>, shaped: Value<'c>) -> Vec<Value<'c>> {
    let sizes = shape(shaped.r#type()).unwrap_or_default();
    let is_dynamic = |dimension: &usize| sizes[*dimension].is_none();
    (0..sizes.len()).filter(is_dynamic).map(|dimension| dynamic_size(builder, shaped, dimension)).collect()
}

/// The map of an affine map attribute.
pub fn affine_map<'c>(attribute: Attribute<'c>) -> AffineMap<'c> {
    // SAFETY: callers pass attributes that ODS holds to be affine maps.
    unsafe { AffineMap::from_raw(mlir_sys::mlirAffineMapAttrGetValue(attribute.to_raw())) }
}

/// A size or a distance.
#[derive(Clone, Copy)]
pub enum Distance<'c> {
    /// A number.
    Known(i64),
    /// What a value is.
    Value(Value<'c>),
}

impl<'c> Distance<'c> {
    /// As a value.
    pub fn value(self, builder: &Builder<'c>) -> Value<'c> {
        match self {
            Self::Known(number) => builder.index(number),
            Self::Value(value) => value,
        }
    }
}

/// The numbers of a list in an attribute, of which those that are not known are values.
pub fn distances<'c>(op: Op<'c>, attribute: &str, values: &[Value<'c>]) -> Vec<Distance<'c>> {
    let mut values = values.iter();
    let list = op.attribute(attribute).ok().and_then(|list| DenseI64ArrayAttribute::try_from(list).ok());
    let elements = list.into_iter().flat_map(|list| (0..list.len()).filter_map(move |at| list.element(at).ok()));
    elements
        .map(|number| match number {
            i64::MIN => Distance::Value(*values.next().expect("a value for each number that is not known")),
            known => Distance::Known(known),
        })
        .collect()
}
