//! A tensor as one of another type: in another format, with other elements, or with sizes that are known more or less.

use super::{constants, element_types::with_elements};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Value, encoding, is_ranked_tensor, shape, tensor_type},
    stensor::conversion::{Conversion, Convert},
    stensor::storage::{Pack, Unpack},
};
use melior::ir::{Type, ValueLike};

/// A tensor in another format, with other elements, or with sizes that are known less.
pub fn convert<'c>(builder: &Builder<'c>, source: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    let is_dense = |r#type: Type<'c>| is_ranked_tensor(r#type) && Format::of(r#type).is_none();
    let (from, to) = (builder.scalar_type(source.r#type()), builder.scalar_type(r#type));
    if source.r#type() == r#type {
        source
    } else if is_dense(source.r#type()) && is_dense(r#type) {
        builder.value("tensor.cast", &[source], r#type, &[])
    } else if from != to {
        // What is stored is decided before values are rounded.
        let stored = if is_dense(source.r#type()) { r#type } else { source.r#type() };
        let sizes = shape(source.r#type()).unwrap_or_default();
        let stored = convert(builder, source, tensor_type(sizes, from, encoding(stored)));
        convert(builder, with_elements(builder, stored, to), r#type)
    } else if encoding(source.r#type()) == encoding(r#type) {
        recast(builder, source, r#type)
    } else if shape(source.r#type()) != shape(r#type) {
        let sizes = shape(source.r#type()).unwrap_or_default();
        let converted = convert(builder, source, tensor_type(sizes, to, encoding(r#type)));
        convert(builder, converted, r#type)
    } else if let Some(list) = constants::list(builder, source) {
        Convert::build(builder, list, r#type, Conversion { all_stored: true, ..Conversion::default() })
    } else {
        Convert::build(builder, source, r#type, Conversion::default())
    }
}

/// The same arrays as a tensor of another type, whose dynamic sizes are given.
pub fn repack<'c>(builder: &Builder<'c>, source: Value<'c>, sizes: &[Value<'c>], r#type: Type<'c>) -> Value<'c> {
    Pack::build(builder, &Unpack::build(builder, source), sizes, r#type)
}

/// The same tensor with sizes that are known more or less.
fn recast<'c>(builder: &Builder<'c>, source: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    let buffers = Unpack::build(builder, source);
    let mut sizes = Vec::new();
    for (dimension, size) in shape(r#type).unwrap_or_default().iter().enumerate() {
        if size.is_none() {
            let which = builder.index(dimension as i64);
            sizes.push(builder.value("tensor.dim", &[source, which], builder.index_type(), &[]));
        }
    }
    Pack::build(builder, &buffers, &sizes, r#type)
}
