//! `expand-asserts`: `cf.assert` and `stensor.assert` to a message on standard error, and `abort`.
//!
//! Upstream's lowering hands the message to `puts`, whose buffer is lost when `abort` follows and standard output is no
//! terminal. Here it is written at once (`write(2, ...)`, or `dprintf(2, ...)` with its numbers), each message stored once in a
//! module. A module that has another function of the name of these is refused.
//!
//! Example: `test/conversions/expand_asserts.mlir`.

use crate::symbols::{Callee, find, library_function, unique_name};
use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, body, collect_ops, erase, is_op, operands},
    stensor::Assert,
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
    const SUMMARY: &'static str =
        "Expand cf.assert and stensor.assert to code that writes a message to standard error and aborts";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for module in collect_ops(root, |op| is_op(op, "builtin.module")) {
            let is_own = |op: Op<'_>| (is_op(op, "cf.assert") || Assert::is(op)) && module_of(op) == Some(module);
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
    let needed: Vec<&Function> = [
        (&WRITE, asserts.iter().any(|op| !Assert::is(*op))),
        (&PRINT, asserts.iter().any(|op| Assert::is(*op))),
        (&ABORT, true),
    ]
    .into_iter()
    .filter_map(|(function, is_needed)| is_needed.then_some(function))
    .collect();
    // Look at all names before anything is declared.
    let there: Vec<Option<Callee>> = needed
        .iter()
        .map(|function| {
            let own = find(block, function.name);
            own.map(|own| library_function(own, &outside, [function.llvm, function.func])).transpose()
        })
        .collect::<Result<_, _>>()?;
    for (function, _) in needed.iter().zip(&there).filter(|(_, there)| there.is_none()) {
        declare(&outside, function);
    }
    let callee = |function: &Function| {
        let place = needed.iter().position(|other| other.name == function.name);
        place.and_then(|place| there[place]).unwrap_or(Callee::Llvm)
    };
    let mut messages: Vec<(String, String)> = Vec::new();
    for assert in asserts {
        let text = message(*assert);
        let known = messages.iter().position(|(message, _)| *message == text).unwrap_or_else(|| {
            let (name, _) = unique_name(block, &format!("{MESSAGE}_{}", messages.len()), |_| false);
            store(&outside, &name, &text);
            messages.push((text.clone(), name));
            messages.len() - 1
        });
        expand(*assert, &messages[known].1, text.len(), &callee);
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

/// Writes a message.
const WRITE: Function = Function {
    name: "write",
    llvm: "!llvm.func<i64 (i32, ptr, i64)>",
    func: "(i32, !llvm.ptr, i64) -> i64",
    attributes: None,
};

/// Writes a message with numbers in it. No `func.func` takes any number of arguments.
const PRINT: Function = Function {
    name: "dprintf",
    llvm: "!llvm.func<i32 (i32, ptr, ...)>",
    func: "!llvm.func<i32 (i32, ptr, ...)>",
    attributes: None,
};

/// Stops the program.
const ABORT: Function = Function {
    name: "abort",
    llvm: "!llvm.func<void ()>",
    func: "() -> ()",
    attributes: Some("[\"cold\", \"noreturn\"]"),
};

/// What an assertion writes: a format with an end for those that say numbers, else the text.
fn message(assert: Op<'_>) -> String {
    if let Some(assert) = Assert::of(assert) {
        return format!("{}\n\0", assert.message().replace('%', "%%").replace("{}", "%ld"));
    }
    let text = assert.attribute("msg").ok().and_then(|text| StringAttribute::try_from(text).ok());
    format!("{}\n", text.as_ref().map_or("assertion failed", StringAttribute::value))
}

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
fn expand<'c>(assert: Op<'c>, message: &str, length: usize, callee: &dyn Fn(&Function) -> Callee) {
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
            let stderr = constant(2, 32);
            let name = inner.parse_attribute(&format!("@{message}"));
            let message =
                inner.value("llvm.mlir.addressof", &[], inner.parse_type("!llvm.ptr"), &[("global_name", name)]);
            if Assert::is(assert) {
                let as_integer = |number: &Value<'c>| inner.value("arith.index_cast", &[*number], integer(64), &[]);
                let numbers = operands(assert);
                let numbers = numbers[1..].iter().map(as_integer);
                let arguments: Vec<_> = [stderr, message].into_iter().chain(numbers).collect();
                call(inner, callee(&PRINT), &PRINT, &arguments, &[integer(32)]);
            } else {
                let length = constant(length as i64, 64);
                call(inner, callee(&WRITE), &WRITE, &[stderr, message, length], &[integer(64)]);
            }
            call(inner, callee(&ABORT), &ABORT, &[], &[]);
            Vec::new()
        },
    );
    erase(assert);
}

fn call<'c>(builder: &Builder<'c>, callee: Callee, function: &Function, arguments: &[Value<'c>], results: &[Type<'c>]) {
    let to = ("callee", builder.parse_attribute(&format!("@{}", function.name)));
    match callee {
        Callee::Func => builder.create("func.call", arguments, results, &[to], Vec::new()),
        Callee::Llvm => {
            let bundles = ("op_bundle_sizes", builder.parse_attribute("array<i32>"));
            let mut attributes = vec![to, builder.segments(&[arguments.len(), 0]), bundles];
            if function.llvm.contains("...") {
                attributes.push(("var_callee_type", builder.parse_attribute(function.llvm)));
            }
            builder.create("llvm.call", arguments, results, &attributes, Vec::new())
        }
    };
}
