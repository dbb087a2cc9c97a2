//! `expand-threads`: `stensor.start` and `stensor.wait` to threads of the operating system (POSIX).
//!
//! The arguments are stored in the context, and a function of the `llvm` dialect, one for each function that is started, takes
//! them out again. Where no thread can be made, it is called at once. A module that has another function of the name of those of
//! the library is refused.
//!
//! Runs before buffers and functions are converted. Example: `test/conversions/expand_threads.mlir`.

use crate::{
    diagnostic::{Reported, error},
    options,
    pass::Pass,
    symbols::{find, is_taken, module_body, unique_name},
    threads::{ContextSlot, RUNS, THREAD, slots},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value, collect_ops, context, erase, is_op},
    stensor::{Start, Wait},
};
use melior::ir::{
    Attribute, Region, Type, ValueLike, attribute::StringAttribute, operation::OperationLike, r#type::IntegerType,
};

options! {
    /// Options of `expand-threads`.
    pub struct ExpandThreads {}
}

/// A function of the library, and its type.
type Function = (&'static str, &'static str);

const CREATE: Function = ("pthread_create", "!llvm.func<i32 (ptr, ptr, ptr, ptr)>");
const JOIN: Function = ("pthread_join", "!llvm.func<i32 (i64, ptr)>");

/// What the names of the functions begin with that threads run.
const RUN: &str = "lacuna.thread";

impl Pass for ExpandThreads {
    const ARGUMENT: &'static str = "expand-threads";
    const SUMMARY: &'static str = "Have second threads be threads of the operating system";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for start in collect_ops(root, Start::is).into_iter().filter_map(Start::of) {
            expand_start(start)?;
        }
        for wait in collect_ops(root, Wait::is).into_iter().filter_map(Wait::of) {
            expand_wait(wait)?;
        }
        Ok(())
    }
}

/// Stores the arguments, and has a thread take them.
fn expand_start(start: Start<'_>) -> Result<(), Reported> {
    let op = start.op();
    let builder = Builder::before(op);
    declare(op, CREATE)?;
    let arguments = start.arguments();
    let types: Vec<_> = arguments.iter().map(|value| value.r#type()).collect();
    let room = lacuna_dialects::ir::shape(start.context().r#type()).and_then(|shape| *shape.first()?);
    let slots = match slots(&builder, &types) {
        Some((slots, words)) if room.is_some_and(|room| words as u64 <= room) => slots,
        Some((_, words)) => {
            let message = format!("the context has to have room for {words} words, which the arguments take");
            return Err(error(op.location(), message));
        }
        None => return Err(error(op.location(), "a thread takes arrays and scalars alone")),
    };
    let run = define_run(start, &types, &slots);
    let pointer = pointer_to(&builder, start.context());
    for (slot, value) in slots.iter().zip(&arguments) {
        let stored = converted(&builder, *value, slot.stored);
        let at = address(&builder, pointer, slot.at);
        builder.create("llvm.store", &[stored, at], &[], &[aligned(&builder)], Vec::new());
    }
    let name = ("global_name", builder.parse_attribute(&format!("@{run}")));
    let code = builder.value("llvm.mlir.addressof", &[], pointer.r#type(), &[name]);
    let nothing = builder.value("llvm.mlir.zero", &[], pointer.r#type(), &[]);
    let status: Type = IntegerType::new(builder.context(), 32).into();
    let status = call(&builder, CREATE.0, &[pointer, nothing, code, pointer], status);
    let is_made = builder.compare(ComparePredicate::Equal, status, builder.integer(0, status.r#type()));
    let runs = |builder: &Builder<'_>, runs| {
        let word = IntegerType::new(builder.context(), 64).into();
        builder.store(builder.integer(runs, word), start.context(), &[builder.index(RUNS)]);
    };
    let made = |builder: &Builder<'_>| {
        runs(builder, 1);
        Vec::new()
    };
    let at_once = |builder: &Builder<'_>| {
        call(builder, &run, &[pointer], pointer.r#type());
        Vec::new()
    };
    builder.if_else(is_made, &[], made, at_once);
    erase(op);
    Ok(())
}

/// Waits where there is a thread.
fn expand_wait(wait: Wait<'_>) -> Result<(), Reported> {
    let op = wait.op();
    let builder = Builder::before(op);
    declare(op, JOIN)?;
    let context = wait.context();
    let runs = builder.load(context, &[builder.index(RUNS)]);
    let is_idle = builder.compare(ComparePredicate::Equal, runs, builder.integer(0, runs.r#type()));
    let waits = |builder: &Builder<'_>| {
        let thread = builder.load(context, &[builder.index(THREAD)]);
        let nothing = builder.value("llvm.mlir.zero", &[], builder.parse_type("!llvm.ptr"), &[]);
        call(builder, JOIN.0, &[thread, nothing], IntegerType::new(builder.context(), 32).into());
        builder.store(builder.integer(0, thread.r#type()), context, &[builder.index(RUNS)]);
        Vec::new()
    };
    builder.if_else(is_idle, &[], |_| Vec::new(), waits);
    erase(op);
    Ok(())
}

/// The function that a thread runs: it takes the arguments out of the context that it is given, and calls what was started. Gives
/// its name.
fn define_run<'c>(start: Start<'c>, types: &[Type<'c>], slots: &[ContextSlot<'c>]) -> String {
    let block = module_body(start.op());
    let callee = start.callee();
    let (name, is_there) = unique_name(block, &format!("{RUN}.{callee}"), |op| is_op(op, "llvm.func"));
    if is_there {
        return name;
    }
    let end = Builder::at_end(context(start.op()), block, start.op().location());
    let pointer = end.parse_type("!llvm.ptr");
    let region = end.region(&[pointer], |builder, given| {
        let arguments: Vec<_> = slots
            .iter()
            .zip(types)
            .map(|(slot, r#type)| {
                let at = address(builder, given[0], slot.at);
                let stored = builder.value("llvm.load", &[at], slot.stored, &[aligned(builder)]);
                converted(builder, stored, *r#type)
            })
            .collect();
        let to = ("callee", builder.parse_attribute(&format!("@{callee}")));
        builder.create("func.call", &arguments, &[], &[to], Vec::new());
        let nothing = builder.value("llvm.mlir.zero", &[], pointer, &[]);
        builder.create("llvm.return", &[nothing], &[], &[], Vec::new());
    });
    let linkage = ("linkage", end.parse_attribute("#llvm.linkage<internal>"));
    create_function(&end, &name, ("!llvm.func<ptr (ptr)>", linkage), region);
    name
}

/// Declares a function of the library, unless it is there.
fn declare<'c>(anchor: Op<'c>, (name, r#type): Function) -> Result<(), Reported> {
    let block = module_body(anchor);
    let start = Builder::at_start(context(anchor), block, anchor.location());
    match find(block, name) {
        None => {
            let linkage = ("linkage", start.parse_attribute("#llvm.linkage<external>"));
            create_function(&start, name, (r#type, linkage), Region::new());
            Ok(())
        }
        Some(there) => {
            let found = there.attribute("function_type").ok();
            let is_it = is_op(there, "llvm.func") && found == Some(start.parse_attribute(r#type));
            if is_it { Ok(()) } else { Err(is_taken(there, found, r#type)) }
        }
    }
}

fn create_function<'c>(
    builder: &Builder<'c>,
    name: &str,
    (r#type, linkage): (&str, (&'static str, Attribute<'c>)),
    region: Region<'c>,
) {
    let name = ("sym_name", StringAttribute::new(builder.context(), name).into());
    let r#type = ("function_type", builder.parse_attribute(r#type));
    builder.create("llvm.func", &[], &[], &[name, r#type, linkage], vec![region]);
}

fn call<'c>(builder: &Builder<'c>, name: &str, arguments: &[Value<'c>], result: Type<'c>) -> Value<'c> {
    let callee = ("callee", builder.parse_attribute(&format!("@{name}")));
    let bundles = ("op_bundle_sizes", builder.parse_attribute("array<i32>"));
    builder.value("llvm.call", arguments, result, &[callee, builder.segments(&[arguments.len(), 0]), bundles])
}

/// Where the words of a context begin.
fn pointer_to<'c>(builder: &Builder<'c>, context: Value<'c>) -> Value<'c> {
    let word = IntegerType::new(builder.context(), 64).into();
    let address = builder.value("memref.extract_aligned_pointer_as_index", &[context], builder.index_type(), &[]);
    let address = builder.value("arith.index_cast", &[address], word, &[]);
    builder.value("llvm.inttoptr", &[address], builder.parse_type("!llvm.ptr"), &[])
}

/// The address of a word.
fn address<'c>(builder: &Builder<'c>, pointer: Value<'c>, word: i64) -> Value<'c> {
    let attributes = [
        ("elem_type", builder.parse_attribute("i64")),
        ("rawConstantIndices", builder.parse_attribute(&format!("array<i32: {word}>"))),
    ];
    builder.value("llvm.getelementptr", &[pointer], pointer.r#type(), &attributes)
}

/// A word is aligned to its size, whatever stands there.
fn aligned<'c>(builder: &Builder<'c>) -> (&'static str, Attribute<'c>) {
    ("alignment", builder.i64_attribute(8))
}

/// A value as the `llvm` dialect has it, or back.
fn converted<'c>(builder: &Builder<'c>, value: Value<'c>, to: Type<'c>) -> Value<'c> {
    let from = value.r#type();
    match () {
        () if from == to => value,
        () if from == builder.index_type() || to == builder.index_type() => {
            builder.value("arith.index_cast", &[value], to, &[])
        }
        () => builder.value("builtin.unrealized_conversion_cast", &[value], to, &[]),
    }
}
