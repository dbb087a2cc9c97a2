//! The names of a module: which are taken, and by what.

use crate::diagnostic::{Reported, error};
use lacuna_dialects::{
    builder::Builder,
    ir::{Block, Op, body, is_op, op, ops_in},
    stensor::conversion::CONVERSION,
};
use melior::ir::{
    Attribute,
    attribute::{FlatSymbolRefAttribute, StringAttribute},
    operation::OperationLike,
};

/// The name of a symbol; empty for what is none.
pub fn symbol(op: Op<'_>) -> String {
    let name = op.attribute("sym_name").ok().and_then(|name| StringAttribute::try_from(name).ok());
    name.map_or_else(String::new, |name| name.value().to_owned())
}

/// The name of the function that a `func.call` calls.
pub fn callee(call: Op<'_>) -> String {
    let name = call.attribute("callee").ok().and_then(|name| FlatSymbolRefAttribute::try_from(name).ok());
    name.map_or_else(String::new, |name| name.value().to_owned())
}

/// The body of the module around an operation.
pub fn module_body<'c>(anchor: Op<'c>) -> Block<'c> {
    let mut module = anchor;
    while let Some(parent) = module.parent_operation()
        && !is_op(module, "builtin.module")
    {
        module = op(&parent);
    }
    body(module, 0).expect("a module has a body")
}

/// What has a name in the body of a module.
pub fn find<'c>(block: Block<'c>, name: &str) -> Option<Op<'c>> {
    ops_in(block).into_iter().find(|op| symbol(*op) == name)
}

/// The name, or one that begins with it, of something that is not there yet or that `is_it`; and whether it is there.
pub fn unique_name<'c>(block: Block<'c>, name: &str, is_it: impl Fn(Op<'c>) -> bool) -> (String, bool) {
    let mut candidate = name.to_owned();
    for number in 1.. {
        match find(block, &candidate) {
            None => return (candidate, false),
            Some(op) if is_it(op) => return (candidate, true),
            Some(_) => candidate = format!("{name}.{number}"),
        }
    }
    unreachable!("a module has finitely many names")
}

/// How a function of the C library is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// By `llvm.call`.
    Llvm,
    /// By `func.call`.
    Func,
}

/// How a function of the C library that is called in the module can be called, where something of its name is there: the
/// library knows it by no other, so a function of another type cannot have it. `types` are its type as an `llvm.func`
/// and as a `func.func`.
pub fn library_function<'c>(there: Op<'c>, builder: &Builder<'c>, types: [&str; 2]) -> Result<Callee, Reported> {
    let found = there.attribute("function_type").ok();
    let is_type = |text: &str| found == Some(builder.parse_attribute(text));
    if is_op(there, "llvm.func") && is_type(types[0]) {
        Ok(Callee::Llvm)
    } else if is_op(there, "func.func") && is_type(types[1]) {
        Ok(Callee::Func)
    } else {
        Err(is_taken(there, found, types[1]))
    }
}

/// What is said of something that has the name of a function of the C library.
pub fn is_taken(there: Op<'_>, found: Option<Attribute<'_>>, wanted: &str) -> Reported {
    let found = found.map_or_else(|| "no function".to_owned(), |found| format!("of type {found}"));
    error(
        there.location(),
        format!(
            "'{name}' is a function of the C library that this module calls, of type {wanted}, but what has its name \
             here is {found}: give it another name",
            name = symbol(there)
        ),
    )
}

/// Says who sees the name of a function when modules are linked.
pub const LINKAGE: &str = "llvm.linkage";

/// Whether a function is code of ours that a module has once, such as the growth of an array: it frees by construction what it does
/// not hand over. A conversion is not: bufferization makes the dense tensors in it.
pub fn frees_by_construction<'c>(function: Op<'c>) -> bool {
    let is_ours = function.has_attribute(LINKAGE) && symbol(function).starts_with("lacuna.");
    is_ours && !function.has_attribute(CONVERSION)
}
