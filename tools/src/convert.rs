//! `lacuna convert`: data in one format to another, by code that the compiler makes.

mod report;

pub use report::{ArrayReport, ConvertReport, TensorReport};

use crate::{
    compiler::{CompileError, Compiler, Effort},
    eval::{
        EvalError, Timing, operands::entries_for, outputs::Outputs, overwriting, points, roomier,
        writing::written_entries,
    },
    frontend::{KERNEL, element},
    kernel::{
        Argument, BoundKernel, CallError, Target,
        checks::MemoryChecks,
        signature::{Parameter, Signature},
    },
    listener::Listener,
};
use lacuna_dialects::stensor::conversion::Convert;
use lacuna_layout::Format;
use lacuna_notation::oracle::{Points, Support};
use lacuna_passes::pipeline::Lacuna;
use lacuna_runtime::{
    MOST_DIMENSIONS,
    coo::Coo,
    data::Data,
    generate::GenerateError,
    io::{self, Content, ReadError, ReadOptions},
    memory::Activity,
    pack::{PackError, outline, pack_data, pack_with, require_memory},
    progress::{Phase, Progress},
    source::{Source, SourceError},
    storage::{SparseTensor, StorageError},
    value::{Dtype, Scalar},
};
use std::{
    borrow::Cow,
    ffi::OsString,
    fmt::Write,
    path::{Path, PathBuf},
    time::Instant,
};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct ConvertRequest {
    /// A file, a generator, numbers, or `-` for standard input.
    pub data: OsString,
    /// The format before.
    pub from: String,
    /// The format after.
    pub to: String,
    /// The shape: for generators that take any it is needed, others must have it.
    pub shape: Option<Vec<u64>>,
    /// The element type.
    pub dtype: Dtype,
    /// A file to write the converted tensor to, unless it is found wrong.
    pub output: Option<PathBuf>,
    /// Whether a file is replaced that is read, too.
    pub force: bool,
    /// Whether the levels are to be described.
    pub info: bool,
    /// Whether the result is compared with what packing gives.
    pub check: bool,
    /// Number of timed runs.
    pub runs: Option<usize>,
    /// How the kernel's use of memory is checked.
    pub memory: MemoryChecks,
    /// How much LLVM optimizes the kernel.
    pub effort: Effort,
}

/// Why a conversion did not come about.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ConvertError {
    #[error("{option} {text}: {message}")]
    Format { option: &'static str, text: String, message: String },
    #[error("{text}: {error}")]
    Source { text: String, error: Box<SourceError> },
    #[error("{0}: {1}")]
    Data(String, String),
    #[error("{text}: the tensor has {found} dimensions, at most {MOST_DIMENSIONS} are supported")]
    TooManyDimensions { text: String, found: usize },
    #[error("{0} takes any shape: give one with --shape, as in --shape 1000x1000")]
    NoShape(String),
    #[error(transparent)]
    Read(#[from] Box<ReadError>),
    #[error("{format}: {error}")]
    Pack { format: String, error: Box<PackError> },
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error(transparent)]
    Call(#[from] CallError),
    #[error("{format}: {error}")]
    NoMemory { format: String, error: Box<CallError> },
    #[error(transparent)]
    Output(Box<EvalError>),
    #[error("the entries of the result cannot be listed: {0}")]
    Entries(Box<StorageError>),
}

impl ConvertError {
    /// Whether the fault is ours, and not one of the request.
    pub fn is_ours(&self) -> bool {
        match self {
            Self::Compile(error) => error.is_ours(),
            Self::Call(error) => error.is_ours(),
            Self::Read(error) => error.is_ours(),
            Self::Source { error, .. } => error.is_ours(),
            Self::Output(error) => error.is_ours(),
            _ => false,
        }
    }
}

/// What came of a conversion, and the file that was asked for, which is not in its place yet.
#[derive(Debug)]
pub struct Conversion {
    /// What was found.
    pub report: ConvertReport,
    /// The file; none where the result was found wrong.
    pub outputs: Outputs,
}

/// Converts, and puts the file into its place. `listener` is told of long steps.
pub fn convert(request: &ConvertRequest, listener: Option<&dyn Listener>) -> Result<ConvertReport, ConvertError> {
    let Conversion { report, outputs } = prepare(request, listener)?;
    outputs.keep().map_err(|error| ConvertError::Output(Box::new(error)))?;
    Ok(report)
}

/// Converts. `listener` is told of long steps, and what the compiler remarks before the kernel runs.
pub fn prepare(request: &ConvertRequest, listener: Option<&dyn Listener>) -> Result<Conversion, ConvertError> {
    let progress = listener.map(|listener| listener as &dyn Progress);
    let begin = Instant::now();
    let name = request.data.display().to_string();
    let (origin, data) = load(request, &name, progress)?;
    let load = begin.elapsed();
    let order = data.shape().len();
    let from = parse_format("--from", &request.from, order)?;
    let to = parse_format("--to", &request.to, order)?;
    let refused =
        |option: &str, error: PackError| ConvertError::Pack { format: option.to_owned(), error: Box::new(error) };
    let begin = Instant::now();
    let _activity = Activity::start(&name);
    let data = entries_for(data, &origin, Some(&from)).map_err(|error| ConvertError::Data(name.clone(), error))?;
    // Dense data is where it is stored; all other data is a list of entries.
    let (source, given) = match data {
        Data::Dense(dense) => (pack_data(Data::Dense(dense), &from, progress), None),
        Data::Entries(coo) => (pack_with(&coo, &from, progress), Some(coo)),
    };
    let source = source.map_err(|error| {
        let option = format!("--from {}", request.from);
        match roomier::with_remedy(error, &from, given.as_ref(), "--from ") {
            Ok(message) => ConvertError::Data(option, message),
            Err(error) => refused(&option, error),
        }
    })?;
    let packed = begin.elapsed();
    let given = || match &given {
        Some(coo) => Ok(Cow::Borrowed(coo)),
        None => source.to_coo().map(Cow::Owned).map_err(|error| ConvertError::Entries(Box::new(error))),
    };
    let to_option = format!("--to {}", request.to);
    let like = outline(&source.shape, &to, source.dtype(), source.stored_len() > 0)
        .map_err(|error| refused(&to_option, error))?;
    if to.is_sized_by_rows() {
        // What the kernel makes is copied once.
        require_memory(&*given()?, &to, 2).map_err(|error| refused(&to_option, error))?;
    }
    let compiler = Compiler::new();
    let options = request.memory.compile(Lacuna::default());
    let compiling = Phase::start(progress, "compiling", 0);
    let mut native = compiler.start(&program(&source, &like), options)?.native(request.effort)?;
    drop(compiling);
    let remarks = compiler.remarks();
    let signature = Signature {
        name: KERNEL.to_owned(),
        arguments: vec![Parameter::stored("A", &source)],
        results: vec![Parameter::stored("the result", &like)],
    };
    let arguments = [Argument::Stored(&source, Vec::new())];
    let place = Target::Stored(&like, Vec::new());
    let mut kernel = BoundKernel::bind(&mut native, &signature, &arguments, vec![place], request.memory)?;
    let compile = native.time.passes + native.time.native;
    if let Some(listener) = listener {
        listener.remarks(&remarks);
    }
    let running = Phase::start(progress, "running", 0);
    let begin = Instant::now();
    kernel.call().map_err(|error| match error {
        CallError::NoMemoryInKernel(_) => ConvertError::NoMemory { format: to_option.clone(), error: Box::new(error) },
        error => error.into(),
    })?;
    let first = begin.elapsed();
    drop(running);
    let result = kernel.take_result().expect("a conversion has one result").into_owned();
    let checking = request.check.then(|| Phase::start(progress, "checking", 0));
    let check = request.check.then(|| check(&*given()?, &from, &result)).transpose()?;
    drop(checking);
    let timing = request.runs.map(|runs| Timing::measure(runs, progress, || kernel.call())).transpose()?;
    drop(kernel);
    let (mut outputs, mut printed) = (Outputs::default(), None);
    if let Some(path) = request.output.as_ref().filter(|_| !matches!(check, Some(Err(_)))) {
        let _writing = Phase::start(progress, "writing", 0);
        printed = stage(path, &result, &mut outputs)?;
    }
    let report = ConvertReport {
        data: name,
        shape: source.shape.clone(),
        source: TensorReport::new(&source),
        result: TensorReport::new(&result),
        info: request.info,
        load,
        pack: packed,
        compile,
        first_call: first,
        timing,
        check,
        remarks,
        printed,
    };
    Ok(Conversion { report, outputs })
}

fn load(request: &ConvertRequest, name: &str, progress: Option<&dyn Progress>) -> Result<(Source, Data), ConvertError> {
    let _activity = Activity::start(name);
    let refused = |error| match error {
        SourceError::Read(error) => ConvertError::Read(error),
        error => ConvertError::Source { text: name.to_owned(), error: Box::new(error) },
    };
    let source = Source::parse(&request.data).map_err(refused)?;
    let read: Vec<_> = overwriting::file_of(&source).map(|path| ("the data".to_owned(), path)).into_iter().collect();
    overwriting::check(&read, request.output.as_deref().into_iter(), request.force)
        .map_err(|error| ConvertError::Output(Box::new(error)))?;
    if source.takes_any_shape() && request.shape.is_none() {
        return Err(ConvertError::NoShape(name.to_owned()));
    }
    if let (Source::Generator(generator), Some(asked)) = (&source, &request.shape)
        && let Some(own) = generator.shape().filter(|own| own != asked)
    {
        let error = GenerateError::Shape { own, asked: asked.clone() };
        return Err(refused(Box::new(error).into()));
    }
    let shape = request.shape.as_ref().map(|shape| shape.iter().copied().map(Some).collect());
    let _generating = matches!(source, Source::Generator(_)).then(|| Phase::start(progress, "generating", 0));
    let data = source.load(&ReadOptions { shape, progress, ..ReadOptions::new(request.dtype) }).map_err(refused)?;
    if data.shape().len() > MOST_DIMENSIONS {
        return Err(ConvertError::TooManyDimensions { text: name.to_owned(), found: data.shape().len() });
    }
    Ok((source, data))
}

fn parse_format(option: &'static str, text: &str, order: usize) -> Result<Format, ConvertError> {
    let refused = |message: String| ConvertError::Format { option, text: text.to_owned(), message };
    let format = Format::named(text, order).map_err(|error| refused(error.to_string()))?;
    format.validate().map_err(|error| refused(error.to_string()))?;
    Ok(format)
}

/// A function that converts its argument.
fn program(source: &SparseTensor, result: &SparseTensor) -> String {
    let mut sizes = String::new();
    for size in &source.shape {
        write!(sizes, "{size}x").expect("writing to a string");
    }
    let r#type = |format: &Format| format!("tensor<{sizes}{}, #stensor.format<{format}>>", element(source.dtype()));
    let (from, to) = (r#type(&source.format), r#type(&result.format));
    format!(
        "func.func @{KERNEL}(%A: {from} loc(\"A\")) -> {to} attributes {{llvm.emit_c_interface}} {{\n  \
         %0 = {} %A : {from} to {to}\n  return %0 : {to}\n}}\n",
        Convert::NAME
    )
}

/// What is wrong with the result; nothing, if it keeps its format and stores the entries of the data. Zeros among these are
/// entries, too, where the format of the source tells them from what fills up. Where either has a fill value, which points
/// are stored depends on that, and values are compared alone.
fn check(coo: &Coo, from: &Format, result: &SparseTensor) -> Result<Result<(), String>, ConvertError> {
    if let Err(broken) = result.validate() {
        return Ok(Err(format!("the result breaks its format: {broken}")));
    }
    let refused = |error: StorageError| ConvertError::Entries(Box::new(error));
    let entries = |coo: &Coo| points::without_fill(coo).map_err(|error| ConvertError::Output(Box::new(error)));
    let all = from.nonzero_fill().and_then(Scalar::of_fill).map(|fill| coo.with_all_points(fill)).transpose();
    let all = all.map_err(|error| refused(error.into()))?;
    let found = result.to_coo_beside_zeros().map_err(refused)?;
    let (expected, nonzero) = (entries(all.as_ref().unwrap_or(coo))?, entries(&found)?);
    if expected.coordinates != nonzero.coordinates || !expected.values.is_same(&nonzero.values) {
        return Ok(Err("the entries of the result are not those of the data".to_owned()));
    }
    if from.nonzero_fill().is_some() || result.format.nonzero_fill().is_some() {
        return Ok(Ok(()));
    }
    let given = if from.fills_up() { &expected } else { coo };
    let given = Points::of("A", given).map_err(|error| ConvertError::Output(Box::new(Box::new(error).into())))?;
    let storing = points::storing(&result.format, &found, false);
    Ok(Support::exactly(given).check(&found, storing).map_err(|error| error.to_string()))
}

/// Writes the result beside its place; gives the text of one that goes to standard output.
fn stage(path: &Path, result: &SparseTensor, outputs: &mut Outputs) -> Result<Option<Vec<u8>>, ConvertError> {
    let entries;
    let content = if result.format.is_row_major() {
        Content::Dense { shape: &result.shape, values: &result.values }
    } else {
        entries = written_entries(result).map_err(|error| ConvertError::Entries(Box::new(error)))?;
        Content::Entries(&entries)
    };
    if path.as_os_str() == "-" {
        let mut text = Vec::new();
        let written = io::write_text("standard output", &mut text, content);
        written.map_err(|error| ConvertError::Output(Box::new(Box::new(error).into())))?;
        return Ok(Some(text));
    }
    let staged = outputs.stage(path, |staged| Ok(io::write_content(staged, content).map_err(Box::new)?));
    staged.map_err(|error| ConvertError::Output(Box::new(error)))?;
    Ok(None)
}
