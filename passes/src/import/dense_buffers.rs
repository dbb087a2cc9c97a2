//! Dense tensors as the buffers that bufferization gives them.

use super::arrays::cast;
use lacuna_dialects::{
    builder::Builder,
    ir::{Value, shape},
};
use melior::ir::{Attribute, Type, ValueLike, r#type::MemRefType};

/// The buffer of a dense tensor, and the same with one dimension.
pub fn buffer_of<'c>(builder: &Builder<'c>, tensor: Value<'c>, is_read_only: bool) -> (Value<'c>, Value<'c>) {
    let element = builder.scalar_type(tensor.r#type());
    let sizes = shape(tensor.r#type()).unwrap_or_default();
    let buffer_type = |sizes: &[Option<u64>]| -> Type<'c> {
        let sizes: Vec<_> = sizes.iter().map(|size| size.map_or(i64::MIN, |size| size as i64)).collect();
        MemRefType::new(element, &sizes, None, None).into()
    };
    let read_only = is_read_only.then(|| ("read_only", Attribute::unit(builder.context())));
    let whole = builder.value("bufferization.to_buffer", &[tensor], buffer_type(&sizes), read_only.as_slice());
    let mut flat = whole;
    if sizes.len() > 1 {
        let all = [sizes.iter().copied().product()];
        let group: Vec<_> = (0..sizes.len()).map(|dimension| dimension.to_string()).collect();
        let reassociation = builder.parse_attribute(&format!("[[{}]]", group.join(", ")));
        flat = builder.value("memref.collapse_shape", &[whole], buffer_type(&all), &[("reassociation", reassociation)]);
    }
    (whole, cast(builder, flat, builder.buffer_type(element)))
}
