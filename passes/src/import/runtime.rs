//! Calls of upstream's runtime, `libmlir_c_runner_utils`, which reads and writes files.

use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, body, collect_ops, element_type, is_memref, is_op, results},
};
use melior::ir::{
    Attribute, Region, Type, ValueLike,
    attribute::{StringAttribute, TypeAttribute},
    operation::OperationLike,
    r#type::FunctionType,
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

/// The number and the suffix of the elements of a tensor, if the runtime knows them.
pub fn known_element(r#type: Type<'_>) -> Option<(i64, &'static str)> {
    let text = element_type(r#type)?.to_string();
    ELEMENTS.iter().find(|(name, ..)| *name == text).map(|(_, number, suffix)| (*number, *suffix))
}

/// Code that calls the runtime, in the place of an operation.
pub struct Runtime<'a, 'c> {
    pub builder: &'a Builder<'c>,
    pub op: Op<'c>,
}

impl<'c> Runtime<'_, 'c> {
    pub fn allocate(&self, r#type: Type<'c>, count: Value<'c>) -> Value<'c> {
        let segments = self.builder.segments(&[1, 0]);
        self.builder.value("memref.alloc", &[count], r#type, &[segments])
    }

    /// A buffer that holds these numbers.
    pub fn numbers(&self, numbers: Vec<i64>) -> Value<'c> {
        let builder = self.builder;
        let buffer = self.allocate(builder.buffer_type(builder.index_type()), builder.index(numbers.len() as i64));
        for (at, number) in numbers.into_iter().enumerate() {
            builder.store(builder.index(number), buffer, &[builder.index(at as i64)]);
        }
        buffer
    }

    /// Calls a function of the runtime, which is declared where it is not yet.
    pub fn call(&self, name: &str, operands: &[Value<'c>], result: Option<Type<'c>>) -> Option<Value<'c>> {
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
