//! Requests to `lacuna eval` and `lacuna convert`, made in code and shown as the command that repeats them.

use lacuna_passes::{choices::Workspaces, fp::FpMode, gathers::Gathers};
use lacuna_runtime::value::Dtype;
use lacuna_tools::{
    compiler::Effort,
    convert::ConvertRequest,
    eval::{EvalError, Report, Request, evaluate},
    kernel::checks::{Edge, Failing, MemoryChecks},
};

/// What tests check of each kernel: it stays inside the memory that it has, and ends with a message where there is none.
pub const MEMORY: MemoryChecks = MemoryChecks { guard: Some(Edge::End), failing: Some(Failing::Each) };

/// The effort for tests over tables. They test what LLVM's optimizations make of loops, not its selection of instructions.
pub const TABLE_EFFORT: Effort = Effort::Less;

/// The effort for the random case of a seed: [`Effort::Full`] for an eighth of all seeds, that of tables for three eighths,
/// [`Effort::Least`] for half.
pub fn effort_of(seed: u64) -> Effort {
    // The top bits of the product do not depend on what else the seed decides.
    match seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 61 {
        0 => Effort::Full,
        1..=3 => TABLE_EFFORT,
        _ => Effort::Least,
    }
}

/// A request that checks its result and what the kernel does to memory, with everything else at its default.
pub fn request(expression: &str) -> Request {
    Request { check: true, memory: MEMORY, effort: TABLE_EFFORT, ..Request::new(expression) }
}

/// A conversion that checks its result and what the kernel does to memory, of values of type f64.
pub fn conversion(data: &str, shape: &[u64], from: &str, to: &str) -> ConvertRequest {
    ConvertRequest {
        data: data.into(),
        from: from.to_owned(),
        to: to.to_owned(),
        shape: Some(shape.to_vec()),
        dtype: Dtype::F64,
        output: None,
        force: false,
        info: false,
        check: true,
        runs: None,
        memory: MEMORY,
        effort: TABLE_EFFORT,
    }
}

/// The command line that repeats a request.
pub fn command(request: &Request) -> String {
    let mut text = format!("lacuna eval '{}'", request.expression);
    for (name, format) in &request.formats {
        text += &format!(" -f '{name}={format}'");
    }
    for (name, data) in &request.inputs {
        text += &format!(" -i '{name}={}'", data.display());
    }
    for name in &request.halves {
        text += &format!(" --half {name}");
    }
    for (name, size) in &request.sizes {
        text += &format!(" -d {name}={size}");
    }
    if request.fp == FpMode::Strict {
        text += " --fp strict";
    }
    if request.drop_zeros {
        text += " --drop-zeros";
    }
    if request.two_phase {
        text += " --two-phase";
    }
    if let Some(schedule) = &request.schedule {
        text += &format!(" --schedule '{schedule}'");
    }
    if request.workspaces != Workspaces::BySize {
        text += &format!(" --workspaces {}", request.workspaces);
    }
    if request.gathers != Gathers::Native {
        text += &format!(" --gathers {}", request.gathers);
    }
    if request.any_sizes {
        text += " --any-sizes";
    }
    let effort = effort_option(request.effort);
    text + &format!("{effort} --dtype {} --check{}", request.dtype, request.memory.options())
}

/// The option that asks for an effort, unless it is the default.
fn effort_option(effort: Effort) -> String {
    if effort == Effort::Full { String::new() } else { format!(" --llvm-effort {effort}") }
}

/// The command line that repeats a conversion.
pub fn convert_command(request: &ConvertRequest) -> String {
    let mut text = format!("lacuna convert {}", request.data.display());
    if let Some(shape) = &request.shape {
        let sizes: Vec<_> = shape.iter().map(u64::to_string).collect();
        text += &format!(" --shape {}", sizes.join("x"));
    }
    let ConvertRequest { from, to, dtype, .. } = request;
    let effort = effort_option(request.effort);
    text + &format!("{effort} --from '{from}' --to '{to}' --dtype {dtype} --check{}", request.memory.options())
}

/// Gives a request an operand: its format, and its data.
pub fn give(request: &mut Request, name: &str, format: &str, data: &str) {
    request.formats.insert(name.to_owned(), format.to_owned());
    request.inputs.insert(name.to_owned(), data.into());
}

/// Evaluates a request and demands a right result.
///
/// # Panics
/// With the command that repeats it, where the result is wrong or the request is refused.
pub fn expect_right(request: &Request) -> Report {
    match evaluate(request, None) {
        Err(error) => panic!("refused: {error}\n  {}", command(request)),
        Ok(report) => {
            let check = report.check.clone().expect("requests ask for a check");
            assert!(check.ok, "wrong: {:?}\n  {}", check.problem(), command(request));
            report
        }
    }
}

/// Evaluates a request that must be refused; gives the message.
///
/// # Panics
/// With the command, where it is not refused.
pub fn expect_refused(request: &Request) -> String {
    match evaluate(request, None) {
        Err(error @ (EvalError::Internal(_) | EvalError::Call(_))) => panic!("{error}\n  {}", command(request)),
        Err(error) => error.to_string(),
        Ok(_) => panic!("not refused\n  {}", command(request)),
    }
}

/// A request whose stored operands hold random entries, each its own.
pub fn with_formats(expression: &str, formats: &[(&str, &str)], sizes: &[(&str, u64)]) -> Request {
    let mut made = request(expression);
    let is_subscript = |name: &str| {
        ["(", ","]
            .iter()
            .any(|before| [")", ","].iter().any(|after| expression.contains(&format!("{before}{name}{after}"))))
    };
    let own = sizes.iter().filter(|(name, _)| is_subscript(name));
    made.sizes = own.map(|(name, size)| ((*name).to_owned(), *size)).collect();
    let (left, _) = expression.split_once(['=', '+']).expect("an assignment");
    for (number, (name, format)) in formats.iter().enumerate() {
        made.formats.insert((*name).to_owned(), (*format).to_owned());
        if !left.trim_start().starts_with(name) {
            let data = format!("random:density=0.15,seed={}", number + 1);
            made.inputs.insert((*name).to_owned(), data.into());
        }
    }
    made
}

/// Each allocation fails once: only some kernels take the time for that.
pub fn without_failing(made: Request) -> Request {
    Request { memory: MemoryChecks { failing: None, ..MEMORY }, ..made }
}
