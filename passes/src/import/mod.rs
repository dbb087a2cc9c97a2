//! `import-sparse-tensor`: from the formats and operations of upstream's `sparse_tensor` to `stensor`.
//!
//! What a frontend emits is taken as it is: every type with a `#sparse_tensor.encoding` gets the `#stensor.format` that
//! says the same ([`encoding`]), operations on storage become ours ([`storage`]), and those in the bodies of
//! `linalg.generic` become scalar operations that ask what is stored ([`semiring`]). What upstream's own pipeline makes
//! on its way, and what is not compiled yet, is refused before types change ([`refusals`]).
//!
//! Positions and coordinates of type `index` are integers of 64 bits.
//!
//! Example: `test/conversions/import_sparse_tensor.mlir`; whole programs: `test/import`.

mod arrays;
mod checks;
mod condition;
mod constants;
mod dense_buffers;
mod element_types;
mod encoding;
mod entries;
mod explicit_values;
mod foreach;
mod foreign;
mod growing;
mod in_place;
mod inserting;
mod lists;
mod moves;
mod negations;
mod print;
mod reader;
mod reduction;
mod refusals;
mod reinterpret;
mod retype;
mod runtime;
mod scalar_ops;
mod semiring;
mod storage;
mod stored_bodies;
mod writer;

use crate::{
    diagnostic::{Reported, error},
    options,
    pass::Pass,
};
use encoding::{SLICE, import_type};
use foreign::{defined_values, foreign_values};
use lacuna_dialects::{
    format::Format,
    ir::{Op, Value, collect_ops, context, erase, is_op, op_name, set_attribute, set_type},
};
use melior::ir::{
    AttributeLike, ValueLike,
    attribute::{DenseI64ArrayAttribute, TypeAttribute},
    operation::OperationLike,
};

options! {
    /// Options of `import-sparse-tensor`.
    pub struct ImportSparseTensor {}
}

impl Pass for ImportSparseTensor {
    const ARGUMENT: &'static str = "import-sparse-tensor";
    const SUMMARY: &'static str = "Import formats and operations of upstream's sparse_tensor dialect";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        inserting::forget_loads(root);
        inserting::separate_roots(root);
        let is_upstreams = |op| op_name(op).starts_with("sparse_tensor.") || !foreign_values(op).is_empty();
        let concerned = collect_ops(root, is_upstreams);
        for op in &concerned {
            refusals::check(*op)?;
        }
        let generics: Vec<_> = checks::generics(root);
        for op in &generics {
            checks::check(*op)?;
        }
        let chains = inserting::plan(root)?;
        let explicit = explicit_values::plan(root)?;
        let negated = negations::plan(root);
        let new = types(root)?;
        for (value, r#type) in new.values {
            set_type(value, r#type);
        }
        for (op, name, attribute) in new.attributes {
            set_attribute(op, &name, attribute.into());
        }
        chains.iter().for_each(inserting::rewrite);
        // Operations in bodies go with their bodies.
        let roots: Vec<_> = chains.iter().filter_map(inserting::Chain::unused_root).collect();
        let is_gone = |op: &Op<'_>| roots.contains(op) || chains.iter().any(|chain| chain.insertions().contains(op));
        for op in concerned.into_iter().filter(|op| !is_gone(op) && !checks::is_in_body(*op)) {
            storage::rewrite(op);
        }
        roots.into_iter().for_each(erase);
        for op in generics {
            semiring::rewrite(op);
        }
        explicit.iter().for_each(explicit_values::rewrite);
        negated.iter().for_each(negations::rewrite);
        Ok(())
    }
}

/// What gets another type.
struct NewTypes<'c> {
    values: Vec<(Value<'c>, melior::ir::Type<'c>)>,
    attributes: Vec<(Op<'c>, String, TypeAttribute<'c>)>,
}

/// The types of the whole module in our formats.
fn types<'c>(root: Op<'c>) -> Result<NewTypes<'c>, Reported> {
    let context = context(root);
    let mut new = NewTypes { values: Vec::new(), attributes: Vec::new() };
    for op in collect_ops(root, |_| true) {
        let import = |r#type| {
            import_type(context, r#type)
                .map_err(|why| error(op.location(), format!("{} in {type}: {why}", op_name(op))))
        };
        for value in defined_values(op) {
            if Format::is_foreign_slice(value.r#type()) && !gives_slices(op) {
                let message = format!("{} in {}: {SLICE}", op_name(op), value.r#type());
                return Err(error(op.location(), message));
            }
            if let Some(why) = slice_disagreement(op, value) {
                return Err(error(op.location(), format!("{} in {}: {why}", op_name(op), value.r#type())));
            }
            let r#type = import(value.r#type())?;
            if r#type != value.r#type() {
                new.values.push((value, r#type));
            }
        }
        for (name, attribute) in op.attributes() {
            // Asked first: a conversion that fails prints the attribute.
            let Some(Ok(attribute)) = attribute.is_type().then(|| TypeAttribute::try_from(attribute)) else { continue };
            let r#type = import(attribute.value())?;
            if r#type != attribute.value() {
                let name = name.as_string_ref().as_str().unwrap_or_default().to_owned();
                new.attributes.push((op, name, TypeAttribute::new(r#type)));
            }
        }
    }
    Ok(new)
}

/// Whether an operation gives slices: it makes them, or they are tensors of their own by then.
fn gives_slices(op: Op<'_>) -> bool {
    is_op(op, "tensor.extract_slice") || is_op(op, "func.func") || is_op(op, "func.call")
}

/// What the type of a slice says otherwise than the operation that makes it, whose numbers count.
fn slice_disagreement<'c>(op: Op<'c>, slice: Value<'c>) -> Option<String> {
    let said = Format::foreign_slice(slice.r#type());
    // The types of slices that leave out dimensions have fewer than the lists of the operation.
    let lists = ["static_offsets", "static_sizes", "static_strides"];
    for (list, (name, what)) in lists.iter().zip(["offset", "size", "stride"]).enumerate() {
        let known = op.attribute(name).ok().and_then(|array| DenseI64ArrayAttribute::try_from(array).ok())?;
        if known.len() != said.len() {
            return None;
        }
        for (dimension, numbers) in said.iter().enumerate() {
            let found = known.element(dimension).ok().filter(|number| *number != i64::MIN);
            if let (Some(said), Some(found)) = (numbers[list], found)
                && said != found
            {
                return Some(format!("the type says {what} {said} of dimension {dimension}, the operation {found}"));
            }
        }
    }
    None
}
