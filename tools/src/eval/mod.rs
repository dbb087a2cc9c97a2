//! `lacuna eval`: an expression, data and formats in; a checked and timed result out.

mod error;
pub(crate) mod operands;
pub(crate) mod outputs;
pub(crate) mod points;
mod report;
mod schedule;
mod stages;

pub use error::EvalError;
pub use report::{Check, OperandReport, PointsReport, Report, Timing};
pub use stages::Stage;

use crate::{
    compiler::{Compiler, Native},
    frontend::{self, Declaration, KERNEL, Program},
    kernel::{Argument, BoundKernel, Target},
};
use lacuna_notation::{
    ast::{Assignment, Update},
    oracle::{self, Comparison, Reading},
    parse,
    sizes::{infer_shapes, infer_sizes},
};
use lacuna_passes::{
    fp::FpMode,
    pipeline::{Lacuna, Phase},
};
use lacuna_runtime::{
    coo::Coo,
    data::Data,
    format::Format,
    io::{self, Content},
    memory::{self, Activity},
    pack::{is_row_major, pack_data, pack_with},
    progress::Progress,
    source::Source,
    storage::{SparseTensor, StorageError},
    value::{Dtype, Values},
};
use operands::Operand;
use outputs::Outputs;
use std::{borrow::Cow, collections::BTreeMap, path::PathBuf, time::Instant};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Index notation.
    pub expression: String,
    /// Format of each tensor that is not dense.
    pub formats: BTreeMap<String, String>,
    /// Where each operand's data comes from.
    pub inputs: BTreeMap<String, String>,
    /// Sizes of index variables.
    pub sizes: BTreeMap<String, u64>,
    /// Files to write, unless the result is found wrong.
    pub outputs: BTreeMap<String, PathBuf>,
    /// Element type of all tensors.
    pub dtype: Dtype,
    /// What floating point may be turned into.
    pub fp: FpMode,
    /// Leave values that are computed as zero out of a stored result.
    pub drop_zeros: bool,
    /// Put a stored result together in two walks wherever that is possible.
    pub two_phase: bool,
    /// Compile for tensors of any sizes, which are passed along, instead of those at hand.
    pub any_sizes: bool,
    /// Compare with the oracle.
    pub check: bool,
    /// Number of timed runs.
    pub runs: Option<usize>,
    /// Stages to show.
    pub emit: Vec<Stage>,
    /// What the user wants of the loops.
    pub schedule: Option<String>,
}

impl Request {
    /// A request to compute an expression, with everything else at its default.
    pub fn new(expression: &str) -> Self {
        Self {
            expression: expression.to_owned(),
            formats: BTreeMap::new(),
            inputs: BTreeMap::new(),
            sizes: BTreeMap::new(),
            outputs: BTreeMap::new(),
            dtype: Dtype::F64,
            fp: FpMode::Fast,
            drop_zeros: false,
            two_phase: false,
            any_sizes: false,
            check: false,
            runs: None,
            emit: Vec::new(),
            schedule: None,
        }
    }
}

/// Everything of a request that is settled before data is read.
struct Plan {
    assignment: Assignment,
    operands: Vec<Operand>,
    target: String,
    /// How the result is stored; `None` for dense.
    target_format: Option<Format>,
    /// The order of the loops, if the user gave one.
    order: Option<Vec<String>>,
}

impl Plan {
    /// The format of a tensor of the expression; `None` where it is dense.
    fn format_of(&self, name: &str) -> Option<&Format> {
        let operand = self.operands.iter().find(|operand| operand.name == name);
        operand.map_or_else(
            || self.target_format.as_ref().filter(|_| name == self.target),
            |operand| operand.format.as_ref(),
        )
    }
}

/// Evaluates a request. `progress` is told of long steps.
pub fn evaluate(request: &Request, progress: Option<&dyn Progress>) -> Result<Report, EvalError> {
    let plan = plan(request)?;
    let only_emit = !request.emit.is_empty() && plan.operands.iter().any(|operand| operand.data.is_none());
    if only_emit {
        return emit_only(request, &plan);
    }
    let mut report = Report::new(&plan.assignment);
    let loaded = operands::load(request, &plan, progress, &mut report)?;
    let sizes =
        infer_sizes(&plan.assignment, &loaded.shapes, &request.sizes).map_err(|e| EvalError::notation(request, e))?;
    let shapes = infer_shapes(&plan.assignment, &sizes).map_err(|e| EvalError::notation(request, e))?;
    let mut data = operands::complete(loaded, &plan, &shapes, request, &mut report)?;
    let stored = store(&plan, &mut data, progress, &mut report)?;
    let target_shape = shapes[&plan.target].clone();
    let declarations = declare(&plan, &shapes, request.any_sizes);
    let program = frontend::lower(&plan.assignment, &declarations, &sizes, request.dtype, plan.order.as_deref())
        .map_err(|error| EvalError::Unsupported(error.to_string()))?;
    let compiler = Compiler::new();
    let mut native = compile(&compiler, request, &program, &mut report)?;
    // Formats that results cannot have are for the compiler to refuse: not all of them hold an empty tensor.
    let mut target = match &plan.target_format {
        None => dense_target(&plan, &target_shape, stored.get(&plan.target), request)?,
        Some(format) => pack_with(&Coo::empty(target_shape.clone(), request.dtype), format, None)
            .map_err(|error| EvalError::PackResult { name: plan.target.clone(), error: Box::new(error) })?,
    };
    // A dense target is bound as the place of the result.
    let operands = program.arguments.iter().filter(|name| plan.target_format.is_some() || **name != plan.target);
    let arguments: Vec<_> = operands
        .map(|name| {
            let tensor = &stored[name];
            let is_stored = declarations[name].format.is_some();
            if is_stored { Argument::Stored(tensor, declarations[name].open()) } else { Argument::Dense(tensor) }
        })
        .collect();
    // Timed runs start where the first one did.
    let is_added_to = plan.assignment.update == Update::Accumulate && plan.target_format.is_none();
    let old = (is_added_to && request.runs.is_some()).then(|| target.values.clone());
    let place = match &plan.target_format {
        Some(_) => Target::Stored(&target, declarations[&plan.target].open()),
        None => Target::Dense(&mut target),
    };
    let mut kernel = BoundKernel::bind(&mut native, KERNEL, &arguments, place)?;
    report.compile = native.time;
    let begin = Instant::now();
    kernel.call()?;
    report.first_call = begin.elapsed();
    let result = kernel.take_result();
    let mut outputs = Outputs::default();
    stages::emit_native(request, &native, &mut outputs, &mut report)?;
    if request.check {
        let begin = Instant::now();
        let _activity = Activity::start("--check");
        report.check = Some(match check_storage(&result, begin) {
            Some(broken) => broken,
            None => {
                let entries = given(&data, &stored)?;
                let seen = as_stored(&entries, &stored)?;
                let comparison = compare(request, &plan, &seen, &sizes, &result)?;
                let points = points::check(request, &plan, (&entries, &seen), &sizes, &result)?;
                Check::new(&comparison, points, begin.elapsed())
            }
        });
    }
    stage_tensors(request, &plan, (&data, &stored), &result, &mut outputs, &mut report)?;
    if let Some(runs) = request.runs {
        drop(result);
        if let Some(old) = old {
            kernel.start_from(old);
        }
        report.timing = Some(Timing::measure(runs, || kernel.call())?);
    } else {
        report.set_result(&plan.target, &result);
    }
    report.remarks = compiler.remarks();
    // What is wrong must not be taken for a result by whoever finds the file.
    if report.is_wrong() {
        report.printed = None;
    } else {
        outputs.keep()?;
    }
    Ok(report)
}

/// A failed check, if the result breaks a promise of its format.
fn check_storage(target: &SparseTensor, begin: Instant) -> Option<Check> {
    let broken = target.validate().err()?;
    Some(Check {
        ok: false,
        largest_error: f64::INFINITY,
        tolerance: 0.0,
        worst: Some(format!("the result breaks its format: {broken}")),
        points: None,
        time: begin.elapsed(),
    })
}

/// The comparison with the oracle: of the readings of zeros that fill up, the first that explains the result, or else
/// the one that reads them as entries.
fn compare(
    request: &Request,
    plan: &Plan,
    seen: &BTreeMap<String, Coo>,
    sizes: &BTreeMap<String, u64>,
    target: &SparseTensor,
) -> Result<Comparison, EvalError> {
    let fills_up = |operand: &&Operand| operand.format.as_ref().is_some_and(Format::fills_up);
    let filled = plan.operands.iter().filter(fills_up).map(|operand| operand.name.clone()).collect();
    let evaluate = |reading: &Reading| {
        let expected = oracle::evaluate_reading(&plan.assignment, seen, sizes, request.dtype, reading);
        Ok::<_, EvalError>(expected.map_err(Box::new)?)
    };
    // The oracle refuses results that are too large to be dense.
    let expected = evaluate(&Reading::default())?;
    let found = dense_values(target)?;
    let as_entries = oracle::compare(&expected, &found)?;
    if as_entries.ok {
        return Ok(as_entries);
    }
    for reading in oracle::readings(&plan.assignment, seen, &filled).skip(1) {
        let comparison = oracle::compare(&evaluate(&reading)?, &found)?;
        if comparison.ok {
            return Ok(comparison);
        }
    }
    Ok(as_entries)
}

/// All points of a tensor, in row-major order.
fn dense_values(tensor: &SparseTensor) -> Result<Cow<'_, Values>, EvalError> {
    let internal = |error: String| EvalError::Internal(error);
    let dense = Format::named("dense", tensor.order()).map_err(|error| internal(error.to_string()))?;
    if tensor.format == dense {
        return Ok(Cow::Borrowed(&tensor.values));
    }
    let coo = tensor.to_coo_beside_zeros().map_err(|error| internal(error.to_string()))?;
    let packed = pack_with(&coo, &dense, None).map_err(|error| internal(error.to_string()))?;
    Ok(Cow::Owned(packed.values))
}

/// The entries that operands were given. Those of dense tensors stand in their storage.
fn given(
    data: &BTreeMap<String, Data>,
    stored: &BTreeMap<String, SparseTensor>,
) -> Result<BTreeMap<String, Coo>, EvalError> {
    let refused = |error: String| EvalError::Unsupported(format!("--check: {error}"));
    let entries = |(name, tensor): (&String, &SparseTensor)| {
        let coo = match data.get(name) {
            Some(data) => data.to_coo().map_err(|error| refused(error.to_string()))?.into_owned(),
            None => tensor.to_coo().map_err(|error| refused(error.to_string()))?,
        };
        Ok((name.clone(), coo))
    };
    stored.iter().map(entries).collect()
}

/// The entries that the kernel sees: where a format stores zeros too, they take part like any other value, or are absent,
/// as each reading says. Where what is not stored is not zero, every point is an entry.
fn as_stored(
    entries: &BTreeMap<String, Coo>,
    stored: &BTreeMap<String, SparseTensor>,
) -> Result<BTreeMap<String, Coo>, EvalError> {
    let refused = |error: StorageError| EvalError::Unsupported(format!("--check: {error}"));
    let mut seen = entries.clone();
    for (name, tensor) in stored {
        if let Some(fill) = tensor.format.nonzero_fill() {
            seen.insert(name.clone(), entries[name].with_all_points(fill).map_err(|error| refused(error.into()))?);
        } else if tensor.stored_len() > entries[name].len() {
            seen.insert(name.clone(), tensor.to_coo().map_err(refused)?);
        }
    }
    Ok(seen)
}

/// Parses the expression and settles every tensor's format and source of data.
fn plan(request: &Request) -> Result<Plan, EvalError> {
    let assignment = parse(&request.expression).map_err(|error| EvalError::notation(request, error))?;
    let orders = assignment.tensor_orders();
    let target = assignment.target.tensor.clone();
    for (name, option) in request
        .formats
        .keys()
        .map(|name| (name, "-f"))
        .chain(request.inputs.keys().map(|name| (name, "-i")))
        .chain(request.outputs.keys().map(|name| (name, "-o")))
    {
        if !orders.contains_key(name.as_str()) {
            return Err(EvalError::UnknownTensor { name: name.clone(), option });
        }
    }
    let mut sources = operands::sources(request)?;
    let mut operands = Vec::new();
    for access in assignment
        .value
        .accesses()
        .into_iter()
        .chain((assignment.update == Update::Accumulate).then_some(&assignment.target))
    {
        if operands.iter().any(|operand: &Operand| operand.name == access.tensor) {
            continue;
        }
        let (name, order) = (access.tensor.clone(), access.subscripts.len());
        let data = sources.remove(&name);
        // A result is dense where nobody says otherwise, also one that is added to.
        let is_told = request.formats.contains_key(&name) || name == target;
        let lists_entries = !is_told && data.as_ref().is_some_and(Source::lists_entries);
        let of_data = lists_entries.then(|| operands::format_of_entries(order)).flatten();
        let format = match of_data {
            Some(short) => Some(Format::named(short, order).map_err(|error| EvalError::Internal(error.to_string()))?),
            None => operand_format(request, &name, order)?,
        };
        operands.push(Operand { name, order, format, of_data, data });
    }
    let target_format = operand_format(request, &target, assignment.target.subscripts.len())?;
    if request.inputs.contains_key(&target) && assignment.update == Update::Replace {
        return Err(EvalError::Unsupported(format!(
            "the result {target} takes no data: write {target}(...) += ... to add to old values"
        )));
    }
    let order = request.schedule.as_ref().map(|text| schedule::loop_order(text, &assignment)).transpose()?;
    Ok(Plan { assignment, operands, target, target_format, order })
}

/// The format of an operand; `None` for plain dense tensors.
fn operand_format(request: &Request, name: &str, order: usize) -> Result<Option<Format>, EvalError> {
    let Some(text) = request.formats.get(name) else { return Ok(None) };
    if text.eq_ignore_ascii_case("dense") {
        return Ok(None);
    }
    let refused = |message: String| EvalError::Format { name: name.to_owned(), text: text.clone(), message };
    let format = Format::named(text, order).map_err(|error| refused(error.to_string()))?;
    format.validate().map_err(|error| refused(error.to_string()))?;
    match format.fill {
        Some(fill) if fill.dtype() != request.dtype => {
            let error = StorageError::FillType { fill: fill.dtype(), values: request.dtype };
            Err(refused(error.to_string()))
        }
        _ => Ok(Some(format)),
    }
}

/// Stores the operands. Dense data goes where it is stored, and is no longer in `data` then.
fn store(
    plan: &Plan,
    data: &mut BTreeMap<String, Data>,
    progress: Option<&dyn Progress>,
    report: &mut Report,
) -> Result<BTreeMap<String, SparseTensor>, EvalError> {
    let mut stored = BTreeMap::new();
    for operand in &plan.operands {
        let _activity = Activity::start(format!("operand {}", operand.name));
        let begin = Instant::now();
        let dense = || Format::named("dense", operand.order).map_err(|error| EvalError::Internal(error.to_string()));
        let format = operand.format.clone().map_or_else(dense, Ok)?;
        let tensor = match data.remove(&operand.name) {
            Some(Data::Dense(dense)) => pack_data(Data::Dense(dense), &format, progress),
            Some(Data::Entries(coo)) => {
                let packed = pack_with(&coo, &format, progress);
                data.insert(operand.name.clone(), Data::Entries(coo));
                packed
            }
            None => return Err(EvalError::NoData(operand.name.clone())),
        };
        let tensor = tensor.map_err(|error| EvalError::Pack { name: operand.name.clone(), error: Box::new(error) })?;
        report.packed(operand, &tensor, begin.elapsed());
        stored.insert(operand.name.clone(), tensor);
    }
    Ok(stored)
}

/// The result: zeros, or the old values of an accumulation.
fn dense_target(
    plan: &Plan,
    shape: &[u64],
    old: Option<&SparseTensor>,
    request: &Request,
) -> Result<SparseTensor, EvalError> {
    let _activity = Activity::start(format!("result {}", plan.target));
    let points = shape.iter().map(|size| u128::from(*size)).product();
    memory::require("a dense result", points, request.dtype.size_in_bytes()).map_err(|error| {
        let format = operands::format_of_entries(shape.len()).unwrap_or("dense");
        let message = format!("{error}: with -f {}={format} it stores only what is computed", plan.target);
        EvalError::TooLarge { what: "result", name: plan.target.clone(), message }
    })?;
    if let Some(old) = old {
        return Ok(old.clone());
    }
    let empty = Coo::empty(shape.to_vec(), request.dtype);
    let format = Format::named("dense", shape.len()).map_err(|error| EvalError::Internal(error.to_string()))?;
    pack_with(&empty, &format, None)
        .map_err(|error| EvalError::PackResult { name: plan.target.clone(), error: Box::new(error) })
}

/// What the program declares: the shapes at hand, or only those sizes that no operand tells when it is called.
fn declare(plan: &Plan, shapes: &BTreeMap<String, Vec<u64>>, any_sizes: bool) -> BTreeMap<String, Declaration> {
    let accesses = plan.assignment.value.accesses();
    let is_told = |variable: &str| {
        let subscripts = || accesses.iter().flat_map(|access| &access.subscripts);
        subscripts().any(|subscript| subscript.as_variable() == Some(variable))
    };
    let target = &plan.assignment.target;
    shapes
        .iter()
        .map(|(name, shape)| {
            let format = plan.format_of(name);
            let is_open = |dimension: usize| {
                any_sizes && (*name != plan.target || target.subscripts[dimension].as_variable().is_some_and(is_told))
            };
            let sizes = shape.iter().enumerate();
            let shape = sizes.map(|(dimension, size)| (!is_open(dimension)).then_some(*size)).collect();
            (name.clone(), Declaration { shape, format: format.cloned() })
        })
        .collect()
}

fn compile(
    compiler: &Compiler,
    request: &Request,
    program: &Program,
    report: &mut Report,
) -> Result<Native, EvalError> {
    let Request { fp, drop_zeros, two_phase, .. } = *request;
    let options = Lacuna { fp, dense: true, drop_zeros, two_phase, ..Lacuna::default() };
    let mut compilation = compiler.start(&program.text, options)?;
    for phase in Phase::ALL {
        let stage = Stage::Phase(phase);
        if request.emit.contains(&stage) {
            compilation.advance(phase)?;
            report.emitted.push((stage, compilation.text()?));
        }
    }
    if request.emit.contains(&Stage::LlvmIr) {
        report.emitted.push((Stage::LlvmIr, compilation.llvm_ir()?));
    }
    Ok(compilation.native()?)
}

/// Shows stages of an expression whose operands have no data: sizes that are not given are dynamic.
fn emit_only(request: &Request, plan: &Plan) -> Result<Report, EvalError> {
    let mut report = Report::new(&plan.assignment);
    let mut declarations = BTreeMap::new();
    let accesses = plan.assignment.accesses();
    for access in accesses {
        let format = plan.format_of(&access.tensor);
        let shape = access
            .subscripts
            .iter()
            .map(|subscript| subscript.as_variable().and_then(|variable| request.sizes.get(variable)).copied())
            .collect();
        declarations.insert(access.tensor.clone(), Declaration { shape, format: format.cloned() });
    }
    let program =
        frontend::lower(&plan.assignment, &declarations, &request.sizes, request.dtype, plan.order.as_deref())
            .map_err(|error| EvalError::Unsupported(error.to_string()))?;
    let compiler = Compiler::new();
    let mut native = compile(&compiler, request, &program, &mut report)?;
    native.packed(&format!("_mlir_ciface_{KERNEL}"));
    report.compile = native.time;
    let mut outputs = Outputs::default();
    stages::emit_native(request, &native, &mut outputs, &mut report)?;
    outputs.keep()?;
    report.remarks = compiler.remarks();
    Ok(report)
}

/// Writes the tensors that were asked for beside their places, and that which goes to standard output into the report.
fn stage_tensors(
    request: &Request,
    plan: &Plan,
    (data, stored): (&BTreeMap<String, Data>, &BTreeMap<String, SparseTensor>),
    target: &SparseTensor,
    outputs: &mut Outputs,
    report: &mut Report,
) -> Result<(), EvalError> {
    for (name, path) in &request.outputs {
        let _activity = Activity::start(format!("-o {name}"));
        let tensor = if *name == plan.target { target } else { &stored[name] };
        let computed;
        let content = match data.get(name) {
            Some(Data::Entries(given)) if *name != plan.target => Content::Entries(given),
            _ if is_row_major(&tensor.format) => Content::Dense { shape: &tensor.shape, values: &tensor.values },
            _ => {
                computed = written_entries(tensor).map_err(|error| EvalError::Unsupported(error.to_string()))?;
                Content::Entries(&computed)
            }
        };
        if path.as_os_str() == "-" {
            let mut text = Vec::new();
            io::write_text("standard output", &mut text, content).map_err(Box::new)?;
            if report.printed.replace(text).is_some() {
                return Err(EvalError::Output { path: path.clone(), message: "two outputs go there".to_owned() });
            }
        } else {
            outputs.stage(path, |staged| Ok(io::write_content(staged, content).map_err(Box::new)?))?;
        }
    }
    Ok(())
}

/// The entries of a stored tensor as they are written: without the zeros of a format that fills up.
pub(crate) fn written_entries(tensor: &SparseTensor) -> Result<Coo, StorageError> {
    let mut coo = tensor.to_coo_beside_zeros()?;
    if tensor.format.fills_up() || tensor.format.nonzero_fill().is_some() {
        coo.drop_zeros()?;
    }
    Ok(coo)
}
