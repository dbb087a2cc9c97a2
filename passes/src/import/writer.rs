//! `sparse_tensor.out`: writes a file through upstream's runtime, an entry after the other.

use super::{
    arrays::entry_count,
    entries::{Entries, Filling},
    runtime::{Runtime, known_element},
};
use crate::values::dimension_size;
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, element_type, operands, shape},
};
use melior::ir::ValueLike;

/// Why a tensor cannot be written.
pub fn refusal(op: Op<'_>) -> Option<String> {
    let all = operands(op);
    let (tensor, target) = (all[0].r#type(), all[1].r#type());
    if target.to_string() != "!llvm.ptr" {
        return Some(format!(
            "its target is {target}, it must be the name of a file as !llvm.ptr: pass the arrays to the caller with \
             sparse_tensor.disassemble"
        ));
    }
    known_element(tensor).is_none().then(|| {
        format!(
            "the runtime has no writer of {}: pass the arrays to the caller with sparse_tensor.disassemble",
            element_type(tensor).unwrap_or(tensor)
        )
    })
}

/// Writes what a tensor stores to a file, in the order of storage.
pub fn write<'c>(builder: &Builder<'c>, op: Op<'c>) {
    let all = operands(op);
    let (tensor, name) = (all[0], all[1]);
    let runtime = Runtime { builder, op };
    let rank = shape(tensor.r#type()).map_or(0, |sizes| sizes.len());
    let (_, suffix) = known_element(tensor.r#type()).expect("checked before");
    let order = builder.index(rank as i64);
    let numbers = builder.buffer_type(builder.index_type());

    let file = runtime.call("createSparseTensorWriter", &[name], Some(name.r#type())).expect("it has a result");
    let places = runtime.allocate(numbers, order);
    let fill = |builder: &Builder<'c>, numbers: &[Value<'c>]| {
        for (at, number) in numbers.iter().enumerate() {
            builder.store(*number, places, &[builder.index(at as i64)]);
        }
    };
    let sizes: Vec<_> = (0..rank).map(|dimension| dimension_size(builder, tensor, dimension)).collect();
    fill(builder, &sizes);
    let count = entry_count(builder, tensor);
    runtime.call("outSparseTensorWriterMetaData", &[file, order, count, places], None);
    let cell = builder.parse_type(&format!("memref<{}>", builder.scalar_type(tensor.r#type())));
    let cell = builder.value("memref.alloc", &[], cell, &[builder.segments(&[0, 0])]);
    let entries = Entries::of(builder, tensor, Filling::Kept, None);
    let next = format!("outSparseTensorWriterNext{suffix}");
    entries.each(builder, builder.index(0), |builder, (point, value), carried| {
        fill(builder, &point);
        builder.store(value, cell, &[]);
        Runtime { builder, op }.call(&next, &[file, order, places, cell], None);
        carried
    });
    entries.release(builder);
    runtime.call("delSparseTensorWriter", &[file], None);
    for buffer in [places, cell] {
        builder.create("memref.dealloc", &[buffer], &[], &[], Vec::new());
    }
}
