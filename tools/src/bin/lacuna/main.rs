//! The `lacuna` command: index notation and files in, checked and timed results out.

mod arguments;
mod memory;
mod progress;

use arguments::{Command, ConvertArguments, EvalArguments, Lacuna};
use clap::Parser;
use lacuna_tools::{convert, eval};
use std::{io::Write, panic, process::ExitCode};

/// The result was wrong; nothing was written.
const WRONG: u8 = 1;
/// The request was at fault; what is at fault was printed, nothing was written.
const REFUSED: u8 = 2;
/// We are at fault.
const INTERNAL: u8 = 3;

fn main() -> ExitCode {
    let Lacuna { command } = match Lacuna::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return ExitCode::from(explain_usage(&error)),
    };
    let is_json = match &command {
        Command::Eval(arguments) => arguments.json,
        Command::Convert(arguments) => arguments.json,
    };
    if is_json {
        memory::report_as_json();
    }
    if let Err(error) = lacuna_runtime::memory::start_threads() {
        return ExitCode::from(finish(is_json, Err(error)));
    }
    let outcome = panic::catch_unwind(|| match command {
        Command::Eval(arguments) => run_eval(&arguments),
        Command::Convert(arguments) => run_convert(&arguments),
    });
    ExitCode::from(outcome.unwrap_or_else(|_| {
        eprintln!("error: internal error; please report it with the command that led here");
        INTERNAL
    }))
}

fn run_eval(arguments: &EvalArguments) -> u8 {
    let bars = progress::Bars::new();
    let outcome = arguments
        .request()
        .and_then(|request| eval::evaluate(&request, Some(&bars)).map_err(|error| error.to_string()));
    finish(
        arguments.json,
        outcome.map(|report| (report.is_wrong(), report.to_json(), report.to_string(), report.printed)),
    )
}

fn run_convert(arguments: &ConvertArguments) -> u8 {
    let bars = progress::Bars::new();
    let outcome = convert::convert(&arguments.request(), Some(&bars)).map_err(|error| error.to_string());
    finish(
        arguments.json,
        outcome.map(|report| (report.is_wrong(), report.to_json(), report.to_string(), report.printed)),
    )
}

/// Prints what was asked for (help, the version), or what is wrong with the command line; gives the exit status.
fn explain_usage(error: &clap::Error) -> u8 {
    // What the arguments mean is not known then.
    if error.use_stderr() && std::env::args_os().any(|argument| argument == "--json") {
        let text = error.render().to_string();
        let message = text.split("\n\n").next().unwrap_or_default();
        print_json_error(message.strip_prefix("error: ").unwrap_or(message));
    }
    let _ = error.print();
    if error.use_stderr() { REFUSED } else { 0 }
}

fn print_json_error(error: &str) {
    let _ = writeln!(std::io::stdout(), "{:#}", serde_json::json!({ "error": error }));
}

/// Whether a result is wrong, what was found as JSON and as text, and a tensor that goes to standard output.
type Found = (bool, serde_json::Value, String, Option<Vec<u8>>);

/// Prints what was found, as JSON or as text, or what was wrong with the request; gives the exit status. A tensor that goes
/// to standard output stands there alone, and what was found goes to standard error.
fn finish(json: bool, outcome: Result<Found, String>) -> u8 {
    match outcome {
        Ok((is_wrong, value, text, tensor)) => {
            let mut text = if json { format!("{value:#}\n") } else { text }.into_bytes();
            if let Some(tensor) = tensor {
                let _ = std::io::stderr().write_all(&text);
                text = tensor;
            }
            let mut output = std::io::stdout();
            if let Err(error) = output.write_all(&text).and_then(|()| output.flush()) {
                eprintln!("error: standard output: {error}");
                return REFUSED;
            }
            if is_wrong { WRONG } else { 0 }
        }
        Err(error) => {
            if json {
                print_json_error(&error);
            }
            eprintln!("error: {error}");
            REFUSED
        }
    }
}
