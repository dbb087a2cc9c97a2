//! A tensor as one of another type: in another format, or with sizes that are known more or less.

use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Value, encoding, is_ranked_tensor, shape},
    stensor::conversion::{Conversion, Convert},
    stensor::storage::{Pack, Unpack},
};
use melior::ir::{Type, ValueLike};

/// A tensor in another format, or with sizes that are known less.
pub fn convert<'c>(builder: &Builder<'c>, source: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    let is_dense = |r#type: Type<'c>| is_ranked_tensor(r#type) && Format::of(r#type).is_none();
    if source.r#type() == r#type {
        source
    } else if is_dense(source.r#type()) && is_dense(r#type) {
        builder.value("tensor.cast", &[source], r#type, &[])
    } else if encoding(source.r#type()) == encoding(r#type) {
        recast(builder, source, r#type)
    } else {
        Convert::build(builder, source, r#type, Conversion::default())
    }
}

/// The same arrays as a tensor of another type of static sizes.
pub fn repack<'c>(builder: &Builder<'c>, source: Value<'c>, r#type: Type<'c>) -> Value<'c> {
    Pack::build(builder, &Unpack::build(builder, source), &[], r#type)
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
