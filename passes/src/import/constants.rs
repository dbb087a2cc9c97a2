//! Constants that are written as lists of points, `sparse<[[1], [3]], [0, 5]>`: each point of the list is an entry, also one
//! that holds zero.

use super::{
    arrays::cast,
    dense_buffers::buffer_of,
    lists::{ListKind, list_type, wide},
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, defining_op, is_op, shape, tensor_type},
    stensor::storage::Pack,
};
use melior::ir::{Attribute, AttributeLike, Type, TypeLike, ValueLike, operation::OperationLike, r#type::IntegerType};
use std::collections::BTreeSet;

/// The points and values of such a constant.
struct Points<'c> {
    coordinates: Vec<Vec<i64>>,
    values: Attribute<'c>,
}

/// The list of such a constant, which is the program's: nobody frees it.
pub fn list<'c>(builder: &Builder<'c>, tensor: Value<'c>) -> Option<Value<'c>> {
    let points = points(defining_op(tensor)?)?;
    let sizes = shape(tensor.r#type()).unwrap_or_default();
    let index = wide(builder);
    let numbers = |numbers: Vec<i64>| {
        let r#type = tensor_type(vec![Some(numbers.len() as u64)], index, None);
        buffer(builder, elements(r#type, &numbers), r#type, index)
    };
    let count = points.coordinates.len();
    let mut buffers = vec![numbers(vec![0, count as i64])];
    for dimension in 0..sizes.len() {
        buffers.push(numbers(points.coordinates.iter().map(|point| point[dimension]).collect()));
    }
    let element = builder.scalar_type(tensor.r#type());
    let r#type = tensor_type(vec![Some(count as u64)], element, None);
    buffers.push(buffer(builder, points.values, r#type, element));
    let kind = ListKind { order: None, may_repeat: false };
    Some(Pack::build(builder, &buffers, &[], list_type(builder, tensor.r#type(), &kind)))
}

/// Why a constant cannot be read as a list.
pub fn refusal(op: Op<'_>) -> Option<String> {
    let points = points(op)?;
    let mut seen = BTreeSet::new();
    let again = points.coordinates.iter().find(|point| !seen.insert(*point))?;
    Some(format!("it lists the point {again:?} twice: leave one out"))
}

fn buffer<'c>(builder: &Builder<'c>, numbers: Attribute<'c>, r#type: Type<'c>, element: Type<'c>) -> Value<'c> {
    let constant = builder.constant(numbers, r#type);
    let (_, buffer) = buffer_of(builder, constant, true);
    cast(builder, buffer, builder.buffer_type(element))
}

fn elements<'c>(r#type: Type<'c>, numbers: &[i64]) -> Attribute<'c> {
    // SAFETY: the type is that of a tensor of so many integers of 64 bits.
    unsafe {
        Attribute::from_raw(mlir_sys::mlirDenseElementsAttrInt64Get(
            r#type.to_raw(),
            numbers.len() as isize,
            numbers.as_ptr(),
        ))
    }
}

fn points(op: Op<'_>) -> Option<Points<'_>> {
    let attribute = is_op(op, "arith.constant").then(|| op.attribute("value").ok()).flatten()?;
    // SAFETY: the attribute is alive, and asked only what it is.
    let (indices, values) = unsafe {
        if !mlir_sys::mlirAttributeIsASparseElements(attribute.to_raw()) {
            return None;
        }
        (
            mlir_sys::mlirSparseElementsAttrGetIndices(attribute.to_raw()),
            Attribute::from_raw(mlir_sys::mlirSparseElementsAttrGetValues(attribute.to_raw())),
        )
    };
    // SAFETY: the indices are integers of 64 bits, a row for each point.
    let coordinates = unsafe {
        let r#type = Type::from_raw(mlir_sys::mlirAttributeGetType(indices));
        debug_assert!(IntegerType::try_from(lacuna_dialects::ir::element_type(r#type)?).is_ok());
        let sizes = shape(r#type)?;
        let count = sizes.first().copied().flatten()? as usize;
        let order = sizes.get(1).copied().flatten().unwrap_or(1) as usize;
        let number = |at: usize| {
            if mlir_sys::mlirDenseElementsAttrIsSplat(indices) {
                mlir_sys::mlirDenseElementsAttrGetInt64SplatValue(indices)
            } else {
                mlir_sys::mlirDenseElementsAttrGetInt64Value(indices, at as isize)
            }
        };
        let point = |entry: usize| (0..order).map(|dimension| number(entry * order + dimension)).collect();
        (0..count).map(point).collect()
    };
    Some(Points { coordinates, values })
}
