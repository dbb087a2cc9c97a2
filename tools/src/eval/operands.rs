//! Operands: where their data comes from, how it is stored where nobody says so, and the data itself.

use super::{EvalError, Report, Request, roomier, task::Task};
use lacuna_layout::Format;
use lacuna_notation::ast::Access;
use lacuna_runtime::{
    data::Data,
    io::ReadOptions,
    memory::Activity,
    progress::{Phase, Progress},
    source::{Source, SourceError},
};
use std::{collections::BTreeMap, ffi::OsString, time::Instant};

/// An operand of the expression.
#[derive(Debug)]
pub struct Operand {
    /// Its name.
    pub name: String,
    /// Its number of dimensions.
    pub order: usize,
    /// Its format; `None` for plain dense tensors.
    pub format: Option<Format>,
    /// The short name of the format, where it is that of the data.
    pub of_data: Option<&'static str>,
    /// Where its data comes from.
    pub data: Option<Source>,
}

impl Operand {
    /// Stores coordinates as wide as data of this shape needs them, if the format is that of the data. A format that is asked
    /// for stays as it is.
    pub fn widen(&mut self, shape: &[u64]) {
        if self.of_data.is_some() {
            self.format = self.format.take().map(|format| roomier::widened(format, shape));
        }
    }
}

/// The format of data that lists entries, by the number of dimensions; nothing where it is dense.
pub fn format_of_entries(order: usize) -> Option<&'static str> {
    match order {
        0 => None,
        1 => Some("compressed"),
        2 => Some("csr"),
        _ => Some("csf"),
    }
}

/// Where the data of the operands comes from. Standard input, which is read here, holds one of them.
pub fn sources(request: &Request) -> Result<BTreeMap<String, Source>, EvalError> {
    let mut streams = request.inputs.iter().filter(|(_, text)| *text == "-").map(|(name, _)| name);
    if let (Some(first), Some(second)) = (streams.next(), streams.next()) {
        return Err(EvalError::Unsupported(format!(
            "-i {first}=- and -i {second}=- both read standard input, which holds one operand"
        )));
    }
    let parse = |(name, text): (&String, &OsString)| {
        Ok((name.clone(), Source::parse(text).map_err(|error| refused(request, name, error))?))
    };
    request.inputs.iter().map(parse).collect()
}

/// What is wrong with the data of a tensor, with the flag that gives it where the message does not name a file.
fn refused(request: &Request, name: &str, error: SourceError) -> EvalError {
    let text = request.inputs.get(name).map(|text| text.display().to_string()).unwrap_or_default();
    match error {
        SourceError::Read(error) => EvalError::Read(error),
        SourceError::Order { required, found } => {
            EvalError::Order { name: name.to_owned(), text, wanted: required, found }
        }
        error => EvalError::Source { name: name.to_owned(), text, error: Box::new(error) },
    }
}

/// What could be loaded before all sizes are known.
pub struct Loaded {
    /// The shape of each operand that has one of its own.
    pub shapes: BTreeMap<String, Vec<u64>>,
    data: BTreeMap<String, Data>,
}

/// Reads files, and runs the generators that fix their own shape.
pub(super) fn load(
    request: &Request,
    task: &Task,
    progress: Option<&dyn Progress>,
    report: &mut Report,
) -> Result<Loaded, EvalError> {
    let mut loaded = Loaded { shapes: BTreeMap::new(), data: BTreeMap::new() };
    for operand in &task.operands {
        let source = operand.data.as_ref().ok_or_else(|| EvalError::no_data(request, &operand.name))?;
        if source.takes_any_shape() {
            continue;
        }
        let begin = Instant::now();
        let options = ReadOptions { progress, ..read_options(request, task, operand) };
        let data = load_as(request, operand, source, &options)?;
        report.loaded(&operand.name, begin.elapsed());
        loaded.shapes.insert(operand.name.clone(), data.shape().to_vec());
        loaded.data.insert(operand.name.clone(), data);
    }
    Ok(loaded)
}

/// Runs the generators that take their shape from the other operands; gives the data of all.
pub(super) fn complete(
    loaded: Loaded,
    task: &Task,
    shapes: &BTreeMap<String, Vec<u64>>,
    request: &Request,
    (progress, report): (Option<&dyn Progress>, &mut Report),
) -> Result<BTreeMap<String, Data>, EvalError> {
    let mut all = loaded.data;
    for operand in &task.operands {
        let Some(source) = operand.data.as_ref().filter(|_| !all.contains_key(&operand.name)) else { continue };
        let begin = Instant::now();
        let shape = shapes[&operand.name].iter().copied().map(Some).collect();
        let expect_order = Some(operand.order);
        let options = ReadOptions { shape: Some(shape), expect_order, progress, ..ReadOptions::new(request.dtype) };
        let data = load_as(request, operand, source, &options)?;
        report.loaded(&operand.name, begin.elapsed());
        all.insert(operand.name.clone(), data);
    }
    Ok(all)
}

/// The data of an operand: the values of all points where these are stored, else entries.
fn load_as(
    request: &Request,
    operand: &Operand,
    source: &Source,
    options: &ReadOptions<'_>,
) -> Result<Data, EvalError> {
    let _activity = Activity::start(format!("operand {}", operand.name));
    let _generating = matches!(source, Source::Generator(_)).then(|| Phase::start(options.progress, "generating", 0));
    let data = source.load(options).map_err(|error| refused(request, &operand.name, error))?;
    entries_for(data, source, operand.format.as_ref()).map_err(|message| EvalError::TooLarge {
        what: "operand",
        name: operand.name.clone(),
        message,
    })
}

/// Data as a format stores it. Formats that leave points out leave out the zeros of dense data that was written down.
pub fn entries_for(data: Data, source: &Source, format: Option<&Format>) -> Result<Data, String> {
    let Some(format) = format.filter(|format| data.is_dense() && !format.is_row_major()) else { return Ok(data) };
    let mut coo = data.into_coo().map_err(|error| error.to_string())?;
    if source.writes_zeros() && format.nonzero_fill().is_none() {
        coo.drop_zeros().map_err(|error| error.to_string())?;
    }
    Ok(Data::Entries(coo))
}

/// A file's sizes may be given by the sizes of the variables that subscript it.
fn read_options<'a>(request: &Request, task: &Task, operand: &Operand) -> ReadOptions<'a> {
    let known = |access: &Access| {
        let size = |variable: Option<&str>| variable.and_then(|variable| request.sizes.get(variable)).copied();
        access.subscripts.iter().map(|subscript| size(subscript.as_variable())).collect()
    };
    let mut accesses = task.program.statements.iter().flat_map(|statement| statement.accesses());
    let access = accesses.find(|access| access.tensor == operand.name);
    let shape = access.map(known);
    ReadOptions { shape, expect_order: Some(operand.order), ..ReadOptions::new(request.dtype) }
}
