//! What is not imported, with what can be written instead.

use super::{constants, element_types, foreign::foreign_values, moves, reader, reinterpret, writer};
use crate::diagnostic::{Reported, error};
use lacuna_dialects::{
    format::Format,
    ir::{Op, defining_op, element_type, op_name, operands, results},
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
        "convert" => {
            let [from, to] = [operands(op)[0], results(op)[0]].map(|value| element_type(value.r#type()));
            return element_types::refusal(from?, to?).or_else(|| constants::refusal(defining_op(operands(op)[0])?));
        }
        "assemble"
        | "disassemble"
        | "values"
        | "positions"
        | "coordinates"
        | "coordinates_buffer"
        | "number_of_entries"
        | "load"
        | "reorder_coo"
        | "binary"
        | "unary"
        | "select"
        | "reduce"
        | "yield"
        | "lvl"
        | "print"
        | "foreach"
        | "has_runtime_library" => {
            return None;
        }
        "concatenate" => return moves::refusal(op),
        "new" => return reader::refusal(op),
        "out" => return writer::refusal(op),
        "reinterpret_map" => return reinterpret::refusal(op),
        "iterate" | "coiterate" | "extract_iteration_space" | "extract_value" => {
            "loops over iteration spaces are not supported: write a linalg.generic, or a \
             sparse_tensor.foreach over all entries"
        }
        "slice.offset" | "slice.stride" => {
            "the slice may be a tensor of its own, without an offset: use the number that was given to tensor.extract_slice"
        }
        "push_back" => {
            "arrays cannot grow in place: append with memref.realloc, or insert into a stored tensor with tensor.insert"
        }
        "sort" => {
            "arrays cannot be sorted apart from their tensor: assemble a list of compressed(nonunique, nonordered) and \
             singleton(nonordered) levels, and convert it to an ordered format"
        }
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
        | "tensor.insert"
        | "bufferization.alloc_tensor"
        | "bufferization.dealloc_tensor" => {
            return None;
        }
        "tensor.extract_slice" if !moves::is_move(op) => return None,
        "tensor.extract" => "convert the tensor to a dense one, or reduce over it with a linalg.generic",
        "tensor.insert_slice" => "parts of a stored tensor are not compiled yet: convert it to a dense tensor before",
        "arith.constant" => "convert a dense constant with sparse_tensor.convert, or assemble its arrays",
        _ if moves::is_move(op) => return moves::refusal(op),
        _ if ["func.", "linalg.", "scf.", "cf."].iter().any(|dialect| name.starts_with(dialect)) => return None,
        _ => {
            let tensor = foreign_values(op).into_iter().find(|value| Format::is_foreign(value.r#type()))?;
            return Some(format!("it takes or gives a stored tensor, {}, which it does not know", tensor.r#type()));
        }
    };
    Some(text.to_owned())
}
