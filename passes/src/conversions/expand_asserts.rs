//! `expand-asserts`: `cf.assert` to a message on standard error, and `abort`.
//!
//! Upstream's lowering hands the message to `puts`, whose buffer is lost when `abort` follows and standard output is no
//! terminal. Here it is written at once (`write(2, ...)`), each message stored once in a module. A module that has another
//! function of the name of these is refused.
//!
//! Example: `test/conversions/expand_asserts.mlir`.

use super::symbols::{Callee, find, library_function, unique_name};
use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, body, collect_ops, erase, is_op, operands},
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
            expand_in(module, &collect_ops(module, is_own))?;
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
fn expand_in<'c>(module: Op<'c>, asserts: &[Op<'c>]) -> Result<(), Reported> {
    let Some(block) = body(module, 0).filter(|_| !asserts.is_empty()) else { return Ok(()) };
    let outside = Builder::at_start(lacuna_dialects::ir::context(module), block, module.location());
    // Look at all names before anything is declared.
    let there = LIBRARY.map(|function| {
        find(block, function.name).map(|own| library_function(own, &outside, [function.llvm, function.func]))
    });
    let [write, abort] = there;
    let there = [write.transpose()?, abort.transpose()?];
    for (function, _) in LIBRARY.iter().zip(there).filter(|(_, there)| there.is_none()) {
        declare(&outside, function);
    }
    let callees = there.map(|there| there.unwrap_or(Callee::Llvm));
    let mut messages: Vec<(String, String)> = Vec::new();
    for assert in asserts {
        let text = assert.attribute("msg").and_then(StringAttribute::try_from);
        let text = format!("{}\n", text.as_ref().map_or("assertion failed", StringAttribute::value));
        let known = messages.iter().position(|(message, _)| *message == text).unwrap_or_else(|| {
            let (name, _) = unique_name(block, &format!("{MESSAGE}_{}", messages.len()), |_| false);
            store(&outside, &name, &text);
            messages.push((text.clone(), name));
            messages.len() - 1
        });
        expand(*assert, &messages[known].1, text.len(), callees);
    }
    Ok(())
}

/// A function of the C library.
struct Function {
    name: &'static str,
    /// Its type as an `llvm.func`, and as a `func.func`.
    llvm: &'static str,
    func: &'static str,
    attributes: Option<&'static str>,
}

/// What is called where an assertion fails.
const LIBRARY: [Function; 2] = [
    Function {
        name: "write",
        llvm: "!llvm.func<i64 (i32, ptr, i64)>",
        func: "(i32, !llvm.ptr, i64) -> i64",
        attributes: None,
    },
    Function {
        name: "abort",
        llvm: "!llvm.func<void ()>",
        func: "() -> ()",
        attributes: Some("[\"cold\", \"noreturn\"]"),
    },
];

/// Declares a function of the C library.
fn declare(builder: &Builder<'_>, function: &Function) {
    let mut given = vec![
        ("sym_name", StringAttribute::new(builder.context(), function.name).into()),
        ("function_type", builder.parse_attribute(function.llvm)),
        ("linkage", builder.parse_attribute("#llvm.linkage<external>")),
    ];
    given.extend(function.attributes.map(|attributes| ("passthrough", builder.parse_attribute(attributes))));
    builder.create("llvm.func", &[], &[], &given, vec![melior::ir::Region::new()]);
}

/// Stores a message.
fn store(builder: &Builder<'_>, name: &str, text: &str) {
    let attributes = [
        ("sym_name", StringAttribute::new(builder.context(), name).into()),
        ("global_type", builder.parse_attribute(&format!("!llvm.array<{} x i8>", text.len()))),
        ("linkage", builder.parse_attribute("#llvm.linkage<private>")),
        ("value", StringAttribute::new(builder.context(), text).into()),
        ("constant", Attribute::unit(builder.context())),
    ];
    builder.create("llvm.mlir.global", &[], &[], &attributes, vec![melior::ir::Region::new()]);
}

/// Puts a conditional in the place of an assertion.
fn expand<'c>(assert: Op<'c>, message: &str, length: usize, [write, abort]: [Callee; 2]) {
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
            let name = inner.parse_attribute(&format!("@{message}"));
            let message =
                inner.value("llvm.mlir.addressof", &[], inner.parse_type("!llvm.ptr"), &[("global_name", name)]);
            call(inner, write, "write", &[stderr, message, length], &[integer(64)]);
            call(inner, abort, "abort", &[], &[]);
            Vec::new()
        },
    );
    erase(assert);
}

fn call<'c>(builder: &Builder<'c>, callee: Callee, name: &str, arguments: &[Value<'c>], results: &[Type<'c>]) {
    let to = ("callee", builder.parse_attribute(&format!("@{name}")));
    match callee {
        Callee::Func => builder.create("func.call", arguments, results, &[to], Vec::new()),
        Callee::Llvm => {
            let bundles = ("op_bundle_sizes", builder.parse_attribute("array<i32>"));
            let attributes = [to, builder.segments(&[arguments.len(), 0]), bundles];
            builder.create("llvm.call", arguments, results, &attributes, Vec::new())
        }
    };
}
