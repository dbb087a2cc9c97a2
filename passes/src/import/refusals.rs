//! What is not imported, with what can be written instead.

use super::{foreign::foreign_values, reader};
use crate::diagnostic::{Reported, error};
use lacuna_dialects::{
    format::Format,
    ir::{Op, defining_op, is_op, op_name, operands, results, shape},
};
use melior::ir::{ValueLike, operation::OperationLike};

/// Whether an operation that touches tensors in upstream's formats can be imported.
pub fn check(op: Op<'_>) -> Result<(), Reported> {
    match reason(op) {
        None => Ok(()),
        Some(why) => Err(error(op.location(), format!("{} is not imported: {why}", op_name(op)))),
    }
}

fn reason(op: Op<'_>) -> Option<String> {
    let name = op_name(op);
    let text = match name.strip_prefix("sparse_tensor.") {
        Some(mnemonic) => of_upstreams(op, mnemonic)?,
        None => of_others(op, &name)?,
    };
    Some(text)
}

/// Operations of upstream's dialect.
fn of_upstreams(op: Op<'_>, mnemonic: &str) -> Option<String> {
    let text = match mnemonic {
        "assemble" | "disassemble" | "convert" | "values" | "positions" | "coordinates" | "coordinates_buffer"
        | "number_of_entries" | "load" | "reorder_coo" | "binary" | "unary" | "select" | "reduce" | "yield" => {
            return None;
        }
        "new" => return reader::refusal(op),
        "lvl" => {
            let is_constant = defining_op(operands(op)[1]).is_some_and(|level| is_op(level, "arith.constant"));
            return (!is_constant).then(|| "the level must be a constant".to_owned());
        }
        "reinterpret_map" => {
            let is_static = shape(results(op)[0].r#type()).is_some_and(|sizes| sizes.iter().all(Option::is_some));
            return (!is_static)
                .then(|| format!("the sizes of {} must be known while compiling", results(op)[0].r#type()));
        }
        "concatenate" => "write each operand into its part of a dense tensor, and convert that",
        "out" => "pass the arrays to the caller with sparse_tensor.disassemble, who can write a file",
        "print" => "print its sparse_tensor.values, positions and coordinates, or convert it to a dense tensor",
        "foreach" => "write the loop as a linalg.generic, or over its values, positions and coordinates",
        "iterate" | "coiterate" | "extract_iteration_space" | "extract_value" => {
            "loops over iteration spaces are made here by sloop-sparsify: write a linalg.generic"
        }
        "slice.offset" | "slice.stride" => "a slice is read where it is: ask the tensor.extract_slice that makes it",
        _ => "upstream's own pipeline makes it on its way to loops: import what stands before --sparsifier",
    };
    Some(text.to_owned())
}

/// Operations of other dialects on tensors in upstream's formats.
fn of_others(op: Op<'_>, name: &str) -> Option<String> {
    let text = match name {
        "tensor.empty"
        | "tensor.dim"
        | "tensor.cast"
        | "tensor.extract_slice"
        | "bufferization.alloc_tensor"
        | "bufferization.dealloc_tensor" => {
            return None;
        }
        "tensor.expand_shape" | "tensor.collapse_shape" | "tensor.reshape" => {
            "the levels of a stored tensor are those of its own dimensions: convert it to a dense tensor, reshape that, \
             and convert the result"
        }
        "tensor.extract" => "convert the tensor to a dense one, or reduce over it with a linalg.generic",
        "tensor.insert" => {
            "stored tensors are made as a whole: by sparse_tensor.assemble, by sparse_tensor.convert from a dense \
             tensor, or by a linalg.generic"
        }
        "tensor.insert_slice" | "tensor.pad" | "tensor.concat" => {
            "parts of a stored tensor are not compiled yet: convert it to a dense tensor before"
        }
        "arith.constant" => "convert a dense constant with sparse_tensor.convert, or assemble its arrays",
        _ if ["func.", "linalg.", "scf.", "cf."].iter().any(|dialect| name.starts_with(dialect)) => return None,
        _ => {
            let tensor = foreign_values(op).into_iter().find(|value| Format::is_foreign(value.r#type()))?;
            return Some(format!("it takes or gives a stored tensor, {}, which it does not know", tensor.r#type()));
        }
    };
    Some(text.to_owned())
}
