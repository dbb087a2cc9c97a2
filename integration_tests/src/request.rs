//! Requests to `lacuna eval` and `lacuna convert`, made in code and shown as the command that repeats them.

use lacuna_passes::fp::FpMode;
use lacuna_tools::{
    convert::ConvertRequest,
    eval::{EvalError, Report, Request, evaluate},
};

/// A request that checks its result, with everything else at its default.
pub fn request(expression: &str) -> Request {
    Request { check: true, ..Request::new(expression) }
}

/// The command line that repeats a request.
pub fn command(request: &Request) -> String {
    let mut text = format!("lacuna eval '{}'", request.expression);
    let options = [("-f", &request.formats), ("-i", &request.inputs)];
    for (option, values) in options {
        for (name, value) in values {
            text += &format!(" {option} '{name}={value}'");
        }
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
    if request.any_sizes {
        text += " --any-sizes";
    }
    text + &format!(" --dtype {} --check", request.dtype)
}

/// The command line that repeats a conversion.
pub fn convert_command(request: &ConvertRequest) -> String {
    let mut text = format!("lacuna convert {}", request.data);
    if let Some(shape) = &request.shape {
        let sizes: Vec<_> = shape.iter().map(u64::to_string).collect();
        text += &format!(" --shape {}", sizes.join("x"));
    }
    text + &format!(" --from '{}' --to '{}' --dtype {} --check", request.from, request.to, request.dtype)
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
