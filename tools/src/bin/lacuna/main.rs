//! The `lacuna` command: index notation and files in, checked and timed results out.

mod progress;

use clap::Parser;
use lacuna_tools::{
    arguments::{Command, ConvertArguments, EvalArguments, Lacuna},
    convert, eval,
};
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
    finish(arguments.json, outcome.map(|report| (report.is_wrong(), report.to_json(), report.to_string())))
}

fn run_convert(arguments: &ConvertArguments) -> u8 {
    let bars = progress::Bars::new();
    let outcome = convert::convert(&arguments.request(), Some(&bars)).map_err(|error| error.to_string());
    finish(arguments.json, outcome.map(|report| (report.is_wrong(), report.to_json(), report.to_string())))
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

/// Prints what was found, as JSON or as text, or what was wrong with the request; gives the exit status.
fn finish(json: bool, outcome: Result<(bool, serde_json::Value, String), String>) -> u8 {
    match outcome {
        Ok((is_wrong, value, text)) => {
            let text = if json { format!("{value:#}\n") } else { text };
            if let Err(error) = std::io::stdout().write_all(text.as_bytes()) {
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
