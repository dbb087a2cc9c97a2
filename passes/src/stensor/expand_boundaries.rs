//! `stensor-expand-boundaries`: pass stored tensors across function boundaries as their buffers.
//!
//! An argument of a stored tensor type becomes its buffers, outermost level first (positions before coordinates), the
//! values, and the size of each dynamic dimension; a `stensor.pack` at the entry makes the tensor again. Results and
//! calls likewise. Arguments that stand for tensors are marked `llvm.noalias`: a tensor that is written is a buffer of
//! its own, by the rules of bufferization. Loops and branches hand stored tensors on in the same way ([`super::expand_control`]).
//!
//! Example: `test/conversions/expand_boundaries.mlir`.

use super::{
    expand_control::{expand_control, is_expanded},
    parts::{expand_arguments, expand_operands, expand_results, expanded_types, parts},
    stensor_to_memref::{refuse_on_stored, resolve_sizes},
};
use crate::{
    diagnostic::{Reported, error},
    options,
    pass::Pass,
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{
        Block, NO_ALIAS, Op, body, collect_ops, entries, erase, is_op, is_ranked_tensor, op_name, operands,
        remove_attribute, results, set_attribute, users,
    },
    sloop,
    stensor::{
        self,
        conversion::{CONVERSION, Convert},
    },
};
use melior::ir::{
    Attribute, Type, ValueLike,
    attribute::{ArrayAttribute, DenseI64ArrayAttribute, TypeAttribute},
    operation::OperationLike,
    r#type::FunctionType,
};

options! {
    /// Options of `stensor-expand-boundaries`.
    pub struct ExpandBoundaries {}
}

impl Pass for ExpandBoundaries {
    const ARGUMENT: &'static str = "stensor-expand-boundaries";
    const SUMMARY: &'static str = "Pass stored tensors across function boundaries as their buffers";
    const ANCHOR: Option<&'static str> = Some("builtin.module");

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        refuse_other_uses(root)?;
        expand_control(root);
        for call in collect_ops(root, |op| is_op(op, "func.call")) {
            expand_call(call);
        }
        for r#return in collect_ops(root, |op| is_op(op, "func.return")) {
            expand_operands(r#return);
        }
        for function in collect_ops(root, |op| is_op(op, "func.func")) {
            expand_function(function);
        }
        resolve_sizes(root)
    }
}

fn expand_call(call: Op<'_>) {
    expand_operands(call);
    let before: Vec<_> = results(call).iter().map(|result| result.r#type()).collect();
    if before.iter().all(|r#type| Format::of(*r#type).is_none()) {
        return;
    }
    let builder = Builder::before(call);
    let attributes: Vec<_> = call
        .attributes()
        .filter_map(|(name, attribute)| Some((name.as_string_ref().as_str().ok()?.to_owned(), attribute)))
        .collect();
    let attributes: Vec<_> = attributes.iter().map(|(name, attribute)| (name.as_str(), *attribute)).collect();
    let types = expanded_types(&builder, &before);
    let expanded = results(builder.create("func.call", &operands(call), &types, &attributes, Vec::new()));
    expand_results(&builder, call, &expanded);
    erase(call);
}

fn expand_function(function: Op<'_>) {
    let Some((inputs, outputs)) = signature(function) else { return };
    let entry = body(function, 0);
    let context = lacuna_dialects::ir::context(function);
    let scratch = melior::ir::Block::new(&[]);
    // SAFETY: the scratch block, a place for a builder that only makes types, lives to the end of this function.
    let place = entry.unwrap_or(unsafe { Block::from_raw(scratch.to_raw()) });
    let builder = Builder::at_start(context, place, function.location());
    if let Some(entry) = entry {
        expand_arguments(&builder, entry);
    }
    let attributes = argument_attributes(function, &builder, &inputs);
    let function_type =
        FunctionType::new(context, &expanded_types(&builder, &inputs), &expanded_types(&builder, &outputs));
    set_attribute(function, "function_type", TypeAttribute::new(function_type.into()).into());
    if let Some(attributes) = attributes {
        set_attribute(function, "arg_attrs", attributes);
    }
    if function.has_attribute("res_attrs") && outputs.iter().any(|r#type| Format::of(*r#type).is_some()) {
        remove_attribute(function, "res_attrs");
    }
}

fn signature<'c>(function: Op<'c>) -> Option<(Vec<Type<'c>>, Vec<Type<'c>>)> {
    let attribute = function.attribute("function_type").ok()?;
    let r#type = TypeAttribute::try_from(attribute).ok()?.value();
    let r#type = FunctionType::try_from(r#type).ok()?;
    let inputs = (0..r#type.input_count()).filter_map(|index| r#type.input(index).ok()).collect();
    let outputs = (0..r#type.result_count()).filter_map(|index| r#type.result(index).ok()).collect();
    Some((inputs, outputs))
}

/// The attributes of the expanded arguments: those of an argument that stays, and `llvm.noalias` on what stands for
/// tensors.
fn argument_attributes<'c>(function: Op<'c>, builder: &Builder<'c>, inputs: &[Type<'c>]) -> Option<Attribute<'c>> {
    if !inputs.iter().any(|r#type| is_ranked_tensor(*r#type)) {
        return None;
    }
    let given = function.attribute("arg_attrs").ok().and_then(|array| ArrayAttribute::try_from(array).ok());
    let none = builder.dictionary(&[]);
    let no_alias = with_no_alias(builder, none);
    let mut attributes = Vec::new();
    for (index, r#type) in inputs.iter().enumerate() {
        let own = given.and_then(|given| given.element(index).ok()).unwrap_or(none);
        match Format::of(*r#type) {
            Some(_format) => {
                let (buffers, dynamic) = parts(builder, *r#type);
                attributes.extend(std::iter::repeat_n(no_alias, buffers.len()));
                attributes.extend(std::iter::repeat_n(none, dynamic));
            }
            None if is_ranked_tensor(*r#type) => attributes.push(with_no_alias(builder, own)),
            None => attributes.push(own),
        }
    }
    Some(ArrayAttribute::new(builder.context(), &attributes).into())
}

fn with_no_alias<'c>(builder: &Builder<'c>, own: Attribute<'c>) -> Attribute<'c> {
    let given = entries(own);
    let mut all: Vec<_> = given.iter().map(|(name, entry)| (name.as_str(), *entry)).collect();
    if !given.iter().any(|(name, _)| name == NO_ALIAS) {
        all.push((NO_ALIAS, Attribute::unit(builder.context())));
    }
    builder.dictionary(&all)
}

/// What may be done with a stored tensor, so far. Everything else would be taken for a dense one by bufferization.
fn refuse_other_uses(root: Op<'_>) -> Result<(), Reported> {
    let touches =
        |op: Op<'_>| operands(op).iter().chain(&results(op)).any(|value| Format::of(value.r#type()).is_some());
    for op in collect_ops(root, |op| is_op(op, "func.constant")) {
        if let Ok(r#type) = FunctionType::try_from(results(op)[0].r#type())
            && (0..r#type.input_count()).filter_map(|index| r#type.input(index).ok()).any(|t| Format::of(t).is_some())
        {
            return Err(error(
                op.location(),
                "a function that takes a stored tensor cannot be called through a value yet",
            ));
        }
    }
    for op in collect_ops(root, touches) {
        let name = op_name(op);
        if is_expanded(op) {
            continue;
        }
        if name.starts_with("scf.") || name.starts_with("cf.") {
            return Err(error(
                op.location(),
                format!(
                    "{name} takes or gives a stored tensor: stored tensors flow through scf.for, scf.while, scf.if, \
                     scf.index_switch, scf.execute_region and the branches of cf"
                ),
            ));
        }
        if is_op(op, "tensor.extract_slice") {
            let message =
                "a slice of a stored tensor is read where it is, by linalg operations, if its strides are known";
            let why = if has_known_strides(op) {
                let taker =
                    users(results(op)[0]).first().map_or_else(|| "nothing".to_owned(), |user| taker_name(*user));
                format!("{taker} would take it as a tensor")
            } else {
                "those of this one are values of the program".to_owned()
            };
            let message = format!("{message}: {why}; convert the tensor to a dense one before");
            return Err(error(op.location(), message));
        }
        let is_known = stensor::owns(op) || sloop::owns(op);
        if !is_known && !matches!(name.as_str(), "func.return" | "func.call" | "tensor.dim") {
            return Err(refuse_on_stored(op));
        }
    }
    Ok(())
}

fn has_known_strides(slice: Op<'_>) -> bool {
    let strides = slice.attribute("static_strides").ok();
    let strides = strides.and_then(|array| DenseI64ArrayAttribute::try_from(array).ok());
    // A value stands for this number.
    strides.is_some_and(|strides| (0..strides.len()).all(|at| strides.element(at).is_ok_and(|known| known != i64::MIN)))
}

/// The operation as it was before conversions became functions.
fn taker_name(user: Op<'_>) -> String {
    if user.has_attribute(CONVERSION) { Convert::NAME.to_owned() } else { op_name(user) }
}
