//! `expand-asserts`: `cf.assert` to a message on standard error, and `abort`.
//!
//! Upstream's lowering hands the message to `puts`, whose buffer is lost when `abort` follows and standard output is no
//! terminal. Here it is written at once (`write(2, ...)`), each message stored once in a module.
//!
//! Example: `test/conversions/expand_asserts.mlir`.

use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Block, Op, Value, body, collect_ops, erase, is_op, operands, ops_in},
};
use melior::ir::{
    Attribute, Type,
    attribute::{IntegerAttribute, StringAttribute},
    operation::OperationLike,
    r#type::IntegerType,
};

options! {
    /// Options of `expand-asserts`.
    pub struct ExpandAsserts {}
}

/// What the names of the messages start with.
const MESSAGE: &str = "lacuna_assert_message";

impl Pass for ExpandAsserts {
    const ARGUMENT: &'static str = "expand-asserts";
    const SUMMARY: &'static str = "Expand cf.assert to a message on standard error and abort";
    const ANCHOR: Option<&'static str> = Some("builtin.module");

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for module in collect_ops(root, |op| is_op(op, "builtin.module")) {
            let is_own = |op: Op<'_>| is_op(op, "cf.assert") && module_of(op) == Some(module);
            expand_in(module, &collect_ops(module, is_own));
        }
        Ok(())
    }
}

/// The module that an operation stands in.
fn module_of(op: Op<'_>) -> Option<Op<'_>> {
    let mut around = op.parent_operation();
    while let Some(current) = around.filter(|op| !is_op(*op, "builtin.module")) {
        around = current.parent_operation();
    }
    around
}

/// Expands the assertions of a module.
fn expand_in<'c>(module: Op<'c>, asserts: &[Op<'c>]) {
    let Some(block) = body(module, 0).filter(|_| !asserts.is_empty()) else { return };
    let outside = Builder::at_start(lacuna_dialects::ir::context(module), block, module.location());
    declare(&outside, block, "write", "!llvm.func<i64 (i32, ptr, i64)>", None);
    declare(&outside, block, "abort", "!llvm.func<void ()>", Some("[\"cold\", \"noreturn\"]"));
    let mut messages: Vec<String> = Vec::new();
    for assert in asserts {
        let text = assert.attribute("msg").and_then(StringAttribute::try_from);
        let text = format!("{}\n", text.as_ref().map_or("assertion failed", StringAttribute::value));
        let number = messages.iter().position(|message| *message == text).unwrap_or_else(|| {
            store(&outside, messages.len(), &text);
            messages.push(text.clone());
            messages.len() - 1
        });
        expand(*assert, number, text.len());
    }
}

/// Declares a function of the C library, unless the module does.
fn declare<'c>(builder: &Builder<'c>, block: Block<'c>, name: &str, r#type: &str, attributes: Option<&str>) {
    let is_it =
        |op: &Op<'_>| op.attribute("sym_name").and_then(StringAttribute::try_from).is_ok_and(|own| own.value() == name);
    if ops_in(block).iter().any(is_it) {
        return;
    }
    let mut given = vec![
        ("sym_name", StringAttribute::new(builder.context(), name).into()),
        ("function_type", builder.parse_attribute(r#type)),
        ("linkage", builder.parse_attribute("#llvm.linkage<external>")),
    ];
    given.extend(attributes.map(|attributes| ("passthrough", builder.parse_attribute(attributes))));
    builder.create("llvm.func", &[], &[], &given, vec![melior::ir::Region::new()]);
}

/// Stores a message.
fn store(builder: &Builder<'_>, number: usize, text: &str) {
    let attributes = [
        ("sym_name", StringAttribute::new(builder.context(), &format!("{MESSAGE}_{number}")).into()),
        ("global_type", builder.parse_attribute(&format!("!llvm.array<{} x i8>", text.len()))),
        ("linkage", builder.parse_attribute("#llvm.linkage<private>")),
        ("value", StringAttribute::new(builder.context(), text).into()),
        ("constant", Attribute::unit(builder.context())),
    ];
    builder.create("llvm.mlir.global", &[], &[], &attributes, vec![melior::ir::Region::new()]);
}

/// Puts a conditional in the place of an assertion.
fn expand<'c>(assert: Op<'c>, number: usize, length: usize) {
    let builder = Builder::before(assert);
    let integer = |width: u32| -> Type<'c> { IntegerType::new(builder.context(), width).into() };
    builder.if_else(
        operands(assert)[0],
        &[],
        |_| Vec::new(),
        |inner| {
            let constant = |value: i64, width: u32| {
                inner.constant(IntegerAttribute::new(integer(width), value).into(), integer(width))
            };
            let (stderr, length) = (constant(2, 32), constant(length as i64, 64));
            let name = inner.parse_attribute(&format!("@{MESSAGE}_{number}"));
            let message =
                inner.value("llvm.mlir.addressof", &[], inner.parse_type("!llvm.ptr"), &[("global_name", name)]);
            call(inner, "write", &[stderr, message, length], &[integer(64)]);
            call(inner, "abort", &[], &[]);
            Vec::new()
        },
    );
    erase(assert);
}

fn call<'c>(builder: &Builder<'c>, name: &str, arguments: &[Value<'c>], results: &[Type<'c>]) {
    let attributes = [
        ("callee", builder.parse_attribute(&format!("@{name}"))),
        builder.segments(&[arguments.len(), 0]),
        ("op_bundle_sizes", builder.parse_attribute("array<i32>")),
    ];
    builder.create("llvm.call", arguments, results, &attributes, Vec::new());
}
