//! `sparse_tensor.new`: reads a file through upstream's runtime, `libmlir_c_runner_utils`.
//!
//! The same functions are called as by upstream's own pipeline without its library of storage: the file is read into a
//! list of entries in the order of the file, which is then converted. What these functions do not check, symmetric
//! files and ones of another rank among it, is not checked here.

use super::storage::convert;
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, body, collect_ops, element_type, is_memref, is_op, operands, results, shape, with_encoding},
};
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
    let reader = Reader { builder, op };
    let index = builder.index_type();
    let pointer = operands(op)[0].r#type();
    let integer = |width| -> Type<'c> { IntegerType::new(builder.context(), width).into() };
    let numbers = builder.buffer_type(index);

    let wanted = reader.numbers(sizes.iter().map(|size| size.unwrap_or(0) as i64).collect());
    let kind = builder.number(number as f64, integer(32));
    let file = reader.call("createCheckedSparseTensorReader", &[operands(op)[0], wanted, kind], Some(pointer));
    let file = file.expect("it has a result");
    let found = reader.call("getSparseTensorReaderDimSizes", &[file], Some(numbers)).expect("it has a result");
    let entries = reader.call("getSparseTensorReaderNSE", &[file], Some(index)).expect("it has a result");
    let order = reader.numbers((0..rank).collect());
    let count = builder.binary("arith.muli", entries, builder.index(rank));
    let coordinates = reader.allocate(numbers, count);
    let values = reader.allocate(builder.buffer_type(builder.scalar_type(r#type)), entries);
    let name = format!("getSparseTensorReaderReadToBuffers0{suffix}");
    reader.call(&name, &[file, order, order, coordinates, values], Some(builder.bool_type()));
    let dynamic: Vec<_> = (0..sizes.len()).filter(|dimension| sizes[*dimension].is_none()).collect();
    let dynamic: Vec<_> =
        dynamic.into_iter().map(|dimension| builder.load(found, &[builder.index(dimension as i64)])).collect();
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
    let list = with_encoding(r#type, builder.parse_attribute(&list_format(sizes.len())));
    let parts: Vec<_> = [positions, coordinates, values].into_iter().chain(dynamic).collect();
    let segments = builder.segments(&[3, parts.len() - 3]);
    let list = builder.value("stensor.pack", &parts, list, &[segments]);
    let tensor = convert(builder, list, r#type);
    if tensor != list {
        builder.create("stensor.release", &[list], &[], &[], Vec::new());
    }
    tensor
}

/// A list of entries in any order, the coordinates of each side by side.
fn list_format(rank: usize) -> String {
    let dimensions: Vec<_> = (0..rank).map(|dimension| format!("d{dimension}")).collect();
    let levels: Vec<_> = (0..rank)
        .map(|level| {
            let word = if level == 0 { "compressed" } else { "singleton" };
            let mut properties = vec!["unordered"];
            if level + 1 < rank {
                properties.push("nonunique");
            }
            if level > 0 {
                properties.push("interleaved");
            }
            format!("d{level} : {word}({})", properties.join(", "))
        })
        .collect();
    format!("#stensor.format<({}) -> ({}), positions = 64, coordinates = 64>", dimensions.join(", "), levels.join(", "))
}

struct Reader<'a, 'c> {
    builder: &'a Builder<'c>,
    op: Op<'c>,
}

impl<'c> Reader<'_, 'c> {
    fn allocate(&self, r#type: Type<'c>, count: Value<'c>) -> Value<'c> {
        let segments = self.builder.segments(&[1, 0]);
        self.builder.value("memref.alloc", &[count], r#type, &[segments])
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
