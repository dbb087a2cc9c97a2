//! `sparse_tensor.new`: reads a file through upstream's runtime, `libmlir_c_runner_utils`.
//!
//! The same functions are called as by upstream's own pipeline without its library of storage: the file is read into a
//! list of entries in the order of the file, which is then converted. What code relies on, and these functions do not
//! check, is checked when the program runs: the order of the tensor in the file, sizes that the type promises, and that
//! entries are inside. Not checked is whether a file is symmetric, whose entries are taken as they stand.

use super::retype::convert;
use crate::values::given_name;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value, body, collect_ops, element_type, is_memref, is_op, operands, results, shape},
    stensor::storage::{Pack, Release},
};
use lacuna_layout::{DimExpr, Format, Width, list::list_levels};
use melior::ir::{
    Attribute, Region, Type, ValueLike,
    attribute::{StringAttribute, TypeAttribute},
    operation::OperationLike,
    r#type::{FunctionType, IntegerType},
};

/// The numbers and suffixes by which the runtime knows element types.
const ELEMENTS: [(&str, i64, &str); 10] = [
    ("f64", 1, "F64"),
    ("f32", 2, "F32"),
    ("f16", 3, "F16"),
    ("bf16", 4, "BF16"),
    ("i64", 5, "I64"),
    ("i32", 6, "I32"),
    ("i16", 7, "I16"),
    ("i8", 8, "I8"),
    ("complex<f64>", 9, "C64"),
    ("complex<f32>", 10, "C32"),
];

fn known_element(r#type: Type<'_>) -> Option<(i64, &'static str)> {
    let text = element_type(r#type)?.to_string();
    ELEMENTS.iter().find(|(name, ..)| *name == text).map(|(_, number, suffix)| (*number, *suffix))
}

/// Why a tensor cannot be read.
pub fn refusal(op: Op<'_>) -> Option<String> {
    let (source, result) = (operands(op)[0].r#type(), results(op)[0].r#type());
    if source.to_string() != "!llvm.ptr" {
        return Some(format!(
            "its source is {source}, required the name of a file as !llvm.ptr: make the tensor with \
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
    let reader = FileReader { builder, op };
    let name = given_name(results(op)[0]).unwrap_or_else(|| "a tensor read by sparse_tensor.new".to_owned());
    let index = builder.index_type();
    let pointer = operands(op)[0].r#type();
    let integer = |width| -> Type<'c> { IntegerType::new(builder.context(), width).into() };
    let numbers = builder.buffer_type(index);

    let wanted = reader.numbers(sizes.iter().map(|size| size.unwrap_or(0) as i64).collect());
    let kind = builder.number(number as f64, integer(32));
    let file = reader.call("createCheckedSparseTensorReader", &[operands(op)[0], wanted, kind], Some(pointer));
    let file = file.expect("it has a result");
    let found = reader.call("getSparseTensorReaderDimSizes", &[file], Some(numbers)).expect("it has a result");
    let dimensions = reader.check_sizes(found, &sizes, &name);
    let entries = reader.call("getSparseTensorReaderNSE", &[file], Some(index)).expect("it has a result");
    let order = reader.numbers((0..rank).collect());
    let count = builder.binary("arith.muli", entries, builder.index(rank));
    let coordinates = reader.allocate(numbers, count);
    let values = reader.allocate(builder.buffer_type(builder.scalar_type(r#type)), entries);
    let function = format!("getSparseTensorReaderReadToBuffers0{suffix}");
    reader.call(&function, &[file, order, order, coordinates, values], Some(builder.bool_type()));
    reader.check_coordinates(coordinates, entries, &dimensions, &name);
    let dynamic: Vec<_> =
        sizes.iter().zip(&dimensions).filter(|(size, _)| size.is_none()).map(|(_, found)| *found).collect();
    reader.call("delSparseTensorReader", &[file], None);
    for buffer in [wanted, order] {
        builder.create("memref.dealloc", &[buffer], &[], &[], Vec::new());
    }

    let wide = builder.buffer_type(integer(64));
    let positions = reader.allocate(wide, builder.index(2));
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
    op: Op<'c>,
}

impl<'c> FileReader<'_, 'c> {
    fn allocate(&self, r#type: Type<'c>, count: Value<'c>) -> Value<'c> {
        let segments = self.builder.segments(&[1, 0]);
        self.builder.value("memref.alloc", &[count], r#type, &[segments])
    }

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

    /// A buffer that holds these numbers.
    fn numbers(&self, numbers: Vec<i64>) -> Value<'c> {
        let builder = self.builder;
        let buffer = self.allocate(builder.buffer_type(builder.index_type()), builder.index(numbers.len() as i64));
        for (at, number) in numbers.into_iter().enumerate() {
            builder.store(builder.index(number), buffer, &[builder.index(at as i64)]);
        }
        buffer
    }

    /// Calls a function of the runtime, which is declared where it is not yet.
    fn call(&self, name: &str, operands: &[Value<'c>], result: Option<Type<'c>>) -> Option<Value<'c>> {
        let builder = self.builder;
        self.declare(name, operands, result);
        let callee = builder.parse_attribute(&format!("@{name}"));
        let call = builder.create("func.call", operands, result.as_slice(), &[("callee", callee)], Vec::new());
        results(call).first().copied()
    }

    fn declare(&self, name: &str, operands: &[Value<'c>], result: Option<Type<'c>>) {
        let context = self.builder.context();
        let Some(module) = module_of(self.op) else { return };
        let quoted = format!("\"{name}\"");
        let is_declared = |op: Op<'c>| {
            is_op(op, "func.func") && op.attribute("sym_name").is_ok_and(|symbol| symbol.to_string() == quoted)
        };
        if !collect_ops(module, is_declared).is_empty() {
            return;
        }
        let inputs: Vec<_> = operands.iter().map(|operand| operand.r#type()).collect();
        let function = FunctionType::new(context, &inputs, result.as_slice());
        let block = body(module, 0).expect("a module has a body");
        // Buffers are passed by reference.
        let is_buffer = |r#type: &Type<'c>| is_memref(*r#type);
        let by_reference = inputs.iter().chain(&result).any(is_buffer);
        let mut attributes = vec![
            ("sym_name", StringAttribute::new(context, name).into()),
            ("function_type", TypeAttribute::new(function.into()).into()),
            ("sym_visibility", StringAttribute::new(context, "private").into()),
        ];
        if by_reference {
            attributes.push(("llvm.emit_c_interface", Attribute::unit(context)));
        }
        let at = Builder::at_start(context, block, self.op.location());
        at.create("func.func", &[], &[], &attributes, vec![Region::new()]);
    }
}

/// The module around an operation.
fn module_of<'c>(op: Op<'c>) -> Option<Op<'c>> {
    let mut around = op;
    while !is_op(around, "builtin.module") {
        // SAFETY: the operation is alive; one at the top has no parent.
        around = unsafe {
            let parent = mlir_sys::mlirOperationGetParentOperation(around.to_raw());
            if parent.ptr.is_null() {
                return None;
            }
            Op::from_raw(parent)
        };
    }
    Some(around)
}
