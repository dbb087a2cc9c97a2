//! `mark-noalias-arguments` and `apply-noalias-arguments`: carry `llvm.noalias` across the conversion of functions.
//!
//! A buffer argument becomes several arguments of an `llvm.func` (two pointers, an offset, sizes and strides), and
//! upstream's conversion drops the attributes of what it expands. The first pass notes, on the function, which
//! pointers of the expansion must not alias; the second, after the conversion, attaches the attribute to them.
//!
//! Example: `test/conversions/noalias.mlir`.

use crate::{diagnostic::Reported, options, pass::Pass};
use lacuna_dialects::{
    builder::Builder,
    ir::{NO_ALIAS, Op, collect_ops, context, entries, is_memref, is_op, remove_attribute, set_attribute, shape},
};
use melior::ir::{
    Attribute, Type,
    attribute::{ArrayAttribute, DenseI64ArrayAttribute, StringAttribute, TypeAttribute},
    operation::OperationLike,
    r#type::FunctionType,
};

/// The attribute that carries the argument numbers.
const NOTE: &str = "lacuna.noalias";

options! {
    /// Options of `mark-noalias-arguments`.
    pub struct MarkNoalias {}
}

options! {
    /// Options of `apply-noalias-arguments`.
    pub struct ApplyNoalias {}
}

impl Pass for MarkNoalias {
    const ARGUMENT: &'static str = "mark-noalias-arguments";
    const SUMMARY: &'static str = "Note which arguments will be noalias pointers of the llvm.func";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for function in collect_ops(root, |op| is_op(op, "func.func")) {
            let pointers = noalias_pointers(function);
            if !pointers.is_empty() {
                let note = DenseI64ArrayAttribute::new(context(function), &pointers);
                set_attribute(function, NOTE, note.into());
            }
        }
        Ok(())
    }
}

impl Pass for ApplyNoalias {
    const ARGUMENT: &'static str = "apply-noalias-arguments";
    const SUMMARY: &'static str = "Attach noalias to the arguments that mark-noalias-arguments noted";
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        for function in collect_ops(root, |op| is_op(op, "llvm.func") && op.has_attribute(NOTE)) {
            // The wrapper that `llvm.emit_c_interface` asks for inherits the note, but takes other arguments.
            if is_c_interface(function) {
                remove_attribute(function, NOTE);
            } else {
                apply(function);
            }
        }
        Ok(())
    }
}

/// How many `llvm` arguments an argument becomes: a buffer of rank r its two pointers, an offset, r sizes, r strides.
fn expansion(r#type: Type<'_>) -> usize {
    if is_memref(r#type) { 3 + 2 * shape(r#type).map_or(0, |shape| shape.len()) } else { 1 }
}

/// The numbers of the aligned pointers of the buffers that are marked, counted in `llvm` arguments.
fn noalias_pointers(function: Op<'_>) -> Vec<i64> {
    let given = function.attribute("arg_attrs").ok().and_then(|array| ArrayAttribute::try_from(array).ok());
    let r#type = function.attribute("function_type").ok().and_then(|r#type| TypeAttribute::try_from(r#type).ok());
    let (Some(given), Some(r#type)) = (given, r#type) else { return Vec::new() };
    let Ok(r#type) = FunctionType::try_from(r#type.value()) else { return Vec::new() };
    let mut pointers = Vec::new();
    let mut next = 0;
    for index in 0..r#type.input_count() {
        let Ok(input) = r#type.input(index) else { continue };
        let is_marked = given.element(index).is_ok_and(|own| entries(own).iter().any(|(name, _)| name == NO_ALIAS));
        if is_marked && is_memref(input) {
            pointers.push(next as i64 + 1);
        }
        next += expansion(input);
    }
    pointers
}

fn is_c_interface(function: Op<'_>) -> bool {
    function
        .attribute("sym_name")
        .and_then(StringAttribute::try_from)
        .is_ok_and(|name| name.value().starts_with("_mlir_ciface_"))
}

fn apply(function: Op<'_>) {
    let Ok(note) = function.attribute(NOTE).and_then(DenseI64ArrayAttribute::try_from) else { return };
    let pointers: Vec<_> = (0..note.len()).filter_map(|index| note.element(index).ok()).collect();
    let builder = Builder::before(function);
    let given = function.attribute("arg_attrs").ok().and_then(|array| ArrayAttribute::try_from(array).ok());
    let none = builder.dictionary(&[]);
    let no_alias = builder.dictionary(&[(NO_ALIAS, Attribute::unit(builder.context()))]);
    let count = lacuna_dialects::ir::body(function, 0)
        .map_or_else(|| given.map_or(0, |given| given.len()), |entry| lacuna_dialects::ir::arguments(entry).len());
    if count == 0 {
        // A declaration: nothing is generated for it.
        return remove_attribute(function, NOTE);
    }
    let attributes: Vec<_> = (0..count)
        .map(|index| {
            if pointers.contains(&(index as i64)) {
                no_alias
            } else {
                given.and_then(|given| given.element(index).ok()).unwrap_or(none)
            }
        })
        .collect();
    set_attribute(function, "arg_attrs", ArrayAttribute::new(builder.context(), &attributes).into());
    remove_attribute(function, NOTE);
}
