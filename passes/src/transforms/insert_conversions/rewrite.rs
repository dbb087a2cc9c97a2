//! Converts what was chosen, and puts a nest that is fed with it in the place of one.

use super::{
    asks_stored::asks_what_fills_up,
    conversion::{Conversion, OtherResult, Through},
    trial::group,
};
use crate::{
    bridge::{Binding, write::emit_nest},
    diagnostic::{remark, remark_with_remedy},
    index::{Access, Expr, Nest, Stmt, TensorId, Where, writes},
    remedy::{Remedy, Stored},
    transforms::known_subscripts::resolve_dimensions,
    values::{dynamic_sizes, naming_location, operand_name},
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Value, erase, replace_uses, results},
    stensor::{
        conversion::{self as convert, Convert},
        storage::{Empty, Release},
    },
};
use melior::ir::{Type, ValueLike};

/// Of so many conversions each says what saves all of them: a message that is read alone. Of more, this would fill the screen.
const MOST_WITH_REMEDIES: usize = 2;

/// Puts a nest that is fed with what was converted in the place of one; gives its results, old and new.
pub(super) fn apply<'c>(
    mut nest: Nest,
    conversions: &[Conversion],
    binding: &mut Binding<'c>,
) -> Vec<(Value<'c>, Value<'c>)> {
    let old = binding.op(nest.source);
    let builder = Builder::before(old);
    let mut saves = Vec::new();
    let converted = convert_operands(&mut nest, &builder, binding, conversions, &mut saves);
    let to_convert = compute_elsewhere(&mut nest, &builder, binding, conversions, &mut saves);
    // One conversion alone may be needless, or impossible, without the others. Of many, the last says what saves them all.
    let all: Vec<_> = saves.iter().map(|save| save.stored.clone()).collect();
    let place = binding.location(nest.place);
    for (left, Save { fact, .. }) in (0..saves.len()).rev().zip(saves) {
        match all.len() > MOST_WITH_REMEDIES && left > 0 {
            true => remark(place, &fact),
            false => remark_with_remedy(place, fact, &Remedy::SaveConversion(all.clone())),
        }
    }
    let new = emit_nest(&nest, &builder, binding);
    let outputs = nest.bound_ids().into_iter().filter(|id| nest.tensor(*id).is_output);
    for Converted { value, .. } in converted {
        Release::build(&builder, value);
    }
    let mut replaced = Vec::new();
    for ((old, new), tensor) in results(old).into_iter().zip(results(new)).zip(outputs) {
        let conversion = to_convert.iter().find(|computed| computed.tensor == tensor);
        let value = conversion.map_or(new, |ComputedElsewhere { to, .. }| {
            let value = Convert::build(&builder, new, *to, convert::Conversion::default());
            Release::build(&builder, new);
            value
        });
        debug_assert!(value.r#type() == old.r#type());
        replace_uses(old, value);
        replaced.push((old, value));
    }
    erase(old);
    replaced
}

/// A conversion that a user can save, by storing a tensor in another format.
struct Save {
    fact: String,
    stored: Stored,
}

/// An operand that is converted.
struct Converted<'c> {
    operand: Value<'c>,
    /// What is asked of the conversion.
    how: convert::Conversion,
    value: Value<'c>,
}

/// Converts operands before the nest, which reads what they are converted to.
fn convert_operands<'c>(
    nest: &mut Nest,
    builder: &Builder<'c>,
    binding: &mut Binding<'c>,
    conversions: &[Conversion],
    saves: &mut Vec<Save>,
) -> Vec<Converted<'c>> {
    let location = binding.location(nest.place);
    let mut done: Vec<Converted<'c>> = Vec::new();
    for conversion in conversions {
        let Conversion::Operand { statement, access, to, for_lookups, known, why } = conversion else { continue };
        let number = access.tensor;
        let bound = nest.tensor(access.tensor).clone();
        let operand = binding.value(bound.operand);
        if bound.format() == Some(*to) {
            let (named, dimensions) = (operand_name(operand, number.0), list_of(known));
            remark(location, format!("{named} is looked up by its coordinate in {dimensions}: {why}"));
            resolve(nest, *statement, (access, known));
            continue;
        }
        let to_type = builder.tensor_type(operand.r#type(), Some(&to.value));
        let how = convert::Conversion { for_lookups: *for_lookups, all_stored: asks_what_fills_up(nest, access) };
        let is_known =
            |known: &&Converted| known.operand == operand && known.how == how && known.value.r#type() == to_type;
        let value = match done.iter().find(is_known) {
            Some(known) => known.value,
            None => {
                let named = operand_name(operand, number.0);
                let to = bound.type_as(Some(*to));
                let fact = format!("{named} is converted from {} to {to}: {why}", bound.type_text());
                if is_read_otherwise(nest, access) {
                    remark(location, fact);
                } else {
                    saves.push(Save { fact, stored: Stored { name: named, r#type: to } });
                }
                // It is still called by the name of the operand, if that has one.
                let place = naming_location(operand).map_or(*builder, |location| builder.located(location));
                let value = Convert::build(&place, operand, to_type, how);
                done.push(Converted { operand, how, value });
                value
            }
        };
        let converted = binding.tensor(value);
        let tensor = nest.add_input(if bound.is_window { converted.as_window() } else { converted });
        let new = Access { tensor, ..access.clone() };
        let mut body = std::mem::take(&mut nest.body);
        replace_in_statement(nest, &mut body[*statement], access, &new);
        nest.body = body;
        resolve(nest, *statement, (&new, known));
    }
    done
}

/// Whether the operand of an access is read at other points, too: stored in another format, it would be converted for these.
fn is_read_otherwise(nest: &Nest, access: &Access) -> bool {
    let operand = nest.tensor(access.tensor).operand;
    let reads = writes(&nest.body).into_iter().flat_map(|(_, write)| nest.reads(write.value));
    reads.into_iter().any(|other| nest.tensor(other.tensor).operand == operand && other.subscripts != access.subscripts)
}

/// A result that the nest computes as a list.
struct ComputedElsewhere<'c> {
    tensor: TensorId,
    to: Type<'c>,
}

/// Lets the nest compute results in other orders than that of their levels; gives the types to which lists are to be converted.
fn compute_elsewhere<'c>(
    nest: &mut Nest,
    builder: &Builder<'c>,
    binding: &mut Binding<'c>,
    conversions: &[Conversion],
    saves: &mut Vec<Save>,
) -> Vec<ComputedElsewhere<'c>> {
    let mut to_convert = Vec::new();
    for conversion in conversions {
        let Conversion::Result { result: OtherResult { tensor, list, through }, why } = conversion else { continue };
        let tensor = *tensor;
        let bound = nest.tensor(tensor).clone();
        let operand = binding.value(bound.operand);
        let (name, list_type) = (operand_name(operand, tensor.0), bound.type_as(Some(*list)));
        if *through == Through::Groups {
            remark(
                binding.location(nest.place),
                format!("result {name} takes points as {list_type} lists them, parent by parent, in two walks: {why}"),
            );
            group(nest, tensor, list);
            continue;
        }
        let fact = format!("result {name} is computed as {list_type} and converted to {}: {why}", bound.type_text());
        saves.push(Save { fact, stored: Stored { name, r#type: list_type } });
        let list = builder.tensor_type(operand.r#type(), Some(&list.value));
        let place = naming_location(operand).map_or(*builder, |location| builder.located(location));
        let empty = Empty::build(&place, &dynamic_sizes(builder, operand), list);
        nest.tensors[tensor.0] = binding.tensor(empty).as_output();
        to_convert.push(ComputedElsewhere { tensor, to: operand.r#type() });
    }
    to_convert
}

/// Gives these dimensions of an access loops of their own.
fn resolve(nest: &mut Nest, statement: usize, (access, known): (&Access, &[usize])) {
    let mut body = std::mem::take(&mut nest.body);
    resolve_dimensions(nest, &mut body[statement], (access, known));
    nest.body = body;
}

fn list_of(dimensions: &[usize]) -> String {
    let all: Vec<_> = dimensions.iter().map(|dimension| format!("dimension {dimension}")).collect();
    all.join(" and ")
}

/// Reads `new` instead of `old` in one statement.
fn replace_in_statement(nest: &mut Nest, statement: &mut Stmt, old: &Access, new: &Access) {
    match statement {
        Stmt::Loop(inner) => inner.body.iter_mut().for_each(|inner| replace_in_statement(nest, inner, old, new)),
        Stmt::Where(Where { produce, consume, .. }) => {
            produce.iter_mut().chain(consume).for_each(|inner| replace_in_statement(nest, inner, old, new));
        }
        Stmt::Write(write) => {
            let node = nest.node(write.value);
            let (r#type, place) = (nest.element_of(old.tensor), node.location);
            let read = nest.add(Expr::Read(new.clone()), r#type, place);
            write.value = nest.replace_reads(write.value, old, read);
        }
    }
}
