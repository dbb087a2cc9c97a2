//! `lacuna eval`: a program, data and formats in; checked and timed results out.

mod checking;
mod error;
mod interpreting;
pub(crate) mod operands;
pub(crate) mod outputs;
pub(crate) mod overwriting;
pub(crate) mod points;
mod prepared;
mod printed_schedule;
mod report;
mod request;
mod result;
pub(crate) mod roomier;
mod schedule;
mod stages;
mod storing;
mod task;
mod work;
pub(crate) mod writing;

pub use error::EvalError;
pub use interpreting::{Interpreted, interpret};
pub use outputs::Outputs;
pub use report::{Check, OperandReport, PointsReport, Rates, Report, Timing};
pub use request::{CostsFile, Request};
pub use result::ResultReport;
pub use stages::Stage;

use crate::{
    compiler::{Compilation, Compiler, Native},
    frontend::{Declaration, KERNEL, Program},
    kernel::{Argument, BoundKernel, CallError, Target, signature::Signature},
    listener::Listener,
    perf_map,
};
use lacuna_dialects::{processor, sloop::schedule::LoopSchedule};
use lacuna_notation::{
    ast::{Access, Subscript},
    sizes::{Partial, infer_program},
};
use lacuna_passes::{
    form_costs::FormCosts,
    pipeline::{Lacuna, Phase},
};
use lacuna_runtime::{
    coo::Coo,
    data::Data,
    progress::{self, Progress},
};
use prepared::{Prepared, lower};
use printed_schedule::Schedulable;
use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read,
    path::{Path, PathBuf},
    time::Instant,
};
use task::Task;

/// What came of a request, and the files that it asked for, which are not in their places yet: who prints the report does
/// that before, because nothing is kept where that fails.
#[derive(Debug)]
pub struct Evaluation {
    /// What was found.
    pub report: Report,
    /// The files; none where the result was found wrong.
    pub outputs: Outputs,
}

/// Evaluates a request and puts files into their places. `listener` is told of long steps.
pub fn evaluate(request: &Request, listener: Option<&dyn Listener>) -> Result<Report, EvalError> {
    let Evaluation { report, outputs } = prepare(request, listener)?;
    outputs.keep()?;
    Ok(report)
}

/// No file is written that is read, too, unless that is asked for.
fn check_overwriting(request: &Request, task: &Task) -> Result<(), EvalError> {
    let data = task.operands.iter().filter_map(|operand| {
        let path = overwriting::file_of(operand.data.as_ref()?)?;
        Some((format!("-i {}", operand.name), path))
    });
    let program = request.file.iter().map(|file| ("the expression".to_owned(), file.as_path()));
    let objects = request.emit.iter().filter_map(|stage| match stage {
        Stage::Obj(path) => Some(path.as_path()),
        _ => None,
    });
    let tensors = request.outputs.values().map(PathBuf::as_path);
    overwriting::check(&data.chain(program).collect::<Vec<_>>(), tensors.chain(objects), request.force)
}

/// Evaluates a request. `listener` is told of long steps, and what the compiler remarks before the kernel runs.
pub fn prepare(request: &Request, listener: Option<&dyn Listener>) -> Result<Evaluation, EvalError> {
    let progress = listener.map(|listener| listener as &dyn Progress);
    let task = Task::new(request)?;
    check_overwriting(request, &task)?;
    let only_emit = !request.emit.is_empty() && task.operands.iter().any(|operand| operand.data.is_none());
    if only_emit {
        return emit_only(request, &task, listener);
    }
    let mut report = Report::new(&task.program);
    let prepared = Prepared::new(request, task, progress, &mut report)?;
    let Prepared { task, sizes, data, stored, declarations, program } = &prepared;
    let compiler = Compiler::new();
    let mut outputs = Outputs::default();
    let compiling = progress::Phase::start(progress, "compiling", 0);
    let again = |schedules: &[LoopSchedule]| lower(task, schedules, declarations, &sizes.variables, request);
    let schedulable = Schedulable { program: &task.compiled, asked: &task.schedules, lower: &again };
    let mut native =
        compile(&compiler, request, (program, &schedulable), &mut outputs, &mut report)?.native(request.effort)?;
    drop(compiling);
    let mut places = prepared.places(request)?;
    let arguments: Vec<_> = program
        .operands
        .iter()
        .map(|name| {
            let tensor = &stored[name];
            let is_stored = declarations[name].format.is_some();
            if is_stored { Argument::Stored(tensor, declarations[name].open()) } else { Argument::Dense(tensor) }
        })
        .collect();
    let targets = task.results.iter().zip(&mut places).map(|(name, place)| match declarations[name].format {
        Some(_) => Target::Stored(place, declarations[name].open()),
        None => Target::Dense(place),
    });
    let parameter = |name: &String| declarations[name].parameter(name, request.dtype);
    let is_stored = |name: &&String| declarations[*name].format.is_some();
    let signature = Signature {
        name: KERNEL.to_owned(),
        arguments: program.operands.iter().chain(&program.places).map(parameter).collect(),
        results: task.results.iter().filter(is_stored).map(parameter).collect(),
    };
    let mut kernel = BoundKernel::bind(&mut native, &signature, &arguments, targets.collect(), request.memory)?;
    report.compile = native.time;
    if request.perf_map {
        write_perf_map(&mut native)?;
    }
    // Timed runs start where the first one did.
    let old = (request.runs.is_some() && task.updates_operands()).then(|| kernel.dense_values());
    report.remarks.extend(compiler.remarks());
    if let Some(listener) = listener {
        listener.remarks(&report.remarks);
    }
    let running = progress::Phase::start(progress, "running", 0);
    let begin = Instant::now();
    kernel.call().map_err(|error| with_remarks(error, &compiler))?;
    report.first_call = begin.elapsed();
    drop(running);
    report.most_bytes = kernel.most_bytes() as u64;
    let results = kernel.take_results();
    let computed = prepared.computed(request, &results);
    if request.check {
        let _checking = progress::Phase::start(progress, "checking", 0);
        report.check = Some(computed.check()?);
    }
    writing::stage_tensors(&computed, progress, &mut outputs, &mut report)?;
    for (name, result) in task.results.iter().zip(&results) {
        let shown = ResultReport::new(name, result).map_err(|error| EvalError::Internal(error.to_string()))?;
        report.results.push(shown);
    }
    if let Some(runs) = request.runs {
        drop(results);
        if let Some(old) = old {
            kernel.start_from(old);
        }
        report.timing = Some(Timing::measure(runs, progress, || kernel.call())?);
        report.set_rates(operations(task, data, &sizes.variables, request));
    }
    // What is wrong must not be taken for a result by whoever finds the file.
    if report.is_wrong() {
        report.printed = None;
        outputs = Outputs::default();
    }
    Ok(Evaluation { report, outputs })
}

/// Why a kernel stopped: where the memory does not hold an array, what the compiler decided may be the reason.
fn with_remarks(error: CallError, compiler: &Compiler) -> EvalError {
    match error {
        CallError::NoMemoryInKernel(_) => EvalError::NoMemory { error: Box::new(error), remarks: compiler.remarks() },
        error => error.into(),
    }
}

/// How much arithmetic a program is, where that is known.
fn operations(
    task: &Task,
    data: &BTreeMap<String, Data>,
    sizes: &[BTreeMap<String, u64>],
    request: &Request,
) -> Option<f64> {
    let ([statement], [sizes]) = (task.program.statements.as_slice(), sizes) else { return None };
    let orders = statement.tensor_orders();
    let formats = || orders.keys().filter_map(|name| Some((*name, task.format_of(name)?)));
    if formats().any(|(_, format)| format.nonzero_fill().is_some()) {
        return None;
    }
    let stored: BTreeSet<String> = formats().map(|(name, _)| name.to_owned()).collect();
    let entries: BTreeMap<&str, &Coo> = data
        .iter()
        .filter_map(|(name, data)| match data {
            Data::Entries(entries) => Some((name.as_str(), entries)),
            Data::Dense(_) => None,
        })
        .collect();
    let tensors = work::Tensors { entries: &entries, sizes, stored: &stored, kind: request.dtype.kind() };
    work::count(statement, &tensors)
}

/// Tells perf the names of the functions of the code.
fn write_perf_map(native: &mut Native) -> Result<(), EvalError> {
    let interface = format!("_mlir_ciface_{KERNEL}");
    let code = native.packed(&interface).ok_or_else(|| EvalError::Internal(format!("there is no {interface}")))?;
    perf_map::write(native, &format!("_mlir_{interface}"), code as usize)
        .map(|_| ())
        .map_err(|error| EvalError::Output { path: perf_map::path(), message: error.to_string() })
}

/// What innermost forms cost, as the file of the request says. That of another processor is passed over, with a remark.
fn costs_of(request: &Request, report: &mut Report) -> Result<FormCosts, EvalError> {
    let Some(CostsFile { path, is_named }) = &request.costs else { return Ok(FormCosts::default()) };
    let own = processor::name();
    let unfit = match read_costs(path, &own) {
        Ok(costs) => return Ok(costs),
        Err(Unfit::OtherProcessor(why)) => why,
        Err(Unfit::Wrong(message)) if *is_named => return Err(EvalError::Costs { path: path.clone(), message }),
        Err(Unfit::Wrong(why)) => why,
    };
    let remedy = "innermost forms are chosen by what comes with the compiler; lacuna calibrate measures this processor";
    report.remarks.push(format!("{}: {unfit}: {remedy}", path.display()));
    Ok(FormCosts::default())
}

/// Why the times of a file do not serve.
enum Unfit {
    OtherProcessor(String),
    Wrong(String),
}

/// The most bytes of a file with times; those of all forms take a few thousand.
const MOST_BYTES_OF_COSTS: u64 = 1 << 20;

fn read_costs(path: &Path, own: &str) -> Result<FormCosts, Unfit> {
    let failed = |error: std::io::Error| Unfit::Wrong(error.to_string());
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(failed)?;
    let bytes = file.take(MOST_BYTES_OF_COSTS + 1).read_to_string(&mut text).map_err(failed)?;
    if bytes as u64 > MOST_BYTES_OF_COSTS {
        return Err(Unfit::Wrong(format!("it has more than {MOST_BYTES_OF_COSTS} bytes")));
    }
    match FormCosts::processor_of(&text) {
        Some(other) if other != own => {
            Err(Unfit::OtherProcessor(format!("it was measured on {other}, and this processor is {own}")))
        }
        _ => FormCosts::read(&text).map_err(Unfit::Wrong),
    }
}

/// Starts to compile, as far as stages are shown.
fn compile<'c>(
    compiler: &'c Compiler,
    request: &Request,
    (program, schedulable): (&Program, &Schedulable<'_>),
    outputs: &mut Outputs,
    report: &mut Report,
) -> Result<Compilation<'c>, EvalError> {
    let Request { fp, drop_zeros, two_phase, workspaces, gathers, .. } = *request;
    let costs = costs_of(request, report)?;
    let options = request.memory.compile(Lacuna {
        fp,
        dense: true,
        drop_zeros,
        two_phase,
        workspaces,
        gathers,
        costs,
        verify: request.check,
        ..Lacuna::default()
    });
    let mut compilation = compiler.start(&program.text, options.clone())?;
    for phase in Phase::ALL {
        let stage = Stage::Phase(phase);
        if request.emit.contains(&stage) {
            compilation.advance(phase)?;
            report.emitted.push((stage, compilation.text()?));
        }
        if phase == Phase::Buffers && request.emit.contains(&Stage::Plan) {
            report.emitted.push((Stage::Plan, compilation.plans()?));
        }
        if phase == Phase::Buffers && request.emit.contains(&Stage::Schedule) {
            report.emitted.push((Stage::Schedule, schedulable.printed(&options)?));
        }
    }
    if request.emit.contains(&Stage::LlvmIr) {
        report.emitted.push((Stage::LlvmIr, compilation.llvm_ir()?));
    }
    stages::emit_objects(request, &mut compilation, outputs, report)?;
    Ok(compilation)
}

/// Shows stages of a program whose operands have no data: sizes that are not given are dynamic, but for those of targets that
/// statements fill in parts.
fn emit_only(request: &Request, task: &Task, listener: Option<&dyn Listener>) -> Result<Evaluation, EvalError> {
    let mut report = Report::new(&task.program);
    let partial = Partial::of(&task.program);
    let has_partial = task.program.statements.iter().any(|statement| partial.has(&statement.target.tensor));
    let known = match infer_program(&task.program, &BTreeMap::new(), &request.sizes) {
        Ok(known) => known.shapes,
        Err(error) if has_partial => return Err(EvalError::notation(request, error)),
        Err(_) => BTreeMap::new(),
    };
    let shape = |access: &Access| {
        let size = |(dimension, subscript): (usize, &Subscript)| {
            if partial.has_dimension(&access.tensor, dimension) {
                return known.get(&access.tensor).map(|shape| shape[dimension]);
            }
            subscript.as_variable().and_then(|variable| request.sizes.get(variable)).copied()
        };
        access.subscripts.iter().enumerate().map(size).collect()
    };
    let accesses = task.program.statements.iter().flat_map(|statement| statement.accesses());
    let declarations = accesses
        .map(|access| {
            let format = task.format_of(&access.tensor).cloned();
            (access.tensor.clone(), Declaration { shape: shape(access), format })
        })
        .collect();
    let sizes = vec![request.sizes.clone(); task.program.statements.len()];
    let again = |schedules: &[LoopSchedule]| lower(task, schedules, &declarations, &sizes, request);
    let program = again(&task.schedules)?;
    let schedulable = Schedulable { program: &task.compiled, asked: &task.schedules, lower: &again };
    let compiler = Compiler::new();
    let mut outputs = Outputs::default();
    // Native code is made by the stages that show it.
    report.compile = compile(&compiler, request, (&program, &schedulable), &mut outputs, &mut report)?.time();
    report.remarks.extend(compiler.remarks());
    if let Some(listener) = listener {
        listener.remarks(&report.remarks);
    }
    Ok(Evaluation { report, outputs })
}
