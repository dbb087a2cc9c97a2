//! `sparse_tensor.new`: reads a file through upstream's runtime, `libmlir_c_runner_utils`.
//!
//! The same functions are called as by upstream's own pipeline without its library of storage: the file is read into a
//! list of entries in the order of the file, which is then converted. What code relies on, and these functions do not
//! check, is checked when the program runs: the order of the tensor in the file, sizes that the type promises, and that
//! entries are inside. Not checked is whether a file is symmetric, whose entries are taken as they stand.

use super::{
    retype::convert,
    runtime::{Runtime, known_element},
};
use crate::values::given_name;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value, element_type, operands, results, shape},
    stensor::storage::{Pack, Release},
};
use lacuna_layout::{DimExpr, Format, Width, list::list_levels};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// Why a tensor cannot be read.
pub fn refusal(op: Op<'_>) -> Option<String> {
    let (source, result) = (operands(op)[0].r#type(), results(op)[0].r#type());
    if source.to_string() != "!llvm.ptr" {
        return Some(format!(
            "its source is {source}, it must be the name of a file as !llvm.ptr: make the tensor with \
             sparse_tensor.assemble"
        ));
    }
    known_element(result).is_none().then(|| {
        format!(
            "the runtime has no reader of {}: read the arrays, and assemble them",
            element_type(result).unwrap_or(result)
        )
    })
}

/// The tensor that a file holds.
pub fn read<'c>(builder: &Builder<'c>, op: Op<'c>) -> Value<'c> {
    let r#type = results(op)[0].r#type();
    let sizes = shape(r#type).unwrap_or_default();
    let rank = sizes.len() as i64;
    let (number, suffix) = known_element(r#type).expect("checked before");
    let runtime = Runtime { builder, op };
    let reader = FileReader { builder };
    let name = given_name(results(op)[0]).unwrap_or_else(|| "a tensor read by sparse_tensor.new".to_owned());
    let index = builder.index_type();
    let pointer = operands(op)[0].r#type();
    let integer = |width| -> Type<'c> { IntegerType::new(builder.context(), width).into() };
    let numbers = builder.buffer_type(index);

    let wanted = runtime.numbers(sizes.iter().map(|size| size.unwrap_or(0) as i64).collect());
    let kind = builder.number(number as f64, integer(32));
    let file = runtime.call("createCheckedSparseTensorReader", &[operands(op)[0], wanted, kind], Some(pointer));
    let file = file.expect("it has a result");
    let found = runtime.call("getSparseTensorReaderDimSizes", &[file], Some(numbers)).expect("it has a result");
    let dimensions = reader.check_sizes(found, &sizes, &name);
    let entries = runtime.call("getSparseTensorReaderNSE", &[file], Some(index)).expect("it has a result");
    let order = runtime.numbers((0..rank).collect());
    let count = builder.binary("arith.muli", entries, builder.index(rank));
    let coordinates = runtime.allocate(numbers, count);
    let values = runtime.allocate(builder.buffer_type(builder.scalar_type(r#type)), entries);
    let function = format!("getSparseTensorReaderReadToBuffers0{suffix}");
    runtime.call(&function, &[file, order, order, coordinates, values], Some(builder.bool_type()));
    reader.check_coordinates(coordinates, entries, &dimensions, &name);
    let dynamic: Vec<_> =
        sizes.iter().zip(&dimensions).filter(|(size, _)| size.is_none()).map(|(_, found)| *found).collect();
    runtime.call("delSparseTensorReader", &[file], None);
    for buffer in [wanted, order] {
        builder.create("memref.dealloc", &[buffer], &[], &[], Vec::new());
    }

    let wide = builder.buffer_type(integer(64));
    let positions = runtime.allocate(wide, builder.index(2));
    builder.store(builder.number(0.0, integer(64)), positions, &[builder.index(0)]);
    let end = builder.value("arith.index_cast", &[entries], integer(64), &[]);
    builder.store(end, positions, &[builder.index(1)]);
    let coordinates = builder.value("builtin.unrealized_conversion_cast", &[coordinates], wide, &[]);
    let list = builder.tensor_type(r#type, Some(&list_format(sizes.len())));
    let list = Pack::build(builder, &[positions, coordinates, values], &dynamic, list);
    let tensor = convert(builder, list, r#type);
    if tensor != list {
        Release::build(builder, list);
    }
    tensor
}

/// A list of entries in any order, the coordinates of each side by side. Entries of one point add up.
fn list_format(rank: usize) -> Format {
    let mut levels = list_levels((0..rank).map(DimExpr::Dim), |_| (false, false));
    levels.iter_mut().skip(1).for_each(|level| level.interleaved = true);
    Format { position_width: Width::W64, coordinate_width: Width::W64, ..Format::with_defaults(rank, levels) }
}

struct FileReader<'a, 'c> {
    builder: &'a Builder<'c>,
}

impl<'c> FileReader<'_, 'c> {
    /// Stops the program where a file holds a tensor of another order, or of other sizes than the type promises; gives
    /// the sizes.
    fn check_sizes(&self, found: Value<'c>, sizes: &[Option<u64>], name: &str) -> Vec<Value<'c>> {
        let builder = self.builder;
        let order = builder.value("memref.dim", &[found, builder.index(0)], builder.index_type(), &[]);
        let is_right = builder.compare(ComparePredicate::Equal, order, builder.index(sizes.len() as i64));
        builder.assert_that(is_right, &format!("{name}: the tensor in the file is not of order {}", sizes.len()));
        let check = |(dimension, promised): (usize, &Option<u64>)| {
            let size = builder.load(found, &[builder.index(dimension as i64)]);
            if let Some(promised) = promised {
                let is_right = builder.compare(ComparePredicate::Equal, size, builder.index(*promised as i64));
                let message =
                    format!("{name}: dimension {dimension} of the tensor in the file is not of size {promised}");
                builder.assert_that(is_right, &message);
            }
            size
        };
        sizes.iter().enumerate().map(check).collect()
    }

    /// Stops the program where an entry is outside the tensor.
    fn check_coordinates(&self, coordinates: Value<'c>, entries: Value<'c>, sizes: &[Value<'c>], name: &str) {
        let builder = self.builder;
        builder.for_loop((builder.index(0), entries, builder.index(1)), &[], |builder, entry, _| {
            let first = builder.binary("arith.muli", entry, builder.index(sizes.len() as i64));
            for (dimension, size) in sizes.iter().enumerate() {
                let at = builder.binary("arith.addi", first, builder.index(dimension as i64));
                // What was 0 in the file is large.
                let is_inside =
                    builder.compare(ComparePredicate::UnsignedLess, builder.load(coordinates, &[at]), *size);
                let message = format!("{name}: an entry of the file is out of range in dimension {dimension}");
                builder.assert_that(is_inside, &message);
            }
            Vec::new()
        });
    }
}
