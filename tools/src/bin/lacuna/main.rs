//! The `lacuna` command: index notation and files in, checked and timed results out.

mod arguments;
mod progress;

use arguments::{Command, EvalArguments, Lacuna};
use clap::Parser;
use lacuna_tools::eval;
use std::{io::Write, panic, process::ExitCode};

/// The result was wrong.
const WRONG: u8 = 1;
/// The request was at fault; what is at fault was printed, nothing was written.
const REFUSED: u8 = 2;
/// We are at fault.
const INTERNAL: u8 = 3;

fn main() -> ExitCode {
    let Lacuna { command } = Lacuna::parse();
    let outcome = panic::catch_unwind(|| match command {
        Command::Eval(arguments) => run_eval(&arguments),
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
    match outcome {
        Ok(report) => {
            let text = if arguments.json { format!("{:#}\n", report.to_json()) } else { report.to_string() };
            if let Err(error) = std::io::stdout().write_all(text.as_bytes()) {
                eprintln!("error: standard output: {error}");
                return REFUSED;
            }
            if report.is_wrong() { WRONG } else { 0 }
        }
        Err(error) => {
            if arguments.json {
                let _ = writeln!(std::io::stdout(), "{:#}", serde_json::json!({ "error": error }));
            }
            eprintln!("error: {error}");
            REFUSED
        }
    }
}
