//! The parts of stored tensors: their buffers, outermost level first, and the sizes that their types leave open.

use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Block, Op, Value, arguments, operands, replace_uses, results, shape},
    stensor::storage::{Pack, Unpack, buffer_types},
};
use melior::ir::{BlockLike, Type, TypeLike, ValueLike};

/// Whether a value is a stored tensor.
pub fn is_stored(value: Value<'_>) -> bool {
    Format::of(value.r#type()).is_some()
}

/// The types of the parts of a stored tensor: its buffers, then an `index` for each dynamic dimension.
pub fn parts<'c>(builder: &Builder<'c>, r#type: Type<'c>) -> (Vec<Type<'c>>, usize) {
    let dynamic = shape(r#type).unwrap_or_default().iter().filter(|size| size.is_none()).count();
    (buffer_types(builder, r#type), dynamic)
}

/// The types of the parts of values, of stored tensors and others.
pub fn expanded_types<'c>(builder: &Builder<'c>, types: &[Type<'c>]) -> Vec<Type<'c>> {
    let mut expanded = Vec::new();
    for r#type in types {
        match Format::of(*r#type) {
            None => expanded.push(*r#type),
            Some(_format) => {
                let (buffers, dynamic) = parts(builder, *r#type);
                expanded.extend(buffers);
                expanded.extend(std::iter::repeat_n(builder.index_type(), dynamic));
            }
        }
    }
    expanded
}

/// A tensor of its parts, of which so many are buffers.
pub fn pack<'c>(builder: &Builder<'c>, r#type: Type<'c>, values: &[Value<'c>], buffers: usize) -> Value<'c> {
    let (buffers, sizes) = values.split_at(buffers);
    Pack::build(builder, buffers, sizes, r#type)
}

/// The buffers of a tensor value, and the sizes of its dynamic dimensions.
pub fn unpack<'c>(builder: &Builder<'c>, tensor: Value<'c>) -> Vec<Value<'c>> {
    let mut values = Unpack::build(builder, tensor);
    values.extend(open_sizes(builder, tensor, tensor.r#type()));
    values
}

/// The sizes of a tensor that a type of the same order leaves open.
pub fn open_sizes<'c>(builder: &Builder<'c>, tensor: Value<'c>, r#type: Type<'c>) -> Vec<Value<'c>> {
    let size_of = |(dimension, size): (usize, &Option<u64>)| {
        size.is_none().then(|| {
            let which = builder.index(dimension as i64);
            builder.value("tensor.dim", &[tensor, which], builder.index_type(), &[])
        })
    };
    shape(r#type).unwrap_or_default().iter().enumerate().filter_map(size_of).collect()
}

/// Gives an operation the parts of its stored operands instead of them.
pub fn expand_operands(op: Op<'_>) {
    let before = operands(op);
    if before.iter().all(|value| Format::of(value.r#type()).is_none()) {
        return;
    }
    let builder = Builder::before(op);
    let after: Vec<_> = before
        .into_iter()
        .flat_map(|value| match Format::of(value.r#type()) {
            None => vec![value],
            Some(_) => unpack(&builder, value),
        })
        .collect();
    // SAFETY: the operation is alive; it takes any number of operands.
    unsafe { mlir_sys::mlirOperationSetOperands(op.to_raw(), after.len() as isize, after.as_ptr().cast()) }
}

/// Puts what the parts of an operation's results make up in the place of its results.
pub fn expand_results<'c>(builder: &Builder<'c>, op: Op<'c>, expanded: &[Value<'c>]) {
    let mut next = 0;
    for old in results(op) {
        let r#type = old.r#type();
        let new = match Format::of(r#type) {
            None => {
                next += 1;
                expanded[next - 1]
            }
            Some(_format) => {
                let (buffers, dynamic) = parts(builder, r#type);
                let count = buffers.len() + dynamic;
                next += count;
                pack(builder, r#type, &expanded[next - count..next], buffers.len())
            }
        };
        replace_uses(old, new);
    }
}

/// Splits the stored tensors among the arguments of a block and packs them again at its start.
pub fn expand_arguments<'c>(builder: &Builder<'c>, entry: Block<'c>) {
    let mut index = 0;
    while index < entry.argument_count() {
        let argument = arguments(entry)[index];
        let Some(_format) = Format::of(argument.r#type()) else {
            index += 1;
            continue;
        };
        let (buffers, dynamic) = parts(builder, argument.r#type());
        let types: Vec<_> = buffers.iter().copied().chain(std::iter::repeat_n(builder.index_type(), dynamic)).collect();
        let values: Vec<_> = types
            .iter()
            .enumerate()
            .map(|(offset, r#type)| {
                // SAFETY: the block is alive and has at least `index` arguments.
                unsafe {
                    Value::from_raw(mlir_sys::mlirBlockInsertArgument(
                        entry.to_raw(),
                        (index + 1 + offset) as isize,
                        r#type.to_raw(),
                        builder.location().to_raw(),
                    ))
                }
            })
            .collect();
        // The location may name the tensor, for diagnostics.
        let tensor = pack(&builder.located(argument.location()), argument.r#type(), &values, buffers.len());
        replace_uses(argument, tensor);
        // SAFETY: nothing uses the argument any more.
        unsafe { mlir_sys::mlirBlockEraseArgument(entry.to_raw(), index as u32) }
        index += types.len();
    }
}
