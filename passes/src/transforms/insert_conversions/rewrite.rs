//! Converts what was chosen, and puts a nest that is fed with it in the place of one.

use super::Conversion;
use crate::{
    conversions::expand_conversions::FOR_LOOKUPS,
    diagnostic::remark,
    nest::{Access, Expr, Nest, Stmt, Tensor, TensorId, build::dimension_var, has_name, operand_name},
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Value, erase, replace_uses, results, shape},
};
use melior::ir::{Attribute, Type, ValueLike, operation::OperationLike};

/// Puts a nest that is fed with what was converted in the place of one; gives its results, old and new.
pub(super) fn apply<'c>(mut nest: Nest<'c>, conversions: &[Conversion<'c>]) -> Vec<(Value<'c>, Value<'c>)> {
    let builder = Builder::before(nest.op);
    let Operands { converted, inserted } = convert_operands(&mut nest, &builder, conversions);
    let to_convert = compute_elsewhere(&mut nest, &builder, conversions, &inserted);
    let old = nest.op;
    let new = nest.emit(&builder);
    let outputs: Vec<_> = (0..nest.tensors.len()).map(TensorId).filter(|id| nest.tensor(*id).is_output).collect();
    for (_, value) in converted {
        release(&builder, value);
    }
    let mut replaced = Vec::new();
    for ((old, new), tensor) in results(old).into_iter().zip(results(new)).zip(outputs) {
        let to = to_convert.iter().find(|(other, _)| *other == tensor).map(|(_, to)| *to);
        let value = to.map_or(new, |to| {
            let value = builder.value("stensor.convert", &[new], to, &[]);
            release(&builder, new);
            value
        });
        debug_assert!(value.r#type() == old.r#type());
        replace_uses(old, value);
        replaced.push((old, value));
    }
    erase(old);
    replaced
}

fn release<'c>(builder: &Builder<'c>, tensor: Value<'c>) {
    builder.create("stensor.release", &[tensor], &[], &[], Vec::new());
}

/// What became of converted operands.
struct Operands<'c> {
    /// Each operand that is converted, and what it is converted to.
    converted: Vec<(Value<'c>, Value<'c>)>,
    /// The inputs that the nest has more than before, in the order in which they were inserted.
    inserted: Vec<TensorId>,
}

/// Converts operands before the nest, which reads what they are converted to.
fn convert_operands<'c>(nest: &mut Nest<'c>, builder: &Builder<'c>, conversions: &[Conversion<'c>]) -> Operands<'c> {
    let mut done = Operands { converted: Vec::new(), inserted: Vec::new() };
    for conversion in conversions {
        let Conversion::Operand { statement, access, to, for_lookups, why } = conversion else { continue };
        let number = access.tensor.0;
        let access = done.inserted.iter().fold(access.clone(), |access, inserted| access.after_insertion(*inserted));
        let operand = nest.tensor(access.tensor).operand;
        let known = done.converted.iter().find(|(from, value)| *from == operand && value.r#type() == *to);
        let value = match known {
            Some((_, value)) => *value,
            None => {
                let named = operand_name(operand, number);
                remark(
                    nest.op.location(),
                    format!(
                        "{named} is converted from {} to {to}: {why}; store {named} in the latter format to save \
                         the conversion",
                        nest.tensor(access.tensor).r#type
                    ),
                );
                let value = convert_operand(builder, operand, *to, *for_lookups);
                done.converted.push((operand, value));
                value
            }
        };
        let tensor = nest.insert_input(value);
        done.inserted.push(tensor);
        let old = access.after_insertion(tensor);
        let new = Access { tensor, ..old.clone() };
        let mut body = std::mem::take(&mut nest.body);
        replace_in_statement(nest, &mut body[*statement], &old, &new);
        nest.body = body;
    }
    done
}

fn convert_operand<'c>(builder: &Builder<'c>, operand: Value<'c>, to: Type<'c>, for_lookups: bool) -> Value<'c> {
    // It is still called by the name of the operand, if that has one.
    let place = if has_name(operand) { builder.located(operand.location()) } else { *builder };
    let hint = for_lookups.then(|| (FOR_LOOKUPS, Attribute::unit(builder.context())));
    place.value("stensor.convert", &[operand], to, hint.as_slice())
}

/// Lets the nest compute results in other types; gives the types to which they are to be converted.
fn compute_elsewhere<'c>(
    nest: &mut Nest<'c>,
    builder: &Builder<'c>,
    conversions: &[Conversion<'c>],
    inserted: &[TensorId],
) -> Vec<(TensorId, Type<'c>)> {
    let mut to_convert = Vec::new();
    for conversion in conversions {
        let Conversion::Result { tensor, from, why } = conversion else { continue };
        let number = tensor.0;
        let tensor = inserted.iter().fold(*tensor, |tensor, inserted| tensor.after_insertion(*inserted));
        let Tensor { operand, r#type: to, .. } = *nest.tensor(tensor);
        remark(
            nest.op.location(),
            format!(
                "result {} is computed as {from} and converted to {to}: {why}; give the result the former format to save \
                 the conversion",
                operand_name(operand, number)
            ),
        );
        let sizes = shape(to).unwrap_or_default();
        let dynamic: Vec<_> = (0..sizes.len())
            .filter(|dimension| sizes[*dimension].is_none())
            .map(|dimension| dimension_var(builder, operand, dimension).extent)
            .collect();
        let empty = builder.value("stensor.empty", &dynamic, *from, &[]);
        nest.tensors[tensor.0] = Tensor { operand: empty, r#type: *from, format: Format::of(*from), is_output: true };
        to_convert.push((tensor, to));
    }
    to_convert
}

/// Reads `new` instead of `old` in one statement.
fn replace_in_statement<'c>(nest: &mut Nest<'c>, statement: &mut Stmt<'c>, old: &Access, new: &Access) {
    match statement {
        Stmt::Loop(inner) => inner.body.iter_mut().for_each(|inner| replace_in_statement(nest, inner, old, new)),
        Stmt::Write(write) => {
            let node = nest.node(write.value);
            let (r#type, place) = (nest.element_of(old.tensor), node.location);
            let read = nest.add(Expr::Read(new.clone()), r#type, place);
            write.value = nest.replace_reads(write.value, old, read);
        }
    }
}
