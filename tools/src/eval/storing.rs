//! Data as tensors: operands in their formats, and the places of results.

use super::{EvalError, Report, Request, operands, roomier, task::Task};
use crate::{frontend::Declaration, kernel::guarded};
use lacuna_layout::Format;
use lacuna_notation::{ast::Subscript, sizes::Partial};
use lacuna_runtime::{
    coo::{Coo, HalfError},
    data::Data,
    memory::{self, Activity},
    pack::{PackError, outline, pack_data, pack_with},
    progress::Progress,
    storage::SparseTensor,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Instant,
};

/// Stores the operands, of `halves` what is on and below the diagonal. Dense data goes where it is stored, and is no longer in
/// `data` then.
pub fn store(
    task: &Task,
    data: &mut BTreeMap<String, Data>,
    halves: &BTreeSet<String>,
    progress: Option<&dyn Progress>,
    report: &mut Report,
) -> Result<BTreeMap<String, SparseTensor>, EvalError> {
    let mut stored = BTreeMap::new();
    for operand in &task.operands {
        let _activity = Activity::start(format!("operand {}", operand.name));
        let begin = Instant::now();
        let format = operand.format.clone().unwrap_or_else(|| Format::dense(operand.order));
        let is_half = halves.contains(&operand.name);
        let tensor = match data.remove(&operand.name) {
            Some(Data::Dense(dense)) if !is_half => pack_data(Data::Dense(dense), &format, progress),
            Some(given) => {
                let coo = given
                    .into_coo()
                    .map_err(|error| EvalError::Pack { name: operand.name.clone(), error: Box::new(error.into()) })?;
                let half = is_half.then(|| coo.lower_half()).transpose();
                let half = half.map_err(|error| half_refused(&operand.name, &error))?;
                let packed = pack_with(half.as_ref().unwrap_or(&coo), &format, progress);
                data.insert(operand.name.clone(), Data::Entries(coo));
                packed
            }
            None => return Err(EvalError::NoData { name: operand.name.clone(), hint: String::new() }),
        };
        let tensor = tensor.map_err(|error| refused(&operand.name, &format, data.get(&operand.name), error))?;
        report.packed(operand, is_half, &tensor, begin.elapsed());
        stored.insert(operand.name.clone(), tensor);
    }
    Ok(stored)
}

fn half_refused(name: &str, error: &HalfError) -> EvalError {
    EvalError::Half { name: name.to_owned(), message: error.to_string() }
}

/// Why an operand cannot be stored, with the flag that helps, if there is one.
fn refused(name: &str, format: &Format, data: Option<&Data>, error: PackError) -> EvalError {
    let coo = data.and_then(|data| if let Data::Entries(coo) = data { Some(coo) } else { None });
    match roomier::with_remedy(error, format, coo, &format!("-f {name}=")) {
        Ok(message) => EvalError::TooLarge { what: "operand", name: name.to_owned(), message },
        Err(error) => EvalError::Pack { name: name.to_owned(), error: Box::new(error) },
    }
}

/// The place of a dense result, with the old values where it is updated.
fn dense_place(
    name: &str,
    shape: &[u64],
    old: Option<&SparseTensor>,
    request: &Request,
) -> Result<SparseTensor, EvalError> {
    let _activity = Activity::start(format!("result {name}"));
    let points = shape.iter().map(|size| u128::from(*size)).product();
    memory::require("a dense result", points, request.dtype.size_in_bytes()).map_err(|error| {
        let format = operands::format_of_entries(shape.len()).unwrap_or("dense");
        let message = format!("{error}: with -f {name}={format} it stores only what is computed");
        EvalError::TooLarge { what: "result", name: name.to_owned(), message }
    })?;
    if let Some(old) = old {
        return Ok(old.clone());
    }
    let empty = Coo::empty(shape.to_vec(), request.dtype);
    let mut place = pack_with(&empty, &Format::dense(shape.len()), None)
        .map_err(|error| EvalError::PackResult { name: name.to_owned(), error: Box::new(error) })?;
    // The kernel overwrites all of it. What it leaves out shows in the check.
    if request.check {
        guarded::fill_with_pattern(&mut place.values);
    }
    Ok(place)
}

/// A tensor for each result: of a dense one its place, of a stored one an empty tensor that is stored like it.
pub fn places(
    task: &Task,
    shapes: &BTreeMap<String, Vec<u64>>,
    stored: &BTreeMap<String, SparseTensor>,
    request: &Request,
) -> Result<Vec<SparseTensor>, EvalError> {
    let place = |name: &String| match task.format_of(name) {
        None => dense_place(name, &shapes[name], stored.get(name), request),
        // Not all formats hold an empty tensor; formats that results cannot have are for the compiler to refuse.
        Some(format) => outline(&shapes[name], format, request.dtype, false)
            .map_err(|error| EvalError::PackResult { name: name.clone(), error: Box::new(error) }),
    };
    task.results.iter().map(place).collect()
}

/// What the program declares: the shapes at hand, or, for any sizes, only those that no operand tells when it is called.
pub fn declare(task: &Task, shapes: &BTreeMap<String, Vec<u64>>, any_sizes: bool) -> BTreeMap<String, Declaration> {
    let partial = Partial::of(&task.program);
    let is_told = |name: &str, dimension: usize| {
        let statement = task.program.statements.iter().find(|statement| statement.target.tensor == name);
        !partial.has_dimension(name, dimension)
            && statement.is_none_or(|statement| {
                let variable = statement.target.subscripts[dimension].as_variable();
                let accesses = statement.value.accesses();
                let tells = |subscript: &Subscript| subscript.as_variable() == variable;
                accesses.iter().flat_map(|access| &access.subscripts).any(tells)
            })
    };
    let declaration = |(name, shape): (&String, &Vec<u64>)| {
        let open = |(dimension, size): (usize, &u64)| (!(any_sizes && is_told(name, dimension))).then_some(*size);
        let shape = shape.iter().enumerate().map(open).collect();
        (name.clone(), Declaration { shape, format: task.format_of(name).cloned() })
    };
    shapes.iter().map(declaration).collect()
}
