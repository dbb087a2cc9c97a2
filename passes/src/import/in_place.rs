//! Stored results that a body reads: the old result becomes an operand.
//!
//! Then the entries of the new result follow from those of its operands, as always. If the body no longer combines with the
//! result, the result starts from no entries.

use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{
        Block, Op, Value, arguments, insert_argument, insert_operand, operands, segments, set_attribute, set_operand,
        shape, users,
    },
};
use melior::ir::{Attribute, ValueLike, attribute::ArrayAttribute, operation::OperationLike};

use super::checks::accumulates;
use crate::values::dimension_size;

/// Gives a generic an operand for each stored result that its body reads; says which are combined with, too.
pub fn read_from_operands<'c>(generic: Op<'c>, block: Block<'c>) -> Vec<Value<'c>> {
    let mut combined = Vec::new();
    let inputs = segments(generic).first().copied().unwrap_or(0);
    let results: Vec<_> = arguments(block).into_iter().zip(operands(generic)).skip(inputs).collect();
    for (own, tensor) in results {
        let (keeping, reading): (Vec<_>, Vec<_>) = users(own).into_iter().partition(|user| accumulates(*user, own));
        if Format::of(tensor.r#type()).is_none() || reading.is_empty() {
            continue;
        }
        let copy = add_input(generic, block, own, tensor);
        for user in reading {
            for (index, operand) in operands(user).into_iter().enumerate() {
                if operand == own {
                    set_operand(user, index, copy);
                }
            }
        }
        if keeping.is_empty() {
            let at = arguments(block).iter().position(|argument| *argument == own).expect("it is an argument");
            set_operand(generic, at, empty(generic, tensor));
        } else {
            combined.push(own);
        }
    }
    combined
}

/// Adds a tensor that is a result to the inputs; gives the argument that stands for its elements.
fn add_input<'c>(generic: Op<'c>, block: Block<'c>, own: Value<'c>, tensor: Value<'c>) -> Value<'c> {
    let sizes = segments(generic);
    let builder = Builder::before(generic);
    let at = arguments(block).iter().position(|argument| *argument == own).expect("it is an argument");
    insert_operand(generic, sizes[0], tensor);
    let (name, sizes_now) = builder.segments(&[sizes[0] + 1, sizes[1]]);
    set_attribute(generic, name, sizes_now);
    let maps = generic.attribute("indexing_maps").ok().and_then(|maps| ArrayAttribute::try_from(maps).ok());
    let mut maps: Vec<Attribute> =
        maps.into_iter().flat_map(|maps| (0..maps.len()).filter_map(move |index| maps.element(index).ok())).collect();
    maps.insert(sizes[0], maps[at]);
    set_attribute(generic, "indexing_maps", ArrayAttribute::new(builder.context(), &maps).into());
    insert_argument(block, sizes[0], own.r#type(), builder.location())
}

/// A tensor without entries of the same type and size.
fn empty<'c>(generic: Op<'c>, tensor: Value<'c>) -> Value<'c> {
    let builder = Builder::before(generic);
    let sizes = shape(tensor.r#type()).unwrap_or_default();
    let dynamic: Vec<_> = (0..sizes.len())
        .filter(|dimension| sizes[*dimension].is_none())
        .map(|dimension| dimension_size(&builder, tensor, dimension))
        .collect();
    builder.value("tensor.empty", &dynamic, tensor.r#type(), &[])
}
